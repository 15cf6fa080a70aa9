"""One person over the evenings in a row of figures, and the order of such rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.game.years.evening import Result
from scorepad.game.years.people import folded
from scorepad.game.years.shares import FEWEST_EVENINGS, FEWEST_ZEROS, of_bids, share


class PersonRow(NamedTuple):
    """One person over the evenings; shares in per cent with one decimal, None where there are too few cases."""

    person: str
    evenings: int
    won: int
    beaten: float | None
    bids: int
    made: float | None
    zeros: int
    zeros_made: float | None


@dataclass
class Sums:
    """What a row is made of."""

    evenings: int = 0
    won: int = 0
    met: int = 0
    beaten: float = 0
    bids: int = 0
    made: int = 0
    zeros: int = 0
    zeros_made: int = 0

    def add(self, one: Result) -> None:
        """Count one more evening."""
        self.evenings += 1
        self.won += one.place == 1
        self.met += one.met
        self.beaten += one.beaten
        self.bids += one.bids
        self.made += one.made
        self.zeros += one.zeros
        self.zeros_made += one.zeros_made

    def row(self, person: str) -> PersonRow:
        """The row of this person."""
        return PersonRow(
            person, self.evenings, self.won,
            share(self.beaten, self.met) if self.evenings >= FEWEST_EVENINGS else None,
            self.bids, of_bids(self.made, self.bids),
            self.zeros, share(self.zeros_made, self.zeros, FEWEST_ZEROS),
        )  # fmt: skip


COLUMNS = PersonRow._fields


def ordered(rows: Iterable[PersonRow], by: str) -> list[PersonRow]:
    """Rows by a column of COLUMNS, the most first, whatever cannot be said last; people by name."""
    by_name = sorted(rows, key=lambda row: (-row.evenings, folded(row.person)))
    if by == "person":
        return sorted(by_name, key=lambda row: folded(row.person))

    def worth(row: PersonRow) -> float:
        value = getattr(row, by)
        return -1 if value is None else value

    return sorted(by_name, key=worth, reverse=True)
