"""A pen that writes on the pages of one PDF and keeps every word in the room it is given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from zlib import compress

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase.pdfdoc import (
    Destination,
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFResourceDictionary,
    PDFStream,
)

from printables.letters import visual
from printables.other_fonts import runs
from printables.page import BLACK, CUT, GREY, PLAIN, RULE, SHADE, WHITE, Ink, PaperOptions, font, width
from printables.pdf_info import Info, whole_signs
from printables.tags import TaggedPage, Tags
from scorepad.words import LANGUAGE

# Of these a print in one ink keeps the shade; every other ink is black there.
_GREYS: dict[Ink, Ink] = {
    GREY: (0.35, 0.35, 0.35), RULE: (0.65, 0.65, 0.65), SHADE: (0.94, 0.94, 0.94), WHITE: WHITE,
}  # fmt: skip


class Pen:
    """Writes on the pages of one PDF; lengths in points, y upwards. The same strokes make the same bytes.

    It speaks PDF's operators itself and hands them to ReportLab's document page by page: a sheet is a thousand short
    words, for which the text objects of a canvas take twice the time. Words that follow one another share one.
    """

    _ink: Ink | None
    _line: tuple[Ink, float] | None
    _type: tuple[str, float] | None
    _written: tuple[float, float] | None  # where the last words of the open text object begin

    def __init__(
        self,
        size: tuple[float, float],
        *,
        title: str,
        author: str,
        subject: str = "",
        paper: PaperOptions | None = None,
        date: str = "",
        two_sided: bool = False,
        tagged: bool = False,
    ) -> None:
        """`size` is that of one sheet; where the paper is for two, they share a page. `date` is that of the game, as it
        was written; `two_sided` asks the printer for both sides of the paper; `tagged` keeps what `tag` says."""
        self._options = paper or PaperOptions()
        self._sheets = 0  # done on this page
        self._begun = False  # whether anything is on this one
        self._strokes: list[str] = []  # of this page, as operators
        self._marks: list[dict[str, Destination]] = []
        self.size = size
        self._document = PDFDocument(compression=1, invariant=1, lang=LANGUAGE)
        self._document.setTitle(whole_signs(title))
        self._document.setAuthor(whole_signs(author))
        self._document.setSubject(whole_signs(subject))
        self._document.setCreator("Scorepad")
        self._document.info = Info(self._document.info, date)
        self._two_sided = two_sided
        self._tags = Tags() if tagged else None
        self.lay(size)
        self._set: dict[tuple[str, str], tuple[float, list[tuple[str, str]]]] = {}
        self._forget()

    @property
    def one_ink(self) -> bool:
        """Whether all is printed in black and shades of it."""
        return self._options.one_ink

    def lay(self, size: tuple[float, float]) -> None:
        """Sheets of this size from here on; on a new page where the one that is begun has others."""
        if self._sheets and size != self.size:
            self._end_page()
        wide, high = self.size = size
        self._places, self._paper = [(0.0, 0.0)], size
        if self._options.two_up and wide < high:
            self._places, self._paper = [(0.0, 0.0), (wide, 0.0)], (2 * wide, high)
        elif self._options.two_up:
            self._places, self._paper = [(0.0, high), (0.0, 0.0)], (wide, 2 * high)

    def write(
        self, x: float, y: float, text: str, *, room: float, size: float = 8, name: str = PLAIN, ink: Ink = BLACK,
        align: str = "left",
    ) -> float:  # fmt: skip
        """Write on the base line y within `room` from x on, pressed narrower if it would not fit; the width taken."""
        if not text:
            return 0.0
        wide, shown = self._set.get((text, name)) or self._as_set(text, name)
        wide *= size
        taken = min(wide, room)
        if align != "left":
            x += (room - taken) / (2 if align == "middle" else 1)
        self._fill(ink)
        pressed = f" {100 * taken / wide:.1f} Tz" if taken < wide else ""
        self._strokes.append(f"{self._moved(x, y)}{pressed}")
        for letters_font, letters in shown:
            if self._type != (letters_font, size):
                self._type = (letters_font, size)
                self._strokes.append(f"{letters_font} {size:g} Tf")
            self._strokes.append(letters)
        if pressed:
            self._strokes.append("100 Tz")
        return taken

    def _moved(self, x: float, y: float) -> str:
        """The operators that begin the next words at (x, y), told from where those of the same text object began."""
        if self._written is None:
            self._strokes.append("BT")
            self._written = (0.0, 0.0)
        from_x, from_y = self._written
        across, up = round(x - from_x, 2), round(y - from_y, 2)
        self._written = (from_x + across, from_y + up)
        return f"{across:g} {up:g} Td"

    def _as_set(self, text: str, name: str) -> tuple[float, list[tuple[str, str]]]:
        """How wide the text is in type of one point, and by subset of a font what shows it; kept, for a sheet says most
        of its words often."""
        document, seen = self._document, visual(text)
        shown = [
            (made.getSubsetInternalName(subset, document), f"({escapePDF(codes)}) Tj")
            for made, part in ((font(one), part) for one, part in runs(seen, name))
            for subset, codes in made.splitString(part, document)
        ]
        if len(self._set) > 2_000:  # a PDF may hold the sheets of years
            self._set.clear()
        self._set[text, name] = width(seen, 1, name), shown
        return self._set[text, name]

    def rule(self, x: float, y: float, to_x: float, to_y: float, *, ink: Ink = RULE, thick: float = 0.5) -> None:
        """A straight line from (x, y) to (to_x, to_y)."""
        self._stroke(ink, thick)
        self._say(f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

    def shade(self, x: float, y: float, wide: float, high: float, ink: Ink = SHADE) -> None:
        """A filled box whose left bottom corner is (x, y)."""
        self._fill(ink)
        self._say(f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re f")

    def box(self, x: float, y: float, wide: float, high: float, *, ink: Ink = RULE, thick: float = 0.5) -> None:
        """The outline of a box whose left bottom corner is (x, y)."""
        self._stroke(ink, thick)
        self._say(f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re S")

    def line(
        self, points: Sequence[tuple[float, float]], *, ink: Ink, thick: float = 1.0, dashes: Sequence[float] = ()
    ) -> None:
        """A line from point to point; `dashes` are lengths of strokes and gaps in turn, none for a whole line."""
        self._stroke(ink, thick)
        path = " ".join(f"{x:.2f} {y:.2f} {'l' if at else 'm'}" for at, (x, y) in enumerate(points))
        dashed = " ".join(f"{dash:g}" for dash in dashes)
        self._say(f"[{dashed}] 0 d {path} S [] 0 d" if dashes else f"{path} S")

    def shape(self, corners: Sequence[tuple[float, float]], *, ink: Ink, hollow: bool = False) -> None:
        """A closed shape, filled, or white within where it is `hollow`."""
        self._fill(WHITE if hollow else ink)
        self._stroke(ink, 0.9)
        path = " ".join(f"{x:.2f} {y:.2f} {'l' if at else 'm'}" for at, (x, y) in enumerate(corners))
        self._say(f"{path} b")

    def disc(self, x: float, y: float, radius: float, ink: Ink = BLACK, *, hollow: bool = False) -> None:
        """A filled circle around (x, y), or one that is white within."""
        self._fill(WHITE if hollow else ink)
        self._stroke(ink, 0.9)
        bend = 0.5523 * radius
        quarters = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
        curves = " ".join(
            f"{x + radius * a + bend * c:.2f} {y + radius * b + bend * d:.2f} "
            f"{x + radius * c + bend * a:.2f} {y + radius * d + bend * b:.2f} "
            f"{x + radius * c:.2f} {y + radius * d:.2f} c"
            for a, b, c, d in quarters
        )
        self._say(f"{x + radius:.2f} {y:.2f} m {curves} {'b' if hollow else 'f'}")

    def tag(self, kind: str, says: str = "") -> None:
        """What is written from here to the next tag or the end of the sheet is one part of this kind: P, H1, Figure, or
        ARTIFACT for what nobody needs read; `says` tells what a picture shows."""
        if self._tags:
            self._begin()
            self._end_words()
            self._strokes += self._tags.begin(kind, self._document.thisPageRef(), says)

    def mark(self, title: str) -> None:
        """A bookmark: the page that is being written, by this title."""
        key = f"m{len(self._marks)}"
        here = Destination(key)
        here.fit()
        here.setPage(self._document.thisPageRef())
        self._document.outline.destinationnamestotitles[key] = whole_signs(title)
        self._marks.append({key: here})

    def turn_page(self) -> None:
        """The sheet is done: the next one beside it where two share a page, else on a new page."""
        self._end_words()
        if self._tags:
            self._strokes += self._tags.end()
        if self._begun:
            self._strokes.append("Q")
        self._sheets, self._begun = self._sheets + 1, False
        self._forget()
        if self._sheets == len(self._places):
            self._end_page()

    def done(self) -> bytes:
        """The whole PDF; nothing can be written after it."""
        if self._sheets:
            self._end_page()
        if self._two_sided:
            wide, high = self._paper
            edge = "DuplexFlipShortEdge" if wide > high else "DuplexFlipLongEdge"
            self._document.Catalog.ViewerPreferences = PDFDictionary({"Duplex": PDFName(edge)})
        if self._tags:
            self._tags.into(self._document)
        if self._marks:
            self._document.outline.setDestinations(self._marks)
        return bytes(self._document.GetPDFData(None))  # a canvas is asked for bookmarks that have no place yet

    def _end_page(self) -> None:
        """With marks at the edges where two sheets are cut apart."""
        if len(self._places) > 1:
            wide, high = self.size
            cuts = [(wide, 0, wide, CUT), (wide, high - CUT, wide, high)]
            if wide > high:
                cuts = [(0, high, CUT, high), (wide - CUT, high, wide, high)]
            for x, y, to_x, to_y in cuts:
                self._strokes.append(f"0.5 G 0.4 w {x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")
        page = TaggedPage()
        page.pagewidth, page.pageheight = self._paper
        page.Resources = PDFResourceDictionary()
        page.Resources.basicFonts()
        page.Contents = _pressed("\n".join(self._strokes))
        if self._tags:
            self._tags.end_page(page)
        self._document.addPage(page)
        self._sheets, self._strokes = 0, []

    def _fill(self, ink: Ink) -> None:
        if self._ink != ink:
            self._ink = ink
            self._begin()
            self._strokes.append(f"{_rgb(self._as_printed(ink))} rg")

    def _stroke(self, ink: Ink, thick: float) -> None:
        if self._line != (ink, thick):
            self._line = (ink, thick)
            self._begin()
            self._strokes.append(f"{_rgb(self._as_printed(ink))} RG {thick:g} w")

    def _as_printed(self, ink: Ink) -> Ink:
        if not self._options.one_ink:
            return ink
        return _GREYS.get(ink, (0.0, 0.0, 0.0))

    def _forget(self) -> None:
        """What was set last: nothing yet on this sheet."""
        self._ink = self._line = self._type = self._written = None

    def _begin(self) -> None:
        """Move to this sheet's half of the page, where two share it."""
        if not self._begun and len(self._places) > 1:
            self._begun = True
            x, y = self._places[self._sheets]
            self._strokes.append(f"q 1 0 0 1 {x:.2f} {y:.2f} cm")

    def _end_words(self) -> None:
        if self._written is not None:
            self._strokes.append("ET")
            self._written = None

    def _say(self, operators: str) -> None:
        self._begin()
        self._end_words()
        self._strokes.append(operators)


def _pressed(operators: str) -> PDFStream:
    """A page's strokes, compressed as soon as it is done: the archive of a league has a thousand pages."""
    return PDFStream(PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")])}), compress(operators.encode()))


@lru_cache(maxsize=64)
def _rgb(ink: Ink) -> str:
    return " ".join(f"{part:g}" for part in ink)
