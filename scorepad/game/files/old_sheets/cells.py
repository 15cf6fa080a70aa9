"""Rows of a spreadsheet, whatever program wrote it, and what stands in their cells: numbers, suits, yes and no."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from scorepad.errors import SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.report.sheet_files import made_in_a_word
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import plain
from scorepad.rules.cards import NO_TRUMPS, SUITS, suit_name
from scorepad.words import _, in_every_language

MOST_BYTES = 5_000_000
MOST_ROWS = 50_000
MOST_COLUMNS = 500
MOST_CELLS = 500_000
MOST_LINE = 50_000  # letters
SEPARATORS = ";\t,"
_ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


class Line(NamedTuple):
    """A row of a spreadsheet: its number from 1, as the program that wrote it counts, and its cells without the blanks
    round them."""

    number: int
    cells: tuple[str, ...]

    @property
    def empty(self) -> bool:
        return not any(self.cells)

    def cell(self, column: int) -> str:
        """What stands in a column from 0; "" where the row is shorter."""
        return self.cells[column] if column < len(self.cells) else ""


def lines_of(data: bytes) -> list[Line]:
    """The rows of a CSV file, the empty ones too. SheetUnreadable where it is none, or larger than any score sheet."""
    if len(data) > MOST_BYTES or data.count(b"\n") + data.count(b"\r") > 2 * MOST_ROWS:
        raise SheetUnreadable(_("This file is larger than any pile of score sheets."))
    text = _text(data)
    if "\0" in text:
        raise SheetUnreadable(_("This is no spreadsheet saved as text (CSV)."))
    first, _end, rest = text.partition("\n")
    said = first.strip().lower()
    if said[:4] == "sep=" and len(said) == 5:  # as Excel writes it
        return _read(rest, said[4], 2)
    return _read(text, _separator(text), 1)


def _text(data: bytes) -> str:
    encoding = next((name for mark, name in _ENCODINGS.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")  # what Excel calls CSV in the west of Europe


def _separator(text: str) -> str:
    """The sign that stands in the heads most often."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    return max(SEPARATORS, key=head.count)


def _read(text: str, separator: str, begin: int) -> list[Line]:
    if any(len(line) > MOST_LINE for line in text.splitlines()):
        raise SheetUnreadable(_("A line of this file is longer than that of any score sheet."))
    lines: list[Line] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            lines.append(checked(Line(reader.line_num + begin - 1, tuple(one.strip(" \xa0\u202f") for one in cells))))
    except csv.Error as error:
        raise SheetUnreadable(_("This is no spreadsheet saved as text (CSV)."), reader.line_num + begin - 1) from error
    return lines


def checked(line: Line) -> Line:
    """The line, if it is no longer and no wider than a score sheet; else SheetUnreadable."""
    if line.number > MOST_ROWS:
        raise SheetUnreadable(_("This file has more rows than any pile of score sheets."))
    if len(line.cells) > MOST_COLUMNS:
        raise SheetUnreadable(_("This row has more columns than any score sheet."), line.number)
    return line


_MINUS = re.compile("^[-−–—‒]\\s*")
_THOUSANDS = re.compile(r"[+-]?\d{1,3}([.,'’ \xa0\u202f]\d{3})+")
_NUMBER = re.compile(r"[+-]?\d{1,7}([.,]\d{1,2})?")
_ASLEEP = re.compile(r"[(\[](\d+)[)\]]")
_NO_FORMULA = re.compile(r"(?:^|(?<=[;\t|]))'(?=\s*[=+\-@＝＋－＠])")
_SAYS_NOTHING = {"", "-", "–", "—", "−", "/", "n/a", "."}


def text_of(cell: str) -> str:
    """A text without the apostrophe that keeps a spreadsheet from taking it for a formula; 't Hooft keeps theirs."""
    return _NO_FORMULA.sub("", cell)


def points(text: str, line: int) -> Points | None:
    """Points as written, 12,5 and 12½ too; None where the cell says nothing. SheetUnreadable for anything else."""
    said = _MINUS.sub("-", text.lstrip("'").strip()).replace("½", ".5")
    if said.casefold() in _SAYS_NOTHING:
        return None
    if _THOUSANDS.fullmatch(said):
        said = re.sub("[^0-9+-]", "", said)
    if not _NUMBER.fullmatch(said) and not re.fullmatch(r"-?\.5", said):
        raise SheetUnreadable(_("“{text}” is no number.").format(text=text[:40]), line)
    return plain(Fraction(said.replace(",", ".")))


def tricks(text: str, line: int) -> int | None:
    """A bid or tricks, one that sleeps in brackets too; None where the cell says nothing. SheetUnreadable for anything
    else."""
    asleep = _ASLEEP.fullmatch(text.lstrip("'"))
    found = points(asleep[1] if asleep else text, line)
    if found is not None and (not isinstance(found, int) or not 0 <= found <= 99):
        raise SheetUnreadable(_("“{text}” is no number of tricks.").format(text=text[:40]), line)
    return found if isinstance(found, int) else None


_MADE = {"made", "yes", "y", "ok", "1", "true", "oui", "ja", "si", "sim", "gehaald", "fait", "erfullt", "✓", "✔"}
_MISSED = {"missed", "no", "n", "0", "false", "non", "nein", "nee", "nao", "niet", "manque", "verfehlt", "✗", "✘"}


def made(text: str) -> bool | None:
    """Whether a word says that the bid was made; None where it says neither."""
    said = letters_of(text) or text.strip()
    if said in _MADE or said in _MISSED:
        return said in _MADE
    return _words_for_made().get(said) if said.isalpha() else None


@cache
def _words_for_made() -> Mapping[str, bool]:
    """As Scorepad's own sheets say it, in every language."""
    every = in_every_language(made_in_a_word)
    return {letters_of(word): made for said in every for made, word in said.items()}


_SUITS = {
    "C": ("c", "♣", "clubs", "club", "trefle", "kreuz", "treboles", "fiori", "paus", "klaveren", "klaver"),
    "D": ("d", "♦", "diamonds", "diamond", "carreau", "karo", "diamantes", "quadri", "ouros", "ruiten", "ruit"),
    "H": ("h", "♥", "hearts", "heart", "coeur", "herz", "corazones", "cuori", "copas", "harten", "hart"),
    "S": ("s", "♠", "spades", "spade", "pique", "pik", "picas", "picche", "espadas", "schoppen", "schop"),
    "N": ("n", "nt", "notrumps", "notrump", "none", "sansatout", "ohne", "sintriunfo", "sans", "sa", "zonder"),
}


def trump(text: str) -> str | None:
    """The letter of a suit by its letter, sign or name; None where it says none."""
    said = letters_of(text) or text.strip()
    known = next((letter for letter, names in _SUITS.items() if said in names), None)
    return known or (_suit_names().get(said) if said else None)


@cache
def _suit_names() -> Mapping[str, str]:
    """The trumps by their names in every language."""
    every = in_every_language(lambda: {letters_of(suit_name(letter)): letter for letter in (*SUITS, NO_TRUMPS)})
    return {name: letter for said in every for name, letter in said.items()}
