"""A day's traffic in one go: the server neither grows nor slows down."""

from __future__ import annotations

import re
import subprocess
import threading
import time
from pathlib import Path
from statistics import median

from program import PROGRAM, environment
from scorekeeper import Answer, Scorekeeper, Wired, new_game

from soak import SOAK, often

CLIENTS = 4
BIDS = {"Ann": 1, "Bob": 0, "Cat": 2}


class Timed(Wired):
    """A line that notes how long every answer took, in ms."""

    def __init__(self, port: int, took: list[float]) -> None:
        super().__init__(port)
        self.took = took

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        begin = time.perf_counter()
        answer = super().ask(method, path, body, kind)
        self.took.append((time.perf_counter() - begin) * 1000)
        return answer


def play(port: int, took: list[float], most: int, wrong: list[str]) -> None:
    """One table after the other: taps, hands, a look at the log, a comment, an undo."""
    keeper = Scorekeeper(Timed(port, took))
    try:
        while len(took) < most:
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
    except AssertionError as error:
        wrong.append(str(error)[:500])


def memory(pid: int) -> int:
    """kB that a process holds."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])


def test_a_long_evening_leaves_the_server_as_quick_and_as_small_as_it_was(tmp_path: Path) -> None:
    requests = often(100, 100_000)
    command = [*PROGRAM, "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        port = int(re.findall(r":(\d+)", running.stdout.readline())[0])
        took: list[float] = []
        wrong: list[str] = []
        clients = [threading.Thread(target=play, args=[port, took, requests, wrong]) for _client in range(CLIENTS)]
        for client in clients:
            client.start()
        while len(took) < requests // 10 and not wrong:
            time.sleep(0.05)
        first, held = median(took[-1000:]), memory(running.pid)
        for client in clients:
            client.join()
        last, holds = median(took[-1000:]), memory(running.pid)
        running.terminate()
        assert running.wait(10) == 0
        assert (wrong, running.stderr.read()) == ([], "")
    if SOAK:
        assert holds < 1.05 * held, f"{held} kB after a tenth, {holds} kB at the end"
        assert last < 1.1 * first, f"{first:.1f} ms after a tenth, {last:.1f} ms at the end"
