"""How many can play, in a few words; how a game is played is told in `scorepad.rules.telling`."""

from __future__ import annotations

from scorepad.rules.phrases import span
from scorepad.rules.rulebook.rulebook import Rulebook
from scorepad.words import _


def players_span(rulebook: Rulebook, dash: str = "–") -> str:
    """How many can play: `3–7` or `4`."""
    return span(*rulebook.players, dash)


def players_in_words(rulebook: Rulebook) -> str:
    """`3–7 players`, `4 players`."""
    return _("{span} players").format(span=players_span(rulebook))
