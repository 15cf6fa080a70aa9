"""The kinds of files that cannot be imported, so that an error can name them."""

from __future__ import annotations

import re

from scorepad.errors import SheetUnreadable
from scorepad.importing.sheets.spreadsheets import Kind
from scorepad.words import _, later

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


def kind_of_file(data: bytes) -> str:
    """Return what a file is, such as “a PDF”, if its first bytes say that it is no score sheet; otherwise ""."""
    return next((str(words).format(kind=kind) for begin, words, kind in _KNOWN if begin.match(data[:1_000])), "")


def kind_of_office_file(kind: Kind | None) -> str:
    """Return what an office document is in words."""
    return str(_OFFICE[kind or ""])


def refusal(kind: str) -> SheetUnreadable:
    """Return the error that names the kind of a file, and the kinds that are accepted."""
    accepted = _("Import CSV, Excel (.xlsx), OpenDocument (.ods), JSON, text or zip files.")
    return SheetUnreadable(_("This is {kind}. {accepted}").format(kind=kind, accepted=accepted))
