"""Two languages that nobody speaks, made of English by rule: in the first every word is longer and in brackets, so that
what no translator could reach stands out, and what has no room for a longer word; the second is written from right to
left. Their codes are those that others use for the same."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from translating import catalogues

LONGER, LEFTWARDS = "en-XA", "ar-XB"

_KEPT = re.compile(r"(\{+[^{}]*\}+|%\(\w+\)[sdr]|%[sdr%]|<[^<>]*>|&\w+;)")
"""What a translator leaves as it is: gaps and markup."""

_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
OPEN, CLOSE = "⟦", "⟧"


_EXCHANGED = str.maketrans(",.", ".,")
_SIGNS = {re.compile(r"([:;])(?=\s|$)"): "\u00a0\\1", re.compile("“"): "«", re.compile("”"): "»"}

ENGLISH_SIGNS = re.compile(r"\S+[:;](?=\s|$)|[“”]")
"""Quotation marks, and colons and semicolons that stand at a word, as no message of these languages has them."""


def longer(text: str) -> str:
    """`Léttérs wíth áccénts` in brackets, two fifths longer, with no longer words than people have. What stands in a
    gap is outside of them; a number has its signs exchanged, and a day those between its figures."""
    return "".join(part if number % 2 else _longer(part) for number, part in enumerate(_KEPT.split(text)))


def _longer(part: str) -> str:
    for sign, own in _SIGNS.items():
        part = sign.sub(own, part)
    if not any(map(str.isalpha, part)):
        return part.translate(_EXCHANGED) if any(map(str.isdigit, part)) else part.replace("-", "/")
    added = re.sub(r"(·{12})(?=·)", r"\1 ", "·" * round(0.4 * len(part)))
    return f"{OPEN}{part.translate(_ACCENTS)}{added}{CLOSE}"


def leftwards(text: str) -> str:
    """In brackets that have it written from right to left."""
    return longer(text) if not any(map(str.isalpha, text)) else f"\u202e{longer(text)}\u202c"


def write(folder: Path, words: Catalog) -> None:
    """The two languages as the program reads them."""
    for code, name, told in ((LONGER, "Löñger", longer), (LEFTWARDS, "Léftwards", leftwards)):
        made = Catalog(fuzzy=False)
        made.language_team = name
        for message in words:
            if message.id:
                said = told(message.id) if isinstance(message.id, str) else tuple(map(told, message.id))
                made.add(message.id, said, context=message.context)
        (folder / f"{code}.mo").write_bytes(catalogues.compiled(made))


def english_in(text: str) -> str:
    """What of a text is in no brackets, nor the name of a gap."""
    return re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}|{{\w+}}", " ", text)
