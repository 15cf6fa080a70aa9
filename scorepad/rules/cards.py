"""Cards by their letters (QS is the queen of spades), and the chances of a single card.

The tables give the chance that a card wins the only trick of a hand. They hold for 52 cards with one turned up. Each
unseen card may be in any hand or in the pack, with equal probability.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from scorepad.words import _, pgettext

SUITS = ("C", "D", "H", "S")
NO_TRUMPS = "N"
OTHER_JOKER = "J"  # Brader (rules.md T13): a turned joker makes the other joker the only trump


def rank(letter: str) -> str:
    """Return a rank as printed in the corner of a card: K is H in Dutch and R in French.

    Return a number unchanged and a joker by its name.
    """
    return _ranks().get(letter, letter)


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
UNSEEN = PACK - 2  # without the player's card and the turned-up card
TRUMPS_UNSEEN = SUIT - 1  # if the player holds none
PLAYERS = range(3, 8)
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def trump_wins(above: int, players: int) -> Fraction:
    """Return the chance that a trump wins with `above` higher trumps unseen: no hand may contain one of them."""
    return _nobody_holds(above, UNSEEN, players - 1)


def lead_wins(above: int, players: int) -> Fraction:
    """Return the chance that a led card wins.

    No hand may contain a trump or one of the `above` higher cards of its suit.
    """
    return _nobody_holds(TRUMPS_UNSEEN + above, UNSEEN, players - 1)


def follow_wins(above: int, players: int) -> Fraction:
    """Return the chance that a card wins when another player leads.

    A lower card of its suit is led, and no other hand has a better one.
    """
    lower = SUIT - 1 - above
    led = Fraction(lower, UNSEEN)
    return led * _nobody_holds(TRUMPS_UNSEEN + above, UNSEEN - 1, players - 2)


def _nobody_holds(these: int, unseen: int, hands: int) -> Fraction:
    """Return the chance that none of `these` cards is in any of a number of one-card hands.

    The hands are dealt from the unseen cards.
    """
    return Fraction(comb(unseen - these, hands), comb(unseen, hands))


@dataclass(frozen=True)
class ChanceTable:
    """A table of chances in per cent, with one column for each number in PLAYERS.

    Each row has a heading and its cells.
    """

    title: str
    corner: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def chance_tables() -> list[ChanceTable]:
    """Return the tables for a trump, for another card that you lead, and for one that you do not lead."""
    trumps = [(str(above), above) for above in range(SUIT - 1)]
    ranks = [(rank(letter), above) for above, letter in enumerate(RANKS)]
    return [
        _table(_("With a trump"), _("Higher trumps not in sight"), trumps, trump_wins),
        _table(_("No trump, and you lead"), _("Your card"), ranks, lead_wins),
        _table(_("No trump, another player leads"), _("Your card"), ranks, follow_wins),
    ]


def _table(
    title: str, corner: str, heads: list[tuple[str, int]], chance: Callable[[int, int], Fraction]
) -> ChanceTable:
    rows = ((head, tuple(round(100 * chance(above, players)) for players in PLAYERS)) for head, above in heads)
    return ChanceTable(title, corner, tuple(rows))


def chance_table_notes() -> list[str]:
    """Return the explanation of the tables, one sentence per item."""
    return [
        _("In a hand of one card the tables show how often your card wins the trick, in percent."),
        _("They are for a pack of 52 with one card turned up for trumps, before any other player has bid or played."),
        _("From 50 on (bold) a bid of one is better; below 50 a bid of zero is better."),
        _("The card turned up is not in play. Count only the higher trumps that you do not see."),
    ]
