"""The running totals as curves: data for a chart on a page, on paper or in a picture."""

from __future__ import annotations

from collections.abc import Iterator
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


@dataclass(frozen=True)
class DistanceSeries:
    """`points` holds for each player (hands played, points above the average of the table), in seat order; `lines` are
    the round numbers of points within them that the chart is ruled by."""

    hands: int
    points: dict[str, list[tuple[int, float]]]
    lines: list[int]


def distance_series(sheet: Sheet) -> DistanceSeries:
    """How far every player's total lies from the average of those who sat at the table, after each hand.

    The line of somebody who has left ends with the last hand that they played; somebody who comes late is measured
    from their first total on, and counts in the average from their first hand on.
    """
    found = chart_series(sheet)
    played = [set(found.totals), *(row.points.keys() for row in played_rows(sheet))]
    totals = {player: {hand: float(total) for hand, total in known} for player, known in found.totals.items()}
    averages = []
    for hand, here in enumerate(played):
        known = [totals[player][hand] for player in here if hand in totals[player]]
        averages.append(sum(known) / (len(known) or 1))
    points: dict[str, list[tuple[int, float]]] = {}
    for player, mine in totals.items():
        last = max([hand for hand, here in enumerate(played) if player in here] + [min(mine)])
        points[player] = [(hand, total - averages[hand]) for hand, total in mine.items() if hand <= last]
    reached = [one for curve in points.values() for _hand, one in curve]
    return DistanceSeries(found.hands, points, _lines_within(min(reached), max(reached)))


def _lines_within(low: float, high: float) -> list[int]:
    return next(
        lines
        for step in _steps()
        if len(lines := [*range(ceil(low / step) * step, floor(high) + 1, step)]) <= MOST_LINES
    )


def round_lines(low: Points, high: Points) -> list[int]:
    """Round numbers, evenly spaced, from about `low` to about `high`: 0, 20, 40, 60 for 3 and 51, or for -1 and 61."""
    lines = list(next(lines for step in _steps() if len(lines := _lines(low, high, step)) <= MOST_LINES))
    near = (lines[1] - lines[0]) * NEAR
    if len(lines) > 2 and low >= lines[1] - near:
        lines = lines[1:]
    return lines[:-1] if len(lines) > 2 and high <= lines[-2] + near else lines


def _steps() -> Iterator[int]:
    return (first * 10**size for size in count() for first in (1, 2, 5))


def _lines(low: Points, high: Points, step: int) -> range:
    first = floor(low / step)
    last = max(ceil(high / step), first + 1)
    return range(first * step, (last + 1) * step, step)
