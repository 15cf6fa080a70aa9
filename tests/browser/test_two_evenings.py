"""Tests of a game in each of two groups, with viewers, on a host behind nginx whose workers are killed repeatedly.

Both sheets are complete, and neither group sees the other. Each engine plays each role once.
"""

import contextlib
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock

import pytest
from builders import Entry, on, play, totals
from killing import killing
from proxies import Behind, behind
from scorekeeper import Scorekeeper
from selenium.webdriver.remote.webdriver import WebDriver

from browser.away import WRITTEN
from browser.phone import Thumb, thumb_on
from scorepad.game.decide import hands
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store.groups import open_groups

pytestmark = [pytest.mark.soak, pytest.mark.skipif(sys.platform != "linux", reason="finds the workers by /proc")]

PLACES = [("chromium", "firefox", "webkit"), ("firefox", "webkit", "chromium"), ("webkit", "chromium", "firefox")]
"""The engines that score Murder, score Pike, and view both."""

MURDER, PIKE = "3-7 6-3", "1-10-1"


@dataclass
class Table:
    """A group with a running game; the attribute `beside` is the expected game, played in this process."""

    name: str
    rulebook: str
    ladder: str
    players: tuple[str, ...]
    owner: Scorekeeper
    luck: Random
    root: str = field(init=False)
    path: str = field(init=False)
    links: dict[str, str] = field(init=False)
    beside: Game = field(init=False)

    def begin(self) -> None:
        """Begin the group and the game as the owner, on the host's pages."""
        self.owner.visit("/")
        self.owner.send("/begin", name=self.name)
        self.root = self.owner.page.path.removesuffix("/owners/welcome")
        self.owner.visit(f"{self.root}/games/new?rulebook={self.rulebook}")
        seats = {f"players__{at}": name for at, name in enumerate(self.players)}
        self.path = self.owner.send("/games", "Start", **seats, ladder=self.ladder).path
        shown = self.owner.visit(f"{self.path}/share").text
        self.links = dict(zip(("look", "score"), re.findall(r"https://\S+/enter\?key=\S+", shown), strict=True))
        self.beside = play(self.rulebook, " ".join(self.players), house={"ladder": self.ladder})

    @property
    def key(self) -> str:
        return self.root.rpartition("/")[2]

    @property
    def totals(self) -> dict[str, str]:
        return {name: str(total).replace("-", "−") for name, total in totals(self.beside).items()}

    def hand(self) -> Entry:
        """Return a random next hand."""
        opened = hands.open_hand(self.beside)
        tricks = [self.luck.choice(self.players) for _trick in range(opened.cards)]
        taken = {"taken": {name: tricks.count(name) for name in self.players}}
        if self.rulebook == "murder":
            return {"hand": {"auction": self._auction(), **taken}}
        return {"hand": {"bids": {name: self.luck.randint(0, opened.cards) for name in self.players}, **taken}}

    def _auction(self) -> list[str]:
        auction = hands.auction(self.beside)
        while not auction.over:
            legal = auction.legal()
            auction = auction.after(self.luck.choice([*legal, *["pass"] * len(legal)]))
        return [*auction.calls]

    def play(self, phone: Thumb, entry: Entry) -> None:
        """Play a hand on the phone, and in the expected game."""
        played = entry["hand"]
        if self.rulebook == "murder":
            phone.call(*played["auction"])
        else:
            phone.bid(*(played["bids"][name] for name in phone.bidders))
        phone.wait_for("[data-stage=tricks]")
        for name, taken in played["taken"].items():
            if phone.chosen(name) != str(taken):
                phone.tap_number(name, taken)
        phone.tap(phone.button)
        self.beside = on(self.beside, entry)


class LookersOn:
    """A viewer at each table by the view link of its game, each in a window of one browser."""

    def __init__(self, thumb: Thumb, tables: list[Table]) -> None:
        self.silences: list[float] = []
        self._thumb, self._lock = thumb, Lock()
        self._windows: dict[str, str] = {}
        self._first = thumb.driver.current_window_handle
        for table in tables:
            thumb.driver.switch_to.new_window("window")
            thumb.open(table.links["look"])
            self._windows[table.key] = thumb.driver.current_window_handle
            assert thumb.all("form[method=post]") == [], "who looks on writes nothing"

    def see(self, table: Table, number: int) -> None:
        """Check that a recorded hand appears on the open page, and record the delay."""
        recorded = time.monotonic()
        with self._lock:
            self._thumb.driver.switch_to.window(self._windows[table.key])
            self._thumb.wait_for(f"#hand-{number}")
            assert self._thumb.totals == table.totals, f"hand {number}"
        self.silences.append(time.monotonic() - recorded)

    def close(self) -> None:
        for window in self._windows.values():
            self._thumb.driver.switch_to.window(window)
            self._thumb.driver.close()
        self._thumb.driver.switch_to.window(self._first)


@pytest.fixture(params=PLACES, ids="-".join)
def thumbs(request: pytest.FixtureRequest) -> Iterator[list[Thumb]]:
    """Yield thumbs on three engines."""
    drivers: list[WebDriver] = [request.getfixturevalue(name) for name in request.param]
    thumbs = [thumb_on(driver) for driver in drivers]
    yield thumbs
    for thumb in thumbs:
        thumb.turn_away()


def evening(table: Table, phone: Thumb, lookers: LookersOn) -> None:
    """Play the game to the end, and check each hand on both pages."""
    phone.open(table.links["score"])
    while opened := table.beside.sheet.open_hand:
        table.play(phone, table.hand())
        phone.wait_for(WRITTEN.format(opened.number))
        assert phone.totals == table.totals, f"hand {opened.number}"
        lookers.see(table, opened.number)


def test_both_sheets_are_whole_and_neither_group_knows_of_the_other(thumbs: list[Thumb], tmp_path: Path) -> None:
    luck = Random(17)
    with behind("nginx", tmp_path, "--workers", "2", "--log", "none") as host:
        tables = tables_of(host, luck)
        *phones, looker = thumbs
        for thumb in thumbs:
            thumb.address, thumb.expected = host.caller().address, "Failed to load resource"
        with (
            contextlib.closing(LookersOn(looker, tables)) as lookers,
            killing(host.pid, luck, (0.5, 1.5)) as killed,
            ThreadPoolExecutor() as at_once,
        ):
            for ended in [at_once.submit(evening, *players, lookers) for players in zip(tables, phones, strict=True)]:
                ended.result()
        for table, phone, other in zip(tables, phones, reversed(tables), strict=True):
            check_kept(tmp_path / "groups", table)
            phone.open(other.path)
            assert not [name for name in other.players if name in phone.words("body")], "to its phone it is closed"
    print(f"{len(killed)} workers killed; hands seen after {[round(1000 * delay) for delay in lookers.silences]} ms")
    assert len(killed) > 1


def tables_of(host: Behind, luck: Random) -> list[Table]:
    given = [
        ("The Crowners", "murder", MURDER, ("Aloysia", "Beatrix", "Cordula")),
        ("Millers at cards", "pike", PIKE, ("Xanthippe", "Yevgenia", "Zoroaster")),
    ]
    tables = [Table(*fields, Scorekeeper(host.caller()), Random(luck.random())) for fields in given]
    for table in tables:
        table.begin()
    return tables


def check_kept(folder: Path, table: Table) -> None:
    """Check that the store has every answered hand, call and total exactly once."""
    with contextlib.closing(open_groups(folder).open(table.key)) as store:
        assert store.verify_all() == []
        stored = GameRepository(store).load(table.path.rpartition("/")[2]).game
    assert stored.events[1:] == table.beside.events[1:]
    assert sheet_json(stored) == sheet_json(table.beside)
