"""Two people over their evenings together: who stood before whom, the nemesis and the favourite victim."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from scorepad.game.years.evening import Result
from scorepad.game.years.people import People, folded
from scorepad.game.years.shares import FEWEST_TOGETHER, share


class Pair(NamedTuple):
    """How often somebody stood before `person` on `evenings` together, equal ones half; the share with one decimal,
    None where they are too few."""

    person: str
    evenings: int
    before: float
    share: float | None

    @property
    def exact(self) -> Fraction:
        """The share of evenings, from 0 to 1."""
        return Fraction(self.before) / self.evenings


@dataclass
class Pairs:
    """Evenings together with each other person, and on how many halves of them one stood before."""

    together: dict[str, int] = field(default_factory=dict)
    before: dict[str, float] = field(default_factory=dict)

    def add(self, person: str, own: Result, seats: Iterable[tuple[str, Result]]) -> None:
        """Count one more evening of the person."""
        for other, result in seats:
            if other != person:
                ahead = 1 if own.level < result.level else 0.5 if own.level == result.level else 0
                self.together[other] = self.together.get(other, 0) + 1
                self.before[other] = self.before.get(other, 0) + ahead

    def told(self, people: People) -> list[Pair]:
        """Whom one met most first, without those who are hidden."""
        found = [
            Pair(people.name(other), count, self.before[other], share(self.before[other], count, FEWEST_TOGETHER))
            for other, count in self.together.items()
            if not people.is_hidden(other)
        ]
        return sorted(found, key=lambda one: (-one.evenings, folded(one.person)))


def nemeses(pairs: Sequence[Pair]) -> list[Pair]:
    """Whoever mostly stood before, more than anybody else; several where they did alike, nobody where nobody did."""
    return _utmost([one for one in pairs if one.exact < Fraction(1, 2)], min)


def victims(pairs: Sequence[Pair]) -> list[Pair]:
    """Whoever mostly stood behind, more than anybody else; likewise."""
    return _utmost([one for one in pairs if one.exact > Fraction(1, 2)], max)


def _utmost(pairs: Iterable[Pair], utmost: Callable[[Iterable[Fraction]], Fraction]) -> list[Pair]:
    known = [one for one in pairs if one.share is not None]
    return [one for one in known if one.exact == utmost(other.exact for other in known)]
