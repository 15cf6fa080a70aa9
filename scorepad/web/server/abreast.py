"""How many requests of a worker run at once. Of more each keeps the others from running: all are answered later than if
they came one after the other."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Abreast:
    """An application of which so many requests run at once; whoever waits meanwhile for somebody else steps aside."""

    def __init__(self, app: WSGIApplication, most: int) -> None:
        self._app = app
        self._places = threading.Semaphore(most)
        self._thread = threading.local()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with self._places:
            self._thread.runs = True
            try:
                return self._app(environ, start_response)
            finally:
                self._thread.runs = False

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Let somebody else run; go on when there is a place again. Who does not run here is not concerned."""
        runs = getattr(self._thread, "runs", False)
        if runs:
            self._places.release()
        try:
            yield
        finally:
            if runs:
                self._places.acquire()
