"""Cards and suits by their letters (QS is the queen of spades), and the chances of a single card.

The chance that a card wins the only trick follows from the unseen cards, with 52 cards of which one is turned up.
Each unseen card may be in any hand or in the pack, with equal probability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from scorepad.words import _, pgettext

SUITS = ("C", "D", "H", "S")
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NO_TRUMPS = "N"
OTHER_JOKER = "J"  # Brader (rules.md T13): a turned joker makes the other joker the only trump


def suit_signs() -> dict[str, str]:
    """Return the symbols of the suits and of no trumps."""
    return {**SUIT_SIGNS, NO_TRUMPS: _("NT")}


def suit_name(letter: str) -> str:
    """Return a trump letter as a word: C D H S, N for no trumps, J for the other joker."""
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
    """Return a rank as the corner of a card has it: K is H in Dutch, R in French.

    A number as it is, a joker by its name.
    """
    return _ranks().get(letter, letter)


def shown(card: str, suits: Mapping[str, str]) -> str:
    """Return a card of a record as it is read, with the sign of its suit where `suits` has one: 5H → 5♥.

    A wizard by name.
    """
    suit = card[-1:].upper()
    if len(card) not in (2, 3) or suit not in SUIT_SIGNS:
        return rank(card)
    return rank(card[:-1].upper()) + suits.get(suit, suit)


def typed(text: str) -> str:
    """Return a card as a record has it, whose rank may be typed as on one's own pack, and its suit as a sign.

    Other text stays as it is.
    """
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


PACK, SUIT = 52, 13
UNSEEN = PACK - 2  # but for one's own card and the one turned up
TRUMPS_UNSEEN = SUIT - 1  # if none is held
PLAYERS = range(3, 8)
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def trump_wins(above: int, players: int) -> Fraction:
    """Return the chance of a trump with `above` higher ones unseen: no hand may contain one of them."""
    return _nobody_holds(above, UNSEEN, players - 1)


def lead_wins(above: int, players: int) -> Fraction:
    """Return the chance of a led card: no hand may contain a trump or one of the `above` higher cards of its suit."""
    return _nobody_holds(TRUMPS_UNSEEN + above, UNSEEN, players - 1)


def follow_wins(above: int, players: int) -> Fraction:
    """Return the chance of a card against another leader.

    A lower card of its suit is led, and no hand has a better one.
    """
    lower = SUIT - 1 - above
    led = Fraction(lower, UNSEEN)
    return led * _nobody_holds(TRUMPS_UNSEEN + above, UNSEEN - 1, players - 2)


def _nobody_holds(these: int, unseen: int, hands: int) -> Fraction:
    """Return the chance that this many one-card hands, out of the unseen cards, contain none of these."""
    return Fraction(comb(unseen - these, hands), comb(unseen, hands))


@dataclass(frozen=True)
class ChanceTable:
    """Chances in per cent, a column for each of PLAYERS. Each row has its head and its cells."""

    title: str
    corner: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def chance_tables() -> list[ChanceTable]:
    """With a trump, with another card that one leads, and with one that one does not lead."""
    trumps = [(str(above), above) for above in range(SUIT - 1)]
    ranks = [(rank(letter), above) for above, letter in enumerate(RANKS)]
    return [
        _table(_("With a trump"), _("Higher trumps out of sight"), trumps, trump_wins),
        _table(_("No trump, and you lead"), _("Your card"), ranks, lead_wins),
        _table(_("No trump, another leads"), _("Your card"), ranks, follow_wins),
    ]


def _table(
    title: str, corner: str, heads: list[tuple[str, int]], chance: Callable[[int, int], Fraction]
) -> ChanceTable:
    rows = ((head, tuple(round(100 * chance(above, players)) for players in PLAYERS)) for head, above in heads)
    return ChanceTable(title, corner, tuple(rows))


def explained() -> list[str]:
    """Return what the tables are, a sentence each."""
    return [
        _("In a hand of one card the tables say, in per cent, how often your card wins the trick."),
        _("They hold for a pack of 52 with one card turned up for trumps, before anybody else has bid or played."),
        _("From 50 on, which is bold, a bid of one is the better bet; below it, zero is."),
        _("Of the trumps above yours the one turned up is no danger: count those that you do not see."),
    ]
