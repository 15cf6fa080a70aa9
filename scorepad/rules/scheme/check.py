"""Proofs about the formulas of a scheme.

Is it sound for every hand, and does a miss need its tricks? Hands have up to 60 cards, 10 players and totals to
±10,000 (design.md section 4). A set of hands has a set of possible values for each variable. The scheme is computed
on the set of all hands. If that proves nothing, the set is split and each part is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorepad.errors import FormulaError, SchemeError
from scorepad.formats import grouped, written
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
    single,
    truth,
    union,
    whole,
)
from scorepad.rules.formula.tree import Node, Number, magnitude, names_in
from scorepad.rules.scheme.domain import CONSTRAINTS, DERIVED, HandSet, PossibleValues, raw, spread, variables
from scorepad.rules.scheme.parts import LARGEST_POINTS, Chosen
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.rules.scheme.variables import NEWER
from scorepad.words import _, ngettext

MOST_WORK = 120_000  # nodes worked out: about a quarter of a second

_TOO_LONG = 10**12  # not written out

MOST_SHOWN = 6
"""Names of which a message shows the value, besides the bid."""


def problems(scheme: PointsRules) -> Iterator[SchemeError]:
    """Yield what makes the scheme unsound.

    The first hand that cannot be worked out, and every example that does not hold.
    """
    try:
        problem = _Search(scheme).problem()
    except OutOfWorkError:
        reason = _("It cannot be made sure that this always gives points within bounds; write it more simply.")
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
            yield SchemeError(where, reason.format(points=shown(points), said=shown(example.points)))


def shown(number: Number) -> str:
    """1,200, −3, 7½, 1/3."""
    if magnitude(number) > _TOO_LONG:
        return _("more than {most}").format(most=grouped(_TOO_LONG))
    eighths = 8 % number.denominator == 0
    return written(number, thousands=True) if eighths else str(number)  # 1/3, for 0.33 would be something else


@dataclass
class _FailureError(Exception):
    """A formula that could not be proved sound on a set of hands: the place, the reason, and the part that failed.

    Users see the reason for a single hand only, where every range is one value.
    """

    where: str
    formula: Formula
    node: Node
    reason: str


class _Search:
    """The search for a hand that the scheme cannot work out."""

    def __init__(self, scheme: PointsRules) -> None:
        self.scheme = scheme
        self.work = Work(MOST_WORK)
        self.all = variables(scheme)
        self.terms = {term.name: term.formula for term in scheme.terms}
        read = scheme.names | ({"raw"} if scheme.total is not None else frozenset())
        self.relevant = self.behind(read)
        self.derived = [(name, formula) for name, formula in DERIVED.items() if name in read]
        known = self.relevant - (NEWER & scheme.own_names)  # an own mark of that name is bound to nothing
        self.constraints = [constraint for constraint in CONSTRAINTS if constraint.names <= known]

    def behind(self, names: frozenset[str]) -> frozenset[str]:
        """Return what varies behind these names."""
        found: set[str] = set()
        for name in names - {"raw"}:
            formula = self.terms.get(name) or DERIVED.get(name)
            found |= self.behind(formula.names) if formula else {name}
        if "raw" in names:
            gives = frozenset().union(*(case.give.names for case in self.scheme.cases))
            found |= {"total"} | self.behind(gives)
        return frozenset(found)

    def problem(self) -> SchemeError | None:
        """Return the first problem, with the simplest hand that shows it."""
        open_sets: list[HandSet] = [{name: self.all[name] for name in sorted(self.relevant)}]
        while open_sets:
            hands = open_sets.pop()
            try:
                self.prove(hands)
            except _FailureError as failure:
                name = self.widest(hands, failure)
                if name is None:
                    return _problem(failure, self.example(failure, hands))
                open_sets += ({**hands, name: half} for half in _cut(hands[name]))
        return None

    def example(self, failure: _FailureError, hands: HandSet) -> HandSet:
        """Return what to show of a single hand that fails: first what the failing part depends on."""
        first = self.behind(names_in(failure.node))
        names = sorted(hands, key=lambda name: (name not in first, name not in _SAID))[:MOST_SHOWN]
        return {name: values for name, values in hands.items() if name in names or name in ("bidding", "bid")}

    def widest(self, hands: HandSet, failure: _FailureError) -> str | None:
        """Return the variable to split.

        It is the one with the most values in the failing part, otherwise in the whole formula.
        """
        for names in (self.behind(names_in(failure.node)), self.behind(failure.formula.names), self.relevant):
            name = max(names, key=lambda one: (len(hands[one]), one), default=None)
            if name is not None and len(hands[name]) > 1:
                return name
        return None

    def prove(self, hands: HandSet) -> None:
        """_FailureError for the first formula that may go wrong on these hands."""
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
        """_FailureError for the first case whose points may go wrong; those that cannot be reached are left out."""
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
        """All points that a formula may give; _FailureError if some are too many or finer than the scheme allows."""
        found = self.bounds(where, formula, domain)
        if not -LARGEST_POINTS <= found.low <= found.high <= LARGEST_POINTS:
            reason = _("This gives {points} points; {most} are the most.")
            told = reason.format(points=shown(found.low), most=grouped(LARGEST_POINTS))
            raise _FailureError(where, formula, formula.tree, told)
        if not whole(found, self.scheme.halves):
            reason = _("This gives {points} points, which is not whole; round with // or write halves = true.")
            if self.scheme.halves:
                reason = _("This gives {points} points, which is neither whole nor a half; round with //.")
            raise _FailureError(where, formula, formula.tree, reason.format(points=shown(found.low)))
        return found

    def bounds(self, where: str, formula: Formula, domain: Domain) -> Range:
        """All that a formula may give; _FailureError at `where` if that cannot be proved."""
        try:
            return self.range(formula, domain)
        except UnprovenError as unproven:
            raise _FailureError(where, formula, unproven.node, unproven.reason) from None

    def range(self, formula: Formula, domain: Domain) -> Range:
        """All that a formula may give, its work counted; UnprovenError, or OutOfWorkError at the end of the work."""
        return bounds(formula, domain, self.work)


def _cut(values: PossibleValues) -> tuple[PossibleValues, PossibleValues]:
    """Two halves of sorted values; the one nearer to zero comes last, to be looked at first."""
    middle = len(values) // 2
    low, high = values[:middle], values[middle:]
    nearer = isinstance(low[-1], str) or isinstance(high[0], str) or magnitude(low[-1]) <= magnitude(high[0])
    return (high, low) if nearer else (low, high)


# --- in words -------------------------------------------------------------------------------------


def _problem(failure: _FailureError, hands: HandSet) -> SchemeError:
    reason = _("With {hand}: {reason}").format(hand=_hand(hands), reason=failure.reason) if hands else failure.reason
    error = SchemeError(failure.where, reason)
    error.__cause__ = FormulaError(failure.formula.text, failure.node.at, failure.reason)
    return error


def _hand(hands: HandSet) -> str:
    """Return the single hand of such a set: “a bid of 3, 0 tricks, doubled = 1”."""
    silent = {"bidding"} if hands.get("bidding") != (0,) else {"bid"}
    order = [*_SAID, *sorted(hands.keys() - _SAID.keys())]
    return ", ".join(_said(name, hands[name][0]) for name in order if name in hands and name not in silent)


_SAID = dict.fromkeys(("bidding", "bid", "taken", "cards", "players", "total"))


def _said(name: str, value: Value) -> str:
    count = value if isinstance(value, int) else 2
    text = {
        "bidding": _("no bid"),
        "bid": _("a bid of {value}"),
        "taken": ngettext("{value} trick", "{value} tricks", count),
        "cards": ngettext("{value} card", "{value} cards", count),
        "players": _("{value} players"),
        "total": _("a total of {value}"),
    }.get(name, "{name} = {value}")
    return text.format(name=name, value=value if isinstance(value, str) else shown(value))


def needs_tricks(scheme: PointsRules, options: Mapping[str, Chosen] | None, *, off_known: bool = False) -> bool:
    """Return whether the points of a miss depend on the tricks; False only if the contrary is proved.

    The scheme is computed once for all missed hands, with every value that depends on the tricks marked as open. A
    value that turns out to be single is not open. The same holds for players who do not bid.
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
        found = bounds(case.give, domain)
        points = union(points, found, holds.open) if points else found._replace(open=found.open or holds.open)
        if holds == YES:
            break
    if points is None or points.open or scheme.total is None:
        return points is None or points.open
    return bounds(scheme.total, {**domain, "raw": raw(domain, points)}).open
