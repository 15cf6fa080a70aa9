"""What a rulebook amounts to: its kind of game, its numbers of players, and what can come up at all in its games.

Forms and texts ask here, so that they offer and say nothing that can make no difference.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.formats import span
from scorepad.rules.rulebook.house_option import Rules
from scorepad.words import _


def numbers_of_players(rulebook: Rules) -> range:
    """From the fewest to the most."""
    return range(rulebook.min_players, rulebook.max_players + 1)


def deals_all_cards(rulebook: Rules, numbers: Iterable[int] | None = None) -> bool:
    """Whether there is a hand that leaves no card to turn up, for one of these numbers of players (None: for any)."""
    return any(
        cards * number >= rulebook.pack_for(number)
        for number in numbers or numbers_of_players(rulebook)
        for cards in rulebook.sizes(number)
    )


def hands_differ(rulebook: Rules) -> bool:
    """Whether some hands are larger than others."""
    return any(len({*rulebook.sizes(number)}) > 1 for number in numbers_of_players(rulebook))


def ends_below_the_top(rulebook: Rules) -> bool:
    """Whether the last hand may be smaller than the largest: that of an endless ladder may be any."""
    if rulebook.ladder.endless:
        return hands_differ(rulebook)
    return any(rulebook.sizes(number)[-1] < rulebook.largest_for(number) for number in numbers_of_players(rulebook))


def has_jokers(rulebook: Rules) -> bool:
    """Return whether the pack has cards beyond whole suits of 13."""
    return any(
        rulebook.pack_for(number) > 52 and rulebook.pack_for(number) % 13 for number in numbers_of_players(rulebook)
    )


DOWN_UP, UP_DOWN, ONE_WAY, TOGETHER, TRUMPS = "down and up", "up and down", "one way", "together", "trumps"
FAMILIES = (DOWN_UP, UP_DOWN, ONE_WAY, TOGETHER, TRUMPS)

USUAL = ("pagat", "boerenbridge", "wizard", "murder")
"""Keys of the rulebooks that most people look for, in this order."""


def family(rulebook: Rules) -> str:
    """One of FAMILIES."""
    if rulebook.bidding == "together":
        return TOGETHER
    if rulebook.trump.way != "turned up":
        return TRUMPS
    sizes = rulebook.sizes(rulebook.min_players)
    if sizes in (sorted(sizes), sorted(sizes, reverse=True)):
        return ONE_WAY
    return DOWN_UP if sizes[0] > min(sizes) else UP_DOWN


def family_in_words(kind: str) -> str:
    """As a heading over games of this kind."""
    return {
        DOWN_UP: _("Down to few cards and up again"),
        UP_DOWN: _("Up to many cards and down again"),
        ONE_WAY: _("One way only"),
        TOGETHER: _("All bid at once"),
        TRUMPS: _("Trumps in turn, named or bid for"),
    }[kind]


def players_span(rulebook: Rules, dash: str = "–") -> str:
    """How many can play: `3–7` or `4`."""
    return span(rulebook.min_players, rulebook.max_players, dash)


def players_in_words(rulebook: Rules) -> str:
    """`3–7 players`, `4 players`."""
    return _("{span} players").format(span=players_span(rulebook))
