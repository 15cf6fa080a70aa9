"""The limit of simultaneous requests of a worker."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from werkzeug.test import Client

from scorepad.util.thread_slots import ThreadSlots
from scorepad.web.server.middleware import limit_concurrency

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LONG = 10
"""Seconds to wait for a result that is due."""


def test_more_than_so_many_never_run_at_once_and_all_are_answered_whatever_breaks() -> None:
    come, go = threading.Semaphore(0), threading.Semaphore(0)

    def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        come.release()
        assert go.acquire(timeout=LONG)
        if environ["PATH_INFO"] == "/breaks":
            raise ValueError
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"answered"]

    client = Client(limit_concurrency(app, ThreadSlots(2, patience=LONG)))
    with ThreadPoolExecutor(5) as many:
        answers = [many.submit(client.get, path) for path in ("/breaks", "/", "/", "/", "/breaks")]
        for number in range(5):
            assert come.acquire(timeout=LONG)
            if number == 1:
                assert not come.acquire(timeout=0.2), "a third one runs"
            if number > 0:
                go.release()
        go.release()
        assert [answer.exception(LONG) is None for answer in answers] == [False, True, True, True, False]
