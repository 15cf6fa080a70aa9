"""Writes a laid-out score sheet on its pages, in reading order: head, lines from left to right, totals, foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printables import page
from printables.chart import PrintedChart, draw_chart
from printables.page import BLACK, BOLD, GREEN, GREY, PLAIN, RED, WHITE, width
from printables.pen import Pen
from printables.sheet_grid import BESIDE, BID, LEAST_NAME, NAME, NOTE, PAD, Column, Grid, contract_words
from printables.sheet_layout import (
    CARRY,
    FIRST_TITLE,
    FOOT_GAP,
    HEADS,
    REMARK,
    TITLE,
    PlacedLine,
    SheetLayout,
    SheetPage,
    one_line,
    remark_room,
)
from printables.sheet_lines import RED_SUITS, TICK, Cell, SheetLine
from scorepad.words import _

TITLE_SIZE, ABOUT_SIZE = 20.0, 9.0  # type of the head
CAPITAL = 0.73  # of the type's size: how high figures and capitals stand


@dataclass(frozen=True)
class ClosingRow:
    """A row under the table: its name, by player what it says, its height and its type's size in points."""

    title: str
    values: Mapping[str, str]
    high: float
    size: float
    bold: bool = False


@dataclass(frozen=True)
class SheetWords:
    """What stands around the table."""

    title: str
    about: str  # what is played, by what points
    where: str  # date, place, scorer
    running: str  # the head of further pages


def draw(
    pen: Pen,
    layout: SheetLayout,
    words: SheetWords,
    closing: Sequence[ClosingRow],
    chart: PrintedChart | None = None,
    *,
    blob: bool = False,
    marked: bool = False,
) -> None:
    """A laid-out sheet on the pen's pages, with bookmarks where it has several; where the game is one of many
    (`marked`) with one. `blob`: missed bids blotted out, not struck."""
    carried: dict[str, str] = {}
    for number, sheet_page in enumerate(layout.pages, 1):
        if marked and number == 1:
            pen.mark(words.running)
        elif len(layout.pages) > 1 and not marked:
            pen.mark(_bookmark(sheet_page, number))
        y = _title(pen, layout.grid, words, number)
        if sheet_page.placed is not None:
            y = (
                _table(pen, layout, sheet_page.placed, y, carried, closing if sheet_page.last else None, blob)
                - FOOT_GAP
            )
        for text in sheet_page.foot:
            y -= REMARK
            pen.write(layout.grid.left, y + 2, text, room=layout.grid.wide, size=NOTE)
        if sheet_page.chart and chart is not None:
            draw_chart(pen, chart, layout.grid.left, y - FOOT_GAP, layout.grid.wide, sheet_page.chart)
        _end_page(pen, layout.grid, number, len(layout.pages))


def _bookmark(sheet_page: SheetPage, number: int) -> str:
    """`Page 2: hands 27–52`."""
    hands = [one.line.number.rstrip("*!") for one in sheet_page.placed or () if one.line.number]
    if not hands:
        return _("Page {number}").format(number=number)
    return _("Page {number}: hands {first}–{last}").format(number=number, first=hands[0], last=hands[-1])


# --- around the table -------------------------------------------------------------------------------------


def _title(pen: Pen, grid: Grid, words: SheetWords, number: int) -> float:
    """The page's head; returns where the table begins."""
    top, room = grid.size[1] - page.TOP, grid.wide
    if number > 1:
        pen.write(grid.left, top - 9, one_line(words.running, room, 8), room=room, ink=GREY)
        return top - TITLE
    title = one_line(words.title, room, TITLE_SIZE, BOLD)
    pen.write(grid.left, top - 17, title, room=room, size=TITLE_SIZE, name=BOLD)
    for at, text in enumerate(part for part in (words.about, words.where) if part):
        pen.write(grid.left, top - 32 - 11.5 * at, one_line(text, room, ABOUT_SIZE), room=room, size=ABOUT_SIZE)
    return top - FIRST_TITLE


def _end_page(pen: Pen, grid: Grid, number: int, count: int) -> None:
    if count > 1:
        text = _("Page {number} of {count}").format(number=number, count=count)
        room = grid.wide
        pen.write(grid.left, page.FOOT, text, room=room, size=NOTE, ink=GREY, align="right")
    pen.turn_page()


# --- the table --------------------------------------------------------------------------------------------


def _table(
    pen: Pen, layout: SheetLayout, placed: Sequence[PlacedLine], y: float, carried: dict[str, str],
    closing: Sequence[ClosingRow] | None, blob: bool,
) -> float:  # fmt: skip
    """Heads, lines and what closes them; `carried` is brought up to the last line. Returns where it ends."""
    grid, top = layout.grid, y
    y = _heads(pen, grid, y)
    gone: set[str] = set()
    if carried:
        y = _closing_row(pen, grid, ClosingRow(_("Brought forward"), carried, CARRY, 9), y)
    for one in placed:
        y = _line(pen, layout, one, y, blob, gone)
        if one.remark:  # runs across the columns
            _columns(pen, grid, top, y + one.remark_high)
            top = y
        carried |= {player: cell.total for player, cell in one.line.cells.items() if cell.total}
    rows = [ClosingRow(_("Carried over"), carried, CARRY, 9)] if closing is None else closing
    pen.rule(grid.left, y, grid.right, y, ink=BLACK, thick=1.2)
    for row in rows:
        y = _closing_row(pen, grid, row, y)
    _columns(pen, grid, top, y)
    return y


def _columns(pen: Pen, grid: Grid, top: float, y: float) -> None:
    for column in grid.players.values():
        pen.rule(column.x, top, column.x, y)


def _heads(pen: Pen, grid: Grid, y: float) -> float:
    base = y - HEADS + 7
    for key, column in grid.fixed.items():
        align = "left" if key in ("dealer", "contract") else "middle"
        _in(pen, column, base, column.title, size=NOTE, ink=GREY, align=align)
    for column in grid.players.values():
        wide = width(column.title, NAME, BOLD)
        size = NAME if wide <= column.wide - 4 else LEAST_NAME
        pen.write(column.x + 2, base, column.title, room=column.wide - 4, size=size, name=BOLD, align="middle")
    pen.rule(grid.left, y - HEADS, grid.right, y - HEADS, ink=BLACK, thick=1.2)
    return y - HEADS


def _closing_row(pen: Pen, grid: Grid, row: ClosingRow, y: float) -> float:
    base, name = y - row.high / 2 - row.size * 0.36, BOLD if row.bold else PLAIN
    pen.write(grid.left + PAD, base, row.title, room=grid.label_room - 2 * PAD, size=min(row.size, 9), name=name)
    for player, column in grid.players.items():
        _figures(pen, grid, column, base, row.values.get(player, ""), row.size, name=name)
    pen.rule(grid.left, y - row.high, grid.right, y - row.high)
    return y - row.high


def _line(pen: Pen, layout: SheetLayout, placed: PlacedLine, y: float, blob: bool, gone: set[str]) -> float:
    """`gone`: whose leaving is marked already on this page, brought up to this line."""
    grid, line = layout.grid, placed.line
    high = placed.high(layout.row_high)
    if line.void:
        pen.shade(grid.left, y - high, grid.right - grid.left, high)
    middle = y - (high - placed.remark_high) / 2
    if line.label:
        _block(
            pen,
            grid.left + PAD,
            middle + len(placed.label) * REMARK / 2,
            placed.label,
            grid.label_room - 2 * PAD,
            BLACK,
        )
    else:
        _line_head(pen, grid, line, middle)
    for player, column in grid.players.items():
        if player in line.cells:
            _cell(pen, layout, column, line.cells[player], y, high - placed.remark_high, blob)
        elif player in line.away:
            _away(pen, column, middle, first=player not in gone)
    gone |= set(line.away)
    gone -= line.cells.keys()
    _block(pen, grid.fixed["cards"].x + PAD, y - high + placed.remark_high, placed.remark, remark_room(grid), GREY)
    pen.rule(grid.left, y - high, grid.right, y - high)
    return y - high


def _away(pen: Pen, column: Column, middle: float, *, first: bool) -> None:
    """A line through the cell of somebody who has left, behind the word in the `first` of them."""
    x, end = column.x + PAD + 2, column.x + column.wide - PAD - 2
    if first:
        x += pen.write(x, middle - 2.8, _("left"), room=end - x, size=NOTE) + 3
    if x < end:
        pen.rule(x, middle, end, middle, ink=BLACK, thick=0.8)


def _block(pen: Pen, x: float, top: float, lines: Sequence[str], room: float, ink: page.Ink) -> None:
    for at, text in enumerate(lines, 1):
        pen.write(x, top - at * REMARK + 2.5, text, room=room, size=NOTE, ink=ink)


def _line_head(pen: Pen, grid: Grid, line: SheetLine, middle: float) -> None:
    """Number, cards, dealer and trump or contract, centred on `middle`."""
    columns = grid.fixed
    _in(pen, columns["number"], middle - 3, line.number, size=8.5, ink=GREY, align="middle")
    _in(pen, columns["cards"], middle - 4, line.cards, size=11, align="middle")
    first = f"\u25b8 {grid.short[line.first]}" if line.first else ""
    dealer = grid.short.get(line.dealer, "")
    both = (first, "") if line.first == line.dealer else (dealer, first)
    _pair(pen, columns["dealer"], middle, both[:1], both[1])
    if "trump" in columns:
        _trump(pen, columns["trump"], middle, line.trump)
    else:
        *upper, lower = contract_words(line, grid.short)
        _pair(pen, columns["contract"], middle, upper, lower)


def _pair(pen: Pen, column: Column, middle: float, upper: Sequence[str], lower: str) -> None:
    """Two lines, the upper one in parts of which a suit has its own ink."""
    x, end = column.x + PAD, column.x + column.wide - PAD
    for part in upper:
        base = middle + 1.2 if lower else middle - 3
        x += pen.write(x, base, part, room=end - x, size=NOTE + 0.5, ink=_suit_ink(part))
    _in(pen, column, middle - 8.3, lower, size=NOTE)


def _trump(pen: Pen, column: Column, middle: float, sign: str) -> None:
    suit = len(sign) == 1 and sign not in "J?"
    _in(pen, column, middle - (5 if suit else 3), sign, size=14 if suit else 8, ink=_suit_ink(sign), align="middle")


def _suit_ink(sign: str) -> page.Ink:
    return RED if sign and sign in RED_SUITS else BLACK


def _in(
    pen: Pen, column: Column, y: float, text: str, *, size: float, ink: page.Ink = BLACK, align: str = "left"
) -> None:
    pad = 2.0 if align == "middle" else PAD
    pen.write(column.x + pad, y, text, room=column.wide - 2 * pad, size=size, ink=ink, align=align)


# --- a player's cell --------------------------------------------------------------------------------------


def _box(grid: Grid, column: Column, least: float = 0.0) -> tuple[float, float]:
    """Where figures stand in a column: x and room; not so wide that a bid and its total lose each other."""
    room = min(column.wide - 2 * PAD, max(grid.inner * 1.35, 46.0, least))
    return column.x + (column.wide - room) / 2, room


def _figures(
    pen: Pen, grid: Grid, column: Column, y: float, text: str, size: float, *, name: str = PLAIN, ink: page.Ink = BLACK
) -> None:
    x, room = _box(grid, column)
    pen.write(x, y, text, room=room, size=size, name=name, ink=ink, align="right")


def _cell(pen: Pen, layout: SheetLayout, column: Column, cell: Cell, y: float, high: float, blob: bool) -> None:
    """The bid small at the corner and what came of it, the running total large, the points beneath."""
    grid, size = layout.grid, layout.total_size
    above = BID + 1 if grid.tall else 0.0
    top = y - (high - above - CAPITAL * (size + NOTE) - 2.5) / 2
    total = top - above - size * CAPITAL
    _bid(pen, grid, column, cell, top - BID * CAPITAL, blob)
    _figures(pen, grid, column, total, cell.total, size)
    _figures(pen, grid, column, total - 2.5 - NOTE * CAPITAL, cell.points, NOTE, ink=GREY)


def _bid(pen: Pen, grid: Grid, column: Column, cell: Cell, base: float, blob: bool) -> None:
    x, room = _box(grid, column)
    if cell.struck and blob:
        wide = min(width(cell.bid, BID), room)
        pen.disc(x + wide / 2, base + BID * CAPITAL / 2, BID * 0.56)
        pen.write(x, base, cell.bid, room=room, size=BID, ink=WHITE)
    else:
        wide = pen.write(x, base, cell.bid, room=room, size=BID)
    if cell.struck and not blob:
        pen.rule(x - 2, base + 1.6, x + wide + 2, base + BID * CAPITAL - 1.6, ink=RED, thick=0.8)
    if cell.came:
        ink = GREEN if cell.came == TICK else RED if cell.struck else GREY
        pen.write(x + wide + BESIDE, base, cell.came, room=max(4.0, room - wide - BESIDE), size=BID, ink=ink)
