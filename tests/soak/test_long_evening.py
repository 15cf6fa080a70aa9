"""Tests of a day's traffic: the server's memory and response time do not grow."""

import contextlib
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import play
from html_pages import Answer
from program import started
from scorekeeper import Scorekeeper, Wired, Within, new_game

from scorepad.game.state.events import Ended
from scorepad.repository import GameRepository
from scorepad.store.sqlite import SqliteStore
from scorepad.web import create_app

BIDS = {"Ann": 1, "Bob": 0, "Cat": 2}

CLIENTS = 4
REQUESTS = 100_000
WARM = 10_000
"""Requests until all caches are full: of folded games and of database pages."""
LAST = 1_000
"""The last requests, in turns with the same number to a server that has just warmed up."""
TURNS = 5


def play_a_game(keeper: Scorekeeper) -> None:
    """Play a game with taps, hands and an undo; visit the log, the table, the sheet and the list."""
    game = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5x6").path
    for _hand in range(6):
        for place, bid in enumerate(BIDS.values(), 1):
            keeper.tap(f"bid.p{place}", bid)
        keeper.bid(**BIDS)
        keeper.take(Bob=2)
    keeper.send("/undo")
    for page in ("/log", "/table", "/sheet.json", ""):
        keeper.visit(game + page)
    keeper.visit("/")


class Counted(Wired):
    """A connection that counts its requests."""

    def __init__(self, port: int, asked: list[str]) -> None:
        super().__init__(port)
        self.asked = asked

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        self.asked.append(path)
        return super().ask(method, path, body, kind)


class Served:
    """A server in a child process, and the tables that play on it."""

    def __init__(self, running: subprocess.Popen[str], port: int) -> None:
        self.pid, self.port = running.pid, port
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def play(self, requests: int) -> None:
        """Send this number of further requests from all clients at once, and finish the actions in progress."""
        most = len(self.asked) + requests
        clients = [threading.Thread(target=self._play, args=[most]) for _client in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        assert self.wrong == []

    def _play(self, most: int) -> None:
        keeper = Scorekeeper(Counted(self.port, self.asked))
        try:
            while len(self.asked) < most and not self.wrong:
                play_a_game(keeper)
        except (AssertionError, OSError) as error:
            self.wrong.append(str(error)[:500])

    def timed(self, requests: int) -> float:
        """Return the ms of CPU time per request, which other load does not affect."""
        before, begin = self._processor(), len(self.asked)
        self.play(requests)
        return (self._processor() - before) / (len(self.asked) - begin)

    def _processor(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Return the resident memory in kB."""
        return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())[0])


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Served]:
    """Run a server over an empty folder; check that it stops and prints nothing."""
    folder.mkdir()
    with started(folder) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            yield Served(running, int(re.findall(r":(\d+)", running.stdout.readline())[0]))
        finally:
            running.terminate()
            status, output = running.wait(10), running.stderr.read()
    assert (status, output) == (0, "")


@pytest.mark.soak  # takes hours
def test_a_long_evening_leaves_the_server_as_quick_and_as_small_as_it_was(tmp_path: Path) -> None:
    with served(tmp_path / "evening") as evening, served(tmp_path / "fresh") as fresh:
        evening.play(WARM)
        held = evening.memory
        evening.play(REQUESTS - WARM - LAST)
        fresh.play(WARM)
        turns = [(evening.timed(LAST // TURNS), fresh.timed(LAST // TURNS)) for _turn in range(TURNS)]
        holds = evening.memory
    last, first = (sum(times) / TURNS for times in zip(*turns, strict=True))
    print(f"{held} kB after {WARM} requests, {holds} kB after {REQUESTS}; {first:.2f} ms a request, then {last:.2f} ms")
    assert holds < 1.05 * held, f"{held} kB when it was warm, {holds} kB at the end"
    assert last < 1.1 * first, f"{first:.2f} ms when it was warm, {last:.2f} ms at the end"


class Weighed(Within):
    """A client that counts SQLite's steps for each answer, which do not depend on the machine's load."""

    def __init__(self, store: SqliteStore) -> None:
        super().__init__(create_app(store))
        self.steps: list[tuple[str, int]] = []
        self._count = 0
        for line in (store.engine._reader, store.engine._writer):
            line.sqlite.set_progress_handler(self._step, 1)

    def _step(self) -> int:
        self._count += 1
        return 0

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        self._count = 0
        answer = super().ask(method, path, body, kind)
        self.steps.append((method, self._count))
        return answer


@pytest.mark.soak
def test_no_answer_asks_more_of_the_file_when_there_are_a_thousand_games_more(store: SqliteStore) -> None:
    repository, over = GameRepository(store), play("pike", "Ann Bob Cat").then(Ended()).events
    keeper = Scorekeeper(weighed := Weighed(store))
    play_a_game(keeper)  # SQLite reads the schema once
    steps = []
    for games in (100, 1_000):
        beginning = [over if number % 2 else over[:1] for number in range(games)]
        repository.append_together({}, beginning, by="test", event_id=f"{games} more")
        weighed.steps = []
        play_a_game(keeper)
        steps.append(weighed.steps)
    few, many = steps
    assert few == many
    assert all(steps for _method, steps in few)
