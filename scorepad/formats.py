"""Numbers and days as the language of who reads writes them; files (JSON, CSV, TOML) keep the form of machines."""

from __future__ import annotations

import re

from scorepad.words import _

_ISO_DAY = re.compile("(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12][0-9]|3[01])")


def grouped(number: int) -> str:
    """A whole number with a sign between its thousands: 1,200."""
    return f"{number:,}".replace(",", _signs()[0])


def pointed(digits: str) -> str:
    """A number of digits, 18.33, with the sign that the language has before decimals."""
    return digits.replace(".", _signs()[1])


def decimals(number: float, places: int = 1) -> str:
    """54.3, 60.0."""
    return pointed(f"{number:.{places}f}")


def percent(share: float | None, places: int = 1) -> str:
    """`54.3 %`, of a share in per cent; a dash for one that cannot be told."""
    return "–" if share is None else _("{share} %").format(share=decimals(share, places))


def _signs() -> tuple[str, str]:
    """What stands between thousands, maybe nothing, and before decimals."""
    # For translators: a number as your language writes it; only the signs in it are read.
    number = _("12,345.6")
    return number[2:-5], number[-2]


def short_day(text: str) -> str:
    """A day in ten signs, 2026-11-20, where lines are short; what somebody wrote otherwise stays so."""
    found = _ISO_DAY.fullmatch(text)
    # For translators: a day in figures alone, such as {day}.{month}.{year}.
    return _("{year}-{month}-{day}").format(**found.groupdict()) if found else text


def day_in_words(text: str) -> str:
    """A day as a sentence has it, 20 November 2026; what somebody wrote otherwise stays so."""
    found = _ISO_DAY.fullmatch(text)
    if found is None:
        return text
    # For translators: the first day of a month, such as 1er.
    day = found["day"].lstrip("0") if found["day"] != "01" else _("1")
    return _in_months()[int(found["month"]) - 1].format(day=day, year=found["year"])


def _in_months() -> tuple[str, ...]:
    return (
        _("{day} January {year}"), _("{day} February {year}"), _("{day} March {year}"), _("{day} April {year}"),
        _("{day} May {year}"), _("{day} June {year}"), _("{day} July {year}"), _("{day} August {year}"),
        _("{day} September {year}"), _("{day} October {year}"), _("{day} November {year}"),
        _("{day} December {year}"),
    )  # fmt: skip
