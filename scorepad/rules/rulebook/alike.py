"""Whether games are played alike by two rulebooks, however they are written: a game keeps its copy, and what is built
in is mended now and then."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from scorepad.rules.rulebook.rulebook import TOLD_ONLY, Rulebook

_PLAYED = ("players", "ladder", "top", "no_trump_hands")
"""Keys of which only matters what they make of the hands."""


def plays_alike(known: Rulebook, other: Rulebook, numbers: Collection[int] | None = None) -> bool:
    """Whether every game of the other one with so many players (None: as many as it is for) goes as one of the known
    one, which may be told in other words, or be for more players."""
    numbers = range(other.min_players, other.max_players + 1) if numbers is None else numbers
    if not all(known.min_players <= count <= known.max_players for count in numbers):
        return False
    by_number = () if known.ladder.endless else ("special",)  # an endless ladder is compared once round only
    unsaid = (*TOLD_ONLY, *other.too_old_for(), *_PLAYED, *by_number)
    mine: Rulebook = replace(known, key=other.key, **{name: getattr(other, name) for name in unsaid})
    return (
        mine == other
        and known.ladder.endless == other.ladder.endless
        and all([*_hands(known, count)] == [*_hands(other, count)] for count in numbers)
    )


def covers(known: Rulebook, other: Rulebook) -> bool:
    """Whether the known one may stand for the other in a file, whatever house rules a table makes: with another ladder,
    too, the same hands are special."""
    same_hands = (known.special, known.no_trump_hands) == (other.special, other.no_trump_hands)
    return same_hands and plays_alike(known, other)


def _hands(rulebook: Rulebook, players: int) -> Iterator[tuple[Any, ...]]:
    """What there is to say of each hand, once round."""
    sizes = rulebook.sizes(players)
    for hand, cards in enumerate(sizes, 1):
        last = hand == len(sizes) and not rulebook.ladder.endless
        special = rulebook.specials_for(hand, cards, max(sizes), last)
        trump = rulebook.trump_for(hand, cards, players, last=last)
        yield cards, trump, rulebook.note_for(special, cards, players), special.bid, dict(special.options)
