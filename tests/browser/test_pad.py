"""Tests of Murder's call pad on a phone: number of taps, display, and golden hands of rules.md A1.6.

Python tests cover each auction of the book and each golden hand. `make soak` taps the golden hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from builders import play
from murder import HANDS, Hand, calls_to
from soak import SOAK, only_in_soak

from browser.phone import Phone
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store import Store

if TYPE_CHECKING:
    pass

FIVE = ("Ann", "Ben", "Cat", "Di", "Eve")
SEVEN = (*FIVE, "Bartholomew", "Gus")
# A doubled hand and one without a bid; in the soak test all.
TAPPED = [hand for hand in HANDS if SOAK or hand.title[:3] == "M22"]


def murder(pad: Phone, store: Store, players: str, *record: e.Event, **head: object) -> str:
    """Open a game of Murder on the phone, with the first player bidding first; return its path."""
    game = play("murder", players, **head)
    path = "/games/" + GameRepository(store).keep(Game.replay([*game.events, *record]), by="test")
    pad.open(path)
    return path


@pytest.mark.parametrize("cards", [7, *only_in_soak(3)])
def test_the_pad_of_seven_players_fits_a_phone_without_scrolling(pad: Phone, store: Store, cards: int) -> None:
    murder(pad, store, " ".join(SEVEN), house={"ladder": f"{cards} 6"})
    pad.call("1H", "1C", "1", "double")
    assert pad.run("return scrollY") == 0
    assert pad.out_of_sight(".review li, .contract", foot=True) + pad.out_of_sight(".pad button, .pad .chip") == []


def test_thirteen_cards_fit_too(pad: Phone, store: Store) -> None:
    murder(pad, store, "Ann Ben Cat Di", house={"ladder": "13 12"})
    pad.call("1H")
    assert pad.out_of_sight(".review li, .pad button, .pad .chip") == []


KEYS = """
const keys = [...document.querySelectorAll(".pad .chip, .pad .keys > button, .pad .turn")];
const box = (key) => key.getBoundingClientRect();
const end = Math.max(...keys.map((key) => box(key).bottom)), { top } = box(document.querySelector(".tabs"));
return [keys.map((key) => [box(key).x, box(key).y, box(key).width, box(key).height].map(Math.round).join()), end <= top,
  document.documentElement.scrollHeight <= innerHeight, scrollY];
"""


@pytest.fixture
def reader(pad: Phone) -> Iterator[Phone]:
    """Yield a phone whose language a test may change by the header of its requests."""
    pad.driver.execute_cdp_cmd("Network.enable", {})
    yield pad
    pad.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    pad.driver.execute_cdp_cmd("Network.disable", {})


@pytest.mark.parametrize("language", ["de", *only_in_soak("en", "nl", "fr", "es")])
def test_no_key_moves_during_an_auction_with_and_without_a_message(reader: Phone, store: Store, language: str) -> None:
    reader.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})
    game = murder(reader, store, "Ann Ben WWWWWWWWWWWW Wolkenstein-Trostburg", house={"ladder": "7 6"})
    assert reader.run("return document.documentElement.lang") == language
    reader.expected = "422"
    at_first: dict[tuple[int, int], list[str]] = {}

    def look(state: str) -> None:
        for size in ((320, 640), (390, 664), (390, 844)):
            reader.turn(*size)
            keys, above_tabs, on_one_screen, scrolled = reader.run(KEYS)
            assert keys == at_first.setdefault(size, keys), (size, state)
            assert (above_tabs, on_one_screen, scrolled) == (True, True, 0), (size, state)

    look("nothing said")
    reader.open(f"{game}/hands/1/void")
    reader.run("document.querySelector('[name=void]').click()")
    reader.wait_for(".said button")
    look("dealt again")
    reader.run("const key = document.querySelector('[value=double]'); key.disabled = false; key.click()")
    reader.wait_for("#why-auction")
    look("refused")
    for call in ("2H", "double", "pass"):
        reader.call(call)
        look(call)
    assert reader.element(".pad [value=pass]").text


def test_only_legal_calls_are_enabled(pad: Phone, store: Store) -> None:
    murder(pad, store, "Ann Ben Cat", house={"ladder": "5 4"})

    def enabled() -> list[str | None]:
        return [key.get_attribute("value") for key in pad.all(".pad button[name=call]") if key.is_enabled()]

    assert enabled() == ["pass"], "no suit without a level"
    pad.tap_on(".pad [name=level][value='2']")
    assert enabled() == [*"CDHSN", "pass"]
    pad.tap_on(".pad [data-key=S]")
    pad.wait_for(".pad [name=calls][value='2S']")
    assert enabled() == ["pass", "double", "others pass"]
    pad.tap_on(".pad [name=level][value='1']")
    assert enabled() == ["number", "pass", "double", "others pass"]
    pad.tap_on(".pad [name=level][value='2']")
    assert enabled() == [*"CDHN", "number", "pass", "double", "others pass"]
    assert pad.words(".pad .sum") == "Ben calls\n3 or more, or 2 in another suit"


def test_a_call_is_taken_back_with_one_tap(pad: Phone, store: Store) -> None:
    murder(pad, store, "Ann Ben Cat", house={"ladder": "5 4"})
    pad.call("2S", "double")
    pad.reload()
    assert pad.called == "2S double"
    pad.tap_on(".pad [form=undo]")
    pad.wait_for(".pad [name=calls][value='2S']")
    pad.call("pass", "pass")
    pad.wait_for("[data-stage=tricks]")
    pad.tap_on(".foot [form=undo]")
    pad.wait_for(".pad [name=calls][value='2S pass']")
    pad.tap_on(".pad [form=undo]")
    pad.wait_for(".pad [name=calls][value='2S']")
    pad.tap_on(".pad [value='others pass']")
    pad.wait_for("[data-stage=tricks]")
    pad.tap_on(".foot [form=undo]")
    pad.wait_for(".pad [name=calls][value='2S']")


@pytest.mark.parametrize("hand", TAPPED, ids=lambda hand: hand.title[:3])
def test_a_golden_hand_is_tapped(pad: Phone, store: Store, hand: Hand) -> None:
    names = FIVE[: len(hand.players)]
    before = [e.Adjusted(f"p{at}", seat.before, "before") for at, seat in enumerate(hand.players, 1) if seat.before]
    ladder = f"{hand.cards}" if hand.last else f"{hand.cards} 3"
    murder(pad, store, " ".join(names), *before, house={"ladder": ladder})
    pad.call(*calls_to(hand))
    pad.wait_for("[data-stage=tricks]")
    for name, player in zip(names, hand.players, strict=True):
        if pad.chosen(name) != str(player.taken):
            pad.tap_number(name, player.taken)
    pad.tap(pad.button)
    pad.wait_for("#hand-1")
    after = [str(player.before + player.points).replace("-", "−") for player in hand.players]
    assert pad.totals == dict(zip(names, after, strict=True))


@pytest.mark.soak
def test_a_pad_that_comes_when_a_hand_is_recorded_looks_like_one_opened(pad: Phone, store: Store) -> None:
    murder(pad, store, "Ann Ben Cat", house={"ladder": "5 4"})
    pad.call("1S", "pass", "pass")
    pad.wait_for("[data-stage=tricks]")
    pad.reload()
    pad.tap_number("Ben", 1)
    pad.tap_number("Cat", 3)
    pad.tap(pad.button)
    pad.wait_for(".pad")
    assert pad.run("return scrollY") == 0
    came = [key.size for key in pad.all(".pad .foot > *")]
    pad.reload()
    assert came == [key.size for key in pad.all(".pad .foot > *")]


@pytest.mark.soak
def test_after_a_hand_of_outcome_only_the_pad_stays_open_call_after_call(pad: Phone, store: Store) -> None:
    contract = Contract("p1", 1, None, redoubled=False)
    bids = e.BidsRecorded(3, {"p1": 1, "p2": 0, "p3": 0}, trump="H", contract=contract)
    played = e.TricksRecorded(taken={"p1": 1, "p2": 1, "p3": 1})
    murder(pad, store, "Ann Ben Cat", bids, played, house={"ladder": "3 4 5"})
    pad.tap(next(summary for summary in pad.all("summary") if summary.text == "Call by call"))
    pad.call("1H", "1C", "double", "pass", "redouble", "pass", "pass")
    pad.wait_for("[data-stage=tricks]")


NARROW = [(320, 13), (320, 5), (320, 6), (320, 8), (320, 11), (360, 6), (360, 11), (360, 13)]


@pytest.mark.parametrize(("width", "cards"), NARROW if SOAK else NARROW[:1])
def test_on_a_narrow_phone_levels_are_apart_words_are_whole_and_nothing_sticks_out(
    pad: Phone, store: Store, width: int, cards: int
) -> None:
    pad.turn(width, 640)
    murder(pad, store, "Ann Ben Cat Di", house={"ladder": f"{cards} 4"})
    levels = [chip.rect for chip in pad.all(".levels .chip span")]
    assert len(levels) == cards + 1
    beside = [(level, other) for level, other in pairwise(levels) if level["y"] == other["y"]]
    assert min(other["x"] - level["x"] - level["width"] for level, other in beside) >= 0
    assert min(level["width"] for level in levels) >= 44
    lines = "const word = new Range(); word.selectNodeContents(arguments[0]); return word.getClientRects().length"
    assert pad.run(lines, pad.element(".pad [value=double]")) == 1
    pad.call("2H", "double", "pass", "pass")
    assert pad.run(lines, pad.element(".pad [value=redouble]")) == 1, "in the place of Double"
    pad.call("pass")
    pad.wait_for("[data-stage=tricks]")
    assert pad.run("return document.documentElement.scrollWidth") == width
