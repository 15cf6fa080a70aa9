"""Paper and ink: sizes, margins, fonts and a pen that keeps everything inside its box.

All lengths are PDF points (72 an inch), y upwards from the foot of the paper; `mm` turns millimetres into
points. Importing this imports ReportLab, so callers import it when something is to be printed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from importlib.resources import as_file, files
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printables.letters import printable, visual
from scorepad.errors import UnknownPaper

rl_config.useA85 = 0  # pages as plain bytes: a fifth smaller, and 4 ms faster each

mm = 72 / 25.4
PAPERS = {"A4": (210 * mm, 297 * mm), "Letter": (215.9 * mm, 279.4 * mm)}
# Ink-jets leave up to 13 mm at the foot unprinted, lasers about 5 mm all round.
SIDE, TOP, FOOT = 12 * mm, 12 * mm, 15 * mm

PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"

Ink = tuple[float, float, float]
BLACK: Ink = (0.09, 0.11, 0.14)
GREY: Ink = (0.38, 0.40, 0.43)
RULE: Ink = (0.70, 0.70, 0.68)
SHADE: Ink = (0.945, 0.94, 0.925)
RED: Ink = (0.68, 0.17, 0.03)
GREEN: Ink = (0.0, 0.36, 0.24)


def paper_size(paper: str, landscape: bool = False) -> tuple[float, float]:
    """Width and height; raises UnknownPaper."""
    if paper not in PAPERS:
        raise UnknownPaper(paper, list(PAPERS))
    wide, high = PAPERS[paper]
    return (high, wide) if landscape else (wide, high)


@lru_cache
def font(name: str) -> Any:
    """One of the fonts that come along in `printables/fonts`, registered on first use."""
    with as_file(files("printables") / "fonts" / f"{name}.ttf") as path:
        made = TTFont(name, str(path), asciiReadable=False, shapable=False)
    made.face.get_table = partial(_table, made.face.get_table)
    pdfmetrics.registerFont(made)
    return made


def _table(read: Callable[[str], Any], tag: str) -> Any:
    """DejaVu's `name` table is its licence in several tongues: 4 kB a font that no reader of a PDF needs."""
    if tag == "name":
        raise KeyError(tag)
    return read(tag)


@lru_cache
def _widths(name: str) -> tuple[dict[int, float], float]:
    face = font(name).face
    return face.charWidths, face.defaultWidth


@lru_cache(maxsize=20_000)
def width(text: str, size: float, name: str = PLAIN) -> float:
    """How wide the text prints."""
    widths, other = _widths(name)
    return sum(widths.get(ord(letter), other) for letter in text) * size / 1000


def _known(code: int) -> bool:
    return all(code in font(name).face.charToGlyph for name in (PLAIN, BOLD))


def clean(text: str) -> str:
    """The text in letters that both fonts have."""
    return printable(text, _known)


class Pen:
    """Writes on the pages of one PDF. The same strokes make the same bytes.

    It speaks PDF's operators itself: a sheet is a thousand short words, and the canvas's own text objects take
    twice the time.
    """

    def __init__(self, size: tuple[float, float], *, title: str, author: str, subject: str = "") -> None:
        self._fonts = {name: font(name) for name in (PLAIN, BOLD)}
        self._file = BytesIO()
        self._canvas = Canvas(
            self._file, pagesize=size, invariant=1, pageCompression=1, lang="en", initialFontName=PLAIN
        )
        self._canvas.setTitle(_whole_signs(title))
        self._canvas.setAuthor(_whole_signs(author))
        self._canvas.setSubject(_whole_signs(subject))
        self._canvas.setCreator("Scorepad")
        self._ink: Ink | None = None
        self._line: tuple[Ink, float] | None = None

    def write(
        self, x: float, y: float, text: str, *, room: float, size: float = 8, name: str = PLAIN, ink: Ink = BLACK,
        align: str = "left",
    ) -> float:  # fmt: skip
        """Write within `room` from x on, pressed narrower where it would not fit; returns the width taken."""
        if not text:
            return 0.0
        text = visual(text)
        wide = width(text, size, name)
        taken = min(wide, room)
        if align != "left":
            x += (room - taken) / (2 if align == "middle" else 1)
        self._fill(ink)
        pressed = f" {100 * taken / wide:.1f} Tz" if taken < wide else ""
        self._say(f"BT {x:.2f} {y:.2f} Td{pressed} {self._shown(text, size, name)}{pressed and ' 100 Tz'} ET")
        return taken

    def _shown(self, text: str, size: float, name: str) -> str:
        """Operators that choose the font's subset, or subsets, and show the text."""
        made, document = self._fonts[name], self._canvas._doc
        return " ".join(
            f"{made.getSubsetInternalName(subset, document)} {size:g} Tf ({escapePDF(codes)}) Tj"
            for subset, codes in made.splitString(text, document)
        )

    def rule(self, x: float, y: float, to_x: float, to_y: float, *, ink: Ink = RULE, thick: float = 0.5) -> None:
        if self._line != (ink, thick):
            self._say(f"{_rgb(ink)} RG {thick:g} w")
            self._line = (ink, thick)
        self._say(f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

    def shade(self, x: float, y: float, wide: float, high: float, ink: Ink = SHADE) -> None:
        self._fill(ink)
        self._say(f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re f")

    def turn_page(self) -> None:
        self._canvas.showPage()
        self._ink = self._line = None

    def done(self) -> bytes:
        self._canvas.save()
        return self._file.getvalue()

    def _fill(self, ink: Ink) -> None:
        if self._ink != ink:
            self._say(f"{_rgb(ink)} rg")
            self._ink = ink

    def _say(self, operators: str) -> None:
        self._canvas.addLiteral(operators)


def _whole_signs(text: str) -> str:
    """Without halves of signs, which JSON can hold and a PDF's description cannot."""
    return text.encode("utf-8", "replace").decode()


def _rgb(ink: Ink) -> str:
    return " ".join(f"{part:g}" for part in ink)
