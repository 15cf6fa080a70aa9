"""Texts and names cut to a width, and names moved apart, for pages and prints; names stay different."""

import re
from collections.abc import Callable, Sequence
from os.path import commonprefix

from scorepad.formats import NO_BREAK_SPACES

Measure = Callable[[str], float]
"""A function that returns the width of a text."""


def shortened(text: str, room: float, measure: Measure) -> str:
    """Return the text, or as much of it as fits the room with an ellipsis."""
    return text if measure(text) <= room else cut_to(text, "…", room, measure)


def cut_to(text: str, tail: str, room: float, measure: Measure) -> str:
    """Return as much of the text as fits the room with this tail, or the tail alone."""
    fitting = (text[:length].rstrip(f" …{NO_BREAK_SPACES}") + tail for length in range(len(text), 0, -1))
    return next((cut for cut in fitting if measure(cut) <= room), tail)


def short_names(names: Sequence[str], room: float, measure: Measure, tail: str = "…") -> list[str]:
    """Return the names cut to the width, all different.

    Whole words are preferred, otherwise as many letters as fit and an ellipsis. Names that would look alike are cut
    at the point where they differ, or get their seat numbers.
    """
    ways = [0] * len(names)
    while True:
        shown = [_WAYS[way](names, seat, room, measure, tail) for seat, way in enumerate(ways)]
        alike = {seat for seat, name in enumerate(shown) if ways[seat] < len(_WAYS) - 1 and _moves(names, shown, seat)}
        if not alike:
            return shown
        ways = [way + (seat in alike) for seat, way in enumerate(ways)]


def _moves(names: Sequence[str], shown: Sequence[str], seat: int) -> bool:
    """Whether a name must be told apart from another: the one that is whole keeps its letters, unless both are."""
    alike = [other for other, name in enumerate(shown) if name == shown[seat] and other != seat]
    return bool(alike) and (names[seat] != shown[seat] or any(names[other] == shown[seat] for other in alike))


def _words(names: Sequence[str], seat: int, room: float, measure: Measure, tail: str) -> str:
    """Return the name, or the words of it that fit, if these are not much shorter than a cut name."""
    name, cut = names[seat], _letters(names, seat, room, measure, tail)
    words = [name[: match.start()] for match in re.finditer(r"[\s-]", name)]
    fitting = [word for word in words if _has_letter(word) and measure(word) <= room and 2 * len(word) >= len(cut)]
    return fitting[-1] if fitting and cut != name else cut


def _letters(names: Sequence[str], seat: int, room: float, measure: Measure, tail: str) -> str:
    name = names[seat]
    if measure(name) <= room:
        return name
    cut = cut_to(name, tail, room, measure)
    if not _has_letter(cut) and _has_letter(name):  # such as an emoji before the name
        name = name[next(at for at, sign in enumerate(name) if sign.isalnum()) :]
        return name if measure(name) <= room else cut_to(name, tail, room, measure)
    return cut


def _has_letter(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _first_and_distinct_letters(names: Sequence[str], seat: int, room: float, measure: Measure, tail: str) -> str:
    """Return the first letters of a name and those from where it parts from the one most like it."""
    name = names[seat]
    others = (other for number, other in enumerate(names) if number != seat)
    at = max(len(commonprefix([name, other])) for other in others)  # noqa: RUF071  letters, not paths
    for length in range(min(3, len(name) - at), 0, -1):
        for head in range(at - 1, 0, -1):
            if measure(cut := f"{name[:head]}…{name[at : at + length]}") <= room:
                return cut
    return _letters(names, seat, room, measure, tail)


def _seated(names: Sequence[str], seat: int, room: float, measure: Measure, _tail: str) -> str:
    name = names[seat]
    return cut_to(name, f" {seat + 1}" if measure(name) <= room else f"…{seat + 1}", room, measure)


_WAYS = (_words, _letters, _first_and_distinct_letters, _seated)


def spread(places: Sequence[float], low: float, top: float, step: float) -> list[float]:
    """Return these heights, within low and top, moved apart by `step`, so that a name has room at each.

    Their order stays.
    """
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved, least = list(places), low
    for at in order:
        moved[at] = max(moved[at], least)
        least = moved[at] + step
    most = max(top, low + step * (len(places) - 1))
    for at in reversed(order):
        moved[at] = min(moved[at], most)
        most = moved[at] - step
    return moved
