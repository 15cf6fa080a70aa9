"""A grid to plot the running totals in by hand, hand by hand."""

from printables.page import page
from printables.page.page import BLACK, BOLD, GUIDE, PLAIN, clean, mm, paragraph_lines
from printables.page.pen import Pen
from scorepad.game.report.blank_sheet import Blank
from scorepad.words import _

NOTE, TITLE, LEADING = 8.5, 17.0, 11.0  # type; from line to line
LABEL = 12 * mm  # room to write the points of a line
NAMED = 7 * mm  # high, a row of names
STEP = 8 * mm  # about how far lines are apart
NAME, SIGN = 100.0, 14.0  # room for a player; the box for their sign
LEAST_HANDS = 20
UNDER_ZERO = 4  # one line of this number is below zero


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
    _grid(pen, blank, y - 6, room)


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


def _grid(pen: Pen, blank: Blank, top: float, room: float) -> None:
    pen.tag("Figure", _("A grid to plot the totals"))
    hands = max(len(blank.hands), LEAST_HANDS if blank.game.sheet.endless else 1)
    left, right, foot = page.SIDE + LABEL, page.SIDE + room, page.FOOT + LEADING
    lines = max(4, int((top - foot) / STEP))
    apart, step = (top - foot) / lines, (right - left) / hands
    for at in range(lines + 1):
        y, nought = foot + at * apart, at == lines // UNDER_ZERO
        pen.rule(left, y, right, y, ink=BLACK if nought else GUIDE, thick=1.4 if nought else 0.5)
        if nought:
            pen.write(page.SIDE, y - 3, "0", room=LABEL - 6, size=11, name=BOLD, align="right")
    every = -(-hands // max(1, int((right - left) / 15)))
    for hand in range(hands + 1):
        x = left + hand * step
        pen.rule(x, foot, x, top, ink=BLACK if not hand else GUIDE, thick=1.4 if not hand else 0.5)
        if hand and hand % every == 0:
            pen.write(x - 9, foot - LEADING, str(hand), room=18, size=NOTE, name=PLAIN, align="middle")
