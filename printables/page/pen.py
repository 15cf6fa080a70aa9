"""A pen that writes on the pages of one PDF and keeps every word in the room it is given."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain

from reportlab.lib.rl_accel import escapePDF

from printables.page.fallback_fonts import split_by_font
from printables.page.imposition import ALONE, ARTIFACT, DrawnSheet, Matrix, Part, booklet_sides, shared, translate_box
from printables.page.page import A4, BLACK, FOOT, PLAIN, RULE, SHADE, WHITE, Ink, PaperOptions, font, width
from printables.page.pdf_file import Box, PageName, PageWriter
from printables.page.tags import Tags
from printables.page.text_fitting import to_visual_order

NUMBER = 8.5  # type of a page's number


class Pen:
    """Writes the pages of one PDF; lengths in points, y upwards. Equal strokes make equal bytes.

    It writes PDF operators directly, page by page. A sheet has a thousand short words, for which the text objects of
    a canvas take twice the time. Words that follow each other share one operator.
    """

    _ink: Ink | None
    _line: tuple[Ink, float] | None
    _type: tuple[str, float] | None
    _written: tuple[float, float] | None  # where the last words of the open text object begin

    def __init__(
        self, size: tuple[float, float], *, title: str, author: str = "Scorepad", subject: str = "", date: str = "",
        paper: PaperOptions = A4, two_sided: bool = False, booklet: bool = False, numbered: bool = False,
    ) -> None:  # fmt: skip
        """`size` is that of one sheet; where the paper is for two, they share a page.

        `date` is that of the game, as it was written; `two_sided` asks the printer for both sides of the paper; the
        sheets of a `booklet` are put in their order when all are done; `numbered` pages have their number at the
        foot.
        """
        self._options = paper
        self._file = PageWriter(title, author, subject, date)
        self._two_sided, self._booklet, self._numbered = two_sided or booklet, booklet, numbered
        self._tags = Tags(self._file)
        self._parts: tuple[list[list[int]], list[list[int]]] = ([], [])  # of each sheet, those of the front first
        self._done: list[DrawnSheet] = []  # of this page
        self._pages = 0  # with a number
        self._first = False  # whether what is written comes before all that has a number
        self._set: dict[tuple[str, str], tuple[float, list[tuple[str, str]]]] = {}
        self._begin_sheet(size, self._options.scale)
        self._paper = self._sheet.printed

    @property
    def one_ink(self) -> bool:
        """Whether all is printed in black and shades of it."""
        return self._options.one_ink

    @property
    def is_copied(self) -> bool:
        """Whether a photocopy has to keep every line."""
        return self._options.copied

    def set_sheet_size(self, size: tuple[float, float], *, large: bool = True) -> None:
        """Sheets of this size from here on, in large print if the paper asks for it and they are `large`.

        On a new page where the one that is begun has others.
        """
        scale = self._options.scale if large else 1.0
        if self._done and not self._booklet and (size, scale) != (self.size, self._sheet.scale):
            self._end_page()
        self._begin_sheet(size, scale)

    def _begin_sheet(self, size: tuple[float, float], scale: float) -> None:
        """Begin a sheet, which has no settings yet."""
        self.size, self._sheet = size, DrawnSheet(size, scale)
        self._sheet.begin(None)
        self._groups = [self._sheet.parts]
        self._has_words = False  # in the open part
        self._forget()

    def front(self) -> None:
        """Move the following pages before all others: a title, a table of contents."""
        if self._done:
            self._end_page()
        self._first = True

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
        strokes = self._sheet.strokes
        strokes.append(f"{self._moved(x, y)}{pressed}")
        for letters_font, letters in shown:
            if self._type != (letters_font, size):
                self._type = (letters_font, size)
                strokes.append(f"{letters_font} {size:g} Tf")
            strokes.append(letters)
        if pressed:
            strokes.append("100 Tz")
        return taken

    def write_upward(self, x: float, y: float, text: str, *, room: float, size: float) -> None:
        """Write from (x, y) upwards within `room`: the head of a narrow column."""
        self._say(f"q 0 1 -1 0 {x:.2f} {y:.2f} cm")
        self._forget()
        self.write(0, 0, text, room=room, size=size)
        self._say("Q")
        self._forget()

    def _moved(self, x: float, y: float) -> str:
        """Return operators that begin the next words at (x, y), relative to the words before in the text object."""
        before, after = ("( ) Tj ", "") if self._has_words else ("", "")  # between the words of a part, to be heard
        self._has_words = True
        if self._written is None:
            self._sheet.strokes.append("BT")
            self._written, before, after = (0.0, 0.0), after, before and f" {before}0 0 Td"
        from_x, from_y = self._written
        across, up = round(x - from_x, 2), round(y - from_y, 2)
        self._written = (from_x + across, from_y + up)
        return f"{before}{across:g} {up:g} Td{after}"

    def _as_set(self, text: str, name: str) -> tuple[float, list[tuple[str, str]]]:
        """How wide the text is in type of one point, and by subset of a font what shows it.

        Kept, for a sheet says most of its words often.
        """
        document, seen = self._file, to_visual_order(text)
        shown = [
            (made.getSubsetInternalName(subset, document), f"({escapePDF(codes)}) Tj")
            for made, part in ((font(font_name), part) for font_name, part in split_by_font(seen, name))
            for subset, codes in made.splitString(part, document)
        ]
        if len(self._set) > 2_000:  # a PDF may hold the sheets of years
            self._set.clear()
        self._set[text, name] = width(seen, 1, name), shown
        return self._set[text, name]

    def rule(self, x: float, y: float, to_x: float, to_y: float, *, ink: Ink = RULE, thick: float = 0.5) -> None:
        """Draw a straight line from (x, y) to (to_x, to_y), at least as thick as a photocopier needs."""
        self._stroke(ink, self._options.thickness(thick))
        self._say(f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

    def shade(self, x: float, y: float, wide: float, high: float, ink: Ink = SHADE) -> None:
        """Fill a box with the bottom left corner (x, y).

        A tint that no photocopy keeps becomes its bottom and top lines.
        """
        if ink == SHADE and self._options.copied:
            self.rule(x, y, x + wide, y)
            self.rule(x, y + high, x + wide, y + high)
            return
        self._fill(ink)
        self._say(f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re f")

    def box(self, x: float, y: float, wide: float, high: float, *, ink: Ink = RULE, thick: float = 0.5) -> None:
        """Draw the outline of a box with the bottom left corner (x, y)."""
        self._stroke(ink, self._options.thickness(thick))
        self._say(f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re S")

    def line(
        self, points: Sequence[tuple[float, float]], *, ink: Ink, thick: float = 1.0, dashes: Sequence[float] = ()
    ) -> None:
        """Draw a line from point to point. `dashes` are lengths of strokes and gaps in turn; none for a solid line."""
        self._stroke(ink, thick)
        path = " ".join(f"{x:.2f} {y:.2f} {'l' if at else 'm'}" for at, (x, y) in enumerate(points))
        dashed = " ".join(f"{dash:g}" for dash in dashes)
        self._say(f"[{dashed}] 0 d {path} S [] 0 d" if dashes else f"{path} S")

    def shape(self, corners: Sequence[tuple[float, float]], *, ink: Ink, hollow: bool = False) -> None:
        """Draw a closed shape, filled, or white inside if it is `hollow`."""
        self._fill(WHITE if hollow else ink)
        self._stroke(ink, 0.9)
        path = " ".join(f"{x:.2f} {y:.2f} {'l' if at else 'm'}" for at, (x, y) in enumerate(corners))
        self._say(f"{path} b")

    def disc(self, x: float, y: float, radius: float, ink: Ink = BLACK, *, hollow: bool = False) -> None:
        """Draw a circle around (x, y), filled or white inside."""
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
        """Begin a part of the document: P, H1, Figure, or ARTIFACT for what screen readers skip.

        It ends at the next tag or at the end of the group or sheet. `says` describes a picture.
        """
        self._begin(None if kind == ARTIFACT else Part(kind, says))

    def cell(self, head: str = "", *, across: int = 1, down: int = 1, says: str = "") -> None:
        """Begin a cell of a row, so many columns wide and rows high; `head`: the head of its "Column" or "Row".

        `says` describes what is drawn in it.
        """
        spans = f"/ColSpan {across}" * (across > 1) + f"/RowSpan {down}" * (down > 1)
        attributes = f"/Scope/{head}" * bool(head) + spans
        self._begin(Part("TH" if head else "TD", says, f"/A<</O/Table{attributes}>>" * bool(attributes)))

    @contextmanager
    def group(self, kind: str) -> Iterator[None]:
        """Draw parts that are in a Table, or cells that are in a TR, a row of it."""
        group = Part(kind)
        self._groups[-1].append(group)
        self._groups.append(group.parts)
        yield
        self._groups.pop()
        self._begin(None)

    @contextmanager
    def skipped(self, when: bool) -> Iterator[None]:
        """Draw what screen readers skip: a further copy."""
        groups = self._groups
        self._groups = [[]] if when else groups
        yield
        self._groups = groups

    def _begin(self, part: Part | None) -> None:
        self._end_words()
        self._sheet.begin(part)
        self._has_words = False
        if part:
            self._groups[-1].append(part)

    def mark(self, title: str) -> None:
        """Add a bookmark to the current page, with this title."""
        self._file.mark(title)

    def link(self, box: Box, page: PageName) -> None:
        """Make this box of the sheet a link to the page."""
        self._sheet.links.append((box, page))

    @property
    def in_paragraph(self) -> bool:
        """Whether words that are written now go on with a paragraph."""
        return self._has_words and self._sheet.last is not None and self._sheet.last.kind == "P"

    @property
    def number(self) -> int:
        """The number of the page that is being written, from 1."""
        return self._pages + 1

    @property
    def current_page_name(self) -> PageName:
        """How `link` names the page that is being written."""
        return str(self._file.thisPageName())

    def turn_page(self) -> None:
        """End the sheet. The next one is next to it if two share a page, otherwise on a new page."""
        self._end_words()
        self._sheet.end()
        self._done.append(self._sheet)
        self._parts[not self._first].append(self._sheet.numbers)
        if len(self._done) == (2 if self._options.two_up else 1) and not self._booklet:
            self._end_page()
        self._begin_sheet(self.size, self._sheet.scale)

    def taken(self) -> bytes:
        """Return what is written of the PDF so far and was not taken yet; it is not kept."""
        return self._file.taken()

    def done(self) -> bytes:
        """Return the PDF, as far as it was not taken; nothing can be written after it."""
        if self._booklet:
            self._paper, sides = booklet_sides(self._done, self._options.sheet_size(False))
            for side in sides:
                self._put(side, [])
        elif self._done:
            self._end_page()
        if self._two_sided:
            self._file.turn_over(self._paper)
        if self._numbered:
            self._file.number_pages()
        self._tags.close(chain(*self._parts[0], *self._parts[1]))
        return self._file.done()

    def _end_page(self) -> None:
        """With marks at the edges where two sheets are cut apart."""
        first = self._done[0]
        self._paper, places, cuts = shared(first) if self._options.two_up else (first.printed, ALONE, ())
        marks = [f"/Artifact BMC 0.5 G 0.4 w {x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S EMC"
                 for x, y, to_x, to_y in cuts]  # fmt: skip
        if self._numbered and not self._first:
            self._pages += 1
            wide, shown = self._as_set(str(self._pages), PLAIN)
            number = " ".join(f"{font_name} {NUMBER:g} Tf {text}" for font_name, text in shown)
            for x, y in places[: len(self._done)]:  # each half has it when they are cut apart
                x += (first.printed[0] - wide * NUMBER) / 2
                marks.append(f"/Artifact BMC 0 g BT {x:.2f} {y + FOOT - 2 * NUMBER:.2f} Td {number} ET EMC")
        self._put([(sheet, sheet.at(*place)) for sheet, place in zip(self._done, places, strict=False)], marks)
        self._done = []

    def _put(self, sheets: Sequence[tuple[DrawnSheet, Matrix]], marks: Sequence[str]) -> None:
        """Put the sheets in their places on the paper, as one page."""
        page = self._tags.next_page(sheet for sheet, _place in sheets)
        operators = [stroke for sheet, place in sheets for stroke in sheet.put_at(place)]
        links = [(translate_box(box, place), page) for sheet, place in sheets for box, page in sheet.links]
        self._file.put_page(page, self._paper, "\n".join([*operators, *marks]), links, first=self._first)

    def _fill(self, ink: Ink) -> None:
        if self._ink != ink:
            self._ink = ink
            self._sheet.strokes.append(f"{_rgb(self._options.printed(ink))} rg")

    def _stroke(self, ink: Ink, thick: float) -> None:
        if self._line != (ink, thick):
            self._line = (ink, thick)
            self._sheet.strokes.append(f"{_rgb(self._options.printed(ink))} RG {thick:g} w")

    def _forget(self) -> None:
        """Forget the last settings, because a new sheet has none."""
        self._ink = self._line = self._type = self._written = None

    def _end_words(self) -> None:
        if self._written is not None:
            self._sheet.strokes.append("ET")
            self._written = None

    def _say(self, operators: str) -> None:
        self._end_words()
        self._sheet.strokes.append(operators)


@lru_cache(maxsize=64)
def _rgb(ink: Ink) -> str:
    return " ".join(f"{part:g}" for part in ink)
