"""Tests that nothing moves under the thumb: a tap target keeps its place when the page changes."""

import re
from typing import Any, NamedTuple

import pytest
from soak import SOAK

from browser.boxes import Box, boxes, moved
from browser.phone import Phone, Thumb
from scorepad.game.files.game_file import FORMAT, read_game
from scorepad.repository import GameRepository
from scorepad.store import Store

FOOT = "foot foot"

ON_SCREEN = "return [...document.querySelectorAll(arguments[0])].map((one) => one.getBoundingClientRect().toJSON())"
# Shifts that a tap causes are expected: the tap's frame draws it, and the next frame draws the sheet. These frames may
# be late. For later shifts the browser reports whether input caused them.
WATCH_SHIFTS = """
window.shifts = [];
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const drawn = [];
addEventListener("click", async () => {
  const about = { from: unchanged(), to: Infinity };
  drawn.push(about);
  await frame();
  await frame();
  about.to = unchanged();
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


def chips(pad: Phone, field: str) -> dict[str, str]:
    """Return the selector of a player's keys in a field, by the player's name."""
    fields = pad.run("return [...document.querySelectorAll('#entry .seat')].map((one) => one.dataset.field)")
    return {name: f"[name='{field}.{of.split('.')[1]}']" for name, of in zip(pad.bidders, fields, strict=True)}


def bid(pad: Phone, table: Table) -> list[dict[str, float]]:
    """Tap all bids, the last one first as the hook forbids it; return the boxes of the last player's keys."""
    before, bids, keys = boxes(pad), table.bids, chips(pad, "bid")
    *players, last = keys
    for player in players:
        pad.tap_on(f"{keys[player]}[value='{bids[player]}']")
    if table.rulebook == "pagat":
        left = table.cards - sum(bids[player] for player in players)
        pad.tap_on(f"{keys[last]}[value='{left}']")
        assert "Tap again if the table allows it" in pad.words("#hook")
        bids[last] = (left + 1) % (table.cards + 1)
    assert moved(before, boxes(pad)) == []
    shown = [chip for chip in pad.run(ON_SCREEN, "#entry .now .chip") if chip["height"]]
    pad.tap_number(last, bids[last])
    return shown


def write_down_the_outcome(pad: Phone, table: Table) -> list[dict[str, float]]:
    """Tap a contract of the first player and the other players' bids."""
    before, keys, declarer = boxes(pad), chips(pad, "bid"), table.names[0]
    for field, value in {
        "contract.declarer": re.findall(r"\.(\w+)'", keys[declarer])[0], "contract.level": table.cards - 1, "trump": "H"
    }.items():  # fmt: skip
        pad.tap_on(f"[name='{field}'][value='{value}']")
    for player in table.names[1:]:
        pad.tap_on(f"{keys[player]}[value='{table.bids[player]}']")
    assert moved(before, boxes(pad)) == []
    pad.tap(pad.button)
    return []


def make_tricks_even(pad: Phone, table: Table) -> None:
    """Tap on one number next to a bid if the tricks do not add up to the cards."""
    before, tricks = boxes(pad), {player: int(pad.chosen(player) or 0) for player in table.names}
    off = table.cards - sum(tricks.values())
    player = next(name for name in table.names if abs(off) <= 1 and 0 <= tricks[name] + off <= table.cards)
    pad.tap_on(f"{chips(pad, 'taken')[player]}[value='{tricks[player] + off}']")
    assert moved(before, boxes(pad)) == []


@pytest.mark.parametrize("table", TABLES if SOAK else TABLES[1:2], ids=str)
def test_nothing_moves_but_the_fold_of_the_row_that_is_tapped(pad: Phone, store: Store, table: Table) -> None:
    table.open(pad, store)
    opening, seen = boxes(pad), version(pad)
    keys = (write_down_the_outcome if table.rulebook == "murder" else bid)(pad, table)
    assert pad.stage == "tricks", "in the frame of the last tap"
    drawn, (record,) = boxes(pad), pad.run(ON_SCREEN, "#entry .foot .do")
    assert end_of(drawn[FOOT]) == end_of(opening[FOOT])
    assert [key for key in keys if overlap(record, key)] == [], "Record lies where bids were"
    pad.wait_until(lambda: version(pad) != seen)
    assert moved(drawn, boxes(pad)) == [], "when the answer came"
    make_tricks_even(pad, table)
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
    parts = pad.all(".stage, .strip, .sheet-side, .tabs")
    assert [part.value_of_css_property("visibility") for part in parts] == ["visible"] * 4


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


ROWS_WRITTEN = """
window.written = new Set();
new MutationObserver((list) => {
  for (const { target } of list) {
    written.add((target.closest ? target : target.parentElement).closest(".seat")?.ariaLabel);
  }
}).observe(document.getElementById("entry"), { subtree: true, childList: true, attributes: true, characterData: true });
"""


def test_a_bid_writes_nothing_into_rows_that_stay_as_they_are(pad: Phone) -> None:
    """Changed rows would need new styles and layout, which delays every tap."""
    pad.begin(*SHORT[:4])
    pad.bid(2)
    pad.run(ROWS_WRITTEN)
    pad.tap_number("Cat", 1)
    assert set(pad.run("return [...written]")) == {"Cat", "Di", None}, "whose bid it was, who is next, and the foot"


def test_the_head_says_the_same_of_trumps_before_the_answer_comes(pad: Phone) -> None:
    pad.begin("Ann", "Ben", "Cat", rulebook="boerenbridge", ladder="3-1")
    head = pad.words("header .faint")
    assert "trump" not in head, "a game without trumps says nothing of them"
    with pad.offline():
        pad.bid(1, 1, 0)
        assert (pad.stage, pad.words("header .faint")) == ("tricks", head)
        pad.wait_for("#line")
