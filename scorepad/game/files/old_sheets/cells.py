"""What stands in a cell: numbers as people and spreadsheets write them, dates, suits, yes and no."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from scorepad.errors import SheetUnreadable
from scorepad.game.report.spreadsheet import made_in_a_word
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import plain
from scorepad.rules.cards import NO_TRUMPS, SUITS, suit_name
from scorepad.slug import letters_of
from scorepad.words import _, in_every_language

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
