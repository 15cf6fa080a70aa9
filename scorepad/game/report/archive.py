"""Which games of an archive are printed: of which years, places and games, as they are listed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.words import ours

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def year_of(date: str) -> str:
    """`2026` of `2026-11-20` and of `20 Nov 2026`; "" where there is none."""
    found = _YEAR.search(date)
    return found[0] if found else ""


@dataclass(frozen=True)
class GameLine:
    """What is chosen by: the year of a game, "" where that is not known, its place, "" likewise, and what was
    played."""

    year: str
    place: str
    game: str

    @classmethod
    def of(cls, title: str, rulebook: str, date: str) -> GameLine:
        """Of a line in the list of games, whose title is the place if there is one."""
        return cls(year_of(date), title if title != rulebook else "", rulebook)


@dataclass(frozen=True)
class ArchiveChoice:
    """Of each what may be printed; all where nothing is said. Big and small letters are alike."""

    years: Sequence[str] = ()
    places: Sequence[str] = ()
    games: Sequence[str] = ()

    def holds(self, line: GameLine) -> bool:
        """Whether this game is one of them."""
        pairs = ((self.years, line.year), (self.places, line.place), (self.games, line.game))
        return all(not said or one.casefold() in {each.casefold() for each in said} for said, one in pairs)

    @property
    def words(self) -> str:
        """`2026 · The Crown · Murder`; "" for all."""
        said = (self.years, self.places, [ours(one) for one in self.games])
        return " \u00b7 ".join(", ".join(each) for each in said if each)


@dataclass(frozen=True)
class ToChooseFrom:
    """The years, latest first, the places and the games that there are, and of each how many."""

    years: Sequence[tuple[str, int]]
    places: Sequence[tuple[str, int]]
    games: Sequence[tuple[str, int]]

    @classmethod
    def of(cls, lines: Iterable[GameLine]) -> ToChooseFrom:
        """What these games can be chosen by; of what is not known nothing."""
        known = [*lines]
        years, places, games = (
            Counter(found for one in known if (found := getattr(one, name))) for name in ("year", "place", "game")
        )
        return cls(sorted(years.items(), reverse=True), sorted(places.items()), sorted(games.items()))
