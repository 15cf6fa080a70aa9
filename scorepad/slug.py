"""A title as plain letters and digits: as the name of a file that every system takes, and as what is looked for."""

from __future__ import annotations

import re
import unicodedata

MOST_LETTERS = 60


def slug(title: str, otherwise: str) -> str:
    """The title's Latin letters without accents, its digits, and a hyphen for everything between them; at most
    MOST_LETTERS. `otherwise` where nothing is left, as of a title in Chinese."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", title) if not unicodedata.combining(one))
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:MOST_LETTERS].strip("-") or otherwise


def letters_of(text: str) -> str:
    """What of a text counts when something is looked for: small letters without accents, and digits; so that “zoe” is
    found by “Zoë”, and “Oh Hell-500” by “oh hell 500”."""
    return "".join(one for one in unicodedata.normalize("NFKD", text).casefold() if one.isalnum())
