"""Files that contain games: game files, spreadsheets, and zips of both."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from scorepad import json_text
from scorepad.errors import ScorepadError, SheetUnreadable
from scorepad.game.files.old_sheets.cells import Line, check_size, lines_of
from scorepad.game.files.old_sheets.evenings import OldEvening
from scorepad.game.files.old_sheets.sheet_reader import (
    evenings_in_tables,
    evenings_of_rounds,
    is_other_keepers,
    read_tables,
)
from scorepad.game.files.old_sheets.tables import NO_CHOICES, Choices, Table
from scorepad.game.state.dates import DayOrMonth
from scorepad.words import _, later

ENDINGS = (".csv", ".json", ".tsv", ".txt", ".xlsx", ".zip")
"""Extensions of the files that an import reads in a folder or a zip."""

MOST_FILES = 5_000  # files in a zip
MOST_LISTED = 4 * MOST_FILES  # files in a zip, including those that are not read
MOST_UNPACKED = 20_000_000  # bytes
MAX_WORK = 60_000  # hands in a zip: 40 years of weekly games, about a minute of work
_LISTED = b"PK\x01\x02"  # the signature before each entry in a zip's directory
BAD_ZIP = (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, NotImplementedError, EOFError, OSError)
"""Errors that unpacking a damaged zip can raise."""


@dataclass(frozen=True)
class FileEvening:
    """A game in a file: an old sheet, the data of a game file, or the error."""

    file: str
    evening: OldEvening | None = None
    game: object = None
    error: ScorepadError | None = None
    tables: tuple[Table, ...] = ()
    """The tables of a spreadsheet."""

    @property
    def work(self) -> int:
        """Return the estimated work: 1 for each hand and 1 for the game, about 1 ms each."""
        record = self.game.get("record") if isinstance(self.game, dict) else None
        return 1 + (len(self.evening.hands) if self.evening else len(record) if isinstance(record, list) else 0)


def evenings_in_file(
    name: str, data: bytes, first: DayOrMonth | None = None, columns: Choices = NO_CHOICES
) -> Iterator[FileEvening]:
    """Yield all games of a file; a part that cannot be read yields its error.

    `first` is as for `evenings_in`. `columns` are the meanings that the user chose.
    """
    tables: tuple[Table, ...] = ()
    try:
        if data.startswith(b"PK\x03\x04") and not name.lower().endswith(".xlsx"):
            yield from _in_zip(name, data, first, columns)
        elif data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
            yield from _in_json(name, data, first)
        else:
            lines = _lines_of_xlsx(data) if data.startswith(b"PK") else lines_of(data)
            tables = tuple(read_tables(lines, columns))
            yield from (FileEvening(name, evening, tables=tables) for evening in evenings_in_tables(tables, first))
    except ScorepadError as error:
        yield FileEvening(name, error=error, tables=tables)


def unpacked_size(data: bytes) -> int:
    """Return the unpacked size of a file in bytes, without unpacking it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return max(len(data), sum(entry.file_size for entry in packed.infolist()))
    except BAD_ZIP:
        return len(data)


def _in_json(name: str, data: bytes, first: DayOrMonth | None) -> Iterator[FileEvening]:
    read: Any = json_text.parse(data)
    if is_other_keepers(read):
        yield from (FileEvening(name, evening) for evening in evenings_of_rounds(read, first))
    else:
        yield FileEvening(name, game=read)


def _in_zip(name: str, data: bytes, first: DayOrMonth | None, columns: Choices) -> list[FileEvening]:
    evenings: list[FileEvening] = []
    work = 0
    try:
        for inside, unpacked in unzip_files(data, _is_importable):
            of_file = list(evenings_in_member(inside, unpacked, first, columns))
            evenings += of_file
            work += sum(evening.work for evening in of_file)
            if work > MAX_WORK:
                raise SheetUnreadable(str(_TOO_LARGE))
    except BAD_ZIP:
        evenings.append(FileEvening(name, error=SheetUnreadable(_("This zip cannot be unpacked."))))
    return evenings


_TOO_LARGE = later("This zip is larger than any pile of score sheets. Unpack it, and bring it in in parts.")


def unzip_files(
    data: bytes, is_wanted: Callable[[str], bool], most: int = MOST_UNPACKED
) -> Iterator[tuple[str, bytes]]:
    """Yield the names and bytes of the wanted files in a zip.

    Raise SheetUnreadable for more than MOST_FILES wanted files, for more than `most` bytes, or for far too many other
    files. Raise one of BAD_ZIP if the zip cannot be unpacked.
    """
    if data.count(_LISTED) > MOST_LISTED:  # reading the directory alone would take seconds
        raise SheetUnreadable(str(_TOO_LARGE))
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        inside = [entry for entry in packed.infolist() if is_wanted(entry.filename)]
        if len(inside) > MOST_FILES or sum(entry.file_size for entry in inside) > most:
            raise SheetUnreadable(str(_TOO_LARGE))
        for entry in inside:
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise zipfile.BadZipFile  # rare methods; some use as much memory as the file demands
            with packed.open(entry) as file:
                yield entry.filename, file.read(most)


def evenings_in_member(
    name: str, data: bytes, first: DayOrMonth | None, columns: Choices = NO_CHOICES
) -> Iterator[FileEvening]:
    """Yield the games of a file from a zip; a zip within a zip is an error."""
    if data.startswith(b"PK\x03\x04") and not name.lower().endswith(".xlsx"):
        yield FileEvening(name, error=SheetUnreadable(_("This is a zip within a zip: unpack it first.")))
    else:
        yield from evenings_in_file(name, data, first, columns)


def _is_importable(path: str) -> bool:
    inside = PurePosixPath(path)
    hidden = any(part.startswith((".", "__MACOSX")) for part in inside.parts)
    return inside.suffix.lower() in ENDINGS and not hidden


def _lines_of_xlsx(data: bytes) -> list[Line]:
    """Return the rows of the first sheet of an Excel file, with dates as 2026-11-20."""
    try:
        from openpyxl import load_workbook  # an optional dependency
    except ImportError:
        raise SheetUnreadable(_("This is an Excel file. Save it as CSV, or install scorepad[xlsx].")) from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > MOST_UNPACKED:
                raise SheetUnreadable(_("This file is larger than any pile of score sheets."))
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(values_only=True)
        return [check_size(Line(at, tuple(map(_cell, row)))) for at, row in enumerate(rows, 1)]
    except SheetUnreadable:
        raise
    except Exception as error:  # openpyxl can raise any error for an untrusted file
        raise SheetUnreadable(_("This Excel file cannot be read.")) from error


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())[:10]
    is_whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if is_whole else value).strip()
