"""One player's bids on an evening: made by size of hand, by place in the bidding and as dealer, the boldest, a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorepad.game.state.rows import HandRow


class Tally(NamedTuple):
    """Bids, and how many of them were made."""

    bids: int = 0
    made: int = 0


class OfSize(NamedTuple):
    """Bids in hands of so many cards."""

    cards: int
    bids: int
    made: int


class AtPlace(NamedTuple):
    """Bids at this place, from 1, of so many who bid one after the other."""

    place: int
    bidders: int
    bids: int
    made: int


class Boldest(NamedTuple):
    """The highest bid made, in tricks; of equals the one in the smaller hand."""

    bid: int
    cards: int
    hand: int
    game_id: str = ""


class Run(NamedTuple):
    """Bids made one after the other, and the hand with which they began."""

    bids: int
    hand: int
    game_id: str = ""


def tally(made: Sequence[bool]) -> Tally:
    """How many of these bids were made."""
    return Tally(len(made), sum(made))


def as_dealer(rows: Iterable[HandRow], player: str) -> Tally:
    """The player's bids in hands that they dealt."""
    return tally([row.made[player] for row in rows if player in row.made and row.dealer == player])


def by_size(rows: Iterable[HandRow], player: str) -> tuple[OfSize, ...]:
    """The player's bids by cards in the hand, the smallest first."""
    found: dict[int, list[bool]] = {}
    for row in rows:
        if player in row.made:
            found.setdefault(row.cards, []).append(row.made[player])
    return tuple(OfSize(cards, *tally(made)) for cards, made in sorted(found.items()))


def by_place(rows: Iterable[HandRow], player: str) -> tuple[AtPlace, ...]:
    """The player's bids by place in the bidding, where one bids after the other; by the number of bidders first."""
    found: dict[tuple[int, int], list[bool]] = {}
    for row in rows:
        if player in row.made and player in row.bidders:
            place = len(row.bidders), row.bidders.index(player) + 1
            found.setdefault(place, []).append(row.made[player])
    return tuple(AtPlace(place, bidders, *tally(made)) for (bidders, place), made in sorted(found.items()))


def boldest(rows: Iterable[HandRow], player: str) -> Boldest | None:
    """The player's highest bid made; None where there is none but of zero."""
    made = [row for row in rows if row.made.get(player) and row.bids[player]]
    best = max(made, key=lambda row: (row.bids[player], -row.cards), default=None)
    return None if best is None else Boldest(best.bids[player], best.cards, best.hand)


def longest_run(rows: Iterable[HandRow], player: str) -> Run | None:
    """Most bids made one after the other, the first such row; None where none was made."""
    best: Run | None = None
    begun, length = 0, 0
    for row in rows:
        if player not in row.made:
            continue
        begun, length = (begun if length else row.hand, length + 1) if row.made[player] else (0, 0)
        if length > (best.bids if best else 0):
            best = Run(length, begun)
    return best
