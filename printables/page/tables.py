"""Tables of points: heads in a black bar over ruled rows, in columns as wide as needed or as the room allows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise

from printables.page.imposition import ARTIFACT
from printables.page.page import BLACK, BOLD, PLAIN, WHITE, Ink, width
from printables.page.pen import Pen
from printables.page.text_fitting import wrapped
from scorepad.formats import split_unbroken
from scorepad.game.report.points_lines import PointsTable

GAP = 1.0  # of the type's size, between two tables next to each other
PAD = 0.3  # of the type's size, at the sides of a cell
LINE, LEADING = 1.4, 1.15  # of the type's size, a row; from line to line in a cell
FINE, THICK, HEAVY = 0.6, 1.2, 2.4  # points, of the lines in and around a table: a photocopy keeps them
LONG, NARROW = 7, 4  # rows, columns: longer tables of few columns may be halved
PRESSED = 0.75  # of its width: the head of the first column, if it has no room
LONGEST = 5.0  # times the type: a longer head over numbers has several lines
MOST_HEAD = 4  # lines that a column's head may take


@dataclass(frozen=True)
class PlacedTable:
    """A table of points in a type size, with the widths of its columns and the height of a row in points.

    `head_lines` and `titled` are those of the table, or of a higher one next to it.
    """

    table: PointsTable
    size: float
    wides: Sequence[float]
    row_high: float
    head_lines: int = 0
    titled: bool = False

    @property
    def wide(self) -> float:
        """Of all its columns."""
        return sum(self.wides)

    @cached_property
    def heads(self) -> list[list[str]]:
        """The heads of the columns in lines."""
        return [self._lines(head, wide, BOLD) for head, wide in zip(_heads(self.table), self.wides, strict=True)]

    @cached_property
    def labels(self) -> list[list[str]]:
        """The heads of the rows in lines."""
        return [self._lines(head, self.wides[0], PLAIN) for head, _cells in self.table.rows]

    def _lines(self, text: str, wide: float, name: str) -> list[str]:
        measure = partial(width, size=self.size, name=name)
        room = max(wide - 2 * PAD * self.size, *map(measure, split_unbroken(text)), 0.0)  # words are not broken
        return wrapped(text, room + 0.1, measure) or [""]

    @property
    def head_high(self) -> float:
        """Of the bar with its title and heads."""
        lines = max(self.head_lines, *map(len, self.heads)) * any(map(any, self.heads))
        return self.size * (LEADING * lines + 0.5 + (LINE if self.titled or self.table.title else 0.0))

    def high_of(self, label: Sequence[str]) -> float:
        """Of a row with this head."""
        return self.row_high + (len(label) - 1) * LEADING * self.size

    @property
    def high(self) -> float:
        """Of bar and rows."""
        return self.head_high + sum(map(self.high_of, self.labels))

    def stretched(self, wide: float, high: float = 0.0) -> "PlacedTable":
        """Return the table with wider columns, as wide as this in all, and with higher rows, if `high` is more."""
        more = max(0.0, wide - self.wide)
        has_words = _has_words(self.table)
        count = len(self.wides) - has_words
        wides = [column + (0 if has_words and not at else more / count) for at, column in enumerate(self.wides)]
        row = self.row_high + max(0.0, high - self.high) / len(self.table.rows)
        return replace(self, wides=wides, row_high=row)


def _has_words(table: PointsTable) -> bool:
    """Return whether the heads of rows are more than numbers and single letters."""
    return any(len(word) > 1 and word.isalpha() for head, _cells in table.rows for word in head.split())


def _heads(table: PointsTable) -> list[str]:
    return [table.corner, *table.heads]


def measure_table(table: PointsTable, size: float, room: float = 0.0, line: float = LINE) -> PlacedTable:
    """Return the table in type of this size, its columns as narrow as their figures and heads allow.

    The heads of rows wrap if the table is wider than the `room`.
    """
    measure = partial(width, size=size)
    columns = list(zip(*([label, *cells] for label, cells in table.rows), strict=True))
    figures = [max(measure(text, name=BOLD if at else PLAIN) for text in texts) for at, texts in enumerate(columns)]
    whole = [measure(head, name=BOLD) for head in _heads(table)]
    wides = [max(pair) + 2 * PAD * size for pair in zip(figures, whole, strict=True)]
    if whole[0] > LONGEST * size and not _has_words(table):
        wides[0] = _narrow(table.corner, figures[0], size)
    if room and sum(wides) > room:
        wides = [_narrow(head, least, size) for head, least in zip(_heads(table), figures, strict=True)]
    if room and sum(wides) > room:
        least = max(measure(word) for label in columns[0] for word in split_unbroken(label))
        wides[0] = max(room - sum(wides[1:]), _narrow(table.corner, 0.0, size) * PRESSED, least + 2 * PAD * size)
    missing = measure(table.title, name=BOLD) + 2 * PAD * size - sum(wides) if table.title else 0.0
    return PlacedTable(table, size, [wide + max(0.0, missing) / len(wides) for wide in wides], size * line)


def _narrow(head: str, least: float, size: float) -> float:
    """Return the width of a column with its head in lines, in points."""
    measure = partial(width, size=size, name=BOLD)
    words = max(least, *map(measure, split_unbroken(head)), 0.0)
    return words * max(1.0, len(wrapped(head, words, measure)) / MOST_HEAD) + 2 * PAD * size


def halves(table: PointsTable) -> list[PointsTable]:
    """Return a long table of few columns as two, to stand side by side; any other as it is."""
    if len(table.rows) <= LONG or len(table.heads) > NARROW:
        return [table]
    return cut_rows(table, -(-len(table.rows) // 2))


def cut_rows(table: PointsTable, most: int) -> list[PointsTable]:
    """Return the table, or parts of it with at most this number of rows."""
    rows = range(len(table.rows))
    return [table.with_rows(rows[at : at + most]) for at in rows[::most]]


def in_parts(table: PointsTable, size: float, room: float) -> list[PointsTable]:
    """Return the table, or its columns in equal parts that each fit the width.

    A part omits its empty rows.
    """
    count = len(table.heads)
    for parts in range(1, count + 1):
        ends = [count * at // parts for at in range(parts + 1)]
        made = [_part(table, start, end) for start, end in pairwise(ends)]
        if all(measure_table(part, size, room).wide <= room for part in made):
            return made
    return [table]


def _part(table: PointsTable, start: int, end: int) -> PointsTable:
    if (start, end) == (0, len(table.heads)):
        return table
    part = table.with_rows([at for at, (_head, cells) in enumerate(table.rows) if any(cells[start:end])])
    rows = [(head, cells[start:end]) for head, cells in part.rows]
    bold = frozenset((row, column - start) for row, column in part.bold if start <= column < end)
    return replace(part, heads=table.heads[start:end], rows=rows, bold=bold, split=max(0, table.split - start))


def rows_of(tables: Sequence[PointsTable], size: float, room: float) -> list[list[PlacedTable]]:
    """Return the tables in rows, as many next to each other as fit, wide ones in parts; each row fills the room.

    The tables of one row start their rows at one height.
    """
    rows: list[list[PlacedTable]] = []
    for item in (measure_table(part, size, room) for table in tables for part in in_parts(table, size, room)):
        used = sum(other.wide + GAP * size for other in rows[-1]) if rows else 0.0
        if rows and used + item.wide <= room:
            rows[-1].append(item)
        else:
            rows.append([item])
    return [_filling(row, room - GAP * size * (len(row) - 1)) for row in rows]


def _filling(row: Sequence[PlacedTable], room: float) -> list[PlacedTable]:
    more = max(0.0, room - sum(table.wide for table in row)) / len(row)
    wider = [table.stretched(table.wide + more) for table in row]
    lines, titled = max(len(head) for table in wider for head in table.heads), any(table.table.title for table in wider)
    return [replace(table, head_lines=lines, titled=titled) for table in wider]


def draw_row(pen: Pen, row: Sequence[PlacedTable], x: float, y: float) -> float:
    """Draw tables next to each other from the left top corner (x, y) down; return the y where they end."""
    for table in row:
        draw_table(pen, table, x, y)
        x += table.wide + GAP * table.size
    return y - max(table.high for table in row)


def draw_table(pen: Pen, placed: PlacedTable, x: float, y: float) -> None:
    """Draw a table from the left top corner (x, y) down."""
    table, size, pad, top = placed.table, placed.size, PAD * placed.size, y
    pen.tag("P" if table.title else ARTIFACT)
    pen.shade(x, y - placed.head_high, placed.wide, placed.head_high, BLACK)
    if table.title:
        room = placed.wide - 2 * pad
        pen.write(x + pad, y - size * 1.25, table.title, room=room, size=size, name=BOLD, ink=WHITE, align="middle")
    y -= placed.head_high
    lefts = [x + sum(placed.wides[:at]) for at in range(len(placed.wides))]
    columns = [(left + pad, wide - 2 * pad, "left" if left == x and _has_words(table) else "middle")
               for left, wide in zip(lefts, placed.wides, strict=True)]  # fmt: skip
    with pen.group("Table"):
        with pen.group("TR"):
            for column, lines in zip(columns, placed.heads, strict=True):
                pen.cell("Column")
                _cell(pen, lines, column, y + size * (LEADING * len(lines) + 0.5) / 2, size, BOLD, WHITE)
        for number, ((_head, cells), label) in enumerate(zip(table.rows, placed.labels, strict=True)):
            middle = y - placed.high_of(label) / 2
            with pen.group("TR"):
                for at, (column, lines) in enumerate(zip(columns, [label, *([cell] for cell in cells)], strict=True)):
                    pen.cell("" if at else "Row")
                    _cell(pen, lines, column, middle, size, BOLD if (number, at - 1) in table.bold else PLAIN, BLACK)
            y -= placed.high_of(label)
            pen.rule(x, y, x + placed.wide, y, ink=BLACK, thick=FINE)
    for at, left in enumerate(lefts[1:]):
        pen.rule(left, top - placed.head_high, left, y, ink=BLACK, thick=HEAVY if at and at == table.split else FINE)
    pen.box(x, y, placed.wide, top - y, ink=BLACK, thick=THICK)


def _cell(
    pen: Pen, lines: Sequence[str], column: tuple[float, float, str], middle: float, size: float, name: str, ink: Ink
) -> None:
    x, room, align = column
    base = middle + (len(lines) - 1) * LEADING * size / 2 - size * 0.36
    for at, text in enumerate(lines):
        pen.write(x, base - at * LEADING * size, text, room=room, size=size, name=name, align=align, ink=ink)


def draw_lines(
    pen: Pen, lines: Sequence[str], size: float, x: float, y: float, room: float, leading: float = 1.3
) -> float:
    """Draw a paragraph in lines from (x, y) downwards; return the y below the last line."""
    pen.tag("P")
    for text in lines:
        y -= size * leading
        pen.write(x, y, text, room=room, size=size)
    return y


def sizes(largest: float, least: float, step: float = 0.5) -> Iterator[float]:
    """Type sizes in points to try, from the largest down to the least."""
    size = largest
    while size >= least:
        yield size
        size -= step
