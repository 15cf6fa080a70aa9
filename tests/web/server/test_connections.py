"""Connections: a stranger who opens all they can and sends nothing does not stop the scorekeeper."""

import contextlib
import gc
import http.client
import os
import resource
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from builders import play
from flask import Flask
from raw_http import ask, running
from scorekeeper import Scorekeeper, Wired
from stores import add, file_behind, played
from waiting import until

from scorepad.errors import StoreUnavailable, too_many_open
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.store.maintenance import Maintenance
from scorepad.store.sqlite.backups import Backups
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role
from scorepad.web.server import http_server, run_server
from scorepad.web.server.connection_limits import MOST, RESERVED, open_files
from scorepad.web.server.http_server import Server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux calls by 127.0.0.2 without asking")

STRANGER = "127.0.0.2"


def call(port: int, address: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


@contextlib.contextmanager
def silent(port: int, count: int, address: str = STRANGER) -> Iterator[list[socket.socket]]:
    """Yield this number of connections from an address that send nothing."""
    with contextlib.ExitStack() as held:
        yield [held.enter_context(call(port, address)) for _one in range(count)]


# --- limits -------------------------------------------------------------------------------------------


def answer(_environ: object, start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "8")])
    return [b"answered"]


@contextlib.contextmanager
def served(most: int, app: Any = answer) -> Iterator[int]:
    """Yield the port of a server with this limit of simultaneous connections."""
    with (
        contextlib.closing(run_server.listen("127.0.0.1", 0)) as listener,
        running(Server(app, listener, 4, most)),
    ):
        yield listener.getsockname()[1]


def asks(port: int, address: str) -> bool:
    """Return whether a browser at this address gets an answer."""
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
    ) as browser:
        browser.request("GET", "/")
        return browser.getresponse().read() == b"answered"


def test_one_address_never_has_all_connections() -> None:
    with served(40) as port, silent(port, 60) as strangers:
        assert asks(port, "127.0.0.3")
        assert asks(port, "127.0.0.1")
        assert [stranger.recv(1) for stranger in strangers[10:]] == [b""] * 50, "closed at once"


def test_strangers_with_six_addresses_leave_a_quarter_to_the_owner_and_to_phones_that_signed_in(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = f"/games/{GameRepository(store).keep(play('ohell', 'Ann Bob Cat'), by='test')}"
    links = Links(store)
    with served(40, create_app(store, links=links)) as port, contextlib.ExitStack() as held:
        owner, phone = Scorekeeper(Wired(port)), Scorekeeper(Wired(port, source="127.0.0.9"))
        owner.visit(links.new_owner_link(""))
        assert phone.visit(links.link("", game.rpartition("/")[2], Role.SCORE)).status == 200
        for number in range(2, 8):
            held.enter_context(silent(port, 10, f"127.0.0.{number}"))
        assert [keeper.visit(game).status for keeper in (owner, phone) * 5] == [200] * 10
        monkeypatch.setattr(http_server, "SIGNED_IN_SECONDS", 0.0)
        with pytest.raises(ConnectionError):
            phone.visit(game)
        assert owner.visit(game).status == 200


def test_a_connection_that_sends_no_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "FIRST_REQUEST_TIMEOUT", 0.1)
    with served(40) as port, silent(port, 1) as (stranger,):
        assert stranger.recv(1) == b""


@contextlib.contextmanager
def every_file_open() -> Iterator[list[Any]]:
    """Open as many files as this process may have; the limit is lowered for the block."""
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
            with pytest.raises(StoreUnavailable, match="Too many browsers or files are open at once"):
                work()
        parts: list[str] = []
        Maintenance(store, Backups(file_behind(store)), mend=print, say=parts.append).keep()
        assert parts == [f"No backup of the games was written: {too_many_open()}"]
    assert add(store, 2, seen=2) == 3


def test_the_limit_of_open_files_is_raised_to_what_is_needed_and_allowed() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.ExitStack() as after:
        after.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
        assert open_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(MOST + RESERVED, before[1])


def test_an_answers_head_is_not_sent_before_what_it_announces() -> None:
    begun, made = threading.Event(), threading.Event()

    def slow(_environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Length", "8")])
        begun.set()
        made.wait(60)
        yield b"answered"

    with served(4, slow) as port, contextlib.closing(call(port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert begun.wait(60)
        line.settimeout(0.1)
        with pytest.raises(TimeoutError):
            line.recv(1)
        made.set()
        line.settimeout(60)
        text = b""
        while not text.endswith(b"answered"):
            text += line.recv(4096) or b"closed: answered"
    assert text.startswith(b"HTTP/1.1 200")


def test_a_worker_that_begins_never_lets_others_wait_who_accept_at_the_same_socket() -> None:
    """The blocking mode of a shared socket applies to all its processes: a blocking one held up a whole worker."""
    waits: list[float | None] = []

    class Shared(socket.socket):
        def settimeout(self, value: float | None, /) -> None:
            waits.append(value)
            super().settimeout(value)

    with (
        contextlib.closing(Shared(fileno=run_server.listen("127.0.0.1", 0).detach())) as listener,
        running(Server(Flask("one"), listener, 1)),
    ):
        assert ask(listener.getsockname())[0] == 404
    assert None not in waits


def test_an_answer_on_a_kept_connection_takes_no_longer_than_one_on_a_new_connection() -> None:
    """With Nagle's algorithm each answer would wait for the client's delayed acknowledgement, 40 ms on Linux."""
    with served(8, Flask("bare")) as port:
        kept = http.client.HTTPConnection("127.0.0.1", port)

        def fetch(line: http.client.HTTPConnection) -> float:
            begin = time.perf_counter()
            line.request("GET", "/")
            line.getresponse().read()
            return time.perf_counter() - begin

        def fetch_anew() -> float:
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
                return fetch(line)

        pairs = [(fetch(kept), fetch_anew()) for _request in range(20)]
        kept.close()
    on_kept, on_new = (median(times) for times in zip(*pairs, strict=True))
    assert on_kept < 5 * on_new


def test_a_closed_connection_is_not_kept_until_its_first_request_would_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept so long, it outlives the quick garbage collections, and the memory of a long evening grows."""
    monkeypatch.setattr(http_server, "FIRST_REQUEST_TIMEOUT", 3600)

    def connections() -> int:
        gc.collect()
        return sum(isinstance(thing, http_server.Connection) for thing in gc.get_objects())

    gc.freeze()  # only what this test makes is looked through
    try:
        with served(8) as port:
            assert all(asks(port, "127.0.0.1") for _request in range(20))
            until(lambda: not connections())
    finally:
        gc.unfreeze()
