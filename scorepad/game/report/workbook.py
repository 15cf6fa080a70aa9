"""A sheet as an Excel file, laid out as on paper: names above each player's columns, one row per hand."""

import io
import re
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scorepad.formats import capital
from scorepad.game.report.sheet_files import evening_heads, heads_of_a_player, number, sheet_table
from scorepad.game.state.game import Game
from scorepad.words import _, with_colon

_BOLD = Font(bold=True)
_CENTRED = Alignment(horizontal="center")
_WRAPPED = Alignment(wrap_text=True, vertical="top")
_LINE = Side(style="thin", color="999999")
_NOT_ALLOWED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")  # in XML
_WIDTHS = {"hand": 7, "cards": 7, "dealer": 12, "trump": 7}
_REMARK_WIDTH = 40


def sheet_xlsx(game: Game) -> bytes:
    """Return a sheet as an Excel file."""
    book = Workbook()
    sheet = book.active
    sheet.title = game.sheet.date or "Scorepad"
    _write(sheet, game)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _write(sheet: Worksheet, game: Game) -> None:
    table, players = sheet_table(game), game.sheet.seats.everyone
    keys = [key for key in table.head if key != "comment"]
    parts, count = [*table.parts.values()], len(table.parts)
    begins = {player: len(keys) + 1 + at * count for at, player in enumerate(players)}
    remark = len(keys) + 1 + len(players) * count

    line = 1
    for head, value in (*evening_heads(game).values(), (_("Location"), game.sheet.location)):
        if value:
            _put(sheet, line, 1, f"{with_colon(capital(head))} {value}", font=_BOLD)
            line += 1
    line += 1

    for player, begin in begins.items():
        _put(sheet, line, begin, game.names[player], font=_BOLD, alignment=_CENTRED)
        sheet.merge_cells(start_row=line, end_row=line, start_column=begin, end_column=begin + count - 1)
    line += 1
    headings = [*(table.head[key] for key in keys), *parts * len(players), table.head["comment"]]
    for column, head in enumerate(headings, 1):
        _put(sheet, line, column, capital(head), font=_BOLD)
    sheet.freeze_panes = sheet.cell(line + 1, 2)
    sheet.print_title_rows = f"{line - 1}:{line}"

    for row in table.rows:
        line += 1
        cells = [cell for player in players for cell in row.cells[player]]
        for column, value in enumerate([*row.head[:-1], *cells], 1):
            _put(sheet, line, column, value)
        _put(sheet, line, remark, row.head[-1], alignment=_WRAPPED)
    if not game.sheet.only_totals:
        line += 1
        _put(sheet, line, 1, capital(heads_of_a_player()["total"]), font=_BOLD)
        for player, begin in begins.items():
            if player in game.sheet.totals:
                _put(sheet, line, begin + count - 1, number(game.sheet.totals[player]), font=_BOLD)
    _lay_out(sheet, keys, begins.values(), remark)


def _put(sheet: Worksheet, line: int, column: int, value: Any, **style: Any) -> None:
    """Write a cell; a text is never a formula."""
    if value in (None, ""):
        return
    cell = sheet.cell(line, column)
    cell.value = _NOT_ALLOWED.sub("", value) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"
    for name, setting in style.items():
        setattr(cell, name, setting)


def _lay_out(sheet: Worksheet, keys: list[str], begins: Any, remark: int) -> None:
    """Set widths, a line before each player, and landscape paper one page wide."""
    for column, key in enumerate(keys, 1):
        sheet.column_dimensions[get_column_letter(column)].width = _WIDTHS[key]
    sheet.column_dimensions[get_column_letter(remark)].width = _REMARK_WIDTH
    first = next(iter(begins), remark)
    for column in range(first, remark):
        sheet.column_dimensions[get_column_letter(column)].width = 8
    top = int(sheet.print_title_rows.lstrip("$").partition(":")[0])
    for line in range(top, sheet.max_row + 1):
        for column in (*begins, remark):
            sheet.cell(line, column).border = Border(left=_LINE)
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
