"""One sheet for several numbers of players: their hands put together, each saying who plays it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from scorepad.game.state.rows import OpenHand
from scorepad.words import _, labelled

Line = tuple[OpenHand, tuple[int, ...]]  # a hand and the numbers of players who play it


def hands_together(
    hands: Mapping[int, Sequence[OpenHand]],
) -> tuple[list[OpenHand], dict[int, tuple[int, ...]]]:
    """The `hands` of each number of players in as few lines as may be, each in its own order, numbered anew; and by
    the number of a line those who play it, where not all do. A trump that is not the same for all is left open."""
    lines: list[Line] = []
    for count, played in hands.items():
        lines = list(_with(lines, count, played))
    together = [replace(hand, number=number) for number, (hand, _counts) in enumerate(lines, 1)]
    apart = {number: counts for number, (_hand, counts) in enumerate(lines, 1) if len(counts) < len(hands)}
    return together, apart


def hands_abreast(hands: Mapping[int, Sequence[OpenHand]]) -> list[OpenHand]:
    """One line for each hand number of an endless ladder, which all numbers of players share, with the most cards of
    any. A trump that differs is left open. Empty where the hook or a fixed bid differs."""
    lines = list[OpenHand]()
    for alike in zip(*hands.values(), strict=False):
        if len({(hand.hook, hand.fixed_bid) for hand in alike}) > 1:
            return []
        trump = alike[0].trump if len({hand.trump for hand in alike}) == 1 else None
        note = _notes_abreast(dict(zip(hands, alike, strict=True)))
        lines.append(replace(alike[-1], cards=max(hand.cards for hand in alike), trump=trump, note=note))
    return lines


def _notes_abreast(hands: Mapping[int, OpenHand]) -> str:
    counts: dict[str, list[int]] = {}
    for count, hand in hands.items():
        counts.setdefault(hand.note, []).append(count)
    if len(counts) == 1:
        return next(iter(counts))
    players = _("Players")
    return " ".join(labelled(f"{players} {ranges(of)}", note) for note, of in counts.items() if note)


def _with(lines: Sequence[Line], count: int, played: Sequence[OpenHand]) -> Iterator[Line]:
    """The lines with one more number of players: on lines that there are where the cards are the same, in order."""
    line = hand = 0
    for line_shared, hand_shared in [*_shared(lines, played), (len(lines), len(played))]:
        yield from lines[line:line_shared]
        yield from ((one, (count,)) for one in played[hand:hand_shared])
        if line_shared < len(lines):
            known, counts = lines[line_shared]
            trump = known.trump if known.trump == played[hand_shared].trump else None
            yield replace(known, trump=trump), (*counts, count)
        line, hand = line_shared + 1, hand_shared + 1


def _shared(lines: Sequence[Line], played: Sequence[OpenHand]) -> list[tuple[int, int]]:
    """The longest row of places, in lines and hands, that can be shared (longest common subsequence)."""
    ours, theirs = [_alike(hand) for hand, _counts in lines], [_alike(hand) for hand in played]
    longest = [[0] * (len(theirs) + 1) for _one in range(len(ours) + 1)]
    for at in reversed(range(len(ours))):
        for to in reversed(range(len(theirs))):
            longest[at][to] = (
                longest[at + 1][to + 1] + 1 if ours[at] == theirs[to] else max(longest[at + 1][to], longest[at][to + 1])
            )
    places, at, to = list[tuple[int, int]](), 0, 0
    while at < len(ours) and to < len(theirs):
        if ours[at] == theirs[to]:
            places.append((at, to))
            at, to = at + 1, to + 1
        elif longest[at + 1][to] >= longest[at][to + 1]:
            at += 1
        else:
            to += 1
    return places


def _alike(hand: OpenHand) -> tuple[object, ...]:
    return hand.cards, hand.hook, hand.fixed_bid, hand.note


def ranges(counts: Sequence[int]) -> str:
    """Numbers in order as one writes them: `4–6, 8`; "" of none."""
    if not counts:
        return ""
    edges = [0, *(at + 1 for at, (one, other) in enumerate(pairwise(counts)) if other > one + 1), len(counts)]
    runs = [counts[start:end] for start, end in pairwise(edges)]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\u2013{run[-1]}" for run in runs)
