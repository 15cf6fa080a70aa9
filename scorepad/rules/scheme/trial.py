"""The trial of a scheme on many hands: whether its formulas give points, and whether a miss needs its tricks.

A trial has all bids and tricks of usual hands, the corners of large hands, and extreme values of every other name that
the scheme reads (design.md section 4). A hand that fails outside the trial is handled at the table: its points can be
typed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import gcd, prod
from typing import Any, NamedTuple

from scorepad.errors import FormulaError, RuleFileError
from scorepad.formats import format_points, with_thousands
from scorepad.formula_names import BY_NAME, LARGEST_MARK, MOST_CARDS, MOST_PLAYERS, MOST_RUN, TABLE
from scorepad.rules.formula import Formula, Value, Values
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.scheme.parts import LARGEST_OPTION, LARGEST_POINTS, Chosen, Option
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.rules.scheme.variables import hand_variables
from scorepad.words import _, ngettext

MOST_HANDS = 25_000
MOST_WORK = 1_000_000  # nodes of formulas: about half a second

_USUAL_SIZE = 10  # cards; hands up to this size are tried with all bids and tricks
_SIZES = (*range(1, _USUAL_SIZE + 1), 13, 17, 26, 52, MOST_CARDS)
_TOO_LONG = 10**12  # larger numbers are not written out
_MOST_SHOWN = 6  # values in a message

_Options = tuple[tuple[str, Chosen], ...]
_Result = tuple[int, int | None, int]
"""The cards of a hand, a bid (None: no bid), and the tricks taken."""


def problems(scheme: PointsRules) -> Iterator[RuleFileError]:
    """Yield the first hand of the trial that cannot be scored, and every wrong example, as errors."""
    trial = _Trial(scheme)
    results = [(cards, bid, taken) for cards in _SIZES for bid in _bids(cards) for taken in _numbers(cards)]
    failing = next((draw for draw in trial.draws(results, MOST_HANDS) if trial.failure(draw)), None)
    if failing is not None:
        yield trial.problem(failing, results)
    yield from wrong_examples(scheme)


def wrong_examples(scheme: PointsRules) -> Iterator[RuleFileError]:
    """Yield an error for every example with other points than the scheme gives."""
    for number, example in enumerate(scheme.examples, 1):
        where = f"examples[{number}].points"
        try:
            points = scheme.entry(scheme.hand_variables(**example.given))
        except RuleFileError as error:
            yield RuleFileError(where, error.reason)
            continue
        if points != example.points:
            given, said = format_for_message(points), format_for_message(example.points)
            yield RuleFileError(where, _("The scheme gives {points} here, not {said}.").format(points=given, said=said))


def needs_tricks(scheme: PointsRules, options: Mapping[str, Chosen] | None, *, off_known: bool = False) -> bool:
    """Return whether the points of a miss, or of a player who does not bid, depend on the tricks.

    `options` are all options of the table; None means any. `off_known`: whether they still do if the distance from the
    bid is known, but not its side. Points that cannot be calculated need the tricks.
    """
    return _needs_tricks(scheme, None if options is None else tuple(sorted(options.items())), off_known)


@lru_cache(maxsize=256)
def _needs_tricks(scheme: PointsRules, options: _Options | None, off_known: bool) -> bool:
    """Compare hands that differ in their tricks only."""
    trial = _Trial(scheme, options)
    bids = [(cards, bid, 0) for cards in _SIZES for bid in _bids(cards) if bid is not None or scheme.bids_when]
    for draw in trial.draws(bids, MOST_HANDS // 10):
        (cards, bid, _taken), entries = draw.result, dict[int, Number]()
        for taken in _numbers(cards):
            if taken == bid:
                continue
            try:
                entry = scheme.entry(trial.variables(draw._replace(result=(cards, bid, taken))))
            except RuleFileError:
                return True
            if entries.setdefault(abs(taken - bid) if off_known and bid is not None else 0, entry) != entry:
                return True
    return False


# --- hands ------------------------------------------------------------------------------------------


class _Draw(NamedTuple):
    """A hand of a trial: its result, and for each other name the index of its value."""

    result: _Result
    choices: tuple[int, ...]


class _Trial:
    """The hands on which a scheme is tried, with these options, or with all options if they are None."""

    def __init__(self, scheme: PointsRules, options: _Options | None = None) -> None:
        self.scheme = scheme
        self.options = scheme.option_values(dict(options or ()))
        self.values = _values(scheme)
        if options is None:
            self.values |= {f"options.{name}": _choices(option) for name, option in scheme.options.items()}
        self.names = [(table, own) for table, _dot, own in (name.partition(".") for name in self.values)]
        self.limited = _LIMITS.keys() & self.values.keys()

    def draws(self, results: Sequence[_Result], most: int) -> Iterator[_Draw]:
        """Yield all results with the first value of each name, then at most `most` combinations, evenly spread."""
        lengths = [len(choices) for choices in self.values.values()]
        yield from (_Draw(result, (0,) * len(lengths)) for result in results)
        combinations, budget = len(results) * prod(lengths), min(most, MOST_WORK // self.scheme.size)
        step = 1 if combinations <= budget else _step(combinations)
        for number in range(min(combinations, budget) if lengths else 0):
            place, at = divmod(number * step % combinations, len(results))
            choices = []
            for length in lengths:
                place, choice = divmod(place, length)
                choices.append(choice)
            yield _Draw(results[at], tuple(choices))

    def hand(self, draw: _Draw) -> dict[str, Any]:
        """Return all arguments of variables.hand_variables(), limited to what can happen in one hand."""
        cards, bid, taken = draw.result
        hand: dict[str, Any] = {**self.scheme.assumed, "cards": cards, "bid": bid, "taken": taken}
        hand |= {"players": MOST_PLAYERS, "options": {**self.options}}
        for (table, own), values, choice in zip(self.names, self.values.values(), draw.choices, strict=True):
            value = values[choice]
            if own:
                hand.setdefault(table, {})[own] = value
            elif value is not None:
                hand[table] = value
        run = hand.pop("run", 0)
        for name in self.limited & hand.keys():
            least, most = _LIMITS[name](cards, bid, taken, hand["players"])
            hand[name] = min(max(hand[name], least), most)
        if hand.get("role") == "declarer":
            hand |= {"level": bid or 0, "contract_taken": taken}
        return hand | {"made_run": max(run, 0), "missed_run": max(-run, 0)}

    def variables(self, draw: _Draw) -> dict[str, Value]:
        """Return the values of all names in a hand."""
        return hand_variables(**self.hand(draw))

    # --- failures -----------------------------------------------------------------------------------

    def failure(self, draw: _Draw) -> _Failure | None:
        """Return the first formula that fails on a hand, or None."""
        values = dict(self.scheme.known(self.variables(draw)))
        where, formula = "", self.scheme.cases[-1].give
        try:
            for where, formula in self.scheme.conditions():  # noqa: B007  read in `except`
                formula.evaluate(values)
            for term in self.scheme.terms:
                where, formula = f"terms.{term.name}", term.formula
                values[term.name] = formula.evaluate(values)
            for number, case in enumerate(self.scheme.cases, 1):
                if case.when is not None:
                    where, formula = f"points[{number}].when", case.when
                if case.when is None or case.when.holds(values):
                    where, formula = f"points[{number}].give", case.give
                    break
            points = self.points(formula, values, 1)
            if self.scheme.total is not None:
                where, formula = "total.becomes", self.scheme.total
                before = values["total"]
                assert not isinstance(before, str)
                self.points(formula, {**values, "raw": before + points}, (before + points).denominator)
        except FormulaError as error:
            return _Failure(where, formula, error)
        return None

    def points(self, formula: Formula, values: Values, parts: int) -> Number:
        """Return the points of a formula, which may be as fine as 1/parts.

        Raise FormulaError if they are too many or too fine.
        """
        points = formula.evaluate(values)
        if magnitude(points) > LARGEST_POINTS:
            reason = _("This gives {points} points. The most is {most}.")
        elif points.denominator <= max(1 + self.scheme.halves, parts):
            return points
        elif self.scheme.halves:
            reason = _("This gives {points} points, which is neither a whole number nor a half. Round with //.")
        else:
            reason = _(
                "This gives {points} points, which is not a whole number. Round with //, or write halves = true."
            )
        words = reason.format(points=format_for_message(points), most=with_thousands(LARGEST_POINTS))
        raise FormulaError(formula.tree.at, words)

    def problem(self, draw: _Draw, results: Sequence[_Result]) -> RuleFileError:
        """Return the error of a failing hand, described by the simplest hand that fails in the same formula."""
        failure = self.failure(draw)
        assert failure is not None
        for at in range(len(draw.choices)):
            simpler = draw._replace(choices=(*draw.choices[:at], 0, *draw.choices[at + 1 :]))
            draw = self.first_failing(failure.where, [simpler, draw])
        draw = self.first_failing(failure.where, (draw._replace(result=result) for result in results))
        failure = self.failure(draw)
        assert failure is not None
        hand = self.in_words(draw, self.names_behind(failure.formula.names))
        reason = failure.error.reason
        in_hand = _("With {hand}: {reason}").format(hand=hand, reason=reason) if hand else reason
        return RuleFileError(failure.where, in_hand, at=failure.error.at)

    def first_failing(self, where: str, draws: Iterable[_Draw]) -> _Draw:
        """Return the first hand on which the formula at `where` fails."""
        return next(draw for draw in draws if (failure := self.failure(draw)) and failure.where == where)

    def names_behind(self, names: Collection[str]) -> set[str]:
        """Return the arguments of hand_variables() on which these names depend."""
        terms = {term.name: term.formula for term in (*self.scheme.following, *self.scheme.terms)}
        result: set[str] = set()
        for name in names:
            if name in terms:
                result |= self.names_behind(terms[name].names)
            elif name == "raw":
                result |= {"total"}.union(*(self.names_behind(case.give.names) for case in self.scheme.cases))
            else:
                item = BY_NAME.get(name)
                result |= set(item.behind) if item and item.behind else {name}
        return result

    def in_words(self, draw: _Draw, names: Collection[str]) -> str:
        """Return a hand in words: “a bid of 3, 0 tricks, doubled = 1”."""
        values = {**self.variables(draw), **self.hand(draw)}
        order = [*(name for name in _SAID if name in names), *sorted(set(names) - _SAID.keys())]
        return ", ".join(_value_in_words(name, values.get(name)) for name in order[:_MOST_SHOWN])


_LIMITS: Mapping[str, Callable[[int, int | None, int, int], tuple[int, int]]] = {
    "level": lambda cards, _bid, _taken, _players: (0, cards),
    "contract_taken": lambda cards, _bid, _taken, _players: (0, cards),
    "makers": lambda _cards, bid, taken, players: (int(bid == taken), players),
    "makers_before": lambda _cards, _bid, _taken, players: (0, players),
    "place_in_bidding": lambda _cards, _bid, _taken, players: (0, players),
    "bids_total": lambda cards, bid, _taken, players: (bid or 0, cards * players),
    "allies_made": lambda _cards, bid, taken, players: (0, players * (bid == taken)),
    "highest_bid": lambda cards, bid, _taken, _players: (bid or 0, cards),
    "spoken_bid": lambda cards, bid, _taken, _players: (
        (bid or 1) - 1, cards if bid == cards else (bid or 0) + 1,
    ),
}  # fmt: skip
"""The least and the most of a name in a hand of these cards, bid, tricks and players."""


class _Failure(NamedTuple):
    where: str
    formula: Formula
    error: FormulaError


_SAID = dict.fromkeys(("bid", "taken", "cards", "players", "total"))


def _value_in_words(name: str, value: Value | None) -> str:
    count = value if isinstance(value, int) else 2
    text = {
        "bid": _("no bid") if value is None else _("a bid of {value}"),
        "taken": ngettext("{value} trick", "{value} tricks", count),
        "cards": ngettext("{value} card", "{value} cards", count),
        "players": _("{value} players"),
        "total": _("a total of {value}"),
    }.get(name, "{name} = {value}")
    shown = format_for_message(value) if isinstance(value, int | Fraction) else value or "–"
    return text.format(name=name, value=shown)


def format_for_message(number: Number) -> str:
    """Return a number for a message: 1,200, −3, 7½, 1/3."""
    if magnitude(number) > _TOO_LONG:
        return _("more than {most}").format(most=with_thousands(_TOO_LONG))
    eighths = 8 % number.denominator == 0
    return format_points(number, thousands=True) if eighths else str(number)  # 1/3, because 0.33 is another number


# --- the values to try ------------------------------------------------------------------------------


def _numbers(cards: int) -> Sequence[int]:
    """Return the bids and tricks to try in a hand of this size."""
    if cards <= _USUAL_SIZE:
        return range(cards + 1)
    return (0, 1, 2, 3, 7, cards // 2, cards // 2 + 1, cards - 1, cards)


def _bids(cards: int) -> Sequence[int | None]:
    return (*_numbers(cards), None)


def _step(combinations: int) -> int:
    """Return a step that visits all combinations in an even order: near the golden section, without common divisor."""
    return next(step for step in count(int(combinations * 0.618)) if gcd(step, combinations) == 1)


def _values(scheme: PointsRules) -> dict[str, Sequence[Any]]:
    """Return the values of all names that the scheme reads.

    Keys are arguments of hand_variables(), such as `marks.blind`. `run` is both streaks: below 0 are missed bids.
    """
    read = (scheme.names - scheme.own_names).union(["total"] if scheme.total is not None else [])
    values: dict[str, Sequence[Any]] = {"role": (None, "declarer", "doubler", "other")} if scheme.by_contract else {}
    values |= {
        item.name: [value for value in item.trial if scheme.halves or not isinstance(value, Fraction)]
        for item in TABLE
        if item.trial and (scheme.by_contract if item.part == "contract" else item.name in read)
    }
    if scheme.reads("made_run") or scheme.reads("missed_run"):
        values["run"] = [0, *range(1, 8), MOST_RUN, -1, -2, -3, -5, -MOST_RUN]
    for mark, kind in scheme.marks.items():
        number = scheme.mark_number(mark)
        numbers = number.choices or (number.default, 0, 1, 2, -1, 10, LARGEST_MARK, -LARGEST_MARK)
        values[f"marks.{mark}"] = numbers if kind == "number" else (0, 1)
        for how in ("others_made", "others_missed"):
            if scheme.reads(f"{how}_{mark}"):
                values[f"{how}.{mark}"] = (0, 1, 2, MOST_PLAYERS - 1)
    return values


def _choices(option: Option) -> Sequence[Chosen]:
    """Return the choices of an option, the default first."""
    if isinstance(option.default, bool):
        return (option.default, not option.default)
    return option.choices or (option.default, 0, 1, 2, -1, LARGEST_OPTION, -LARGEST_OPTION)
