"""A stranger on the table's network opens all the connections they can, and says nothing: who keeps score is served."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import resource
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders import play
from program import PROGRAM, environment
from raw_http import running
from scorekeeper import Scorekeeper, Wired, new_game
from store.test_backups import until
from stores import add, file_behind, played

from scorepad.errors import TooManyOpen
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.store.maintenance import Maintenance
from scorepad.store.sqlite.backups import Backups
from scorepad.web import create_app
from scorepad.web.server import connections, starting
from scorepad.web.server.connections import SILENT, Server
from scorepad.web.server.limits import MOST, RESERVED, most_connections, open_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux calls by 127.0.0.2 without asking")

FILES = 200
STRANGER = "127.0.0.2"


@contextlib.contextmanager
def in_a_narrow_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Scorepad where a process may open 200 files and no more, and its port; what it complains of is a file."""
    narrow = ["sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh", *PROGRAM, "--no-open", "--port", "0"]
    with (
        (folder / "complaints").open("w") as complaints,
        subprocess.Popen(
            narrow, cwd=folder, env=environment(folder), stdout=subprocess.PIPE, stderr=complaints, text=True
        ) as program,
    ):
        try:
            assert program.stdout is not None
            found = re.search(r"http://[\d.]+:(\d+)", program.stdout.readline())
            assert found
            yield program, int(found[1])
        finally:
            program.kill()


def call(port: int, address: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


@contextlib.contextmanager
def silent(port: int, count: int, address: str = STRANGER) -> Iterator[list[socket.socket]]:
    """So many connections from an address that say nothing, as long as they are let."""
    with contextlib.ExitStack() as held:
        yield [held.enter_context(call(port, address)) for _one in range(count)]


def test_a_strangers_silent_connections_keep_nobody_from_writing_and_no_copy_from_being_made(tmp_path: Path) -> None:
    with in_a_narrow_process(tmp_path) as (program, port), silent(port, 2 * FILES):
        keeper = Scorekeeper(Wired(port))
        game = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="1-3")
        assert keeper.send("/bids", bid__p1=0, bid__p2=1, bid__p3=0).title == "Hand 1"
        assert keeper.send("/taken").title == "Hand 2"
        assert keeper.visit("/").status == 200
        copies = tmp_path / "data" / "backups"
        until(lambda: len(list(copies.glob("*.db"))) == 2)
        assert keeper.visit(game.path).title == "Hand 2"
        program.terminate()
        assert program.wait(60) == 0
    assert (tmp_path / "complaints").read_text() == ""


# --- who has to go ------------------------------------------------------------------------------------


def answer(_environ: object, start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "8")])
    return [b"answered"]


@contextlib.contextmanager
def served(most: int, app: Any = answer) -> Iterator[tuple[Server, int]]:
    """A server for so many connections at once, and its port."""
    with contextlib.closing(starting.listen("127.0.0.1", 0)) as listener:
        server = Server(app, listener, 4, most, most_sent=starting.MOST_AT_ALL)
        with running(server):
            yield server, listener.getsockname()[1]


def connected(server: Server) -> Counter[str]:
    """How many connections each address has."""
    return Counter(line.address for line in list(server.lines))


@contextlib.contextmanager
def phone(port: int, address: str) -> Iterator[http.client.HTTPConnection]:
    """A browser whose connection is kept, and which does not make another."""
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
    ) as one:
        one.connect()
        one.auto_open = 0
        assert asks(one)
        yield one


def asks(phone: http.client.HTTPConnection) -> bool:
    """Whether a phone's kept connection still brings an answer."""
    phone.request("GET", "/")
    return phone.getresponse().read() == b"answered"


def test_one_address_has_a_part_of_the_places_and_only_its_own_silent_ones_go_for_more() -> None:
    with (
        served(40) as (server, port),
        phone(port, "127.0.0.3") as other,
        phone(port, STRANGER) as own,
        silent(port, 60),
        phone(port, "127.0.0.4") as late,
    ):
        assert connected(server) == {STRANGER: 10, "127.0.0.3": 1, "127.0.0.4": 1}
        assert all(asks(one) for one in (other, own, late))


def test_many_strangers_silence_shuts_out_neither_a_phone_nor_the_owner() -> None:
    with (
        served(40) as (server, port),
        phone(port, "127.0.0.3") as kept,
        phone(port, "127.0.0.1") as owner,
        contextlib.ExitStack() as strangers,
    ):
        for number in range(10, 30):
            strangers.enter_context(silent(port, 9, f"127.0.0.{number}"))
        late = strangers.enter_context(phone(port, "127.0.0.4"))
        assert sum(connected(server).values()) == 40
        assert all(asks(one) for one in (kept, owner, late))


def test_the_owners_kept_connections_are_the_last_to_go() -> None:
    with served(8) as (server, port), contextlib.ExitStack() as phones:
        for _one in range(4):
            phones.enter_context(phone(port, "127.0.0.1"))
        for number in range(10, 30):
            phones.enter_context(phone(port, f"127.0.0.{number}"))
        assert connected(server)["127.0.0.1"] == 4


def test_where_every_place_waits_for_its_answer_a_stranger_is_sent_away_and_the_owner_is_not() -> None:
    may = threading.Event()

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        may.wait(20)
        return answer(environ, start_response)

    with served(4, slow) as (server, port), contextlib.ExitStack() as held:
        waiting = [held.enter_context(contextlib.closing(call(port, f"127.0.0.{number}"))) for number in range(10, 14)]
        for one in waiting:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: sum(line.is_answering for line in list(server.lines)) == 4)
        with call(port, "127.0.0.20") as stranger:
            assert stranger.recv(1) == b""
        owner = held.enter_context(contextlib.closing(call(port, "127.0.0.1")))
        owner.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        until(lambda: "127.0.0.1" in connected(server))
        may.set()
        assert owner.makefile("rb").read().endswith(b"answered")
        assert all(one.recv(5) == b"HTTP/" for one in waiting)


def test_who_follows_a_page_goes_before_whoever_asks_is_sent_away_and_after_who_is_idle(store: Store) -> None:
    game_id = GameRepository(store).keep(play("ohell", "Ann Bob Cat"), by="test")
    follow = f"GET /games/{game_id}/stream/view?seen=1. HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with served(4, create_app(store)) as (server, port), contextlib.ExitStack() as held:
        streams = [held.enter_context(contextlib.closing(call(port, f"127.0.0.{number}"))) for number in range(10, 13)]
        for one in streams:
            one.sendall(follow)
        until(lambda: sum(line.follows for line in list(server.lines)) == 3)
        idle = held.enter_context(contextlib.closing(call(port, "127.0.0.13")))
        idle.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(5) == b"HTTP/"
        until(lambda: not any(line.is_answering for line in list(server.lines)))
        for number in (14, 15):
            late = held.enter_context(contextlib.closing(call(port, f"127.0.0.{number}")))
            late.sendall(follow)
            assert late.recv(5) == b"HTTP/"
            until(lambda number=number: sum(line.follows for line in list(server.lines)) == min(number - 10, 4))
        assert set(connected(server)) == {"127.0.0.11", "127.0.0.12", "127.0.0.14", "127.0.0.15"}
        assert streams[0].makefile("rb").read().startswith(b"HTTP/1.1 200")


def test_who_stays_silent_goes_and_who_has_asked_keeps_their_line() -> None:
    begun = time.monotonic()
    with served(40) as (server, port), phone(port, STRANGER) as kept, silent(port, 3) as strangers:
        until(lambda: connected(server)[STRANGER] == 4)
        looked_through(server, begun + SILENT)
        assert asks(kept)
        assert connected(server)[STRANGER] == 4
        looked_through(server, time.monotonic() + SILENT + 1)
        assert [one.recv(1) for one in strangers] == [b""] * 3
        assert asks(kept)


def test_who_says_nothing_goes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENT", 0.1)
    monkeypatch.setattr(connections, "CLEANING", 0.05)
    with served(40) as (_server, port), silent(port, 1) as (stranger,):
        assert stranger.recv(1) == b""


def looked_through(server: Server, now: float) -> None:
    """The server has looked for silent connections, as it does at this time."""
    done = threading.Event()
    server.loop.call_soon_threadsafe(server.clean, now)
    server.loop.call_soon_threadsafe(done.set)
    assert done.wait(20)


# --- a process that has run out of files --------------------------------------------------------------


def test_where_no_file_can_be_opened_callers_wait_and_it_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    with served(40) as (server, port), contextlib.ExitStack() as callers:
        for _time in range(2):
            caller = callers.enter_context(contextlib.closing(call_without_a_file_left(port, server)))
            caller.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert caller.makefile("rb").read().endswith(b"answered")
    assert [record.getMessage() for record in caplog.records] == [
        "Too many files and connections are open at once: somebody may have to wait."
    ]


def test_where_no_file_can_be_opened_a_silent_connection_goes_for_whoever_calls() -> None:
    with served(40) as (server, port), silent(port, 3) as strangers:
        until(lambda: connected(server)[STRANGER] == 3)
        with every_file_open() as room:
            room.pop().close()  # for the caller
            with contextlib.closing(call(port, "127.0.0.1")) as caller:
                caller.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert caller.makefile("rb").read().endswith(b"answered")
        assert strangers[0].recv(1) == b""
        assert connected(server) == {STRANGER: 2}


def call_without_a_file_left(port: int, server: Server) -> socket.socket:
    """A caller whom the server could not take on at first, as it had no file left; it tried, and tries again later."""
    with every_file_open() as room:
        room.pop().close()  # for the caller
        caller = call(port)
        until(lambda: server.is_deaf)
    return caller


@contextlib.contextmanager
def every_file_open() -> Iterator[list[Any]]:
    """As many open files as this process may have, within a limit lowered for the time being."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.ExitStack() as files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(map(int, os.listdir("/proc/self/fd"))) + 20, before[1]))
        files.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        room = []
        with contextlib.suppress(OSError):
            while True:
                room.append(files.enter_context(open(os.devnull)))
        yield room


def test_where_the_games_file_cannot_be_opened_for_that_it_is_said_so_and_goes_on_later(store: Store) -> None:
    played(store, 1)
    with every_file_open():
        for work in (lambda: add(store, 2, seen=2), store.spoilt_side_tables, lambda: store.backup(Path("copy.db"))):
            with pytest.raises(TooManyOpen):
                work()
        told: list[str] = []
        Maintenance(store, Backups(file_behind(store)), mend=print, say=told.append).keep()
        assert told == [f"No copy of the games was made: {TooManyOpen()}"]
    assert add(store, 2, seen=2) == 3


def test_there_are_fewer_connections_than_files_whatever_a_process_may_open() -> None:
    assert [most_connections(files) for files in (200, 256, 512, 1024, 4096)] == [100, 128, 256, 768, 1100]


def test_the_limit_of_open_files_is_raised_to_what_is_needed_and_allowed() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.ExitStack() as after:
        after.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
        assert open_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(MOST + RESERVED, before[1])


def test_no_more_is_made_of_a_long_answer_when_whoever_asked_is_gone() -> None:
    ended = threading.Event()

    def endless(_environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "application/pdf")])
        try:
            while not ended.is_set():
                yield b"%PDF" * 1000
        finally:
            ended.set()

    with served(4, endless) as (_server, port):
        try:
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as browser:
                browser.request("GET", "/")
                assert browser.getresponse().read(4) == b"%PDF"
            assert ended.wait(10)
        finally:
            ended.set()


def test_an_answers_head_is_not_sent_before_what_it_announces() -> None:
    begun, made = threading.Event(), threading.Event()

    def slow(_environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Length", "8")])
        begun.set()
        made.wait(10)
        yield b"answered"

    with served(4, slow) as (_server, port), contextlib.closing(call(port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert begun.wait(10)
        line.settimeout(0.1)
        with pytest.raises(TimeoutError):
            line.recv(1)
        made.set()
        line.settimeout(10)
        said = b""
        while not said.endswith(b"answered"):
            said += line.recv(4096) or b"closed: answered"
    assert said.startswith(b"HTTP/1.1 200")
