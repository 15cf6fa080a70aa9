"""Where a game stands in the list: by the day it was played, those of one day by their last events."""

from __future__ import annotations

import contextlib
import functools
import re
from datetime import date

_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?!\d)", re.ASCII)
_PLACES = 10**11
"""More than there are ever events; with the days of 9,999 years it stays below 10**18."""


def rank_of(played: object, updated: object, place: object) -> int:
    """Higher where a game was played later. `played` is the date as the table has it: where it begins with no day,
    month or year, the day on which the last event was written (`updated`) tells; `place` is that event's number."""
    return (_day(str(played)) or _day(str(updated))) * _PLACES + (place % _PLACES if isinstance(place, int) else 0)


@functools.lru_cache(1000)  # the games of a page are of few days
def _day(text: str) -> int:
    """Days since the year 1; 0 where it is no date. The first of a month or year that is all there is."""
    found = _DAY.match(text)
    if found:
        year, month, day = (int(part or 1) for part in found.groups())
        with contextlib.suppress(ValueError):
            return date(year, month, day).toordinal()
    return 0
