"""What may be recorded of a hand: bids, tricks, a correction, or a deal that does not count."""

from __future__ import annotations

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
from scorepad.game.state import checks
from scorepad.game.state.events import (
    Bids,
    BidsRecorded,
    Contract,
    Corrected,
    Marks,
    Misdealt,
    Misplayed,
    TricksRecorded,
    doubled_by,
)
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.scoring import PlayedHand, needs_tricks, tells_sides
from scorepad.rules.cards import suit_name
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.turned_card import SOMEBODY_NAMES_IT, trump_turned
from scorepad.words import _, ngettext

OF_TRICKS = {one.name for one in fields(TricksRecorded)} - {"cards"}  # said when a hand is played
CORRECTABLE = OF_TRICKS | {one.name for one in fields(BidsRecorded)} - {"calls", "on_paper"}


def refuse(problems: Iterable[RuleError]) -> None:
    for problem in problems:
        raise problem


def open_hand(game: Game) -> OpenHand:
    """The hand to be played; RuleError when there is none, RuleError while too few sit at the table."""
    hand = game.sheet.open_hand
    if hand is None:
        raise errors.game_over()
    check_count(game.sheet.rulebook, len(hand.order), "hand")
    return hand


def record_bids(game: Game, bids: Bids, *, cards: int | None = None, **said: Any) -> BidsRecorded:
    """Bidding of the open hand has ended. What is given must agree with rulebook and ladder.

    `bids` are tricks by player; `said` is what else `settled_bids` takes. Raises the RuleError of the first thing that
    does not fit, among them BidsStand and IllegalCall.
    """
    hand = open_hand(game)
    if game.sheet.bids is not None:
        raise errors.BidsStand(hand.number)
    if cards is not None and not (is_whole(cards) and cards == hand.cards):
        text = ngettext(
            "Hand {hand} has {planned} card by the ladder, not {given}.",
            "Hand {hand} has {planned} cards by the ladder, not {given}.",
            hand.cards,
        )
        reason = text.format(hand=hand.number, planned=hand.cards, given=errors.shown(cards))
        raise RuleError("cards", reason, hand=hand.number)
    return _checked_bids(game, hand, settled_bids(game, hand, bids, **said))


def settled_bids(
    game: Game,
    hand: OpenHand,
    bids: Bids,
    *,
    trump: str | None = None,
    turned: str | None = None,
    chosen_by: str | None = None,
    contract: Contract | None = None,
    calls: Sequence[str] = (),
    doublers: Sequence[str] = (),
    hook_waived: bool = False,
    marks: Marks | None = None,
) -> BidsRecorded:
    """The bids of `hand` with what follows from the calls of an auction, a contract and a card turned up; not yet
    looked at otherwise.

    `calls`, from the first bidder on, settle contract, trump and bids; `doublers`, where the house allows several, are
    all who doubled the contract. RuleError, IllegalCall, WrongContract, or RuleError where it says two things.
    """
    sheet = game.sheet
    trump = trump or meant(game, turned)
    if calls:
        done = _ended_auction(game, calls)
        contract = _agreed_contract(game, done, contract, doublers)
        trump = _agreed("trump", trump, done.trump)
        bids = _agreed("bids", bids or None, done.bids)
    elif contract is None and sheet.rulebook.bidding == "auction":
        contract = _nobody_named_any(sheet.rulebook, hand, bids)
        trump = trump or "N"
    contract = _doubled(contract, doublers)
    if contract is not None:
        contract = in_seat_order(game, contract)
        bids = {**_held_to_zero(sheet.rulebook, hand, contract), contract.declarer: contract.level, **bids}
    calls = tuple(map(canonical_call, calls))
    return BidsRecorded(hand.cards, dict(bids), trump, turned, chosen_by, contract, calls, hook_waived, marks or {})


def _checked_bids(game: Game, hand: OpenHand, bids: BidsRecorded) -> BidsRecorded:
    """The bids, once nothing is wrong with them; the hook counts as waived only where it forbids them."""
    sheet = game.sheet
    refuse(checks.hand_problems(sheet.rulebook, hand, bids, None, TricksRecorded(), game.names, mended=True))
    refuse(checks.mark_problems(sheet.scheme, bids.marks, hand.order, game.names))
    hooked = any(True for _problem in checks.hook_problems(hand, bids.bids, game.names))
    return replace(bids, hook_waived=bids.hook_waived and hooked)


def auction(game: Game, calls: Sequence[str] = ()) -> Auction:
    """The auction of the open hand after these calls, from the first bidder on.

    IllegalCall for the first that may not be made, WrongContract where the game has no auction, RuleError.
    """
    hand = open_hand(game)
    if game.sheet.rulebook.bidding != "auction":
        raise errors.WrongContract("", _("There is no auction in this game."))
    so_far = Auction(hand.order, hand.cards, game.sheet.rulebook.auction, hand.dealer)
    for call in calls:
        so_far = so_far.after(call)
    return so_far


def _ended_auction(game: Game, calls: Sequence[str]) -> Auction:
    ended = auction(game, calls)
    if not ended.over:
        text = _("The auction is not over: {name} calls next.")
        raise RuleError("auction", text.format(name=game.names[ended.turn]))
    return ended


_Said = TypeVar("_Said")


def _agreed(field: str, said: _Said | None, settled: _Said) -> _Said:
    """What the auction settles, if nothing else is said beside it."""
    if said is not None and said != settled:
        raise errors.FieldError(field, _("The auction ends otherwise; leave this out or mend its calls."))
    return settled


def _agreed_contract(game: Game, done: Auction, said: Contract | None, doublers: Sequence[str]) -> Contract:
    """The contract that an auction ended in; what is said of it beside the calls, or of its doublers, must agree."""
    if said is None and doublers:
        said = doubled_by(done.contract, ())
    said = _doubled(said, doublers)
    return _agreed("contract", said and in_seat_order(game, said), in_seat_order(game, done.contract))


def _doubled(contract: Contract | None, doublers: Sequence[str]) -> Contract | None:
    """The contract with all its doublers, of whom it may name one itself."""
    if contract is None or not doublers:
        return contract
    if contract.doubler not in (None, *doublers):
        raise errors.WrongContract("doubler", _("The doubler is not among the doublers."))
    return doubled_by(contract, doublers)


def in_seat_order(game: Game, contract: Contract) -> Contract:
    """The contract with its doublers clockwise: in which order they spoke makes no other contract."""
    known = [player for player in game.sheet.seats.everyone if player in contract.doublers]
    all_known = contract.also_doubled and len(known) == len(contract.doublers)
    return doubled_by(contract, known) if all_known else contract


def _nobody_named_any(rulebook: Rulebook, hand: OpenHand, bids: Bids) -> Contract | None:
    """The contract where all are held to 0: zero is played without trumps (rules.md F1, MU-06)."""
    all_zero = bool(hand.bidders) and all(bids.get(player) == 0 for player in hand.bidders)
    return all_passed(rulebook, hand) if all_zero else None


def _held_to_zero(rulebook: Rulebook, hand: OpenHand, contract: Contract) -> Bids:
    """Under a contract for zero nobody can be held to more (rules.md A1, MU-06), so the bids may be left out."""
    zero = is_whole(contract.level) and contract.level == 0 and rulebook.auction.only_passed == "held to zero"
    return dict.fromkeys(hand.bidders, 0) if zero else {}


def meant(game: Game, turned: str | None) -> str | None:
    """The trump that a turned card brings; None where somebody still has to name it."""
    meant = trump_turned(game.sheet.rulebook, turned)
    return None if meant == SOMEBODY_NAMES_IT else meant


def record_tricks(
    game: Game,
    taken: dict[str, int] | None = None,
    *,
    made: dict[str, bool] | None = None,
    off: dict[str, int] | None = None,
    cancelled: int | None = None,
    trump: str | None = None,
    turned: str | None = None,
    chosen_by: str | None = None,
    marks: Marks | None = None,
) -> TricksRecorded:
    """The open hand has been played. `taken` in tricks for everybody, or `made` where the scheme needs no more.

    `off`: how far off the bids were, in tricks. Where the scheme asks for the side, or a number is below 0, too few
    tricks are below 0 and the tricks are worked out. `cancelled` are tricks that nobody took. Raises the RuleError of
    the first thing that does not fit, often one of state/checks.
    """
    sheet, hand = game.sheet, open_hand(game)
    if sheet.bids is None and hand.bidders:
        raise errors.bids_first(hand.number)
    if made is not None and taken is not None:
        raise errors.made_or_taken()
    if off is not None and (made is not None or taken is not None):
        raise errors.off_and_more()
    if made is not None and needs_tricks(sheet.scheme, sheet.options, hand.options):
        raise errors.made_needs_tricks(sheet.scheme.name)
    bids = sheet.bids or BidsRecorded(hand.cards, {})
    counted = dict.fromkeys(hand.order, hand.fixed_bid) if hand.fixed_bid is not None else bids.bids
    far = off
    if off is not None and tells_sides(off, sheet.scheme, sheet.options, hand.options):
        taken, off = checks.tricks_off(hand, counted, off, game.names), None
    played = PlayedHand(counted, taken, made, off=off)
    for problem in checks.trick_problems(sheet.rulebook, hand, played, cancelled, game.names):
        if far and taken and isinstance(problem, errors.TricksDoNotAddUp):
            text = _(
                "Hand {hand}: the bids and how far off they were come to {total} tricks, but there are {cards}. "
                "Look again at who was over and who was under."
            )
            total = sum(taken.values())
            raise RuleError("off", text.format(hand=hand.number, total=total, cards=hand.cards), hand=hand.number)
        raise problem
    trump = trump or meant(game, turned)
    refuse(checks.trump_problems(sheet.rulebook, hand, trump, turned))
    refuse(checks.chooser_problems(sheet.rulebook, hand, bids.bids, chosen_by, game.names))
    if trump and bids.trump and trump != bids.trump:
        words = _("Trumps of this hand are named already: {trump}.")
        raise RuleError("trump", words.format(trump=suit_name(bids.trump)))
    refuse(checks.mark_problems(sheet.scheme, marks or {}, hand.order, game.names))
    cards, points = None if sheet.bids else hand.cards, dict[str, Points]() if bids.on_paper else None
    return TricksRecorded(taken, made, cancelled, cards, trump, turned, chosen_by, marks or {}, off, points)


def correct(game: Game, hand: int, changes: Mapping[str, Any]) -> Corrected:
    """Mend a hand recorded earlier, or the bids of the open one; everything after it is worked out anew.

    `changes` are fields of the hand, a contract as its own fields; in those that say something of each player players
    are merged one by one, None takes a player's away. Raises the RuleError of the first thing in that hand which
    would then be wrong, RuleError for a hand not yet recorded, RuleError for tricks of the open one.
    """
    open_now = game.sheet.bids is not None and hand == game.sheet.hands_played + 1
    if not is_whole(hand) or not (open_now or 1 <= hand <= game.sheet.hands_played):
        raise errors.no_such_hand(hand)
    event = Corrected(hand, {name: value for name, value in changes.items() if name in CORRECTABLE})
    if open_now and event.changes.keys() & {"taken", "made", "off", "cancelled", "points"}:
        raise errors.hand_under_way(hand)
    refuse(correction_checks.shape_problems(game, hand, event.changes))
    event = Corrected(hand, _in_order(game, _with_tricks(game, hand, event.changes)))
    if "off" in changes and "taken" in event.changes:  # worked out: on paper nothing else would notice −1
        refuse(correction_checks.shape_problems(game, hand, event.changes))
    if event.changes.get("points"):
        event = Corrected(hand, {**event.changes, "points": exact_points(event.changes["points"])})
    mended = game.tried(event)
    row = mended.hand_row(hand)
    problems = row.problems if row else open_problems(mended)
    # A hand after the end stays one: that is no reason to leave its slips as they are.
    refuse(problem for problem in problems if not isinstance(problem, errors.GameWasOver))
    return event


def _with_tricks(game: Game, hand: int, changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """With the tricks instead of how far off the bids were, where that says the side too."""
    off, row, sheet = changes.get("off"), game.hand_row(hand), game.sheet
    if not off or row is None or not tells_sides(off, sheet.scheme, sheet.options, row.options):
        return changes
    bids = {player: bid or 0 for player, bid in {**row.bids, **(changes.get("bids") or {})}.items()}
    taken = {player: None if one is None else bids.get(player, 0) + one for player, one in off.items()}
    return {**{name: value for name, value in changes.items() if name != "off"}, "taken": taken}


def _in_order(game: Game, changes: Mapping[str, Any]) -> dict[str, Any]:
    """With several doublers as a hand is recorded with them."""
    said = changes.get("contract")
    if not said or not said.get("also_doubled"):
        return dict(changes)
    return {**changes, "contract": in_seat_order(game, Contract.of(said)).to_dict()}


def open_problems(game: Game) -> Iterable[RuleError]:
    """What is wrong with the bids of the open hand, once they are written down; nothing as long as there are none."""
    sheet, hand = game.sheet, game.sheet.open_hand
    if hand is not None and sheet.bids is not None:
        said = TricksRecorded()  # nothing yet
        yield from checks.hand_problems(sheet.rulebook, hand, sheet.bids, None, said, game.names, mended=True)


def misdeal(game: Game, wrong_count: Iterable[str] = ()) -> Misdealt:
    """The open hand was dealt wrong; `wrong_count` are the players who held a wrong number of cards (MU-29).

    RuleError where there is no open hand, RuleError for a player who is not in it.
    """
    hand, wrong = open_hand(game), tuple(wrong_count)
    for player in wrong:
        if player not in hand.order:
            raise errors.not_at_the_table("wrong_count", game.names.get(player, player))
    return Misdealt(wrong)


def misplay(game: Game, player: str) -> Misplayed:
    """The open hand was spoilt by a revoke of `player`; RuleError where they do not play in it."""
    if player not in open_hand(game).order:
        raise errors.not_at_the_table("player", game.names.get(player, player))
    return Misplayed(player)
