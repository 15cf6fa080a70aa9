"""An evening of each newer game by touches: forecasts and totals are those worked out by hand (rules.md A15, E)."""

from typing import Any, NamedTuple

import pytest
from builders import FOUR, THREE, play
from soak import only_in_soak

from browser.evening import play_hand
from browser.phone import Phone, Thumb


class Hand(NamedTuple):
    """A hand: the totals after it, the bids, the tricks, and what else is tapped; in the order of the players."""

    totals: str
    bids: str
    taken: str
    more: dict[str, str] = {}  # noqa: RUF012  the tuple is never changed


def evening(*totals: str, **of_all: str) -> tuple[Hand, ...]:
    """Return three hands of 1, 2 and 3 cards that end with these totals."""
    bids, taken = ("0 0 0", "1 0 0", "2 1 1"), ("0 1 0", "1 1 0", "2 1 0")
    return tuple(Hand(total, bid, took, of_all) for total, bid, took in zip(totals, bids, taken, strict=True))


def called(first: str, second: str, last: str) -> tuple[Hand, ...]:
    """Return three hands of Estimation; all miss the second, and each time the bids are under."""
    return (
        Hand(first, "0 6 2 3", "0 6 4 3", {"call": "Bob S Ann"}),
        Hand(second, "3 2 5 2", "2 3 4 4", {"call": "Cat H"}),
        Hand(last, "2 3 2 5", "2 3 3 5", {"call": "Di N"}),
    )


EVENINGS: dict[str, tuple[str, tuple[Hand, ...]]] = {
    "plump": ("2 1 10", (
        Hand("11 5 0", "1 0 0", "1 0 1", {"leads": "Ann"}),
        Hand("22 5 5", "1 1 0", "1 0 0", {"leads": "Ann"}),
        Hand("132 10 5", "10 0 1", "10 0 0", {"leads": "Ann"}),
    )),
    "beredskapswhist": ("2 1 10", (
        Hand("11 10 0", "1 0 0", "1 0 1", {"trump": "S", "leads": "Ann"}),
        Hand("22 10 10", "1 1 0", "1 0 0", {"trump": "H", "leads": "Ann"}),
        Hand("42 20 10", "10 0 1", "10 0 0", {"trump": "C"}),
    )),
    "rage": ("3-1", (
        Hand("16 −3 −10", "1 1 1", "1 2 0", {"Ann": "mark.fives 1", "Cat": "mark.fives -1"}),
        Hand("26 9 0", "0 2 0", "0 2 0"),
        Hand("36 15 −5", "0 0 1", "0 1 0", {"Bob": "mark.fives 2"}),
    )),
    "rage_fundex": ("3-1", (
        Hand("16 2 0", "1 1 1", "1 2 0", {"Ann": "mark.fives 1"}),
        Hand("21 14 5", "0 2 0", "0 2 0"),
        Hand("26 10 5", "0 0 1", "0 1 0", {"Bob": "mark.fives -1"}),
    )),
    "rikiki": ("1-3", evening("10 −2 10", "22 −4 20", "36 8 18", trump="S")),
    "chinees_poepen": ("1-3", evening("6 −2 6", "14 −4 12", "24 4 10", trump="D")),
    "stiche_raten": ("1-3", evening("10 1 10", "21 2 20", "33 13 20", trump="H")),
    "nullern": ("1-3", evening("20 1 20", "31 2 40", "43 13 40")),
    "up_and_down": ("1-3", evening("10 0 10", "25 0 20", "45 15 20", trump="C")),
    "judgement": ("3-1", (
        Hand("10 20 −10", "1 2 1", "1 2 0", {"trump": "S"}),
        Hand("20 −5 15", "1 0 0", "1 1 0", {"trump": "H"}),
        Hand("45 5 5", "0 1 1", "0 1 0", {"trump": "C"}),
    )),
    "estimation_federation": ("13x3", called("23 29 −22 16", "22 28 −33 14", "37 44 −44 42")),
    "estimation_bola": ("13x3", called("33 29 −12 16", "33 29 −12 16", "63 61 −34 72")),
    "estimation_calculator": ("13x3", called("30 26 −32 13", "30 26 −32 13", "42 39 −53 38")),
}  # fmt: skip
"""By rulebook: the hand sizes of this table and the hands."""


@pytest.mark.soak
@pytest.mark.parametrize("key", EVENINGS)
def test_an_evening_is_tapped_and_the_phone_forecasts_every_total(pad: Phone, key: str) -> None:
    ladder, (first, second, last) = EVENINGS[key]
    four = len(first.bids.split()) == 4
    pad.show(play(key, FOUR if four else THREE, house={"ladder": ladder}))
    pad.wait_for("#entry")
    _play(pad, first)
    with pad.offline():
        _play(pad, second)
    pad.wait_for("#hand-2:not(.pencil)")
    _play(pad, last)
    pad.wait_for("#hand-3:not(.pencil)")


RULED = """
const style = (one) => getComputedStyle(document.querySelector(one)), leads = style(".sheet .ahead");
return [style(".sheet .missed sup").textDecorationLine, leads.textDecorationLine, leads.textDecorationStyle];
"""


@pytest.mark.parametrize("thumb", ["chromium", *only_in_soak("firefox", "webkit")], indirect=True)
def test_boerenbridge_ends_when_somebody_stands_at_exactly_100(thumb: Thumb) -> None:
    before = [{"adjust": {"player": name, "points": points}} for name, points in (("Ann", 77), ("Bob", 93))]
    thumb.show(play("boerenbridge", FOUR, *before))
    thumb.wait_for("#sum:not(:empty)")
    for player, bid in (("Ann", 3), ("Cat", 2), ("Di", 0)):
        thumb.tap_number(player, bid)
    thumb.wait_for("[data-stage=tricks]")
    thumb.tap_number("Di", 1)
    thumb.tap_number("Bob", 7)
    thumb.tap(thumb.button)
    thumb.wait_for("#hand-1")
    assert thumb.totals == {"Ann": "90", "Bob": "100", "Cat": "12", "Di": "1"}  # rules.md A13: 93 and 7 tricks
    assert "Bob wins" in thumb.words("main")
    if isinstance(thumb, Phone):
        thumb.wait_for(".sheet .ahead")
        assert thumb.run(RULED) == ["line-through", "underline", "double"], "what is missed, and who leads"


def _play(pad: Phone, hand: Hand) -> None:
    more: Any = hand.more
    play_hand(pad, hand.totals, hand.bids, hand.taken, **more)
