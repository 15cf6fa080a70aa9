"""Filters for printing an archive: by year, place and game."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.formats import year_of
from scorepad.store.records import Summary
from scorepad.words import ours


def _values(game: Summary) -> tuple[str, str, str]:
    """Return the year, the place and the rulebook of a game; an unknown year or place is ""."""
    return year_of(game.date), game.title if game.title != game.rulebook else "", game.rulebook


@dataclass(frozen=True)
class ArchiveChoice:
    """A filter for games by year, place and game.

    An empty field matches all. Case is ignored.
    """

    years: Sequence[str] = ()
    places: Sequence[str] = ()
    games: Sequence[str] = ()

    def holds(self, game: Summary) -> bool:
        """Return whether a game matches."""
        pairs = zip((self.years, self.places, self.games), _values(game), strict=True)
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
    def of(cls, games: Iterable[Summary]) -> "ToChooseFrom":
        """Return the choices for these games.

        Unknown values are left out.
        """
        known = [*map(_values, games)]
        years, places, played = (Counter(values[at] for values in known if values[at]) for at in range(3))
        return cls(sorted(years.items(), reverse=True), sorted(places.items()), sorted(played.items()))
