"""Recording of a hand: bids, result, correction, misdeal and misplay."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.formats import is_whole
from scorepad.game.decide import correction_checks
from scorepad.game.decide.auction import Auction, all_passed, canonical_call
from scorepad.game.decide.correction_checks import exact_points
from scorepad.game.decide.setup import check_count
from scorepad.game.state.checks import HandChecks
from scorepad.game.state.events import (
    Bids,
    BidsRecorded,
    Contract,
    Corrected,
    Misdealt,
    Misplayed,
    TricksRecorded,
    change_bids,
    merge_marks,
    replace_doublers,
)
from scorepad.game.state.game import Game
from scorepad.game.state.mark_checks import mark_limit_problems, mark_problems
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.scoring import PlayedHand, is_off_signed, needs_tricks
from scorepad.game.state.sheet import Sheet
from scorepad.rules.rulebook.turned_card import PLAYER_NAMES_TRUMP, trump_turned
from scorepad.words import _, ngettext

RESULT_FIELDS = {entry.name for entry in fields(TricksRecorded)} - {"cards"}  # recorded with a hand's result
CORRECTABLE = RESULT_FIELDS | {entry.name for entry in fields(BidsRecorded)} - {"calls", "on_paper"}


def raise_first(problems: Iterable[RuleError]) -> None:
    for problem in problems:
        raise problem


def open_hand(game: Game) -> OpenHand:
    """Return the current hand; raise RuleError if the game is over or too few players are present."""
    hand = game.sheet.open_hand
    if hand is None:
        raise errors.game_over()
    check_count(game.sheet.rulebook, len(game.sheet.seats.present), "hand")
    return hand


def record_bids(game: Game, bids: Bids, *, cards: int | None = None, **details: Any) -> BidsRecorded:
    """Record the bids of the current hand, in tricks by player.

    Other arguments are those of `complete_bids`. All values must agree with the rulebook and the ladder. Raise the
    RuleError of the first problem, for example IllegalCall.
    """
    hand = open_hand(game)
    if game.sheet.bids is not None:
        raise errors.bids_already_recorded(hand.number)
    if cards is not None and not (is_whole(cards) and cards == hand.cards):
        text = ngettext(
            "By the ladder hand {hand} has {planned} card, not {given}.",
            "By the ladder hand {hand} has {planned} cards, not {given}.",
            hand.cards,
        )
        reason = text.format(hand=hand.number, planned=hand.cards, given=errors.quote_value(cards))
        raise RuleError("cards", reason, hand=hand.number)
    event = complete_bids(game, hand, bids, **details)
    checks = HandChecks(game.sheet.rulebook, hand, game.names)
    raise_first(checks.problems(event, TricksRecorded(), mended=True))
    raise_first(mark_problems(game.sheet.scheme, event.marks, hand.order, game.names))
    raise_first(mark_limit_problems(game.sheet.scheme, event.marks))
    return replace(event, hook_waived=event.hook_waived and any(checks.hook_problems(event)))


def complete_bids(
    game: Game, hand: OpenHand, bids: Bids, *, doublers: Sequence[str] = (), **details: Any
) -> BidsRecorded:
    """Return the bids of `hand`, completed from its calls, contract and turned card.

    The result is not checked otherwise. `details` are other fields of BidsRecorded: `calls`, from the first bidder on,
    decide contract, trump and bids. `doublers` are all players who doubled, if the house allows several. Raise
    RuleError if two values disagree, or for an invalid contract. Raise IllegalCall for an invalid call.
    """
    rulebook, given = game.sheet.rulebook, BidsRecorded(hand.cards, bids, **details)
    contract, trump = given.contract, given.trump or trump_of_turned_card(game, given.turned)
    if given.calls:
        ended = auction(game, given.calls)
        if not ended.over:
            text = _("The auction is not over: {name} calls next.")
            raise RuleError("auction", text.format(name=game.names[ended.turn]))
        if contract is None and doublers:
            contract = replace_doublers(ended.contract, ())
        contract = _with_doublers(contract, doublers)
        called = in_seat_order(game, ended.contract)
        contract = _check_agreement("contract", contract and in_seat_order(game, contract), called)
        trump = _check_agreement("trump", trump, ended.trump)
        bids = _check_agreement("bids", bids or None, ended.bids)
    elif contract is None and rulebook.bidding == "auction":
        if hand.bidders and all(bids.get(player) == 0 for player in hand.bidders):  # rules.md F1, MU-06
            contract = all_passed(rulebook.auction, hand.order[0], "" if hand.sits_out else hand.dealer)
        trump = trump or "N"
    contract = _with_doublers(contract, doublers)
    if contract is not None:
        contract = in_seat_order(game, contract)
        bids = {contract.declarer: contract.level, **bids}
        if is_whole(contract.level) and contract.level == 0 and rulebook.auction.only_passed == "held to zero":
            # The other bids may be left out, because no player can be held to more (rules.md A1, MU-06).
            bids = {**dict.fromkeys(hand.bidders, 0), **bids}
    calls = tuple(map(canonical_call, given.calls))
    return replace(given, bids=dict(bids), trump=trump, contract=contract, calls=calls)


def auction(game: Game, calls: Sequence[str] = ()) -> Auction:
    """Return the auction of the current hand after these calls, from the first bidder on.

    Raise IllegalCall for the first illegal call. Raise RuleError if the game has no auction or no current hand.
    """
    hand = open_hand(game)
    if game.sheet.rulebook.bidding != "auction":
        raise errors.no_auction()
    state = Auction(hand.order, hand.cards, game.sheet.rulebook.auction, "" if hand.sits_out else hand.dealer)
    for call in calls:
        state = state.after(call)
    return state


_Value = TypeVar("_Value")


def _check_agreement(field: str, given: _Value | None, settled: _Value) -> _Value:
    """Return the value from the auction; raise FieldError if a different value was given too."""
    if given is not None and given != settled:
        raise errors.FieldError(field, _("The auction ends differently. Leave this out, or edit its calls."))
    return settled


def _with_doublers(contract: Contract | None, doublers: Sequence[str]) -> Contract | None:
    """Return the contract with all its doublers; it may already name one of them."""
    if contract is None or not doublers:
        return contract
    if contract.doubler not in (None, *doublers):
        raise RuleError("contract.doubler", _("The doubler is not among the doublers."))
    return replace_doublers(contract, doublers)


def in_seat_order(game: Game, contract: Contract) -> Contract:
    """Return the contract with its doublers clockwise, so that equal contracts compare equal."""
    known = [player for player in game.sheet.seats.everyone if player in contract.doublers]
    all_known = contract.also_doubled and len(known) == len(contract.doublers)
    return replace_doublers(contract, known) if all_known else contract


def trump_of_turned_card(game: Game, turned: str | None) -> str | None:
    """Return the trump of a turned card, or None if a player must still name it."""
    meant = trump_turned(game.sheet.rulebook, turned)
    return None if meant == PLAYER_NAMES_TRUMP else meant


def record_tricks(game: Game, taken: dict[str, int] | None = None, **known: Any) -> TricksRecorded:
    """Record the result of the current hand: the tricks, or less if the scheme needs no more.

    `known` holds other fields of TricksRecorded, except `cards` and `points`. `taken` has the tricks of all players,
    `made` only which bids were made. `off` says how far off the bids were, in tricks. If the scheme needs the side, or
    a number is below 0, then too few tricks are below 0. The tricks are computed from them. `cancelled` is the number
    of tricks that no player took. Raise the RuleError of the first problem, often from `HandChecks`.
    """
    sheet, hand, given = game.sheet, open_hand(game), TricksRecorded(taken, **known)
    if given.wrong_count is not None:
        given = replace(given, taken=None, made=None, off=None, cancelled=None, bid_changes={})
    taken, made, off, turned = given.taken, given.made, given.off, given.turned
    checks = HandChecks(sheet.rulebook, hand, game.names)
    if sheet.bids is None and hand.bidders:
        raise RuleError("bids", _("Enter the bids of hand {hand} first.").format(hand=hand.number), hand=hand.number)
    _check_kind_of_result(sheet, hand, given)
    bids = sheet.bids or BidsRecorded(hand.cards, {})
    counted = dict.fromkeys(hand.order, hand.fixed_bid) if hand.fixed_bid is not None else bids.bids
    raise_first(checks.bid_change_problems(counted, given.bid_changes))
    changes = {player: change for player, change in given.bid_changes.items() if change}
    counted = change_bids(counted, changes)
    if off is not None and is_off_signed(off, sheet.scheme, sheet.options, hand.options):
        taken, off = checks.tricks_off(counted, off), None
    problems = checks.trick_problems(PlayedHand(counted, taken, made, off=off), given.cancelled)
    if given.wrong_count is not None:
        problems = checks.wrong_count_problems(given.wrong_count)
    for problem in problems:
        raise _wrong_differences(hand, taken) if given.off and taken and problem.field == "taken" else problem
    trump = given.trump or trump_of_turned_card(game, turned)
    raise_first(checks.trump_problems(trump, turned))
    raise_first(checks.chooser_problems(bids.bids, given.chosen_by))
    if trump and bids.trump and trump != bids.trump:
        words = _("The trumps of this hand are already chosen: {trump}.")
        raise RuleError("trump", words.format(trump=sheet.rulebook.suits.name(bids.trump)))
    raise_first(mark_problems(sheet.scheme, given.marks, hand.order, game.names))
    raise_first(mark_limit_problems(sheet.scheme, merge_marks(bids.marks, given.marks)))
    cards, points = None if sheet.bids else hand.cards, dict[str, Points]() if bids.on_paper else None
    return replace(given, taken=taken, cards=cards, trump=trump, off=off, points=points, bid_changes=changes)


def _check_kind_of_result(sheet: Sheet, hand: OpenHand, given: TricksRecorded) -> None:
    """Raise RuleError for two kinds of result, or for a kind that is too little for the points."""
    if given.made is not None and given.taken is not None:
        raise errors.made_or_taken()
    if given.off is not None and (given.made is not None or given.taken is not None):
        raise errors.off_and_more()
    if given.made is not None and needs_tricks(sheet.scheme, sheet.options, hand.options):
        raise errors.made_needs_tricks(sheet.scheme.name)


def _wrong_differences(hand: OpenHand, taken: Mapping[str, int]) -> RuleError:
    """Return the error for tricks, calculated from bids and differences, that do not add up to the cards."""
    total = sum(taken.values())
    text = ngettext(
        "Hand {hand}: bids and differences come to {total} trick, but there are {cards}. Check who "
        "took too many and who too few.",
        "Hand {hand}: bids and differences come to {total} tricks, but there are {cards}. Check who "
        "took too many and who too few.",
        total,
    )
    return RuleError("off", text.format(hand=hand.number, total=total, cards=hand.cards), hand=hand.number)


def correct(game: Game, hand: int, changes: Mapping[str, Any]) -> Corrected:
    """Correct a recorded hand, or the bids of the current hand; everything after it is recomputed.

    `changes` holds fields of the hand, with a contract as a mapping of its fields. Fields with a value for each player
    are merged player by player; None removes a value. Raise the RuleError of the first problem that the hand would then
    have. Raise RuleError for a hand that is not recorded, and for a result of the current hand.
    """
    open_now = game.sheet.bids is not None and hand == game.sheet.hands_played + 1
    if not is_whole(hand) or not (open_now or 1 <= hand <= game.sheet.hands_played):
        raise errors.no_such_hand(hand)
    event = Corrected(hand, {name: value for name, value in changes.items() if name in CORRECTABLE})
    after_play = {"taken", "made", "off", "cancelled", "points", "wrong_count", "bid_changes"}
    if open_now and event.changes.keys() & after_play:
        raise errors.hand_under_way(hand)
    raise_first(correction_checks.shape_problems(game, hand, event.changes))
    event = Corrected(hand, _in_order(game, _with_tricks(game, hand, event.changes)))
    if "off" in changes and "taken" in event.changes:  # computed tricks: on paper no other check finds −1
        raise_first(correction_checks.shape_problems(game, hand, event.changes))
    if event.changes.get("points"):
        event = Corrected(hand, {**event.changes, "points": exact_points(event.changes["points"])})
    corrected = game.preview(event)
    row = corrected.hand_row(hand)
    problems = row.problems if row else open_problems(corrected)
    # Allow corrections of a hand after the end of the game, though it remains one.
    raise_first(problem for problem in problems if problem.field != "hand")
    return event


def _with_tricks(game: Game, hand: int, changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the changes with tricks instead of `off`, if `off` is signed."""
    off, row, sheet = changes.get("off"), game.hand_row(hand), game.sheet
    if not off or row is None or not is_off_signed(off, sheet.scheme, sheet.options, row.options):
        return changes
    spoken = {player: bid or 0 for player, bid in {**row.spoken_bids, **(changes.get("bids") or {})}.items()}
    changed = {**row.bid_changes, **(changes.get("bid_changes") or {})}
    bids = change_bids(spoken, {player: change or 0 for player, change in changed.items()})
    taken = {player: None if number is None else bids.get(player, 0) + number for player, number in off.items()}
    return {**{name: value for name, value in changes.items() if name != "off"}, "taken": taken}


def _in_order(game: Game, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes with several doublers in seat order, as in a recorded hand, and lists instead of tuples."""
    if changes.get("wrong_count"):
        changes = {**changes, "wrong_count": [*changes["wrong_count"]]}
    contract = changes.get("contract")
    if not contract or not contract.get("also_doubled"):
        return dict(changes)
    return {**changes, "contract": in_seat_order(game, Contract.of(contract)).to_dict()}


def open_problems(game: Game) -> Iterable[RuleError]:
    """Yield problems of the current hand's bids; none before they are recorded."""
    sheet, hand = game.sheet, game.sheet.open_hand
    if hand is not None and sheet.bids is not None:
        yield from HandChecks(sheet.rulebook, hand, game.names).problems(sheet.bids, TricksRecorded(), mended=True)


def is_play_open(game: Game) -> bool:
    """Return whether a card of the current hand may have been led, so that a void deal can cost points."""
    return game.sheet.bids is not None or not open_hand(game).bidders


def misdeal(game: Game, wrong_count: Iterable[str] = (), *, free: bool = False) -> Misdealt:
    """Record a misdeal; `wrong_count` are the players with a wrong number of cards (MU-29).

    Nothing is charged if it is `free`, as before the first lead. Raise RuleError if there is no current hand, or if a
    player is not in it.
    """
    hand, wrong = open_hand(game), tuple(wrong_count)
    for player in wrong:
        if player not in hand.order:
            raise errors.not_at_the_table("wrong_count", game.name_of(player))
    return Misdealt(wrong, free)


def misplay(game: Game, player: str) -> Misplayed:
    """Record that a revoke by `player` spoilt the current hand; raise RuleError if they are not in it."""
    if player not in open_hand(game).order:
        raise errors.not_at_the_table("player", game.name_of(player))
    return Misplayed(player)
