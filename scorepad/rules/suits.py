"""The letters that trumps are written with, in rule files and records alike, and their names."""

from __future__ import annotations

from scorepad.words import _

SUITS = ("C", "D", "H", "S")
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NO_TRUMPS = "N"
OTHER_JOKER = "J"  # Brader (rules.md T13): a turned joker makes the other joker the only trump


def suit_signs() -> dict[str, str]:
    """What stands for each suit, and for no trumps."""
    return {**SUIT_SIGNS, NO_TRUMPS: _("NT")}


def suit_name(letter: str) -> str:
    """A trump letter as a word: C D H S, N for no trumps, J for the other joker."""
    names = {
        "C": _("clubs"),
        "D": _("diamonds"),
        "H": _("hearts"),
        "S": _("spades"),
        NO_TRUMPS: _("no trumps"),
        OTHER_JOKER: _("the other joker"),
    }
    return names[letter]
