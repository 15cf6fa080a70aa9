"""Text in columns for a terminal, where a Chinese character is two cells wide and an accent none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from scorepad.rules.phrases import HARD, unbroken

CUT = "…"


def clean(text: str) -> str:
    """The text on one line, without what would move a terminal's cursor or change its direction of writing."""
    return " ".join(unbroken("".join(letter if letter.isprintable() or letter in HARD else " " for letter in text)))


def width_of(text: str) -> int:
    """How many cells a terminal gives the text."""
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def fit(text: str, cells: int, cut: str = CUT) -> str:
    """The text, cut short where it is wider than `cells`."""
    if width_of(text) <= cells:
        return text
    kept, used = "", width_of(cut)
    for letter in text:
        used += _cells(letter)
        if used > cells:
            break
        kept += letter
    return kept + cut


def pad(text: str, cells: int, align: str = "<") -> str:
    """The text with blanks up to `cells`; `align` is < (left), > (right) or ^ (middle)."""
    blanks = max(0, cells - width_of(text))
    before = {"<": 0, ">": blanks, "^": blanks // 2}[align]
    return " " * before + text + " " * (blanks - before)


def columns(rows: Sequence[Sequence[str]], align: str = "", gap: str = "  ") -> list[str]:
    """Lines with every column as wide as its widest cell; `align` has a sign a column, left where it has none."""
    wide = [max(map(width_of, column)) for column in zip_longest(*rows, fillvalue="")]
    how = align.ljust(len(wide), "<")
    return [gap.join(map(pad, row, wide, how)).rstrip() for row in rows]


def wrapped(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """The words of `text` on lines of at most `width` cells; a longer word has a line of its own."""
    lines: list[str] = []
    line = begun = indent if first is None else first
    for word in unbroken(text):
        if line != begun and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line = begun = indent
        line += word if line == begun else f" {word}"
    return [*lines, line]


def listed(names: Iterable[str]) -> str:
    """Names as a list: Ann, Bob, Cat."""
    return ", ".join(names)
