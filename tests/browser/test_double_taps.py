"""Tests of double taps: the second tap has no effect on keys that have moved under the finger.

`make soak` plays six whole games with different keys 150 ms apart and hundreds of double taps.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from builders import on, play
from selenium.webdriver.remote.webelement import WebElement
from soak import SOAK, often, only_in_soak

from browser.boxes import boxes, moved
from browser.phone import Phone, Thumb
from browser.touch import APART, Screen
from scorepad.game.decide import hands
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.events import BidsRecorded, Contract
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store import Store

SEVEN = "Ann Ben Cat Di Eve Flo Gus"
FAST = 150  # ms between taps on different keys
SURE = {"name": "Sure", "marks": {"sure": "yes or no"}, "points": [{"when": "made", "give": "10 + bid"}, {"give": "0"}]}


def open_table(thumb: Thumb, game: Game) -> Screen:
    thumb.show(game)
    thumb.wait_for("#sum:not(:empty), .pad :disabled")
    return Screen(thumb)


def chosen(thumb: Thumb) -> list[str | None]:
    return [thumb.chosen(name) for name in thumb.bidders]


def test_a_double_tap_on_the_keys_of_all_players_counts_for_one(thumb: Thumb) -> None:
    screen = open_table(thumb, play("boerenbridge", SEVEN, house={"ladder": "7 6"}))
    first, second, *others, last = thumb.bidders
    screen.double_tap(screen.number(first, 4), 80)
    assert chosen(thumb) == ["4"] + [None] * 6
    screen.double_tap(screen.number(second, 4), 240)
    assert chosen(thumb) == ["4"] * 2 + [None] * 5
    for player in others:
        thumb.run("arguments[0].click()", screen.number(player, 4))
    screen.double_tap(screen.number(last, 4), 160)
    assert (thumb.stage, chosen(thumb)) == ("tricks", ["4"] * 7)
    screen.double_tap(thumb.seat(second).find_element("css selector", ".open"), 120)
    screen.double_tap(screen.number(second, 1), 120)
    assert chosen(thumb) == ["4", "1"] + ["4"] * 5


FLASHES = """
window.flashed = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (frames.opacity) flashed.push([this.textContent.trim(), ...frames.opacity]);
  if (how.pseudoElement) flashed.push([getComputedStyle(this, "::after").content]);
  return animate.call(this, frames, how);
};
"""


@pytest.mark.parametrize(("still", "opacity"), [(False, [0.2, 1]), *([(True, [0.2, 0.2])] if SOAK else [])])
def test_a_dropped_tap_makes_its_key_flash(pad: Phone, still: bool, opacity: list[float]) -> None:
    pad.go_dark(False, still=still)
    screen = open_table(pad, play("boerenbridge", "Ann Ben Cat Di", house={"ladder": "7 6"}))
    pad.run(FLASHES)
    screen.tap(*[screen.number(pad.bidders[0], bid) for bid in (2, 1)], period=150)
    assert pad.run("return flashed") == []
    screen.double_tap(screen.number(pad.on_turn, 5), 250)
    assert pad.run("return flashed") == [["5", *opacity]]


def test_only_a_dropped_save_says_tap_again_and_no_key_moves(pad: Phone) -> None:
    screen = open_table(pad, play("boerenbridge", "Ann Ben Cat Di", house={"ladder": "4 3"}))
    pad.run(FLASHES)
    screen.tap(*[screen.number(pad.bidders[0], 1)] * 3)
    screen.tap(screen.number(pad.on_turn, 1), period=400)
    before = boxes(pad)
    screen.tap(pad.button, period=100)
    assert pad.run("return flashed") == [["Save hand 1", 0.2, 1], ['"Tap again"']]
    assert moved(before, boxes(pad)) == []
    screen.wait(700)
    screen.double_tap(pad.button, 150)
    assert pad.words("h1") == "Hand 2"
    assert pad.run("return flashed").count(['"Tap again"']) == 1, "the second tap of a double tap asks for no third"


def test_a_double_tap_counts_once_on_an_open_pad_with_trumps_and_marks(thumb: Thumb) -> None:
    screen = open_table(thumb, play("pagat", "Ann Ben Cat", scheme=SURE, house={"ladder": "5 4"}))
    screen.double_tap(thumb.element(".suits .chip:has([value=H])"), 80)
    for player, bid in (("Ben", 2), ("Cat", 1), ("Ann", 0)):
        screen.double_tap(screen.number(player, bid), 160)
        screen.double_tap(thumb.seat(player).find_element("css selector", "label.check"), 120)
    assert chosen(thumb) == ["2", "1", "0"]
    assert len(thumb.all(".seat label.check :checked")) == 3
    screen.double_tap(thumb.button, 200)
    assert (thumb.stage, chosen(thumb)) == ("tricks", ["2", "1", "0"])
    assert len(thumb.all(".seat label.check :checked")) == 3
    screen.double_tap(thumb.element("[form=undo]"), 120)
    thumb.wait_for("[data-stage=bids]")
    assert chosen(thumb) == ["2", "1", "0"]


def test_a_double_tap_calls_for_one_player(thumb: Thumb) -> None:
    screen = open_table(thumb, play("murder", "Ann Ben Cat", house={"ladder": "5 4"}))

    def called(calls: str) -> Callable[[], object]:
        return lambda: thumb.wait_until(lambda: thumb.called == calls)

    screen.double_tap(thumb.element(".levels .chip:has([value='2'])"), 160)
    screen.double_tap(thumb.element(".pad [data-key=H]"), 160, called("2H"))
    screen.double_tap(thumb.element(".pad [value=pass]"), 240, called("2H pass"))
    screen.wait(1000)
    screen.double_tap(thumb.element(".pad [value=double]"), 80, called("2H pass double"))
    assert thumb.called == "2H pass double"


# Counts the touches on keys, and those that the page accepted. A busy machine may send two touches closer together.
LISTEN = """
[window.touched, window.accepted, window.met, window.before] = [0, 0, false, -Infinity];
addEventListener("pointerdown", ({ target, timeStamp }) => {
  window.touched += window.met = timeStamp - before >= 399 && Boolean(target.closest("label, button"));
  window.before = timeStamp;
}, true);
document.addEventListener("click", () => {
  window.accepted += window.met;
  window.met = false;
});
"""


@pytest.mark.parametrize("press", [0, *only_in_soak(150)])
def test_a_tap_every_400_ms_in_the_same_place_always_counts(pad: Phone, press: int) -> None:
    screen = open_table(pad, play("boerenbridge", SEVEN, house={"ladder": "7 6"}))
    pad.run(LISTEN)
    screen.tap(*[screen.number(pad.bidders[0], 4)] * 6, press=press)
    touched, accepted = pad.run("return [window.touched, window.accepted]")
    assert touched > 2
    assert accepted == touched


def test_two_thumbs_may_tap_on_keys_that_stay_where_they_are(pad: Phone) -> None:
    screen = open_table(pad, play("boerenbridge", "Ann Ben Cat Di", house={"ladder": "5 4"}))
    screen.tap(*[screen.number("Ben", bid) for bid in (2, 1, 4, 5)], period=150)
    assert (pad.stage, chosen(pad)) == ("tricks", ["2", "1", "4", "5"])
    screen.wait(700)
    screen.tap(*(screen.number(player, tricks) for player, tricks in (("Ben", 1), ("Cat", 2), ("Di", 3))), period=150)
    assert chosen(pad)[:3] == ["1", "2", "3"]


def test_just_after_the_last_bid_no_trick_counts_and_save_looks_disabled_until_it_accepts_a_tap(thumb: Thumb) -> None:
    screen = open_table(thumb, play("boerenbridge", "Ann Ben Cat Di", house={"ladder": "5 4"}))
    opacity = "return getComputedStyle(document.querySelector('.foot .do')).opacity"
    first, *others, last = thumb.bidders
    for player, bid in [(first, 2), *((player, 1) for player in others)]:
        screen.tap(screen.number(player, bid))
    screen.tap(screen.number(last, 1), period=75)
    assert (thumb.stage, thumb.run(opacity)) == ("tricks", "0.5")
    screen.tap(*[screen.number(first, tricks) for tricks in (1, 3, 2, 1)], period=75)
    assert chosen(thumb) == ["2", "1", "1", "1"]
    screen.wait(275)
    screen.tap(thumb.button, period=100)
    assert thumb.words("h1") == "Hand 1"
    thumb.wait_until(lambda: thumb.run(opacity) == "1")
    screen.tap(thumb.button)
    thumb.wait_for("#hand-1")


def test_a_double_tap_on_a_known_name_seats_one_player(pad: Phone) -> None:
    open_table(pad, play("pike", "Ann Ben Cat Di"))
    pad.open("/games/new?rulebook=pike")
    screen = Screen(pad)
    screen.double_tap(pad.element("fieldset button"), 120)
    names = [pad.run("return document.querySelector(arguments[0]).value", f"[name='players.{at}']") for at in (0, 1)]
    assert names[0]
    assert not names[1]


def test_a_double_tap_on_another_page_reaches_nothing_of_the_hand(pad: Phone) -> None:
    bids = BidsRecorded(5, {"p1": 2, "p2": 0, "p3": 0, "p4": 0}, "H", contract=Contract("p1", 2, None, redoubled=False))
    open_table(pad, Game.replay([*play("murder", "Ann Ben Cat Di", house={"ladder": "5 4"}).events, bids]))
    pad.open(str(pad.element("#menu [href$='/void']").get_attribute("href")))
    screen = Screen(pad)
    screen.double_tap(pad.element("[value=p3][name=wrong_count]"), 120)
    assert pad.element("[value=p3]").is_selected()
    screen.double_tap(pad.element("button[value=misdeal]"), 160)
    pad.wait_for("tr.void")
    assert len(pad.all("tr.void")) == 1
    assert pad.called == ""


# --- whole games --------------------------------------------------------------------------------------


@dataclass
class Evening:
    """A game on a phone, with the same hands played in Python next to it.

    Of 10 taps 6 are double taps. The others follow each other after 150 ms on different keys that stay where they are.
    """

    screen: Screen
    intended: Game
    luck: Random
    double_taps: int = 0
    fast_taps: int = 0

    @property
    def phone(self) -> Thumb:
        return self.screen.thumb

    def tap(self, target: WebElement, *, soon: bool = False) -> None:
        """Tap on it; with `soon` the next tap is on another key."""
        if self.luck.randrange(10) < 6:
            self.double_taps += 1
            pause = self.luck.choice((0, 0.1))  # seconds in which the server may answer the first tap
            self.screen.double_tap(target, self.luck.randint(80, 290), lambda: time.sleep(pause))
        elif soon:
            self.fast_taps += 1
            self.screen.tap(target, period=FAST)
        else:
            self.screen.tap(target)

    def tap_on(self, selector: str, *, soon: bool = False) -> None:
        self.tap(self.phone.element(selector), soon=soon)

    def play_hand(self) -> None:
        opened, names = hands.open_hand(self.intended), self.intended.names
        tricks = [self.luck.choice([*names.values()]) for _trick in range(opened.cards)]
        hand: dict[str, Any] = {"taken": {name: tricks.count(name) for name in names.values()}}
        if self.intended.sheet.rulebook.bidding == "auction":
            hand["auction"] = self.call()
        else:
            hand |= self.bid([names[player] for player in opened.bidders], opened.cards)
        self.phone.wait_for("[data-stage=tricks]")
        self.screen.wait(700)
        for again in (False, True):
            for name in self.phone.bidders:
                self.take(name, hand["taken"][name], soon=not again)
            self.screen.wait(APART)
        assert {name: self.phone.chosen(name) for name in names.values()} == {
            name: str(taken) for name, taken in hand["taken"].items()
        }
        self.intended = on(self.intended, {"hand": hand})
        self.tap_on(".foot .do")
        self.phone.wait_for(f"#hand-{opened.number}:not(.pencil)")

    def bid(self, bidders: list[str], cards: int) -> dict[str, Any]:
        hand: dict[str, Any] = {}
        if self.phone.all("#entry .suits"):
            hand["trump"] = self.luck.choice("CDHS")
            self.tap_on(f".suits .chip:has([value={hand['trump']}])")
        bids = dict.fromkeys(bidders, 0)
        while sum(bids.values()) in (0, cards):  # with a hook the bids must not add up to the number of tricks
            bids = {name: self.luck.randint(0, min(cards, 5)) for name in bidders}
        for name, follower in pairwise([*bidders, ""]):
            self.tap(self.screen.number(name, bids[name]), soon=bids[name] != bids.get(follower, bids[name]))
        if self.phone.stage == "bids":
            self.tap_on(".foot .do")
        return {**hand, "bids": bids}

    def call(self) -> list[str]:
        auction = hands.auction(self.intended)
        while not auction.over:
            legal = auction.legal()
            call = self.luck.choice([*legal, *["pass"] * len(legal)])
            auction = auction.after(call)
            if call[0].isdigit():
                self.tap_on(f".pad .levels .chip:has([value='{call.rstrip('CDHSN')}'])", soon=True)
                self.tap_on(f".pad [data-key='{call[-1] if call[-1] in 'CDHSN' else '#'}']")
            else:
                self.tap_on(f".pad button[value={call}]")
            self.wait_until_called(None if auction.over else " ".join(auction.calls))
        return [*auction.calls]

    def wait_until_called(self, calls: str | None) -> None:
        self.phone.wait_until(lambda: self.phone.called == calls)
        self.screen.wait(400)  # the pad has changed, so the scorer looks first

    def take(self, name: str, tricks: int, *, soon: bool) -> None:
        """Tap these tricks, unless they are chosen, or, `soon`, unless their key is not in sight."""
        if self.phone.chosen(name) == str(tricks):
            return
        if not self.screen.number(name, tricks).is_displayed():
            if soon:
                return
            self.tap(self.phone.seat(name).find_element("css selector", ".open"))
        self.tap(self.screen.number(name, tricks), soon=soon)


NIGHTS = {"ohell": ("7-1-7", "3 2"), "murder": ("3-6 5-3", "2"), "boerenbridge": ("8-1-7", "3 2")}
"""The cards of an evening, in `make soak` and in `make test`."""
SCREENS = [(320, 640), (390, 844)]


@pytest.mark.parametrize("rulebook", ["boerenbridge", *only_in_soak("murder", "ohell")])
@pytest.mark.parametrize("size", [SCREENS[0], *only_in_soak((SCREENS[1],))], ids=str)
def test_an_evening_of_fast_taps_and_double_taps_records_what_was_meant(
    pad: Phone, store: Store, rulebook: str, size: tuple[int, int]
) -> None:
    game = play(rulebook, "Ann Ben Cat Di Eve", house={"ladder": NIGHTS[rulebook][not SOAK]})
    pad.turn(*size)
    played = Evening(open_table(pad, game), game, Random(43))
    for _hand in range(often(2, 15)):
        if not played.intended.sheet.finished:
            played.play_hand()
    stored = GameRepository(store).load(pad.path.removeprefix("/games/")).game
    assert sheet_json(stored)["rows"] == sheet_json(played.intended)["rows"]
    assert played.double_taps >= often(5, 84)
    assert played.fast_taps >= often(1, 10)
