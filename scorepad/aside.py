"""Whoever waits for somebody else steps aside, where only so many threads of a server run at once."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

PATIENCE = 0.2
"""Seconds that somebody waits for a place: those who have them may wait for a database that answers nothing."""

_of_this_thread = threading.local()


class Places:
    """So many threads that run at once. Who has been aside goes on without waiting, one more for a moment: they may
    hold what all others wait for."""

    def __init__(self, most: int, *, patience: float = PATIENCE) -> None:
        self._most, self._patience = most, patience
        self._running = 0
        self._left = threading.Condition()

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """One of them, once it is there; one more where none comes for so long."""
        with self._left:
            self._left.wait_for(lambda: self._running < self._most, self._patience)
            self._running += 1
        _of_this_thread.places = self
        try:
            yield
        finally:
            _of_this_thread.places = None
            self.leave()

    def leave(self) -> None:
        """Let somebody else run."""
        with self._left:
            self._running -= 1
            if self._running < self._most:
                self._left.notify()

    def come_back(self) -> None:
        """Go on."""
        with self._left:
            self._running += 1


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Wait in this for others: meanwhile somebody else runs. Nothing where nobody counts."""
    places: Places | None = getattr(_of_this_thread, "places", None)
    if places is None:
        yield
        return
    _of_this_thread.places = None
    places.leave()
    try:
        yield
    finally:
        places.come_back()
        _of_this_thread.places = places


@contextlib.contextmanager
def turn(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock; whoever has to wait for it does so aside."""
    if not lock.acquire(blocking=False):
        with aside():
            lock.acquire()
    try:
        yield
    finally:
        lock.release()
