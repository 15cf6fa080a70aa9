"""The end of a game in data: how it was won, hands for a tie, who deals the rematch."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.game.state.record import played_rows
from scorepad.game.state.rows import Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import next_dealer


@dataclass(frozen=True)
class Ending:
    """`margin` is how far the next place is behind, None where that says nothing: a place shared, or a total that was
    to be hit exactly. `extra` are the hands dealt for a tie or after the end, by number.
    """

    margin: Points | None
    hands: int
    extra: list[int]
    dealer: str  # of a rematch


def ending(sheet: Sheet) -> Ending:
    """How a finished game ended."""
    return Ending(
        _margin(sheet),
        sheet.hands_played,
        [row.hand for row in played_rows(sheet) if row.extra],
        next_dealer(sheet),
    )


def _margin(sheet: Sheet) -> Points | None:
    if isinstance(sheet.scheme.winner, tuple):
        return None
    first, second, *_others = sheet.standings()
    ahead = first.total - second.total
    return max(ahead, -ahead) or None  # nothing where the place is shared, or the record parts them
