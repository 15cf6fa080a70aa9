"""The charts of a year on paper: who stood where evening by evening, and opponents beaten, added up."""

from collections.abc import Sequence
from fractions import Fraction

from printables.filled.chart import PrintedChart, draw_curves, draw_sign
from printables.page.page import BLACK, GUIDE, PLAIN
from printables.page.pen import Pen
from scorepad.formats import format_change
from scorepad.game.report.statistics import ChartSeries
from scorepad.game.state.rows import Points
from scorepad.game.statistics.year import GroupYear
from scorepad.words import _

MARKED = 12.0  # room for the months beneath
NOTE = 8.0
WON, SECOND, THERE = 3.6, 2.9, 0.9  # radius at most


def draw_places(
    pen: Pen, year: GroupYear, names: Sequence[str], x: float, y: float, room: float, wide: float, step: float
) -> float:
    """Return a line a person, a sign an evening, `step` from line to line; returns the y where it ends.

    Lengths in points.
    """
    pen.tag("Figure", _("Evening by evening: winner, second place, who was there"))
    left, right = x + room, x + wide - 6
    apart = (right - left) / max(1, len(year.places))
    size = min(1.0, apart / 8)
    for at, name in enumerate(names):
        base = y - step * (at + 0.5)
        draw_sign(pen, at, x + 4, base)
        pen.write(x + 13, base - 3.3, name, room=room - 18, size=9.5, name=PLAIN)
        pen.rule(left, base, right, base, ink=GUIDE)
    for number, seats in enumerate(year.places):
        middle = left + apart * (number + 0.5)
        for at, place in seats.items():
            base = y - step * (at + 0.5)
            radius = {1: max(1.2, WON * size), 2: max(1.1, SECOND * size)}.get(place, THERE)
            pen.disc(middle, base, radius, BLACK, hollow=place == 2)
    foot = y - step * len(names)
    _marks(pen, year, left, apart, foot)
    return foot - MARKED


def _marks(pen: Pen, year: GroupYear, left: float, apart: float, foot: float) -> None:
    """Months along the foot, those that have room."""
    free = 0.0
    for number, name in year.marks:
        at = left + apart * number
        if at >= free:
            pen.rule(at, foot - 2, at, foot - 10, ink=BLACK)
            free = at + 6 + pen.write(at + 3, foot - 9.5, name, room=40, size=NOTE)


def draw_beaten(pen: Pen, year: GroupYear, names: Sequence[str], x: float, y: float, wide: float, high: float) -> None:
    """In the box from the left top corner (x, y): how many opponents were beaten beyond half of those met."""
    pen.tag("Figure", _("Opponents beaten: more or fewer than half of those met, summed over the evenings"))
    people = [str(at) for at in range(len(names))]
    curves: list[list[tuple[int, Points]]] = [[(at, Fraction(beaten)) for at, beaten in curve] for curve in year.curves]
    series = ChartSeries(year.evenings, dict(zip(people, curves, strict=True)))
    colours = {person: at for at, person in enumerate(people)}
    most = max(curve[-1][1] for curve in curves)
    leading = [person for person, curve in series.totals.items() if curve[-1][1] == most]
    chart = PrintedChart(series, dict(zip(people, names, strict=True)), colours, leading)
    foot = 4 if year.places else MARKED
    scale = draw_curves(pen, chart, x, y - 6, wide, high - 6 - foot, format_change)
    if not year.places:
        _marks(pen, year, scale.x, scale.wide / scale.last, y - high + foot)
