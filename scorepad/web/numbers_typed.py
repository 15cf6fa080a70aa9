"""Whole numbers out of forms and addresses: the one place where text that somebody typed becomes a number."""

from __future__ import annotations

import re
from typing import Any

MOST_DIGITS = 18
"""Of a number that is read at all; more fit no column of a store, and make work."""

MOST = 10**9 - 1
"""The largest number of a game that is read as one, either sign; the model refuses far smaller ones."""

_WHOLE = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")


def whole(text: str | None, low: int, high: int) -> int | None:
    """A whole number from `low` to `high`, blanks around it, + and − allowed; None for any other text and for none."""
    plain = _plain(text)
    number = int(plain) if _WHOLE.fullmatch(plain) else None
    return number if number is not None and low <= number <= high else None


def number(text: str | None) -> Any:
    """A whole number of at most nine digits, None for nothing; what is no number stays as typed, to be refused by the
    model with the name of the field."""
    found = whole(text, -MOST, MOST)
    return found if found is not None else (text or "").strip() or None


def _plain(text: str | None) -> str:
    """Without blanks around it, a minus sign as a keyboard has it, without a plus."""
    return (text or "").strip().replace("−", "-").removeprefix("+")
