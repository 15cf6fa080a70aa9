"""What the call pad shows: the open hand's auction as tapped so far, and what may be called now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorepad.errors import RuleError
from scorepad.game.decide import hands
from scorepad.game.decide.auction import DENOMINATIONS, Auction
from scorepad.game.state.events import BidsRecorded
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand


def auction(game: Game, drafted: object) -> Auction:
    """The auction of the open hand as it was tapped so far.

    A draft of another table (somebody sat down or got up since) or one that ends or breaks the rules counts as none.
    """
    none = hands.auction(game)
    if not isinstance(drafted, dict) or drafted.get("order") != _order(none):
        return none
    try:
        so_far = hands.auction(game, drafted["calls"])
    except RuleError:
        return none
    return none if so_far.over else so_far


def kept_as(hand: OpenHand, calls: Sequence[str]) -> dict[str, Any]:
    """The draft of these calls: who sits in which order, and for how many cards, is what gives them a meaning."""
    return {"order": [*hand.order, hand.cards], "calls": [*calls]}


def _order(none: Auction) -> list[Any]:
    return [*none.players, none.cards]


def keys(so_far: Auction) -> dict[int, str]:
    """What may be bid now: for every level its denominations, and # where the number may be named without a suit."""
    legal = frozenset(so_far.legal())
    levels = range(so_far.cards + 1)
    suits = {level: "".join(suit for suit in DENOMINATIONS if f"{level}{suit}" in legal) for level in levels}
    return {level: suits[level] + ("#" if str(level) in legal else "") for level in levels}


def quick(game: Game) -> bool:
    """Whether this table writes down outcomes only: it did so for the hand before."""
    before = game.hand_row(game.sheet.hands_played)
    return before is not None and before.contract is not None and not before.calls


def taken_back(game: Game, last: BidsRecorded) -> dict[str, Any]:
    """The calls of an auction just undone, without the one that ended it."""
    hand = game.sheet.open_hand
    return {"calls": kept_as(hand, last.calls[:-1])} if hand and last.calls else {}
