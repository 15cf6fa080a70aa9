"""The small phrases about rules that pages, prints and terminal share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorepad.rules.rulebook.trumps import NO_TRUMPS, OTHER_JOKER
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.rules.rulebook import Rulebook
    from scorepad.rules.scheme.parts import Winner


def capital(text: str) -> str:
    """With a capital at the beginning, and the rest as it is: other languages write nouns with one."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a full stop, unless it ends a sentence already: a name may end with “!”."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def suit_name(letter: str) -> str:
    """A trump letter as a word: C D H S, N for no trumps, J for the other joker."""
    names = {
        "C": _("clubs"),
        "D": _("diamonds"),
        "H": _("hearts"),
        "S": _("spades"),
        NO_TRUMPS: _("no trumps"),
        OTHER_JOKER: _("the other joker"),
    }
    return names[letter]


def players_span(rulebook: Rulebook, dash: str = "–") -> str:
    """How many can play: `3–7` or `4`."""
    return span(*rulebook.players, dash)


def span(first: int, last: int, dash: str = "–") -> str:
    """`3–7`, or `4` alone."""
    return str(last) if first == last else f"{first}{dash}{last}"


def players_in_words(rulebook: Rulebook) -> str:
    """`3–7 players`, `4 players`."""
    return _("{span} players").format(span=players_span(rulebook))


def winner_in_words(winner: Winner) -> str:
    """`The highest total wins.`"""
    if winner == "high":
        return _("The highest total wins.")
    if winner == "low":
        return _("The lowest total wins.")
    return _("Whoever stands at exactly {points} wins; until then the nearest leads.").format(points=winner[1])


def both(names: Sequence[str]) -> str:
    """Names in a row: `Ann`, `Ann and Bob`, `Ann, Bob and Cat`."""
    *others, last = names
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last
