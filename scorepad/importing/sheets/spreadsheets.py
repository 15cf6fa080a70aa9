"""Readers for the tables of untrusted Excel (.xlsx) and OpenDocument (.ods, .odt) files.

Cells become texts and dates become 2026-11-20. Macros, external links, DTDs and entities are never read.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorepad.errors import SheetTooLarge, SheetUnreadable
from scorepad.importing.limited_zip import LimitedZip, OfficeZip, UnpackingBudget, safe_parser
from scorepad.importing.sheets.cells import MOST_CELLS, MOST_COLUMNS, Line, check_size
from scorepad.words import _

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

Kind = Literal["xlsx", "ods", "xlsb", "docx", "pptx", "numbers"]

MOST_SHEETS = 200
_MOST_REPEATED = 10_000_000  # of rows and cells; Excel and LibreOffice have 1,048,576 rows

_PARTS: Mapping[str, Kind] = {
    "xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb", "word/document.xml": "docx", "ppt/presentation.xml": "pptx",
    "content.xml": "ods", "Index/Document.iwa": "numbers",
}  # fmt: skip


class Table(NamedTuple):
    """A sheet of a workbook: its name and its rows, without empty rows at the end."""

    name: str
    lines: list[Line]


def kind_of_zip(data: bytes) -> Kind | None:
    """Return the kind of an office document, or None for any other zip.

    Raise one of BAD_ZIP for a damaged zip.
    """
    with LimitedZip(data) as packed:
        names = {*packed.namelist()}
    return next((kind for part, kind in _PARTS.items() if part in names), None)


def tables_in(data: bytes, kind: Literal["xlsx", "ods"], budget: UnpackingBudget | None = None) -> list[Table]:
    """Return the tables of a workbook that are not empty.

    `budget` limits the unpacked bytes. Raise SheetUnreadable if there are none, if the file is damaged, or if it
    exceeds the limits.
    """
    try:
        with OfficeZip(data, budget) as packed:
            tables = _tables_in_xlsx(packed) if kind == "xlsx" else _tables_in_ods(packed)
    except SheetUnreadable:
        raise
    except Exception as error:  # openpyxl can raise any error for an untrusted file
        raise unreadable(kind) from error
    filled = [table for table in tables if table.lines]
    if not filled:
        empty = _("This is an OpenDocument file without a table.")
        raise SheetUnreadable(_("This Excel file is empty.") if kind == "xlsx" else empty)
    return filled


def unreadable(kind: Literal["xlsx", "ods"]) -> SheetUnreadable:
    """Return the error for a damaged workbook."""
    damaged = _("This OpenDocument file is damaged.")
    return SheetUnreadable(_("This Excel file cannot be read.") if kind == "xlsx" else damaged)


def _filled(sheets: Iterable[tuple[str, Iterable[tuple[int, Mapping[int, str]]]]]) -> list[Table]:
    """Return the tables of sheets whose rows are texts by column from 0, with empty rows between them.

    Raise SheetUnreadable if they exceed the limits.
    """
    tables: list[Table] = []
    count = 0
    for name, rows in sheets:
        lines: list[Line] = []
        for number, texts in rows:
            width = max((column for column, text in texts.items() if text), default=-1) + 1
            last = lines[-1].number if lines else 0
            if not width or number <= last:
                continue
            count += width + number - last
            if count > MOST_CELLS:
                raise SheetTooLarge
            line = check_size(Line(number, tuple(texts.get(column, "") for column in range(width))))
            lines += (*(Line(empty, ()) for empty in range(last + 1, number)), line)
        tables.append(Table(name, lines))
    return tables


# --- Excel --------------------------------------------------------------------------------------------------------


def _tables_in_xlsx(packed: OfficeZip) -> list[Table]:
    """Return the visible sheets; hidden sheets only if no other is visible."""
    from openpyxl.reader.excel import ExcelReader  # imported late: it is large

    warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")  # about extensions that it skips
    reader = ExcelReader(packed.fp, read_only=True, data_only=True, keep_links=False)
    reader.archive = packed  # so that the limits hold for every part that it opens
    reader.read()
    sheets = reader.wb.worksheets
    if len(sheets) > MOST_SHEETS:
        raise SheetTooLarge
    visible = [sheet for sheet in sheets if sheet.sheet_state == "visible"]
    return _filled((sheet.title, _rows_of(sheet)) for sheet in visible or sheets)


def _rows_of(sheet: ReadOnlyWorksheet) -> Iterator[tuple[int, dict[int, str]]]:
    """Yield the number of each row that the file has, with its texts by column.

    The rows and cells between them, which openpyxl would add, are left out.
    """
    from openpyxl.worksheet._reader import WorkSheetParser

    class Parser(WorkSheetParser):  # type: ignore[misc]
        def parse_cell(self, element: Any) -> Any:
            """Refuse a formula that no spreadsheet program has calculated: its cell would look empty."""
            cell = super().parse_cell(element)
            has_formula = any(child.tag.endswith("}f") for child in element)
            if has_formula and cell["value"] is None and element.get("t") != "str":
                words = _(
                    "The formula in cell {cell} has no saved result. Open the file in a spreadsheet program, "
                    "and save it."
                )
                raise SheetUnreadable(words.format(cell=element.get("r", "?")))
            return cell

    book = sheet.parent
    with sheet._get_source() as source:
        parser = Parser(
            source, sheet._shared_strings, data_only=True, epoch=book.epoch,
            date_formats=book._date_formats, timedelta_formats=book._timedelta_formats,
        )  # fmt: skip
        for number, cells in parser.parse():
            yield number, {cell["column"] - 1: _text_of(cell["value"]) for cell in cells}


def _text_of(value: Any) -> str:
    if value is None:
        return ""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())[:10]
    return _number_text(value) if isinstance(value, float) else str(value).strip()


def _number_text(value: float) -> str:
    """Return 12 for 12.0, and 0.3 for 0.1 + 0.2."""
    rounded = round(value, 6)
    return str(int(rounded) if rounded.is_integer() else rounded)


# --- OpenDocument -------------------------------------------------------------------------------------------------

_NAMESPACES = {
    f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0": name for name in ("table", "office", "text", "manifest")
}
_CELLS = ("table:table-cell", "table:covered-table-cell")
_BLANKS = {"text:s": " ", "text:tab": " ", "text:line-break": " "}


def _tables_in_ods(packed: OfficeZip) -> list[Table]:
    members = dict(packed.files(("content.xml", "META-INF/manifest.xml").__contains__))
    if b"encryption-data" in members.get("META-INF/manifest.xml", b""):
        raise SheetUnreadable(_("This file is protected by a password. Save it without one."))
    reader = _ContentReader()
    parser = safe_parser(" ")
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.Parse(members["content.xml"], True)
    if len(reader.tables) > MOST_SHEETS:
        raise SheetTooLarge
    return _filled(reader.tables)


def _short(name: str) -> str:
    """Return table:table-row for a name with its namespace's address."""
    address, _space, local = name.rpartition(" ")
    return f"{_NAMESPACES.get(address, '')}:{local}"


class _ContentReader:
    """A reader for the elements of content.xml.

    Repeated rows and cells are repeated only if they have text. Texts in comments, shapes and tables within cells are
    ignored, and the copies of other files' tables that LibreOffice stores for external links.
    """

    def __init__(self) -> None:
        self.tables: list[tuple[str, list[tuple[int, dict[int, str]]]]] = []
        self._elements: list[str] = []
        self._number = 0  # of the row
        self._cells: dict[int, str] = {}
        self._count = 0
        self._column = 0
        self._repeated = {"row": 1, "cell": 1}
        self._cell_depth = 0  # 0: outside of cells
        self._value: str | None = None
        self._paragraphs: list[str] = []
        self._is_skipped = False

    def start(self, full_name: str, given: Mapping[str, str]) -> None:
        name = _short(full_name)
        self._elements.append(name)
        if self._cell_depth:
            self._start_in_cell(name, given)
        elif name == "table:table":
            attributes = {_short(key): value for key, value in given.items()}
            title = attributes.get("table:name", "")
            self._is_skipped = "'#$" in title or "table:dde-link" in self._elements
            self._number = 0
            if not self._is_skipped:
                self.tables.append((title, []))
        elif name == "table:table-row":
            self._cells, self._column = {}, 0
            self._repeated["row"] = _repeats(given, "table:number-rows-repeated")
        elif name in _CELLS:
            self._cell_depth = len(self._elements)
            self._paragraphs = []
            self._repeated["cell"] = _repeats(given, "table:number-columns-repeated")
            self._value = _value_of({_short(key): value for key, value in given.items()})

    def _start_in_cell(self, name: str, given: Mapping[str, str]) -> None:
        if name == "text:p" and len(self._elements) == self._cell_depth + 1:
            self._paragraphs.append("")
        elif name in _BLANKS:
            self.text(_BLANKS[name] * min(_repeats(given, "text:c"), 8))

    def text(self, text: str) -> None:
        inside = self._elements[self._cell_depth : self._cell_depth + 1]
        if self._cell_depth and inside == ["text:p"] and "office:annotation" not in self._elements:
            self._paragraphs[-1] += text

    def end(self, _name: str) -> None:
        depth, name = len(self._elements), self._elements.pop()
        if depth == self._cell_depth:
            self._end_cell()
        elif name == "table:table-row" and not self._cell_depth:
            self._end_row()

    def _end_cell(self) -> None:
        text = self._value if self._value is not None else " ".join(self._paragraphs).strip()
        if text:
            self._count += self._repeated["cell"]
            if self._repeated["cell"] > MOST_COLUMNS or self._count > MOST_CELLS:
                raise SheetTooLarge
            self._cells |= dict.fromkeys(range(self._column, self._column + self._repeated["cell"]), text)
        self._column += self._repeated["cell"]
        self._cell_depth = 0

    def _end_row(self) -> None:
        repeated = self._repeated["row"]
        if self._cells and not self._is_skipped and self.tables:
            self._count += len(self._cells) * (repeated - 1)
            if self._count > MOST_CELLS:
                raise SheetTooLarge
            self.tables[-1][1].extend((self._number + at, self._cells) for at in range(1, repeated + 1))
        self._number += repeated


def _repeats(given: Mapping[str, str], name: str) -> int:
    text = next((value for key, value in given.items() if _short(key) == name), "1")
    return max(1, min(int(text), _MOST_REPEATED))


def _value_of(attributes: Mapping[str, str]) -> str | None:
    """Return the text of a typed value, or None if the cell's own text counts."""
    match attributes.get("office:value-type"):
        case "float" | "currency" | "percentage" if "office:value" in attributes:
            return _number_text(float(attributes["office:value"]))
        case "date" if "office:date-value" in attributes:
            return attributes["office:date-value"][:10]
        case "boolean" if "office:boolean-value" in attributes:
            return attributes["office:boolean-value"]
    return None
