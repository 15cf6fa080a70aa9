"""Checks of a hand and its result, used for recording, corrections and the fold.

Each check yields a RuleError for every problem, with the field that was entered. Decisions raise the first one. The
fold stores them in the row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.formats import format_change, format_points, is_whole
from scorepad.game.state.events import Bids, BidsRecorded, Contract, Marks, TricksRecorded
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import PlayedHand
from scorepad.game.state.turns import trump_chooser
from scorepad.rules import cards
from scorepad.rules.cards import NO_TRUMPS, OTHER_JOKER, SUITS, suit_name
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.turned_card import PLAYER_NAMES_TRUMP, trump_turned
from scorepad.rules.scheme import Scheme
from scorepad.words import _

MOST_MARK = 1000  # largest number in a mark, such as points or captured cards


def hand_problems(
    rulebook: Rulebook,
    hand: OpenHand,
    bids: BidsRecorded,
    played: PlayedHand | None,
    tricks: TricksRecorded,
    names: Mapping[str, str],
    *,
    mended: bool,
) -> Iterator[RuleError]:
    """Yield all problems of a hand, the current one (without a result) or a played one.

    Trumps are checked only if the hand is recorded or corrected now (`mended`). A hand played in hearts stays so, even
    if a correction of the previous hand makes spades the trump.
    """
    if mended:
        yield from trump_problems(rulebook, hand, bids.trump, bids.turned)
        yield from trump_problems(rulebook, hand, tricks.trump, tricks.turned)
    yield from _contract_problems(rulebook, hand, bids, names)
    yield from _bid_problems(rulebook, hand, bids.bids, names)
    if not bids.hook_waived:
        yield from hook_problems(hand, bids.bids, names)
    if mended:
        for chosen_by in (bids.chosen_by, tricks.chosen_by):
            yield from chooser_problems(rulebook, hand, bids.bids, chosen_by, names)
    if played:
        yield from trick_problems(rulebook, hand, played, tricks.cancelled, names)


def chooser_problems(
    rulebook: Rulebook, hand: OpenHand, bids: Bids, chosen_by: str | None, names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Yield a problem if `chosen_by` is not at the table or not the chooser by the rules."""
    if chosen_by is None:
        return
    if chosen_by not in hand.order:
        yield errors.not_at_the_table("chosen_by", names.get(chosen_by, chosen_by))
        return
    chooser = trump_chooser(rulebook, hand, bids)
    if chooser is not None and chooser != chosen_by:
        yield RuleError("chosen_by", _("Here {name} chooses the trumps.").format(name=names[chooser]))


def _bid_problems(
    rulebook: Rulebook, hand: OpenHand, bids: Mapping[str, Any], names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Yield problems of the bids: each bidder bids from 0 to the cards, and no other player bids.

    If the hand has a fixed bid, only that bid is allowed.
    """
    if hand.fixed_bid is not None:
        for player, bid in bids.items():
            if player not in hand.order or bid != hand.fixed_bid or not is_whole(bid):
                yield errors.bid_not_asked(player, names.get(player, player))
        return
    for player in hand.bidders:
        bid = bids.get(player)
        if bid is None:
            if not (rulebook.bidding == "auction" and rulebook.auction.only_passed == "no bid"):  # MU-06
                yield errors.ValueMissing(f"bids.{player}", _("{name} has not bid yet.").format(name=names[player]))
        elif not is_whole(bid) or not 0 <= bid <= hand.cards:
            yield errors.bid_out_of_range(player, names[player], bid, hand.cards)
    for player in bids:
        if player not in hand.bidders:
            yield errors.bid_not_asked(player, names.get(player, player))


def hook_problems(hand: OpenHand, bids: Bids, names: Mapping[str, str]) -> Iterator[RuleError]:
    """Yield a problem if the last bidder made the bid that the hook forbids."""
    last = hand.bidders[-1] if hand.bidders else None
    if last is not None and bids.get(last) is not None and bids[last] == hand.forbidden(bids):
        text = _("{name} bids last and may not bid {bid}: the bids would add up to {cards}.")
        yield RuleError(f"bids.{last}", text.format(name=names[last], bid=bids[last], cards=hand.cards))


def mark_problems(
    scheme: Scheme, marks: Marks, order: Collection[str], names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Yield problems of marks: unknown marks, players not in `order`, and invalid values.

    A yes/no mark is 0 or 1. A number is limited by MOST_MARK and the mark's choices.
    """
    for player, own in marks.items():
        if player not in order:
            yield errors.not_at_the_table(f"marks.{player}", names.get(player, player))
            continue
        for mark, value in own.items():
            kind, choices, wrong = scheme.marks.get(mark), scheme.mark_number(mark).choices, ""
            if kind is None:
                wrong = _("The scoring has no mark “{mark}”.")
            elif kind == "number" and not (is_whole(value) and abs(value) <= MOST_MARK):
                wrong = _("Enter a whole number for the mark “{mark}” of {name}.")
            elif kind == "number" and value not in (choices or (value,)):
                wrong = _("The mark “{mark}” of {name} must be one of {choices}.")
            elif kind != "number" and not (isinstance(value, bool) or (is_whole(value) and value in (0, 1))):
                wrong = _("The mark “{mark}” of {name} must be yes or no.")
            if wrong:
                reason = wrong.format(mark=mark, name=names[player], choices=", ".join(map(str, choices)))
                yield RuleError(f"marks.{player}.{mark}", reason)


def _contract_problems(
    rulebook: Rulebook, hand: OpenHand, bids: BidsRecorded, names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Yield problems of a contract: its players must be at the table, and no bid may exceed its level."""
    contract, wanted = bids.contract, rulebook.bidding == "auction" and hand.bidders
    if contract is None:
        if wanted:
            yield errors.WrongContract("", _("Which player plays which contract?"))
        return
    if not wanted:
        yield errors.WrongContract("", _("There is no auction in this game."))
    elif (slip := next(_contract_errors(rulebook, hand, contract), None)) is not None:
        yield errors.WrongContract(*slip)
    elif bids.trump not in (*SUITS, NO_TRUMPS):
        yield RuleError("trump", _("Which suit is the contract in, or no trumps?"))
    else:
        yield from _commitment_problems(contract, bids.bids, names)


def _contract_errors(rulebook: Rulebook, hand: OpenHand, contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield the contract's own problems as (field, reason).

    Only the first is reliable.
    """
    if contract.declarer not in hand.order:
        yield "declarer", _("The declarer must be a player at the table.")
    if not is_whole(contract.level) or not 0 <= contract.level <= hand.cards:
        yield "level", _("The level must be a whole number from 0 to {cards}.").format(cards=hand.cards)
    if any(doubler not in hand.order for doubler in contract.doublers):
        yield "doubler", _("The doubler must be a player at the table.")
    if contract.declarer in contract.doublers:
        yield "doubler", _("Players cannot double their own contract.")
    if len({*contract.doublers}) < len(contract.doublers):
        yield "doubler", _("Each doubler can double only once.")
    if len(contract.doublers) > 1 and rulebook.auction.doublers != "several":  # MU-13
        yield "doubler", _("Only one player doubles, unless the house rules allow several.")
    if contract.redoubled and contract.doubler is None:
        yield "redoubled", _("Only a doubled contract can be redoubled.")


def _commitment_problems(contract: Contract, bids: Bids, names: Mapping[str, str]) -> Iterator[RuleError]:
    if bids.get(contract.declarer) != contract.level:
        text = _("{name} plays the contract, so the bid is its level, {level}.")
        reason = text.format(name=names[contract.declarer], level=contract.level)
        yield RuleError(f"bids.{contract.declarer}", reason)
    for player, bid in bids.items():
        if is_whole(bid) and bid > contract.level:
            text = _("{name} cannot be held to {bid}: no player named more than the contract’s {level}.")
            yield RuleError(
                f"bids.{player}", text.format(name=names.get(player, player), bid=bid, level=contract.level)
            )


def trump_problems(rulebook: Rulebook, hand: OpenHand, trump: str | None, turned: str | None) -> Iterator[RuleError]:
    """Yield problems of the trump and the turned card, which must be possible in the rulebook."""
    joker = (OTHER_JOKER,) if OTHER_JOKER in rulebook.trump_choices() else ()
    if trump is not None and trump not in (*SUITS, NO_TRUMPS, *joker):
        yield RuleError("trump", _("Trumps are C, D, H, S, or N for none."))
        return
    if turned is not None:
        meant = trump_turned(rulebook, turned)
        if meant is None:
            yield RuleError("turned", _("“5H”, “QS” or “*” for a joker is how to write a turned-up card."))
        elif trump is not None and meant not in (PLAYER_NAMES_TRUMP, trump):
            text = _("With {turned} turned up the trumps are {meant}, not {trump}.")
            card = cards.format_card(turned, {})
            yield RuleError("turned", text.format(turned=card, meant=suit_name(meant), trump=suit_name(trump)))
    settled = hand.trump if rulebook.trump.way != "cycle" else None
    if trump is not None and settled is not None and trump != settled:
        text = _("The trumps by the rules are {settled}, not {trump}.")
        yield RuleError("trump", text.format(settled=suit_name(settled), trump=suit_name(trump)))


def trick_problems(
    rulebook: Rulebook, hand: OpenHand, played: PlayedHand, cancelled: int | None, names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Yield problems of the result.

    Every player's tricks must be a whole number. The sum must be the cards less the cancelled tricks.
    """
    if cancelled is not None and not rulebook.cancelled:
        yield RuleError("cancelled", _("No tricks are cancelled in this game."))
    elif cancelled is not None and not (is_whole(cancelled) and 0 <= cancelled <= hand.cards):
        yield errors.not_whole("cancelled", 0, hand.cards)
    elif played.taken is not None:
        yield from _taken_problems(rulebook, hand, played.taken, cancelled, names)
    elif played.off is not None:
        yield from _off_problems(rulebook, hand, played.bids, played.off, names)
    else:
        yield from _made_problems(rulebook, hand, played, names)


def _taken_problems(
    rulebook: Rulebook, hand: OpenHand, taken: Mapping[str, Any], cancelled: int | None, names: Mapping[str, str]
) -> Iterator[RuleError]:
    wrong = list(_number_problems(hand, taken, names))
    if wrong:
        yield from wrong
        return
    total = sum(taken.values()) + (cancelled or 0)
    fewest = 0 if rulebook.cancelled and cancelled is None else hand.cards
    if not fewest <= total <= hand.cards:
        text = _("Tricks add up to {total}, but the hand has {cards}.")
        yield errors.TricksDoNotAddUp("taken", text.format(total=total, cards=hand.cards))


def _number_problems(hand: OpenHand, taken: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[RuleError]:
    """Yield the problems of each player's tricks alone."""
    for player in taken:
        if player not in hand.order:
            yield errors.not_at_the_table(f"taken.{player}", names.get(player, player))
    for player in hand.order:
        tricks = taken.get(player)
        if tricks is None:
            yield errors.tricks_missing(player, names[player])
        elif not is_whole(tricks) or not 0 <= tricks <= hand.cards:
            yield errors.tricks_out_of_range(player, names[player], tricks, hand.cards)


def _made_problems(
    rulebook: Rulebook, hand: OpenHand, played: PlayedHand, names: Mapping[str, str]
) -> Iterator[RuleError]:
    made = played.made or {}
    for player in hand.order:
        if not isinstance(made.get(player), bool):
            missing = errors.tricks_missing if played.made is None else errors.made_missing
            yield missing(player, names[player])
            return
    stranger = next((player for player in made if player not in hand.order), None)
    if stranger is not None:
        yield errors.not_at_the_table(f"made.{stranger}", names.get(stranger, stranger))
    left = hand.cards - sum(bid for player, bid in played.bids.items() if made.get(player))
    others = {other: played.bids.get(other) for other in hand.order if not (made[other] and other in played.bids)}
    if not _can_sum_to(
        rulebook, left, ([number for number in range(left + 1) if number != bid] for bid in others.values())
    ):
        yield errors.made_impossible(left, [(name, others[other]) for other, name in names.items() if other in others])


def _can_sum_to(rulebook: Rulebook, tricks: int, choices: Iterable[Iterable[int]]) -> bool:
    """Return whether one number from each player's choices can add up to `tricks`.

    A smaller sum is enough if the rulebook cancels tricks.
    """
    sums = {0}
    for own in map(tuple, choices):
        sums = {sofar + number for sofar in sums for number in own}
    return tricks in sums or (rulebook.cancelled and any(share < tricks for share in sums))


# --- results that say only how far off the bids were --------------------------------------------------------


def _off_problems(
    rulebook: Rulebook, hand: OpenHand, bids: Bids, off: Mapping[str, Any], names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Yield problems of how far off the bids were.

    Each number must be possible. With some bids over and others under, the tricks must add up to the hand's.
    """
    wrong = list(_number_problems_of_off(hand, bids, off, names, lambda bid: range(max(bid, hand.cards - bid) + 1)))
    if wrong:
        yield from wrong
        return
    any_number = range(hand.cards + 1)
    sides = (
        ({bids[player] - off[player], bids[player] + off[player]} if player in bids else any_number)
        for player in hand.order
    )
    if not _can_sum_to(rulebook, hand.cards, ([n for n in own if n in any_number] for own in sides)):
        text = _(
            "Hand {hand}: with these bids and differences the tricks cannot add up to {cards}. Check the bids "
            "and the differences."
        )
        yield RuleError("off", text.format(hand=hand.number, cards=hand.cards), hand=hand.number)


def tricks_off(hand: OpenHand, bids: Bids, off: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, int]:
    """Return the tricks of players who were this far off their bids, below 0 for too few.

    For a player without a bid the number is the tricks. Raise the RuleError of the first impossible number.
    """
    all_bids = {player: bids.get(player, 0) for player in hand.order}
    for problem in _number_problems_of_off(hand, all_bids, off, names, lambda bid: range(-bid, hand.cards - bid + 1)):
        raise problem
    return {player: bid + off[player] for player, bid in all_bids.items()}


def _number_problems_of_off(
    hand: OpenHand, bids: Bids, off: Mapping[str, Any], names: Mapping[str, str], can_be: Callable[[int], range]
) -> Iterator[RuleError]:
    """Yield problems of each number alone: a player with this bid must be able to be off by it."""
    for player in off:
        if player not in hand.order:
            yield errors.not_at_the_table(f"off.{player}", names.get(player, player))
    for player, bid in bids.items():
        allowed = can_be(bid)
        if off.get(player) is None:
            yield errors.off_missing(player, names[player])
        elif not is_whole(off[player]) or off[player] not in allowed:
            ends = (
                format_points(allowed[0]),
                format_change(allowed[-1]) if allowed[0] < 0 else format_points(allowed[-1]),
            )
            yield errors.off_out_of_range(player, names[player], off[player], bid, hand.number, *ends)
