"""Readers for the tables of untrusted Excel (.xlsx) and OpenDocument (.ods, .odt) files.

Cells become texts and dates become 2026-11-20. Macros, external links, DTDs and entities are never read.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from xml.etree.ElementTree import Element, iterparse

from scorepad.errors import SheetUnreadable, sheet_too_large
from scorepad.importing.limited_zip import LimitedZip, OfficeZip, UnpackingBudget
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
                raise sheet_too_large()
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
        raise sheet_too_large()
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
_BLANKS = ("text:s", "text:tab", "text:line-break")


def _tables_in_ods(packed: OfficeZip) -> list[Table]:
    members = dict(packed.files(("content.xml", "META-INF/manifest.xml").__contains__))
    if b"encryption-data" in members.get("META-INF/manifest.xml", b""):
        raise SheetUnreadable(_("This file is protected by a password. Save it without one."))
    tables = [*_ods_tables(members["content.xml"])]
    if len(tables) > MOST_SHEETS:
        raise sheet_too_large()
    return _filled(tables)


def _ods_tables(content: bytes) -> Iterator[tuple[str, list[tuple[int, dict[int, str]]]]]:
    """Yield the name of each table with its rows that have texts.

    Ignore tables within cells, and the copies of other files' tables that LibreOffice stores for external links.
    """
    opened: list[Element] = []
    rows: list[tuple[int, dict[int, str]]] = []
    name, number, count = "", 0, 0
    for event, element in iterparse(io.BytesIO(content), ("start", "end")):
        kind = _short(element.tag)
        if kind in ("table:table", "table:dde-link"):
            if event == "start":
                opened.append(element)
                if len(opened) == 1:
                    name, rows, number = _attributes(element).get("table:name", ""), [], 0
            elif opened.pop() is element and not opened and kind == "table:table" and "'#$" not in name:
                yield name, rows
        elif kind == "table:table-row" and event == "end" and len(opened) == 1:
            cells, repeated = _cells_of(element), _repeats(element, "table:number-rows-repeated")
            count += len(cells) * repeated
            if count > MOST_CELLS:
                raise sheet_too_large()
            rows += ((number + at, cells) for at in range(1, repeated + 1) if cells)
            number += repeated
            opened[0].clear()


def _cells_of(row: Element) -> dict[int, str]:
    """Return the texts of a row by column. A cell is repeated only if it has text."""
    texts: dict[int, str] = {}
    column = 0
    for cell in row:
        if _short(cell.tag) in _CELLS:
            repeated = _repeats(cell, "table:number-columns-repeated")
            text = _text_in(cell)
            if text and repeated > MOST_COLUMNS:
                raise sheet_too_large()
            texts |= dict.fromkeys(range(column, column + repeated), text) if text else {}
            column += repeated
    return texts


def _text_in(cell: Element) -> str:
    """Return the typed value of a cell, or its paragraphs without comments."""
    attributes = _attributes(cell)
    match attributes.get("office:value-type"):
        case "float" | "currency" | "percentage" if "office:value" in attributes:
            return _number_text(float(attributes["office:value"]))
        case "date" if "office:date-value" in attributes:
            return attributes["office:date-value"][:10]
        case "boolean" if "office:boolean-value" in attributes:
            return attributes["office:boolean-value"]
    return " ".join("".join(_texts(part)) for part in cell if _short(part.tag) == "text:p").strip()


def _texts(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if _short(child.tag) in _BLANKS:
            yield " " * min(_repeats(child, "text:c"), 8)
        elif _short(child.tag) != "office:annotation":
            yield from _texts(child)
        yield child.tail or ""


def _short(name: str) -> str:
    """Return table:table-row for a name with its namespace's address."""
    address, _brace, local = name.removeprefix("{").rpartition("}")
    return f"{_NAMESPACES.get(address, '')}:{local}"


def _attributes(element: Element) -> dict[str, str]:
    return {_short(key): value for key, value in element.attrib.items()}


def _repeats(element: Element, name: str) -> int:
    return max(1, min(int(_attributes(element).get(name, "1")), _MOST_REPEATED))
