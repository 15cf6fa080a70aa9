"""Small words for templates: signs of suits, numbers with a true minus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from scorepad.words import _

_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT", "J": "🃏"}


def suit_sign(trump: str | None) -> str:
    """♣ ♦ ♥ ♠, NT for no trumps, a joker for the other joker."""
    return _SIGNS.get(trump or "", "")


def suit_name(trump: str | None) -> str:
    """The trump in a word, for those who do not see the sign."""
    names = {
        "C": _("clubs"),
        "D": _("diamonds"),
        "H": _("hearts"),
        "S": _("spades"),
        "N": _("no trumps"),
        "J": _("the other joker"),
    }
    return names.get(trump or "", "")


def points(value: int | Fraction) -> str:
    """Points or totals as they are written: a true minus, halves as ½."""
    size = -value if value < 0 else value
    whole = size // 1
    half = "½" if whole != size else ""
    digits = f"{whole or ''}{half}" or "0"
    return f"−{digits}" if value < 0 else digits


def exactly(value: int | Fraction) -> str:
    """A total that need not be whole, such as a half-way value: 26½, 18.25, −4½."""
    value = Fraction(value)
    if (value * 2).denominator == 1:
        return points(value)
    return f"{float(value):.2f}".rstrip("0").replace("-", "−")


def change(value: int | Fraction) -> str:
    """The same with a plus where there is something to add."""
    return f"+{points(value)}" if value > 0 else points(value)


def called(players: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """The names of these players."""
    return [names[player] for player in players]


WORDS: dict[str, Callable[..., Any]] = {
    "suit_sign": suit_sign,
    "suit_name": suit_name,
    "points": points,
    "called": called,
    "exactly": exactly,
    "change": change,
}
