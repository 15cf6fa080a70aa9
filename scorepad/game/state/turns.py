"""The next hand: its cards, dealer, bidders and order of play."""

from collections.abc import Collection
from copy import copy
from typing import Literal

from scorepad.errors import ScorepadError
from scorepad.game.state.events import Bids
from scorepad.game.state.position import ENDLESS_SHOWN, Coming, Position
from scorepad.game.state.rows import OpenHand
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.bidding_options import CALL_FIRST
from scorepad.rules.rulebook.hook import NOT_THE_CARDS
from scorepad.rules.rulebook.ladder import MOST_HANDS
from scorepad.rules.scheme.variables import shared_variables


def coming_hand(position: Position) -> Coming | None:
    """Return the next hand, or None if the game is over.

    It comes from the ladder, the plan or the announced closing, or is an extra hand for a tie or after reopening. A
    hand whose bids are recorded is always played, because the game was not over at its bidding.
    """
    if position.ended:
        return None
    planned = position.scheduled(limit=2)
    if planned and (position.reopened or not _has_total_ended_game(position)):
        return planned[0]
    if position.hands_played and (position.reopened or _needs_tie_break(position)):
        cards = min(position.schedule.last_cards, position.rulebook.most_for(len(position.seats.present)))
        if position.rulebook.ties == "more hands of the largest size" and not position.reopened:  # rules.md D
            cards = position.top
        return Coming(cards, None, extra=True)
    return None


def coming_hands(position: Position, limit: int | None = None) -> list[Coming]:
    """Return the hands to come, the current hand first; none if the game is over.

    Without a `limit`, an endless ladder gives the next few hands.
    """
    first = coming_hand(position)
    if first is None:
        return []
    return position.scheduled(limit or (ENDLESS_SHOWN if position.endless else MOST_HANDS)) or [first]


def _has_total_ended_game(position: Position) -> bool:
    """Return whether a total has ended the game."""
    end = position.ends
    if end.how not in ("exactly", "reaching") or not position.hands_played:
        return False
    exactly = end.how == "exactly"
    return any(total == end.points if exactly else total >= end.points for total in position.totals_at_bidding.values())


def _needs_tie_break(position: Position) -> bool:
    """Return whether several players at the table lead equally and the rulebook deals hands for it."""
    # Players who meet an exact total together share the win.
    if not position.rulebook.plays_ties_on or position.ends.how == "exactly":
        return False
    leaders = [place.player for place in position.standings(position.totals_at_bidding) if place.place == 1]
    return sum(leader in position.seats.present for leader in leaders) > 1


def hand_to_play(position: Position, coming: Coming | None, cards: int | None = None) -> OpenHand:
    """Return the hand before its bidding; `cards` are given if they are already recorded.

    `coming` is None for a hand recorded after the end, when a correction moved the end before it.
    """
    number = position.hands_played + 1
    cards = cards or (coming.cards if coming else position.schedule.last_cards)
    last = bool(coming and coming.last)
    dealer = next_dealer(position)
    away = _sitting_out(position, dealer)
    first = _first_bidder(position, dealer)
    first = _next(position, dealer) if first in away else first
    present = len(position.seats.present)
    special = position.rulebook.specials_for(number, cards, position.top, last, position.around.hands)
    around = position.seats.around_from(first or _next(position, dealer), step=position.step)
    order = [player for player in around if player not in away]
    trump = position.rulebook.trump_for(number, cards, present, position.makers_before, last)
    bidders = () if special.bid is not None else _bidders(position, number, cards, last, order)
    return OpenHand(
        number=number,
        cards=cards,
        dealer=dealer,
        first_bidder=next(iter(bidders), None) if first else None,
        order=tuple(order),
        bidders=bidders,
        trump=trump,
        hook=position.rulebook.hook_for(cards, last, number),
        hook_rule=position.rulebook.hook_rule if position.rulebook.bids_in_turn else NOT_THE_CARDS,
        call_first=position.rulebook.bidding == CALL_FIRST and trump is None and bool(bidders),
        may_bid=position.rulebook.bids_for(cards),
        last=last,
        extra=bool(coming and coming.extra),
        note=position.rulebook.note_for(special, cards, present),
        fixed_bid=special.bid,
        options=dict(special.options),
    )


def hands_to_come(position: Position, limit: int | None = None) -> list[OpenHand]:
    """Return the current hand and those after it; none if the game is over.

    Without a `limit`, an endless ladder gives the next few hands. The seats and the rotation are assumed to stay as
    they are. Results are unknown, so totals stay at their present values. A trump that depends on who made the previous
    hand is unknown too.
    """
    future, hands = copy(position), list[OpenHand]()
    for coming in coming_hands(position, limit):
        hand = hand_to_play(future, coming, future.bids.cards if future.bids else None)
        hands.append(hand)
        future.rotation = position.seats.rotated(hand.dealer, hand.order[0])
        future.hands_played, future.makers_before, future.washouts = hand.number, None, 0
        future.bids = future.before_bids = None
    return hands


def _bidders(position: Position, number: int, cards: int, last: bool, order: list[str]) -> tuple[str, ...]:
    """Return the players who bid: all, unless the scheme allows only some (Boerenbridge from 80)."""
    if position.rulebook.bidding == "none":
        return ()
    if position.scheme.bids_when is None:
        return tuple(order)
    totals = position.totals_at_bidding
    known = shared_variables(
        cards=cards, players=len(order), top=position.top, last=last, trump=None, options=position.options,
        makers=0, hand=number, bids_total=0, highest_bid=0, **position.around._asdict(),
    )  # fmt: skip

    def bids(player: str) -> bool:
        try:
            return position.scheme.bids({**known, "total": totals[player]})
        except (ScorepadError, ArithmeticError):  # a total that the trial of the scheme did not have
            return True

    return tuple(player for player in order if bids(player))


def _next(position: Position, player: str, skipping: Collection[str] = ()) -> str:
    seat = position.seats.seat_of(player).number
    return position.seats.next_after(seat, step=position.step, skipping=skipping).player


def _sitting_out(position: Position, dealer: str) -> Collection[str]:
    """Return the dealer if the dealer does not play, otherwise no player."""
    present = len(position.seats.present)
    return (dealer,) if position.rulebook.playing(present) < present else ()


def first_leader(position: Position, hand: OpenHand | None) -> str | None:
    """Return the player who leads to the first trick of the current hand.

    Return None until its bidding has ended, or if the rules do not say it.
    """
    bids = position.bids
    if hand is None or (bids is None and hand.bidders):
        return None
    declarer = bids.contract.declarer if bids and bids.contract else ""
    if declarer and hand.call_first and position.rulebook.leads == "highest bidder":
        return declarer
    if bids and (leaders := leaders_by_bid(position, hand)):
        return max(leaders, key=lambda player: bids.bids.get(player, -1))  # max keeps the first of equals
    return leader_by_turn(position, hand) or leaders_by_declarer(position, hand).get(declarer)


def leaders_by_bid(position: Position, hand: OpenHand) -> tuple[str, ...]:
    """Return the bidders, the first after the dealer first, if the highest bidder leads; otherwise ()."""
    if position.rulebook.leads != "highest bidder":
        return ()
    order = position.seats.around_from(_next(position, hand.dealer), step=position.step)
    return tuple(player for player in order if player in hand.bidders)


def leaders_by_declarer(position: Position, hand: OpenHand) -> dict[str, str]:
    """Return the first leader for each declarer; empty if the contract does not decide it."""
    if position.rulebook.leads != "declarer's left":
        return {}
    away = _sitting_out(position, hand.dealer)
    return {player: _next(position, player, away) for player in hand.order}


def leader_by_turn(position: Position, hand: OpenHand) -> str | None:
    """Return the first leader if the deal or the first bid decides it, otherwise None."""
    match position.rulebook.leads:
        case "dealer":
            return hand.order[0] if hand.sits_out else hand.dealer
        case "dealer's left":
            return _next(position, hand.dealer)
        case "first bidder":
            return hand.first_bidder
    return None


def next_dealer(position: Position) -> str:
    """Return the id of the next dealer.

    The deal goes round the table and skips the scorer if the rulebook excuses them (MU-26). If the player on the
    scorer's left deals for the scorer, the first bidder deals all other hands.
    """
    chosen = position.rotation.chosen.player
    if _is_scorer_replaced_as_dealer(position.rulebook) and chosen not in position.seats.present:
        first = _independent_first_bidder(position)
        return _next(position, first) if position.is_scorer(position.names[first]) else first
    return _turn(position, chosen, position.rotation.dealt, _excused_dealers(position))


def _excused_dealers(position: Position) -> set[str]:
    """Return the players who deal no cards; none if only one player is at the table."""
    present = position.seats.present
    deals = position.rulebook.scorer_deals or len(present) == 1
    return set() if deals else {player for player in present if position.is_scorer(position.names[player])}


def next_shuffler(position: Position, dealer: str) -> str | None:
    """Return the player who shuffles the second pack while `dealer` deals.

    This is the player after the next dealer (rules.md MU-42). The scorer is skipped, and so is `dealer` if only two
    players deal. Return None if there is only one pack.
    """
    if position.rulebook.packs == 1:
        return None
    seats, excused = position.seats, _excused_dealers(position)
    following = seats.next_after(seats.seat_of(dealer).number, step=position.step, skipping=excused)
    busy = {*excused, dealer}
    if busy.issuperset(seats.present):
        return dealer
    return seats.next_after(following.number, step=position.step, skipping=busy).player


def _first_bidder(position: Position, dealer: str) -> str | None:
    match position.rulebook.bidding:
        case "in turn from the dealer's left" | "call first":
            return _next(position, dealer)
        case "none":
            return None
    if position.rulebook.bids_at_once:
        return None
    chosen = position.rotation.chosen.first_bidder in position.seats.present
    scorer_is_away = position.scorer and not _excused_dealers(position)
    if not position.rulebook.bids_apart or (scorer_is_away and not chosen):
        return dealer
    return _independent_first_bidder(position)


def _independent_first_bidder(position: Position) -> str:
    chosen = position.rotation.chosen
    first = chosen.first_bidder or (chosen.player if _is_scorer_replaced_as_dealer(position.rulebook) else None)
    return _turn(position, first, position.rotation.bid_first, set())


def _is_scorer_replaced_as_dealer(rulebook: Rulebook) -> bool:
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
    """Return the player who names trumps: the dealer or the highest bidder (rules.md C1, T11).

    The first bidder names them for a dealer who sits out. Among equal bids the first bidder counts. Return None if no
    player names trumps or no bids are known.
    """
    if rulebook.trump.way == "dealer chooses":
        return hand.order[0] if hand.sits_out else hand.dealer
    bidders = [player for player in hand.bidders if player in bids]
    if rulebook.trump.way != "highest bidder chooses" or not bidders:
        return None
    return max(bidders, key=lambda player: bids[player])  # max keeps the first of equals


def is_trump_needed(position: Position, hand: OpenHand) -> bool:
    """Return whether the trump of the current hand must be entered now.

    This is the case if the table records trumps and neither the rules nor the bids decide it.
    """
    first_asked, bids = trump_entry_stage(position.rulebook, hand), position.bids
    if bids is not None:
        return first_asked is not None and bids.trump is None and bids.contract is None
    return first_asked == "bids" or (first_asked == "tricks" and not hand.bidders)


def trump_entry_stage(rulebook: Rulebook, hand: OpenHand) -> Literal["bids", "tricks"] | None:
    """Return when the trump of a hand is entered first: "bids", "tricks" or None for never.

    It is never entered if the rules decide it, except in a cycle, where it may differ. An auction decides it with the
    contract. The highest bidder names it after the bidding.
    """
    if not rulebook.write_trump or (hand.trump and rulebook.trump.way != "cycle"):
        return None
    later = rulebook.names_contract or rulebook.trump.way == "highest bidder chooses"
    return "tricks" if later or not hand.bidders else "bids"
