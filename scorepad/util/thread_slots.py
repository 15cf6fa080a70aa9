"""A limit on the number of threads that run at the same time.

A thread releases its slot while it waits for a lock or the database.
"""

import contextlib
import threading
from collections.abc import Iterator

PATIENCE = 0.2
"""Maximum seconds to wait for a slot. All threads with a slot may be waiting for a database that does not answer."""

_of_this_thread = threading.local()


class ThreadSlots:
    """Slots for a fixed number of running threads.

    A thread that resumes takes a slot without waiting, because it may hold a lock that other threads need. Until
    another thread finishes, one thread more than the limit runs.
    """

    def __init__(self, most: int, *, patience: float = PATIENCE) -> None:
        self._most, self._patience = most, patience
        self._running = 0
        self._left = threading.Condition()

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """Hold a slot inside the `with` block.

        Wait for a free slot for at most `patience` seconds, then run without one.
        """
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
        """Release this thread's slot."""
        with self._left:
            self._running -= 1
            if self._running < self._most:
                self._left.notify()

    def come_back(self) -> None:
        """Take a slot again, without waiting."""
        with self._left:
            self._running += 1


@contextlib.contextmanager
def released_slot() -> Iterator[None]:
    """Release this thread's slot inside the `with` block.

    Do nothing if threads are not limited.
    """
    places: ThreadSlots | None = getattr(_of_this_thread, "places", None)
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
def locked(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock, and release this thread's slot while waiting for it."""
    if not lock.acquire(blocking=False):
        with released_slot():
            lock.acquire()
    try:
        yield
    finally:
        lock.release()
