"""Guesses at names of one person: the same sound, one typing error, or a short form."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from scorepad.formats import letters_of, searchable

_SOUNDS = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("c", "k"), ("y", "i"))
"""Spellings of the same sound: Müller and Mueller, Catherine and Katherine, Philip and Filip."""

SHORTEST = 3
"""Shortest name that is compared by typing errors or as the beginning of another name."""


def are_alike(name: str, other: str) -> bool:
    """Return whether two names are probably one person's."""
    if _figures(name) != _figures(other):  # Guest 1 and Guest 2 are different people
        return False
    first, second = _words(name), _words(other)
    if not first or not second:  # no letters at all
        return False
    return (
        _sound("".join(first)) == _sound("".join(second)) or _differ_by_typo(first, second) or _shortened(first, second)
    )


def find_similar_names(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield all pairs of similar names, each once.

    Only names with a common beginning, sound, or spelling except for one letter are compared. This is fast for
    thousands of names.
    """
    by_mark: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        for mark in _marks(name):
            by_mark.setdefault(mark, []).append(name)
    compared = dict.fromkeys(pair for alike_names in by_mark.values() for pair in combinations(alike_names, 2))
    return (pair for pair in compared if are_alike(*pair))


def _marks(name: str) -> set[str]:
    """Return keys of which similar names share at least one."""
    letters = letters_of(name)
    words = _words(name)
    left_out = {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
    beginnings = {word[:SHORTEST] + "…" for word in words if len(word) > 1}
    return {letters, "=" + _sound(letters)} | left_out | beginnings


def _words(name: str) -> list[str]:
    return [letters for word in searchable(name).replace("-", " ").split() if (letters := letters_of(word))]


def _figures(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _sound(letters: str) -> str:
    """Return the letters by sound: double letters once, without a silent ending."""
    for written, heard in _SOUNDS:
        letters = letters.replace(written, heard)
    sound = "".join(letter for at, letter in enumerate(letters) if letters[at - 1 : at] != letter)
    return sound.rstrip("eh") or sound


def _differ_by_typo(first: list[str], other: list[str]) -> bool:
    """Return whether the names differ by one typing error in one word.

    Ann M. and Ann S. are different people.
    """
    if len(first) != len(other):
        return _one_slip("".join(first), "".join(other))
    differing = [pair for pair in zip(first, other, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and _one_slip(*differing[0])


def _one_slip(first: str, other: str) -> bool:
    """Return whether the words differ by one letter added, replaced, or swapped with the next.

    A replaced letter makes a short name another name: Tim and Tom, Rob and Bob.
    """
    short, long = sorted((first, other), key=len)
    if len(short) < SHORTEST or len(long) - len(short) > 1:
        return False
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    enough = len(short) > SHORTEST and (at > 0 or len(short) > SHORTEST + 2)
    return swapped or (enough and short[at + 1 :] == long[at + 1 :])


def _shortened(first: list[str], other: list[str]) -> bool:
    """Return whether one name is a short form of the other.

    Words at the end may be missing, or cut to one letter: Ann, Ann M. and Ann Miller. A single word may be a
    beginning: Alex and Alexander.
    """
    short, long = sorted((first, other), key=lambda words: (len(words), sum(map(len, words))))
    if len(long) == 1:
        return len(short[0]) >= SHORTEST and long[0].startswith(short[0])
    both = list(zip(short, long, strict=False))
    return any(a == b and len(a) > 1 for a, b in both) and all(
        a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in both
    )
