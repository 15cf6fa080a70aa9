"""The computation of points: a scheme's formulas, applied to a hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorepad.errors import RuleFileError
from scorepad.formula_names import OF_CONTRACTS
from scorepad.rules import field_readers
from scorepad.rules.field_readers import StatedSentence
from scorepad.rules.formula import Formula, Value, Values, simplify_number
from scorepad.rules.formula.tree import Number, size
from scorepad.rules.scheme.parts import (
    ANY_NUMBER,
    Case,
    Chosen,
    Example,
    Language,
    MarkKind,
    MarkNumber,
    Option,
    Term,
    Winner,
    scored_data,
    terms_behind,
)
from scorepad.rules.scheme.readers import read_choice
from scorepad.rules.scheme.variables import hand_variables
from scorepad.words import _


@dataclass(frozen=True)
class PointsRules:
    """The fields of a scheme, each parsed and valid in itself.

    Two are equal if their key and data are.
    """

    key: str
    data: Mapping[str, Any] = field(repr=False)
    name: str = field(compare=False)
    winner: Winner = field(compare=False)
    terms: tuple[Term, ...] = field(compare=False, repr=False)
    cases: tuple[Case, ...] = field(compare=False, repr=False)
    total: Formula | None = field(compare=False, repr=False)
    bids_when: Formula | None = field(compare=False, repr=False)
    runs_when: Formula | None = field(compare=False, repr=False)
    options: Mapping[str, Option] = field(compare=False, repr=False)
    marks: Mapping[str, MarkKind] = field(compare=False, repr=False)
    numbers: Mapping[str, MarkNumber] = field(compare=False, repr=False)  # for marks with a default or choices
    halves: bool = field(compare=False, repr=False)
    says: Mapping[str, str] = field(compare=False, repr=False)  # words for its own names
    examples: tuple[Example, ...] = field(compare=False, repr=False)
    summary: tuple[StatedSentence, ...] = field(compare=False, repr=False, default=())  # the key `about`
    source: str = field(compare=False, repr=False, default="")
    unsure: str = field(compare=False, repr=False, default="")
    notes: str = field(compare=False, repr=False, default="")
    told: tuple[StatedSentence, ...] = field(compare=False, repr=False, default=())
    assumed: Mapping[str, int] = field(compare=False, repr=False, default_factory=dict)  # for tables of points
    answers: Mapping[str, Any] | None = field(compare=False, repr=False, default=None)  # of the builder, not in `data`
    toml: str | None = field(compare=False, repr=False, default=None)  # the text it was read from, to locate errors

    def __hash__(self) -> int:
        return hash((self.key, self.name))

    @cached_property
    def scored(self) -> Mapping[str, Any]:
        """Return the data without the texts that are only for the reader."""
        return scored_data(self.data)

    @property
    def about(self) -> str:
        """Return the summary of the scoring with its default options, in the reader's language."""
        return self.about_with({})

    def about_with(self, chosen: Mapping[str, Any]) -> str:
        """Return the summary of the scoring with these options, in the reader's language."""
        values = self.option_values(chosen)
        return " ".join(sentence.in_words(values) for sentence in self.summary if sentence.holds(values))

    def points(self, hand: Values) -> Number:
        """Return the points of the hand, before [total]."""
        return self._give(self.values(hand))

    def entry(self, hand: Values) -> Number:
        """Return the change of the running total, which the sheet shows for the hand."""
        values = self.values(hand)
        points = self._give(values)
        if self.total is None:
            return points
        before = hand["total"]
        assert not isinstance(before, str)
        raw = before + points
        return simplify_number(self._fitting(self.total.evaluate({**values, "raw": raw}), raw.denominator) - before)

    def bids(self, hand: Values) -> bool:
        """Return whether this player bids."""
        if self.bids_when is None:
            return True
        return self.bids_when.holds(_with_terms({**self._unsaid, **hand}, self.known_early))

    def runs(self, hand: Values) -> bool:
        """Return whether the hand counts for runs of made (missed) bids."""
        return self.runs_when is None or self.runs_when.holds(self.known(hand))

    def hand_variables(self, **hand: Any) -> dict[str, Value]:
        """Return variables.hand_variables() with this scheme's marks and options.

        Those that are not given have their defaults, and other values those that the scheme assumes.
        """
        hand = {**self.assumed, **hand, "options": self.option_values(hand.get("options") or {})}
        hand["marks"] = {**self.unmarked, **(hand.get("marks") or {})}
        return hand_variables(**hand)

    def case(self, values: Values) -> Case:
        """Return the first case that holds for the result of values()."""
        for case in self.cases:
            if case.when is None or case.when.run(values):
                break  # the last case has no `when`
        return case

    def _give(self, values: Values) -> Number:
        return self._fitting(self.case(values).give.evaluate(values))

    def values(self, hand: Values) -> Values:
        """Return the variables of the hand with this scheme's options, marks and terms."""
        return _with_terms(self.known(hand), self.terms)

    def known(self, hand: Values) -> Values:
        """Return the variables of the hand with options and marks, and the names that follow from others."""
        return _with_terms({**self._unsaid, **hand} if self._unsaid else hand, self.following)

    def _fitting(self, points: Number, finer: int = 1) -> Number:
        """Return the points if they are whole, or halves if the scheme allows them.

        Raise RuleFileError otherwise. A total may be as fine as the numbers in it, because late entries may keep
        quarters of a point.
        """
        if type(points) is Fraction and points.denominator > max(1 + self.halves, finer):
            reason = _("This gives {points}, which is not a whole number.").format(points=points)
            raise RuleFileError("points", reason, says_of_what=True)
        return points

    @cached_property
    def _unsaid(self) -> dict[str, Value]:
        """Return the defaults of the options and marks."""
        defaults = {name: option.default for name, option in self.options.items()}
        return {**dict.fromkeys(self.language.mark_names(), 0), **self.unmarked, **defaults}

    @cached_property
    def unmarked(self) -> Mapping[str, int]:
        """Return the default of each mark."""
        return {mark: self.mark_number(mark).default for mark in self.marks}

    def mark_number(self, mark: str) -> MarkNumber:
        """Return the default and the choices of a mark, and when and how often it is entered."""
        return self.numbers.get(mark, ANY_NUMBER)

    @property
    def marks_with_bids(self) -> list[str]:
        """Return the marks that may be entered with the bids."""
        return [mark for mark in self.marks if not self.mark_number(mark).after_play]

    @cached_property
    def language(self) -> Language:
        """Return the names that the formulas may read in addition to those of the language."""
        return Language(self.options, self.marks, tuple(term.name for term in self.terms), self.numbers)

    @cached_property
    def own_names(self) -> frozenset[str]:
        """Return the names of the scheme's own options, marks and terms."""
        return frozenset({*self.options, *self.marks, *self.language.terms})

    def reads(self, name: str) -> bool:
        """Return whether any formula reads this name."""
        return name in self.names

    def reads_any(self, *names: str) -> bool:
        """Return whether any formula reads one of these names as a name of the language, not the scheme's own.

        A name that follows from others reads them.
        """
        return not self.names.isdisjoint(set(names) - self.own_names)

    @property
    def by_contract(self) -> bool:
        """Return whether the points can differ for declarer, doubler and the others."""
        return not self.names.isdisjoint(OF_CONTRACTS)

    @property
    def by_players(self) -> bool:
        """Return whether the points can differ with the number of players."""
        return self.reads("players") or self.reads("top")

    @cached_property
    def names(self) -> frozenset[str]:
        """Return all names that the formulas read, and those from which they follow."""
        return self._read.union(*(term.formula.names for term in self.following))

    @cached_property
    def following(self) -> tuple[Term, ...]:
        """Return the names of the language with a formula that the scheme reads, in the order of calculation."""
        return terms_behind(self._read - self.own_names)

    @cached_property
    def known_early(self) -> tuple[Term, ...]:
        """Return those of `following` that `bids_when` reads, before the other names have values."""
        return terms_behind(self.bids_when.names - self.own_names) if self.bids_when else ()

    @cached_property
    def _read(self) -> frozenset[str]:
        return frozenset().union(*(formula.names for formula in self._formulas))

    @cached_property
    def size(self) -> int:
        """Return the number of nodes in all formulas, a measure of the computing time."""
        return sum(size(formula.tree) for formula in (*self._formulas, *(term.formula for term in self.following)))

    def conditions(self) -> Iterator[tuple[str, Formula]]:
        """Yield `bids_when` and `runs_when` with their keys, if the scheme has them."""
        for key, formula in (("bids_when", self.bids_when), ("runs_when", self.runs_when)):
            if formula is not None:
                yield key, formula

    @property
    def _formulas(self) -> list[Formula]:
        conditions = [self.bids_when, self.runs_when, self.total, *(case.when for case in self.cases)]
        formulas = [*conditions, *(case.give for case in self.cases), *(term.formula for term in self.terms)]
        return [formula for formula in formulas if formula is not None]

    def option_values(self, chosen: Mapping[str, Any]) -> dict[str, Chosen]:
        """Return the values of all options, with the choices of the table.

        Raise RuleFileError for an unknown option or choice.
        """
        values = {name: option.default for name, option in self.options.items()}
        for name, value in chosen.items():
            if name not in self.options:
                hint = field_readers.hint(name, self.options)
                raise RuleFileError(f"options.{str(name)[:40]}", _("This scoring has no such option.") + hint)
            values[name] = read_choice(self.options[name], value)
        return values


def _with_terms(values: Values, terms: tuple[Term, ...]) -> Values:
    if not terms:
        return values
    result = dict(values)
    for term in terms:
        result[term.name] = term.formula.evaluate(result)
    return result
