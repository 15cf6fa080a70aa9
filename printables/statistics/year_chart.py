"""The charts of a year on paper: who stood where evening by evening, and opponents beaten, added up."""

from collections.abc import Sequence
from math import ceil, floor

from printables.filled.chart import LABEL, LEADING, MARKS, OTHERS, STEP, draw_curve, draw_end, draw_sign
from printables.page.page import BLACK, GUIDE, PLAIN
from printables.page.pen import Pen
from scorepad.formats import format_change
from scorepad.game.statistics.year import GroupYear
from scorepad.short_names import spread
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
            if place == 1:
                pen.disc(middle, base, max(1.2, WON * size), BLACK)
            elif place == 2:
                pen.disc(middle, base, max(1.1, SECOND * size), BLACK, hollow=True)
            else:
                pen.disc(middle, base, THERE, BLACK)
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


def draw_curves(pen: Pen, year: GroupYear, names: Sequence[str], x: float, y: float, wide: float, high: float) -> None:
    """In the box from the left top corner (x, y): how many opponents were beaten beyond half of those met."""
    pen.tag("Figure", _("Opponents beaten: more or fewer than half of those met, summed over the evenings"))
    worths = [worth for curve in year.curves for _evening, worth in curve]
    low, top = min(worths), max(*worths, min(worths) + 1)
    left, right = x + 34, x + wide - LABEL
    foot = y - high + (4 if year.places else MARKED)

    def place(number: int, worth: float) -> tuple[float, float]:
        up = (worth - low) / (top - low)
        return left + (right - left) * number / max(1, year.evenings), foot + (y - 6 - foot) * up

    for tick in _ticks(low, top):
        _left, at = place(0, tick)
        pen.rule(left, at, right, at, ink=BLACK if tick == 0 else GUIDE, thick=0.8 if tick == 0 else 0.5)
        pen.write(x, at - 3, format_change(tick), room=30, size=NOTE, align="right")
    if not year.places:
        _marks(pen, year, left, (right - left) / max(1, year.evenings), foot)
    lines = [[place(*point) for point in curve] for curve in year.curves]
    for at, points in enumerate(lines):
        draw_curve(pen, at, points, LEADING if at == 0 else OTHERS)
    for at, points in enumerate(lines):
        every = max(1, ceil(len(points) / MARKS))
        for number, point in enumerate(points):
            if number and (number + at) % every == 0:
                draw_sign(pen, at, *point)
    for at, base in enumerate(spread([points[-1][1] for points in lines], foot, y, STEP)):
        draw_end(pen, at, lines[at][-1], right, base)
        pen.write(right + 18, base - 3, names[at], room=LABEL - 18, size=NOTE)


def _ticks(low: float, top: float) -> list[int]:
    """About four round numbers within the reach, nought among them."""
    wanted = (top - low) / 4
    step = next((size * ten for ten in (1, 10, 100, 1000) for size in (1, 2, 5) if size * ten >= wanted), 5000)
    return [step * number for number in range(ceil(low / step), floor(top / step) + 1)]
