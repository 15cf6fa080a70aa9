"""Text forms of numbers, points, dates, names and words, and parsers for numbers and names in data.

Pages, prints and the terminal use the reader's language. Files (JSON, CSV, TOML) use one form for all languages.
"""

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from scorepad.words import _, ours, pgettext

_ISO_DAY = re.compile("(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12][0-9]|3[01])")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def with_thousands(number: int) -> str:
    """Return a whole number with thousands separators: 1,200."""
    return f"{number:,}".replace(",", _signs()[0])


def with_decimal_separator(digits: str) -> str:
    """Return digits such as 18.33 with the decimal separator of the language."""
    return digits.replace(".", _signs()[1])


def decimals(number: float, places: int = 1) -> str:
    """Return a number with `places` decimals: 54.3, 60.0."""
    return with_decimal_separator(f"{number:.{places}f}")


def percent(share: float | None, places: int = 1) -> str:
    """Return a share in percent as `54.3 %`, or a dash for None."""
    return "–" if share is None else _("{share} %").format(share=decimals(share, places))


def _signs() -> tuple[str, str]:
    """Return the thousands separator, which may be "", and the decimal separator."""
    # For translators: a number as your language writes it; only the signs in it are read.
    number = _("12,345.6")
    return number[2:-5], number[-2]


def year_of(date: str) -> str:
    """Return the year of a date such as `2026-11-20` or `20 Nov 2026`, or "" if it has none."""
    match = _YEAR.search(date)
    return match[0] if match else ""


def short_day(text: str) -> str:
    """Return an ISO date for short lines, such as 20 Nov 2026.

    Return any other text unchanged.
    """
    day, month, year = day_and_month(text)
    # For translators: a day with the short name of its month, or in figures alone.
    return _("{day} {month} {year}").format(day=day, month=month, year=year) if day else text


def day_in_words(text: str) -> str:
    """Return an ISO date in words, such as 20 November 2026.

    Return any other text unchanged.
    """
    match = _ISO_DAY.fullmatch(text)
    if match is None:
        return text
    # For translators: the first day of a month, such as 1er.
    day = match["day"].lstrip("0") if match["day"] != "01" else _("1")
    return _in_months()[int(match["month"]) - 1].format(day=day, year=match["year"])


def colour_index(player: str) -> int:
    """Return the number of the colour of a player id such as p3, from 0; a player keeps it when others join."""
    return int(player.removeprefix("p")) - 1


def day_and_month(text: str) -> tuple[str, str, str]:
    """Return the day, the short name of the month and the year of an ISO date; "", "" and the text of any other."""
    match = _ISO_DAY.fullmatch(text)
    if match is None:
        return "", "", text
    return match["day"].lstrip("0"), short_months()[int(match["month"]) - 1], match["year"]


def short_months() -> tuple[str, ...]:
    """Return the short names of the months."""
    return (
        _("Jan"), _("Feb"), _("Mar"), _("Apr"), pgettext("short month", "May"), _("Jun"), _("Jul"), _("Aug"), _("Sep"),
        _("Oct"), _("Nov"), _("Dec"),
    )  # fmt: skip


def _in_months() -> tuple[str, ...]:
    return (
        _("{day} January {year}"), _("{day} February {year}"), _("{day} March {year}"), _("{day} April {year}"),
        _("{day} May {year}"), _("{day} June {year}"), _("{day} July {year}"), _("{day} August {year}"),
        _("{day} September {year}"), _("{day} October {year}"), _("{day} November {year}"),
        _("{day} December {year}"),
    )  # fmt: skip


# --- points ---

MINUS = "−"
FRACTIONS: Mapping[Fraction, str] = {Fraction(count, 8): sign for count, sign in enumerate("⅛¼⅜½⅝¾⅞", 1)}


def format_points(
    value: int | Fraction, *, minus: str = MINUS, fractions: Mapping[Fraction, str] = FRACTIONS, thousands: bool = False
) -> str:
    """Return points as text: 26½, −4¾, 7⅛.

    A fraction without a sign in `fractions` becomes a decimal, such as 18.33. The decimal separator is that of the
    language. Totals have at most halves, and late entries eighths. Only a mean can have other fractions.
    """
    size = max(value, -value)
    whole = int(size)
    digits = with_thousands(whole) if thousands else str(whole)
    if whole != size:  # whole points, the usual case, need no Fraction
        part = Fraction(size) - whole
        if part in fractions:
            digits = (digits if whole else "") + fractions[part]
        else:
            digits = with_decimal_separator(decimal(size)) if 8 % part.denominator == 0 else decimals(float(size), 2)
    return f"{minus}{digits}" if value < 0 else digits


def format_change(value: int | Fraction) -> str:
    """Return the points of one hand, with a plus sign for a gain."""
    return f"+{format_points(value)}" if value > 0 else format_points(value)


def plural_number(value: int | Fraction) -> int:
    """Return the number for `ngettext`: −1 counts as 1, a fraction as 2 (plural)."""
    return abs(value) if isinstance(value, int) else 2


def decimal(value: int | Fraction) -> str:
    """Return an exact decimal for data: −4.75 is -4.75.

    Halves to eighths are exact. Other fractions are rounded to 28 digits.
    """
    exact = Fraction(value)
    return f"{Decimal(exact.numerator) / Decimal(exact.denominator):f}"


def is_whole(value: object) -> bool:
    """Return whether a value is an int; True and False are not."""
    return type(value) is int


def parse_exact(value: object) -> int | Fraction:
    """Return a number from data exactly: 26.5 is 53/2, 18.33 is 1833/100.

    Raise ValueError for any other value.
    """
    if is_whole(value):
        return value  # type: ignore[return-value]
    number = value if isinstance(value, Fraction) else Fraction(repr(value)) if isinstance(value, float) else None
    if number is None:
        raise ValueError
    return number.numerator if number.denominator == 1 else number


# --- words ---

NO_BREAK_SPACES = "\u00a0\u202f"
"""No-break spaces: a line does not break at them."""

_BLANKS = re.compile(rf"[^\S{NO_BREAK_SPACES}]+")


INVISIBLE = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
"""Characters that Unicode counts as letters or marks but fonts draw as nothing, such as Hangul fillers."""

_VISIBLE = re.compile(
    rf"[^\s{INVISIBLE}\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def is_visible(text: str) -> bool:
    """Return whether a text has visible characters.

    Spaces, joiners and fillers are invisible, so they alone are not a valid name.
    """
    return _VISIBLE.search(text) is not None


def capital(text: str) -> str:
    """Return the text with a capital first letter.

    The rest stays as it is, because some languages capitalize nouns.
    """
    return text[:1].upper() + text[1:]


def readable(name: str) -> str:
    """Return a name from a rule file as words in the reader's language.

    `over_half_of` becomes “over half of”.
    """
    return ours(name.replace("_", " "))


def sentence(text: str) -> str:
    """Return the text with a full stop, unless it ends with punctuation: a name may end with “!”."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def split_unbroken(text: str) -> list[str]:
    """Split a text into the pieces that stay on one line.

    A no-break space, as before a colon in French, does not split.
    """
    return [part for part in _BLANKS.split(text) if part]


def format_range(first: int, last: int, dash: str = "–") -> str:
    """Return a range of numbers: `3–7`, or `4` alone."""
    return str(last) if first == last else f"{first}{dash}{last}"


def ordinal(place: int) -> str:
    """Return a place as an ordinal: `1st`, `2nd`; a place above 10 as a number."""
    ordinals = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th"), _("9th"), _("10th"))
    return ordinals[place - 1] if place <= len(ordinals) else str(place)


# --- plain letters ---

MOST_LETTERS = 60


def slug(title: str, otherwise: str) -> str:
    """Return a slug of at most MOST_LETTERS: Latin letters without accents, digits, and hyphens.

    Return `otherwise` if nothing remains, as for a Chinese title.
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", _unaccented(title)).strip("-")[:MOST_LETTERS].strip("-") or otherwise


def searchable(text: str) -> str:
    """Return the text in the form that a search compares, without accents and capitals.

    `zoe` finds Zoë.
    """
    return _unaccented(text.casefold()).translate(_STROKES)


def letters_of(text: str) -> str:
    """Return only the letters and digits of a name, without accents and capitals.

    “oh hell 500” finds Oh Hell-500.
    """
    return "".join(filter(str.isalnum, searchable(text)))


def _unaccented(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
