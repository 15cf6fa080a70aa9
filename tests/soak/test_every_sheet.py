"""Every blank sheet that can be printed: each is measured as it lies on the paper, with a ruler as it were."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from photocopy import lost
from printing.test_blank_sheet import columns, edges, marks, rows
from reading_pdf import Page, assert_all_in_its_box, read

from printables.blank_lines import DEALS, one_printed
from printables.blank_sheet import THIN, blank_sheet
from printables.page import PaperOptions, mm
from scorepad.game.report.blank import Blank, blank
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


@pytest.mark.parametrize(("key", "players", "paper"), MEASURED)
def test_a_pen_has_room_in_every_cell_and_who_deals_and_the_hook_are_on_the_front(
    key: str, players: int, paper: str
) -> None:
    rules = rulebook.find(key)
    made = blank(rules, scheme.find(rules.scheme) if rules.scheme else None, players=players)
    pdf = blank_sheet(made, PAPERS[paper])
    pages = read(pdf)
    assert not lost(pdf)
    full = not PAPERS[paper].two_up
    if full:
        assert_all_in_its_box(pages)
    for number, page in enumerate(pages if full else pages[:1]):
        sheet = page if full else half(page)
        assert min(char["size"] for char in sheet.chars if char["text"] != DEALS) >= 7.9
        bid, total, line = cells(sheet, boxed=not one_printed(made))
        least = (8.0, 9.5, 6.0) if full and players <= 7 else (6.5, 8.5, 6.0) if full else (6.0, 7.0, 5.0)
        assert bid >= least[0] - 0.1
        assert total >= least[1] - 0.1
        assert line >= least[2] - 0.1
        if not number:
            assert_known(made, sheet)


def half(page: Page) -> Page:
    """The first sheet of two that share a page."""
    wide, high = page.size
    lies = high > wide
    page.words = [one for one in page.words if (one["bottom"] < high / 2 if lies else one["x1"] < wide / 2)]
    page.chars = [one for one in page.chars if (one["bottom"] < high / 2 if lies else one["x1"] < wide / 2)]
    page.boxes = [one for one in page.boxes if (one["bottom"] < high / 2 if lies else one["x1"] < wide / 2)]
    page.rules = [one for one in page.rules if (one["bottom"] < high / 2 if lies else one["x1"] < wide / 2)]
    flat = [one for one in page.rules if abs(one["top"] - one["bottom"]) < 0.1 and one["x0"] < 35]
    page.across = sorted({round(one["top"], 1) for one in flat})
    return page


def cells(page: Page, *, boxed: bool) -> tuple[float, float, float]:
    """The narrowest bid and running total and the lowest line, in mm, between what is ruled and printed."""
    columns = edges(page)
    upright = [one["x0"] for one in page.rules if one["x0"] == one["x1"] and one["linewidth"] == THIN]
    sides = [side for one in page.boxes for side in (one["x0"], one["x1"])] if boxed else upright
    bids, totals = [], []
    for left, right in pairwise(columns):
        inside = sorted(x for x in sides if left + 1 < x < right - 1)
        if inside:
            bids.append(inside[0] - left)
            totals.append(right - inside[-1])
    assert len(bids) in (len(columns) - 1, len(columns) - 2), "in every column but that of the sum"
    return min(bids) / mm, min(totals) / mm, min(lower - upper for upper, lower in rows(page)) / mm


def assert_known(made: Blank, page: Page) -> None:
    """Who deals has a dot in every line, once; the hook stands beside the hands for which it binds."""
    cards = columns(page)["Cards"]
    assert cards == [str(hand.cards) for hand in made.hands[: len(cards)]]
    assert ("\u2260" in page.text) == any(hand.hook for hand in made.hands)
    if made.game.sheet.rulebook.scorer_deals:
        seats = list(made.names)
        dealt = [one for one in marks(page, DEALS) if one is not None]
        assert dealt == [seats.index(hand.dealer) for hand in made.hands[: len(dealt)]]
        assert len(dealt) >= min(len(made.hands), 7)


def test_a_narrower_sheet_would_be_noticed() -> None:
    made = blank(rulebook.find("pike"), scheme.find("pike"), players=7)
    (page,) = read(blank_sheet(made, PaperOptions(landscape=False)))
    bid, total, _line = cells(page, boxed=True)
    assert min(bid / 8, total / 9.5) < 1
