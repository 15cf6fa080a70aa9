"""A spreadsheet's text as rows of cells, whatever program wrote it: comma, semicolon or tab, with or without a mark of
its encoding."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from scorepad.errors import SheetUnreadable
from scorepad.words import _

MOST_BYTES = 5_000_000
MOST_ROWS = 50_000
MOST_COLUMNS = 500
MOST_CELLS = 500_000
MOST_LINE = 50_000  # letters
SEPARATORS = ";\t,"
_ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


class Line(NamedTuple):
    """A row of a spreadsheet: its number from 1, as the program that wrote it counts, and its cells without the blanks
    round them."""

    number: int
    cells: tuple[str, ...]

    @property
    def empty(self) -> bool:
        return not any(self.cells)

    def cell(self, column: int) -> str:
        """What stands in a column from 0; "" where the row is shorter."""
        return self.cells[column] if column < len(self.cells) else ""


def lines_of(data: bytes) -> list[Line]:
    """The rows of a CSV file, the empty ones too. SheetUnreadable where it is none, or larger than any score sheet."""
    if len(data) > MOST_BYTES or data.count(b"\n") + data.count(b"\r") > 2 * MOST_ROWS:
        raise SheetUnreadable(_("This file is larger than any pile of score sheets."))
    text = _text(data)
    if "\0" in text:
        raise SheetUnreadable(_("This is no spreadsheet saved as text (CSV)."))
    first, _end, rest = text.partition("\n")
    said = first.strip().lower()
    if said[:4] == "sep=" and len(said) == 5:  # as Excel writes it
        return _read(rest, said[4], 2)
    return _read(text, _separator(text), 1)


def _text(data: bytes) -> str:
    encoding = next((name for mark, name in _ENCODINGS.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")  # what Excel calls CSV in the west of Europe


def _separator(text: str) -> str:
    """The sign that stands in the heads most often."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    return max(SEPARATORS, key=head.count)


def _read(text: str, separator: str, begin: int) -> list[Line]:
    if any(len(line) > MOST_LINE for line in text.splitlines()):
        raise SheetUnreadable(_("A line of this file is longer than that of any score sheet."))
    lines: list[Line] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            lines.append(checked(Line(reader.line_num + begin - 1, tuple(one.strip(" \xa0\u202f") for one in cells))))
    except csv.Error as error:
        raise SheetUnreadable(_("This is no spreadsheet saved as text (CSV)."), reader.line_num + begin - 1) from error
    return lines


def checked(line: Line) -> Line:
    """The line, if it is no longer and no wider than a score sheet; else SheetUnreadable."""
    if line.number > MOST_ROWS:
        raise SheetUnreadable(_("This file has more rows than any pile of score sheets."))
    if len(line.cells) > MOST_COLUMNS:
        raise SheetUnreadable(_("This row has more columns than any score sheet."), line.number)
    return line
