"""One person's bids over the evenings: by size of hand, by place in the bidding, as dealer and not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from scorepad.game.years.bids import Tally
from scorepad.game.years.evening import Result
from scorepad.game.years.shares import of_bids

SIZES: tuple[tuple[int, int | None], ...] = ((1, 3), (4, 6), (7, 9), (10, None))
"""Hands of few cards to those of many, as they are put together."""

NONE = Tally()

Turn = Literal["first", "middle", "last"]
TURNS: tuple[Turn, ...] = ("first", "middle", "last")


class InHands(NamedTuple):
    """Bids in hands of `least` to `most` cards, None: and more; `made` in per cent, None where they are too few."""

    least: int
    most: int | None
    bids: int
    made: float | None


class InTurn(NamedTuple):
    """Bids said first, last, or between them, and how many of them were made, as above."""

    turn: Turn
    bids: int
    made: float | None


class AsNth(NamedTuple):
    """Bids said as the first, second, third … and how many of them were made, as above."""

    place: int
    bids: int
    made: float | None


class Dealing(NamedTuple):
    """Bids made as dealer against those of other hands: `edge` in percentage points, None where either is unknown."""

    bids: int
    made: float | None
    other_bids: int
    other_made: float | None
    edge: float | None


class Bidding(NamedTuple):
    """What there is to say of one person's bids; no list has a row without bids."""

    sizes: list[InHands]
    """Of SIZES."""
    cards: list[InHands]
    """Of each number of cards."""
    turns: list[InTurn]
    """Of TURNS, where one bids after the other."""
    places: list[AsNth]
    dealing: Dealing


@dataclass
class Bids:
    """Bids and those made, as they are counted evening by evening."""

    every: Tally = NONE
    dealt: Tally = NONE
    sizes: dict[int, Tally] = field(default_factory=dict)
    places: dict[tuple[int, int], Tally] = field(default_factory=dict)

    def add(self, one: Result) -> None:
        """Count one more evening."""
        self.every = _sum([self.every, Tally(one.bids, one.made)])
        self.dealt = _sum([self.dealt, one.dealt])
        for cards, bids, made in one.sizes:
            self.sizes[cards] = _sum([self.sizes.get(cards, NONE), Tally(bids, made)])
        for place, bidders, bids, made in one.places:
            self.places[place, bidders] = _sum([self.places.get((place, bidders), NONE), Tally(bids, made)])

    def told(self) -> Bidding:
        """The figures."""
        cards = sorted(self.sizes)
        places = sorted({place for place, _bidders in self.places})
        return Bidding(
            sizes=[InHands(least, most, *found) for least, most in SIZES if (found := self._in_hands(least, most))],
            cards=[InHands(one, one, *_made(self.sizes[one])) for one in cards],
            turns=[InTurn(turn, *found) for turn in TURNS if (found := self._in_turn(turn))],
            places=[AsNth(one, *_made(_sum(self._at(one)))) for one in places],
            dealing=self._dealing(),
        )

    def _in_hands(self, least: int, most: int | None) -> tuple[int, float | None] | None:
        found = _sum(self.sizes[cards] for cards in self.sizes if least <= cards <= (most or cards))
        return _made(found) if found.bids else None

    def _in_turn(self, turn: Turn) -> tuple[int, float | None] | None:
        found = _sum(one for (place, bidders), one in self.places.items() if turn_of(place, bidders) == turn)
        return _made(found) if found.bids else None

    def _at(self, place: int) -> Iterable[Tally]:
        return (one for (own, _bidders), one in self.places.items() if own == place)

    def _dealing(self) -> Dealing:
        other = Tally(self.every.bids - self.dealt.bids, self.every.made - self.dealt.made)
        (bids, made), (other_bids, other_made) = _made(self.dealt), _made(other)
        edge = None if made is None or other_made is None else round(made - other_made, 1)
        return Dealing(bids, made, other_bids, other_made, edge)


def turn_of(place: int, bidders: int) -> Turn:
    """Whether who bids at this place, from 1, is the first or the last of so many, or between them."""
    return "first" if place == 1 else "last" if place == bidders else "middle"


def _sum(tallies: Iterable[Tally]) -> Tally:
    found = [*tallies]
    return Tally(sum(one.bids for one in found), sum(one.made for one in found))


def _made(one: Tally) -> tuple[int, float | None]:
    return one.bids, of_bids(one.made, one.bids)
