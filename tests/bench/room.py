"""A room of lookers-on: real connections to the program as it is started, each following one table view."""

from __future__ import annotations

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

from bench import start
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role
from scorepad.web.server.middleware import PREFERRED

HANDS = 20
PLAYERS = ("Ann", "Ben", "Cat", "Di", "Eve", "Fay", "Gus")

Headers = dict[str, str]


@dataclass
class Room:
    """Hand by hand: ms from the scorer's tap on Record until the last one saw it, and until the page after it came;
    how many frames never came; kB of the server for each who looks on."""

    seen: list[float] = field(default_factory=list)
    recorded: list[float] = field(default_factory=list)
    missed: int = 0
    kilobytes: float = 0.0


class Lookers:
    """Many who look on, in one thread, which costs nothing while nothing comes: each has an open stream, and notes when
    a version came. A stream that the server ends is `ended`: a browser would come back by another one."""

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
            self._got[line] += data
            for version in re.findall(rb"id:(\d+)[^\n]*\n[^\0]*?\n\n", self._got[line]):
                self._seen.setdefault(int(version), []).append(now)
                self._got[line] = b""
            self._came.notify_all()

    def seen(self, version: int) -> list[float]:
        """When this version came to each of them, so far."""
        with self._came:
            return list(self._seen.get(version, []))

    def wait_for(self, version: int, seconds: float) -> None:
        """Until all have seen a version, but no longer than that."""
        with self._came:
            self._came.wait_for(lambda: len(self._seen.get(version, [])) >= self._number, seconds)

    def close(self) -> None:
        for line in list(self._got):
            with contextlib.suppress(OSError):  # ended at this moment
                line.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        self._ready.close()


def evening(lookers: int, hands: int = HANDS) -> Room:
    """A game recorded hand by hand while so many look on."""
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
    """kB of memory that a process holds."""
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
    """The program as it is started where everybody shows a link."""
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
    """The cookie of a new browser that follows a link."""
    with contextlib.closing(http.client.HTTPConnection(*where, timeout=20)) as line:
        line.request("GET", link)
        answer = line.getresponse()
        answer.read()
        return (answer.headers["Set-Cookie"] or "").partition(";")[0]


class Scorer:
    """Who writes for so many `players`, by a connection that is kept."""

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
        """As a page's script does, which is answered with the next page; when that was there."""
        hidden = dict(re.findall(r'name="(csrf_token|seen|event_id|calls)"[^>]*value="([^"]*)"', self._page))
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self._page = self._ask("POST", path, urlencode({**hidden, **fields}), Prefer=PREFERRED, **kind)
        return time.perf_counter()

    def hand(self, hand: int) -> None:
        self.bid(hand)
        self.take(hand)

    def bid(self, hand: int) -> None:
        self._post(f"/hands/{hand}/bids", **{f"bid.p{one}": int(one <= 2) for one in range(1, self._players + 1)})

    def call(self, hand: int, **said: str) -> None:
        """The next call of an auction: its level and suit, or another one."""
        self._post(f"/hands/{hand}/calls", **said)

    def take(self, hand: int) -> tuple[float, float]:
        """When it was sent, and answered with the page after it."""
        began = time.perf_counter()
        taken = {f"taken.p{one}": int(one <= 3) for one in range(1, self._players + 1)}
        return began, self._post(f"/hands/{hand}/taken", **taken)

    def close(self) -> None:
        self._line.close()


# --- who asks instead ---------------------------------------------------------------------------------


@contextlib.contextmanager
def pollers() -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """Asking whether there is something new by a look link, and asking a bare Flask application, each by a connection
    that is kept to a server of the same kind."""
    bare = Flask("bare")
    bare.add_url_rule("/", view_func=lambda: {"v": 1})
    with contextlib.ExitStack() as both:
        folder = Path(both.enter_context(tempfile.TemporaryDirectory()))
        game_id, keys = both.enter_context(_table(folder, 3))
        store = both.enter_context(contextlib.closing(open_store(folder)))
        where = both.enter_context(served(create_app(store, links=Links(store))))
        other = both.enter_context(served(bare))
        cookie = come_in(where, keys["look"])
        lines = [both.enter_context(contextlib.closing(http.client.HTTPConnection(*one))) for one in (where, other)]

        def ask(line: http.client.HTTPConnection, path: str) -> None:
            line.request("GET", path, headers={"Cookie": cookie})
            assert line.getresponse().read().startswith(b'{"v":')

        yield lambda: ask(lines[0], f"/games/{game_id}/version"), lambda: ask(lines[1], "/")
