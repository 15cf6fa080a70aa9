"""Where a game stands in the list: one that is over by the day it was played, those of one day and those that go on by
their last events, whatever the clock says."""

from __future__ import annotations

import contextlib
import functools
import re
from datetime import date

_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?!\d)", re.ASCII)
_PLACES = 10**11
"""More than there are ever events; with the days of 9,999 years it stays below 10**18."""


_RUNNING = 4_000_000
"""Later than every day."""


def rank_of(state: object, played: object, updated: object, place: object) -> int:
    """Higher where a game was played later, highest while it goes on. `played` is the date as the table has it: where
    it begins with no day, month or year, the day on which the last event was written (`updated`) tells; `place` is that
    event's number."""
    day = (_day(str(played)) or _day(str(updated))) if state == "finished" else _RUNNING
    return day * _PLACES + (place % _PLACES if isinstance(place, int) else 0)


@functools.lru_cache(1000)  # the games of a page are of few days
def _day(text: str) -> int:
    """Days since the year 1; 0 where it is no date. The first of a month or year that is all there is."""
    found = _DAY.match(text)
    if found:
        year, month, day = (int(part or 1) for part in found.groups())
        with contextlib.suppress(ValueError):
            return date(year, month, day).toordinal()
    return 0
