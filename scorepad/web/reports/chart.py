"""The chart of the running totals, as the numbers of an SVG: lines, marks, and where names and numbers stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.game.report.chart_series import ChartSeries
from scorepad.rules.numbers import written
from scorepad.web.filters import cut_short

COLOURS = 5  # that tell apart for the colour-blind; the sixth player begins again with a broken line
LETTER, DIGIT = 7.6, 9.0  # px of a letter of a name and of a digit of its total, as broad faces draw them
APART = 15.0  # px between two names
MARKED = 30  # hands; beyond that marks would lie on each other


class Spot(NamedTuple):
    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """A player's line, marks of `shape` along it, and the name beside its end."""

    name: str
    total: str
    colour: int
    broken: bool
    path: str
    marks: Sequence[Spot]
    label: Spot


@dataclass(frozen=True)
class Chart:
    width: int
    height: int
    left: float
    right: float
    foot: float
    rules: Sequence[tuple[float, str]]  # y and the round total of each line across
    hands: Sequence[tuple[float, int]]  # x and number
    chart_series: Sequence[Curve]


def chart(found: ChartSeries, names: Mapping[str, str], width: int, height: int) -> Chart:
    """A chart of so many px; names too long for a quarter of it are cut."""
    letters = max(4, int(width / 4 / LETTER))
    shown = {player: cut_short(names[player], letters) for player in found.totals}
    ends = {player: written(totals[-1][1]) for player, totals in found.totals.items()}
    room = max(len(shown[player]) * LETTER + len(ends[player]) * DIGIT for player in shown) + 18
    left, right, top, foot = 34.0, round(width - room, 1), 12.0, height - 24.0
    low, high = found.lines[0], found.lines[-1]
    hands = max(found.hands, 1)

    def at(hand: int, total: float) -> Spot:
        return Spot(
            round(left + (right - left) * hand / hands, 1), round(foot - (foot - top) * (total - low) / (high - low), 1)
        )

    drawn = {player: [at(hand, float(total)) for hand, total in totals] for player, totals in found.totals.items()}
    labels = _apart({player: points[-1].y for player, points in drawn.items()}, top, foot)
    every = -(-hands // (6 if width < 500 else 13))
    return Chart(
        width, height, left, right, foot,
        rules=[(at(0, total).y, written(total)) for total in found.lines],
        hands=[(at(hand, low).x, hand) for hand in range(every, hands + 1, every)],
        chart_series=[
            Curve(
                shown[player], ends[player], number % COLOURS, number >= COLOURS, _path(points),
                [one for one in points if one.x > left] if hands <= MARKED else points[-1:],
                Spot(right + 10, labels[player]),
            )
            for number, (player, points) in enumerate(drawn.items())
        ],
    )  # fmt: skip


def _path(points: Sequence[Spot]) -> str:
    return " ".join(f"{point.x:g},{point.y:g}" for point in points)


def _apart(wanted: Mapping[str, float], top: float, foot: float) -> dict[str, float]:
    """Heights as near as may be to those wanted, so that no two names lie on each other."""
    order = sorted(wanted, key=lambda player: wanted[player])
    apart = min(APART, (foot - top) / max(1, len(order) - 1))
    placed: list[float] = []
    for player in order:
        placed.append(max(wanted[player], placed[-1] + apart) if placed else max(wanted[player], top))
    limit = foot
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - apart
    return {player: round(height, 1) for player, height in zip(order, placed, strict=True)}
