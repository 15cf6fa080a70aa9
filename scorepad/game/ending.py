"""The end of a game in data: how it was won, hands for a tie, who deals the rematch."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.game.record import played_rows
from scorepad.game.rows import Points
from scorepad.game.sheet import Sheet
from scorepad.game.upcoming import next_dealer


@dataclass(frozen=True)
class Ending:
    """`margin` is how far the next place is behind, None where that says nothing: a place shared, nobody behind, or
    a total that was to be hit exactly. `extra` are the hands dealt for a tie or after the end, by number.
    """

    margin: Points | None
    hands: int
    extra: list[int]
    dealer: str | None  # of a rematch; None when nobody is left


def ending(sheet: Sheet) -> Ending:
    return Ending(
        _margin(sheet),
        sheet.hands_played,
        [row.hand for row in played_rows(sheet) if row.extra],
        next_dealer(sheet) if sheet.seats.present else None,
    )


def _margin(sheet: Sheet) -> Points | None:
    first, *others = sheet.standings()
    if isinstance(sheet.scheme.winner, tuple) or not others:
        return None
    ahead = first.total - others[0].total  # nothing where the place is shared, or the record parts them
    return (-ahead if ahead < 0 else ahead) or None
