"""Text in cells of a terminal. Some characters are two cells wide, and some have no width."""

import unicodedata
from collections.abc import Sequence
from itertools import zip_longest

from scorepad.formats import NO_BREAK_SPACES, split_unbroken
from scorepad.words import ISOLATES


def clean(text: str) -> str:
    """Return the text on one line, without characters that control the terminal.

    These move the cursor or change the writing direction.
    """
    text = text.translate(ISOLATES)
    shown = (letter if letter.isprintable() or letter in NO_BREAK_SPACES else " " for letter in text)
    return " ".join(split_unbroken("".join(shown)))


def width_of(text: str) -> int:
    """Return the number of terminal cells of a text."""
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def fit(text: str, cells: int, cut: str = "…") -> str:
    """Return the text, cut if it is wider than `cells`; `cut` is the sign at the end."""
    if width_of(text) <= cells:
        return text
    start, used = "", width_of(cut)
    for letter in text:
        used += _cells(letter)
        if used > cells:
            break
        start += letter
    return start + cut


def pad(text: str, cells: int, align: str = "<") -> str:
    """Return the text padded to `cells`; `align` is < (left), > (right) or ^ (center)."""
    blanks = max(0, cells - width_of(text))
    before = {"<": 0, ">": blanks, "^": blanks // 2}[align]
    return " " * before + text + " " * (blanks - before)


def columns(rows: Sequence[Sequence[str]], align: str = "", gap: str = "  ") -> list[str]:
    """Return lines with aligned columns.

    `align` has one sign per column; the default is left.
    """
    widths = [max(map(width_of, column)) for column in zip_longest(*rows, fillvalue="")]
    alignment = align.ljust(len(widths), "<")
    return [gap.join(map(pad, row, widths, alignment)).rstrip() for row in rows]


def wrapped(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """Wrap `text` to lines of at most `width` cells.

    A longer word has its own line. `first` is the indent of the first line, by default `indent`.
    """
    lines: list[str] = []
    line = line_start = indent if first is None else first
    for word in split_unbroken(text):
        if line != line_start and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line = line_start = indent
        line += word if line == line_start else f" {word}"
    return [*lines, line]
