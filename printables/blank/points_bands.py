"""A table's own scoring below a blank sheet, if there is no space at the side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from printables.blank.points_strip import PAD, PointsStrip
from printables.page.page import BLACK, BOLD, PLAIN, WHITE, width
from printables.page.pen import Pen
from scorepad.game.report.points_lines import PointsTable
from scorepad.words import _

LINE, GAP = 1.53, 5.0  # a line, times the type; between two bands
WIDEST = 5.0  # times the type: a wider cell is not repeated a dozen times
MOST_PARTS = 4


@dataclass(frozen=True)
class TransposedTable:
    """A table turned: its lines, the heads first, and how wide its columns are in points, that of the labels first.

    `size` is that of its type.
    """

    lines: Sequence[Sequence[str]]
    wides: Sequence[float]
    size: float

    @property
    def wide(self) -> float:
        """Of all its columns."""
        return sum(self.wides)

    @property
    def line(self) -> float:
        """The height of a line."""
        return LINE * self.size


Bands = Sequence[Sequence[TransposedTable]]
"""Bands below each other, each with tables of the same number of lines next to each other."""


def bands_high(bands: Bands) -> float:
    """Return the height of all bands, with the gap above each."""
    return sum(GAP + band[0].line * len(band[0].lines) for band in bands)


def transpose_strip(strip: PointsStrip, room: float) -> Bands:
    """Return the strip with rows and columns exchanged, at most `room` wide; nothing if it does not fit.

    Wider tables are cut into bands.
    """
    size = strip.size
    tables = [_transpose(table, size) for table in strip.tables]
    if len(tables) == 1 and any(wide > WIDEST * size for wide in tables[0].wides[1:]):
        return _in_parts(strip.tables[0], room, size)
    alike = len({len(table.lines) for table in tables}) == 1
    if alike and sum(table.wide for table in tables) + GAP * (len(tables) - 1) <= room:
        return [_stretched(tables, room)]
    bands = [_cut(table, room, size) for table in strip.tables]
    return [_stretched([part], room) for band in bands for part in band] if all(bands) else []


def _cut(table: PointsTable, room: float, size: float) -> list[TransposedTable]:
    """Return a table in as few parts, of about equally many rows, as have room beneath each other.

    Return [] if even single rows are too wide.
    """
    for high in range(len(table.rows), 0, -1):
        count = ceil(len(table.rows) / high)
        even = ceil(len(table.rows) / count)
        rows = [table.rows[at : at + even] for at in range(0, len(table.rows), even)]
        parts = [_transpose(replace(table, rows=part), size) for part in rows]
        if all(part.wide <= room for part in parts):
            return parts
    return []


def _in_parts(table: PointsTable, room: float, size: float) -> Bands:
    """Return a table with many words, cut into parts next to each other, in as few lines as fit."""
    strips = list[list[TransposedTable]]()
    for shaped in (table, *table.folded):
        for count in range(1, MOST_PARTS + 1):
            high = ceil(len(shaped.rows) / count)
            cut = [shaped.rows[at : at + high] for at in range(0, len(shaped.rows), high)]
            parts = [
                _measured([["" if at else table.title, *shaped.heads], *([head, *cells] for head, cells in rows)], size)
                for at, rows in enumerate(cut)
            ]
            if sum(part.wide for part in parts) + GAP * (len(parts) - 1) <= room:
                strips.append(parts)
    return [_stretched(min(strips, key=lambda parts: len(parts[0].lines)), room)] if strips else []


def _transpose(table: PointsTable, size: float) -> TransposedTable:
    corner = _("{table}: {corner}").format(table=table.title, corner=table.corner)
    heads = [corner, *(head for head, _cells in table.rows)]
    lines = [heads, *([name, *(cells[at] for _head, cells in table.rows)] for at, name in enumerate(table.heads))]
    return _measured(lines, size)


def _measured(lines: Sequence[Sequence[str]], size: float) -> TransposedTable:
    wides = [max(width(line[at], size, BOLD) for line in lines) + 2 * PAD for at in range(len(lines[0]))]
    return TransposedTable(lines, wides, size)


def _stretched(tables: Sequence[TransposedTable], room: float) -> list[TransposedTable]:
    room -= GAP * (len(tables) - 1)
    labels = sum(table.wides[0] for table in tables)
    by = (room - labels) / (sum(table.wide for table in tables) - labels)
    return [replace(table, wides=[table.wides[0], *(wide * by for wide in table.wides[1:])]) for table in tables]


def draw_transposed(pen: Pen, bands: Bands, x: float, top: float) -> None:
    """From the left top corner (x, top) down."""
    for band in bands:
        top -= GAP
        left = x
        for table in band:
            with pen.group("Table"):
                _draw(pen, table, left, top)
            left += table.wide + GAP
        top -= band[0].line * len(band[0].lines)


def _draw(pen: Pen, table: TransposedTable, x: float, top: float) -> None:
    high, one, size = table.line * len(table.lines), table.line, table.size
    pen.shade(x, top - one, table.wide, one, BLACK)
    for at, line in enumerate(table.lines):
        y, left = top - one * (at + 1), x
        with pen.group("TR"):
            for column, (text, wide) in enumerate(zip(line, table.wides, strict=True)):
                pen.cell("Column" if not at else "" if column else "Row")
                name, align = BOLD if column or not at else PLAIN, "middle" if column else "left"
                pen.write(left + PAD, y + one / 2 - size * 0.36, text, room=wide - 2 * PAD, size=size, name=name,
                          ink=BLACK if at else WHITE, align=align)  # fmt: skip
                if column and at:
                    pen.rule(left, y, left, y + one, ink=BLACK, thick=0.6)
                left += wide
        if at:
            pen.rule(x, y, x + table.wide, y, ink=BLACK, thick=0.6)
    pen.box(x, top - high, table.wide, high, ink=BLACK, thick=1.2)
