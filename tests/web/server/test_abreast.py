"""So many requests of a worker run at once; who waits for somebody else steps aside."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from werkzeug.test import Client

from scorepad.web.server.abreast import Abreast

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LONG = 10
"""Seconds in which anything comes that comes at all."""


class Counter:
    """An application that answers who is let go, and knows how many wait there."""

    def __init__(self) -> None:
        self.come, self.go = threading.Semaphore(0), threading.Semaphore(0)
        self.aside: Any = contextlib.nullcontext

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.come.release()
        with self.aside() if environ["PATH_INFO"] == "/waits" else contextlib.nullcontext():
            assert self.go.acquire(timeout=LONG)
        if environ["PATH_INFO"] == "/breaks":
            raise ValueError
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"answered"]


@contextlib.contextmanager
def asked(app: WSGIApplication, *paths: str) -> Iterator[list[Any]]:
    with ThreadPoolExecutor(len(paths)) as many:
        yield [many.submit(Client(app).get, path) for path in paths]


def test_more_than_so_many_never_run_at_once_and_all_are_answered() -> None:
    counter = Counter()
    with asked(Abreast(counter, 2), *["/"] * 5) as answers:
        for number in range(5):
            assert counter.come.acquire(timeout=LONG)
            if number == 1:
                assert not counter.come.acquire(timeout=0.2), "a third one runs"
            if number > 0:
                counter.go.release()
        counter.go.release()
        assert [one.result(LONG).text for one in answers] == ["answered"] * 5


def test_whoever_waits_aside_leaves_their_place_and_needs_one_to_go_on() -> None:
    counter = Counter()
    shared = Abreast(counter, 1)
    counter.aside = shared.aside
    with asked(shared, "/waits", "/waits", "/") as answers:
        for _each in answers:
            assert counter.come.acquire(timeout=LONG)
        counter.go.release(3)
        assert [one.result(LONG).text for one in answers] == ["answered"] * 3


def test_whoever_breaks_leaves_their_place_too() -> None:
    counter = Counter()
    shared = Abreast(counter, 1)
    counter.go.release(2)
    with asked(shared, "/breaks") as (broken,):
        assert isinstance(broken.exception(LONG), ValueError)
    assert Client(shared).get("/").text == "answered"


def test_whoever_runs_nowhere_here_waits_as_ever() -> None:
    counter = Counter()
    shared = Abreast(counter, 1)
    with shared.aside(), asked(shared, "/", "/") as answers:
        assert counter.come.acquire(timeout=LONG)
        assert not counter.come.acquire(timeout=0.2), "a place was made by who had none"
        counter.go.release(2)
        assert [one.result(LONG).text for one in answers] == ["answered"] * 2
