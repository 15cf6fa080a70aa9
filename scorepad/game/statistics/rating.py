"""A rating of people over the years, from the places of their evenings; it is derived and never stored.

The model is Plackett-Luce by Weng and Lin (2011), as the library openskill calculates it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scorepad.game.statistics.people import Seated
from scorepad.words import _

FEWEST_GAMES = 10
"""A group has no ratings before this number of games."""

FEWEST_PEOPLE = 3
"""Games with fewer people do not count."""

SCALE = 40
"""Shown points for one of the model's: a newcomer has 25, which is shown as 1000."""

WELL_KNOWN, ROUGHLY_KNOWN = 140, 220
"""The largest uncertainty of a rating that is called well known, or roughly known. A newcomer has 333."""


class Rating(NamedTuple):
    """A person's rating, and its uncertainty (one standard deviation); `line` has the rating after each game."""

    value: int
    spread: int
    line: tuple[int, ...]


def ratings(seated: Iterable[Seated]) -> dict[str, Rating]:
    """Return the rating of each person, from evenings in the order of their dates; empty for fewer than 10 games.

    Equal places count equally. A player who left has the place of the total at that time.
    """
    counted = [seats for _evening, seats in seated if len(seats) >= FEWEST_PEOPLE]
    if len(counted) < FEWEST_GAMES:
        return {}
    from openskill.models import PlackettLuce  # imported late: only some pages need it

    model = PlackettLuce()
    known: dict[str, tuple[float, float]] = {}
    lines: dict[str, list[int]] = {}
    for seats in counted:
        teams = [[model.rating(*known.get(person, (None, None)))] for person, _result in seats]
        rated = model.rate(teams, ranks=[float(result.place) for _person, result in seats])
        for (person, _result), (own,) in zip(seats, rated, strict=True):
            known[person] = own.mu, own.sigma
            lines.setdefault(person, []).append(round(own.mu * SCALE))
    return {
        person: Rating(round(mu * SCALE), round(sigma * SCALE), tuple(lines[person]))
        for person, (mu, sigma) in known.items()
    }


def certainty(spread: int) -> str:
    """Return in words how well a rating with this uncertainty is known."""
    if spread <= WELL_KNOWN:
        return _("well known")
    return _("roughly known") if spread <= ROUGHLY_KNOWN else _("hardly known yet")
