"""The only functions that parse typed text as a number."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scorepad.formats import FRACTIONS, parse_exact

MOST_DIGITS = 18
"""Maximum digits of a number. More digits fit no column of a store and take time to parse."""

MOST = 10**9 - 1
"""The largest absolute value that is parsed as a number of a game. The model refuses far smaller ones."""

_DECIMAL = re.compile(r"-?[0-9]{1,9}[.,][0-9]{1,9}")
_WHOLE = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")


def parse_int(text: str | None, low: int, high: int) -> int | None:
    """Parse a whole number from `low` to `high`, optionally with a sign and blanks. Return None for other text."""
    plain = _plain(text)
    number = int(plain) if _WHOLE.fullmatch(plain) else None
    return number if number is not None and low <= number <= high else None


def parse_bounded_int(text: str | None) -> Any:
    """Parse a whole number of at most nine digits. Return None for an empty text.

    Return other text as typed: the model refuses it with the field's name.
    """
    value = parse_int(text, -MOST, MOST)
    return value if value is not None else (text or "").strip() or None


def parse_points_text(text: str | None) -> Any:
    """Parse points as written on a sheet: −29, 18.33, 18,33 or 26½. Return None for an empty text.

    Return other text as typed.
    """
    plain = _plain(text)
    part = next((size for size, sign in FRACTIONS.items() if plain.endswith(sign)), None)
    if part is not None:
        size = parse_int(plain[:-1].removeprefix("-") or "0", 0, MOST)
        return (text or "").strip() if size is None else (size + part) * (-1 if plain.startswith("-") else 1)
    if _DECIMAL.fullmatch(plain):
        return parse_exact(Fraction(plain.replace(",", ".")))
    return parse_bounded_int(text)


def _plain(text: str | None) -> str:
    """Return a text without surrounding blanks and a plus sign, and with "-" for a typographic minus."""
    return (text or "").strip().replace("−", "-").removeprefix("+")


Typed = Mapping[str, str]
"""Form data by field, from a body or a query string."""
