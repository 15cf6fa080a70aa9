"""The structure of a PDF for screen readers: headings, paragraphs, tables with rows and cells, in reading order.

The parts of a page are written with it, compressed together: a PDF of many sheets needs little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFObject, PDFPage, PDFString

ARTIFACT, CELLS = "Artifact", ("TD", "TH")


class TaggedPage(PDFPage):  # type: ignore[misc]
    """A page with a structure. `StructParents` is its number in the structure tree."""

    __NoDefault__ = (*PDFPage.__NoDefault__, "StructParents")


@dataclass
class Part:
    """A heading, paragraph, picture or cell, or with `parts` a table or a row.

    `says` describes a picture. `at` is the place of its first operator in the sheet, None if nothing is drawn.
    """

    kind: str
    says: str = ""
    attributes: str = ""
    at: int | None = None
    parts: list[Part] = field(default_factory=list)


class TaggedSheet(Protocol):
    """The operators and parts of a sheet, and the object numbers of its parts when they are written."""

    strokes: list[str]
    parts: list[Part]
    numbers: list[int]


class ObjectWriter(PDFDocument):  # type: ignore[misc]
    """A document that writes small objects together."""

    def put_together(self, objects: Sequence[bytes]) -> None:
        """Write the objects in one stream. They have the numbers after `objectcounter`."""
        raise NotImplementedError


class _Written(PDFObject):  # type: ignore[misc]
    """An object as text."""

    __RefOnly__ = 1
    text = ""

    def format(self, _document: PDFDocument) -> bytes:
        return self.text.encode("latin-1")


class Tags:
    """The structure tree of a document."""

    def __init__(self, document: ObjectWriter) -> None:
        self._document, self._root, self._whole = document, _Written(), _Written()
        root, self._above = (document.Reference(made).format(document).decode() for made in (self._root, self._whole))
        self._whole.text = f"/S/Document/P {root}"
        self._pages: list[int] = []  # numbers of the lists of their parts
        self._objects: list[bytes] = []  # of the page that is being written
        self._marked: list[int] = []

    def put_page(self, page: TaggedPage, place: str, sheets: Iterable[TaggedSheet]) -> None:
        """Write the parts of the sheets of a page, referred to as `place`, and complete their operators."""
        for sheet in sheets:
            sheet.numbers += self._add_all(sheet.parts, self._above, place, sheet.strokes)
        self._objects.append(b"[%s]" % _references(self._marked).encode())
        page.StructParents = len(self._pages)
        self._pages.append(self._document.objectcounter + len(self._objects))
        self._document.put_together(self._objects)
        self._objects, self._marked = [], []

    def _add_all(self, parts: Iterable[Part], parent: str, place: str, strokes: list[str]) -> list[int]:
        """Add those that are not empty."""
        return [self._add(part, parent, place, strokes) for part in parts if part.at is not None or part.parts]

    def _add(self, part: Part, parent: str, place: str, strokes: list[str]) -> int:
        at = len(self._objects)
        self._objects.append(b"")
        number: int = self._document.objectcounter + at + 1
        entries = f"/S/{part.kind}/P {parent}{part.attributes}"
        if part.at is not None:
            strokes[part.at] = f"/{part.kind} <</MCID {len(self._marked)}>> BDC"
            entries += f"/Pg {place}/K {len(self._marked)}"
            self._marked.append(number)
        elif part.parts:
            here = f"{number} 0 R"
            entries += f"/K[{_references(self._add_all(part.parts, here, place, strokes))}]"
        if part.says:
            entries += "/Alt" + PDFString(part.says).format(self._document).decode("latin-1")
        self._objects[at] = f"<<{entries}>>".encode("latin-1")
        return number

    def into(self, document: PDFDocument, numbers: Iterable[int]) -> None:
        """Write the tree of the parts with these numbers, in reading order."""
        self._whole.text = f"<<{self._whole.text}/K[{_references(numbers)}]>>"
        pages = " ".join(f"{at} {number} 0 R" for at, number in enumerate(self._pages))
        self._root.text = f"<</Type/StructTreeRoot/K {self._above}/ParentTree<</Nums[{pages}]>>>>"
        document.Catalog.StructTreeRoot = self._root
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})  # ReportLab would write True


def _references(numbers: Iterable[int]) -> str:
    return " ".join(f"{number} 0 R" for number in numbers)
