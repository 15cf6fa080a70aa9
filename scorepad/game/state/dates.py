"""Dates as people and spreadsheets write them."""

from __future__ import annotations

import contextlib
import re
from calendar import monthrange
from typing import Literal, get_args

from scorepad.errors import DateUnclear, SheetUnreadable, not_a_date
from scorepad.formats import searchable

DayOrMonth = Literal["day", "month"]
"""Which comes first in 03/04/2026."""

_MONTHS = (
    ("jan", "ene", "gen"), ("feb", "fev"), ("mar", "maa", "mrt"), ("apr", "avr", "abr"), ("may", "mai", "mei", "mag"),
    ("jun", "juin", "giu"), ("jul", "juil", "lug"), ("aug", "aou", "ago"), ("sep", "set"), ("oct", "okt", "ott", "out"),
    ("nov",), ("dec", "dez", "dic"),
)  # fmt: skip
"""How their names begin, in plain letters."""

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
_FIGURES = re.compile(r"(\d{1,2})(?:[-/.] ?| )(\d{1,2})(?:[-/.] ?| )(\d{2}|\d{4})")
_WORDS = re.compile(r"(?:(\d{1,2})(?:\.|er)? +(?:de +)?([a-z]+)\.?(?: +de)?|([a-z]+)\.? +(\d{1,2}),?) +(\d{4})")
_SHORT = re.compile(r"(\d{4})(?:-(\d\d))?")
YEARS = range(1850, 2200)


def is_date(text: str) -> bool:
    """Return whether this is a date as people write one: a day in any order, a month 2026-11 or a year."""
    if found := _SHORT.fullmatch(text):
        return int(found[1]) in YEARS and 1 <= int(found[2] or 1) <= 12
    for first in get_args(DayOrMonth):
        with contextlib.suppress(SheetUnreadable):
            return bool(read_date(text, first, 0))
    return False


def read_date(text: str, first: DayOrMonth | None, line: int, years: range = YEARS) -> str:
    """Return the day as 2026-11-20, "" for an empty text.

    `first` settles 03/04/2026, without it DateUnclear. SheetUnreadable for what is no day, at this `line`.
    """
    if not text:
        return ""
    if found := _ISO.fullmatch(text):
        year, month, day = map(int, found.groups())
    elif found := _FIGURES.fullmatch(text):
        one, other, year = map(int, found.groups())
        day, month = _in_order(text, one, other, first, line)
        year += 2000 if len(found[3]) == 2 else 0
    elif (found := _WORDS.fullmatch(searchable(text))) and _month(found[2] or found[3]):
        day, month, year = int(found[1] or found[4]), _month(found[2] or found[3]), int(found[5])
    else:
        raise _no_day(text, line)
    if not (1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] and year in years):
        raise _no_day(text, line)
    return f"{year:04}-{month:02}-{day:02}"


def _in_order(text: str, one: int, other: int, first: DayOrMonth | None, line: int) -> tuple[int, int]:
    """Day and month; only a number above 12 tells by itself which is which."""
    if one > 12 or one == other:
        return one, other
    if other > 12:
        return other, one
    if first is None:
        raise DateUnclear(text, line)
    return (one, other) if first == "day" else (other, one)


def _month(word: str) -> int:
    return next((number for number, begins in enumerate(_MONTHS, 1) if word.startswith(begins)), 0)


def _no_day(text: str, line: int) -> SheetUnreadable:
    return SheetUnreadable(str(not_a_date("date", text)), line)
