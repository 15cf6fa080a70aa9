"""How a hand becomes points: the formulas of a scheme and what they give; points are worked out here, nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorepad.errors import RuleFileError, SchemeError
from scorepad.rules import field_readers
from scorepad.rules.field_readers import ToldSentence
from scorepad.rules.formula import Formula, Value, Values, tidy
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
)
from scorepad.rules.scheme.readers import read_choice
from scorepad.rules.scheme.variables import OF_CONTRACTS, hand_variables
from scorepad.words import _


@dataclass(frozen=True)
class PointsRules:
    """The fields of a scheme, read and sound in themselves. Two are equal when their key and data are."""

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
    numbers: Mapping[str, MarkNumber] = field(compare=False, repr=False)  # of marks with a default or choices
    halves: bool = field(compare=False, repr=False)
    says: Mapping[str, str] = field(compare=False, repr=False)  # its own names in words
    examples: tuple[Example, ...] = field(compare=False, repr=False)
    about: str = field(compare=False, repr=False, default="")
    source: str = field(compare=False, repr=False, default="")
    unsure: str = field(compare=False, repr=False, default="")
    notes: str = field(compare=False, repr=False, default="")
    told: tuple[ToldSentence, ...] = field(compare=False, repr=False, default=())
    toml: str | None = field(compare=False, repr=False, default=None)  # the text it was read from, for places

    def __hash__(self) -> int:
        return hash((self.key, self.name))

    def points(self, hand: Values) -> Number:
        """Return what the hand gives, before [total]."""
        return self._give(self.values(hand))

    def entry(self, hand: Values) -> Number:
        """Return the change of the running total: what the sheet shows for the hand."""
        values = self.values(hand)
        points = self._give(values)
        if self.total is None:
            return points
        before = _number(hand["total"])
        return tidy(self._becomes(values, before + points) - before)

    def bids(self, hand: Values) -> bool:
        """Whether this player bids at all."""
        return self.bids_when is None or self.bids_when.holds({**self._unsaid, **hand})

    def runs(self, hand: Values) -> bool:
        """Whether the hand counts for bids made (missed) in a row."""
        return self.runs_when is None or self.runs_when.holds({**self._unsaid, **hand})

    def hand_variables(self, **hand: Any) -> dict[str, Value]:
        """variables.hand_variables() with this scheme's marks and options at what they are unless said."""
        hand["options"] = self.option_values(hand.get("options") or {})
        hand["marks"] = {**self.unmarked, **(hand.get("marks") or {})}
        return hand_variables(**hand)

    def case(self, values: Values) -> Case:
        """Return the first case that holds, given all values()."""
        for case in self.cases:
            if case.when is None or case.when.run(values):
                break  # at the last at the latest: it has no `when`
        return case

    def _give(self, values: Values) -> Number:
        return self._fitting(self.case(values).give.evaluate(values))

    def _becomes(self, values: Values, raw: Number) -> Number:
        assert self.total is not None
        return self._fitting(self.total.evaluate({**values, "raw": raw}), raw.denominator)

    def values(self, hand: Values) -> Values:
        """Return the hand with this scheme's options, marks and terms."""
        if not self._unsaid and not self.terms:
            return hand
        values = {**self._unsaid, **hand}
        for term in self.terms:
            values[term.name] = term.formula.evaluate(values)
        return values

    def _fitting(self, points: Number, finer: int = 1) -> Number:
        """Points are whole, or halves where the scheme allows them; a checked scheme gives no others.

        A total may be as fine as what went into it: late entries may keep their quarters.
        """
        if type(points) is Fraction and points.denominator > max(1 + self.halves, finer):
            raise SchemeError("points", _("This gives {points}, which is not whole.").format(points=points))
        return points

    @cached_property
    def _unsaid(self) -> dict[str, Value]:
        """Options and marks at their defaults."""
        defaults = {name: option.default for name, option in self.options.items()}
        return {**dict.fromkeys(self.language.mark_names(), 0), **self.unmarked, **defaults}

    @cached_property
    def unmarked(self) -> Mapping[str, int]:
        """What each mark is as long as nothing is said."""
        return {mark: self.mark_number(mark).default for mark in self.marks}

    def mark_number(self, mark: str) -> MarkNumber:
        """Return what a mark is unless said and what there is to choose from."""
        return self.numbers.get(mark, ANY_NUMBER)

    @cached_property
    def language(self) -> Language:
        """Return the additional names that its formulas may read."""
        return Language(self.options, self.marks, tuple(term.name for term in self.terms), self.numbers)

    @cached_property
    def own_names(self) -> frozenset[str]:
        """Return the names of its own options, marks and terms."""
        return frozenset({*self.options, *self.marks, *self.language.terms})

    def reads(self, name: str) -> bool:
        """Return whether any formula reads this name of the language, and the scheme does not define it itself."""
        return name in self.names

    def reads_newer(self, *names: str) -> bool:
        """Whether any of its formulas reads one of these names as the language means them."""
        return not self.names.isdisjoint(set(names) - self.own_names)

    @property
    def by_contract(self) -> bool:
        """Whether it gives declarer, doubler and the others different points."""
        return not self.names.isdisjoint(OF_CONTRACTS)

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that its formulas read."""
        return frozenset().union(*(formula.names for formula in self._formulas))

    @cached_property
    def size(self) -> int:
        """How many nodes its formulas have together: how long it takes to work out."""
        return sum(size(formula.tree) for formula in self._formulas)

    @property
    def _formulas(self) -> list[Formula]:
        conditions = [self.bids_when, self.runs_when, self.total, *(case.when for case in self.cases)]
        formulas = [*conditions, *(case.give for case in self.cases), *(term.formula for term in self.terms)]
        return [formula for formula in formulas if formula is not None]

    def option_values(self, chosen: Mapping[str, Any]) -> dict[str, Chosen]:
        """All options with what the table chose; SchemeError for an unknown option or choice."""
        values = {name: option.default for name, option in self.options.items()}
        for name, value in chosen.items():
            if name not in self.options:
                hint = field_readers.hint(name, self.options)
                raise SchemeError(f"options.{str(name)[:40]}", _("This scheme has no such option.") + hint)
            try:
                values[name] = read_choice(self.options[name], value)
            except RuleFileError as error:
                raise SchemeError(error.where, error.reason) from error
        return values


def _number(value: Value) -> Number:
    assert not isinstance(value, str)
    return value
