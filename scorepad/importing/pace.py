"""Long work among others: after each piece of it a pause as long, and an end where it is too much."""

from __future__ import annotations

import time

from scorepad.errors import too_much_brought

MOST_SECONDS = 25.0
"""Of work: about two thousand evenings. With the pauses it is a minute, which the printed settings of a proxy allow."""

LONGEST = 1.0
"""Seconds of a pause."""


class Pace:
    """The pace of one piece of work, by the clock of the thread that does it."""

    def __init__(self, most: float = MOST_SECONDS) -> None:
        self._begun = self._rested = time.thread_time()
        self._most = most

    def rest(self) -> None:
        """Let others have their turn. NothingBrought once all of it has taken too long."""
        now = time.thread_time()
        if now - self._begun > self._most:
            raise too_much_brought()
        time.sleep(min(now - self._rested, LONGEST))
        self._rested = now
