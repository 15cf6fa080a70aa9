"""Statistics on paper: the title, headings, and a table of people with a line under each row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printables.filled.chart import draw_sign
from printables.page import page
from printables.page.page import BLACK, BOLD, PLAIN, WHITE, width
from printables.page.pen import Pen
from printables.page.text_fitting import wrapped

TITLE, HEADING = 27.0, 12.0  # type
HEAD, FIGURE, NOTE = 8.5, 10.5, 7.5  # type of headings, of names and figures, and of small text after a figure
SIGN = 13.0  # room for a sign before a name


def draw_title(pen: Pen, title: str, *notes: str) -> float:
    """Draw the title of a page, with `notes` at its right, the first one bold; return where the text begins."""
    wide, y = pen.size[0] - 2 * page.SIDE, pen.size[1] - page.TOP - TITLE
    pen.tag("H1")
    pen.write(page.SIDE, y, title, room=wide * 0.55, size=TITLE, name=BOLD)
    pen.tag("P")
    x, room = page.SIDE + wide * 0.55, wide * 0.45
    for at, text in enumerate(notes):
        pen.write(x, y + 13 * (len(notes) - 1 - at), text, room=room, size=9.5 if at else 12,
                  name=PLAIN if at else BOLD, align="right")  # fmt: skip
    pen.rule(page.SIDE, y - 7, page.SIDE + wide, y - 7, ink=BLACK, thick=2)
    return y - 9


def draw_heading(pen: Pen, head: str, note: str, y: float) -> float:
    """Draw a heading and a note next to it; return where the section begins."""
    wide = pen.size[0] - 2 * page.SIDE
    pen.tag("H2")
    taken = pen.write(page.SIDE, y - HEADING, head, room=wide, size=HEADING, name=BOLD)
    pen.tag("P")
    pen.write(page.SIDE + taken + 8, y - HEADING, note, room=wide - taken - 8, size=8)
    return y - HEADING * 1.6


class Column(NamedTuple):
    """The heading of a column and its width in points.

    Figures are right-aligned, or in its `middle`.
    """

    head: str
    wide: float
    align: str = "right"


class Cell(NamedTuple):
    """A figure, white on black if it is `marked`, and what stands small behind it."""

    text: str
    note: str = ""
    bold: bool = False
    marked: bool = False


@dataclass(frozen=True)
class RuledTable:
    """Names in a first column `first` wide, without a head, and a cell for each of the other columns.

    `signs`: a sign before each name, that of its row; `size`: the type of names and figures in points.
    """

    first: float
    columns: Sequence[Column]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    signs: bool = False
    size: float = FIGURE

    @property
    def head_high(self) -> float:
        """The height of the heads in points."""
        return HEAD * 1.15 * max((len(self._head(column)) for column in self.columns), default=1) + 5

    def _head(self, column: Column) -> list[str]:
        return wrapped(column.head, column.wide - 4, lambda text: width(text, HEAD)) or [""]

    def draw(self, pen: Pen, x: float, y: float, row: float) -> float:
        """From the left top corner (x, y) down, each row so high; returns the y where it ends. Lengths in points."""
        end = x + self.first + sum(column.wide for column in self.columns)
        with pen.group("Table"):
            with pen.group("TR"):
                pen.cell("Column")  # has no words
                self._heads(pen, x, y)
            y -= self.head_high
            pen.rule(x, y, end, y, ink=BLACK, thick=1.1)
            for at, (name, cells) in enumerate(self.rows, 1):
                with pen.group("TR"):
                    self._row(pen, at - 1, name, cells, x, y - row / 2 - self.size * 0.35)
                y -= row
                pen.rule(x, y, end, y, ink=BLACK, thick=1.1 if at == len(self.rows) else 0.5)
        return y

    def _heads(self, pen: Pen, x: float, y: float) -> None:
        base = y - self.head_high + 5
        left = x + self.first
        for column in self.columns:
            pen.cell("Column")
            lines = self._head(column)
            for at, line in enumerate(lines):
                at_y = base + HEAD * 1.15 * (len(lines) - 1 - at)
                pen.write(left, at_y, line, room=column.wide, size=HEAD, align=column.align)
            left += column.wide

    def _row(self, pen: Pen, at: int, name: str, cells: Sequence[Cell], x: float, base: float) -> None:
        indent = SIGN if self.signs else 0.0
        pen.cell("Row")
        if self.signs:
            draw_sign(pen, at, x + 4, base + 3.6)
        pen.write(x + indent, base, name, room=self.first - indent - 4, size=self.size, name=BOLD)
        left = x + self.first
        for column, cell in zip(self.columns, cells, strict=True):
            pen.cell()
            style = BOLD if cell.bold else PLAIN
            taken = width(cell.text, self.size, style) + (width(cell.note, NOTE) + 2 if cell.note else 0)
            spare = max(0.0, column.wide - taken)
            at_x = left + (spare / 2 if column.align == "middle" else spare)
            if cell.marked:
                pen.shade(
                    at_x - self.size * 0.4, base - self.size * 0.2, taken + self.size * 0.8, self.size * 1.1, BLACK
                )
            wide = pen.write(at_x, base, cell.text, room=column.wide, size=self.size, name=style,
                             ink=WHITE if cell.marked else BLACK)  # fmt: skip
            if cell.note:
                pen.write(at_x + wide + 2, base, cell.note, room=max(1.0, column.wide - wide - 2), size=NOTE)
            left += column.wide
