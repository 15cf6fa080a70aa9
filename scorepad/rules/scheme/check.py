"""Proofs about the formulas of a scheme: its soundness for every hand, and whether a miss needs its tricks.

Hands have up to 60 cards, 10 players and totals up to ±10,000 (design.md section 4). A set of hands has a set of
possible values for each variable. The scheme is computed on the set of all hands. If that proves nothing, the set is
split and each part is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorepad.errors import FormulaError, SchemeError
from scorepad.formats import format_points, with_thousands
from scorepad.rules.field_readers import MOST_CARDS
from scorepad.rules.formula import Formula, Value
from scorepad.rules.formula.bounds import (
    NO,
    YES,
    Domain,
    OutOfWorkError,
    Range,
    UnprovenError,
    Work,
    bounds,
    is_whole,
    single,
    truth,
    union,
)
from scorepad.rules.formula.tree import Node, Number, magnitude, names_in
from scorepad.rules.scheme.domain import CONSTRAINTS, DERIVED, HandSet, PossibleValues, raw, spread, variables
from scorepad.rules.scheme.parts import LARGEST_POINTS, Chosen
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.rules.scheme.variables import NEWER
from scorepad.words import _, ngettext

MOST_WORK = 120_000  # nodes to compute: about 0.25 seconds

_TOO_LONG = 10**12  # larger numbers are not written out

MOST_SHOWN = 6
"""The maximum number of values in a message, without the bid."""


def problems(scheme: PointsRules) -> Iterator[SchemeError]:
    """Yield the first hand that cannot be scored, and every wrong example, as errors."""
    try:
        problem = _Search(scheme).problem()
    except OutOfWorkError:
        reason = _("Scorepad cannot be sure that this always gives points within the limits. Write it more simply.")
        problem = SchemeError("points", reason)
    if problem is not None:
        yield problem
    yield from _wrong_examples(scheme)


def _wrong_examples(scheme: PointsRules) -> Iterator[SchemeError]:
    for count, example in enumerate(scheme.examples, 1):
        where = f"examples[{count}].points"
        try:
            points = scheme.entry(scheme.hand_variables(**example.given))
        except (FormulaError, SchemeError) as error:
            yield SchemeError(where, error.reason)
            continue
        if points != example.points:
            reason = _("The scheme gives {points} here, not {said}.")
            yield SchemeError(
                where, reason.format(points=format_for_message(points), said=format_for_message(example.points))
            )


def format_for_message(number: Number) -> str:
    """Return a number for a message: 1,200, −3, 7½, 1/3."""
    if magnitude(number) > _TOO_LONG:
        return _("more than {most}").format(most=with_thousands(_TOO_LONG))
    eighths = 8 % number.denominator == 0
    return format_points(number, thousands=True) if eighths else str(number)  # 1/3, because 0.33 is another number


@dataclass
class _FailureError(Exception):
    """A formula that could not be proved sound on a set of hands.

    It has the place, the reason, and the node that failed. Users see the reason only for a single hand, where every
    range is one value.
    """

    where: str
    formula: Formula
    node: Node
    reason: str


class _Search:
    """The search for a hand that the scheme cannot score."""

    def __init__(self, scheme: PointsRules) -> None:
        self.scheme = scheme
        self.work = Work(MOST_WORK)
        self.all = variables(scheme)
        self.terms = {term.name: term.formula for term in scheme.terms}
        read = scheme.names | ({"raw"} if scheme.total is not None else frozenset())
        self.relevant = self.variables_behind(read)
        self.derived = [(name, formula) for name, formula in DERIVED.items() if name in read]
        known = self.relevant - (NEWER & scheme.own_names)  # the constraints do not apply to a mark of that name
        self.constraints = [constraint for constraint in CONSTRAINTS if constraint.names <= known]

    def variables_behind(self, names: frozenset[str]) -> frozenset[str]:
        """Return the variables on which these names depend."""
        result: set[str] = set()
        for name in names - {"raw"}:
            formula = self.terms.get(name) or DERIVED.get(name)
            result |= self.variables_behind(formula.names) if formula else {name}
        if "raw" in names:
            gives = frozenset().union(*(case.give.names for case in self.scheme.cases))
            result |= {"total"} | self.variables_behind(gives)
        return frozenset(result)

    def problem(self) -> SchemeError | None:
        """Return the first problem with the simplest hand that shows it, or None."""
        open_sets: list[HandSet] = [{name: self.all[name] for name in sorted(self.relevant)}]
        while open_sets:
            hands = open_sets.pop()
            try:
                self.prove(hands)
            except _FailureError as failure:
                name = self.variable_to_split(hands, failure)
                if name is None:
                    return _problem(failure, self.example(failure, hands))
                open_sets += ({**hands, name: half} for half in _cut(hands[name]))
        return None

    def example(self, failure: _FailureError, hands: HandSet) -> HandSet:
        """Return the values of a failing hand to show, beginning with those that the failing node depends on."""
        first = self.variables_behind(names_in(failure.node))
        names = sorted(hands, key=lambda name: (name not in first, name not in _SAID))[:MOST_SHOWN]
        return {name: values for name, values in hands.items() if name in names or name in ("bidding", "bid")}

    def variable_to_split(self, hands: HandSet, failure: _FailureError) -> str | None:
        """Return the variable to split, which has the most values.

        Prefer the variables of the failing node, then those of the formula. Return None if every variable has one
        value.
        """
        for names in (
            self.variables_behind(names_in(failure.node)),
            self.variables_behind(failure.formula.names),
            self.relevant,
        ):
            name = max(names, key=lambda variable: (len(hands[variable]), variable), default=None)
            if name is not None and len(hands[name]) > 1:
                return name
        return None

    def prove(self, hands: HandSet) -> None:
        """Raise _FailureError for the first formula that may fail on these hands."""
        domain: dict[str, Range | frozenset[str]] = {name: spread(values) for name, values in hands.items()}
        if any(self.range(constraint, domain) == NO for constraint in self.constraints):
            return
        for name, formula in self.derived:
            domain[name] = self.range(formula, domain)
        for where, when in (("bids_when", self.scheme.bids_when), ("runs_when", self.scheme.runs_when)):
            if when is not None:
                self.bounds(where, when, domain)
        for term in self.scheme.terms:
            domain[term.name] = self.bounds(f"terms.{term.name}", term.formula, domain)
        self.prove_cases(domain)

    def prove_cases(self, domain: Mapping[str, Range | frozenset[str]]) -> None:
        """Raise _FailureError for the first case whose points may be invalid, without unreachable cases."""
        for count, case in enumerate(self.scheme.cases, 1):
            holds = YES if case.when is None else truth(self.bounds(f"points[{count}].when", case.when, domain))
            if holds == NO:
                continue
            points = self.points(f"points[{count}].give", case.give, domain)
            if self.scheme.total is not None:
                self.points("total.becomes", self.scheme.total, {**domain, "raw": raw(domain, points)})
            if holds == YES:
                return

    def points(self, where: str, formula: Formula, domain: Domain) -> Range:
        """Return the range of the points that a formula gives.

        Raise _FailureError if they may be too many, or finer than the scheme allows.
        """
        value_range = self.bounds(where, formula, domain)
        if not -LARGEST_POINTS <= value_range.low <= value_range.high <= LARGEST_POINTS:
            reason = _("This gives {points} points. The most is {most}.")
            message = reason.format(points=format_for_message(value_range.low), most=with_thousands(LARGEST_POINTS))
            raise _FailureError(where, formula, formula.tree, message)
        if not is_whole(value_range, self.scheme.halves):
            reason = _(
                "This gives {points} points, which is not a whole number. Round with //, or write halves = true."
            )
            if self.scheme.halves:
                reason = _("This gives {points} points, which is neither a whole number nor a half. Round with //.")
            raise _FailureError(where, formula, formula.tree, reason.format(points=format_for_message(value_range.low)))
        return value_range

    def bounds(self, where: str, formula: Formula, domain: Domain) -> Range:
        """Return the range of a formula.

        Raise _FailureError at `where` if it cannot be proved.
        """
        try:
            return self.range(formula, domain)
        except UnprovenError as unproven:
            raise _FailureError(where, formula, unproven.node, unproven.reason) from None

    def range(self, formula: Formula, domain: Domain) -> Range:
        """Return the range of a formula, and count the work.

        Raise UnprovenError if the range cannot be proved, or OutOfWorkError if the work is used up.
        """
        return bounds(formula, domain, self.work)


def _cut(values: PossibleValues) -> tuple[PossibleValues, PossibleValues]:
    """Return two halves of sorted values.

    The half nearer to zero comes last, because the search takes the last set first.
    """
    middle = len(values) // 2
    low, high = values[:middle], values[middle:]
    nearer = isinstance(low[-1], str) or isinstance(high[0], str) or magnitude(low[-1]) <= magnitude(high[0])
    return (high, low) if nearer else (low, high)


# --- messages -------------------------------------------------------------------------------------


def _problem(failure: _FailureError, hands: HandSet) -> SchemeError:
    reason = _("With {hand}: {reason}").format(hand=_hand(hands), reason=failure.reason) if hands else failure.reason
    error = SchemeError(failure.where, reason)
    error.__cause__ = FormulaError(failure.formula.text, failure.node.at, failure.reason)
    return error


def _hand(hands: HandSet) -> str:
    """Return the single hand of a set in words: “a bid of 3, 0 tricks, doubled = 1”."""
    hidden = {"bidding"} if hands.get("bidding") != (0,) else {"bid"}
    order = [*_SAID, *sorted(hands.keys() - _SAID.keys())]
    return ", ".join(_value_in_words(name, hands[name][0]) for name in order if name in hands and name not in hidden)


_SAID = dict.fromkeys(("bidding", "bid", "taken", "cards", "players", "total"))


def _value_in_words(name: str, value: Value) -> str:
    count = value if isinstance(value, int) else 2
    text = {
        "bidding": _("no bid"),
        "bid": _("a bid of {value}"),
        "taken": ngettext("{value} trick", "{value} tricks", count),
        "cards": ngettext("{value} card", "{value} cards", count),
        "players": _("{value} players"),
        "total": _("a total of {value}"),
    }.get(name, "{name} = {value}")
    return text.format(name=name, value=value if isinstance(value, str) else format_for_message(value))


def needs_tricks(scheme: PointsRules, options: Mapping[str, Chosen] | None, *, off_known: bool = False) -> bool:
    """Return whether the points of a miss depend on the tricks; return False only if the contrary is proved.

    The scheme is computed once for all missed hands, with every value that depends on the tricks marked as open. A
    value that turns out to be single is not open. Players who do not bid are checked in the same way.
    """
    domain: dict[str, Range | frozenset[str]] = {name: spread(values) for name, values in variables(scheme).items()}
    for name, chosen in (options or {}).items():
        domain[name] = frozenset({chosen}) if isinstance(chosen, str) else single(int(chosen))
    flag, tricks = Range(0, 1), Range(0, MOST_CARDS, 1, True)
    distance = tricks._replace(open=not off_known)
    domain |= {"taken": tricks, "contract_off": distance, "declarer": flag, "doubler": flag, "contract_made": flag}
    side = flag._replace(open=True)
    missed = {"made": NO, "missed": YES, "off": distance._replace(low=1), "under": side, "over_bid": side}
    no_bid = {"bid": NO, "made": NO, "missed": NO, "off": NO, "under": NO, "over_bid": NO}
    hands = [missed] if scheme.bids_when is None else [missed, no_bid]
    try:
        return any(_open(scheme, {**domain, **hand}) for hand in hands)
    except UnprovenError:
        return True


def _open(scheme: PointsRules, domain: dict[str, Range | frozenset[str]]) -> bool:
    for term in scheme.terms:
        domain[term.name] = bounds(term.formula, domain)
    points: Range | None = None
    for case in scheme.cases:
        holds = YES if case.when is None else truth(bounds(case.when, domain))
        if holds == NO:
            continue
        given = bounds(case.give, domain)
        points = union(points, given, holds.open) if points else given._replace(open=given.open or holds.open)
        if holds == YES:
            break
    if points is None or points.open or scheme.total is None:
        return points is None or points.open
    return bounds(scheme.total, {**domain, "raw": raw(domain, points)}).open
