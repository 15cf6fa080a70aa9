"""Tests of every printable blank sheet, measured on the paper."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from photocopy import lost
from printing.blank_pages import columns, edges, head_line, marks, rows, table_foot
from reading_pdf import Page, assert_all_in_its_box, read

from printables.blank.blank_layout import TABLE_ONLY, BlankOptions
from printables.blank.blank_lines import leading_one_text
from printables.blank.blank_sheet import THIN, blank_sheet
from printables.page.page import BOLD, DEALS, PLAIN, PaperOptions, mm, width
from scorepad.game.report.blank_sheet import Blank, blank
from scorepad.rules import rulebook, scheme
from soak import SOAK

PAPERS = {
    "A4": PaperOptions(), "Letter": PaperOptions("Letter"), "A5": PaperOptions(two_up=True),
    "half Letter": PaperOptions("Letter", two_up=True),
}  # fmt: skip
SHEETS = [
    (key, players, paper)
    for key in rulebook.built_in_keys()
    for players in range(rulebook.find(key).min_players, rulebook.find(key).max_players + 1)
    for paper in PAPERS
    if players <= 5 or "A5" != paper != "half Letter"
]
MEASURED = SHEETS if SOAK else Random(15).sample(SHEETS, 12)
WANTED = [
    (key, wanted, paper)
    for key in rulebook.built_in_keys()
    for wanted in ("a grid", "slips", "ghosts", "all of it", "any number of players", "an evening of 45 hands")
    for paper in PAPERS
    if wanted != "an evening of 45 hands" or rulebook.find(key).ladder.endless
]
HOOKED = [
    (key, hook, first)
    for key in rulebook.built_in_keys()
    if rulebook.find(key).bids_in_turn
    for hook, first in ((False, 0), ({"from_hand": 4}, 4))
]


@pytest.mark.parametrize(("key", "players", "paper"), MEASURED)
def test_a_pen_has_room_in_every_cell_and_who_deals_and_the_hook_are_on_the_front(
    key: str, players: int, paper: str
) -> None:
    made = table(key, players=players)
    words = assert_room(made, paper)
    if not PAPERS[paper].two_up and made.scored:
        assert "Made" in words, "its points"


@pytest.mark.parametrize(("key", "wanted", "paper"), WANTED if SOAK else Random(15).sample(WANTED, 8))
def test_a_pen_has_as_much_room_where_more_is_wanted(key: str, wanted: str, paper: str) -> None:
    rules, table_of = rulebook.find(key), {}
    few = rules.min_players if wanted == "any number of players" else None
    if wanted == "an evening of 45 hands":
        table_of["hands"] = 45
    options = BlankOptions(*(wanted in (option, "all of it") for option in ("ghosts", "a grid", "slips")))
    most = min(rules.max_players, 5) if PAPERS[paper].two_up else min(rules.max_players, 7)
    made = table(key, players=max(rules.min_players, most), fewest=few, **table_of)
    words = assert_room(made, paper, options)
    assert ("Money" in words) == options.slips
    assert ("Totals" in words) == options.grid


@pytest.mark.parametrize(("key", "hook", "first"), HOOKED if SOAK else Random(15).sample(HOOKED, 4))
def test_the_hook_stands_beside_the_hands_for_which_this_house_has_it(key: str, hook: object, first: int) -> None:
    rules = rulebook.find(key).with_house({"hook": hook})
    made = blank(rules, scheme.find(rules.scheme) if rules.scheme else None)
    bound = [hand.number for hand in made.hands if hand.hook and hand.fixed_bid is None]
    assert not first if not bound else first in bound and min(bound) >= first
    for page in read(blank_sheet(made)):
        signs = {int(word["top"]) for word in page.words if word["text"] == "\u2260" and word["x0"] > edges(page)[-2]}
        assert len(signs) == sum(int(hand.rstrip("*")) in bound for hand in columns(page)["Hand"])


def table(key: str, **of: Any) -> Blank:
    rules = rulebook.find(key)
    return blank(rules, scheme.find(rules.scheme) if rules.scheme else None, **of)


def assert_room(made: Blank, paper: str, options: BlankOptions = TABLE_ONLY) -> str:
    """Check that cells are large enough for a pen, and that nothing overlaps, is cut off or is condensed.

    Also check that the lines survive a photocopy. Return the words of the sheet.
    """
    players, full = len(made.names), not PAPERS[paper].two_up
    pdf = blank_sheet(made, PAPERS[paper], options=options)
    pages = read(pdf)
    words = " ".join(page.text for page in pages)
    assert not lost(pdf)
    if full:
        assert_all_in_its_box(pages)
    for number, page in enumerate(pages if full else pages[:1]):
        sheet = page if full else half(page)
        assert min(char["size"] for char in sheet.chars if char["text"] != DEALS) >= 8.5 - 0.01
        assert_labels_as_wide_as_they_are(sheet)
        bid, total, line = cells(sheet, boxed=not leading_one_text(made))
        least = (8.0, 9.5, 6.0) if full and players <= 7 else (6.5, 8.5, 6.0) if full else (6.0, 6.3, 5.0)
        assert bid >= least[0] - 0.1
        assert total >= least[1] - 0.1
        assert line >= least[2] - 0.1
        if not number:
            assert_known(made, sheet)
    return words


def assert_labels_as_wide_as_they_are(page: Page) -> None:
    """Check that no column heading is condensed and that none touches the next."""
    line = head_line(page)
    labels = sorted((word for word in page.words if abs(word["top"] - line) < 1), key=lambda word: word["x0"])
    for word in labels:
        natural = [width(word["text"], 8.5, name) for name in (PLAIN, BOLD)]
        assert word["x1"] - word["x0"] >= min(natural) - 0.3, word["text"]
    for word, other in pairwise(labels):
        assert other["x0"] - word["x1"] >= 0.9, (word["text"], other["text"])


def half(page: Page) -> Page:
    """Return the first sheet of two that share a page."""
    wide, high = page.size
    lies = high > wide
    page.words = [mark for mark in page.words if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    page.chars = [mark for mark in page.chars if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    page.boxes = [mark for mark in page.boxes if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    page.rules = [mark for mark in page.rules if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    flat = [mark for mark in page.rules if abs(mark["top"] - mark["bottom"]) < 0.1 and mark["x0"] < 35]
    page.across = sorted({round(mark["top"], 1) for mark in flat})
    return page


def cells(page: Page, *, boxed: bool) -> tuple[float, float, float]:
    """Return in mm the narrowest bid cell, the narrowest total cell and the lowest line, between the printed lines."""
    columns = edges(page)
    foot = table_foot(page)
    upright = [
        mark["x0"] for mark in page.rules
        if mark["x0"] == mark["x1"] and mark["linewidth"] == THIN and mark["bottom"] < foot + 1
    ]  # fmt: skip
    boxes = [mark for mark in page.boxes if mark["bottom"] < foot]
    sides = [side for mark in boxes for side in (mark["x0"], mark["x1"])] if boxed else upright
    bids, totals = [], []
    for left, right in pairwise(columns):
        inside = sorted(x for x in sides if left + 1 < x < right - 1)
        if inside:
            bids.append(inside[0] - left)
            totals.append(right - inside[-1])
    assert len(bids) in (len(columns) - 1, len(columns) - 2), "in every column but that of the sum"
    return min(bids) / mm, min(totals) / mm, min(lower - upper for upper, lower in rows(page)) / mm


def assert_known(made: Blank, page: Page) -> None:
    """Check that each line has one dealer's dot, and that the hook is printed at the hands that it applies to."""
    printed = columns(page)
    counts = [head for head in printed if head[0].isdigit()] if made.several else []
    cards = printed[counts[0] if counts else "Cards"]
    assert cards == [str(hand.cards) for hand in made.hands[: len(cards)]]
    last, foot = edges(page)[-2], table_foot(page)
    beside = [word["text"] for word in page.words if word["x0"] > last and word["bottom"] < foot]
    signs = [text for text in beside if text in ("\u2260", "/")]
    hooked = ["\u2260" if hand.hook else "/" for hand in made.hands[: len(cards)] if hand.fixed_bid is None]
    assert signs == (hooked if made.game.sheet.rulebook.bidding != "auction" else [])
    if made.several:
        assert marks(page, DEALS) == [None] * len(rows(page))
    elif made.game.sheet.rulebook.scorer_deals:
        seats = list(made.names)
        dealt = [mark for mark in marks(page, DEALS) if mark is not None]
        assert dealt == [seats.index(hand.dealer) for hand in made.hands[: len(dealt)]]
        assert len(dealt) == len(cards) >= min(len(made.hands), 5)
