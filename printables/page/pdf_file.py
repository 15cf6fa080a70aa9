"""One PDF, written as its pages are done: of a page that was taken away only its number stays in the memory."""

import datetime
import re
from collections.abc import Sequence
from itertools import accumulate, count
from struct import pack_into
from zlib import compress

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import Destination, PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFStream

from scorepad.words import language

Box = tuple[float, float, float, float]  # left, foot, right, top in points
PageName = str
Links = Sequence[tuple[Box, PageName]]


_ISO_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """The metadata of a PDF. Its date is the day of the game, or none."""

    def __init__(self, info: pdfdoc.PDFInfo, day: str) -> None:
        super().__init__()
        self.__dict__.update(info.__dict__)
        self._day = _day(day.strip())

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        entries = {
            "Title": self.title, "Author": self.author, "Subject": self.subject, "Creator": self.creator,
            "Producer": self.producer,
        }  # fmt: skip
        if self._day:
            entries |= dict.fromkeys(("CreationDate", "ModDate"), f"D:{self._day}")
        made: bytes = PDFDictionary({key: pdfdoc.PDFString(text) for key, text in entries.items()}).format(document)
        return made


def _day(text: str) -> str:
    """Return `20261120` for `2026-11-20`; "" for an invalid day, such as the 31st of February."""
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return ""
    return text.replace("-", "") if _ISO_DATE.fullmatch(text) else ""


def _drop_lone_surrogates(text: str) -> str:
    """Without halves of signs, which JSON can hold and a PDF's description cannot."""
    return text.encode("utf-8", "replace").decode()


class TaggedPage(pdfdoc.PDFPage):  # type: ignore[misc]
    """A page with a structure. `StructParents` is its number in the structure tree."""

    __NoDefault__ = (*pdfdoc.PDFPage.__NoDefault__, "StructParents")


class PageWriter(pdfdoc.PDFDocument):  # type: ignore[misc]
    """ReportLab's document, which formats all its objects at the end, made to write each page as it comes."""

    info: pdfdoc.PDFInfo

    def __init__(self, title: str, author: str, subject: str, date: str) -> None:
        super().__init__(compression=1, invariant=1, lang=language(), pdfVersion=(1, 7))
        self.setTitle(_drop_lone_surrogates(title))
        self.setAuthor(_drop_lone_surrogates(author))
        self.setSubject(_drop_lone_surrogates(subject))
        self.setCreator("Scorepad")
        self.info = Info(self.info, date)
        self._file = pdfdoc.PDFFile(self._pdfVersion)
        self._marks: list[dict[str, Destination]] = []
        self._first = 0  # pages that stand before all others
        self._together: list[tuple[int, int, int]] = []  # streams of objects: the first, how many, the stream's number
        self._viewer = {"DisplayDocTitle": "true"}

    def put_page(
        self, page: TaggedPage, size: tuple[float, float], operators: str, links: Links, *, first: bool
    ) -> None:
        """Write a page; with `first` it stands before those that do not, wherever it is in the file."""
        page.pagewidth, page.pageheight = size
        page.Resources = pdfdoc.PDFResourceDictionary()
        page.Resources.basicFonts()
        page.Contents = _compressed(operators.encode())
        page.Annots = [_link(box, name) for box, name in links]
        name = self.thisPageName()
        self.addPage(page)
        self.Pages.pages[-1:] = []
        self.Pages.pages.insert(self._first if first else len(self.Pages.pages), PDFObjectReference(name))
        self._first += first
        self._put(name)
        self._put(page.Contents.__InternalName__)

    def mark(self, title: str) -> None:
        """Add a bookmark with this title to the next page."""
        key = f"m{len(self._marks)}"
        here = Destination(key)
        here.fit()
        here.setPage(self.thisPageRef())
        self.outline.destinationnamestotitles[key] = _drop_lone_surrogates(title)
        self._marks.append({key: here})

    def number_pages(self) -> None:
        """Set the page numbers: the first pages in Roman figures, the others from 1."""
        roman, plain = (PDFDictionary({"S": PDFName(style)}) for style in ("r", "D"))
        self.Catalog.PageLabels = PDFDictionary({"Nums": PDFArray([0, roman, self._first, plain])})

    def turn_over(self, size: tuple[float, float]) -> None:
        """Ask the printer for both sides of paper of this size, turned like the pages of a book."""
        edge = "DuplexFlipShortEdge" if size[0] > size[1] else "DuplexFlipLongEdge"
        self._viewer["Duplex"] = f"/{edge}"

    def taken(self) -> bytes:
        """Return what is written and was not taken yet."""
        made = b"".join(self._file.strings)
        self._file.strings.clear()
        return made

    def done(self) -> bytes:
        """Return what is left when there are no more pages."""
        self.Catalog.ViewerPreferences = PDFDictionary(self._viewer)
        if self._marks:
            self.outline.setDestinations(self._marks)
        self.GetPDFData(None)  # a canvas is asked for bookmarks that have no place yet
        return self.taken()

    def put_together(self, objects: Sequence[bytes]) -> None:
        """Write small objects compressed in one stream. They get the numbers after `objectcounter`."""
        first = self.objectcounter + 1
        self.objectcounter += len(objects)
        places = accumulate((len(made) + 1 for made in objects), initial=0)
        index = b" ".join(b"%d %d" % place for place in zip(range(first, self.objectcounter + 1), places, strict=False))
        whole = index + b" " + b" ".join(objects)
        name = self.Reference(_compressed(whole, Type="/ObjStm", N=len(objects), First=len(index) + 1)).name
        self._together.append((first, len(objects), self.objectcounter))
        self._put(name)

    def format(self) -> bytes:
        """All objects that are not written yet, more of which may come up meanwhile, and where each stands."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        for number in count(1):
            if number > self.objectcounter:
                break
            if number in self.numberToId:
                self._put(self.numberToId[number])
        rows = bytearray(_ROW * (number + 1))
        for at, name in self.numberToId.items():
            pack_into(_ENTRY, rows, _ROW * at, 1, self.idToOffset[name], 0)
        for first, length, stream in self._together:
            for at in range(length):
                pack_into(_ENTRY, rows, _ROW * (first + at), 2, stream, at)
        start = self._file.offset
        pack_into(_ENTRY, rows, _ROW * number, 1, start, 0)
        table = _compressed(rows, Type="/XRef", Size=number + 1, W="[1 4 2]", Root=root, Info=info, ID=self.ID())
        self._file.add(b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (number, table.format(self), start))
        return b""

    def _put(self, name: str) -> None:
        if name not in self.idToOffset:
            made = pdfdoc.PDFIndirectObject(name, self.idToObject[name]).format(self)
            self.idToOffset[name] = self._file.add(made)
            self.idToObject[name] = None  # it is not needed any more


_ENTRY, _ROW = ">BIH", 7  # of the cross-reference table: the kind of place, the place, the index there, in bytes


def _compressed(data: bytes | bytearray, **entries: object) -> PDFStream:
    return PDFStream(PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")]), **entries}), compress(data))


def _link(box: Box, name: PageName) -> PDFDictionary:
    there = PDFArray([PDFObjectReference(name), PDFName("Fit")])
    return PDFDictionary({
        "Type": PDFName("Annot"), "Subtype": PDFName("Link"), "Rect": PDFArray([round(at, 2) for at in box]),
        "Border": PDFArray([0, 0, 0]), "Dest": there,
    })  # fmt: skip
