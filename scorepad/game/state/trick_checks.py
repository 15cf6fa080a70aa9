"""What must be true of the result of a hand: tricks, who made it, or how far off the bids were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.game.state.events import Bids
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import PlayedHand
from scorepad.rules.numbers import change, is_whole, written
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _


def trick_problems(
    rulebook: Rulebook, hand: OpenHand, played: PlayedHand, cancelled: int | None, names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Tricks are whole, nobody's is missing, and together they are the cards less what was cancelled."""
    if cancelled is not None and not rulebook.cancelled:
        yield errors.RuleError("cancelled", _("No tricks are cancelled in this game."))
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
        yield errors.TricksDoNotAddUp(total, hand.cards)


def _number_problems(hand: OpenHand, taken: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[RuleError]:
    """Of each player's tricks by themselves."""
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
    others = {one: played.bids.get(one) for one in hand.order if not (made[one] and one in played.bids)}
    if not _can_share(rulebook, left, ([one for one in range(left + 1) if one != bid] for bid in others.values())):
        yield errors.made_impossible(left, [(name, others[one]) for one, name in names.items() if one in others])


def _can_share(rulebook: Rulebook, tricks: int, choices: Iterable[Iterable[int]]) -> bool:
    """Whether players can share the tricks so that each takes one of their numbers; some may be cancelled."""
    sums = {0}
    for own in map(tuple, choices):
        sums = {sofar + one for sofar in sums for one in own}
    return tricks in sums or (rulebook.cancelled and any(share < tricks for share in sums))


# --- only how far off ---------------------------------------------------------------------------------------


def _off_problems(
    rulebook: Rulebook, hand: OpenHand, bids: Bids, off: Mapping[str, Any], names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Of those who bid each number can be, and some of them over, others under, they come to the tricks of the hand."""
    wrong = list(_number_problems_of_off(hand, bids, off, names, lambda bid: range(max(bid, hand.cards - bid) + 1)))
    if wrong:
        yield from wrong
        return
    any_number = range(hand.cards + 1)
    sides = ({bids[one] - off[one], bids[one] + off[one]} if one in bids else any_number for one in hand.order)
    if not _can_share(rulebook, hand.cards, ([n for n in own if n in any_number] for own in sides)):
        yield errors.off_impossible(hand.number, hand.cards)


def tricks_off(hand: OpenHand, bids: Bids, off: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, int]:
    """The tricks taken by players who were so far off their bids, under 0 for too few; of who did not bid the number is
    the tricks themselves. Raises the RuleError of the first number that cannot be."""
    said = {player: bids.get(player, 0) for player in hand.order}
    for problem in _number_problems_of_off(hand, said, off, names, lambda bid: range(-bid, hand.cards - bid + 1)):
        raise problem
    return {player: bid + off[player] for player, bid in said.items()}


def _number_problems_of_off(
    hand: OpenHand, bids: Bids, off: Mapping[str, Any], names: Mapping[str, str], can_be: Callable[[int], range]
) -> Iterator[RuleError]:
    """Of each number by itself: it is one that a player with this bid can be off by."""
    for player in off:
        if player not in hand.order:
            yield errors.not_at_the_table(f"off.{player}", names.get(player, player))
    for player, bid in bids.items():
        most = can_be(bid)
        if off.get(player) is None:
            yield errors.off_missing(player, names[player])
        elif not is_whole(off[player]) or off[player] not in most:
            ends = written(most[0]), change(most[-1]) if most[0] < 0 else written(most[-1])
            yield errors.off_out_of_range(player, names[player], off[player], bid, hand.number, *ends)
