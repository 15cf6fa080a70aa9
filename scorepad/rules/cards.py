"""Cards and suits by their letters: QS is the queen of spades, and the reader has her index on their own pack."""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.words import _, pgettext

SUITS = ("C", "D", "H", "S")
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NO_TRUMPS = "N"
OTHER_JOKER = "J"  # Brader (rules.md T13): a turned joker makes the other joker the only trump


def suit_signs() -> dict[str, str]:
    """What stands for each suit, and for no trumps."""
    return {**SUIT_SIGNS, NO_TRUMPS: _("NT")}


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
