"""Seats in clockwise order, and whose turn comes next.

A seat keeps its number for the whole game. A player may leave it, return to it or change seats. A rotation continues
from the seat, not from the player.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scorepad.game.state.events import DealerSet


@dataclass(frozen=True)
class Seat:
    """A seat and its player; `taken` is False while the player is away."""

    number: int
    player: str
    taken: bool = True


@dataclass(frozen=True)
class Seats:
    """The seats of a table in clockwise order."""

    seats: tuple[Seat, ...]

    @classmethod
    def of(cls, players: Iterable[str]) -> Seats:
        """Create a seat for each player, given clockwise."""
        return cls(tuple(Seat(number, player) for number, player in enumerate(players, 1)))

    @cached_property
    def present(self) -> list[str]:
        """Return the players at the table now, clockwise."""
        return [seat.player for seat in self.seats if seat.taken]

    @property
    def everyone(self) -> list[str]:
        """Return all players of the game clockwise, including those who left."""
        return [seat.player for seat in self.seats]

    @cached_property
    def _by_player(self) -> dict[str, Seat]:
        return {seat.player: seat for seat in self.seats}

    def seat_of(self, player: str) -> Seat:
        """Return the seat of a player, even one who left; raise KeyError for an unknown id."""
        return self._by_player[player]

    def joined(self, player: str, before: str | None) -> Seats:
        """Return the seats with a new one just before (clockwise) that of `before`, or at the end."""
        seat = Seat(max(other.number for other in self.seats) + 1, player)
        at = len(self.seats) if before is None else self.seats.index(self.seat_of(before))
        return Seats((*self.seats[:at], seat, *self.seats[at:]))

    def with_taken(self, player: str, taken: bool) -> Seats:
        """Return the seats with a player's seat left empty, or taken again."""
        return self._replaced(replace(self.seat_of(player), taken=taken))

    def swapped(self, player: str, other: str) -> Seats:
        """Return the seats with two players exchanged."""
        first, second = self.seat_of(player), self.seat_of(other)
        return self._replaced(replace(second, number=first.number), replace(first, number=second.number))

    def _replaced(self, *changed: Seat) -> Seats:
        by_number = {seat.number: seat for seat in changed}
        return Seats(tuple(by_number.get(seat.number, seat) for seat in self.seats))

    def rotated(self, dealer: str, first_bidder: str) -> Rotation:
        """Return the rotation after a hand with this dealer and first bidder."""
        return Rotation(self.seat_of(dealer).number, self.seat_of(first_bidder).number)

    def next_after(self, number: int, *, step: int, skipping: Collection[str] = ()) -> Seat:
        """Return the next taken seat after seat `number`.

        The direction is clockwise for step 1 and anticlockwise for step -1.
        """
        return self._round_from(number, step, skipping)[0]

    def around_from(self, player: str, *, step: int) -> list[str]:
        """Return the players present in the order of play, starting with `player`."""
        others = self._round_from(self.seat_of(player).number, step, {player})
        return [player, *(seat.player for seat in others)]

    def _round_from(self, number: int, step: int, skipping: Collection[str]) -> list[Seat]:
        at = [seat.number for seat in self.seats].index(number)
        behind, before = self.seats[at + 1 :], self.seats[: at + 1]
        onward = (*behind, *before) if step == 1 else (*before[-2::-1], *behind[::-1], before[-1])
        return [seat for seat in onward if seat.taken and seat.player not in skipping]


class Rotation(NamedTuple):
    """The seats that last dealt and last bid first, and the manual choice for the next hand."""

    dealt: int | None = None
    bid_first: int | None = None
    chosen: DealerSet = DealerSet()

    def set_by_hand(self, dealer: DealerSet) -> Rotation:
        """Return the rotation with the choice in `dealer`; fields that are None keep the earlier choice."""
        player, first_bidder = dealer.player or self.chosen.player, dealer.first_bidder or self.chosen.first_bidder
        return self._replace(chosen=DealerSet(player, first_bidder))
