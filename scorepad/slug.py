"""Words in plain letters: a title as the name of a file or the key of a rule file; what is searched and found."""

from __future__ import annotations

import re
import unicodedata

MOST_LETTERS = 60


def slug(title: str, otherwise: str) -> str:
    """The title's Latin letters without accents, its digits, and a hyphen for everything between them; at most
    MOST_LETTERS. `otherwise` where nothing is left, as of a title in Chinese."""
    return re.sub(r"[^A-Za-z0-9]+", "-", _unaccented(title)).strip("-")[:MOST_LETTERS].strip("-") or otherwise


def searchable(text: str) -> str:
    """The text as a search compares it: neither accents nor capitals tell anything apart, `zoe` finds Zoë."""
    return _unaccented(text.casefold()).translate(_STROKES)


def letters_of(text: str) -> str:
    """What of it counts when a name is looked for: letters and digits alone, “oh hell 500” finds Oh Hell-500."""
    return "".join(filter(str.isalnum, searchable(text)))


def _unaccented(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
