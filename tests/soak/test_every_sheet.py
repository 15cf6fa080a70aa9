"""Tests of every printable blank sheet, measured on the paper."""

from random import Random
from typing import Any

import pytest
from photocopy import lost
from printing.blank_pages import assert_in_margins, columns, dealers, edges, rows, table_foot
from reading_pdf import Page, read

from printables.blank.blank_layout import TABLE_ONLY, BlankOptions
from printables.blank.blank_sheet import blank_sheet
from printables.page.page import PaperOptions
from scorepad.errors import RuleError
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
MEASURED = SHEETS if SOAK else Random(15).sample(SHEETS, 5)
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
    assert not made.scored or "Points:" in words or "no room here" in words


@pytest.mark.parametrize(("key", "wanted", "paper"), WANTED if SOAK else Random(15).sample(WANTED, 4))
def test_a_pen_has_as_much_room_where_more_is_wanted(key: str, wanted: str, paper: str) -> None:
    rules, table_of = rulebook.find(key), {}
    few = rules.min_players if wanted == "any number of players" else None
    if wanted == "an evening of 45 hands":
        table_of["hands"] = 45
    options = BlankOptions(*(wanted in (option, "all of it") for option in ("ghosts", "a grid", "slips")))
    most = min(rules.max_players, 5) if PAPERS[paper].two_up else min(rules.max_players, 7)
    made = table(key, players=max(rules.min_players, most), fewest=few, **table_of)
    words = assert_room(made, paper, options)
    if "no room here" not in words:
        assert ("Money" in words) == options.slips
        assert ("Totals" in words) == options.grid


@pytest.mark.parametrize(("key", "hook", "first"), HOOKED if SOAK else Random(15).sample(HOOKED, 4))
def test_the_hook_stands_beside_the_hands_for_which_this_house_has_it(key: str, hook: object, first: int) -> None:
    rules = rulebook.find(key).with_house({"hook": hook})
    made = blank(rules, scheme.find(rules.scheme) if rules.scheme else None)
    bound = [hand.number for hand in made.hands if hand.hook and hand.fixed_bid is None]
    assert not first if not bound else first in bound and min(bound) >= first
    for page in read(blank_sheet(made, PaperOptions(landscape=True))):
        if "of bids" not in page.text:
            continue
        signs = {
            int(word["top"])
            for word in page.words
            if word["text"] == "\u2260" and edges(page)[-2] < word["x0"] < edges(page)[-1]
        }
        assert len(signs) == sum(int(hand.rstrip("*")) in bound for hand in columns(page)["Hand"])


def table(key: str, **of: Any) -> Blank:
    rules = rulebook.find(key)
    return blank(rules, scheme.find(rules.scheme) if rules.scheme else None, **of)


def assert_room(made: Blank, paper: str, options: BlankOptions = TABLE_ONLY) -> str:
    """Check that nothing overlaps or is cut off, and that the lines survive a photocopy.

    Return the words of the sheet, or those of its refusal.
    """
    try:
        pdf = blank_sheet(made, PAPERS[paper], options=options)
    except RuleError as refusal:
        assert PAPERS[paper].two_up
        return str(refusal)
    pages = read(pdf)
    assert not lost(pdf)
    if not PAPERS[paper].two_up:
        assert_in_margins(pages)
    sheet = half(pages[0]) if PAPERS[paper].two_up else pages[0]
    assert min(char["size"] for char in sheet.chars) >= 7.5 - 0.01
    assert_known(made, sheet)
    return " ".join(page.text for page in pages)


def half(page: Page) -> Page:
    """Return the first sheet of two that share a page."""
    wide, high = page.size
    lies = high > wide
    page.words = [mark for mark in page.words if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    page.chars = [mark for mark in page.chars if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    page.boxes = [mark for mark in page.boxes if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    page.rules = [mark for mark in page.rules if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    page.shades = [mark for mark in page.shades if (mark["bottom"] < high / 2 if lies else mark["x1"] < wide / 2)]
    flat = [mark for mark in page.rules if abs(mark["top"] - mark["bottom"]) < 0.1 and mark["x0"] < 35]
    page.across = sorted({round(mark["top"], 1) for mark in flat})
    return page


def assert_known(made: Blank, page: Page) -> None:
    """Check that each line has one dealer's dot, and that the hook is printed at the hands that it applies to."""
    printed = columns(page)
    counts = [head for head in printed if head[0].isdigit()] if made.several else []
    cards = printed.get(counts[0] if counts else "Cards") or [str(hand.cards) for hand in made.hands]
    assert cards == [str(hand.cards) for hand in made.hands[: len(cards)]]
    if "of bids" in page.text:
        last, foot = edges(page)[-2], table_foot(page)
        beside = [word["text"] for word in page.words if word["x0"] > last and word["bottom"] < foot]
        signs = [text for text in beside if text in ("\u2260", "/")]
        assert signs == ["\u2260" if hand.hook else "/" for hand in made.hands[: len(cards)] if hand.fixed_bid is None]
    if made.several:
        assert dealers(page) == [None] * len(rows(page))
    elif made.game.sheet.rulebook.scorer_deals:
        seats = list(made.names)
        dealt = [mark for mark in dealers(page) if mark is not None]
        assert dealt[: len(cards)] == [seats.index(hand.dealer) for hand in made.hands[: len(cards)]]
        assert len(dealt) >= len(cards) >= min(len(made.hands), 5)
