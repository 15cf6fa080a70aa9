"""Hands of one card: the chance that a card wins the trick, worked out from what nobody can see.

52 cards, one of them turned up for trumps; every other card may be in anybody's hand or in the pack, all alike likely,
and the others play what they have. After an idea of Nesler's, which Pagat tells of; the figures are our own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from scorepad.rules.cards import rank
from scorepad.words import _

PACK, SUIT = 52, 13
UNSEEN = PACK - 2  # but for one's own card and the one turned up
TRUMPS_UNSEEN = SUIT - 1  # where one holds none
PLAYERS = range(3, 8)
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def trump_wins(above: int, players: int) -> Fraction:
    """With a trump, of which `above` higher ones are out of sight: nobody may hold one of these."""
    return _nobody_holds(above, UNSEEN, players - 1)


def lead_wins(above: int, players: int) -> Fraction:
    """With another card that one leads: nobody may hold a trump or one of the `above` higher cards of its suit."""
    return _nobody_holds(TRUMPS_UNSEEN + above, UNSEEN, players - 1)


def follow_wins(above: int, players: int) -> Fraction:
    """With another card and another leader: they must lead a lower card of its suit, and nobody hold a better one."""
    lower = SUIT - 1 - above
    led = Fraction(lower, UNSEEN)
    return led * _nobody_holds(TRUMPS_UNSEEN + above, UNSEEN - 1, players - 2)


def _nobody_holds(these: int, unseen: int, hands: int) -> Fraction:
    """The chance that so many hands of one card, out of the unseen ones, have none of these."""
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
    """What the tables are, a sentence each."""
    return [
        _("In a hand of one card the tables say, in per cent, how often your card wins the trick."),
        _("They hold for a pack of 52 with one card turned up for trumps, before anybody else has bid or played."),
        _("From 50 on, which is bold, a bid of one is the better bet; below it, zero is."),
        _("Of the trumps above yours the one turned up is no danger: count those that you do not see."),
    ]
