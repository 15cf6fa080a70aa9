"""A browser of a few lines, and a server of our own for it: real sockets on loopback."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorepad.web.server import starting
from scorepad.web.server.http_server import Server

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


@contextlib.contextmanager
def served(app: WSGIApplication, threads: int = 4, *, proxied: bool = False) -> Iterator[tuple[str, int]]:
    """Where the application is served, by the server that it has."""
    with (
        contextlib.closing(starting.listen("127.0.0.1", 0)) as listener,
        served_at(listener, app, threads, proxied=proxied) as where,
    ):
        yield where


@contextlib.contextmanager
def served_at(
    listener: socket.socket, app: WSGIApplication, threads: int = 4, *, proxied: bool = False
) -> Iterator[tuple[str, int]]:
    """As `served`; whoever calls here before or after waits."""
    server = Server(app, listener, threads, most_sent=starting.MOST_AT_ALL, proxied=proxied)
    with running(server):
        yield listener.getsockname()


@contextlib.contextmanager
def running(server: Server) -> Iterator[None]:
    """A server, running in a thread; it answers what it was asked and ends."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.stop()
        thread.join(60)


def ask(
    where: tuple[str, int], path: str = "/", *, method: str = "GET", **headers: str
) -> tuple[int, str, dict[str, str]]:
    """Status, body and headers of an answer; `headers` are those of the question, `Host` among them."""
    with contextlib.closing(http.client.HTTPConnection(*where, timeout=60)) as browser:
        browser.request(method, path, headers={"Host": "{}:{}".format(*where)} | headers)
        answer = browser.getresponse()
        return answer.status, answer.read().decode(), heads(answer)


def heads(answer: http.client.HTTPResponse) -> dict[str, str]:
    """The headers of an answer, by their names as they are mostly written."""
    return {name.title(): value for name, value in answer.getheaders()}
