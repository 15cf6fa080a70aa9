"""How far a table of points must go: the largest hand of the games that are played by them."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme.as_played import USUAL_TOP


def largest_hand(rulebooks: Iterable[Rulebook], key: str, players: int | None = None) -> int:
    """The most cards of a hand in those of the games that are usually played by the points of this key, by so many
    players or by however many; USUAL_TOP where there is no such game."""
    games = [one for one in rulebooks if one.scheme == key]
    tables = [(one, n) for one in games for n in range(one.min_players, one.max_players + 1)]
    return max((one.largest_for(n) for one, n in tables if players in (None, n)), default=USUAL_TOP)
