"""Draws tables of points side by side or one beneath the other, in a type that fits the room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from printables.page.page import BLACK, BOLD, PLAIN, width
from printables.page.pen import Pen
from printables.page.text_fitting import wrapped
from scorepad.formats import split_unbroken
from scorepad.game.report.points_lines import PointsTable

GAP = 1.0  # of the type's size, between two tables next to each other
LINE = 1.4  # of the type's size, a row
THIN = 0.6  # points, of the lines between rows: a photocopy keeps it
LONG, NARROW = 7, 4  # rows, columns: longer tables of few columns may be halved
MOST_HEAD = 4  # lines that a column's head may take


@dataclass(frozen=True)
class PlacedTable:
    """A table of points in a type size: the widths of its columns in points, its heads broken into lines."""

    table: PointsTable
    size: float
    wides: Sequence[float]
    heads: Sequence[Sequence[str]]
    head_lines: int
    titled: bool  # itself, or the next one

    @property
    def wide(self) -> float:
        """Of all its columns."""
        return sum(self.wides)

    @property
    def head_high(self) -> float:
        """Of the row with its heads."""
        return self.size * (self.head_lines * 1.15 + 0.5)

    @property
    def high(self) -> float:
        """Of title, heads and rows."""
        return self.size * (LINE * (len(self.table.rows) + self.titled) + 0.6) + self.head_high


def measure_table(table: PointsTable, size: float) -> PlacedTable:
    """Return the table in type of this size, its columns as narrow as their figures and headings allow."""
    cells = [[head, *row] for head, row in table.rows]
    wides, heads = [], []
    for at, head in enumerate([table.corner, *table.heads]):
        figures = max((width(row[at], size, BOLD) for row in cells), default=0.0)
        words = max((width(word, size) for word in split_unbroken(head)), default=0.0)
        room = max(figures, words)
        lines = wrapped(head, room, lambda text: width(text, size)) or [""]
        if len(lines) > MOST_HEAD:
            room *= len(lines) / MOST_HEAD
            lines = wrapped(head, room, lambda text: width(text, size))
        wides.append(room + size * 0.9)
        heads.append(lines)
    missing = width(table.title, size, BOLD) - sum(wides)  # its title, too, keeps off the next table
    wides = [wide + max(0.0, missing) / len(wides) for wide in wides]
    return PlacedTable(table, size, wides, heads, max(map(len, heads)), bool(table.title))


def halves(table: PointsTable) -> list[PointsTable]:
    """Return a long table of few columns as two, to stand side by side; any other as it is."""
    if len(table.rows) <= LONG or len(table.heads) > NARROW:
        return [table]
    return cut_rows(table, -(-len(table.rows) // 2))


def cut_rows(table: PointsTable, most: int) -> list[PointsTable]:
    """Return the table, or parts of it with at most this number of rows."""
    rows = range(len(table.rows))
    parts = [table.with_rows(rows[at : at + most]) for at in rows[::most]]
    return [*parts[:1], *(replace(part, title="") for part in parts[1:])]


def in_parts(table: PointsTable, size: float, room: float) -> list[PointsTable]:
    """Return the table, or its columns in equal parts that each fit the width.

    A part omits its empty rows.
    """
    count = len(table.heads)
    for parts in range(1, count + 1):
        ends = [count * at // parts for at in range(parts + 1)]
        made = [_part(table, start, end) for start, end in pairwise(ends)]
        if all(measure_table(table, size).wide <= room for table in made):
            return made
    return [table]


def _part(table: PointsTable, start: int, end: int) -> PointsTable:
    if (start, end) == (0, len(table.heads)):
        return table
    part = table.with_rows([at for at, (_head, cells) in enumerate(table.rows) if any(cells[start:end])])
    rows = [(head, cells[start:end]) for head, cells in part.rows]
    bold = frozenset((row, column - start) for row, column in part.bold if start <= column < end)
    return replace(part, heads=table.heads[start:end], signs=table.signs[start:end], rows=rows, bold=bold)


def rows_of(tables: Sequence[PointsTable], size: float, room: float) -> list[list[PlacedTable]]:
    """Return the tables in rows, as many next to each other as fit, wide ones in parts.

    The tables of one row start their rows at one height.
    """
    rows: list[list[PlacedTable]] = []
    for item in (measure_table(part, size) for table in tables for part in in_parts(table, size, room)):
        used = sum(other.wide + GAP * size for other in rows[-1]) if rows else 0.0
        if rows and used + item.wide <= room:
            rows[-1].append(item)
        else:
            rows.append([item])
    for row in rows:
        lines, titled = max(table.head_lines for table in row), any(table.titled for table in row)
        row[:] = [replace(table, head_lines=lines, titled=titled) for table in row]
    return rows


def high(tables: Sequence[PointsTable], size: float, room: float) -> float:
    """Return the total height of tables within this width, in points; more than any page if one is too wide."""
    rows = rows_of(tables, size, room)
    if any(table.wide > room for row in rows for table in row):
        return 1e6
    return sum(max(table.high for table in row) for row in rows)


def draw_tables(pen: Pen, tables: Sequence[PointsTable], size: float, x: float, y: float, room: float) -> float:
    """Tables from the left top corner (x, y) down, within a room so wide; returns the y where they end."""
    for row in rows_of(tables, size, room):
        left = x
        for table in row:
            _draw(pen, table, left, y)
            left += table.wide + GAP * size
        y -= max(table.high for table in row)
    return y


def _draw(pen: Pen, table: PlacedTable, x: float, y: float) -> None:
    size, line = table.size, table.size * LINE
    pen.tag("P")
    pen.write(x, y - size, table.table.title, room=table.wide + size * GAP, size=size, name=BOLD)
    with pen.group("Table"):
        _draw_rows(pen, table, x, y - line * table.titled)


def _draw_rows(pen: Pen, table: PlacedTable, x: float, y: float) -> None:
    size, line = table.size, table.size * LINE
    top, left = y, x
    with pen.group("TR"):
        for head, wide in zip(table.heads, table.wides, strict=True):
            pen.cell("Column")
            for at, text in enumerate(head):
                pen.write(left + 1, y - size * (1.15 * at + 1), text, room=wide - 2, size=size, align="middle")
            left += wide
    y -= table.head_high
    pen.rule(x, y, x + table.wide, y, ink=BLACK, thick=1.1)
    align = "left" if any(letter.isalpha() for head, _cells in table.table.rows for letter in head) else "middle"
    for number, (head, cells) in enumerate(table.table.rows):
        left = x
        with pen.group("TR"):
            for at, (text, wide) in enumerate(zip([head, *cells], table.wides, strict=True)):
                pen.cell("" if at else "Row")
                name = BOLD if (number, at - 1) in table.table.bold else PLAIN
                pen.write(left + 1, y - size * 1.08, text, room=wide - 2, size=size, name=name,
                          align="middle" if at else align)  # fmt: skip
                left += wide
        y -= line
        pen.rule(x, y, x + table.wide, y, ink=BLACK, thick=THIN)
    pen.rule(x + table.wides[0], top, x + table.wides[0], y, ink=BLACK, thick=THIN)


def draw_lines(pen: Pen, lines: Sequence[str], size: float, x: float, y: float, room: float) -> float:
    """Draw a paragraph in lines from (x, y) downwards; return the y below the last line."""
    pen.tag("P")
    for text in lines:
        y -= size * 1.3
        pen.write(x, y, text, room=room, size=size)
    return y


def sizes(largest: float, least: float, step: float = 0.5) -> Iterator[float]:
    """Type sizes in points to try, from the largest down to the least."""
    size = largest
    while size >= least:
        yield size
        size -= step
