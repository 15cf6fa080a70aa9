"""A title as the name of a file or the key of a rule file: plain letters and digits that every system takes."""

from __future__ import annotations

import re
import unicodedata

MOST_LETTERS = 60


def slug(title: str, otherwise: str) -> str:
    """The title's Latin letters without accents, its digits, and a hyphen for everything between them; at most
    MOST_LETTERS. `otherwise` where nothing is left, as of a title in Chinese."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", title) if not unicodedata.combining(one))
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:MOST_LETTERS].strip("-") or otherwise
