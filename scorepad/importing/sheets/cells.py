"""Rows of a spreadsheet from any program, and parsers for their cells: numbers, suits, yes and no."""

import csv
import io
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from scorepad.errors import SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.report.sheet_files import made_in_a_word
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import simplify_points
from scorepad.rules.cards import NO_TRUMPS, SUITS
from scorepad.rules.suits import FRENCH
from scorepad.words import _, call_in_every_language

MOST_BYTES = 5_000_000
MOST_ROWS = 50_000
MOST_COLUMNS = 500
MOST_CELLS = 500_000
MOST_LINE = 50_000  # characters
SEPARATORS = ";\t,"
_ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


class Line(NamedTuple):
    """A row of a spreadsheet: its line number from 1, and its cells without surrounding blanks.

    The number is the one that the spreadsheet program shows.
    """

    number: int
    cells: tuple[str, ...]

    @property
    def empty(self) -> bool:
        return not any(self.cells)

    def cell(self, column: int) -> str:
        """Return the text in a column (from 0), or "" if the row is shorter."""
        return self.cells[column] if column < len(self.cells) else ""


def lines_of(data: bytes) -> list[Line]:
    """Return the rows of a CSV file, with empty rows.

    Raise SheetUnreadable if the data is not CSV or too large.
    """
    if len(data) > MOST_BYTES or data.count(b"\n") + data.count(b"\r") > 2 * MOST_ROWS:
        raise SheetUnreadable(_("This file is too large for a score sheet."))
    text = _text(data)
    if "\0" in text:
        raise SheetUnreadable(_("This file is not a spreadsheet saved as text (CSV)."))
    first, _end, rest = text.partition("\n")
    separator_line = first.strip().lower()
    if separator_line[:4] == "sep=" and len(separator_line) == 5:  # Excel writes this line
        return _read(rest, separator_line[4], 2)
    return _read(text, _separator(text), 1)


def _text(data: bytes) -> str:
    encoding = next((name for mark, name in _ENCODINGS.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")  # the encoding of Excel's CSV in Western Europe


def _separator(text: str) -> str:
    """Return the separator of the first line that has several, because a title or labels may come first."""
    lines = [line for line in text.splitlines()[:100] if any(map(line.count, SEPARATORS))]
    several = (line for line in lines if max(map(line.count, SEPARATORS)) > 1)
    head = next(several, lines[0] if lines else "")
    return max(SEPARATORS, key=head.count)


def _read(text: str, separator: str, begin: int) -> list[Line]:
    if any(len(line) > MOST_LINE for line in text.splitlines()):
        raise SheetUnreadable(_("A line of this file is too long for a score sheet."))
    lines: list[Line] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            lines.append(
                check_size(Line(reader.line_num + begin - 1, tuple(cell.strip(" \xa0\u202f") for cell in cells)))
            )
    except csv.Error as error:
        raise SheetUnreadable(
            _("This file is not a spreadsheet saved as text (CSV)."), reader.line_num + begin - 1
        ) from error
    return lines


def check_size(line: Line) -> Line:
    """Return the line, or raise SheetUnreadable if it exceeds the limits."""
    if line.number > MOST_ROWS:
        raise SheetUnreadable(_("This file has too many rows for a score sheet."))
    if len(line.cells) > MOST_COLUMNS:
        raise SheetUnreadable(_("This row has too many columns for a score sheet."), line.number)
    return line


_MINUS = re.compile("^[-−–—‒]\\s*")
_THOUSANDS = re.compile(r"[+-]?\d{1,3}([.,'’ \xa0\u202f]\d{3})+")
_NUMBER = re.compile(r"[+-]?\d{1,7}([.,]\d{1,2})?")
_BRACKETED = re.compile(r"[(\[](\d+)[)\]]")
_CHANGED = re.compile(r"\d+→(\d+)")
_IN_BRACKETS = re.compile(r"\((\d[\d.,]*)\)")  # how accountants write a negative number
_FRACTION = re.compile(r"([+-]?\d{1,7}) ([1-9]\d?)/([1-9]\d?)")
_NO_FORMULA = re.compile(r"(?:^|(?<=[;\t|]))'(?=\s*[=+\-@＝＋－＠])")
NOTHING = {"", "-", "–", "—", "−", "/", "n/a", "."}


def text_of(cell: str) -> str:
    """Return the text without the apostrophe that protects it from being read as a formula.

    The apostrophe in “'t Hooft” stays.
    """
    return _NO_FORMULA.sub("", cell)


def parse_points(text: str, line: int) -> Points | None:
    """Return the points of a cell, such as 12,5 or 12½, or None if it is empty.

    Otherwise, raise SheetUnreadable.
    """
    if text.isascii() and text.isdigit() and len(text) < 8:
        return int(text)
    number = _MINUS.sub("-", text.lstrip("'").strip()).replace("½", ".5").replace(" .5", ".5")
    if match := _IN_BRACKETS.fullmatch(number):
        number = f"-{match[1]}"
    if match := _FRACTION.fullmatch(number):
        whole = Fraction(match[1] or 0)
        part = Fraction(int(match[2]), int(match[3]))
        return simplify_points(whole - part if number.startswith("-") else whole + part)
    if number.casefold() in NOTHING:
        return None
    if _THOUSANDS.fullmatch(number):
        number = re.sub("[^0-9+-]", "", number)
    if not _NUMBER.fullmatch(number) and not re.fullmatch(r"-?\.5", number):
        raise SheetUnreadable(_("“{text}” is not a number. Example: 3.").format(text=text[:40]), line)
    return simplify_points(Fraction(number.replace(",", ".")))


@lru_cache(2_000)
def number_or_none(text: str) -> Points | None:
    """Return the number in a cell, or None if it has none."""
    try:
        return parse_points(text, 0)
    except SheetUnreadable:
        return None


def parse_tricks(text: str, line: int) -> int | None:
    """Return the bid or tricks of a cell, such as 3, (3) or 2→3, or None if it is empty.

    Otherwise, raise SheetUnreadable. Of a changed bid, the number that counts is returned.
    """
    bracketed = _BRACKETED.fullmatch(text.lstrip("'")) or _CHANGED.fullmatch(text)
    count = parse_points(bracketed[1] if bracketed else text, line)
    if count is not None and (not isinstance(count, int) or not 0 <= count <= 99):
        raise SheetUnreadable(_("“{text}” is not a number of tricks. Example: 3.").format(text=text[:40]), line)
    return count if isinstance(count, int) else None


_MADE = {
    word: made
    for made, words in (
        (True, "made yes y ok 1 true oui ja si sim gehaald fait erfullt hit success ✓ ✔ ✅"),
        (False, "missed miss failed fail no n 0 false non nein nee nao niet manque verfehlt ✗ ✘ x × ❌"),
    )
    for word in words.split()
}


def parse_made(text: str) -> bool | None:
    """Return whether a word says that the bid was made, or None if it says neither."""
    word = letters_of(text) or text.strip()
    return _MADE.get(word, _words_for_made().get(word) if word.isalpha() else None)


@cache
def _words_for_made() -> Mapping[str, bool]:
    """Return Scorepad's own words for made and missed in all languages."""
    every = call_in_every_language(made_in_a_word)
    return {letters_of(word): made for words in every for made, word in words.items()}


_SUITS = {
    word: letter
    for letter, words in {
        "C": "c ♣ clubs club trefle kreuz treboles bastos basto fiori paus klaveren klaver",
        "D": "d ♦ diamonds diamond carreau karo diamantes oros oro quadri ouros ruiten ruit",
        "H": "h ♥ hearts heart coeur herz corazones cuori copas copa harten hart",
        "S": "s ♠ spades spade pique pik picas picche espadas espada schoppen schop",
        "N": "n nt notrumps notrump none sansatout ohne sintriunfo sans sa zonder",
    }.items()
    for word in words.split()
}


def trump(text: str) -> str | None:
    """Return the letter of a suit given by letter, sign or name, or None."""
    name = letters_of(text) or text.strip()
    return _SUITS.get(name) or (_suit_names().get(name) if name else None)


@cache
def _suit_names() -> Mapping[str, str]:
    """Return the letters of the trumps by their names in all languages."""
    every = call_in_every_language(lambda: {letters_of(FRENCH.name(letter)): letter for letter in (*SUITS, NO_TRUMPS)})
    return {name: letter for names in every for name, letter in names.items()}
