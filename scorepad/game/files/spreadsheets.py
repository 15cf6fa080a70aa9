"""Readers for the tables of untrusted Excel (.xlsx) and OpenDocument (.ods, .odt) files.

Cells become texts and dates become 2026-11-20. Macros, external links, DTDs and entities are never read. All sizes are
limited before anything is unpacked.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple
from xml.parsers import expat

from scorepad.errors import SheetUnreadable
from scorepad.game.files.old_sheets.cells import MOST_CELLS, MOST_COLUMNS, MOST_ROWS, Line, check_size
from scorepad.words import _

Kind = Literal["xlsx", "ods", "xlsb", "docx", "pptx", "numbers"]

MOST_UNPACKED = 20_000_000  # bytes of XML
MOST_SHEETS = 200
MOST_PADDING = 4 * MOST_CELLS
"""Maximum cells including empty ones. A row with a single cell in column XFD has 16,384."""
LAST_ROW = 1 << 20  # in Excel and LibreOffice
BAD_ZIP = (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, NotImplementedError, EOFError, OSError)
"""Errors that unpacking a damaged zip can raise."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # rare ones use as much memory as the file demands
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
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        names = {*packed.namelist()}
    return next((kind for part, kind in _PARTS.items() if part in names), None)


def size_of_xml(data: bytes) -> int:
    """Return the bytes of XML in a document, without unpacking them; raise one of BAD_ZIP."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return sum(entry.file_size for entry in packed.infolist() if _is_xml(entry.filename))


def tables_in(data: bytes, kind: Literal["xlsx", "ods"]) -> list[Table]:
    """Return the tables of a workbook that are not empty.

    Raise SheetUnreadable if there are none, if the file is damaged, or if it exceeds the limits.
    """
    try:
        tables = _tables_in_xlsx(data) if kind == "xlsx" else _tables_in_ods(data)
    except SheetUnreadable:
        raise
    except Exception as error:  # openpyxl can raise any error for an untrusted file
        unreadable = _("This Excel file cannot be read.") if kind == "xlsx" else _("This OpenDocument file is damaged.")
        raise SheetUnreadable(unreadable) from error
    filled = [table for table in tables if table.lines]
    if not filled:
        empty = _("This is an OpenDocument file without a table.")
        raise SheetUnreadable(_("This Excel file is empty.") if kind == "xlsx" else empty)
    return filled


def _is_xml(name: str) -> bool:
    return name.lower().endswith((".xml", ".rels"))


def _unpack_xml(data: bytes, wanted: Sequence[str] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield the names and bytes of the XML files in a document, by default of all.

    Raise SheetUnreadable if they exceed the limits.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        inside = [entry for entry in packed.infolist() if _is_xml(entry.filename)]
        if sum(entry.file_size for entry in inside) > MOST_UNPACKED:
            raise _too_large()
        for entry in inside:
            if not wanted or entry.filename in wanted:
                if entry.compress_type not in _METHODS:
                    raise zipfile.BadZipFile
                yield entry.filename, packed.read(entry)


def _too_large() -> SheetUnreadable:
    return SheetUnreadable(_("This file is too large for a score sheet."))


def _safe_parser(separator: str | None = None) -> expat.XMLParserType:
    """Return an XML parser that refuses DTDs, and with them all entities."""
    parser = expat.ParserCreate(namespace_separator=separator)
    parser.StartDoctypeDeclHandler = _refuse_dtd
    return parser


def _refuse_dtd(*_declared: object) -> None:
    raise SheetUnreadable(_("This file defines XML entities. Save it again with a spreadsheet program."))


def _filled(rows: Iterable[tuple[int, tuple[str, ...]]]) -> list[Line]:
    """Return the rows of a table with empty rows between them; raise SheetUnreadable if they exceed the limits."""
    lines: list[Line] = []
    count = 0
    for number, texts in rows:
        width = max((at for at, text in enumerate(texts, 1) if text), default=0)
        if not width:
            continue
        line = check_size(Line(number, texts[:width]))
        count += width
        if count > MOST_CELLS:
            raise _too_large()
        begin = lines[-1].number + 1 if lines else 1
        lines += [Line(empty, ()) for empty in range(begin, number)]
        lines.append(line)
    return lines


# --- Excel --------------------------------------------------------------------------------------------------------

_FORMULA_WITHOUT_RESULT = re.compile(
    rb"<c\b(?![^>]*\bt=.str)([^>]*)>\s*<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>"
)
_REFERENCE = re.compile(rb"\br=.([A-Z]{1,3}\d{1,7})\b")


def _tables_in_xlsx(data: bytes) -> list[Table]:
    """Return the visible sheets; hidden sheets only if no other is visible."""
    from openpyxl import load_workbook  # imported late: it is large

    for name, xml in _unpack_xml(data):
        _safe_parser().Parse(xml, True)
        if name.startswith("xl/worksheets/") and (formula := _FORMULA_WITHOUT_RESULT.search(xml)):
            raise _no_result(formula[1])
    warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")  # about extensions that it skips
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_vba=False, keep_links=False)
    try:
        sheets = book.worksheets
        if len(sheets) > MOST_SHEETS:
            raise _too_large()
        visible = [sheet for sheet in sheets if sheet.sheet_state == "visible"]
        return [Table(sheet.title, _filled(_rows_of(sheet))) for sheet in visible or sheets]
    finally:
        book.close()


def _no_result(attributes: bytes) -> SheetUnreadable:
    """Return the error for a formula that no spreadsheet program has calculated: its cell would look empty."""
    cell = _REFERENCE.search(attributes)
    words = _("The formula in cell {cell} has no saved result. Open the file in a spreadsheet program, and save it.")
    return SheetUnreadable(words.format(cell=cell[1].decode() if cell else "?"))


def _rows_of(sheet: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number and texts of each row; the size that the file states is not trusted."""
    sheet.reset_dimensions()
    count = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        count += len(row)
        if count > MOST_PADDING:
            raise _too_large()
        if number > LAST_ROW:
            return
        yield number, tuple(map(_text_of, row))


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


def _tables_in_ods(data: bytes) -> list[Table]:
    members = dict(_unpack_xml(data, ("content.xml", "META-INF/manifest.xml")))
    if b"encryption-data" in members.get("META-INF/manifest.xml", b""):
        raise SheetUnreadable(_("This file is protected by a password. Save it without one."))
    reader = _ContentReader()
    parser = _safe_parser(" ")
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.Parse(members["content.xml"], True)
    if len(reader.tables) > MOST_SHEETS:
        raise _too_large()
    return [Table(name, _filled(rows)) for name, rows in reader.tables]


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
        self.tables: list[tuple[str, list[tuple[int, tuple[str, ...]]]]] = []
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
                raise _too_large()
            self._cells |= dict.fromkeys(range(self._column, self._column + self._repeated["cell"]), text)
        self._column += self._repeated["cell"]
        self._cell_depth = 0

    def _end_row(self) -> None:
        repeated = self._repeated["row"]
        if self._cells and not self._is_skipped:
            width = max(self._cells) + 1
            if repeated > MOST_ROWS or width > MOST_PADDING // 100:
                raise _too_large()
            texts = tuple(self._cells.get(column, "") for column in range(width))
            rows = self.tables[-1][1] if self.tables else []
            self._count += len(self._cells) * (repeated - 1)
            if self._count > MOST_CELLS:
                raise _too_large()
            rows += [(self._number + at, texts) for at in range(1, repeated + 1)]
        self._number += repeated


def _repeats(given: Mapping[str, str], name: str) -> int:
    text = next((value for key, value in given.items() if _short(key) == name), "1")
    return max(1, min(int(text), 10 * LAST_ROW))


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
