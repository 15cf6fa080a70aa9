"""Letters that the bundled fonts lack: a font of this machine that has them, or a spelling in Latin letters.

Fonts for Chinese, Japanese and Korean are searched when a name first needs them, in the system's folders or only in
`SCOREPAD_FONTS` (a file or a folder) if that is set. Only TrueType outlines work, because ReportLab embeds no others.
"""

import os
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from anyascii import anyascii

WIDE = re.compile("[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff01-\uffee]")
"""Letters that may be taken from a font of the machine: Chinese, Japanese, Korean."""

_FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts",
    "/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts", "C:/Windows/Fonts",
)  # fmt: skip
# How the files are called, the fonts with the most letters first.
_FONT_NAMES = (
    "droidsansfallback", "wqy-microhei", "wqy-zenhei", "notosanssc", "notosanstc", "notosansjp", "notosanskr", "msyh",
    "simsun", "arial unicode", "stheiti", "yugoth", "meiryo", "msgothic", "malgun", "applegothic", "uming", "ipaexg",
    "ipag", "nanumgothic", "unifont",
)  # fmt: skip
_TYPES = (".ttf", ".ttc")


@lru_cache(maxsize=2_000)
def font_with(letter: str) -> str | None:
    """Return the path of a font on this machine that has a letter of Chinese, Japanese or Korean.

    None for all others.
    """
    return next((path for path in _paths() if ord(letter) in _letters(path)), None) if WIDE.match(letter) else None


@lru_cache(maxsize=1)
def _paths() -> tuple[str, ...]:
    """Return the fonts worth a look, the best first; only the chosen ones if any place was chosen."""
    chosen = os.environ.get("SCOREPAD_FONTS")
    if chosen:
        return tuple(map(str, _fonts_in(Path(chosen))))
    fonts = [path for folder in _FOLDERS for path in _fonts_in(Path(folder).expanduser())]
    places = {path: _place(path) for path in fonts}
    known = sorted((path for path in fonts if places[path] < len(_FONT_NAMES)), key=lambda path: (places[path], path))
    return tuple(map(str, known))


def _fonts_in(place: Path) -> list[Path]:
    files = (Path(folder) / name for folder, _folders, names in os.walk(place) for name in names)
    return sorted(path for path in ([place] if place.is_file() else files) if path.suffix.lower() in _TYPES)


def _place(path: Path) -> int:
    name = path.name.lower()
    return next((at for at, called in enumerate(_FONT_NAMES) if name.startswith(called)), len(_FONT_NAMES))


@lru_cache(maxsize=32)
def _letters(path: str) -> frozenset[int]:
    """Return the code points that a font has; none where it cannot be embedded."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    try:
        return frozenset(TTFontFile(path).charToGlyph)
    except (TTFError, OSError):
        return frozenset()


def split_by_font(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield the text in pieces, each with its font: `name`, or the path of a font of the machine."""
    if not WIDE.search(text):
        return iter([(name, text)])
    return ((font, "".join(letters)) for font, letters in groupby(text, lambda letter: font_with(letter) or name))


def transliterate(letter: str) -> str:
    """Return a letter in Latin letters (a smile is "grinning"), or a question mark if there is no spelling."""
    return anyascii(letter).strip(":").replace("_", " ") or (
        "" if unicodedata.category(letter) in ("Mn", "Me", "Cc", "Cf") else "?"
    )
