"""Ways to print: for a photocopier, in large print, on small paper, as a booklet."""

import io
import re
from random import Random
from typing import Any

import pdfplumber
import pytest
from pdfminer.pdftypes import resolve1
from photocopy import long_lines, lost
from printing.blank_pages import a_blank, assert_in_margins
from printing.printed_games import PLAYERS, PRINTS, a_game
from printing.rule_pages import plain
from reading_pdf import Page, read
from soak import SOAK

from printables.blank.blank_sheet import blank_sheet
from printables.blank.booklet import booklet
from printables.filled.score_sheet import score_sheet
from printables.page.imposition import booklet_page_order
from printables.page.page import COPIED, HALF_OF, PAPERS, PaperOptions, mm
from printables.rules.rule_page import RulePage, rule_page
from scorepad.errors import RuleError
from scorepad.rules import rulebook

COPY = PaperOptions(one_ink=True)
# --- black ink, to be photocopied -----------------------------------------------------------------------


@pytest.mark.parametrize("what", PRINTS if SOAK else ["filled", "blank", "pocket cards"])
def test_in_one_ink_a_photocopy_keeps_every_line(what: str) -> None:
    pdf = PRINTS[what](COPY)
    assert lost(pdf) == []
    for page in read(pdf):
        for line in long_lines(page):
            assert line["linewidth"] >= COPIED - 0.01
        assert all(set(tint["non_stroking_color"]) <= {0.0, 1.0} for tint in page.shades), "no tint"


def test_with_greys_it_would_not() -> None:
    pdf = PRINTS["filled"](PaperOptions(one_ink=True, grey=True))
    assert len(lost(pdf)) >= 3


# --- papers, large print --------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_a_sheet_is_printed_on_every_paper(paper: str) -> None:
    (page,) = read(blank_sheet(a_blank("pike", players=4), PaperOptions(paper, landscape=False)))
    assert page.size == pytest.approx(PAPERS[paper], abs=0.5)
    assert_in_margins([page])


def test_two_half_papers_to_a_page_are_one_whole() -> None:
    (page,) = read(blank_sheet(a_blank("pike", players=3), PaperOptions("Half Letter", two_up=True)))
    assert page.size == pytest.approx((792, 612), abs=0.5)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_pikes_nineteen_hands_of_five_fit_half_a_paper_twice(paper: str) -> None:
    (page,) = read(blank_sheet(a_blank("pike", players=5), PaperOptions(paper, two_up=True)))
    assert page.text.count("Mr Pike's Oh Hell!") == 2


LARGE_PAPER = PaperOptions(large=True)
IN_LARGE_PRINT = {
    "filled": lambda: score_sheet(a_game(hands=5), LARGE_PAPER),
    "blank": lambda: blank_sheet(a_blank("wizard", names=PLAYERS), LARGE_PAPER),
    "blank, of Murder": lambda: blank_sheet(a_blank("murder", names=PLAYERS), LARGE_PAPER),
    "rules": lambda: rule_page(RulePage.of(a_blank("murder", players=6)), LARGE_PAPER),
    "booklet": lambda: booklet(a_blank("pike", names=PLAYERS), LARGE_PAPER),
}


@pytest.mark.parametrize("what", IN_LARGE_PRINT)
def test_large_print_has_names_bids_and_points_in_16_points_and_text_in_14(what: str) -> None:
    pages = read(IN_LARGE_PRINT[what]())
    assert_in_margins(pages)
    chars = [char for page in pages for char in page.chars if char["text"].isalnum()]
    assert min(char["size"] for char in chars) >= 13.99
    figures = [
        (page, word) for page in pages for word in page.words
        if word["upright"] and re.fullmatch(r"[+−]\d+|Ann|Bob", word["text"]) and _in_a_table(page, word)
    ]  # fmt: skip
    assert len(figures) >= 4
    inside = [char for page, word in figures for char in page.chars if _holds(word, char)]
    assert min(char["size"] for char in inside) >= (13.99 if what in ("rules", "booklet") else 15.99), (
        "a sample hand that would be cut"
    )


def _in_a_table(page: Page, word: dict[str, Any]) -> bool:
    """Return whether a vertical line is next to a word."""
    middle = (word["top"] + word["bottom"]) / 2
    return any(line["top"] < middle < line["bottom"] for line in page.upright)


def _holds(word: dict[str, Any], char: dict[str, Any]) -> bool:
    return bool(word["x0"] <= char["x0"] < word["x1"] and abs(word["top"] - char["top"]) < 1)


def test_the_points_in_large_rules_are_in_16_points() -> None:
    pages = read(rule_page(RulePage.of(a_blank("pike", players=4)), LARGE_PAPER))
    assert len(pages) > 1
    page = next(page for page in pages if "off by" in page.text)
    losses = [char for char in page.chars if char["text"] == "−" and char["size"] > 15.99]
    assert len(losses) == 10


# --- both sides, booklets -------------------------------------------------------------------------------


def test_pages_of_a_booklet_lie_so_that_folding_brings_them_in_order() -> None:
    assert booklet_page_order(4) == [(4, 1), (2, 3)]
    assert booklet_page_order(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]


@pytest.mark.parametrize("count", [4, 8, 12, 16])
def test_who_folds_the_papers_and_leafs_through_them_reads_one_page_after_the_other(count: int) -> None:
    """The sheets of a booklet are nested.

    Each has a front (left, right) and a back, turned over the short edge. The left page of the back is behind the
    right page of the front.
    """
    sides = booklet_page_order(count)
    papers = list(zip(sides[::2], sides[1::2], strict=True))
    first_half = [page for (_last, front), (behind, _) in papers for page in (front, behind)]
    second_half = [page for (last, _), (_, before) in reversed(papers) for page in (before, last)]
    assert first_half + second_half == list(range(1, count + 1))


def test_a_booklet_of_a_short_game_is_one_paper_turned_over_its_short_edge() -> None:
    pdf = booklet(a_blank("pike", players=5, names=PLAYERS))
    outside, inside = read(pdf)
    assert outside.size == pytest.approx((297 * mm, 210 * mm), abs=0.5)
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        assert str(resolve1(document.doc.catalog["ViewerPreferences"])["Duplex"]) == "/'DuplexFlipShortEdge'"
    assert half(outside, right=True).startswith("Mr Pike's Oh")
    assert "bid" in half(outside, right=True)
    assert all("Take exactly the number of tricks that you bid" in half(inside, right=right) for right in (False, True))
    assert ["continued" in half(inside, right=right) for right in (False, True)] == [True, False]
    assert "Hands of 10 cards: tricks taken" in half(outside, right=False)


def test_a_sheet_of_two_pages_lies_open_inside_its_booklet() -> None:
    outside, inside = read(booklet(a_blank("pike", players=5, ladder="1x40")))
    assert "Sheet 1 of 2" in half(inside, right=False)
    assert "Sheet 2 of 2" in half(inside, right=True)
    assert "Take exactly the number of tricks that you bid" in half(outside, right=True)
    assert "Made" in half(outside, right=False)


def test_murders_booklet_has_all_sections_that_the_rules_on_a_back_have() -> None:
    paper, made = "Letter", a_blank("murder", players=7)
    halves = [half(page, right=right) for page in read(booklet(made, PaperOptions(paper))) for right in (False, True)]
    text = plain(" ".join(halves))
    backs = plain(" ".join(page.text for page in read(blank_sheet(made, PaperOptions(paper), rules=True))))
    sections = [section for section in RulePage.of(made).sections if plain(section.heading) in backs]
    assert len(sections) >= 11
    for section in sections:
        assert plain(section.heading) in text, section.place


def test_a_sheet_that_lies_is_turned_in_its_booklet() -> None:
    outside, _inside = read(booklet(a_blank("pike", players=7)))
    turned = [char for char in outside.chars if not char["upright"]]
    assert min(char["x0"] for char in turned) > outside.size[0] / 2
    assert len(turned) > 200


def half(page: Page, *, right: bool) -> str:
    middle = page.size[0] / 2
    return " ".join(word["text"] for word in page.words if (word["x0"] > middle) == right)


EVERY = [
    (key, players, paper)
    for key in rulebook.built_in_keys()
    for players in range(rulebook.find(key).min_players, rulebook.find(key).max_players + 1)
    for paper in PAPERS
]


@pytest.mark.parametrize(("key", "players", "paper"), EVERY if SOAK else Random(4).sample(EVERY, 2))
def test_every_rulebook_has_a_booklet_and_a_sheet_in_large_print(key: str, players: int, paper: str) -> None:
    made = a_blank(key, players=players)
    try:
        pdf = booklet(made, PaperOptions(paper, one_ink=True))
    except RuleError:
        assert players > 7, "a page of a booklet is half a paper"
        return
    assert len(read(pdf)) % 2 == 0
    assert lost(pdf) == []
    if players <= 4:
        assert_in_margins(read(booklet(made, PaperOptions(paper, large=True))))
    if paper in HALF_OF:
        return  # where large print may have no room
    assert_in_margins(read(blank_sheet(made, PaperOptions(paper, large=True))))
