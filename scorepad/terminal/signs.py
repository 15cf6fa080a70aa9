"""The signs a terminal can show, and numbers written with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scorepad.formats import pointed
from scorepad.game.report.notes import PAPER_SIGN, Notation
from scorepad.game.state.rows import Points
from scorepad.rules.cards import SUIT_SIGNS
from scorepad.rules.numbers import FRACTIONS, MINUS, decimal, written
from scorepad.words import by_language


@dataclass(frozen=True)
class Signs:
    """What stands for made, missed, suits and fractions."""

    made: str
    missed: str
    arrow: str
    bar: str
    rule: str
    cut: str
    more: str
    suits: Mapping[str, str]
    fractions: Mapping[Fraction, str]

    def number(self, value: Points) -> str:
        """Points with the minus of a keyboard, to be typed in again: -26½, or -26.5 where there is no sign for it."""
        return written(value, minus="-", fractions=self.fractions)

    def words(self, text: str) -> str:
        """Words with a sum in them, as this terminal can show them."""
        return text.translate(_KEYBOARD if self is UNICODE else _plain())

    @property
    def way(self) -> Notation:
        """For the words about a row."""
        return Notation(self.number, self.suits, self.arrow)


_KEYBOARD = str.maketrans({MINUS: "-"})


@by_language(8)
def _plain() -> dict[int, str]:
    return str.maketrans(
        {MINUS: "-", "×": "x", "÷": "/", "…": "...", PAPER_SIGN: "'"}
        | {sign: pointed(decimal(part)[1:]) for part, sign in FRACTIONS.items()}
    )


UNICODE = Signs("✓", "✗", "→", "│", "─", "…", "…", SUIT_SIGNS, FRACTIONS)
ASCII = Signs("=", "x", "->", "|", "-", ".", "...", {}, {})


def signs_for(encoding: str | None) -> Signs:
    """The fine signs where the terminal's encoding has them."""
    try:
        (UNICODE.made + UNICODE.arrow + UNICODE.bar + UNICODE.suits["C"]).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
