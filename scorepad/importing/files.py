"""Files that contain games: game files, spreadsheets, and zips of both."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from scorepad import json_text
from scorepad.errors import ScorepadError, SheetUnreadable
from scorepad.game.files import spreadsheets
from scorepad.game.files.bg_stats import is_bg_stats, plays_in
from scorepad.game.files.old_sheets.cells import MOST_BYTES, Line, lines_of
from scorepad.game.files.old_sheets.evenings import OldEvening
from scorepad.game.files.old_sheets.sheet_reader import (
    evenings_in_tables,
    evenings_of_rounds,
    is_other_keepers,
    read_tables,
    unknown_json,
)
from scorepad.game.files.old_sheets.tables import NO_CHOICES, Choices, Table
from scorepad.game.files.pasted_tables import pasted_lines
from scorepad.game.state.dates import DayOrMonth
from scorepad.importing.file_kinds import kind_of_file, kind_of_office_file, refusal
from scorepad.words import _, later

ENDINGS = (".bgsplay", ".csv", ".json", ".md", ".ods", ".tsv", ".txt", ".xlsm", ".xlsx", ".zip")
"""Extensions of the files that an import reads in a folder or a zip."""

MOST_FILES = 5_000  # files in a zip
MOST_LISTED = 4 * MOST_FILES  # files in a zip, including those that are not read
MOST_UNPACKED = spreadsheets.MOST_UNPACKED  # bytes
MAX_WORK = 60_000  # hands in a zip: 40 years of weekly games, about a minute of work
_LISTED = b"PK\x01\x02"  # the signature before each entry in a zip's directory
BAD_ZIP = spreadsheets.BAD_ZIP
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
        if data.startswith(b"PK"):
            is_office = is_office_file(name, data)
            yield from (_in_workbook if is_office else _in_zip)(name, data, first, columns)
        elif kind := kind_of_file(data):
            raise refusal(kind)
        elif data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
            yield from _in_json(name, data, first)
        else:
            tables = tuple(read_tables(_lines_of_text(data), columns))
            yield from (FileEvening(name, evening, tables=tables) for evening in evenings_in_tables(tables, first))
    except ScorepadError as error:
        yield FileEvening(name, error=error, tables=tables)


def is_office_file(name: str, data: bytes) -> bool:
    """Return whether a file is an Excel or OpenDocument file, or another office document.

    A damaged zip is one if its name says so.
    """
    try:
        return data.startswith(b"PK") and spreadsheets.kind_of_zip(data) is not None
    except BAD_ZIP:
        return name.lower().endswith((".xlsx", ".ods"))


def _in_workbook(name: str, data: bytes, first: DayOrMonth | None, columns: Choices) -> list[FileEvening]:
    """Return the evenings of every sheet.

    Sheets without a score table, such as one with rules, are set aside by name if another sheet has one.
    """
    try:
        kind = spreadsheets.kind_of_zip(data)
    except BAD_ZIP:
        kind = "ods" if name.lower().endswith(".ods") else "xlsx"
    if kind not in ("xlsx", "ods"):
        raise refusal(kind_of_office_file(kind))
    sheets = spreadsheets.tables_in(data, kind)
    evenings: list[FileEvening] = []
    set_aside: dict[str, SheetUnreadable] = {}
    for sheet in sheets:
        words = _("{file}, sheet {sheet}").format(file=name, sheet=sheet.name)
        file = words if len(sheets) > 1 and sheet.name else name
        tables: tuple[Table, ...] = ()
        try:
            tables = tuple(read_tables(sheet.lines, columns))
            evenings += [FileEvening(file, evening, tables=tables) for evening in evenings_in_tables(tables, first)]
        except SheetUnreadable as error:
            if type(error) is SheetUnreadable and error.line is None:
                set_aside[sheet.name] = error
            else:
                evenings.append(FileEvening(file, error=error, tables=tables))
    if not evenings:
        raise next(iter(set_aside.values()))
    names = tuple(_("sheet “{name}”").format(name=sheet[:40]) for sheet in set_aside)
    at = next((at for at, item in enumerate(evenings) if item.evening), None)
    if at is not None and (evening := evenings[at].evening):
        evenings[at] = replace(evenings[at], evening=replace(evening, ignored=(*names, *evening.ignored)))
    return evenings


def _lines_of_text(data: bytes) -> list[Line]:
    """Return the rows of a text: a pasted table or CSV."""
    text = ""
    if len(data) <= MOST_BYTES:
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode("utf-8-sig")
    lines = pasted_lines(text) or lines_of(data)
    if all(sum(map(bool, line.cells)) < 2 for line in lines):
        words = _("This text has no table. Put commas, tabs or bars (|) between the cells. Example: date, Ann, Bob.")
        raise SheetUnreadable(words)
    return lines


def unpacked_size(data: bytes) -> int:
    """Return the unpacked size of a file in bytes, without unpacking it; pictures in a workbook do not count."""
    try:
        if is_office_file("", data):
            return spreadsheets.size_of_xml(data)
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return max(len(data), sum(entry.file_size for entry in packed.infolist()))
    except BAD_ZIP:
        return len(data)


def _in_json(name: str, data: bytes, first: DayOrMonth | None) -> Iterator[FileEvening]:
    read: Any = json_text.parse(data)
    if is_other_keepers(read):
        yield from (FileEvening(name, evening) for evening in evenings_of_rounds(read, first))
    elif is_bg_stats(read):
        yield from map(partial(_of_play, name), plays_in(read))
    elif read.keys() & {"format", "record"}:
        yield FileEvening(name, game=read)
    else:
        raise unknown_json()


def _of_play(name: str, play: OldEvening | dict[str, Any] | SheetUnreadable) -> FileEvening:
    if isinstance(play, OldEvening):
        return FileEvening(name, play)
    return FileEvening(name, error=play) if isinstance(play, SheetUnreadable) else FileEvening(name, game=play)


def _in_zip(name: str, data: bytes, first: DayOrMonth | None, columns: Choices) -> list[FileEvening]:
    evenings: list[FileEvening] = []
    work = size = 0
    try:
        for inside, unpacked in unzip_files(data, _is_importable):
            size += unpacked_size(unpacked)
            if size > MOST_UNPACKED:  # workbooks are zips within the zip
                raise SheetUnreadable(str(_TOO_LARGE))
            of_file = list(evenings_in_member(inside, unpacked, first, columns))
            evenings += of_file
            work += sum(evening.work for evening in of_file)
            if work > MAX_WORK:
                raise SheetUnreadable(str(_TOO_LARGE))
    except BAD_ZIP:
        evenings.append(FileEvening(name, error=SheetUnreadable(_("This zip cannot be unpacked."))))
    if not evenings:
        raise SheetUnreadable(_("This zip has no file that Scorepad imports."))
    return evenings


_TOO_LARGE = later("This zip is too large for score sheets. Unpack it, and import it in parts.")


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
    if data.startswith(b"PK\x03\x04") and not is_office_file(name, data):
        yield FileEvening(name, error=SheetUnreadable(_("This is a zip within a zip. Unpack it first.")))
    else:
        yield from evenings_in_file(name, data, first, columns)


def _is_importable(path: str) -> bool:
    inside = PurePosixPath(path)
    hidden = any(part.startswith((".", "__MACOSX")) for part in inside.parts)
    return inside.suffix.lower() in ENDINGS and not hidden
