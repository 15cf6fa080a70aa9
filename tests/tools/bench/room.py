"""Benchmarks of a room of viewers: real connections to the program, each to the stream of one view page."""

import contextlib
import http.client
import re
import resource
import selectors
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from ports import free_port
from raw_http import served

from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role
from scorepad.web.server.middleware import PREFERRED
from tools.bench import start

HANDS = 20
PLAYERS = ("Ann", "Ben", "Cat", "Di", "Eve", "Fay", "Gus")

Headers = dict[str, str]


@dataclass
class Room:
    """Measurements of each hand.

    They are ms from the scorer's tap on Save until the last viewer has the hand, and until the next page. They are
    also the number of frames that never arrived and the server's kB for each viewer.
    """

    seen: list[float] = field(default_factory=list)
    recorded: list[float] = field(default_factory=list)
    missed: int = 0
    kilobytes: float = 0.0


class Lookers:
    """Many viewers in one thread, which is idle while no data arrives.

    Each viewer has an open stream and records the time of each version. `ended` counts the streams that the server
    ended. A browser would reconnect.
    """

    def __init__(self, where: tuple[str, int], path: str, cookies: list[str]) -> None:
        self._ready = selectors.DefaultSelector()
        self._got: dict[socket.socket, bytes] = {}
        self._came = threading.Condition()
        self._seen: dict[int, list[float]] = {}
        self.ended = 0
        for cookie in cookies:
            line = socket.create_connection(where, timeout=20)
            head = f"GET {path} HTTP/1.1\r\nHost: {where[0]}:{where[1]}\r\nCookie: {cookie}\r\n\r\n"
            line.sendall(head.encode())
            first = line.recv(4096)
            assert b" 200 " in first.splitlines()[0], first
            line.setblocking(False)
            self._ready.register(line, selectors.EVENT_READ)
            self._got[line] = b""
        self._number = len(cookies)
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while self._got:
            for key, _event in self._ready.select():
                line = key.fileobj
                assert isinstance(line, socket.socket)
                self._take(line, line.recv(65536), time.perf_counter())

    def _take(self, line: socket.socket, data: bytes, now: float) -> None:
        with self._came:
            if not data:
                self._ready.unregister(line)
                del self._got[line]
                line.close()
                self.ended += 1
                return
            *frames, self._got[line] = (self._got[line] + data).split(b"\n\n")
            for version in re.findall(rb"(?m)^id:(\d+)", b"\n".join(frames)):
                self._seen.setdefault(int(version), []).append(now)
            self._came.notify_all()

    def seen(self, version: int) -> list[float]:
        """Return the times at which this version arrived so far, one per viewer."""
        with self._came:
            return list(self._seen.get(version, []))

    def wait_for(self, version: int, seconds: float) -> None:
        """Wait until all viewers have a version, or until `seconds` have passed."""
        with self._came:
            self._came.wait_for(lambda: len(self._seen.get(version, [])) >= self._number, seconds)

    def close(self) -> None:
        for line in list(self._got):
            with contextlib.suppress(OSError):  # the stream has just ended
                line.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        self._ready.close()


def evening(lookers: int, hands: int = HANDS) -> Room:
    """Record a game hand by hand while `lookers` viewers follow it."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(files[0], 4096), files[1]), files[1]))
    with (
        tempfile.TemporaryDirectory() as folder,
        _table(Path(folder), hands + 1) as (game_id, keys),
        _program(folder) as (
            where,
            process,
        ),
    ):
        cookies = [come_in(where, keys["look"]) for _one in range(lookers)]
        scorer = Scorer(where, f"/games/{game_id}", come_in(where, keys["score"]))
        scorer.hand(1)
        before = _resident(process)
        room, crowd = Room(), Lookers(where, f"/games/{game_id}/stream/view", cookies)
        with contextlib.closing(crowd), contextlib.closing(scorer):
            time.sleep(1)
            for hand in range(2, hands + 2):
                version = 1 + 2 * hand
                scorer.bid(hand)
                time.sleep(0.3)
                began, answered = scorer.take(hand)
                room.recorded.append((answered - began) * 1000)
                crowd.wait_for(version, 3)
                seen = crowd.seen(version)
                room.missed += lookers - len(seen)
                if lookers:
                    room.seen.append((max(seen, default=began + 3) - began) * 1000)
                time.sleep(0.1)
            room.kilobytes = (_resident(process) - before) / max(lookers, 1)
        return room


def _resident(process: subprocess.Popen[str]) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


@contextlib.contextmanager
def _table(folder: Path, hands: int) -> Iterator[tuple[str, dict[str, str]]]:
    game = {
        "format": "scorepad-game/1", "rulebook": "pike", "players": list(PLAYERS),
        "house": {"ladder": f"3x{hands + 1}"}, "record": [],
    }  # fmt: skip
    with contextlib.closing(open_store(folder)) as store:
        game_id = GameRepository(store).keep(read_game(game), by="bench")
        links = Links(store)
        yield game_id, {role.name.lower(): links.link("", game_id, role) for role in (Role.LOOK, Role.SCORE)}


@contextlib.contextmanager
def _program(folder: str) -> Iterator[tuple[tuple[str, int], subprocess.Popen[str]]]:
    """Yield the address and the process of the program, started so that each browser needs a link."""
    port = free_port()
    command = [*start.scorepad(folder)(port), "--lan", "--host", "127.0.0.1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield ("127.0.0.1", port), process
    finally:
        process.terminate()
        process.wait(10)


def come_in(where: tuple[str, int], link: str) -> str:
    """Return the cookie of a new browser that follows a link."""
    with contextlib.closing(http.client.HTTPConnection(*where, timeout=20)) as line:
        line.request("GET", link)
        answer = line.getresponse()
        answer.read()
        return (answer.headers["Set-Cookie"] or "").partition(";")[0]


class Scorer:
    """A scorer in a game of `players` players, over a kept-alive connection."""

    def __init__(self, where: tuple[str, int], path: str, cookie: str, players: int = len(PLAYERS)) -> None:
        self._line = http.client.HTTPConnection(*where, timeout=20)
        self._game, self._cookie, self._players = path, cookie, players
        self._page = self._ask("GET", "")

    def _ask(self, method: str, path: str, body: str | None = None, **headers: str) -> str:
        self._line.request(method, self._game + path, body, headers={"Cookie": self._cookie} | headers)
        answer = self._line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self._cookie = cookie.partition(";")[0]
        page = answer.read().decode()
        assert answer.status == 200, answer.status
        return page

    def _post(self, path: str, **fields: object) -> float:
        """Post as the page's script does, read the next page from the answer, and return the time."""
        hidden = dict(re.findall(r'name="(csrf_token|seen|event_id|calls)"[^>]*value="([^"]*)"', self._page))
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self._page = self._ask("POST", path, urlencode({**hidden, **fields}), Prefer=PREFERRED, **kind)
        return time.perf_counter()

    def hand(self, hand: int) -> None:
        self.bid(hand)
        self.take(hand)

    def bid(self, hand: int) -> None:
        self._post(
            f"/hands/{hand}/bids", **{f"bid.p{player}": int(player <= 2) for player in range(1, self._players + 1)}
        )

    def call(self, hand: int, **text: str) -> None:
        """Send the next call of an auction: its level and suit, or another call."""
        self._post(f"/hands/{hand}/calls", **text)

    def take(self, hand: int) -> tuple[float, float]:
        """Record the tricks; return the times of the request and of the answer with the next page."""
        began = time.perf_counter()
        taken = {f"taken.p{player}": int(player <= 3) for player in range(1, self._players + 1)}
        return began, self._post(f"/hands/{hand}/taken", **taken)

    def close(self) -> None:
        self._line.close()


# --- who asks instead ---------------------------------------------------------------------------------


@contextlib.contextmanager
def pollers() -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """Yield two tasks: a request for the current version by a view link, and one to a bare Flask application.

    Each task uses a kept-alive connection to a server of the same kind.
    """
    bare = Flask("bare")
    bare.add_url_rule("/", view_func=lambda: {"v": 1})
    with contextlib.ExitStack() as both:
        folder = Path(both.enter_context(tempfile.TemporaryDirectory()))
        game_id, keys = both.enter_context(_table(folder, 3))
        store = both.enter_context(contextlib.closing(open_store(folder)))
        where = both.enter_context(served(create_app(store, links=Links(store))))
        other = both.enter_context(served(bare))
        cookie = come_in(where, keys["look"])
        lines = [
            both.enter_context(contextlib.closing(http.client.HTTPConnection(*address))) for address in (where, other)
        ]

        def ask(line: http.client.HTTPConnection, path: str) -> None:
            line.request("GET", path, headers={"Cookie": cookie})
            assert line.getresponse().read().startswith(b'{"v":')

        yield lambda: ask(lines[0], f"/games/{game_id}/version"), lambda: ask(lines[1], "/")
