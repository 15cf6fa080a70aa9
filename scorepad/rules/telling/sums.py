"""The simple sums that points follow, a whole sentence each: for made bids, for a made zero, for missed bids.

Found by asking the scheme what hands are worth, not by reading its formulas: so they are true of a scheme that a table
has written for itself, too, and follow its options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from scorepad.rules.formula import tidy
from scorepad.rules.formula.tree import Number
from scorepad.rules.numbers import written
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import _

SMALL, LARGE = 8, 13  # cards of the hands that are tried: all up to the one, and the other or the largest there is

Worth = dict[tuple[int, int, int], Number]  # by bid, tricks taken, cards
Quantities = Callable[[int, int, int], tuple[int, ...]]


def sums_in_words(asked: SchemeAsPlayed, *, whole: bool = False) -> list[str]:
    """The three sentences; none at all if one of them follows no simple sum, or with `whole` not for every miss."""
    sizes = {*range(1, SMALL + 1), max(asked.top, LARGE)}
    hands = [(bid, taken, cards) for cards in sizes for bid in range(cards + 1) for taken in range(cards + 1)]
    worth = {hand: asked(*hand) for hand in hands}
    made = {hand: points for hand, points in worth.items() if hand[0] == hand[1] > 0}
    zero = {hand: points for hand, points in worth.items() if hand[0] == hand[1] == 0}
    missed = {hand: points for hand, points in worth.items() if hand[0] != hand[1]}
    losses = [sum_ for sum_ in _MISSED if not whole or sum_ is not _steeply]
    said = [_made(made), _zero(zero), next(filter(None, (sum_(missed) for sum_ in losses)), "")]
    return said if all(said) else []


def _fits(worth: Worth, quantities: Quantities) -> list[Number] | None:
    return fitted((quantities(*hand), points) for hand, points in worth.items())


def _said(words: str, *, base: Number = 0, each: Number = 0, more: Number = 0) -> str:
    return words.format(base=written(base), each=written(each), more=written(more))


def _size(points: Number) -> Number:
    return max(points, -points)  # for the types: abs() of either kind is of no kind


def _made(worth: Worth) -> str:
    by_bid = _fits(worth, lambda bid, taken, cards: (bid,))  # noqa: ARG005
    if by_bid:
        base, each = by_bid
        if base and each:
            return _said(_("A made bid gives {base} and {each} more for every trick."), base=base, each=each)
        if base or not each:
            return _said(_("A made bid gives {base}."), base=base)
        return _said(_("A made bid gives {each} for every trick."), each=each)
    by_square = _fits(worth, lambda bid, taken, cards: (bid * bid,))  # noqa: ARG005
    if by_square and by_square[1] == 1:
        words = _("A made bid gives {base} and the bid times itself more: for a bid of 3 that is {each}.")
        return _said(words, base=by_square[0], each=by_square[0] + 9)
    by_cards = _fits(worth, lambda bid, taken, cards: (bid, cards))  # noqa: ARG005
    if by_cards and not by_cards[0]:
        words = _("A made bid gives {each} for every trick and {more} for every card of the hand.")
        return _said(words, each=by_cards[1], more=by_cards[2])
    return ""


def _zero(worth: Worth) -> str:
    by_cards = _fits(worth, lambda bid, taken, cards: (cards,))  # noqa: ARG005
    if not by_cards:
        return ""
    base, each = by_cards
    if base and each:
        return _said(_("A made zero gives {base} and {each} more for every card of the hand."), base=base, each=each)
    if base or not each:
        return _said(_("A made zero gives {base}."), base=base)
    return _said(_("A made zero gives {each} for every card of the hand."), each=each)


# --- missed bids: the first that holds is said ---


def _flat(worth: Worth) -> str:
    first, *others = {*worth.values()}
    if others:
        return ""
    if not first:
        return _("A missed bid gives nothing.")
    return _said(_("A missed bid costs {base}.") if first < 0 else _("A missed bid gives {base}."), base=_size(first))


def _by_tricks(worth: Worth) -> str:
    found = _fits(worth, lambda bid, taken, cards: (taken,))  # noqa: ARG005
    if not found or found[0] or found[1] < 0:
        return ""
    return _said(_("A missed bid gives {each} for every trick taken."), each=found[1])


def _by_off(worth: Worth) -> str:
    found = _fits(worth, lambda bid, taken, cards: (abs(bid - taken),))  # noqa: ARG005
    if not found:
        return ""
    base, each = found
    if base < 0 and each < 0:
        words = _("A missed bid costs {base}, and {each} more for every trick too many or too few.")
    elif base:
        return ""
    elif each < 0:
        words = _("A missed bid costs {each} for every trick too many or too few.")
    else:
        words = _("A missed bid gives {each} for every trick too many or too few.")
    return _said(words, base=_size(base), each=_size(each))


def _by_bid(worth: Worth) -> str:
    found = _fits(worth, lambda bid, taken, cards: (bid,))  # noqa: ARG005
    if not found or found[0] or found[1] > 0:
        return ""
    return _said(_("A missed bid costs {each} for every trick that was bid."), each=-found[1])


def _by_tricks_and_off(worth: Worth) -> str:
    found = _fits(worth, lambda bid, taken, cards: (taken, abs(bid - taken)))  # noqa: ARG005
    if not found or found[0] or found[1] < 0 or found[2] > 0:
        return ""
    words = _("A missed bid gives {each} for every trick taken, but costs {more} for every trick too many or too few.")
    return _said(words, each=found[1], more=-found[2])


def _steeply(worth: Worth) -> str:
    """By how far off it is, but not in equal steps."""
    steps: dict[int, Number] = {}
    if not all(steps.setdefault(abs(bid - taken), points) == points for (bid, taken, _c), points in worth.items()):
        return ""
    if all(points <= 0 for points in steps.values()):
        words = _("A missed bid costs {one} if it is one trick off, {two} if two, {three} if three, {four} if four.")
    elif all(points >= 0 for points in steps.values()):
        words = _("A missed bid gives {one} if it is one trick off, {two} if two, {three} if three, {four} if four.")
    else:
        return ""
    one, two, three, four = (written(_size(steps[off])) for off in range(1, 5))
    return words.format(one=one, two=two, three=three, four=four)


_MISSED = (_flat, _by_tricks, _by_off, _by_bid, _by_tricks_and_off, _steeply)


Row = tuple[Sequence[int], Number]  # quantities of a hand, and its points


def fitted(rows: Iterable[Row]) -> list[Number] | None:
    """The base and the rate of each quantity, if all rows follow one sum; a rate that the rows leave open is 0.

    None where they follow none. There must be a row.
    """
    alike = {(*quantities, points) for quantities, points in rows}  # most hands say what another has said
    equations = [[Fraction(1), *map(Fraction, one)] for one in sorted(alike)]
    width = len(equations[0]) - 1
    solved: list[tuple[int, list[Fraction]]] = []
    for equation in equations:
        for column, known in solved:
            if equation[column]:
                equation = [ours - equation[column] * theirs for ours, theirs in zip(equation, known, strict=True)]
        column = next((at for at in range(width) if equation[at]), -1)
        if column >= 0:
            solved.append((column, [one / equation[column] for one in equation]))
        elif equation[-1]:
            return None
    rates = [Fraction(0)] * width
    for column, known in reversed(solved):
        rates[column] = known[-1] - sum(known[at] * rates[at] for at in range(width) if at != column)
    return [tidy(rate) for rate in rates]
