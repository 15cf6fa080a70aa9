"""The search for the answers that describe a scheme, with proof for every hand.

Hands are divided into the kinds that the questions distinguish. In each kind the numbers are symbols, and the points
must be one sum of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scorepad.errors import FormulaError
from scorepad.rules.formula import Formula, parse, simplify_number
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.scheme.builder.answers import (
    CARDS,
    LARGEST,
    MADE_UNITS,
    MISSED_UNITS,
    MOST_MARKS,
    Amount,
    Answers,
    Mark,
)
from scorepad.rules.scheme.builder.scheme_data import becomes, bids_when
from scorepad.rules.scheme.builder.sentences import about
from scorepad.rules.scheme.builder.symbolic import NotExpressibleError, Sum, SymbolicValues, letter, minus, number, plus
from scorepad.rules.scheme.parts import ANY_NUMBER, MarkKind
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.rules.scheme.variables import BEFORE_BIDDING

Hand = Mapping[str, Sum | str]

_JUST_BELOW = Fraction(1, 10**12)  # smaller than any number that a formula can contain


def read(scheme: PointsRules) -> Answers | None:
    """Return the answers that describe this scheme with its default options.

    Return None if no answers describe it.
    """
    try:
        answers = _answers(scheme)
    except (NotExpressibleError, FormulaError):
        return None
    fitting = all(
        magnitude(value) <= LARGEST and (value.denominator == 1 or scheme.halves) for value in answers.numbers()
    )
    return answers if fitting else None


def _answers(scheme: PointsRules) -> Answers:
    stop = _no_bid_from(scheme)
    bidding = {} if stop is None else {"total": minus(number(stop - _JUST_BELOW), letter("total"))}
    hands = {kind: {**_known(scheme), **hand, **bidding} for kind, hand in _hands().items()}
    given = {kind: _given(scheme, hand) for kind, hand in hands.items()}
    marks = tuple(_marks(scheme, given))
    for mark in marks:
        for kind in given:
            given[kind] = minus(given[kind], _times(mark.missed if kind in ("under", "over") else mark.made, mark))
    made, made_cards = _made(given["made"], hands["made"])
    zero_cards, zero = _split_into_units(given["zero"], [CARDS], hands["zero"])
    winner, exactly = scheme.winner if isinstance(scheme.winner, tuple) else (scheme.winner, Answers.exactly)
    answers = Answers(
        name=scheme.name,
        made=made,
        made_cards=made_cards,
        zero=Amount(zero, zero_cards, CARDS),
        missed=_missed(given["under"], hands["under"]),
        over=_missed(given["over"], hands["over"]),
        winner=winner,
        exactly=exactly,
        turns_back=_turns_back(scheme),
        no_bid_from=stop,
        without=Answers.without if stop is None else _without(scheme, stop),
        halves=scheme.halves,
        marks=marks,
    ).settled()  # fmt: skip
    return replace(answers, about="" if scheme.about == about(answers) else scheme.about)


# --- the kinds of hands -----------------------------------------------------------------------------------


def _hands() -> dict[str, Hand]:
    """Return the values of the language's names in each kind of hand.

    Together with the symbols they cover every hand of that kind.
    """
    bid, taken, off = letter("bid"), letter("taken"), plus(number(1), letter("off"))
    return {
        "zero": _hand({}, {}, {}, number(1), made=1),
        "made": _hand(plus(number(1), bid), plus(number(1), bid), {}, plus(number(1), bid), made=1),
        "under": _hand(plus(taken, off), taken, off, plus(taken, off), missed=1, under=1),
        "over": _hand(bid, plus(bid, off), off, plus(bid, off), missed=1, over_bid=1),
    }


def _hand(bid: Sum, taken: Sum, off: Sum, fewest_cards: Sum, **flags: int) -> Hand:
    cards = plus(fewest_cards, letter("cards"))
    truths = {name: number(flags.get(name, 0)) for name in ("made", "missed", "under", "over_bid")}
    return {"bid": bid, "taken": taken, "off": off, "cards": cards, **truths}


def _known(scheme: PointsRules) -> Hand:
    """Return the default options, and the marks as symbols."""
    options = {name: option.default for name, option in scheme.options.items()}
    words = {name: value if isinstance(value, str) else number(int(value)) for name, value in options.items()}
    return {**words, **{name: _mark(name, kind) for name, kind in scheme.marks.items()}}


def _mark(name: str, kind: MarkKind) -> Sum:
    """Return a mark as symbols.

    A number is a difference of two symbols, because it may be below 0 and symbols may not.
    """
    return minus(letter(f"+{name}"), letter(f"-{name}")) if kind == "number" else letter(f"+{name}")


def _times(count: Number, mark: Mark) -> Sum:
    return plus({}, _mark(mark.name, mark.kind), Fraction(count))


def _given(scheme: PointsRules, hand: Hand) -> Sum:
    letters = SymbolicValues(hand, {term.name: term.formula.tree for term in scheme.terms})
    for case in scheme.cases:
        if case.when is None or letters.holds(case.when.tree):
            return letters.sum_of(case.give.tree)
    raise AssertionError("the last case always holds")


# --- division into units ----------------------------------------------------------------------------------


def _split_into_units(points: Sum, units: Sequence[str], hand: Hand) -> list[Number]:
    """Return the count of each unit in these points, and then the constant.

    Raise NotExpressibleError if anything else is left.
    """
    counts = []
    for unit in units:
        worth = SymbolicValues(hand, {}).sum_of(parse(unit, hand).tree)
        product = max(worth, key=lambda candidate: (len(candidate), candidate))
        count = points.get(product, Fraction(0)) / worth[product]
        points = plus(points, worth, -count)
        counts.append(count)
    if set(points) - {()}:
        raise NotExpressibleError(", ".join(units))
    return [simplify_number(count) for count in (*counts, points.get((), Fraction(0)))]


def _in_one_unit(points: Sum, choices: Sequence[str], hand: Hand, *before: str) -> tuple[str, list[Number]]:
    """Return the first unit that can express the points, with the counts.

    The counts are for the units in `before`, for this unit, and for the constant.
    """
    for unit in choices:
        try:
            return unit, _split_into_units(points, [*before, unit], hand)
        except NotExpressibleError:
            continue
    raise NotExpressibleError(", ".join(choices))


def _made(points: Sum, hand: Hand) -> tuple[Amount, Number]:
    unit, (cards, each, once) = _in_one_unit(points, MADE_UNITS, hand, CARDS)
    return Amount(once, each, unit), cards


def _missed(points: Sum, hand: Hand) -> Amount:
    unit, (each, once) = _in_one_unit(points, MISSED_UNITS, hand)
    return Amount(once, each, unit)


def _marks(scheme: PointsRules, given: Mapping[str, Sum]) -> Iterator[Mark]:
    """Yield what each mark adds to a bid made and missed.

    Anything else that a mark adds stays in the points, where it prevents an answer.
    """
    if len(scheme.marks) > MOST_MARKS:
        raise NotExpressibleError("marks")
    for name, kind in scheme.marks.items():
        made, missed = (
            simplify_number(given[kind_of_hand].get((f"+{name}",), Fraction(0))) for kind_of_hand in ("made", "under")
        )
        yield Mark(name, kind, made, missed, scheme.numbers.get(name, ANY_NUMBER))


# --- totals -----------------------------------------------------------------------------------------------


def _no_bid_from(scheme: PointsRules) -> int | None:
    """Return the total from which players do not bid, or None if they always bid.

    Raise NotExpressibleError if `bids_when` is another condition.
    """
    if scheme.bids_when is None:
        return None
    stop = (
        int(SymbolicValues({}, {}).sum_of(scheme.bids_when.tree.parts[-1]).get((), 0))
        if scheme.bids_when.tree.parts
        else 0
    )
    if scheme.bids_when == _condition(bids_when(stop)):
        return stop
    raise NotExpressibleError("bids_when")


def _without(scheme: PointsRules, stop: int) -> Number:
    total = plus(number(stop), letter("total"))
    hand = {**_known(scheme), **_hand({}, letter("taken"), {}, letter("taken")), "total": total}
    each, once = _split_into_units(_given(scheme, hand), ["taken"], hand)
    if once:
        raise NotExpressibleError("taken")
    return each


def _turns_back(scheme: PointsRules) -> bool:
    if scheme.total is None:
        return False
    if isinstance(scheme.winner, tuple) and scheme.total == _condition(becomes(scheme.winner[1])):
        return True
    raise NotExpressibleError("total")


def _condition(text: str) -> Formula:
    return parse(text, {*BEFORE_BIDDING, "raw"})
