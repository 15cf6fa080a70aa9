"""Recognition of Scorepad's own spreadsheets by their headings, in every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scorepad.game.report.sheet_files import heads, heads_of_a_player
from scorepad.words import call_in_every_language


def is_own_layout(headings: Sequence[str]) -> bool:
    """Return whether these are the headings of a sheet that Scorepad wrote, with all columns in their places.

    Then each column means what its heading says, even if the rules give other values.
    """
    texts = [text.casefold() for text in headings]
    while texts and not texts[-1]:
        texts.pop()
    return any(_is_written(texts, words, parts) for words, parts in _headings())


@cache
def _headings() -> list[tuple[Mapping[str, str], Sequence[str]]]:
    every = call_in_every_language(lambda: (heads(), heads_of_a_player()))
    return [
        ({key: head.casefold() for key, head in words.items()}, [part.casefold() for part in parts.values()])
        for words, parts in every
    ]


def _is_written(texts: Sequence[str], words: Mapping[str, str], parts: Sequence[str]) -> bool:
    hand = [words["hand"], words["cards"], words["dealer"]]
    evening = [words["date"], words["game"], words["scheme"]]
    begin = hand if texts[:1] == hand[:1] else evening + hand
    rest = [*texts[len(begin) :]]
    if [*texts[: len(begin)]] != begin:
        return False
    rest = rest[1:] if rest[:1] == [words["trump"]] else rest
    rest = rest[:-1] if rest[-1:] == [words["comment"]] else rest[1:] if rest[:1] == [words["comment"]] else rest
    without_off = [*parts[:2], *parts[3:]]  # only sheets with distances from the bids have them
    if rest[:1] == [words["player"]]:
        return rest[1:] in ([*parts], without_off)
    return _are_players(rest, parts) or _are_players(rest, without_off)


def _are_players(texts: Sequence[str], parts: Sequence[str]) -> bool:
    if not texts or len(texts) % len(parts):
        return False
    for begin in range(0, len(texts), len(parts)):
        block = texts[begin : begin + len(parts)]
        name = block[0].removesuffix(f" {parts[0]}")
        if any(text != f"{name} {part}" for text, part in zip(block, parts, strict=True)):
            return False
    return True
