"""Cards by their letters: a record has the queen of spades as QS, whoever reads has her index on their own pack."""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.rules.suits import SUIT_SIGNS
from scorepad.words import _, pgettext


def rank(letter: str) -> str:
    """A rank as the corner of a card has it: K is H in Dutch, R in French; a number as it is, a joker by its name."""
    return _ranks().get(letter, letter)


def shown(card: str, suits: Mapping[str, str]) -> str:
    """A card of a record as it is read, with the sign of its suit where `suits` has one: 5H → 5♥; a wizard by name."""
    suit = card[-1:].upper()
    if len(card) not in (2, 3) or suit not in SUIT_SIGNS:
        return rank(card)
    return rank(card[:-1].upper()) + suits.get(suit, suit)


def typed(text: str) -> str:
    """A card as a record has it, whose rank may be typed as on one's own pack, and its suit as a sign; other text stays
    as it is."""
    word = text.strip().upper()
    ranks = {said.upper(): letter for letter, said in _ranks().items()}
    suits = {sign: letter for letter, sign in SUIT_SIGNS.items()}
    suit = suits.get(word[-1:], word[-1:])
    if len(word) not in (2, 3) or suit not in SUIT_SIGNS:
        return text
    return ranks.get(word[:-1], word[:-1]) + suit


def _ranks() -> dict[str, str]:
    return {
        "A": pgettext("corner of an ace", "A"),
        "K": pgettext("corner of a king", "K"),
        "Q": pgettext("corner of a queen", "Q"),
        "J": pgettext("corner of a jack", "J"),
        "joker": _("joker"),
        "wizard": _("wizard"),
        "jester": _("jester"),
    }
