"""A minimal browser, and a server for it, on real loopback sockets."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorepad.web.server import run_server
from scorepad.web.server.http_server import Server

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


@contextlib.contextmanager
def served(app: WSGIApplication, threads: int = 4, *, proxied: bool = False) -> Iterator[tuple[str, int]]:
    """Serve the application by Scorepad's own server; yield its host and port."""
    with (
        contextlib.closing(run_server.listen("127.0.0.1", 0)) as listener,
        served_at(listener, app, threads, proxied=proxied) as where,
    ):
        yield where


@contextlib.contextmanager
def served_at(
    listener: socket.socket, app: WSGIApplication, threads: int = 4, *, proxied: bool = False
) -> Iterator[tuple[str, int]]:
    """Serve as `served` does, at a given listener; connections made before or after wait."""
    server = Server(app, listener, threads, proxied=proxied)
    with running(server):
        yield listener.getsockname()


@contextlib.contextmanager
def running(server: Server) -> Iterator[None]:
    """Run a server in a thread; at the end it answers the requests received and stops."""
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
    """Return status, body and headers of an answer; `headers` are those of the request, including `Host`."""
    with contextlib.closing(http.client.HTTPConnection(*where, timeout=60)) as browser:
        browser.request(method, path, headers={"Host": "{}:{}".format(*where)} | headers)
        answer = browser.getresponse()
        return answer.status, answer.read().decode(), heads(answer)


def heads(answer: http.client.HTTPResponse) -> dict[str, str]:
    """Return the headers of an answer, by their names in title case."""
    return {name.title(): value for name, value in answer.getheaders()}
