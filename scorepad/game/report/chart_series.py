"""The running totals as curves: data for a chart on a page, on paper or in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor

from scorepad.game.state.record import played_rows
from scorepad.game.state.rows import EntryRow, HandRow, Points
from scorepad.game.state.sheet import Sheet

MOST_LINES = 6  # of totals across the chart
NEAR = Fraction(1, 10)  # of the way from line to line that a curve may reach beyond the last one


@dataclass(frozen=True)
class ChartSeries:
    """`totals` holds for each player (hands played, total), in seat order; `lines` are the round totals from the
    lowest to the highest that the chart is ruled by."""

    hands: int
    totals: dict[str, list[tuple[int, Points]]]
    lines: list[int]


def chart_series(sheet: Sheet) -> ChartSeries:
    """Every player's total after each hand, from zero, or from where a late entry came in."""
    late = {row.player for row in sheet.rows if isinstance(row, EntryRow) and not row.back}
    latest: dict[str, dict[int, Points]] = {player: {} if player in late else {0: 0} for player in sheet.seats.everyone}
    played = 0
    for row in sheet.rows:
        played += isinstance(row, HandRow) and not row.void
        for player, total in row.totals.items():
            latest[player][played] = total
    found = {player: sorted(totals.items()) for player, totals in latest.items() if totals}
    reached = [total for totals in found.values() for _hand, total in totals]
    return ChartSeries(len(played_rows(sheet)), found, round_lines(min(reached), max(reached)))


def round_lines(low: Points, high: Points) -> list[int]:
    """Round numbers, evenly spaced, from about `low` to about `high`: 0, 20, 40, 60 for 3 and 51, or for -1 and 61."""
    steps = (first * 10**size for size in count() for first in (1, 2, 5))
    lines = list(next(lines for step in steps if len(lines := _lines(low, high, step)) <= MOST_LINES))
    near = (lines[1] - lines[0]) * NEAR
    if len(lines) > 2 and low >= lines[1] - near:
        lines = lines[1:]
    return lines[:-1] if len(lines) > 2 and high <= lines[-2] + near else lines


def _lines(low: Points, high: Points, step: int) -> range:
    first = floor(low / step)
    last = max(ceil(high / step), first + 1)
    return range(first * step, (last + 1) * step, step)
