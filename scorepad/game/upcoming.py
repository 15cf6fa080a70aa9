"""What comes next: which hand, who deals it, who bids and in which order."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from scorepad.errors import ScorepadError
from scorepad.game.course import Coming
from scorepad.game.events import Bids, DealerSet
from scorepad.game.rows import OpenHand
from scorepad.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from scorepad.game.sheet import Sheet


class Rotation(NamedTuple):
    """The seats that last dealt and last bid first, and who was set by hand for the next hand."""

    dealt: int | None = None
    bid_first: int | None = None
    chosen: DealerSet = DealerSet()

    def set_by_hand(self, dealer: DealerSet) -> Rotation:
        """With what `dealer` says; of what it does not say, the choice made before stands."""
        player, first_bidder = dealer.player or self.chosen.player, dealer.first_bidder or self.chosen.first_bidder
        return self._replace(chosen=DealerSet(player, first_bidder))


def bids_apart(rulebook: Rulebook) -> bool:
    """Whether the first bid goes round the table apart from the deal (MU-26)."""
    return rulebook.bids_apart


def coming_hand(sheet: Sheet) -> Coming | None:
    """The next hand of the ladder, plan or announcement, or one more for a tie; None when the game is over.

    A hand whose bids are written down is played to its end: by the totals of then the game still ran.
    """
    if sheet.ended:
        return None
    planned = sheet.course.coming(sheet.rulebook, len(sheet.seats.present), limit=2)
    if planned and (sheet.reopened or not _reached(sheet)):
        return planned[0]
    if sheet.hands_played and (sheet.reopened or _tied(sheet)):
        return Coming(_extra_cards(sheet), None, extra=True)
    return None


def _extra_cards(sheet: Sheet) -> int:
    """A hand more, for a tie (rules.md D) or because the game was reopened."""
    if sheet.rulebook.ties == "more hands of the largest size" and not sheet.reopened:
        return sheet.top
    return min(sheet.course.last_cards, sheet.rulebook.most_for(len(sheet.seats.present)))


def _reached(sheet: Sheet) -> bool:
    """Whether a total has ended the game."""
    end = sheet.rulebook.ends
    if end.how not in ("exactly", "reaching") or not sheet.hands_played:
        return False
    exactly = end.how == "exactly"
    return any(total == end.points if exactly else total >= end.points for total in sheet.totals_at_bidding.values())


def _tied(sheet: Sheet) -> bool:
    """Whether several at the table lead alike and the rulebook deals more hands for it."""
    if not sheet.rulebook.plays_ties_on:
        return False
    leaders = [one.player for one in sheet.standings(sheet.totals_at_bidding) if one.place == 1]
    return sum(one in sheet.seats.present for one in leaders) > 1


def hand_to_play(sheet: Sheet, coming: Coming | None, cards: int | None = None) -> OpenHand:
    """The hand as it is before anybody bids; `cards` where they are already written down.

    `coming` is None for a hand recorded after the end: a correction moved the end before it.
    """
    number = sheet.hands_played + 1
    cards = cards or (coming.cards if coming else sheet.course.last_cards)
    last = bool(coming and coming.last)
    dealer = next_dealer(sheet)
    first = _first_bidder(sheet, dealer)
    special = sheet.rulebook.specials_for(number, cards, sheet.top, last)
    order = sheet.seats.around_from(first or _next(sheet, dealer), step=sheet.step)
    bidders = () if special.bid is not None else _bidders(sheet, cards, last, order)
    return OpenHand(
        number=number,
        cards=cards,
        dealer=dealer,
        first_bidder=next(iter(bidders), None) if first else None,
        order=tuple(order),
        bidders=bidders,
        trump=sheet.rulebook.trump_for(number, cards, len(order), sheet.makers_before, last),
        hook=sheet.rulebook.hook_for(cards, last, number),
        last=last,
        extra=bool(coming and coming.extra),
        note=special.note,
        fixed_bid=special.bid,
        options=dict(special.options),
    )


def hands_to_come(sheet: Sheet) -> list[OpenHand]:
    """The open hand and those after it, of an endless ladder the next few; none when the game is over.

    As they will be if nobody sits down, gets up or is made to deal. What a hand brings is not known yet: totals
    stay as they are now, and a trump that hangs on who made the hand before is open.
    """
    ahead, hands = copy(sheet), list[OpenHand]()
    for coming in sheet.coming():
        hand = hand_to_play(ahead, coming, ahead.bids.cards if ahead.bids else None)
        hands.append(hand)
        seats = [sheet.seats.seat_of(player).number for player in (hand.dealer, hand.order[0])]
        ahead.rotation = Rotation(dealt=seats[0], bid_first=seats[1])
        ahead.hands_played, ahead.makers_before = hand.number, None
        ahead.bids = ahead.before_bids = None
    return hands


def _bidders(sheet: Sheet, cards: int, last: bool, order: list[str]) -> tuple[str, ...]:
    """Those who bid: everybody, unless the scheme lets only some bid (Boerenbridge from 80)."""
    if sheet.rulebook.bidding == "none":
        return ()
    if sheet.scheme.bids_when is None:
        return tuple(order)
    totals = sheet.totals_at_bidding
    known = {"cards": cards, "players": len(order), "top": sheet.top, "last": int(last), "trump": "", **sheet.options}

    def bids(player: str) -> bool:
        try:
            return sheet.scheme.bids({**known, "total": totals[player]})
        except (ScorepadError, ArithmeticError):  # a total beyond all that a scheme is checked for
            return True

    return tuple(player for player in order if bids(player))


def _next(sheet: Sheet, player: str) -> str:
    return sheet.seats.next_after(sheet.seats.seat_of(player).number, step=sheet.step).player


def next_dealer(sheet: Sheet) -> str:
    """Round the table, the scorer left out where the rulebook excuses him (MU-26).

    Where the player at his left deals for him, whoever bids first deals all other hands.
    """
    chosen = sheet.rotation.chosen.player
    if _deals_beside_the_scorer(sheet.rulebook) and chosen not in sheet.seats.present:
        first = _bids_first_apart(sheet)
        return _next(sheet, first) if sheet.scores(sheet.names[first]) else first
    return _turn(sheet, chosen, sheet.rotation.dealt, _excused(sheet))


def _excused(sheet: Sheet) -> set[str]:
    """Who deals no cards; nobody is while the scorer waits alone for others to sit down."""
    deals = sheet.rulebook.scorer_deals or len(sheet.seats.present) == 1
    return set() if deals else {p for p, name in sheet.names.items() if sheet.scores(name)}


def next_shuffler(sheet: Sheet, dealer: str) -> str | None:
    """Who shuffles the second pack while `dealer` deals: whoever deals before him in the round (rules.md D).

    "The player before the next dealer": of those who deal, for the scorer is excused from the cards [I]. None where
    there is one pack.
    """
    if sheet.rulebook.packs == 1:
        return None
    seat = sheet.seats.seat_of(dealer).number
    return sheet.seats.next_after(seat, step=-sheet.step, skipping=_excused(sheet)).player


def _first_bidder(sheet: Sheet, dealer: str) -> str | None:
    match sheet.rulebook.bidding:
        case "in turn from the dealer's left":
            return _next(sheet, dealer)
        case "together" | "none":
            return None
    return _bids_first_apart(sheet) if bids_apart(sheet.rulebook) else dealer


def _bids_first_apart(sheet: Sheet) -> str:
    chosen = sheet.rotation.chosen
    first = chosen.first_bidder or (chosen.player if _deals_beside_the_scorer(sheet.rulebook) else None)
    return _turn(sheet, first, sheet.rotation.bid_first, set())


def _deals_beside_the_scorer(rulebook: Rulebook) -> bool:
    return rulebook.scorers_turn == "scorer's left" and bids_apart(rulebook)


def _turn(sheet: Sheet, chosen: str | None, last_seat: int | None, skipping: set[str]) -> str:
    present = sheet.seats.present
    if chosen in present:
        return chosen
    if last_seat is None:
        if sheet.first_dealer in present and sheet.first_dealer not in skipping:
            return sheet.first_dealer
        last_seat = sheet.seats.seat_of(sheet.first_dealer).number
    return sheet.seats.next_after(last_seat, step=sheet.step, skipping=skipping).player


def trump_chooser(rulebook: Rulebook, hand: OpenHand, bids: Bids) -> str | None:
    """Who names trumps: the dealer, or the highest bidder, of equals the first to bid (rules.md C1, T11)."""
    if rulebook.trump.way == "dealer chooses":
        return hand.dealer
    asked = [player for player in hand.bidders if player in bids]
    if rulebook.trump.way != "highest bidder chooses" or not asked:
        return None
    return max(asked, key=lambda player: bids[player])  # max keeps the first of equals


def asks_trump(sheet: Sheet, hand: OpenHand) -> bool:
    """Whether the trump of the open hand is to be said now: the table writes it down, and neither the rules nor
    the bids settle it. In a cycle it may be another one; an auction says it with the contract, and the highest
    bidder after the bidding.
    """
    rulebook, bids = sheet.rulebook, sheet.bids
    if not rulebook.write_trump or (hand.trump and rulebook.trump.way != "cycle"):
        return False
    if bids is not None:
        return bids.trump is None and bids.contract is None
    return not hand.bidders or (rulebook.bidding != "auction" and rulebook.trump.way != "highest bidder chooses")
