"""Words as they can be printed: letters the font lacks, scripts from right to left, lines and ellipses.

The font is DejaVu Sans: Latin, Greek, Cyrillic, Vietnamese, Armenian, Georgian, Hebrew, Arabic. A letter it
lacks (Chinese, most emoji) becomes a box, one for each sign as a person sees it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

BOX = "\u25a1"
Measure = Callable[[str], float]
# What hangs on the sign before it: variation selectors, skin tones, tags.
_HANGS_ON = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_JOINER = "\u200d"


@lru_cache(maxsize=2_000)
def printable(text: str, known: Callable[[int], bool]) -> str:
    """The text in letters for which `known` (a code point) holds, a box for every other sign."""
    signs: list[str] = []
    joined = False
    for letter in unicodedata.normalize("NFC", text):
        if letter == _JOINER or _HANGS_ON.match(letter):
            joined = letter == _JOINER and signs[-1:] == [BOX]
        elif letter.isspace():
            signs.append(" ")
        elif ord(letter) <= 0xFFFF and known(ord(letter)):
            signs.append(letter)
        elif not joined and unicodedata.category(letter) not in ("Mn", "Me", "Cc", "Cf"):
            signs.append(BOX)
        joined = joined and letter == _JOINER
    return "".join(signs)


def shortened(text: str, room: float, measure: Measure) -> str:
    """The text, or as much of it as fits the room with an ellipsis."""
    return text if measure(text) <= room else _cut(text, "…", room, measure)


def _cut(text: str, tail: str, room: float, measure: Measure) -> str:
    fitting = (text[:length].rstrip() + tail for length in range(len(text), 0, -1))
    return next((cut for cut in fitting if measure(cut) <= room), tail)


def short_names(names: Sequence[str], room: float, measure: Measure) -> list[str]:
    """The names cut to the room, none like another: those that look the same are told apart by their seats."""
    cut = [shortened(name, room, measure) for name in names]
    return [
        one if cut.count(one) == 1 else _cut(name, f" {seat}" if one == name else f"…{seat}", room, measure)
        for seat, (name, one) in enumerate(zip(names, cut, strict=True), 1)
    ]


def wrapped(text: str, room: float, measure: Measure, most: int = 100) -> list[str]:
    """Lines that fit the room, broken at spaces, or within a word too long for a line; at most so many, the last one
    then with an ellipsis. No lines for a text of blanks."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and measure(f"{line} {word}") <= room:
            line = f"{line} {word}"
            continue
        if line:
            lines.append(line)
        *whole, line = _broken(word, room, measure)
        lines += whole
    lines += [line] if line else []
    return lines if len(lines) <= most else [*lines[: most - 1], _cut(lines[most - 1], "…", room, measure)]


def _broken(word: str, room: float, measure: Measure) -> list[str]:
    parts: list[str] = []
    while len(word) > 1 and measure(word) > room:
        length = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or measure(word[:n]) <= room)
        parts, word = [*parts, word[:length]], word[length:]
    return [*parts, word]


# --- from right to left -----------------------------------------------------------------------------------

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def visual(text: str) -> str:
    """The letters in the order in which an eye meets them from left to right, Arabic ones joined, brackets mirrored.

    The order is Unicode's (UAX 9), for a line by itself: its first letter that has a direction gives the line's.
    """
    if not _RIGHT_TO_LEFT.search(text):
        return text
    from bidi import get_display  # late: few tables need it

    pairs, bracket, beside_its_mark = _mirrored()
    ordered = get_display(bracket.sub(rf"\g<0>{_MARK}", _joined_up(text)))
    return beside_its_mark.sub(lambda found: found[1] or pairs[found[2]], ordered)


# `get_display` puts letters in order and mirrors no brackets. A mark hangs on the sign before it, in whichever
# direction that runs: where it comes to stand before its bracket, the bracket runs from right to left.
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
        shapes["".join(chr(int(one, 16)) for one in letters), place.strip("<>")] = chr(code)
    return shapes


def _joined_up(text: str) -> str:
    """Arabic letters in the form they take beside their neighbours."""
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
