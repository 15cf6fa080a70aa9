"""Writes a laid-out score sheet on its pages, in reading order: head, lines from left to right, totals, foot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printables.filled.chart import PrintedChart, draw_chart, draw_sign
from printables.filled.sheet_cell import CAPITAL, bid_base, draw_cell, draw_marks
from printables.filled.sheet_grid import NAME, NOTE, PAD, SIGN, Column, Grid, contract_words
from printables.filled.sheet_layout import (
    CARRY,
    FIRST_TITLE,
    FOOT_GAP,
    HEADS,
    REMARK,
    TITLE,
    PlacedLine,
    SheetLayout,
    SheetPage,
    remark_room,
)
from printables.filled.sheet_lines import SheetLine
from printables.page import page
from printables.page.imposition import ARTIFACT
from printables.page.page import BIDS_FIRST, BLACK, BOLD, DEALS, GREY, PLAIN, one_line, width
from printables.page.pen import Pen
from scorepad.formats import colour_index
from scorepad.words import _

TITLE_SIZE, ABOUT_SIZE = 22.0, 9.0  # type of the head
CLOSING = 9.5  # of the rows below the table
EDGE = 10.0  # free at the edges of a wide column
THIN, BETWEEN, THICK = 0.6, 0.9, 1.4  # lines between hands, between players, around the table


@dataclass(frozen=True)
class ClosingRow:
    """A row under the table: its name in lines of type, by player what it says, its type's size in points."""

    title: Sequence[str]
    values: Mapping[str, str]
    size: float
    bold: bool = False

    @property
    def high(self) -> float:
        """Of the row, in points."""
        return max(CARRY, self.size * 1.5, len(self.title) * REMARK + 2)


@dataclass(frozen=True)
class SheetWords:
    """The texts around the table."""

    title: str
    about: str  # game and scoring
    where: str  # date, place, scorer
    running: str  # the head of further pages


@dataclass(frozen=True)
class SheetDrawing:
    """A game's sheet laid out, ready to be drawn."""

    layout: SheetLayout
    words: SheetWords
    closing: Sequence[ClosingRow]
    chart: PrintedChart | None  # None: too few hands to show anything
    blob: bool  # missed bids are blacked out, not struck

    def on(self, pen: Pen, *, marked: bool = False) -> None:
        """Draw all pages, with a bookmark for each of several, or for the game if it is one of many."""
        grid, pages = self.layout.grid, self.layout.pages
        pen.set_sheet_size(grid.size)
        carried: dict[str, str] = {}
        for number, sheet_page in enumerate(pages, 1):
            if marked and number == 1:
                pen.mark(self.words.running)
            elif len(pages) > 1 and not marked:
                pen.mark(_bookmark(sheet_page, number))
            y = _title(pen, grid, self.words, number)
            if sheet_page.placed is not None:
                with pen.group("Table"):
                    y = _table(pen, self, sheet_page.placed, y, carried, last=sheet_page.last) - FOOT_GAP
            for text in sheet_page.foot:
                y -= REMARK
                pen.tag("P")
                pen.write(grid.left, y + 2, text, room=grid.wide, size=NOTE)
            if sheet_page.chart and self.chart is not None:
                draw_chart(pen, self.chart, grid.left, y - FOOT_GAP, grid.wide, sheet_page.chart)
            pen.tag(ARTIFACT)
            if len(pages) > 1 and not marked:  # an archive has its own numbers
                text = _("Page {number} of {count}").format(number=number, count=len(pages))
                pen.write(grid.left, page.FOOT, text, room=grid.wide, size=NOTE, ink=GREY, align="right")
            pen.turn_page()


def _bookmark(sheet_page: SheetPage, number: int) -> str:
    """`Page 2: hands 27–52`."""
    hands = [row.line.number.rstrip("*!") for row in sheet_page.placed or () if row.line.number]
    if not hands:
        return _("Page {number}").format(number=number)
    return _("Page {number}: hands {first}–{last}").format(number=number, first=hands[0], last=hands[-1])


# --- around the table -------------------------------------------------------------------------------------


def _title(pen: Pen, grid: Grid, words: SheetWords, number: int) -> float:
    """Return the page's head; returns where the table begins."""
    top, room = grid.size[1] - page.TOP, grid.wide
    pen.tag("H1" if number == 1 else ARTIFACT)
    if number > 1:
        pen.write(grid.left, top - 9, one_line(words.running, room, NOTE), room=room, size=NOTE, ink=GREY)
        return top - TITLE
    title = one_line(words.title, room, TITLE_SIZE, BOLD)
    pen.write(grid.left, top - 18, title, room=room, size=TITLE_SIZE, name=BOLD)
    for at, text in enumerate(part for part in (words.about, words.where) if part):
        pen.tag("P")
        pen.write(grid.left, top - 31 - 11 * at, one_line(text, room, ABOUT_SIZE), room=room, size=ABOUT_SIZE)
    return top - FIRST_TITLE


# --- the table --------------------------------------------------------------------------------------------


def _table(
    pen: Pen, drawing: SheetDrawing, placed: Sequence[PlacedLine], y: float, carried: dict[str, str], *, last: bool
) -> float:
    """Heads, lines and what closes them; `carried` is brought up to the last line. Returns where it ends."""
    grid, scale, top = drawing.layout.grid, drawing.layout.scale, y
    size = max(CLOSING, grid.shape.least)
    y = _heads(pen, grid, y)
    gone: set[str] = set()
    if carried:
        y = _closing_row(pen, grid, scale, ClosingRow((_("Carried forward"),), carried, size), y)
    for item in placed:
        y = _line(pen, drawing.layout, item, y, drawing.blob, gone)
        if item.remark:  # runs across the columns
            _columns(pen, grid, top, y + item.remark_high)
            top = y
        carried |= {player: cell.total for player, cell in item.line.cells.items() if cell.total}
    rows = drawing.closing if last else [ClosingRow((_("Carried over"),), carried, size)]
    pen.rule(grid.left, y, grid.right, y, ink=BLACK, thick=THICK)
    for row in rows:
        y = _closing_row(pen, grid, scale, row, y)
    _columns(pen, grid, top, y)
    return y


def _columns(pen: Pen, grid: Grid, top: float, y: float) -> None:
    pen.tag(ARTIFACT)
    for column in grid.players.values():
        pen.rule(column.x, top, column.x, y, ink=BLACK, thick=BETWEEN)


def _heads(pen: Pen, grid: Grid, y: float) -> float:
    base, room = y - HEADS + 7, grid.cell_room - SIGN
    is_wide = all(width(column.title, NAME, BOLD) <= room for column in grid.players.values())
    size = NAME if is_wide else grid.shape.least
    with pen.group("TR"):
        for column in grid.fixed.values():
            pen.cell("Column")
            _write_in_column(pen, column, base, column.title, NOTE)
        for player, column in grid.players.items():
            pen.cell("Column")
            x = column.x + PAD + max(0.0, room - width(column.title, size, BOLD)) / 2
            draw_sign(pen, colour_index(player), x + 3.5, base + size * CAPITAL / 2)
            pen.write(x + SIGN, base, column.title, room=room, size=size, name=BOLD)
    pen.rule(grid.left, y - HEADS, grid.right, y - HEADS, ink=BLACK, thick=THICK)
    return y - HEADS


def _closing_row(pen: Pen, grid: Grid, scale: float, row: ClosingRow, y: float) -> float:
    name, base = BOLD if row.bold else PLAIN, y - row.high / 2 - row.size * CAPITAL / 2
    with pen.group("TR"):
        pen.cell("Row", across=len(grid.fixed))
        _block(pen, grid.left + PAD, y - row.high / 2 + len(row.title) * REMARK / 2, row.title,
               grid.label_room - 2 * PAD, name=name)  # fmt: skip
        for player, column in grid.players.items():
            pen.cell()
            room = (column.wide + _room(grid, column, scale)) / 2 - PAD  # ends where the totals end
            pen.write(column.x + PAD, base, row.values.get(player, ""), room=room, size=row.size, name=name,
                      align="right")  # fmt: skip
    pen.rule(grid.left, y - row.high, grid.right, y - row.high, ink=BLACK, thick=THIN)
    return y - row.high


def _room(grid: Grid, column: Column, scale: float) -> float:
    """For the figures of a cell: not so wide that a bid and its total lose each other."""
    least, room = grid.shape.wide * scale, column.wide - 2 * PAD
    return min(room, max(least, min(room - EDGE, max(least * 1.6, 44.0))))


def _line(pen: Pen, layout: SheetLayout, placed: PlacedLine, y: float, blob: bool, gone: set[str]) -> float:
    """`gone`: whose leaving is marked already on this page, brought up to this line."""
    grid, line, scale = layout.grid, placed.line, layout.scale
    high = placed.high(layout.row_high)
    if line.void:
        pen.shade(grid.left, y - high, grid.right - grid.left, high)
    cell_high = high - placed.remark_high
    middle = y - cell_high / 2
    with pen.group("TR"):
        if placed.label:
            pen.cell("Row", across=len(grid.fixed))
            _block(pen, grid.left + PAD, middle + len(placed.label) * REMARK / 2, placed.label,
                   grid.label_room - 2 * PAD)  # fmt: skip
        else:
            _line_head(pen, grid, line, middle)
        _cells(pen, layout, line, middle, bid_base(grid.shape, y, cell_high, scale), blob, gone)
    gone |= set(line.away)
    gone -= line.cells.keys()
    if placed.remark:
        with pen.group("TR"):
            pen.cell(across=len(grid.fixed) + len(grid.players))
            _block(pen, grid.fixed["cards"].x + PAD, y - high + placed.remark_high, placed.remark, remark_room(grid))
    pen.rule(grid.left, y - high, grid.right, y - high, ink=BLACK, thick=THIN)
    return y - high


def _cells(
    pen: Pen, layout: SheetLayout, line: SheetLine, middle: float, base: float, blob: bool, gone: set[str]
) -> None:
    grid, scale = layout.grid, layout.scale
    marks = {line.first: BIDS_FIRST, line.dealer: DEALS if line.first != line.dealer else DEALS + BIDS_FIRST}
    for player, column in grid.players.items():
        pen.cell()
        room = _room(grid, column, scale)
        x = column.x + (column.wide - room) / 2
        if player in marks:
            draw_marks(pen, marks[player], x, base, scale)
        if player in line.cells:
            cell = line.cells[player]
            draw_cell(pen, grid.shape, cell, x, room, base, scale, blob=blob, marked=player in marks)
        elif player in line.away:
            _strike_departed(pen, column, middle, first=player not in gone)


def _strike_departed(pen: Pen, column: Column, middle: float, *, first: bool) -> None:
    """Strike the cells of a player who has left; the `first` of them has the word."""
    x, end = column.x + PAD + 2, column.x + column.wide - PAD - 2
    if first:
        x += pen.write(x, middle - 2.8, _("left"), room=end - x, size=NOTE) + 3
    if x < end:
        pen.rule(x, middle, end, middle, ink=BLACK, thick=0.8)


def _block(pen: Pen, x: float, top: float, lines: Sequence[str], room: float, *, name: str = PLAIN) -> None:
    for at, text in enumerate(lines, 1):
        pen.write(x, top - at * REMARK + 2.5, text, room=room, size=NOTE, name=name)


def _line_head(pen: Pen, grid: Grid, line: SheetLine, middle: float) -> None:
    """Write number, cards and trump or contract, centred on `middle`."""
    columns, least = grid.fixed, grid.shape.least
    pen.cell("Row")
    _write_in_column(pen, columns["number"], middle - 3, line.number, least)
    pen.cell()
    _write_in_column(pen, columns["cards"], middle - 4, line.cards, 11, name=BOLD)
    if len(columns) > 2:
        pen.cell()
    if "trump" in columns:
        sign, colour = line.trump
        base, size = (middle - 4.4, 12) if len(sign) == 1 and colour else (middle - 3, least)
        _write_in_column(pen, columns["trump"], base, sign, size, ink=page.suit_ink(colour))
    elif "contract" in columns:
        words = contract_words(line, grid.short)
        _contract(pen, columns["contract"], middle, least, line.trump.colour, *words)


def _contract(
    pen: Pen, column: Column, middle: float, size: float, colour: str, level: str, suit: str, who: str, against: str
) -> None:
    """Two lines, the second against whom; the suit has its own ink."""
    x, end = column.x + PAD + 1, column.x + column.wide - PAD
    for part in (level, suit, who):
        base = middle + 1.2 if against else middle - 3
        ink = page.suit_ink(colour) if part == suit else BLACK
        x += pen.write(x, base, part, room=max(4.0, end - x), size=size, ink=ink)
    pen.write(column.x + PAD + 1, middle - size, against, room=column.wide - 2 * PAD - 1, size=size)


def _write_in_column(
    pen: Pen, column: Column, y: float, text: str, size: float, *, name: str = PLAIN, ink: page.Ink = BLACK
) -> None:
    room = column.wide - 2 * PAD
    pen.write(column.x + PAD, y, text, room=room, size=size, name=name, ink=ink, align="middle")
