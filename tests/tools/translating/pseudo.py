"""Two pseudo-languages, generated from English by rule.

The first lengthens every word and puts messages in brackets. It reveals text that is not translatable, and places that
are too narrow. The second is written from right to left. The language codes are the usual ones for pseudo-languages.
"""

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from tools.translating import catalogues

LONGER, LEFTWARDS = "en-XA", "ar-XB"

_KEPT = re.compile(r"(\{+[^{}]*\}+|%\(\w+\)[sdr]|%[sdr%]|<[^<>]*>|&\w+;)")
"""Parts that a translator leaves unchanged: placeholders and markup."""

_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
OPEN, CLOSE = "⟦", "⟧"


_EXCHANGED = str.maketrans(",.", ".,")
_SIGNS = {re.compile(r"([:;])(?=\s|$)"): "\u00a0\\1", re.compile("“"): "«", re.compile("”"): "»"}

ENGLISH_SIGNS = re.compile(r"\S+[:;](?=\s|$)|[“”]")
"""Quotation marks, and colons and semicolons after a word, which no message of these languages has."""


def longer(text: str) -> str:
    """Return `Léttérs wíth áccénts` in brackets, longer by two fifths, with words of realistic length.

    Placeholders stay outside of the brackets. Numbers and dates get other separators.
    """
    return "".join(part if number % 2 else _longer(part) for number, part in enumerate(_KEPT.split(text)))


def _longer(part: str) -> str:
    for sign, own in _SIGNS.items():
        part = sign.sub(own, part)
    if not any(map(str.isalpha, part)):
        return part.translate(_EXCHANGED) if any(map(str.isdigit, part)) else part.replace("-", "/")
    added = re.sub(r"(·{12})(?=·)", r"\1 ", "·" * round(0.4 * len(part)))
    return f"{OPEN}{part.translate(_ACCENTS)}{added}{CLOSE}"


def leftwards(text: str) -> str:
    """Return the text in control characters that set it from right to left."""
    return longer(text) if not any(map(str.isalpha, text)) else f"\u202e{longer(text)}\u202c"


def write(folder: Path, words: Catalog) -> None:
    """Write the compiled catalogues of both languages."""
    for code, name, convert in ((LONGER, "Löñger", longer), (LEFTWARDS, "Léftwards", leftwards)):
        made = Catalog(fuzzy=False)
        made.language_team = name
        for message in words:
            if message.id:
                converted = convert(message.id) if isinstance(message.id, str) else tuple(map(convert, message.id))
                made.add(message.id, converted, context=message.context)
        (folder / f"{code}.mo").write_bytes(catalogues.compiled(made))


def english_in(text: str) -> str:
    """Return the parts of a text outside of brackets, without placeholder names."""
    return re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}|{{\w+}}", " ", text)
