"""Figures of one person over some evenings: the row of the table, head to heads, and bids.

Shares are in per cent with one decimal. A share of too few cases is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple

from scorepad.game.statistics.evening import AtPlace, OfSize, Result, Tally
from scorepad.game.statistics.people import People, Seat, folded

FEWEST_EVENINGS = 5
FEWEST_BIDS = 20
FEWEST_ZEROS = 10
FEWEST_TOGETHER = 5


def share(part: float, whole: int, least: int = 1) -> float | None:
    """Return the share in per cent, a half rounded up; None of fewer than `least`. `part` is in halves at finest."""
    return (1000 * int(2 * part) + whole) // (2 * whole) / 10 if whole >= least else None


def of_bids(made: int, bids: int) -> float | None:
    """Return the share of bids that were made."""
    return share(made, bids, FEWEST_BIDS)


# --- a row of the table -------------------------------------------------------------------------------------


class PersonRow(NamedTuple):
    """One person over the evenings."""

    person: str
    evenings: int
    won: int
    beaten: float | None
    bids: int
    made: float | None
    zeros: int
    zeros_made: float | None


COLUMNS = PersonRow._fields


def person_row(person: str, results: Sequence[Result]) -> PersonRow:
    """Return the row of this person."""
    beaten, met = sum(one.beaten for one in results), sum(one.met for one in results)
    bids, made = sum(one.bids for one in results), sum(one.made for one in results)
    zeros, zeros_made = sum(one.zeros for one in results), sum(one.zeros_made for one in results)
    return PersonRow(
        person, len(results), sum(one.place == 1 for one in results),
        share(beaten, met) if len(results) >= FEWEST_EVENINGS else None,
        bids, of_bids(made, bids), zeros, share(zeros_made, zeros, FEWEST_ZEROS),
    )  # fmt: skip


def ordered(rows: Iterable[PersonRow], by: str) -> list[PersonRow]:
    """Sort rows by a column of COLUMNS, the most first, None last; people by name."""
    by_name = sorted(rows, key=lambda row: (-row.evenings, folded(row.person)))
    if by == "person":
        return sorted(by_name, key=lambda row: folded(row.person))

    def worth(row: PersonRow) -> float:
        value = getattr(row, by)
        return -1 if value is None else value

    return sorted(by_name, key=worth, reverse=True)


# --- head to heads ------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """How often somebody stood before `person` on `evenings` together, equal ones half."""

    person: str
    evenings: int
    before: float
    share: float | None

    @property
    def exact(self) -> Fraction:
        """The share of evenings, from 0 to 1."""
        return Fraction(self.before) / self.evenings


def pairs_of(people: People, person: str, met: Iterable[tuple[Result, Sequence[Seat]]]) -> list[Pair]:
    """Compare a person with each opponent who is not hidden, most evenings together first.

    `met` has the person's result of each evening, with all results of that evening.
    """
    before: dict[str, list[float]] = {}
    for own, seats in met:
        for other, result in seats:
            if other != person:
                ahead = 1 if own.level < result.level else 0.5 if own.level == result.level else 0
                before.setdefault(other, []).append(ahead)
    found = [
        Pair(people.name(other), len(halves), sum(halves), share(sum(halves), len(halves), FEWEST_TOGETHER))
        for other, halves in before.items()
        if not people.is_hidden(other)
    ]
    return sorted(found, key=lambda one: (-one.evenings, folded(one.person)))


def nemeses(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the opponents who mostly stood before, by the greatest share."""
    return _utmost([one for one in pairs if one.exact < Fraction(1, 2)], min)


def victims(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the opponents who mostly stood behind, by the greatest share."""
    return _utmost([one for one in pairs if one.exact > Fraction(1, 2)], max)


def _utmost(pairs: Iterable[Pair], utmost: Callable[[Iterable[Fraction]], Fraction]) -> list[Pair]:
    known = [one for one in pairs if one.share is not None]
    return [one for one in known if one.exact == utmost(other.exact for other in known)]


# --- bids ---------------------------------------------------------------------------------------------------

SIZES: tuple[tuple[int, int | None], ...] = ((1, 3), (4, 6), (7, 9), (10, None))
"""Groups of hands by their number of cards."""

Turn = Literal["first", "middle", "last"]
TURNS: tuple[Turn, ...] = ("first", "middle", "last")


class InHands(NamedTuple):
    """Bids in hands of `least` to `most` cards (None: and more), and the share of them that was made."""

    least: int
    most: int | None
    bids: int
    made: float | None


class InTurn(NamedTuple):
    """Bids said first, last, or between them, and the share of them that was made."""

    turn: Turn
    bids: int
    made: float | None


class AsNth(NamedTuple):
    """Bids said as the first, second, third …, and the share of them that was made."""

    place: int
    bids: int
    made: float | None


class Dealing(NamedTuple):
    """Bids as dealer and in other hands: `edge` in percentage points, None where either share is unknown."""

    bids: int
    made: float | None
    other_bids: int
    other_made: float | None
    edge: float | None


class Bidding(NamedTuple):
    """All figures about one person's bids; no list has a row without bids."""

    sizes: list[InHands]
    """Of SIZES."""
    cards: list[InHands]
    """Of each number of cards."""
    turns: list[InTurn]
    """Of TURNS, where players bid one after the other."""
    places: list[AsNth]
    dealing: Dealing


def bidding_of(results: Sequence[Result]) -> Bidding:
    """Return the figures about the bids of these evenings."""
    sizes = sorted(one for result in results for one in result.sizes)
    places = sorted(one for result in results for one in result.places)
    in_size = [
        (least, most, [one for one in sizes if least <= one.cards <= (most or one.cards)]) for least, most in SIZES
    ]
    in_turn = [(turn, [one for one in places if turn_of(one.place, one.bidders) == turn]) for turn in TURNS]
    return Bidding(
        sizes=[InHands(least, most, *_made(bids)) for least, most, bids in in_size if bids],
        cards=[InHands(cards, cards, *_made(bids)) for cards, bids in groupby(sizes, lambda one: one.cards)],
        turns=[InTurn(turn, *_made(bids)) for turn, bids in in_turn if bids],
        places=[AsNth(place, *_made(bids)) for place, bids in groupby(places, lambda one: one.place)],
        dealing=_dealing(results),
    )


def turn_of(place: int, bidders: int) -> Turn:
    """Return whether the bidder at this place, counted from 1, is the first, the last, or between them."""
    return "first" if place == 1 else "last" if place == bidders else "middle"


def _dealing(results: Sequence[Result]) -> Dealing:
    (bids, made) = _made(one.dealt for one in results)
    other_bids, other_made = _made(Tally(one.bids - one.dealt.bids, one.made - one.dealt.made) for one in results)
    edge = None if made is None or other_made is None else round(made - other_made, 1)
    return Dealing(bids, made, other_bids, other_made, edge)


def _made(counts: Iterable[Tally | OfSize | AtPlace]) -> tuple[int, float | None]:
    """Return the number of bids, and the share of them that was made."""
    found = [*counts]
    bids = sum(one.bids for one in found)
    return bids, of_bids(sum(one.made for one in found), bids)
