"""A table's own scoring below a blank sheet, if there is no space at the side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from printables.blank.points_strip import PAD, SIZE, PointsStrip
from printables.page.page import BLACK, BOLD, PLAIN, WHITE, width
from printables.page.pen import Pen
from scorepad.game.report.points_lines import PointsTable
from scorepad.words import _

LINE, GAP = 13.0, 5.0  # a line; between two bands
WIDEST = 42.0  # points: a wider cell is not repeated a dozen times
MOST_PARTS = 4
MOST_STRETCHED = 3.0  # times what a column needs


@dataclass(frozen=True)
class TransposedTable:
    """A table turned: its lines, the heads first, and how wide its columns are in points, that of the labels first."""

    lines: Sequence[Sequence[str]]
    wides: Sequence[float]

    @property
    def wide(self) -> float:
        """Of all its columns."""
        return sum(self.wides)


Bands = Sequence[Sequence[TransposedTable]]
"""Bands below each other, each with tables of the same number of lines next to each other."""


def bands_high(bands: Bands) -> float:
    """Return the height of all bands, with the gap above each."""
    return sum(GAP + LINE * len(band[0].lines) for band in bands)


def transpose_strip(strip: PointsStrip, room: float) -> Bands:
    """Return the strip with rows and columns exchanged, at most `room` wide; nothing if it does not fit.

    Wider tables are cut into bands.
    """
    tables = [_transpose(table) for table in strip.tables]
    if len(tables) == 1 and any(wide > WIDEST for wide in tables[0].wides[1:]):
        return _in_parts(strip.tables[0], room)
    alike = len({len(table.lines) for table in tables}) == 1
    if alike and sum(table.wide for table in tables) + GAP * (len(tables) - 1) <= room:
        return [_stretched(tables, room)]
    bands = [_cut(table, room) for table in strip.tables]
    return [_stretched([part], room) for band in bands for part in band] if all(bands) else []


def _cut(table: PointsTable, room: float) -> list[TransposedTable]:
    """Return a table in as few parts, of about equally many rows, as have room beneath each other.

    Return [] if even single rows are too wide.
    """
    for high in range(len(table.rows), 0, -1):
        count = ceil(len(table.rows) / high)
        even = ceil(len(table.rows) / count)
        parts = [_transpose(replace(table, rows=table.rows[at : at + even])) for at in range(0, len(table.rows), even)]
        if all(part.wide <= room for part in parts):
            return parts
    return []


def _in_parts(table: PointsTable, room: float) -> Bands:
    """Return a table with many words, cut into parts next to each other, in as few lines as fit."""
    strips = list[list[TransposedTable]]()
    for shaped in (table, *table.folded):
        for count in range(1, MOST_PARTS + 1):
            high = ceil(len(shaped.rows) / count)
            cut = [shaped.rows[at : at + high] for at in range(0, len(shaped.rows), high)]
            parts = [
                _measured([["" if at else table.title, *shaped.heads], *([head, *cells] for head, cells in rows)])
                for at, rows in enumerate(cut)
            ]
            if sum(part.wide for part in parts) + GAP * (len(parts) - 1) <= room:
                strips.append(parts)
    return [_stretched(min(strips, key=lambda parts: len(parts[0].lines)), room)] if strips else []


def _transpose(table: PointsTable) -> TransposedTable:
    corner = _("{table}: {corner}").format(table=table.title, corner=table.corner)
    heads = [corner, *(head for head, _cells in table.rows)]
    lines = [heads, *([name, *(cells[at] for _head, cells in table.rows)] for at, name in enumerate(table.heads))]
    return _measured(lines)


def _measured(lines: Sequence[Sequence[str]]) -> TransposedTable:
    return TransposedTable(
        lines, [max(width(line[at], SIZE, BOLD) for line in lines) + 2 * PAD for at in range(len(lines[0]))]
    )


def _stretched(tables: Sequence[TransposedTable], room: float) -> list[TransposedTable]:
    room -= GAP * (len(tables) - 1)
    labels = sum(table.wides[0] for table in tables)
    by = min(MOST_STRETCHED, (room - labels) / (sum(table.wide for table in tables) - labels))
    return [replace(table, wides=[table.wides[0], *(wide * by for wide in table.wides[1:])]) for table in tables]


def draw_transposed(pen: Pen, bands: Bands, x: float, top: float) -> None:
    """From the left top corner (x, top) down."""
    for band in bands:
        top -= GAP
        left = x
        for table in band:
            _draw(pen, table, left, top)
            left += table.wide + GAP
        top -= LINE * len(band[0].lines)


def _draw(pen: Pen, table: TransposedTable, x: float, top: float) -> None:
    high = LINE * len(table.lines)
    pen.shade(x, top - LINE, table.wide, LINE, BLACK)
    for at, line in enumerate(table.lines):
        y, left = top - LINE * (at + 1), x
        for column, (text, wide) in enumerate(zip(line, table.wides, strict=True)):
            name, align = (PLAIN, "left") if not column else (BOLD, "middle")
            pen.write(left + PAD, y + LINE / 2 - SIZE * 0.36, text, room=wide - 2 * PAD, size=SIZE, name=name,
                      ink=BLACK if at else WHITE, align=align)  # fmt: skip
            if column and at:
                pen.rule(left, y, left, y + LINE, ink=BLACK, thick=0.6)
            left += wide
        if at:
            pen.rule(x, y, x + table.wide, y, ink=BLACK, thick=0.6)
    pen.box(x, top - high, table.wide, high, ink=BLACK, thick=1.2)
