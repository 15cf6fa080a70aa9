"""Nothing moves under the thumb: what is tapped in a hand lies where it lay, whatever the page says meanwhile."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from browser.phone import Phone
from scorepad.game.files.game_file import FORMAT, read_game
from scorepad.repository import GameRepository
from scorepad.store import Store

Box = list[float]
Boxes = dict[str, Box]

# Rows and chips within their page, which may be scrolled; the foot and what is in it on the screen.
BOXES = """
const page = document.querySelector(".stage").getBoundingClientRect(), found = {};
const note = (name, one, from) => {
  const box = one.getBoundingClientRect();
  found[name] = [box.x - from.x, box.y - from.y, box.width, box.height].map((n) => Math.round(n * 10) / 10);
};
for (const one of document.querySelectorAll("#entry .seat, #entry .quiet-seat, #entry .suits")) {
  note(`row ${one.querySelector(".name").textContent.trim()}`, one, page);
}
for (const one of document.querySelectorAll("#entry input[type=radio]")) {
  if (one.checkVisibility()) note(`chip ${one.name}=${one.value}`, one.parentElement, page);
}
for (const one of document.querySelectorAll("#entry .foot, #entry .foot > *")) note(`foot ${one.classList[0]}`, one, { x: 0, y: 0 });
return found;
"""
ON_SCREEN = "return [...document.querySelectorAll(arguments[0])].map((one) => one.getBoundingClientRect().toJSON())"
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    shifts.push([value, hadRecentInput, sources.map(({ node, previousRect: a, currentRect: b }) => `${(node?.outerHTML ?? node?.data)?.slice(0, 60)} ${[a.x, a.y]} -> ${[b.x, b.y]}`)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""

SHORT = ("Ann", "Ben", "Cat", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
LONG = tuple(f"{name} Wolkenstein-Trostburg von Ungewitter-Kostomlaty"[:40] for name in SHORT)
assert {len(name) for name in LONG} == {40}, "the longest there may be"


class Table(NamedTuple):
    """Whom a game is played by, on which phone."""

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
        """They add up to the cards, where no hook forbids it."""
        return dict.fromkeys(self.names, 0) | {self.names[0]: self.cards - 1, self.names[-1]: 1}

    def open(self, pad: Phone, store: Store) -> None:
        """Their second hand; the totals are long."""
        behind = [{"adjust": {"player": name, "points": -700 - at}} for at, name in enumerate(self.names)]
        played: dict[str, Any] = {"bids": self.bids, "taken": self.bids, "hook_waived": True}
        if self.rulebook == "murder":
            played |= {"trump": "H", "contract": {"declarer": self.names[0], "level": self.cards - 1}}
        house = {"ladder": f"{self.cards}x9", "pack": 104}
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


def boxes(pad: Phone) -> Boxes:
    found: Boxes = pad.run(BOXES)
    return found


def moved(before: Boxes, after: Boxes, *but: str) -> list[str]:
    """What lies elsewhere now; nothing is looked at that is about one of these players."""
    ids = {f".{one}=" for one in but} | {f"row {one}" for one in but}
    all_of = {name for name in {**before, **after} if not any(one in name for one in ids)}
    return [
        f"{name}: {before.get(name)} -> {after.get(name)}"
        for name in sorted(all_of)
        if before.get(name) != after.get(name)
    ]


def foot(found: Boxes) -> Box:
    return found["foot foot"]


def over(one: dict[str, float], other: dict[str, float]) -> bool:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > 0 and high > 0


class Still:
    """A phone on which every tap is watched."""

    def __init__(self, pad: Phone) -> None:
        self.pad = pad
        self.tight = "tight" in (pad.one("#entry").get_attribute("class") or "")
        self.ids = dict(zip(pad.texts("#entry .seat .name"), self._fields(), strict=True))

    def _fields(self) -> list[str]:
        fields: list[str] = self.pad.run(
            "return [...document.querySelectorAll('.seat')].map((one) => one.dataset.field)"
        )
        return [field.split(".")[1] for field in fields]

    def tap(self, selector: str, player: str = "") -> None:
        """In a folded form the row of the player folds, and the next one opens."""
        self.pad.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest' })", selector)
        before, turn = boxes(self.pad), self.turn()
        self.pad.tap_on(selector)
        changing = {player, turn, self.turn()} if self.tight and player else set()
        but = [words for one in changing if one for words in (one, self.ids[one])]
        assert moved(before, boxes(self.pad), *but) == []

    def turn(self) -> str:
        return next(iter(self.pad.texts(".seat.now .name")), "")


def chip(what: str, player: str, number: int) -> str:
    return f"[name='{what}.{player}'][value='{number}']"


def version(pad: Phone) -> str:
    """The one of the server that stands there, with what it has not got yet drawn on it."""
    return str(pad.run("return document.querySelector('#entry [name=seen]').value"))


def still_last(pad: Phone) -> str:
    return pad.bidders[-1]


def left_for(table: Table, last: str) -> int:
    """What the last bidder may not say."""
    return table.cards - sum(bid for player, bid in table.bids.items() if player != last)


def in_sight(chips: list[dict[str, float]], foot: Box) -> list[dict[str, float]]:
    """Those of which something can be seen above the foot."""
    return [one for one in chips if one["height"] and one["top"] < foot[1]]


def tricks(table: Table, pad: Phone, still: Still) -> list[tuple[str, int]]:
    """Taps on numbers beside the bids, after which they add up."""
    said = {player: int(pad.chosen(player) or 0) for player in table.names}
    off = table.cards - sum(said.values())
    one = next(player for player in table.names if 0 <= said[player] + off <= table.cards and abs(off) <= 1)
    return [(one, said[one] + off)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_nothing_moves_but_the_fold_of_the_row_that_is_tapped(pad: Phone, store: Store, table: Table) -> None:
    table.open(pad, store)
    still = Still(pad)
    first, *others = table.names
    opening, seen = boxes(pad), version(pad)
    if table.rulebook == "murder":
        for field, value in (
            ("contract.declarer", still.ids[first]),
            ("contract.level", table.cards - 1),
            ("trump", "H"),
        ):
            still.tap(f"[name='{field}'][value='{value}']")
    hooked = table.rulebook == "pagat" and still_last(pad)
    for player in [one for one in pad.bidders if table.rulebook != "murder" or one != first]:
        number = table.bids[player]
        if player == hooked:
            still.tap(chip("bid", still.ids[player], left_for(table, player)), player)
            assert "tap again" in pad.words("#hook")
            number = (left_for(table, player) + 1) % (table.cards + 1)
        chips, do = pad.run(ON_SCREEN, "#entry .chip"), pad.run(ON_SCREEN, "#entry .foot .do")
        if player == pad.bidders[-1] and table.rulebook != "murder":
            pad.tap_number(player, number)
        else:
            still.tap(chip("bid", still.ids[player], number), player)
    if table.rulebook == "murder":
        chips, do = pad.run(ON_SCREEN, "#entry .chip"), pad.run(ON_SCREEN, "#entry .foot .do")
        pad.tap(pad.button)
    assert pad.stage == "tricks", "in the frame of the last tap"
    at_tricks = boxes(pad)
    assert foot(at_tricks) == foot(opening)
    (record,) = pad.run(ON_SCREEN, "#entry .foot .do")
    assert not [one for one in [*do, *in_sight(chips, foot(opening))] if over(record, one)]
    pad.wait_until(lambda: version(pad) != seen)
    assert moved(at_tricks, boxes(pad)) == []
    for player, taken in tricks(table, pad, still):
        still.tap(chip("taken", still.ids[player], taken))
    assert not pad.button.get_attribute("class") == "do quiet", pad.button.text
    pad.tap(pad.button)
    assert pad.words("h1") == "Hand 3"
    drawn = boxes(pad)
    assert foot(drawn) == foot(opening)
    pad.wait_until(lambda: not pad.all("tr.pencil"))
    assert moved(drawn, boxes(pad)) == []
    assert [shift for shift in pad.run("return shifts") if not shift[1]] == [], "moved without a tap"
