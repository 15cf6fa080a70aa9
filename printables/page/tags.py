"""The structure of a PDF for screen readers: headings, paragraphs in reading order, figures.

A line of a table is a paragraph, not a row of cells. 200 cell objects would make a filled sheet half as large again
as allowed and take twice the time.
"""

from dataclasses import dataclass

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFObject, PDFPage, PDFString

ARTIFACT = "Artifact"


class TaggedPage(PDFPage):  # type: ignore[misc]
    """A page with a structure. `StructParents` is its number in the structure tree."""

    __NoDefault__ = (*PDFPage.__NoDefault__, "StructParents")


@dataclass
class _Part(PDFObject):  # type: ignore[misc]
    """A piece of a page, or with `parts` all of them."""

    kind: str
    page: PDFObject | None = None
    number: int = 0  # on its page
    says: str = ""  # instead of the drawing
    parent: PDFObject | None = None
    parts: tuple[PDFObject, ...] = ()

    __RefOnly__ = 1

    def format(self, document: PDFDocument) -> bytes:
        entries = [f"/S/{self.kind}/P".encode(), self.parent.format(document) if self.parent else b""]
        if self.page is None:
            entries += [b"/K[", b" ".join(part.format(document) for part in self.parts), b"]"]
        else:
            entries += [b"/Pg", self.page.format(document), f"/K {self.number}".encode()]
        if self.says:
            entries += [b"/Alt", PDFString(self.says).format(document)]
        return b"<<%s>>" % b" ".join(entries)


class Tags:
    """The parts of a document, noted as its pages are written."""

    def __init__(self) -> None:
        self._pages: list[list[_Part]] = []
        self._here: list[_Part] = []  # of the page that is being written
        self._open = False

    def begin(self, kind: str, page: PDFObject, says: str = "") -> list[str]:
        """Return operators that end the part before and begin one of this `kind` (P, H1, Figure; ARTIFACT: skipped).

        `says` describes a picture.
        """
        ended, self._open = self.end(), True
        if kind == ARTIFACT:
            return [*ended, f"/{ARTIFACT} BMC"]
        self._here.append(_Part(kind, page, len(self._here), says))
        return [*ended, f"/{kind} <</MCID {len(self._here) - 1}>> BDC"]

    def end(self) -> list[str]:
        """Operators that end the part that has begun, if one has."""
        ended, self._open = ["EMC"] * self._open, False
        return ended

    def end_page(self, page: TaggedPage) -> None:
        """All parts until here are on this page."""
        page.StructParents = len(self._pages)
        self._pages.append(self._here)
        self._here = []

    def into(self, document: PDFDocument) -> None:
        """Write the structure tree into the document, in the order of its pages."""
        whole = _Part("Document")
        parent = document.Reference(whole)
        references = [[document.Reference(element) for element in page] for page in self._pages]
        for element in (part for page in self._pages for part in page):
            element.parent = parent
        whole.parts = tuple(reference for page in references for reference in page)
        root = _Root(parent, references)
        whole.parent = document.Reference(root)
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})  # ReportLab would write True


@dataclass
class _Root(PDFObject):  # type: ignore[misc]
    whole: PDFObject
    pages: list[list[PDFObject]]

    __RefOnly__ = 1

    def format(self, document: PDFDocument) -> bytes:
        numbered = (
            b"%d [%s]" % (number, b" ".join(reference.format(document) for reference in page))
            for number, page in enumerate(self.pages)
        )
        return b"<</Type/StructTreeRoot/K %s/ParentTree<</Nums[%s]>>>>" % (
            self.whole.format(document),
            b" ".join(numbered),
        )
