"""Tests that nothing moves under the thumb: a tap target keeps its place when the page changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from soak import SOAK

from browser.phone import Phone, Thumb
from scorepad.game.files.game_file import FORMAT, read_game
from scorepad.repository import GameRepository
from scorepad.store import Store

Box = list[float]
Boxes = dict[str, Box]
FOOT = "foot foot"

# Rows and chips relative to their page and their list, which may be scrolled; the foot and its contents relative to the
# screen.
BOXES = """
const page = document.querySelector(".stage").getBoundingClientRect(), found = {};
const { scrollTop } = document.querySelector("#entry .rows"), list = { x: page.x, y: page.y - scrollTop };
const note = (name, one, from) => {
  const box = one.getBoundingClientRect();
  found[name] = [box.x - from.x, box.y - from.y, box.width, box.height].map((n) => Math.round(n * 10) / 10);
};
for (const one of document.querySelectorAll("#entry .seat, #entry .quiet-seat, #entry .suits")) {
  note(`row ${one.querySelector(".name").textContent.trim()}`, one, one.closest(".rows") ? list : page);
}
for (const one of document.querySelectorAll("#entry input[type=radio]")) {
  if (!one.checkVisibility()) continue;
  note(`chip ${one.name}=${one.value}`, one.parentElement, one.closest(".rows .seat:not(.now)") ? list : page);
}
for (const one of document.querySelectorAll("#entry .foot, #entry .foot > *")) {
  note(`foot ${one.classList[0]}`, one, { x: 0, y: 0 });
}
return found;
"""
ON_SCREEN = "return [...document.querySelectorAll(arguments[0])].map((one) => one.getBoundingClientRect().toJSON())"
# Shifts that a tap causes are expected: the tap's frame draws it, and the next frame draws the sheet. These frames may
# be late. For later shifts the browser reports whether input caused them.
WATCH_SHIFTS = """
window.shifts = [];
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const drawn = [];
addEventListener("click", async () => {
  const about = { from: performance.now(), to: Infinity };
  drawn.push(about);
  await frame();
  await frame();
  about.to = performance.now();
}, true);
const asked = (one) => one.hadRecentInput || drawn.some(({ from, to }) => from <= one.startTime && one.startTime <= to);
const where = ({ node, previousRect, currentRect }) => [node?.textContent, previousRect, currentRect];
new PerformanceObserver((list) => {
  const unasked = list.getEntries().filter((one) => !asked(one));
  shifts.push(...unasked.map(({ value, sources }) => [value, ...sources.map(where)]));
}).observe({ type: "layout-shift", buffered: true });
"""

SHORT = ("Ann", "Ben", "Cat", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
LONG = tuple(f"{name} Wolkenstein-Trostburg von Ungewitter-Kostomlaty"[:40] for name in SHORT)
assert {len(name) for name in LONG} == {40}, "the longest there may be"


class Table(NamedTuple):
    """The players of a game and the screen of their phone."""

    rulebook: str
    names: tuple[str, ...]
    cards: int
    width: int = 390
    height: int = 844
    text: int = 16

    def __str__(self) -> str:
        names = f"{len(self.names)} of {len(self.names[0])} letters"
        return f"{self.rulebook}, {self.cards} cards, {names}, {self.width}x{self.height}, text of {self.text} px"

    @property
    def bids(self) -> dict[str, int]:
        """Return bids that add up to the cards, unless a hook forbids this."""
        return dict.fromkeys(self.names, 0) | {self.names[0]: self.cards - 1, self.names[-1]: 1}

    def open(self, pad: Phone, store: Store) -> None:
        """Open the second hand of the game, with long totals."""
        behind = [{"adjust": {"player": name, "points": -700 - at}} for at, name in enumerate(self.names)]
        played: dict[str, Any] = {"bids": self.bids, "taken": self.bids, "hook_waived": True}
        if self.rulebook == "murder":
            played |= {"trump": "H", "contract": {"declarer": self.names[0], "level": self.cards - 1}}
        house = {"ladder": f"{self.cards}x9", "pack": 104, "players": "3-10"}
        head = {"format": FORMAT, "rulebook": self.rulebook, "players": [*self.names], "house": house}
        pad.turn(self.width, self.height)
        pad.set_text(self.text)
        pad.open(
            "/games/"
            + GameRepository(store).keep(read_game({**head, "record": [*behind, {"hand": played}]}), by="test")
        )
        pad.wait_for("#entry")
        pad.run(WATCH_SHIFTS)


TABLES = [
    Table("pike", SHORT[:4], 5),
    Table("pike", LONG[:7], 7, 320, 568),
    Table("boerenbridge", LONG[:4], 8),
    Table("boerenbridge", SHORT[:4], 13, 320, 568),
    Table("pagat", LONG[:3], 2),
    Table("pagat", LONG[:5], 3, 360, 640),
    Table("pagat", SHORT, 10),
    Table("pagat", LONG, 10),
    Table("pagat", LONG[:7], 5, 390, 844, 32),
    Table("murder", LONG[:5], 6),
    Table("pike", LONG[:6], 5, 1280, 800),
]


def boxes(pad: Thumb) -> Boxes:
    positions: Boxes = pad.run(BOXES)
    return positions


def moved(before: Boxes, after: Boxes, *but: str) -> list[str]:
    """Return what has moved, except keys of the players in `but`."""
    ids = {f".{player}=" for player in but}
    all_of = {name for name in {**before, **after} if not any(player in name for player in ids)}
    return [
        f"{name}: {before.get(name)} -> {after.get(name)}"
        for name in sorted(all_of)
        if before.get(name) != after.get(name)
    ]


def end_of(box: Box) -> float:
    """Return where it ends on the screen."""
    return round(box[1] + box[3], 1)


def overlap(first: dict[str, float], other: dict[str, float]) -> bool:
    wide = min(first["right"], other["right"]) - max(first["left"], other["left"])
    high = min(first["bottom"], other["bottom"]) - max(first["top"], other["top"])
    return wide > 0 and high > 0


def version(pad: Phone) -> str:
    """Return the server's version that the page shows."""
    return str(pad.run("return document.querySelector('#entry [name=seen]').value"))


class Watched:
    """A phone that checks at each tap that nothing moves."""

    def __init__(self, pad: Phone, table: Table) -> None:
        self.pad, self.table = pad, table
        fields = pad.run("return [...document.querySelectorAll('#entry .seat')].map((one) => one.dataset.field)")
        self.ids = {name: field.split(".")[1] for name, field in zip(pad.bidders, fields, strict=True)}
        self.bid_keys: list[dict[str, float]] = []

    def chip(self, what: str, player: str, number: int) -> str:
        return f"[name='{what}.{self.ids[player]}'][value='{number}']"

    def tap(self, selector: str, player: str = "") -> None:
        """Tap; the dock may get the keys of another player, and nothing else may change."""
        self.pad.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest' })", selector)
        before, turn = boxes(self.pad), self._turn()
        self.pad.tap_on(selector)
        changing = {player, turn, self._turn()} if player else set()
        assert moved(before, boxes(self.pad), *(self.ids[changed] for changed in changing if changed)) == []

    def _turn(self) -> str:
        return next(iter(self.pad.texts("#entry .seat.now .name")), "")

    def bid(self) -> None:
        """Tap all bids, starting with the one that the hook forbids."""
        bids, players = self.table.bids, self.pad.bidders
        last = players[-1]
        left = self.table.cards - sum(bid for player, bid in bids.items() if player != last)
        for player in players[:-1]:
            self.tap(self.chip("bid", player, bids[player]), player)
        if self.table.rulebook == "pagat":
            self.tap(self.chip("bid", last, left), last)
            assert "Tap again if the table allows it" in self.pad.words("#hook")
            bids[last] = (left + 1) % (self.table.cards + 1)
        self._end(lambda: self.pad.tap_number(last, bids[last]))

    def write_down_the_outcome(self) -> None:
        """Tap a contract of the first player and the other players' bids."""
        declarer, level = self.table.names[0], self.table.cards - 1
        outcome = {"contract.declarer": self.ids[declarer], "contract.level": level, "trump": "H"}
        for field, value in outcome.items():
            self.tap(f"[name='{field}'][value='{value}']")
        for player in self.pad.bidders:
            if player != declarer:
                self.tap(self.chip("bid", player, self.table.bids[player]), player)
        self._end(lambda: self.pad.tap(self.pad.button))

    def _end(self, tap: Callable[[], None]) -> None:
        self.bid_keys = [chip for chip in self.pad.run(ON_SCREEN, "#entry .now .chip") if chip["height"]]
        tap()
        assert self.pad.stage == "tricks", "in the frame of the last tap"

    def make_tricks_even(self) -> None:
        """Tap on one number next to a bid if the tricks do not add up to the cards."""
        tricks = {player: int(self.pad.chosen(player) or 0) for player in self.table.names}
        off = self.table.cards - sum(tricks.values())
        player = next(
            name for name in self.table.names if abs(off) <= 1 and 0 <= tricks[name] + off <= self.table.cards
        )
        self.tap(self.chip("taken", player, tricks[player] + off))


@pytest.mark.parametrize("table", TABLES if SOAK else TABLES[1:2], ids=str)
def test_nothing_moves_but_the_fold_of_the_row_that_is_tapped(pad: Phone, store: Store, table: Table) -> None:
    table.open(pad, store)
    phone, opening, seen = Watched(pad, table), boxes(pad), version(pad)
    if table.rulebook == "murder":
        phone.write_down_the_outcome()
    else:
        phone.bid()
    drawn, (record,) = boxes(pad), pad.run(ON_SCREEN, "#entry .foot .do")
    assert end_of(drawn[FOOT]) == end_of(opening[FOOT])
    assert [key for key in phone.bid_keys if overlap(record, key)] == [], "Record lies where bids were"
    pad.wait_until(lambda: version(pad) != seen)
    assert moved(drawn, boxes(pad)) == [], "when the answer came"
    phone.make_tricks_even()
    pad.tap(pad.button)
    assert pad.words("h1") == "Hand 3"
    drawn = boxes(pad)
    assert end_of(drawn[FOOT]) == end_of(opening[FOOT])
    pad.wait_until(lambda: not pad.all("tr.pencil"))
    assert moved(drawn, boxes(pad)) == [], "when the answer came"
    assert pad.run("return shifts") == []


@pytest.mark.parametrize(
    "table",
    [
        Table("pike", SHORT[:4], 5),
        pytest.param(Table("pike", LONG[:6], 5, 1280, 800), marks=pytest.mark.soak),
        Table("murder", LONG[:6], 5, 1280, 800),
    ],
    ids=str,
)
def test_nothing_moves_while_a_page_comes_slowly(pad: Phone, store: Store, table: Table) -> None:
    table.open(pad, store)
    path = pad.path
    pad.turn_away()
    with pad.slowly(40_000):
        pad.open(path)
    pad.run(WATCH_SHIFTS)
    assert pad.run("return shifts") == []
    assert [part.value_of_css_property("visibility") for part in pad.all(".stage, .sheet-side, .tabs")] == [
        "visible"
    ] * 3


def test_in_every_engine_what_is_drawn_at_once_is_what_the_server_then_says(thumb: Thumb) -> None:
    thumb.begin("Ann", "Ben", "Cat", "Di")
    thumb.bid(2, 1, 0, 1)
    thumb.tap_number("Ben", 3)
    thumb.tap(thumb.button)
    assert thumb.words("h1") == "Hand 2", "in the frame of the tap"
    drawn, texts = boxes(thumb), thumb.texts("#entry .seat .who")
    assert [re.sub(r" \d(st|nd|rd|th)\b", "", " ".join(words.split())) for words in texts] == [
        "Cat ✓ +11 11",
        "Di ✓ +10 10",
        "Ann ✓ +11 11",
        "Ben deals ✗ −11 −11",
    ]
    thumb.wait_for("#hand-1:not(.pencil)")
    assert moved(drawn, boxes(thumb)) == []
    answered = [" ".join(words.split()) for words in thumb.texts("#entry .seat .who")]
    assert answered == [  # ranks arrive with the answer, in reserved space
        "Cat ✓ +11 1st 11",
        "Di ✓ +10 3rd 10",
        "Ann ✓ +11 1st 11",
        "Ben deals ✗ −11 4th −11",
    ]
    assert "Ann and Cat lead" in thumb.texts(".saved-hand p")[0]
    thumb.tap_number("Cat", 1)
    assert thumb.words(".saved-hand p").startswith("Hand 1"), "it stays until the bids are saved"


def test_the_head_says_the_same_of_trumps_before_the_answer_comes(pad: Phone) -> None:
    pad.expected = "net::ERR_INTERNET_DISCONNECTED"
    pad.begin("Ann", "Ben", "Cat", rulebook="boerenbridge", ladder="3-1")
    head = pad.words("header .faint")
    assert "trump" not in head, "a game without trumps says nothing of them"
    with pad.offline():
        pad.bid(1, 1, 0)
        assert (pad.stage, pad.words("header .faint")) == ("tricks", head)
        pad.wait_for("#line")
