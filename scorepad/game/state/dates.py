"""Parsing of dates as people and spreadsheets write them."""

import contextlib
import re
from calendar import monthrange
from collections.abc import Iterable
from typing import Literal, get_args

from scorepad.errors import DateUnclear, SheetUnreadable, not_a_date
from scorepad.formats import searchable

DayOrMonth = Literal["day", "month"]
"""The part that comes first in 03/04/2026."""

_MONTHS = (
    ("jan", "ene", "gen"), ("feb", "fev"), ("mar", "maa", "mrt"), ("apr", "avr", "abr"), ("may", "mai", "mei", "mag"),
    ("jun", "juin", "giu"), ("jul", "juil", "lug"), ("aug", "aou", "ago"), ("sep", "set"), ("oct", "okt", "ott", "out"),
    ("nov",), ("dec", "dez", "dic"),
)  # fmt: skip
"""Prefixes of month names in several languages, without accents."""

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?|(\d{4})(\d\d)(\d\d)")
_FIGURES = re.compile(r"(\d{1,2})(?:[-/.] ?| )(\d{1,2})(?:[-/.] ?| )(\d{2}|\d{4})")
_WORDS = re.compile(
    r"(?:(\d{1,2})(?:\.|er|st|nd|rd|th)?[ -]+(?:de +)?([a-z]+)\.?(?: +de)?|([a-z]+)\.?[ -]+(\d{1,2})(?:st|nd|rd|th)?,?)"
    r"[ -]+(\d{4}|\d{2})"
)
_WEEKDAY = re.compile(
    "(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mie|jue|vie|sab|dom|gio|seg|ter|qua|"
    "qui|sex|ma|wo|vr|za|zo|lu|me|je|ve)[a-z-]*[.,]* +"
)
_TIME = re.compile(r"[T ]\d{1,2}:\d\d\b")
"""The begin of a time after a date, as online forms write it: 16/01/2026 20:11:32."""

_SHORT = re.compile(r"(\d{4})(?:-(\d\d))?")
YEARS = range(1850, 2200)


def is_date(text: str) -> bool:
    """Return whether the text is a date: a day in any order, a month like 2026-11 or a year."""
    if match := _SHORT.fullmatch(text):
        return int(match[1]) in YEARS and 1 <= int(match[2] or 1) <= 12
    for first in get_args(DayOrMonth):
        with contextlib.suppress(SheetUnreadable):
            return bool(read_date(text, first, 0))
    return False


def is_day_or_serial(text: str) -> bool:
    """Return whether a text in a column of dates is a day, also in figures alone: 20261120 or 46346."""
    return is_day(text) or bool(read_serial(text)) or (text.isdigit() and len(text) == 8)


def is_day(text: str) -> bool:
    """Return whether the text is a day in any order, and not a number."""
    if text.isdigit():
        return False
    try:
        return bool(read_date(text, "day", 0) or read_date(text, "month", 0))
    except SheetUnreadable:
        return False


def read_date(text: str, first: DayOrMonth | None, line: int, years: range = YEARS) -> str:
    """Return the day as 2026-11-20, or "" for an empty text.

    `first` resolves 03/04/2026. Raise DateUnclear if `first` is needed and None. Raise SheetUnreadable with `line` if
    the text is not a day.
    """
    if not text:
        return ""
    text = _without_time(_without_weekday(text))
    if match := _ISO.fullmatch(text):
        year, month, day = map(int, filter(None, match.groups()))
    elif match := _FIGURES.fullmatch(text):
        left, right, year = map(int, match.groups())
        day, month = _in_order(text, left, right, first, line)
        year += 2000 if len(match[3]) == 2 else 0
    elif (match := _WORDS.fullmatch(searchable(text))) and _month(match[2] or match[3]):
        day, month, year = int(match[1] or match[4]), _month(match[2] or match[3]), int(match[5])
        year += 2000 if len(match[5]) == 2 else 0
    else:
        raise _no_day(text, line)
    if not (1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] and year in years):
        raise _no_day(text, line)
    return f"{year:04}-{month:02}-{day:02}"


def _without_time(text: str) -> str:
    match = _TIME.search(text)
    return text[: match.start()].rstrip(" ,") if match else text


def _without_weekday(text: str) -> str:
    """Return the text of a date without the name of a weekday before it."""
    plain = searchable(text)
    match = _WEEKDAY.match(plain)
    if not match or len(plain) != len(text) or _WORDS.fullmatch(plain):  # “Mar 9, 2026” is in March
        return text
    return text[match.end() :]


def read_serial(text: str) -> str:
    """Return the day that a spreadsheet program stores as a number of days since 1899-12-30, or ""."""
    days = int(text) if text.isascii() and text.isdigit() and len(text) == 5 else 0
    if not days:
        return ""
    year, month, days = 1899, 12, days + 30
    while days > monthrange(year, month)[1]:
        days -= monthrange(year, month)[1]
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return f"{year:04}-{month:02}-{days:02}" if year < 2100 else ""


def find_order(texts: Iterable[str]) -> DayOrMonth | None:
    """Return which part comes first in dates such as 03/04/2026, if one of these dates allows only one order.

    Return None if no date decides, or if they contradict each other.
    """
    matches = (_FIGURES.fullmatch(_without_time(_without_weekday(text))) for text in texts)
    pairs = [(int(match[1]), int(match[2])) for match in matches if match]
    orders: set[DayOrMonth] = {"day" for first, _other in pairs if first > 12}
    orders |= {"month" for _first, other in pairs if other > 12}
    return orders.pop() if len(orders) == 1 else None


def resembles_date(text: str) -> bool:
    """Return whether a text that is not a date may be one with a typing error: 2026-02-30 or 31 Feb."""
    numbers = re.findall(r"\d+", text)
    return len(numbers) > 1 or bool(numbers and any(map(_month, re.findall("[a-z]{3,}", searchable(text)))))


def _in_order(text: str, first_number: int, other: int, first: DayOrMonth | None, line: int) -> tuple[int, int]:
    """Return (day, month); `first` decides if neither number is above 12."""
    if first_number > 12 or first_number == other:
        return first_number, other
    if other > 12:
        return other, first_number
    if first is None:
        raise DateUnclear(text, line)
    return (first_number, other) if first == "day" else (other, first_number)


def _month(word: str) -> int:
    return next((number for number, begins in enumerate(_MONTHS, 1) if word.startswith(begins)), 0)


def _no_day(text: str, line: int) -> SheetUnreadable:
    return SheetUnreadable(str(not_a_date("date", text)), line)
