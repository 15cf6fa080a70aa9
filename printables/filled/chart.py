"""The chart at the foot of a filled sheet: how far each player is behind the leader, hand by hand, as on the page.

Each player has one line with the sign of the sheet's heading, so that it also works in one ink.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from printables.filled.sheet_grid import CHART_NAMES, NOTE
from printables.page.page import BLACK, BOLD, GREY, GUIDE, PLAIN, Ink, width
from printables.page.pen import Pen
from scorepad.formats import colour_index, format_points
from scorepad.game.report.statistics import ChartSeries, behind_series
from scorepad.game.state.game import Game
from scorepad.short_names import spread
from scorepad.words import _

LABEL, STEP = CHART_NAMES + 19, 10.0  # space for a name next to the chart; from name to name
# Dark enough on white for thin lines, told apart by those who do not see red or green.
INKS: tuple[Ink, ...] = (
    (0.13, 0.19, 0.24), (0.0, 0.35, 0.62), (0.72, 0.28, 0.0), (0.0, 0.42, 0.30), (0.55, 0.22, 0.45), (0.49, 0.38, 0.0),
    (0.42, 0.29, 0.69),
)  # fmt: skip
_ARM = ((-0.4, 1.3), (0.4, 1.3), (0.4, 0.4), (1.3, 0.4), (1.3, -0.4), (0.4, -0.4))
SIGNS: Sequence[Sequence[tuple[float, float]]] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((-1.2, -1), (1.2, -1), (0, 1.2)),
    ((-1.3, 0), (0, -1.3), (1.3, 0), (0, 1.3)),
    ((-1.2, 1), (1.2, 1), (0, -1.2)),
    (*_ARM, *((-x, -y) for x, y in _ARM)),
    ((-1.1, 1.2), (1.1, 1.2), (-1.1, -1.2), (1.1, -1.2)),
)
"""The corners of the players' signs, as on the pages: a circle has none; then a square, triangles, a cross …"""
MARKS, MARK = 8, 2.3  # about how many signs on a line, and half the size of one
LEADING, OTHERS = 1.9, 1.0  # how thick the lines of who leads and of the others are
DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.0), (1.2, 1.8), (7.0, 2.0, 1.2, 2.0))


@dataclass(frozen=True)
class PrintedChart:
    """Curves by player, with the names at their ends and their colours, see `colour_index`; and the leaders."""

    series: ChartSeries
    names: Mapping[str, str]
    colours: Mapping[str, int]
    leading: Collection[str]

    @classmethod
    def of(cls, game: Game, names: Mapping[str, str]) -> PrintedChart:
        """Return the chart of a game of which a hand has been played."""
        leading = [standing.player for standing in game.sheet.standings() if standing.place == 1]
        return cls(behind_series(game.sheet), names, {player: colour_index(player) for player in names}, leading)


def draw_chart(pen: Pen, chart: PrintedChart, x: float, y: float, wide: float, high: float) -> None:
    """In the box from the left top corner (x, y), `wide` and `high`, all in points."""
    shows = _("Points behind the leader, hand by hand")
    pen.tag("Figure", shows)
    pen.write(x, y - NOTE, shows, room=wide, size=NOTE)
    scale = draw_curves(pen, chart, x, y - NOTE - 8, wide, high - NOTE - 22, format_points)
    every = max(1, ceil(scale.last / (scale.wide / 18)))
    for hand in range(every, scale.last + 1, every):
        across, _y = scale.place(hand, 0)
        pen.write(across - 9, scale.y - scale.high - 13, str(hand), room=18, size=NOTE, align="middle")


def draw_curves(
    pen: Pen, chart: PrintedChart, x: float, y: float, wide: float, high: float, show: Callable[[int], str]
) -> Scale:
    """Draw the curves with their scale at the left, whose numbers `show` writes, and the names at the right."""
    scale = Scale.of(chart.series, x, y, wide - LABEL, high, show)
    lines = {
        player: [scale.place(hand, float(points)) for hand, points in curve]
        for player, curve in chart.series.totals.items()
    }
    for tick in chart.series.lines:
        _x, at_y = scale.place(0, tick)
        ink, thick = (BLACK, 0.7) if tick == 0 else (GUIDE, 0.5)
        pen.rule(scale.x, at_y, scale.x + scale.wide, at_y, ink=ink, thick=thick)
        pen.write(scale.x - 42, at_y - 3, show(tick), room=38, size=NOTE, align="right")
    for player, points in lines.items():
        at, thick = chart.colours[player], LEADING if player in chart.leading else OTHERS
        draw_curve(pen, at, points, thick + 0.5 * (at // len(DASHES)) if pen.one_ink else thick)
    apart = max(1, ceil(scale.last / MARKS))
    for player, points in lines.items():
        at = chart.colours[player]
        for (hand, _points), point in zip(chart.series.totals[player], points, strict=True):
            if hand and (hand + at) % apart == 0:  # a marked line is followed by one without a mark
                draw_sign(pen, at, *point)
    bases = spread([points[-1][1] for points in lines.values()], scale.y - scale.high, scale.y, STEP)
    for (player, points), base in zip(lines.items(), bases, strict=True):
        draw_end(pen, chart.colours[player], points[-1], scale.x + scale.wide, base)
        name = BOLD if player in chart.leading else PLAIN
        pen.write(scale.x + scale.wide + 18, base - 3, chart.names[player], room=CHART_NAMES, size=NOTE, name=name)
    return scale


def draw_curve(pen: Pen, at: int, points: Sequence[tuple[float, float]], thick: float) -> None:
    """Draw the curve of the colour `at`; in one ink its dashes tell it apart."""
    dashes = DASHES[at % len(DASHES)] if pen.one_ink else DASHES[at // len(INKS) % len(DASHES)]
    pen.line(points, ink=INKS[at % len(INKS)], thick=thick, dashes=dashes)


def draw_end(pen: Pen, at: int, end: tuple[float, float], right: float, base: float) -> None:
    """Draw a line from the end of a curve to its sign, which is to the right of the chart at the height `base`."""
    if end[0] < right - 1:  # of a player who has left
        pen.rule(*end, right, end[1], ink=GREY)
    pen.rule(right, end[1], right + 7, base, ink=GREY)
    draw_sign(pen, at, right + 12, base)


def draw_sign(pen: Pen, at: int, x: float, y: float) -> None:
    """Draw the sign of the colour `at`, see `colour_index`, around (x, y); hollow from the eighth player on."""
    ink, hollow = INKS[at % len(INKS)], at >= len(INKS)
    if corners := SIGNS[at % len(SIGNS)]:
        pen.shape([(x + across * MARK, y + up * MARK) for across, up in corners], ink=ink, hollow=hollow)
    else:
        pen.disc(x, y, 1.1 * MARK, ink, hollow=hollow)


@dataclass(frozen=True)
class Scale:
    """The box of the curves, from its left top corner in points: 0 to `last` across, points within `reach` up."""

    x: float
    y: float
    wide: float
    high: float
    last: int
    reach: tuple[float, float]

    @classmethod
    def of(cls, series: ChartSeries, x: float, y: float, wide: float, high: float, show: Callable[[int], str]) -> Scale:
        """Return the scale of these curves, which use the whole height, with its numbers at the left."""
        low, top = map(float, series.reach)
        room = max((width(show(tick), NOTE) for tick in series.lines), default=0.0) + 5
        return cls(x + room, y, wide - room, high, max(1, series.hands), (low, top))

    def place(self, hand: int, points: float) -> tuple[float, float]:
        """Return the position of these points after this hand: x and y in points."""
        low, top = self.reach
        up = (points - low) / (top - low)
        return self.x + self.wide * hand / self.last, self.y - self.high + self.high * up
