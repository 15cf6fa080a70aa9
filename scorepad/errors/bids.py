"""Bids, auctions and contracts that may not be recorded."""

from __future__ import annotations

from scorepad.errors.base import RuleError, shown
from scorepad.words import _


class BidMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"bids.{player}", _("{name} has not bid yet.").format(name=name))


class BidNotAsked(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"bids.{player}", _("{name} does not bid in this hand.").format(name=name))


class BidOutOfRange(RuleError):
    def __init__(self, player: str, name: str, bid: object, cards: int) -> None:
        text = _("{name} cannot bid {bid}: a bid is a whole number from 0 to {cards}.")
        super().__init__(f"bids.{player}", text.format(name=name, bid=shown(bid), cards=cards))


class HookForbids(RuleError):
    def __init__(self, player: str, name: str, bid: int, cards: int) -> None:
        text = _("{name} bids last and may not bid {bid}: the bids would add up to {cards}.")
        super().__init__(f"bids.{player}", text.format(name=name, bid=bid, cards=cards))


class BidsStand(RuleError):
    def __init__(self, hand: int) -> None:
        text = _("The bids of hand {hand} are already written down; correct them instead.")
        self.hand = hand
        super().__init__("bids", text.format(hand=hand))


class BidsFirst(RuleError):
    def __init__(self, hand: int) -> None:
        self.hand = hand
        super().__init__("bids", _("Hand {hand} needs its bids first.").format(hand=hand))


class DealerBidsFirst(RuleError):
    def __init__(self) -> None:
        super().__init__("first_bidder", _("Who bids first follows from the dealer in this game."))


class WrongTrump(RuleError):
    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)


class WrongContract(RuleError):
    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"contract.{field}" if field else "contract", reason)


class IllegalCall(RuleError):
    """A call that the auction does not allow; `number` is its place in the list, from 1."""

    def __init__(self, number: int, call: str, reason: str) -> None:
        self.number, self.reason = number, reason
        text = _("Call {number}, {call}: {reason}")
        super().__init__("auction", text.format(number=number, call=shown(call), reason=reason))


class AuctionNotOver(RuleError):
    def __init__(self, name: str) -> None:
        super().__init__("auction", _("The auction is not over: {name} calls next.").format(name=name))
