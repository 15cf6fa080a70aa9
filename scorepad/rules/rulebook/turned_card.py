"""The card turned up to determine trumps, as the scorer writes it: 5H, QS, 10D, or a joker (rules.md C1, C4)."""

import re

from scorepad.rules.cards import NO_TRUMPS, OTHER_JOKER
from scorepad.rules.rulebook.rulebook import Rulebook
from scorepad.rules.rulebook.trumps import TURNED_JOKER

JOKERS = ("joker", "jester", "wizard")
PLAYER_NAMES_TRUMP = "?"
WIZARD, JESTER, NO_CARD = "wizard", "jester", "none"


def turned_choices(rulebook: Rulebook) -> dict[str, str]:
    """Return the turned-up cards that can be tapped, with the trump of each ("": a player names it).

    Return {} if the table records the card itself, or if the pack has neither wizards nor jesters.
    """
    if JESTER not in rulebook.no_trump_turned or rulebook.super_trump or rulebook.turned_joker:
        return {}
    return {**{suit: suit for suit in rulebook.suits.letters}, WIZARD: "", JESTER: NO_TRUMPS, NO_CARD: NO_TRUMPS}


def trump_and_card(trump: str | None, turned: str | None) -> tuple[str | None, str | None]:
    """Return the trump and the turned-up card for a tap on a card.

    A suit or "no card" only determines the trump.
    """
    if turned == NO_CARD:
        return NO_TRUMPS, None
    if turned is not None and len(turned) == 1 and turned.isalpha():
        return turned, None
    return (NO_TRUMPS if turned == JESTER else trump), turned


def trump_turned(rulebook: Rulebook, turned: object) -> str | None:
    """Return the trump of a turned-up card: a suit, N, J for the other joker, or "?" if a player names it.

    Return None if `turned` is not a card. `*` is short for a joker.
    """
    if not isinstance(turned, str):
        return None
    word = "joker" if turned.strip() == "*" else turned.strip().lower()
    if word in JOKERS and rulebook.turned_joker == TURNED_JOKER[1]:
        return OTHER_JOKER
    if word in JOKERS:
        is_none = word in rulebook.no_trump_turned or word == "jester" or rulebook.turned_joker == TURNED_JOKER[0]
        return NO_TRUMPS if is_none else PLAYER_NAMES_TRUMP
    card = re.fullmatch(r"(10|[2-9]|[jqka])([a-z])", word)
    if not card or card[2].upper() not in rulebook.suits.letters:
        return None
    return NO_TRUMPS if card[1].upper() in rulebook.no_trump_turned else card[2].upper()
