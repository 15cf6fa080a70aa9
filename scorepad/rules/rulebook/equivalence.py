"""Whether two rulebooks play the same game."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from scorepad.rules.rulebook.rulebook import TOLD_ONLY, Rulebook

_NEWER = (
    "suits", "ladders", "cancelled_label", "bid_changes_label", "first_deal", "must_follow", "must_trump", "must_beat",
    "least_top", "wrong_count",
)  # fmt: skip
"""Keys that the copies in older games lack."""
_PLAYED = ("players", "dealer_sits_out", "ladder", "top", "no_trump_hands")
"""Keys that are compared only by the hands that they produce."""


def plays_alike(known: Rulebook, other: Rulebook, numbers: Collection[int] | None = None) -> bool:
    """Return whether games by `other` are played exactly like games by `known`.

    `numbers` are the numbers of players to compare; None means all that `other` allows. `known` may have other texts
    and allow more players.
    """
    numbers = range(other.min_players, other.max_players + 1) if numbers is None else numbers
    if not all(known.min_players <= count <= known.max_players for count in numbers):
        return False
    by_number = () if known.ladder.endless else ("special",)  # only one pass of an endless ladder is compared
    ignored = (*TOLD_ONLY, *(key for key in _NEWER if not other.has_key(key)), *_PLAYED, *by_number)
    aligned: Rulebook = replace(known, key=other.key, **{name: getattr(other, name) for name in ignored})
    return (
        aligned == other
        and known.ladder.endless == other.ladder.endless
        and all([*_hands(known, count)] == [*_hands(other, count)] for count in numbers)
    )


def can_replace(known: Rulebook, other: Rulebook) -> bool:
    """Return whether `known` may replace `other` in a file, under all house rules.

    A house rule may change the ladder, so the keys for special hands must be the same.
    """
    same_hands = (known.special, known.no_trump_hands) == (other.special, other.no_trump_hands)
    return same_hands and plays_alike(known, other)


def _hands(rulebook: Rulebook, players: int) -> Iterator[tuple[Any, ...]]:
    """Yield the cards, players, trump, note, bid and options of each hand in one pass."""
    sizes = rulebook.sizes(players)
    for hand, cards in enumerate(sizes, 1):
        last = hand == len(sizes) and not rulebook.ladder.endless
        special = rulebook.specials_for(hand, cards, max(sizes), last, len(sizes))
        trump = rulebook.trump_for(hand, cards, players, last=last)
        note = rulebook.note_for(special, cards, players)
        yield cards, rulebook.playing(players), trump, note, special.bid, dict(special.options)
