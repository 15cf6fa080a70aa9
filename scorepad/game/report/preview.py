"""What would change: totals and places before and after something that is not recorded yet."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from scorepad.game.state.events import BidsRecorded, Event, TricksRecorded
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.scoring import set_by_one
from scorepad.game.state.sheet import Sheet
from scorepad.rules.scheme import Scheme


class Change(NamedTuple):
    """A player's running total and place, as they stand and as they would be."""

    player: str
    total: Points
    becomes: Points
    place: int
    place_then: int


def changes(game: Game, event: Event) -> list[Change]:
    """Whose total or place `event` would change, in seat order; the event must be one that was decided on this game."""
    before, after = game.sheet, game.then(event).sheet
    now = {one.player: one.place for one in before.standings()}
    then = {one.player: one.place for one in after.standings()}
    found = [
        Change(player, before.totals[player], after.totals[player], now[player], then[player])
        for player in before.seats.everyone
    ]
    return [one for one in found if (one.total, one.place) != (one.becomes, one.place_then)]


Becomes = dict[int | None, list[Points | None]]
"""A player's running total after the open hand: by the bid (None: does not bid), then by the tricks taken, from 0."""


def becomes(sheet: Sheet, hand: OpenHand) -> dict[str, Becomes]:
    """What every total becomes, as far as the rules know it now: all others are taken to make their bids.

    While bidding goes on, for every bid there can be; afterwards for the bid that stands. Nothing while bids are open
    that decide what a number is worth: in an auction, and where points hang on who else makes it. None where the
    scheme cannot say. A doubler's total hangs on the contract, not on their own tricks: 0 where it is made, then
    1 where it is set by one trick.
    """
    bidding = sheet.bids is None and bool(hand.bidders)
    if bidding and (sheet.rulebook.bidding == "auction" or hangs_on_others(sheet.scheme)):
        return {}
    return {player: _becomes(sheet, hand, player) for player in hand.order}


def hangs_on_others(scheme: Scheme) -> bool:
    """Whether points hang on who else makes the bid."""
    return scheme.reads("makers") or any(
        scheme.reads(f"others_{how}_{mark}") for how in ("made", "missed") for mark in scheme.marks
    )


def _becomes(sheet: Sheet, hand: OpenHand, player: str) -> Becomes:
    stands = sheet.bids.bids if sheet.bids else {}
    if hand.fixed_bid is not None:
        bids: list[int | None] = [hand.fixed_bid]
    elif sheet.bids is not None or player not in hand.bidders:
        bids = [stands.get(player)]
    else:
        bids = [*range(hand.cards + 1)]
    return {bid: _totals(sheet, hand, player, bid) for bid in bids}


def _totals(sheet: Sheet, hand: OpenHand, player: str, bid: int | None) -> list[Points | None]:
    bids = sheet.bids or BidsRecorded(hand.cards, {})
    contract = bids.contract
    others = {one: known for one, known in bids.bids.items() if one != player}
    own = {} if bid is None else {player: bid}
    if contract is not None and player in sheet.asleep:
        taken = [{**others, **own, contract.declarer: tricks} for tricks in (contract.level, set_by_one(contract))]
    else:
        taken = [{**others, player: tricks} for tricks in range(hand.cards + 1)]
    return [_total(sheet, hand, player, replace(bids, bids={**others, **own}), one) for one in taken]


def _total(sheet: Sheet, hand: OpenHand, player: str, bids: BidsRecorded, taken: dict[str, int]) -> Points | None:
    scored = sheet.scored(hand, bids, TricksRecorded(taken), only=(player,))
    return None if scored.unknown else sheet.totals[player] + scored.points[player]
