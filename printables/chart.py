"""The chart of running totals at the foot of a filled sheet: a line a player, told apart in one ink too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from printables.page import BLACK, GREY, GUIDE, RULE, Ink, width
from printables.pen import Pen
from printables.sheet_grid import CHART_NAMES, NOTE
from scorepad.game.report.chart_series import ChartSeries
from scorepad.game.state.rows import Points
from scorepad.rules.numbers import written
from scorepad.words import _

LABEL, STEP = CHART_NAMES + 19, 8.6  # room for a name beside the chart; from name to name
# Dark enough on white for thin lines, and told apart by those who do not see red or green.
INKS: tuple[Ink, ...] = (
    (0.0, 0.35, 0.62), (0.72, 0.28, 0.0), (0.0, 0.42, 0.30), (0.55, 0.22, 0.45), (0.20, 0.20, 0.20),
)  # fmt: skip
MARKS, MARK = 8, 2.3  # about how many signs on a line, and half the size of one
DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.0), (1.2, 1.8), (7.0, 2.0, 1.2, 2.0))


@dataclass(frozen=True)
class PrintedChart:
    """The running totals of a game, and by player the names to write beside their lines."""

    chart_series: ChartSeries
    names: Mapping[str, str]


def draw_chart(pen: Pen, chart: PrintedChart, x: float, y: float, wide: float, high: float) -> None:
    """In the box from the left top corner (x, y), `wide` and `high`, all in points."""
    pen.write(x, y - NOTE, _("Running totals"), room=wide, size=NOTE, ink=GREY)
    scale = _Scale.of(chart.chart_series, x, y - NOTE - 6, wide - LABEL, high - NOTE - 16)
    _grid(pen, scale)
    one_ink = pen.one_ink
    lines = {player: [scale.place(*point) for point in totals] for player, totals in chart.chart_series.totals.items()}
    for at, points in enumerate(lines.values()):
        ink = INKS[at % len(INKS)]
        dashes = DASHES[at % len(DASHES)] if one_ink else DASHES[at // len(INKS)]
        thick = 0.7 + 0.5 * (at // len(DASHES)) if one_ink else 1.1
        pen.line(points, ink=ink, thick=thick, dashes=dashes)
    apart = max(1, ceil(scale.last / MARKS))
    for at, points in enumerate(lines.values()):
        hands = [hand for hand, _total in list(chart.chart_series.totals.values())[at]]
        for hand, point in zip(hands, points, strict=True):
            if hand and (hand + at) % apart == 0:  # where one line is marked, the next one is not
                _mark(pen, at, *point)
    ends = _spread([points[-1][1] for points in lines.values()], scale.y - scale.high, scale.y)
    for at, ((player, points), base) in enumerate(zip(lines.items(), ends, strict=True)):
        end = points[-1]
        ink = INKS[at % len(INKS)]
        left = scale.x + scale.wide
        pen.line([end, (max(end[0], left) + 7, base)], ink=RULE, thick=0.5)
        _mark(pen, at, left + 12, base)
        pen.write(left + 18, base - 2.5, chart.names[player], room=CHART_NAMES, size=NOTE, ink=ink)


def _mark(pen: Pen, at: int, x: float, y: float) -> None:
    """The sign of a line, as in the picture of the standings: five shapes, hollow from the sixth player on."""
    ink, hollow, size = INKS[at % len(INKS)], at >= len(INKS), MARK
    shapes = (
        (),
        ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        ((-1.2, -1), (1.2, -1), (0, 1.2)),
        ((-1.3, 0), (0, -1.3), (1.3, 0), (0, 1.3)),
        ((-1.2, 1), (1.2, 1), (0, -1.2)),
    )
    corners = [(x + across * size, y + up * size) for across, up in shapes[at % len(INKS)]]
    if corners:
        pen.shape(corners, ink=ink, hollow=hollow)
    else:
        pen.disc(x, y, size, ink, hollow=hollow)


@dataclass(frozen=True)
class _Scale:
    """The box of the lines, from its left top corner in points; hands 0 to `last` across, totals along `ticks` up."""

    x: float
    y: float
    wide: float
    high: float
    last: int
    ticks: Sequence[int]

    @classmethod
    def of(cls, chart_series: ChartSeries, x: float, y: float, wide: float, high: float) -> _Scale:
        """The scale of these curves in the box from (x, y) down, names of totals and of hands included."""
        room = max(width(written(tick), 7.2) for tick in chart_series.lines) + 5
        return cls(x + room, y, wide - room, high, max(1, chart_series.hands), chart_series.lines)

    def place(self, hand: int, total: Points) -> tuple[float, float]:
        """Where this total after this hand lies on the page: x and y in points."""
        low, top = self.ticks[0], self.ticks[-1]
        up = float(total - low) / (top - low)
        return self.x + self.wide * hand / self.last, self.y - self.high + self.high * up


def _grid(pen: Pen, scale: _Scale) -> None:
    for tick in scale.ticks:
        _x, y = scale.place(0, tick)
        ink = BLACK if tick == 0 else GUIDE
        pen.rule(scale.x, y, scale.x + scale.wide, y, ink=ink, thick=0.6 if tick == 0 else 0.4)
        pen.write(scale.x - 42, y - 2.5, written(tick), room=39, size=7.2, ink=GREY, align="right")
    every = max(1, ceil(scale.last / (scale.wide / 18)))
    for hand in range(every, scale.last + 1, every):
        x, _y = scale.place(hand, scale.ticks[0])
        pen.write(x - 9, scale.y - scale.high - 8.5, str(hand), room=18, size=7.2, ink=GREY, align="middle")


def _spread(places: Sequence[float], low: float, top: float) -> list[float]:
    """The places moved apart, so that a name has room at each; their order stays."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved = list(places)
    floor_ = low
    for at in order:
        moved[at] = max(moved[at], floor_)
        floor_ = moved[at] + STEP
    ceiling = max(top, low + STEP * (len(places) - 1))
    for at in reversed(order):
        moved[at] = min(moved[at], ceiling)
        ceiling = moved[at] - STEP
    return moved
