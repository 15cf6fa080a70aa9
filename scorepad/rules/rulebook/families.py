"""What kind of game a rulebook is, and for how many players, in a few words."""

from __future__ import annotations

from scorepad.rules.phrases import span
from scorepad.rules.rulebook.rulebook import Rulebook
from scorepad.words import _

DOWN_UP, UP_DOWN, ONE_WAY, TOGETHER, TRUMPS = "down and up", "up and down", "one way", "together", "trumps"
FAMILIES = (DOWN_UP, UP_DOWN, ONE_WAY, TOGETHER, TRUMPS)

USUAL = ("pagat", "boerenbridge", "wizard", "murder")
"""Keys of the rulebooks that most people look for, in this order."""


def family(rulebook: Rulebook) -> str:
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


def players_span(rulebook: Rulebook, dash: str = "–") -> str:
    """How many can play: `3–7` or `4`."""
    return span(*rulebook.players, dash)


def players_in_words(rulebook: Rulebook) -> str:
    """`3–7 players`, `4 players`."""
    return _("{span} players").format(span=players_span(rulebook))
