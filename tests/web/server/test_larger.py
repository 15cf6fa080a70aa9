"""Routes for larger uploads: only a few run at once, with a time limit, because the uploads are in memory."""

import contextlib
import http.client
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from raw_http import running
from waiting import until

from scorepad.web.auth.access import MANY_IMPORTS
from scorepad.web.server import http_server, run_server
from scorepad.web.server.http_server import MOST_AT_ALL, Server

LARGE = MOST_AT_ALL + 100_000


def answer(environ: Any, start_response: Any) -> list[bytes]:
    body = str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def port() -> Iterator[int]:
    """Yield the port of a server that accepts larger requests at one address."""
    with (
        contextlib.closing(run_server.listen("127.0.0.1", 0)) as listener,
        running(Server(answer, listener, 4, larger={"/bring": LARGE})),
    ):
        yield listener.getsockname()[1]


def sent(port: int, path: str, size: int, method: str = "POST") -> tuple[int, str, str | None]:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request(method, path, body=bytes(size))
        notes = line.getresponse()
        return notes.status, notes.read().decode(), notes.headers["Retry-After"]


@contextlib.contextmanager
def half_sent(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(b"POST /bring HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n" + bytes(10))
        yield line


def test_more_is_taken_at_that_address_and_at_no_other(port: int) -> None:
    assert sent(port, "/bring", LARGE)[:2] == (200, str(LARGE))
    assert sent(port, "/bring", LARGE + 1)[0] == 413
    for path, method in (("/", "POST"), ("/bring/", "POST"), ("/bring", "PUT")):
        assert sent(port, path, MOST_AT_ALL + 1, method)[0] == 413


def test_two_send_at_once_and_others_are_told_to_come_again(port: int) -> None:
    with half_sent(port) as item, half_sent(port):
        until(lambda: sent(port, "/bring", 5) == (429, str(MANY_IMPORTS), "60"))  # the server has received both
        assert sent(port, "/", 5)[:2] == (200, "5"), "who plays plays on"
        item.sendall(bytes(10))
        assert item.recv(1000).startswith(b"HTTP/1.1 200 OK")
        until(lambda: sent(port, "/bring", 5)[0] == 200)


def test_who_sends_too_slowly_makes_room(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "LARGE_BODY_TIMEOUT", 0.05)
    with half_sent(port) as slow:
        assert slow.recv(1000).startswith(b"HTTP/1.1 408 ")
