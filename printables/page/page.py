"""Paper and ink: sizes, margins, fonts and how wide words print.

All lengths are PDF points (72 an inch), y upwards from the foot of the paper; `mm` turns millimetres into
points. Importing this imports ReportLab, so callers import it when something is to be printed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from printables.page.fallback_fonts import split_by_font
from printables.page.text_fitting import printable, wrapped
from scorepad.errors import ScorepadError
from scorepad.short_names import shortened
from scorepad.words import ISOLATES, _

mm = 72 / 25.4
PAPERS = {
    "A4": (210 * mm, 297 * mm), "A5": (148 * mm, 210 * mm),
    "Letter": (215.9 * mm, 279.4 * mm), "Half Letter": (139.7 * mm, 215.9 * mm),
}  # fmt: skip
HALF_OF = {"A5": "A4", "Half Letter": "Letter"}
# Ink-jets leave up to 13 mm at the foot unprinted, lasers about 5 mm all round.
SIDE, TOP, FOOT = 12 * mm, 12 * mm, 15 * mm

CUT = 9 * mm  # how long cut marks are
LARGE = 1.65  # how much larger a filled sheet is in large print
LARGE_FIGURES, LARGE_TEXT = 16.0, 14.0  # type of large print: names, bids and figures; running text
COPIED = 0.4 * mm  # the thinnest line that a photocopy is sure to keep

PLAIN, BOLD = "ScorepadCondensed", "ScorepadCondensed-Bold"
DEALS, BIDS_FIRST = "\u25cf", "\u25b8"  # signs for the dealer and the first bidder

Ink = tuple[float, float, float]
BLACK: Ink = (0.09, 0.11, 0.14)
GREY: Ink = (0.38, 0.40, 0.43)
RULE: Ink = (0.70, 0.70, 0.68)
GUIDE: Ink = (0.71, 0.71, 0.69)  # lines of a chart that only guide the eye
SHADE: Ink = (0.945, 0.94, 0.925)
DEALT: Ink = (0.82, 0.82, 0.82)  # the shade of the dealer's bid on a blank sheet
RED: Ink = (0.68, 0.17, 0.03)
GREEN: Ink = (0.0, 0.36, 0.24)
WHITE: Ink = (1.0, 1.0, 1.0)
_SUITS: dict[str, Ink] = {
    "red": RED, "blue": (0.08, 0.26, 0.68), "green": GREEN, "yellow": (0.46, 0.34, 0.0), "purple": (0.42, 0.12, 0.58),
    "orange": (0.66, 0.28, 0.0),
}  # fmt: skip
# Of these a print in one ink keeps the shade; every other ink is black there.
_GREYS: dict[Ink, Ink] = {
    GREY: (0.35, 0.35, 0.35), RULE: (0.65, 0.65, 0.65), GUIDE: (0.65, 0.65, 0.65), SHADE: (0.94, 0.94, 0.94),
    WHITE: WHITE, DEALT: DEALT,
}  # fmt: skip
_COPIED: dict[Ink, Ink] = {GUIDE: (0.4, 0.4, 0.4), WHITE: WHITE}  # and of these one that is to be photocopied


def suit_ink(colour: str) -> Ink:
    """Return the ink of a suit's colour."""
    return _SUITS.get(colour, BLACK)


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height of a paper by its name in PAPERS, in points; raises ScorepadError."""
    if paper not in PAPERS:
        text = _("There is no paper size “{paper}”. Choose one of {known}.")
        raise ScorepadError(text.format(paper=paper[:40], known=", ".join(PAPERS)))
    return PAPERS[paper]


@dataclass(frozen=True)
class PaperOptions:
    """The paper. `landscape` None: as the figures need it.

    `two_up`: two sheets per page, on halves of the larger paper if this is already a half. `one_ink`: black only,
    strokes for colours, lines that a photocopy keeps, no tint; with `grey` shades and thin lines. `large`: in large
    print.
    """

    paper: str = "A4"
    landscape: bool | None = None
    two_up: bool = False
    one_ink: bool = False
    grey: bool = False
    large: bool = False

    @property
    def copied(self) -> bool:
        """Whether a photocopy has to keep every line."""
        return self.one_ink and not self.grey

    @property
    def scale(self) -> float:
        """How many times larger than drawn it is printed."""
        return LARGE if self.large else 1.0

    def printed(self, ink: Ink) -> Ink:
        """Return the ink that is printed for one."""
        if not self.one_ink:
            return ink
        return (_COPIED if self.copied else _GREYS).get(ink, (0.0, 0.0, 0.0))

    def thickness(self, thick: float) -> float:
        """Of a ruled line that is `thick` points elsewhere."""
        return max(thick, COPIED) if self.copied else thick

    def sheet_size(self, landscape: bool) -> tuple[float, float]:
        """Width and height in points of one sheet as it is drawn, half a paper where two share it.

        Raises ScorepadError. In large print less is drawn: the margins stay as wide as ever when it is enlarged.
        """
        wide, high = paper_size(HALF_OF.get(self.paper, self.paper) if self.two_up else self.paper)
        short, long = (high / 2, wide) if self.two_up else (wide, high)
        wide, high = (long, short) if landscape else (short, long)
        more = self.scale - 1
        return (wide + 2 * SIDE * more) / self.scale, (high + (TOP + FOOT) * more) / self.scale


A4 = PaperOptions()


@lru_cache
def font(name: str) -> Any:
    """Return a bundled font of `printables/fonts`, or one of the machine by its path.

    It is registered on first use.
    """
    if name not in (PLAIN, BOLD):
        other = TTFont(Path(name).stem, name, asciiReadable=False, shapable=False)
        # it may have the name of a bundled font
        other.face.name = "".join(re.findall("[A-Za-z0-9]", Path(name).stem)).encode()
        pdfmetrics.registerFont(other)
        return other
    with as_file(files("printables") / "fonts" / f"{name}.ttf") as path:
        made = TTFont(name, str(path), asciiReadable=False, shapable=False)
    read = made.face.get_table

    def get_table(tag: str) -> Any:
        """Read a table other than `name`, which is a licence that no reader of a PDF needs."""
        if tag == "name":
            raise KeyError(tag)
        return read(tag)

    made.face.get_table = get_table
    pdfmetrics.registerFont(made)
    return made


@lru_cache(maxsize=20_000)
def width(text: str, size: float, name: str = PLAIN) -> float:
    """How wide the text prints, in points, in type of this size in points."""
    wide = 0.0
    for made, part in split_by_font(text.translate(ISOLATES), name):
        face = font(made).face
        widths, other = face.charWidths, face.defaultWidth
        wide += sum(widths.get(ord(letter), other) for letter in part)
    return wide * size / 1000


def _known(code: int) -> bool:
    return all(code in font(name).face.charToGlyph for name in (PLAIN, BOLD))


def clean(text: str) -> str:
    """Return the text in letters that can be printed."""
    return printable(text, _known)


def legend_line(meanings: Iterable[str], between: str) -> str:
    """Return what signs mean as one paragraph, whose lines do not break after a sign."""
    return between.join(re.sub(r"^(\S{1,3}) ", "\\1\u00a0", meaning) for meaning in meanings)


def one_line(text: str, room: float, size: float, name: str = PLAIN) -> str:
    """Return the text in letters that can be printed, as much of it as fits the room in type of this size."""
    return shortened(clean(text), room, partial(width, size=size, name=name))


def paragraph_lines(text: str, size: float, room: float, name: str = PLAIN, most: int = 100) -> list[str]:
    """Return a text in letters that can be printed, broken into at most `most` lines for a room so wide."""
    return wrapped(clean(text), room, partial(width, size=size, name=name), most)
