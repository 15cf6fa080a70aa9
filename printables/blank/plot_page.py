"""A grid to plot the running totals in by hand, hand by hand."""

from printables.blank.blank_extras import SCALE, draw_grid
from printables.page import page
from printables.page.page import BLACK, BOLD, clean, mm, paragraph_lines
from printables.page.pen import Pen
from scorepad.game.report.blank_sheet import Blank
from scorepad.words import _

NOTE, TITLE, LEADING = 8.5, 17.0, 11.0  # type; from line to line
NAMED = 7 * mm  # high, a row of names
STEP = 8 * mm  # about how far lines are apart
NAME, SIGN = 100.0, 14.0  # room for a player; the box for their sign
LEAST_HANDS = 20
UNDER_ZERO = 4  # a quarter of the lines is below zero


def draw_plot(pen: Pen, blank: Blank) -> None:
    """Draw the page: the sign of each player, lines with space for their points, hands along the foot."""
    wide, high = pen.size
    room, y = wide - 2 * page.SIDE, high - page.TOP - 15
    pen.tag("H1")
    pen.write(page.SIDE, y, _("Running totals"), room=room, size=TITLE, name=BOLD)
    words = _("Give each player a sign. Write the points next to the lines, and mark every total above its hand.")
    pen.tag("P")
    for line in paragraph_lines(words, NOTE, room):
        y -= LEADING
        pen.write(page.SIDE, y - 4, line, room=room, size=NOTE)
    y = _names(pen, blank, y - 8, room)
    hands = max(len(blank.hands), LEAST_HANDS if blank.game.sheet.endless else 1)
    box = page.SIDE + SCALE, page.FOOT + LEADING, page.SIDE + room, y - 6
    draw_grid(pen, box, [str(hand + 1) for hand in range(hands)], hands, step=STEP, zero=UNDER_ZERO)


def _names(pen: Pen, blank: Blank, y: float, room: float) -> float:
    """Draw a box for each sign with a name or a line next to it; return where they end."""
    across = max(1, int(room / NAME))
    each = room / across
    for at, name in enumerate(blank.names.values()):
        pen.tag("P")
        x, base = page.SIDE + at % across * each, y - NAMED * (at // across + 1) + 4
        pen.box(x, base - 3, SIGN, SIGN, ink=BLACK, thick=0.8)
        left, rest = x + SIGN + 4, each - SIGN - 12
        pen.write(left, base, clean(name), room=rest, size=10, name=BOLD)
        if not name:
            pen.rule(left, base - 2, left + rest, base - 2, ink=BLACK, thick=0.8)
    return y - NAMED * -(-len(blank.names) // across)
