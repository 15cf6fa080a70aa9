"""The signs a terminal can show, and numbers written with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scorepad.game.rows import Points
from scorepad.words import _


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


UNICODE = Signs("✓", "✗", "→", "│", "─", "…", "…", {"C": "♣", "D": "♦", "H": "♥", "S": "♠"},
                {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"})  # fmt: skip
ASCII = Signs("=", "x", "->", "|", "-", ".", "...", {}, {})


def signs_for(encoding: str | None) -> Signs:
    """The fine signs where the terminal's encoding has them."""
    try:
        (UNICODE.made + UNICODE.arrow + UNICODE.bar + UNICODE.suits["C"]).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def number_text(value: Points, signs: Signs = UNICODE) -> str:
    """Points as people write them: 26½, or 26.5 where the signs have no halves."""
    exact = Fraction(value)
    whole, rest = divmod(abs(exact), 1)
    if rest and rest not in signs.fractions:
        return decimal_text(value)
    digits = str(whole) if whole or not rest else ""
    return ("-" if exact < 0 else "") + digits + (signs.fractions[rest] if rest else "")


def decimal_text(value: Points) -> str:
    """Points as an exact decimal: halves and quarters have one."""
    exact = Fraction(value)
    return format(Decimal(exact.numerator) / Decimal(exact.denominator), "f")


def entry_sentence(worst: Points, median: Points, exact: Points, points: Points, signs: Signs = UNICODE) -> str:
    """How a late entry came about: worst 12, median 41 → 26½, written 26."""
    texts = [number_text(value, signs) for value in (worst, median, exact, points)]
    words = _("worst {worst}, median {median} {arrow} {exact}, written {points}")
    return words.format(arrow=signs.arrow, **dict(zip(("worst", "median", "exact", "points"), texts, strict=True)))
