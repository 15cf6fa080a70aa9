"""The pace of an evening: minutes a hand, and the hands that fit before the agreed quitting time.

The model has no clock. Times are handed in: minutes by the clock on the wall, as if it had run on since some
midnight, so that 13:00 of a day is a multiple of 1440 and 780 more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import floor
from statistics import median
from typing import NamedTuple

from scorepad.game.state import events as e
from scorepad.game.state.record import Game

LATELY = 5  # hands whose median is the pace
SHORTEST = 0.3  # minutes: quicker ones were typed in from paper
LONGEST = 60  # minutes: beyond it the table did something else
PAUSE = 180  # minutes without an entry, after which another sitting begins
FORESEEN = 12 * 60  # minutes ahead that a pace says anything about
GONE_BY = 18 * 60  # minutes: a time that is further off than this was meant as just gone by
DAY = 24 * 60


class Pace(NamedTuple):
    """`minutes` a hand, None as long as nobody can know; `hands` that fit before quitting time, the open one among
    them, None where there is no such time or no telling."""

    minutes: int | None = None
    hands: int | None = None
    closing_time: bool = False  # now is the time to announce the last hands


def pace(game: Game, times: Sequence[float], now: float) -> Pace:
    """How the game runs; `times` are those of its events and `now` is the present, all in minutes as above."""
    ends = _ends(game, times)
    gap = _gap(ends)
    minutes = None if gap is None else max(1, round(gap))
    if not game.sheet.until or game.sheet.finished:
        return Pace(minutes)
    left = _minutes_left(game.sheet.until, times, now)
    fit = _hands_that_fit(gap, left, _waiting(ends, now))
    if fit is None:
        return Pace(minutes)
    coming = len(game.sheet.coming())
    announce = fit <= 2 and game.sheet.bids is None and game.sheet.schedule.closing is None and coming > max(1, fit)
    return Pace(minutes, min(fit, coming), announce)


def _ends(game: Game, times: Sequence[float]) -> list[float]:
    """When each hand that stands was recorded; one that is done again keeps the time it had."""
    standing = zip(game.history.places, game.history.standing, strict=True)
    return [times[place - 1] for place, event in standing if isinstance(event, e.TricksRecorded)]


def _gap(ends: Iterable[float]) -> float | None:
    """The median of the minutes from hand to hand, lately; void hands between are part of them."""
    gaps = [after - before for before, after in pairwise(ends)]
    played = [gap for gap in gaps if SHORTEST <= gap <= LONGEST]
    return median(played[-LATELY:]) if played else None


def _waiting(ends: Sequence[float], now: float) -> float:
    """Minutes that the open hand has been going on; 0 after a pause."""
    waited = now - [now, *ends][-1]
    return waited if 0 <= waited <= LONGEST else 0


def _minutes_left(until: str, times: Sequence[float], now: float) -> float:
    """Minutes until that time of the day or night in which this sitting began; below zero once it has passed."""
    since = _sat_down(times, now)
    hours, minutes = map(int, until.split(":"))
    ahead = (60 * hours + minutes - since) % DAY
    return since + ahead - (DAY if ahead > GONE_BY else 0) - now


def _sat_down(times: Sequence[float], now: float) -> float:
    """When this sitting began: the first entry since the last pause, now where there is none."""
    begun = now
    for at in reversed(times):
        if abs(begun - at) > PAUSE:
            break
        begun = min(begun, at)
    return begun


def _hands_that_fit(gap: float | None, left: float, waiting: float) -> int | None:
    """So many hands, to the nearest: what is left of the open one, half a hand at least, and those after it."""
    if left <= 0:
        return 0
    if gap is None or left > FORESEEN:
        return None
    return floor((left - max(gap / 2, gap - waiting)) / gap + 1.5)
