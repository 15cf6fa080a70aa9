"""Filters for printing an archive: by year, place and game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.words import ours

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def year_of(date: str) -> str:
    """Return the year of a date such as `2026-11-20` or `20 Nov 2026`, or "" if it has none."""
    match = _YEAR.search(date)
    return match[0] if match else ""


@dataclass(frozen=True)
class GameLine:
    """The values of a game that filters compare.

    Unknown years and places are "".
    """

    year: str
    place: str
    game: str

    @classmethod
    def of(cls, title: str, rulebook: str, date: str) -> GameLine:
        """Return the values for an entry of the list of games.

        Its title is the place, or the rulebook if there is no place.
        """
        return cls(year_of(date), title if title != rulebook else "", rulebook)


@dataclass(frozen=True)
class ArchiveChoice:
    """A filter for games by year, place and game.

    An empty field matches all. Case is ignored.
    """

    years: Sequence[str] = ()
    places: Sequence[str] = ()
    games: Sequence[str] = ()

    def holds(self, line: GameLine) -> bool:
        """Return whether a game matches."""
        pairs = ((self.years, line.year), (self.places, line.place), (self.games, line.game))
        return all(
            not choices or value.casefold() in {choice.casefold() for choice in choices} for choices, value in pairs
        )

    @property
    def words(self) -> str:
        """Return the filter in words: `2026 · The Crown · Murder`, or "" for all games."""
        lists = (self.years, self.places, [ours(game) for game in self.games])
        return " \u00b7 ".join(", ".join(names) for names in lists if names)


@dataclass(frozen=True)
class ToChooseFrom:
    """The choices for a filter, with the number of games for each.

    The latest year is first.
    """

    years: Sequence[tuple[str, int]]
    places: Sequence[tuple[str, int]]
    games: Sequence[tuple[str, int]]

    @classmethod
    def of(cls, lines: Iterable[GameLine]) -> ToChooseFrom:
        """Return the choices for these games.

        Unknown values are left out.
        """
        known = [*lines]
        years, places, games = (
            Counter(value for line in known if (value := getattr(line, name))) for name in ("year", "place", "game")
        )
        return cls(sorted(years.items(), reverse=True), sorted(places.items()), sorted(games.items()))
