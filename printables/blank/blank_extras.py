"""The parts below the table of a blank sheet.

Points, legend, lines for comments or a grid to plot the totals, slips to tear off.
"""

from collections.abc import Sequence
from math import ceil

from printables.blank.blank_layout import SLIP, BlankLayout, BlankOptions, NoteLine
from printables.blank.blank_lines import DEALS as HATCHED
from printables.blank.blank_plan import UNDER
from printables.blank.front_points import bands_high, draw_bands
from printables.page.imposition import ARTIFACT
from printables.page.page import BLACK, BOLD, DEALT, GREY, one_line, width
from printables.page.pdf_file import Box
from printables.page.pen import Pen
from scorepad.formats import short_day
from scorepad.game.report.blank_sheet import Blank
from scorepad.words import _, ours

THIN = 0.8
NOTE = 8.5  # type of labels on slips and the grid
STEP = 13.0  # between the lines of a grid, about
SCALE = 34.0  # space for the scale
NAMED_APART = 14.0  # room for the number of a hand
CUT_HERE = (5.0, 3.0)
MOST_COMMENTS = 6
LEAST_PRESSED = 0.8  # of its width, a value that has little room


def draw_below(pen: Pen, blank: Blank, layout: BlankLayout, y: float, number: int) -> None:
    """Draw from y down everything below the table of a page, by its number from 0; slips are on the last page."""
    if not layout.plan.apart:
        hands = {line.hand.number for line in layout.pages[number] if line.hand}
        notes = [line for line in layout.notes if not line.hands or hands.intersection(line.hands)]
        draw_bands(pen, layout.bands, layout.left, y)
        y = _draw_notes(pen, layout, notes, y - bands_high(layout.bands))
        last = number == len(layout.pages) - 1
        names = [str(line.hand.number) if line.hand and blank.numbered else "" for line in layout.pages[number]]
        _to_write_in(pen, blank, layout, layout.options, y, names, last=last)


def draw_extras_page(pen: Pen, blank: Blank, layout: BlankLayout, y: float, number: int) -> None:
    """Draw from y down the parts with their own pages, for all hands; the number is from 0."""
    if not number and layout.plan.apart:
        draw_bands(pen, layout.bands, layout.left, y)
        y -= bands_high(layout.bands)
    y = _draw_notes(pen, layout, layout.note_pages[number], y)
    if number == len(layout.note_pages) - 1:
        hands = [line.hand for lines in layout.pages for line in lines]
        names = [str(hand.number) if hand and blank.numbered else "" for hand in hands]
        _to_write_in(pen, blank, layout, layout.apart or BlankOptions(), y, names, last=True)


def _draw_notes(pen: Pen, layout: BlankLayout, lines: Sequence[NoteLine], y: float) -> float:
    """Draw lines of paragraphs; return where they end."""
    measures = layout.plan.measures
    y, room = y - UNDER, layout.plan.wide
    for line in lines:
        if line.begins or not pen.in_paragraph:
            pen.tag("P")
        y -= measures.leading
        taken = pen.write(layout.left, y + 2, line.lead, room=room, size=measures.note, name=BOLD)
        pen.write(layout.left + taken, y + 2, line.text, room=room - taken, size=measures.note)
        if line.text.startswith(HATCHED):  # in the shade of the cells, over the hatched sign
            size = measures.note
            pen.shade(layout.left + taken - 1, y + 2 - 0.3 * size, width(HATCHED, size) + 1.5, 1.3 * size, DEALT)
    return y


def _to_write_in(
    pen: Pen, blank: Blank, layout: BlankLayout, options: BlankOptions, y: float, names: Sequence[str], *, last: bool,
) -> None:  # fmt: skip
    measures = layout.plan.measures
    foot = measures.foot
    if options.slips and last:
        foot += SLIP * ceil(len(layout.columns) / layout.slips_in_a_row)
        _slips(pen, blank, layout, foot)
    if options.grid:
        most = len(names) if options is layout.apart else max(map(len, layout.pages))
        pen.tag("P")
        pen.write(layout.left, y - 6 - NOTE, _("Totals"), room=SCALE - 3, size=NOTE)
        box = layout.left + SCALE, foot + 18, layout.left + layout.plan.wide, y - 6
        draw_grid(pen, box, names, most)
        return
    for at in range(min(MOST_COMMENTS, int((y - foot) / measures.comment + 0.05))):
        y -= measures.comment
        draw_field(pen, layout.left, y + 2, layout.plan.wide, _("Comments") if not at else "", "", size=measures.note)


def draw_field(pen: Pen, x: float, y: float, room: float, label: str, text: str, *, size: float = NOTE) -> None:
    """Draw a label, and its value or a line to write on."""
    pen.tag("P")
    taken = pen.write(x, y, label, room=room, size=size) + 4 if label else 0.0
    text = one_line(text, (room - taken) / LEAST_PRESSED, size + 1)
    pen.write(x + taken, y, text, room=room - taken, size=size + 1)
    pen.rule(x + taken, y - 2.5, x + room, y - 2.5, ink=BLACK, thick=THIN)


def draw_grid(pen: Pen, box: Box, hands: Sequence[str], most: int, *, step: float = STEP, zero: int = 0) -> None:
    """Draw lines for `most` hands in the box (left, foot, right, top), with their names below if there is space.

    The scale is written by hand: lines about `step` apart, with the one of 0 this share (1 / `zero`) of the way up.
    """
    left, low, right, top = box
    pen.tag("Figure", _("A grid to plot the totals"))
    lines = max(2, int((top - low) / step))
    apart, each = (top - low) / lines, (right - left) / most
    every, nought = ceil(NAMED_APART / each), lines // zero if zero else -1
    for at in range(lines + 1):
        y, edge = low + at * apart, at in (0, lines, nought)
        pen.rule(left, y, right, y, ink=BLACK if edge else GREY, thick=1.2 if edge else THIN)
        if at == nought:
            pen.write(left - SCALE, y - 3, "0", room=SCALE - 6, size=11, name=BOLD, align="right")
    for at in range(most + 1):
        x, edge = left + at * each, at in (0, most)
        pen.rule(x, low, x, top, ink=BLACK if edge else GREY, thick=1.2 if edge else THIN)
        if 0 < at <= len(hands) and at % every == 0:
            pen.write(x - NAMED_APART, low - 10, hands[at - 1], room=NAMED_APART, size=NOTE, align="right")


def _slips(pen: Pen, blank: Blank, layout: BlankLayout, top: float) -> None:
    """Draw for each player, and for those who may join, a slip to tear off, about as many in each row."""
    sheet, left = blank.game.sheet, layout.left
    names = [*blank.names.values(), *[""] * layout.plan.spare]
    rows = ceil(len(names) / layout.slips_in_a_row)
    in_a_row = ceil(len(names) / rows)
    wide = layout.plan.wide / in_a_row
    room, half = wide - 2 * UNDER, wide / 2 - 1.5 * UNDER
    game = one_line(ours(sheet.rulebook.name), room, NOTE, BOLD)
    for at, name in enumerate(names):
        row, column = divmod(at, in_a_row)
        x, y = left + column * wide, top - row * SLIP
        pen.tag(ARTIFACT)
        pen.line([(x, y - SLIP), (x, y), (x + wide, y)], ink=BLACK, thick=THIN, dashes=CUT_HERE)
        if column == in_a_row - 1 or at == len(names) - 1:
            pen.line([(x + wide, y), (x + wide, y - SLIP)], ink=BLACK, thick=THIN, dashes=CUT_HERE)
        x, second = x + UNDER, x + UNDER * 2 + half
        pen.tag("P")
        pen.write(x, y - 13, game, room=room, size=NOTE, name=BOLD)
        draw_field(pen, x, y - 29, room, _("Name"), name)
        draw_field(pen, x, y - 45, half, _("Place"), "")
        draw_field(pen, second, y - 45, half, _("Total"), "")
        draw_field(pen, x, y - 61, half, _("Money"), "")
        draw_field(pen, second, y - 61, half, _("Date") if not sheet.date else "", short_day(sheet.date))
