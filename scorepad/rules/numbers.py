"""Points and totals as text, the one way for every page, print and terminal; and what is a whole number."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from scorepad.formats import decimals, grouped, pointed

MINUS = "−"
FRACTIONS: Mapping[Fraction, str] = {Fraction(count, 8): sign for count, sign in enumerate("⅛¼⅜½⅝¾⅞", 1)}


def written(
    value: int | Fraction, *, minus: str = MINUS, fractions: Mapping[Fraction, str] = FRACTIONS, thousands: bool = False
) -> str:
    """26½, −4¾, 7⅛; as a decimal what has no sign among `fractions`: 18.33, or 26.5 where there are no signs at all,
    with the comma of a language that has one.

    Totals are halves at the finest and a late entry half-way among them eighths; only a mean can be anything else.
    """
    size = max(value, -value)
    whole = int(size)
    digits = grouped(whole) if thousands else str(whole)
    if whole != size:  # nearly all are whole, and a sheet has hundreds
        part = Fraction(size) - whole
        if part in fractions:
            digits = (digits if whole else "") + fractions[part]
        else:
            digits = pointed(decimal(size)) if 8 % part.denominator == 0 else decimals(float(size), 2)
    return f"{minus}{digits}" if value < 0 else digits


def change(value: int | Fraction) -> str:
    """Points of one hand: the same, with a plus where there is something to add."""
    return f"+{written(value)}" if value > 0 else written(value)


def many(value: int | Fraction) -> int:
    """By how many things a language says one or many of them: −1 is one, and a half is many."""
    return abs(value) if isinstance(value, int) else 2


def decimal(value: int | Fraction) -> str:
    """As an exact decimal, for data: −4.75 is -4.75. Halves to eighths have one; others are cut after 28 digits."""
    exact = Fraction(value)
    return f"{Decimal(exact.numerator) / Decimal(exact.denominator):f}"


def is_whole(value: object) -> bool:
    """Whether a value of any kind is a whole number; True and False are none."""
    return type(value) is int


def exact(value: object) -> int | Fraction:
    """The number that data holds, a decimal as it is written there: 26.5 is 53/2, 18.33 is 1833/100. ValueError for
    anything else."""
    if is_whole(value):
        return value  # type: ignore[return-value]
    number = value if isinstance(value, Fraction) else Fraction(repr(value)) if isinstance(value, float) else None
    if number is None:
        raise ValueError
    return number.numerator if number.denominator == 1 else number
