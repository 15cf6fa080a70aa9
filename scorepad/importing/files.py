"""Files that contain games: game files, spreadsheets, and zips of both."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Literal

from scorepad import json_text
from scorepad.errors import ScorepadError, SheetUnreadable, zip_too_large
from scorepad.game.state.dates import DayOrMonth
from scorepad.importing.bg_stats import is_bg_stats, plays_in
from scorepad.importing.limited_zip import BAD_ZIP, LimitedZip, UnpackingBudget
from scorepad.importing.sheets import spreadsheets
from scorepad.importing.sheets.cells import MOST_BYTES, Line, lines_of
from scorepad.importing.sheets.evenings import OldEvening
from scorepad.importing.sheets.pasted_tables import pasted_lines
from scorepad.importing.sheets.sheet_reader import (
    evenings_in_tables,
    evenings_of_rounds,
    is_other_keepers,
    read_tables,
    unknown_json,
)
from scorepad.importing.sheets.tables import NO_CHOICES, Choices
from scorepad.importing.table_preview import TablePreview, preview_of
from scorepad.words import _, later

ENDINGS = (".bgsplay", ".csv", ".json", ".md", ".ods", ".tsv", ".txt", ".xlsm", ".xlsx", ".zip")
"""Extensions of the files that an import reads in a folder or a zip."""

MAX_WORK = 60_000  # hands in a zip: 40 years of weekly games, about a minute of work


@dataclass(frozen=True)
class FileEvening:
    """A game in a file: an old sheet, the data of a game file, or the error."""

    file: str
    evening: OldEvening | None = None
    game: object = None
    error: ScorepadError | None = None
    tables: tuple[TablePreview, ...] = ()
    """The tables of a spreadsheet, with its first game or with the error."""

    @property
    def work(self) -> int:
        """Return the estimated work: 1 for each hand and 1 for the game, about 1 ms each."""
        record = self.game.get("record") if isinstance(self.game, dict) else None
        return 1 + (len(self.evening.hands) if self.evening else len(record) if isinstance(record, list) else 0)


def evenings_in_file(
    name: str,
    data: bytes,
    first: DayOrMonth | None = None,
    columns: Choices = NO_CHOICES,
    budget: UnpackingBudget | None = None,
) -> Iterator[FileEvening]:
    """Yield all games of a file; a part that cannot be read yields its error.

    `first` is as for `evenings_in`. `columns` are the meanings that the user chose. `budget` is that of the zip in
    which the file is.
    """
    try:
        if data.startswith(b"PK"):
            in_packed = _in_workbook if is_office_file(name, data) else _in_zip
            yield from in_packed(name, data, first, columns, budget or UnpackingBudget())
        elif kind := _kind_of_file(data):
            raise _refusal(kind)
        elif (named := _kind_by_name(name)) and (not data or b"\0" in data):
            raise spreadsheets.unreadable(named)
        elif data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
            yield from _in_json(name, data, first)
        else:
            yield from _in_rows(name, _lines_of_text(data), first, columns)
    except ScorepadError as error:
        yield FileEvening(name, error=error)


def _in_rows(name: str, lines: list[Line], first: DayOrMonth | None, columns: Choices) -> list[FileEvening]:
    """Return the games in the rows of a spreadsheet, or the error with the tables that it is about.

    Raise SheetUnreadable if the rows have no table.
    """
    tables = read_tables(lines, columns)
    try:
        evenings = [FileEvening(name, evening) for evening in evenings_in_tables(tables, first)]
    except ScorepadError as error:
        evenings = [FileEvening(name, error=error)]
    return [replace(evenings[0], tables=tuple(map(preview_of, tables))), *evenings[1:]]


def _kind_by_name(name: str) -> Literal["xlsx", "ods"] | None:
    ending = PurePosixPath(name).suffix.lower()
    return "ods" if ending == ".ods" else "xlsx" if ending in (".xlsx", ".xlsm") else None


def is_office_file(name: str, data: bytes) -> bool:
    """Return whether a file is an Excel or OpenDocument file, or another office document.

    A damaged zip is one if its name says so.
    """
    try:
        return data.startswith(b"PK") and spreadsheets.kind_of_zip(data) is not None
    except BAD_ZIP:
        return _kind_by_name(name) is not None
    except SheetUnreadable:  # no office document has as many parts
        return False


def _in_workbook(
    name: str, data: bytes, first: DayOrMonth | None, columns: Choices, budget: UnpackingBudget
) -> list[FileEvening]:
    """Return the evenings of every sheet.

    Sheets without a score table, such as one with rules, are set aside by name if another sheet has one.
    """
    try:
        kind = spreadsheets.kind_of_zip(data)
    except BAD_ZIP:
        kind = _kind_by_name(name)
    if kind not in ("xlsx", "ods"):
        raise _refusal(str(_OFFICE[kind or ""]))
    sheets = spreadsheets.tables_in(data, kind, budget)
    evenings: list[FileEvening] = []
    set_aside: dict[str, SheetUnreadable] = {}
    for sheet in sheets:
        words = _("{file}, sheet {sheet}").format(file=name, sheet=sheet.name)
        file = words if len(sheets) > 1 and sheet.name else name
        try:
            of_sheet = _in_rows(file, sheet.lines, first, columns)
        except SheetUnreadable as unreadable:
            of_sheet = [FileEvening(file, error=unreadable)]
        error = of_sheet[0].error
        if type(error) is SheetUnreadable and error.line is None:
            set_aside[sheet.name] = error
        else:
            evenings += of_sheet
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


def _in_zip(
    name: str, data: bytes, first: DayOrMonth | None, columns: Choices, budget: UnpackingBudget
) -> list[FileEvening]:
    evenings: list[FileEvening] = []
    work = 0
    try:
        with LimitedZip(data, budget) as packed:
            names = set(packed.namelist())
            for inside, unpacked in packed.files(lambda path: _is_importable(path) and not _is_copy(path, names)):
                of_file = list(_in_member(inside, unpacked, first, columns, budget))
                evenings += of_file
                work += sum(evening.work for evening in of_file)
                if work > MAX_WORK or budget.left < 0:
                    raise zip_too_large()
    except BAD_ZIP:
        evenings.append(FileEvening(name, error=SheetUnreadable(_("This zip cannot be unpacked."))))
    if not evenings:
        raise SheetUnreadable(_("This zip has no file that Scorepad imports."))
    return evenings


def _in_member(
    name: str, data: bytes, first: DayOrMonth | None, columns: Choices, budget: UnpackingBudget
) -> Iterator[FileEvening]:
    """Yield the games of a file from a zip; a zip within a zip is an error."""
    if data.startswith(b"PK\x03\x04") and not is_office_file(name, data):
        yield FileEvening(name, error=SheetUnreadable(_("This is a zip within a zip. Unpack it first.")))
    else:
        yield from evenings_in_file(name, data, first, columns, budget)


def _is_importable(path: str) -> bool:
    inside = PurePosixPath(path)
    hidden = any(part.startswith((".", "__MACOSX")) for part in inside.parts)
    return inside.suffix.lower() in ENDINGS and not hidden


def _is_copy(path: str, names: set[str]) -> bool:
    """Return whether a file is the sheet of a game file in the same zip, as in a zip of a group."""
    inside = PurePosixPath(path)
    return inside.parent.name == "sheets" and str(inside.parents[1] / f"games/{inside.stem}.json") in names


# --- files that cannot be imported --------------------------------------------------------------------------------

_PICTURE = later("a picture ({kind})")
_BEGINS: tuple[tuple[bytes, str | later, str], ...] = (
    (rb"\x89PNG", _PICTURE, "PNG"),
    (rb"\xff\xd8\xff", _PICTURE, "JPEG"),
    (rb"GIF8", _PICTURE, "GIF"),
    (rb"RIFF.{4}WEBP", _PICTURE, "WebP"),
    (rb"II\*\0|MM\0\*", _PICTURE, "TIFF"),
    (rb".{4}ftyp(?:hei|hev|mif|msf|avi)", _PICTURE, "HEIC"),
    (rb".{4}ftyp", later("a video"), ""),
    (rb"%PDF-", later("a PDF"), ""),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", later("an old Office file (.xls or .doc), or one with a password"), ""),
    (rb"\{\\rtf", later("a text document ({kind})"), "RTF"),
    (rb"SQLite format 3\0", later("a database ({kind})"), "SQLite"),
    (rb"\x1f\x8b", later("a packed file ({kind})"), "gzip"),
    (rb"7z\xbc\xaf\x27\x1c", later("a packed file ({kind})"), "7z"),
    (rb"Rar!", later("a packed file ({kind})"), "RAR"),
    (rb"(?:\xef\xbb\xbf)?\s*(?i:<!doctype html|<html|<table)", later("a web page (HTML)"), ""),
    (rb"(?:\xef\xbb\xbf)?\s*<\?xml", later("an XML file"), ""),
)
_KNOWN = [(re.compile(begin, re.DOTALL), words, kind) for begin, words, kind in _BEGINS]
_OFFICE: dict[str, str | later] = {
    "xlsb": later("an Excel file (.xlsb)"), "docx": later("a Word document (.docx)"),
    "pptx": later("a presentation (.pptx)"), "numbers": later("an Apple Numbers file"),
}  # fmt: skip


def _kind_of_file(data: bytes) -> str:
    """Return what a file is, such as “a PDF”, if its first bytes say that it is no score sheet; otherwise ""."""
    return next((str(words).format(kind=kind) for begin, words, kind in _KNOWN if begin.match(data[:1_000])), "")


def _refusal(kind: str) -> SheetUnreadable:
    """Return the error that names the kind of a file, and the kinds that are accepted."""
    accepted = _("Import CSV, Excel (.xlsx), OpenDocument (.ods), JSON, text or zip files.")
    return SheetUnreadable(_("This is {kind}. {accepted}").format(kind=kind, accepted=accepted))
