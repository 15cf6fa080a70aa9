"""Tests of every printable back page: its type size, its two columns, and its rules of the game."""

from collections import Counter
from random import Random

import pytest
from photocopy import lost
from printing.rule_pages import columns_of, frame, plain
from reading_pdf import Page, assert_all_in_its_box, read

from printables.page.page import FOOT, PaperOptions
from printables.rules.rule_page import RulePage, rule_page
from scorepad.game.report.blank_sheet import blank
from scorepad.rules import rulebook, scheme
from scorepad.rules.rulebook import Rulebook
from soak import SOAK

LINES, LINE = 4, 1.4  # lines that may be free at the foot of a column, and line height as a factor of the type size
BACKS = [
    (key, players, paper)
    for key in rulebook.built_in_keys()
    for players in range(rulebook.find(key).min_players, rulebook.find(key).max_players + 1)
    for paper in ("A4", "Letter")
]
MEASURED = BACKS if SOAK else Random(15).sample(BACKS, 4)


@pytest.mark.parametrize(("key", "players", "paper"), MEASURED)
def test_a_back_teaches_the_game_in_two_full_columns(key: str, players: int, paper: str) -> None:
    rules = rulebook.find(key)
    what = RulePage.of(blank(rules, points_of(rules), players=players))
    pdf = rule_page(what, PaperOptions(paper))
    (page,) = read(pdf)
    assert not lost(pdf)
    assert_all_in_its_box([page])
    assert min(char["size"] for char in page.chars) >= 8.49
    assert max(left_free(page)) <= LINES * LINE * max(8.5, most_used_size(page))
    printed = plain(" ".join(columns_of(page)))
    for sentence in (text for section in what.sections for text in section.sentences):
        assert plain(sentence) in printed, sentence
    assert any("Follow suit" in section.text for section in what.sections if section.place == "trick")
    assert "A sample hand" in page.text.replace("\n", " ")
    if what.points and not what.has_points_table:
        assert f" {what.points[''].top} " in f" {page.text} "


SMALL = [
    (key, players, paper, landscape)
    for key, players, of in BACKS
    for paper in (("A5", "Half Letter", "Letter") if of == "A4" else ())
    for landscape in (False, True)
]


@pytest.mark.parametrize(
    ("key", "players", "paper", "landscape"),
    SMALL if SOAK else [*Random(3).sample(SMALL, 1), ("murder", 6, "A5", False)],
)
def test_the_rules_have_the_same_words_on_every_paper(key: str, players: int, paper: str, landscape: bool) -> None:
    what = RulePage.of(blank(rulebook.find(key), points_of(rulebook.find(key)), players=players))
    usual = words_of(read(rule_page(what)))
    pages = read(rule_page(what, PaperOptions(paper, landscape=landscape)))
    assert_all_in_its_box(pages)
    assert ["continued" in page.text for page in pages] == [True] * (len(pages) - 1) + [False]
    words = words_of(pages)
    tables = [table for _players, card in what.cards() for table in card.tables]
    heads = {word for table in tables for text in (table.title, table.corner, *table.heads) for word in text.split()}
    heads |= {head for section in what.sections if section.grid for head in section.grid.heads}
    repeated = {*heads, "continued", "points"}  # tables are cut in parts
    assert {*(usual - words), *(words - usual)} <= repeated


def words_of(pages: list[Page]) -> Counter[str]:
    """Return how often each word is printed, without the head and foot that every page repeats."""
    words: Counter[str] = Counter()
    for number, page in enumerate(pages):
        across = [line["top"] for line in page.rules if line["x1"] - line["x0"] > page.size[0] * 0.8]
        top, foot = min(across), page.size[1] - FOOT + 1
        inside = [word["text"] for word in page.words if not number or top < word["top"] < foot]
        words.update(word for word in inside if any(map(str.isalnum, word)))
    return words


def points_of(rules: Rulebook) -> scheme.Scheme | None:
    return scheme.find(rules.scheme) if rules.scheme else None


def left_free(page: Page) -> list[float]:
    """Return the free height at the foot of each column, in points, below its last word or rule."""
    _top, foot = frame(page)
    middle = page.size[0] / 2
    lines = [rule for rule in page.rules if rule["x1"] - rule["x0"] > 1]  # not the one between the columns
    inside = [mark for mark in [*page.words, *lines] if mark["bottom"] < foot - 1]
    return [foot - max(mark["bottom"] for mark in inside if (mark["x1"] < middle) is left) for left in (True, False)]


def most_used_size(page: Page) -> float:
    sizes = [round(float(char["size"]), 2) for char in page.chars]
    return max(set(sizes), key=sizes.count)
