"""A zip from outside: limits on its files and on the bytes that are unpacked, whatever part a library opens."""

import contextlib
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any
from xml.parsers import expat

from scorepad.errors import SheetUnreadable, sheet_too_large, zip_too_large
from scorepad.words import _

MOST_UNPACKED = 20_000_000
"""Maximum bytes that are unpacked from a file, including those of the workbooks in a zip."""

MOST_FILES = 5_000
"""Maximum files that are read from a zip."""

MOST_LISTED = 4 * MOST_FILES
"""Maximum files in a zip, including those that are not read."""

BAD_ZIP = (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, NotImplementedError, EOFError, OSError)
"""Errors that unpacking a damaged zip can raise."""

_LISTED = b"PK\x01\x02"  # the signature before each entry in a zip's directory
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # rare ones use as much memory as the file demands
_CHUNK = 16_384  # bytes


class UnpackingBudget:
    """The bytes that may still be unpacked from a file and from the zips in it; less than 0 if it was too large."""

    def __init__(self, most: int = MOST_UNPACKED) -> None:
        self.left = most


class LimitedZip(zipfile.ZipFile):
    """A zip of which each opened part counts once, with its unpacked bytes.

    Raise one of BAD_ZIP for a damaged zip, or SheetUnreadable beyond the limits.
    """

    too_large = staticmethod(zip_too_large)

    def __init__(self, data: bytes, budget: UnpackingBudget | None = None) -> None:
        self._budget = budget or UnpackingBudget()
        self._opened: set[int] = set()
        if data.count(_LISTED) > MOST_LISTED:  # reading the directory alone would take seconds
            raise self.too_large()
        super().__init__(io.BytesIO(data))

    def open(self, name: str | zipfile.ZipInfo, *arguments: Any, **options: Any) -> IO[bytes]:
        """Open a part, as `ZipFile.open` does. It never gives more bytes than its entry states."""
        entry = self.getinfo(name) if isinstance(name, str) else name
        if entry.compress_type not in _METHODS:
            raise zipfile.BadZipFile
        if entry.header_offset not in self._opened:
            self._opened.add(entry.header_offset)
            self._budget.left -= entry.file_size
        if self._budget.left < 0:
            raise self.too_large()
        return super().open(entry, *arguments, **options)

    def files(self, is_wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
        """Yield the names and bytes of the wanted files."""
        inside = [entry for entry in self.infolist() if is_wanted(entry.filename)]
        if len(inside) > MOST_FILES:
            raise self.too_large()
        for entry in inside:
            yield entry.filename, self.read(entry)


class OfficeZip(LimitedZip):
    """A document of XML parts; a part that declares a document type, and with it entities, cannot be opened."""

    too_large = staticmethod(sheet_too_large)

    def open(self, name: str | zipfile.ZipInfo, *arguments: Any, **options: Any) -> IO[bytes]:
        """Open a part, as `LimitedZip.open` does; raise SheetUnreadable for a document type."""
        with super().open(name) as part:
            _refuse_document_type(part)
        return super().open(name, *arguments, **options)


def _refuse_document_type(part: IO[bytes]) -> None:
    """Parse a part up to the chunk with its root element, after which no document type can follow."""

    def refuse(*_declared: object) -> None:
        raise SheetUnreadable(_("This file defines XML entities. Save it again with a spreadsheet program."))

    elements = list[str]()
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda name, _attributes: elements.append(name)
    with contextlib.suppress(expat.ExpatError):  # no XML: the library decides what it is
        while not elements and (chunk := part.read(_CHUNK)):
            parser.Parse(chunk)
