"""The structure of a PDF for screen readers: headings, paragraphs, tables with rows and cells, in reading order.

The parts of a page are written with it, compressed together: a PDF of many sheets needs little memory.
"""

from collections.abc import Iterable

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFObject, PDFString

from printables.page.imposition import DrawnSheet, Part
from printables.page.pdf_file import PageWriter, TaggedPage


class _Written(PDFObject):  # type: ignore[misc]
    """An object as text."""

    __RefOnly__ = 1
    text = ""

    def format(self, _document: PDFDocument) -> bytes:
        return self.text.encode("latin-1")


class Tags:
    """The structure tree of a document."""

    def __init__(self, document: PageWriter) -> None:
        self._document, self._root, self._whole = document, _Written(), _Written()
        root, self._above = (document.Reference(made).format(document).decode() for made in (self._root, self._whole))
        self._whole.text = f"/S/Document/P {root}"
        self._pages: list[int] = []  # numbers of the lists of their parts
        self._objects: list[bytes] = []  # of the page that is being written
        self._marked: list[int] = []

    def next_page(self, sheets: Iterable[DrawnSheet]) -> TaggedPage:
        """Return the next page after the parts of its sheets are written and their operators complete."""
        page = TaggedPage()
        place = self._document.Reference(page, self._document.thisPageName()).format(self._document).decode()
        for sheet in sheets:
            sheet.numbers += self._add_all(sheet.parts, self._above, place, sheet.strokes)
        self._objects.append(b"[%s]" % _references(self._marked).encode())
        page.StructParents = len(self._pages)
        self._pages.append(self._document.objectcounter + len(self._objects))
        self._document.put_together(self._objects)
        self._objects, self._marked = [], []
        return page

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

    def close(self, numbers: Iterable[int]) -> None:
        """Write the tree of the parts with these numbers, in reading order."""
        self._whole.text = f"<<{self._whole.text}/K[{_references(numbers)}]>>"
        pages = " ".join(f"{at} {number} 0 R" for at, number in enumerate(self._pages))
        self._root.text = f"<</Type/StructTreeRoot/K {self._above}/ParentTree<</Nums[{pages}]>>>>"
        self._document.Catalog.StructTreeRoot = self._root
        self._document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})  # ReportLab would write True


def _references(numbers: Iterable[int]) -> str:
    return " ".join(f"{number} 0 R" for number in numbers)
