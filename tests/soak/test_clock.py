"""Tests of a wrong system clock, with Debian's faketime: years back, years ahead, and while it jumps."""

import contextlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from html_pages import Page
from program import PROGRAM, run, started
from scorekeeper import Scorekeeper, Wired, log_lines, new_game

from scorepad.store import open_store
from scorepad.store.records import BackupFile
from scorepad.store.sqlite.backups import BACKUP_LIMITS, Backups

NEEDED = "The clock is set wrong by faketime. On Debian and Ubuntu: apt-get install faketime"
YEARS = 365
HURRIED = [sys.executable, "-m", "soak.hurried"]
TODAY = date.today()  # by the clock of the test machine


class Clock:
    """The clock of a server, set to a number of days from the real date, with immediate effect."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"
        self.set(0)

    def set(self, days: int) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(f"{days:+}d\n")
        new.replace(self.file)

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables that set only the wall clock and leave the monotonic clock alone, as in reality."""
        if shutil.which("faketime") is None:
            pytest.fail(NEEDED)
        completed = subprocess.run(
            ["faketime", "-m", "now", "printenv", "LD_PRELOAD"], capture_output=True, text=True, check=True
        )
        return {
            "LD_PRELOAD": completed.stdout.strip().replace("libfaketime.so", "libfaketimeMT.so"),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "NO_FAKE_STAT": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",  # its name in later versions
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # for an old glibc, where a lock would spin forever
        }


class Evening:
    """A Scorepad in `folder` that can be started and stopped at any time, with browsers that stay open."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.complaints = folder, Clock(folder), ""
        self.way = Wired(0)
        self.keeper = Scorekeeper(self.way)
        self.ways = [self.way]
        self.first_line = ""
        self.program = PROGRAM

    @property
    def backups(self) -> Backups:
        return Backups(self.folder / "data" / "scorepad.db")

    @contextlib.contextmanager
    def served(self, *options: str) -> Iterator[None]:
        env = {**self.clock.environment, "PYTHONPATH": ":".join(sys.path)}
        with started(self.folder, *options, program=self.program, env=env) as server:
            assert server.stdout is not None
            assert server.stderr is not None
            self.first_line = server.stdout.readline()
            for way in self.ways:
                way.port = int(re.findall(r":(\d+)", self.first_line)[0])
            try:
                yield
            finally:
                server.terminate()
                self.complaints += server.stderr.read()
                status = server.wait(60)
        assert status == 0

    def copied(self, days: int) -> None:
        """Wait until there is a backup of the day that the clock shows."""
        stamp = (TODAY + timedelta(days=days)).isoformat()
        for _moment in range(600):
            near = [(date.fromisoformat(backup.stamp) - date.fromisoformat(stamp)).days for backup in self.days()]
            if any(abs(off) <= 1 for off in near):  # midnight may be near
                return
            time.sleep(0.05)
        raise AssertionError(f"no copy of {stamp}: {self.days()} {self.complaints}")

    def days(self) -> list[BackupFile]:
        return sorted(backup for backup in self.backups.copies() if backup.kind == "day")

    def is_whole(self) -> None:
        checked = run(self.folder, "check")
        assert (checked.status, checked.error) == (0, ""), checked.text
        assert self.complaints == ""


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def titles(keeper: Scorekeeper) -> list[str]:
    """Return the places of the games on the list, in its order."""
    keeper.visit("/")
    return re.findall(r"Table of \w+", keeper.page.text)


def begin(keeper: Scorekeeper, where: str) -> str:
    """Start a game of one-card hands and return its path."""
    return new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="1x20", location=where).path


def play(keeper: Scorekeeper) -> None:
    keeper.bid(Ann=0, Bob=0, Cat=1)
    keeper.take(Ann=0, Bob=0, Cat=1)


@pytest.mark.soak
def test_a_clock_that_jumps_while_people_play_changes_nothing_for_them(evening: Evening) -> None:
    keeper, clock = evening.keeper, evening.clock
    with evening.served():
        game = begin(keeper, "Table of Ann")
        play(keeper)
        old_page = keeper.page
        clock.set(-5 * YEARS)
        assert keeper.send_form(old_page.form("/bids"), bids(old_page, Ann=1, Bob=0, Cat=0)).status == 200
        clock.set(+10 * YEARS)
        assert keeper.take(Ann=1, Bob=0, Cat=0).totals == {"Ann": 21, "Bob": 20, "Cat": 21}
        begin(keeper, "Table of Bob")
        clock.set(-30 * YEARS)
        begin(keeper, "Table of Cat")
        assert titles(keeper) == ["Table of Cat", "Table of Bob", "Table of Ann"]
        keeper.visit(game)
        play(keeper)
        assert titles(keeper) == ["Table of Ann", "Table of Cat", "Table of Bob"], "the one written on last comes first"
        clock.set(+2 * YEARS)
        keeper.visit(game)
        assert keeper.send("Undo").status == 200
        clock.set(-1)
        assert keeper.send("Redo").totals == {"Ann": 31, "Bob": 30, "Cat": 32}
        before = [line for line in log_lines(keeper) if line]
    clock.set(-3 * YEARS)
    with evening.served():
        keeper.visit(game)
        assert log_lines(keeper) == before, "the log goes by what was done, not by the clock"
        assert len(before) == 9, before
        assert keeper.send_form(old_page.form("/undo"), {}).status == 409, "an old page is old, not locked out"
        keeper.visit(game)
        play(keeper)
        assert keeper.page.totals == {"Ann": 41, "Bob": 40, "Cat": 43}
    evening.is_whole()


def bids(page: Page, **fields: int) -> dict[str, str]:
    return {f"bid.{page.player(name)}": str(bid) for name, bid in fields.items()}


@pytest.mark.soak
def test_links_and_the_owners_session_outlive_a_clock_that_jumps(evening: Evening) -> None:
    owner, clock = evening.keeper, evening.clock
    phone, spectator = Scorekeeper(Wired(0)), Scorekeeper(Wired(0))
    evening.ways += [phone.way, spectator.way]  # type: ignore[list-item]
    lan = ["--lan", "--host", "127.0.0.1"]
    with evening.served(*lan):
        owner.visit(urlsplit(re.findall(r"http://\S+", evening.first_line)[0])._replace(scheme="", netloc="").geturl())
        game = begin(owner, "Table of Ann")
        score, look = links(owner, game)
        clock.set(+20 * YEARS)
        assert phone.visit(score).path == game
        assert spectator.visit(look).path == game
        play(phone)
        written = phone.page
        for days in (-15 * YEARS, +3 * YEARS, 0):
            clock.set(days)
            assert owner.visit("/").status == 200
            assert phone.send_form(written.form("/bids"), bids(written, Ann=0, Bob=0, Cat=1)).status == 200
            assert spectator.visit(game).totals == {"Ann": 10, "Bob": 10, "Cat": 11}
    clock.set(-8 * YEARS)
    with evening.served(*lan):
        assert owner.visit("/").status == 200
        assert links(owner, game) == (score, look)
        phone.visit(game)
        phone.take(Ann=0, Bob=0, Cat=1)
        assert spectator.visit(game).totals == {"Ann": 20, "Bob": 20, "Cat": 22}
        late = Scorekeeper(Wired(evening.way.port))
        assert late.visit(score).path == game
    evening.is_whole()


def links(owner: Scorekeeper, game: str) -> tuple[str, str]:
    """Return the server paths of a game's scoring link and view link."""
    owner.visit(game + "/share")
    look, score = dict.fromkeys(re.findall(r"/enter\?key=[\w.%-]+", owner.page.source))
    return score, look


@pytest.mark.soak
def test_copies_and_the_bin_grow_older_by_days_run_and_by_no_jump(evening: Evening) -> None:
    keeper, clock = evening.keeper, evening.clock
    with evening.served():
        binned = begin(keeper, "Table of Ann")
        begin(keeper, "Table of Bob")
        keeper.visit(binned)
        evening.copied(0)
    good = [TODAY - timedelta(days=days) for days in range(BACKUP_LIMITS["day"], 1, -1)]
    with contextlib.closing(open_store(evening.folder / "data")) as store:
        for day in good:  # of the days before, with a correct clock
            evening.backups.keep(store, day)
        store.remove_game(binned.rpartition("/")[2])
    evening.program = HURRIED
    run_on = [+40 * YEARS, -25 * YEARS, +12 * YEARS]
    for days in run_on:
        clock.set(days)
        with evening.served():
            evening.copied(days)
            clock.set(-days)  # and again while the server runs
            assert "Table of Ann" in keeper.visit("/games/bin").text
            assert titles(keeper) == ["Table of Bob"]
    stamps = [backup.stamp for backup in evening.days()]
    assert len(stamps) == BACKUP_LIMITS["day"]
    assert stamps[: -len(run_on)] == [day.isoformat() for day in good[len(good) - len(stamps) + len(run_on) :]]
    clock.set(0)
    with evening.served():
        keeper.visit("/games/bin")
        assert keeper.send("/unbin").status == 200
        assert keeper.page.path == binned
        play(keeper)
    evening.is_whole()
