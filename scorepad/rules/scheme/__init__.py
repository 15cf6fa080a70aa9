"""A scoring scheme: how a hand becomes points (design.md section 4). A text file in the little language of points.

Points are worked out here and nowhere else. A built-in scheme is a file in `schemes/`; a group's own is the same.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scorepad.errors import RuleFileError, SchemeError
from scorepad.rules import field_readers, toml_text
from scorepad.rules.formula import Formula, Value, Values, tidy
from scorepad.rules.formula.tree import Number, size
from scorepad.rules.scheme.examples import read_hand
from scorepad.rules.scheme.fields import read_fields
from scorepad.rules.scheme.locations import with_location
from scorepad.rules.scheme.parts import Case, Chosen, Example, Language, MarkKind, Option, Term, Winner
from scorepad.rules.scheme.readers import read_choice
from scorepad.rules.scheme.variables import hand_variables
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.rules.scheme.explain import Explanation

__all__ = ["Case", "Example", "Option", "Scheme", "Term", "Winner", "built_in", "find"]

MOST_CHARACTERS = 20_000


@dataclass(frozen=True)
class Scheme:
    """One scheme. Two are equal when their key and data are."""

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
    halves: bool = field(compare=False, repr=False)
    says: Mapping[str, str] = field(compare=False, repr=False)  # its own names in words
    examples: tuple[Example, ...] = field(compare=False, repr=False)
    about: str = field(compare=False, repr=False, default="")
    source: str = field(compare=False, repr=False, default="")
    unsure: str = field(compare=False, repr=False, default="")
    notes: str = field(compare=False, repr=False, default="")
    toml: str | None = field(compare=False, repr=False, default=None)  # the text it was read from, for places

    def __hash__(self) -> int:
        return hash((self.key, self.name))

    # --- reading ---

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], key: str = "") -> Scheme:
        """The scheme that `data` describes; SchemeError naming the key for whatever is wrong in it."""
        try:
            return cls(key=key, **read_fields(data))
        except SchemeError:
            raise
        except RuleFileError as error:  # the small readers are shared with rulebooks
            raise SchemeError(error.where, error.reason) from error

    @classmethod
    def from_toml(cls, text: str, key: str = "") -> Scheme:
        """The scheme in a TOML text; SchemeError with line and column."""
        if len(text) > MOST_CHARACTERS:
            raise SchemeError("", _("a scheme may have {most} characters at most").format(most=MOST_CHARACTERS))
        data = toml_text.parse(text, SchemeError)
        try:
            return replace(cls.from_dict(data, key), toml=text)
        except SchemeError as error:
            raise with_location(error, text) from error.__cause__

    def to_dict(self) -> dict[str, Any]:
        """The data it was read from, as JSON can hold it: what a game keeps."""
        return copy.deepcopy(dict(self.data))

    # --- points ---

    def points(self, hand: Values) -> Number:
        """What the hand gives, before [total]."""
        return self._give(self.values(hand))

    def entry(self, hand: Values) -> Number:
        """The change of the running total: what the sheet shows for the hand."""
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
        hand["marks"] = {**dict.fromkeys(self.marks, 0), **(hand.get("marks") or {})}
        return hand_variables(**hand)

    def hand(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """The variables that a flat table of names describes, as in an example; SchemeError names what is wrong."""
        try:
            return self.hand_variables(**read_hand("hand", given, self.language))
        except RuleFileError as error:
            raise SchemeError(error.where, error.reason) from error

    def case(self, values: Values) -> Case:
        """The first case that holds, given all values()."""
        for case in self.cases:
            if case.when is None or case.when.run(values):
                break  # at the last at the latest: it has no `when`
        return case

    def explain(self, hand: Values, *, tricks_known: bool = True) -> Explanation:
        """How `entry(hand)` came about, in words and as a sum; not `tricks_known`: only who made it is."""
        from scorepad.rules.scheme import explain  # late: only who asks needs it

        return explain.explain(self, hand, tricks_known=tricks_known)

    def _give(self, values: Values) -> Number:
        return self._fitting(self.case(values).give.evaluate(values))

    def _becomes(self, values: Values, raw: Number) -> Number:
        assert self.total is not None
        return self._fitting(self.total.evaluate({**values, "raw": raw}), raw.denominator)

    def values(self, hand: Values) -> Values:
        """The hand with this scheme's options, marks and terms."""
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
            raise SchemeError("points", _("this gives {points}, which is not whole").format(points=points))
        return points

    @cached_property
    def _unsaid(self) -> dict[str, Value]:
        """Options at their defaults and no marks."""
        defaults = {name: option.default for name, option in self.options.items()}
        return {**dict.fromkeys(self.language.mark_names(), 0), **defaults}

    # --- what it needs ---

    @cached_property
    def language(self) -> Language:
        """The names its formulas may read beside those of every scheme."""
        return Language(self.options, self.marks)

    def reads(self, name: str) -> bool:
        """Whether any of its formulas reads this name of the language."""
        return name in self.names

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

    @cached_property
    def needs_tricks(self) -> bool:
        """Whether the points of a miss depend on how many tricks were taken, with whichever options."""
        return self.needs_tricks_with(None)

    def needs_tricks_with(self, options: Mapping[str, Chosen] | None) -> bool:
        """Whether the points of a miss depend on how many tricks were taken, with these options (unsaid: the defaults).

        None: with whichever options. SchemeError for an option or a choice that there is not.
        """
        from scorepad.rules.scheme import tricks_needed  # late, as below: few evenings need it

        return tricks_needed.needs_tricks(self, None if options is None else self.option_values(options))

    def option_values(self, chosen: Mapping[str, Any]) -> dict[str, Chosen]:
        """All options with what the table chose; SchemeError for an unknown option or choice."""
        values = {name: option.default for name, option in self.options.items()}
        for name, value in chosen.items():
            if name not in self.options:
                hint = field_readers.hint(name, self.options)
                raise SchemeError(f"options.{str(name)[:40]}", _("this scheme has no such option") + hint)
            try:
                values[name] = read_choice(self.options[name], value)
            except RuleFileError as error:
                raise SchemeError(error.where, error.reason) from error
        return values

    def points_table(self, cards: int, players: int = 4, **more: Any) -> list[tuple[int, list[Number]]]:
        """For every bid the points for 0, 1, … `cards` tricks, for cards of paper and preview pages."""

        def entry(bid: int, taken: int) -> Number:
            return self.entry(self.hand_variables(bid=bid, taken=taken, cards=cards, players=players, **more))

        return [(bid, [entry(bid, taken) for taken in range(cards + 1)]) for bid in range(cards + 1)]

    def check(self) -> list[SchemeError]:
        """What is wrong with its formulas over every hand, and with its examples; empty: sound."""
        from scorepad.rules.scheme import check  # late: a game is started without checking what was checked before

        problems = [*check.problems(self)]
        return problems if self.toml is None else [with_location(problem, self.toml) for problem in problems]


def _number(value: Value) -> Number:
    assert not isinstance(value, str)
    return value


# --- the built-in schemes -------------------------------------------------------------------------

_FOLDER = files("scorepad.rules") / "schemes"


@cache
def _keys() -> tuple[str, ...]:
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


def find(key: str) -> Scheme:
    """The built-in scheme of this key; SchemeError with the closest keys."""
    if key not in _keys():
        shown = str(key)[:40]
        close = get_close_matches(shown, _keys())
        hint = _("; did you mean {close}?").format(close=", ".join(f"“{one}”" for one in close)) if close else ""
        raise SchemeError("scheme", _("there is no scheme “{key}”").format(key=shown) + hint)
    return _load(key)


@cache
def _load(key: str) -> Scheme:
    return Scheme.from_toml((_FOLDER / f"{key}.toml").read_text(encoding="utf-8"), key)


def built_in() -> Mapping[str, Scheme]:
    """All built-in schemes by key."""
    return MappingProxyType({key: _load(key) for key in _keys()})
