"""A browser of a few lines, and a server of our own for it: real sockets on loopback."""

from __future__ import annotations

import contextlib
import http.client
import threading
import time
from collections.abc import Iterator
from typing import Any

from flask import Flask

from scorepad.web.server import starting


@contextlib.contextmanager
def served(app: Flask, threads: int = 4, **options: Any) -> Iterator[tuple[str, int]]:
    """`options` are waitress's."""
    from waitress.server import create_server

    with (
        contextlib.closing(starting.listen("127.0.0.1", 0)) as listener,
        running(create_server(app, sockets=[listener], threads=threads, ident=None, **options)),
    ):
        yield listener.getsockname()


@contextlib.contextmanager
def running(server: Any) -> Iterator[None]:
    """A server of waitress's, running in a thread; it answers what it was asked and ends."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()

    def close() -> None:
        for kept_alive in list(server.active_channels.values()):  # a real browser lets go of none
            kept_alive.handle_close()
        server.close()

    try:
        yield
    finally:
        _answer_what_is_asked(server)
        server.task_dispatcher.shutdown()
        with contextlib.suppress(OSError):  # an answer has just woken the loop: it has closed everything already
            server.trigger.pull_trigger(close)
        thread.join(5)


def _answer_what_is_asked(server: Any) -> None:
    """Wait, two seconds at most, until nothing is under way: a tap sent while a page is left is still answered."""
    for _moment in range(100):
        if not any(channel.requests or channel.total_outbufs_len for channel in list(server.active_channels.values())):
            return
        time.sleep(0.02)


def ask(
    where: tuple[str, int], path: str = "/", *, method: str = "GET", **headers: str
) -> tuple[int, str, dict[str, str]]:
    """Status, body and headers of an answer; `headers` are those of the question, `Host` among them."""
    with contextlib.closing(http.client.HTTPConnection(*where, timeout=10)) as browser:
        browser.request(method, path, headers={"Host": "{}:{}".format(*where)} | headers)
        answer = browser.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())
