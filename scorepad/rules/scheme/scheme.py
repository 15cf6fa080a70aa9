"""Schemes as text files: reading, writing, explaining and checking them.

A built-in scheme is a file in `schemes/`. A custom scheme has the same format.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorepad.errors import RuleFileError
from scorepad.rules import field_readers, toml_text
from scorepad.rules.field_readers import read_sentences
from scorepad.rules.formula import Value, Values
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme import parts
from scorepad.rules.scheme import readers as read
from scorepad.rules.scheme.answers import read_answers
from scorepad.rules.scheme.parts import Chosen, Language
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.rules.scheme.readers import read_examples, read_hand
from scorepad.rules.scheme.variables import hand_variables
from scorepad.rules.suits import FRENCH, Suits
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.rules.scheme.explain import Explanation, Known

MOST_CHARACTERS = 20_000


class Scheme(PointsRules):
    """A scheme; two are equal if their key and data are."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], key: str = "") -> Scheme:
        """Return the scheme that `data` describes.

        Raise RuleFileError with the invalid key.
        """
        return cls(key=key, **read_fields(data))

    @classmethod
    def from_toml(cls, text: str, key: str = "") -> Scheme:
        """Parse a TOML text.

        Raise RuleFileError with the line and column.
        """
        if len(text) > MOST_CHARACTERS:
            raise RuleFileError("", _("A scheme can have at most {most} characters.").format(most=MOST_CHARACTERS))
        return replace(toml_text.read(text, lambda data: cls.from_dict(data, key)), toml=text)

    def to_dict(self) -> dict[str, Any]:
        """Return a copy of the data that the scheme was read from, JSON-compatible, for a game."""
        return copy.deepcopy(dict(self.data))

    def hand(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """Return the variables that a flat table of names describes, as in an example.

        Raise RuleFileError with the invalid name.
        """
        return self.hand_variables(**read_hand("hand", given, self.language))

    def explain(self, hand: Values, *, known: Known = "tricks", suits: Suits = FRENCH) -> Explanation:
        """Explain how `entry(hand)` is computed, in words and as a sum.

        `known` is the recorded part of the hand, and `suits` names its trumps.
        """
        from scorepad.rules.scheme import explain  # late: few callers need it

        return explain.explain(self, hand, known=known, suits=suits)

    def needs_tricks_with(self, options: Mapping[str, Chosen] | None, *, off_known: bool = False) -> bool:
        """Return whether the points of a miss depend on the number of tricks, with these options.

        Unset options have their defaults; None means any options. `off_known`: whether they still do if the distance
        from the bid is known, but not its side. Raise RuleFileError for an unknown option or choice.
        """
        from scorepad.rules.scheme import trial  # late: few games need it

        chosen = None if options is None else self.option_values(options)
        return trial.needs_tricks(self, chosen, off_known=off_known)

    def points_table(self, cards: int, players: int = 4, **more: Any) -> list[tuple[int, list[Number]]]:
        """Return the points of each bid for 0, 1, … `cards` tricks, for points cards and preview pages."""

        def entry(bid: int, taken: int) -> Number:
            return self.entry(self.hand_variables(bid=bid, taken=taken, cards=cards, players=players, **more))

        return [(bid, [entry(bid, taken) for taken in range(cards + 1)]) for bid in range(cards + 1)]

    def check(self) -> list[RuleFileError]:
        """Return the problems of the formulas on the hands of a trial, and of the examples."""
        from scorepad.rules.scheme import trial  # late: starting a game does not repeat the trial

        problems = [*trial.problems(self)]
        for problem in problems:
            toml_text.set_location(problem, self.toml or "")
        return problems


def read_fields(data: object) -> dict[str, Any]:
    """Return the fields of a Scheme by name, from data of any kind.

    Raise RuleFileError with the invalid key.
    """
    given = field_readers.table("", data, parts.KEYS)
    options = read.read_options("options", given.get("options", {}))
    marks = read.read_marks("marks", given.get("marks", {}), options)
    numbers = read.read_mark_numbers("marks", given.get("marks", {}))
    language = Language(options, marks, tuple(field_readers.table("terms", given.get("terms", {}))), numbers)
    terms = read.read_terms("terms", given.get("terms", {}), language)
    fields = {
        "name": parts.read_name("name", given),
        "winner": parts.winner("winner", given.get("winner", "high")),
        "terms": terms,
        "cases": read.read_cases("points", given.get("points", ()), language, terms),
        "total": read.read_total("total", given.get("total", {}), language, terms),
        "bids_when": read.read_when("bids_when", given, language),
        "runs_when": read.read_when("runs_when", given, language),
        "options": options,
        "marks": language.marks,
        "numbers": numbers,
        "says": read.read_says(
            "says", given.get("says", {}), (*options, *language.marks, *(term.name for term in terms))
        ),
        "assumed": read.read_assumed("assumed", given.get("assumed", {})),
        "told": read_sentences("told", given.get("told", ())),
        "summary": parts.summary("about", given.get("about", ())),
        "halves": field_readers.yes_no("halves", given.get("halves", False)),
        "examples": read_examples("examples", given.get("examples", ()), language),
        **{key: parts.text(key, given.get(key, "")) for key in ("source", "unsure", "notes")},
        "answers": read_answers("answers", given["answers"]) if "answers" in given else None,
    }
    return {**fields, "data": copy.deepcopy({key: value for key, value in given.items() if key != "answers"})}


USUAL_TOP = 10  # cards, the default


@dataclass(frozen=True)
class SchemeAsPlayed:
    """A scheme with the choices of a table.

    `top` is the largest hand in cards. `sizes` are the sizes of its hands, () for all up to the top. Calling it returns
    the points for a bid (None: no bid), the tricks taken, the cards, and further arguments of a hand.
    """

    scheme: Scheme
    top: int = USUAL_TOP
    players: int = 4
    options: Mapping[str, Any] | None = None
    sizes: Collection[int] = ()

    def __call__(self, bid: int | None, taken: int, cards: int, **more: Any) -> Number:
        table = {
            **self.scheme.assumed,
            "top": self.top,
            "players": self.players,
            "options": self._chosen,
            "marks": self.scheme.unmarked,
        }
        return self.scheme.points(hand_variables(bid=bid, taken=taken, cards=cards, **{**table, **more}))

    @property
    def hand_sizes(self) -> list[int]:
        """Return the sizes of hands that a table of points may show, ascending."""
        return sorted({size for size in self.sizes if size <= self.top}) or [*range(1, self.top + 1)]

    @cached_property  # cached, because a points card has thousands of hands
    def _chosen(self) -> Mapping[str, Chosen]:
        return self.scheme.option_values(self.options or {})

    @property
    def by_contract(self) -> bool:
        """Return whether the points can differ for declarer, doubler and the others."""
        return self.scheme.by_contract
