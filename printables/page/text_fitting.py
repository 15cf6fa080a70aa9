"""Printable text: letters that the fonts lack, right-to-left scripts, line breaks and ellipses.

The font is Roboto Condensed with the rest of DejaVu Sans: Latin, Greek, Cyrillic, Vietnamese, Armenian, Georgian,
Hebrew, Arabic. A letter that neither it nor a font of this machine has is spelled in Latin letters.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from printables.page.fallback_fonts import font_with, transliterate
from scorepad.formats import NO_BREAK_SPACES, split_unbroken
from scorepad.short_names import Measure, cut_to
from scorepad.words import ISOLATES, RIGHT_TO_LEFT

# What hangs on the sign before it: variation selectors, skin tones, tags.
_HANGS_ON = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_JOINER = "\u200d"


@lru_cache(maxsize=2_000)
def printable(text: str, known: Callable[[int], bool]) -> str:
    """Return the text in letters for which `known` (a code point) holds or which a font of this machine has.

    Others are spelled in Latin letters. Pictures are kept only if there is nothing else to read.
    """
    letters = "".join(_signs(text, known, pictures=False))
    return " ".join(split_unbroken(letters)) if letters.strip() else " ".join(_signs(text, known, pictures=True))


def _signs(text: str, known: Callable[[int], bool], *, pictures: bool) -> list[str]:
    signs: list[str] = []
    drawn = joined = False  # whether the last sign was a picture, and this one is part of it
    for letter in unicodedata.normalize("NFC", text):
        if letter == _JOINER or _HANGS_ON.match(letter):
            joined = letter == _JOINER and drawn
            continue
        if ord(letter) in ISOLATES:
            signs.append(letter)
            continue
        has = ord(letter) <= 0xFFFF and (known(ord(letter)) or font_with(letter) is not None)
        drawn = not has and unicodedata.category(letter) == "So"
        if has or letter.isspace():
            signs.append(letter if has else "\u00a0" if letter in NO_BREAK_SPACES else " ")
        elif not drawn or (pictures and not joined):
            signs.append(transliterate(letter))
        joined = False
    return signs


def wrapped(text: str, room: float, measure: Measure, most: int = 100) -> list[str]:
    """Break a text into lines of this width, at blanks or within a word that is too long.

    The last of at most `most` lines ends with an ellipsis. A blank text has no lines. A dot that separates two parts is
    left out where the line breaks.
    """
    lines: list[str] = []
    line = ""
    for word in split_unbroken(text):
        if line and measure(f"{line} {word}") <= room:
            line = f"{line} {word}"
            continue
        if line:
            lines.append(line)
        while len(word) > 1 and measure(word) > room:
            length = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or measure(word[:n]) <= room)
            lines.append(word[:length])
            word = word[length:]
        line = word
    lines += [line] if line else []
    lines = [line.removeprefix("· ").removesuffix(" ·") for line in lines]
    return lines if len(lines) <= most else [*lines[: most - 1], cut_to(lines[most - 1], "…", room, measure)]


# --- from right to left -----------------------------------------------------------------------------------


def to_visual_order(text: str) -> str:
    """Return the letters in visual order from left to right, Arabic ones joined, brackets mirrored.

    The order is Unicode's (UAX 9) for a separate line: its first letter with a direction, outside isolated names,
    decides. The signs of isolation are left out.
    """
    if not RIGHT_TO_LEFT.search(text):
        return text.translate(ISOLATES)
    try:
        from bidi import get_display  # late: few tables need it
    except ImportError:  # in a browser, which has no compiled package
        return _visual_order_in_python(text)
    pairs, bracket, beside_its_mark = _mirrored()
    ordered = get_display(bracket.sub(rf"\g<0>{_MARK}", _joined_up(text)))
    return beside_its_mark.sub(lambda match: match[1] or pairs[match[2]], ordered).translate(ISOLATES)


def _visual_order_in_python(text: str) -> str:
    """Do the same with the part of `bidi` that is not compiled, which knows no isolated names.

    Each name stands as one neutral sign while the text around it is ordered. Only brackets around both directions can
    differ from the compiled part.
    """
    from bidi.algorithm import get_display

    names: list[str] = []

    def hide(isolated_name: re.Match[str]) -> str:
        names.append(get_display(_joined_up(isolated_name[1])))
        return chr(_NEUTRAL + len(names) - 1)

    ordered = get_display(_joined_up(_ISOLATED.sub(hide, text)))
    return _HIDDEN.sub(lambda match: names[ord(match[0]) - _NEUTRAL], ordered).translate(ISOLATES)


_ISOLATED = re.compile("[\u2066-\u2068]([^\u2066-\u2069]*)\u2069")
_NEUTRAL = 0x2400  # signs that no name has: pictures of control characters
_HIDDEN = re.compile("[\u2400-\u245f]")

# `get_display` orders letters but mirrors no brackets. A combining mark follows its letter, in either
_MARK = "\ufe00"


@lru_cache
def _mirrored() -> tuple[dict[str, str], re.Pattern[str], re.Pattern[str]]:
    """Signs and their mirror images; what finds such a sign, and what finds it with its mark behind or before it."""
    from bidi.mirror import MIRRORED

    signs = f"[{re.escape(''.join(MIRRORED))}]"
    return MIRRORED, re.compile(signs), re.compile(f"({signs}){_MARK}|{_MARK}({signs})")


@lru_cache
def _shapes() -> dict[tuple[str, str], str]:
    """Arabic letters (and lam with alef) with a place in the word, to their presentation forms."""
    shapes: dict[tuple[str, str], str] = {}
    for code in range(0xFE80, 0xFEFD):
        place, *letters = unicodedata.decomposition(chr(code)).split()
        shapes["".join(chr(int(letter, 16)) for letter in letters), place.strip("<>")] = chr(code)
    return shapes


def _joined_up(text: str) -> str:
    """Return Arabic letters in the form that their neighbours require."""
    shapes = _shapes()
    signs = re.findall("\u0644[\u0622\u0623\u0625\u0627]|.", text, re.DOTALL)
    joins_next = [(sign, "initial") in shapes for sign in signs]
    joins_last = [(sign, "final") in shapes for sign in signs]
    shaped = []
    for at, sign in enumerate(signs):
        before = at > 0 and joins_next[at - 1] and joins_last[at]
        after = at + 1 < len(signs) and joins_next[at] and joins_last[at + 1]
        shaped.append(shapes.get((sign, _PLACES[before, after]), sign))
    return "".join(shaped)


_PLACES = {(True, True): "medial", (True, False): "final", (False, True): "initial", (False, False): "isolated"}
