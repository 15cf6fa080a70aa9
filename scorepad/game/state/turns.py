"""What comes next: which hand, who deals it, who bids and in which order."""

from __future__ import annotations

from copy import copy
from typing import Literal

from scorepad.errors import ScorepadError
from scorepad.game.state.events import Bids
from scorepad.game.state.position import ENDLESS_SHOWN, Coming, Position
from scorepad.game.state.rows import OpenHand
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.ladder import MOST_HANDS
from scorepad.rules.scheme.variables import of_all


def coming_hand(position: Position) -> Coming | None:
    """The next hand of the ladder, plan or announcement, or one more for a tie; None when the game is over.

    A hand whose bids are written down is played to its end: by the totals of then the game still ran.
    """
    if position.ended:
        return None
    planned = position.scheduled(limit=2)
    if planned and (position.reopened or not _reached(position)):
        return planned[0]
    if position.hands_played and (position.reopened or _tied(position)):
        return Coming(_extra_cards(position), None, extra=True)
    return None


def coming_hands(position: Position, limit: int | None = None) -> list[Coming]:
    """The hands to come, the open one first; of an endless ladder the next few unless a `limit` is said, none when the
    game is over."""
    first = coming_hand(position)
    if first is None:
        return []
    return position.scheduled(limit or (ENDLESS_SHOWN if position.endless else MOST_HANDS)) or [first]


def _extra_cards(position: Position) -> int:
    """A hand more, for a tie (rules.md D) or because the game was reopened."""
    if position.rulebook.ties == "more hands of the largest size" and not position.reopened:
        return position.top
    return min(position.schedule.last_cards, position.rulebook.most_for(len(position.seats.present)))


def _reached(position: Position) -> bool:
    """Whether a total has ended the game."""
    end = position.ends
    if end.how not in ("exactly", "reaching") or not position.hands_played:
        return False
    exactly = end.how == "exactly"
    return any(total == end.points if exactly else total >= end.points for total in position.totals_at_bidding.values())


def _tied(position: Position) -> bool:
    """Whether several at the table lead alike and the rulebook deals more hands for it."""
    if not position.rulebook.plays_ties_on or position.ends.how == "exactly":  # two who meet it share the win
        return False
    leaders = [one.player for one in position.standings(position.totals_at_bidding) if one.place == 1]
    return sum(one in position.seats.present for one in leaders) > 1


def hand_to_play(position: Position, coming: Coming | None, cards: int | None = None) -> OpenHand:
    """The hand as it is before anybody bids; `cards` where they are already written down.

    `coming` is None for a hand recorded after the end: a correction moved the end before it.
    """
    number = position.hands_played + 1
    cards = cards or (coming.cards if coming else position.schedule.last_cards)
    last = bool(coming and coming.last)
    dealer = next_dealer(position)
    first = _first_bidder(position, dealer)
    special = position.rulebook.specials_for(number, cards, position.top, last)
    order = position.seats.around_from(first or _next(position, dealer), step=position.step)
    bidders = () if special.bid is not None else _bidders(position, number, cards, last, order)
    return OpenHand(
        number=number,
        cards=cards,
        dealer=dealer,
        first_bidder=next(iter(bidders), None) if first else None,
        order=tuple(order),
        bidders=bidders,
        trump=position.rulebook.trump_for(number, cards, len(order), position.makers_before, last),
        hook=position.rulebook.hook_for(cards, last, number),
        last=last,
        extra=bool(coming and coming.extra),
        note=position.rulebook.note_for(special, cards, len(order)),
        fixed_bid=special.bid,
        options=dict(special.options),
    )


def hands_to_come(position: Position, limit: int | None = None) -> list[OpenHand]:
    """The open hand and those after it, of an endless ladder the next few unless a `limit` is said; none when the game
    is over.

    As they will be if nobody sits down, gets up or is made to deal. What a hand brings is not known yet: totals
    stay as they are now, and a trump that hangs on who made the hand before is open.
    """
    ahead, hands = copy(position), list[OpenHand]()
    for coming in coming_hands(position, limit):
        hand = hand_to_play(ahead, coming, ahead.bids.cards if ahead.bids else None)
        hands.append(hand)
        ahead.rotation = position.seats.rotated(hand.dealer, hand.order[0])
        ahead.hands_played, ahead.makers_before = hand.number, None
        ahead.bids = ahead.before_bids = None
    return hands


def _bidders(position: Position, number: int, cards: int, last: bool, order: list[str]) -> tuple[str, ...]:
    """Those who bid: everybody, unless the scheme lets only some bid (Boerenbridge from 80)."""
    if position.rulebook.bidding == "none":
        return ()
    if position.scheme.bids_when is None:
        return tuple(order)
    totals = position.totals_at_bidding
    known = of_all(
        cards=cards, players=len(order), top=position.top, last=last, trump=None, options=position.options,
        makers=0, hand=number, bids_total=0, **position.around._asdict(),
    )  # fmt: skip

    def bids(player: str) -> bool:
        try:
            return position.scheme.bids({**known, "total": totals[player]})
        except (ScorepadError, ArithmeticError):  # a total beyond all that a scheme is checked for
            return True

    return tuple(player for player in order if bids(player))


def _next(position: Position, player: str) -> str:
    return position.seats.next_after(position.seats.seat_of(player).number, step=position.step).player


def first_leader(position: Position, hand: OpenHand | None) -> str | None:
    """Return who leads to the first trick of the open hand; None until its bidding has ended, or if nothing says it."""
    bids = position.bids
    if hand is None or (bids is None and hand.bidders):
        return None
    declarer = bids.contract.declarer if bids and bids.contract else ""
    return leader_by_turn(position, hand) or leaders_by_declarer(position).get(declarer)


def leaders_by_declarer(position: Position) -> dict[str, str]:
    """Return who leads to the first trick for each declarer; empty if the contract does not say it."""
    if position.rulebook.leads != "declarer's left":
        return {}
    return {player: _next(position, player) for player in position.seats.present}


def leader_by_turn(position: Position, hand: OpenHand) -> str | None:
    """Return who leads to the first trick if the deal or the first bid says so; None if the contract does."""
    match position.rulebook.leads:
        case "dealer":
            return hand.dealer
        case "dealer's left":
            return _next(position, hand.dealer)
        case "first bidder":
            return hand.first_bidder
    return None


def next_dealer(position: Position) -> str:
    """Who deals the next hand, by id: round the table, the scorer left out where the rulebook excuses them (MU-26).

    Where the player at their left deals for them, whoever bids first deals all other hands.
    """
    chosen = position.rotation.chosen.player
    if _deals_beside_the_scorer(position.rulebook) and chosen not in position.seats.present:
        first = _bids_first_apart(position)
        return _next(position, first) if position.scores(position.names[first]) else first
    return _turn(position, chosen, position.rotation.dealt, _excused(position))


def _excused(position: Position) -> set[str]:
    """Who deals no cards; nobody is while the scorer waits alone for others to sit down."""
    present = position.seats.present
    deals = position.rulebook.scorer_deals or len(present) == 1
    return set() if deals else {player for player in present if position.scores(position.names[player])}


def next_shuffler(position: Position, dealer: str) -> str | None:
    """Return who shuffles the second pack while `dealer` deals: the player after the next dealer (rules.md MU-42).

    The scorer is skipped, and so is `dealer`, where only two deal. None where there is one pack.
    """
    if position.rulebook.packs == 1:
        return None
    seats, excused = position.seats, _excused(position)
    following = seats.next_after(seats.seat_of(dealer).number, step=position.step, skipping=excused)
    busy = {*excused, dealer}
    if busy.issuperset(seats.present):
        return dealer
    return seats.next_after(following.number, step=position.step, skipping=busy).player


def _first_bidder(position: Position, dealer: str) -> str | None:
    match position.rulebook.bidding:
        case "in turn from the dealer's left":
            return _next(position, dealer)
        case "together" | "none":
            return None
    if not position.rulebook.bids_apart or _scorer_is_away(position):
        return dealer
    return _bids_first_apart(position)


def _scorer_is_away(position: Position) -> bool:
    """Return whether the scorer does not sit here, so that the dealer bids first again unless one was set by hand."""
    chosen = position.rotation.chosen.first_bidder in position.seats.present
    return bool(position.scorer) and not _excused(position) and not chosen


def _bids_first_apart(position: Position) -> str:
    chosen = position.rotation.chosen
    first = chosen.first_bidder or (chosen.player if _deals_beside_the_scorer(position.rulebook) else None)
    return _turn(position, first, position.rotation.bid_first, set())


def _deals_beside_the_scorer(rulebook: Rulebook) -> bool:
    return rulebook.scorers_turn == "scorer's left" and rulebook.bids_apart


def _turn(position: Position, chosen: str | None, last_seat: int | None, skipping: set[str]) -> str:
    present = position.seats.present
    if chosen in present:
        return chosen
    if last_seat is None:
        if position.first_dealer in present and position.first_dealer not in skipping:
            return position.first_dealer
        last_seat = position.seats.seat_of(position.first_dealer).number
    return position.seats.next_after(last_seat, step=position.step, skipping=skipping).player


def trump_chooser(rulebook: Rulebook, hand: OpenHand, bids: Bids) -> str | None:
    """Who names trumps: the dealer, or the highest bidder, of equals the first to bid (rules.md C1, T11)."""
    if rulebook.trump.way == "dealer chooses":
        return hand.dealer
    asked = [player for player in hand.bidders if player in bids]
    if rulebook.trump.way != "highest bidder chooses" or not asked:
        return None
    return max(asked, key=lambda player: bids[player])  # max keeps the first of equals


def asks_trump(position: Position, hand: OpenHand) -> bool:
    """Whether the trump of the open hand is to be said now: the table writes it down, and neither the rules nor
    the bids settle it.
    """
    asked, bids = trump_asked(position.rulebook, hand), position.bids
    if bids is not None:
        return asked is not None and bids.trump is None and bids.contract is None
    return asked == "bids" or (asked == "tricks" and not hand.bidders)


def trump_asked(rulebook: Rulebook, hand: OpenHand) -> Literal["bids", "tricks"] | None:
    """When the trump of a hand is asked for first: with its bids, with its tricks, never (the rules settle it).

    In a cycle it may be another one; an auction says it with the contract, and the highest bidder after the bidding.
    """
    if not rulebook.write_trump or (hand.trump and rulebook.trump.way != "cycle"):
        return None
    later = rulebook.bidding == "auction" or rulebook.trump.way == "highest bidder chooses"
    return "tricks" if later or not hand.bidders else "bids"
