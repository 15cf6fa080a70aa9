"""A scheme: a text file of how a hand becomes points, read, written, explained and checked.

A built-in scheme is a file in `schemes/`; a group's own is the same.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorepad.errors import RuleFileError, SchemeError
from scorepad.rules import toml_text
from scorepad.rules.formula import Value, Values
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.examples import read_hand
from scorepad.rules.scheme.fields import read_fields
from scorepad.rules.scheme.locations import with_location
from scorepad.rules.scheme.parts import Chosen
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.rules.scheme.explain import Explanation
    from scorepad.rules.scheme.hand_in_words import Known

MOST_CHARACTERS = 20_000


class Scheme(PointsRules):
    """One scheme. Two are equal when their key and data are."""

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
            raise SchemeError("", _("A scheme may have {most} characters at most.").format(most=MOST_CHARACTERS))
        data = toml_text.parse(text, SchemeError)
        try:
            return replace(cls.from_dict(data, key), toml=text)
        except SchemeError as error:
            raise with_location(error, text) from error.__cause__

    def to_dict(self) -> dict[str, Any]:
        """The data it was read from, as JSON can hold it: what a game keeps."""
        return copy.deepcopy(dict(self.data))

    def hand(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """The variables that a flat table of names describes, as in an example; SchemeError names what is wrong."""
        try:
            return self.hand_variables(**read_hand("hand", given, self.language))
        except RuleFileError as error:
            raise SchemeError(error.where, error.reason) from error

    def explain(self, hand: Values, *, known: Known = "tricks") -> Explanation:
        """How `entry(hand)` came about, in words and as a sum; `known`: what the table has written down."""
        from scorepad.rules.scheme import explain  # late: only who asks needs it

        return explain.explain(self, hand, known=known)

    @cached_property
    def needs_tricks(self) -> bool:
        """Whether the points of a miss depend on how many tricks were taken, with whichever options."""
        return self.needs_tricks_with(None)

    def needs_tricks_with(self, options: Mapping[str, Chosen] | None, *, off_known: bool = False) -> bool:
        """Whether the points of a miss depend on how many tricks were taken, with these options (unsaid: the defaults).

        None: with whichever options. `off_known`: whether they still do where it is known how far off the bid was, but
        not on which side. SchemeError for an option or a choice that there is not.
        """
        from scorepad.rules.scheme import tricks_needed  # late, as below: few evenings need it

        chosen = None if options is None else self.option_values(options)
        return tricks_needed.needs_tricks(self, chosen, off_known=off_known)

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
