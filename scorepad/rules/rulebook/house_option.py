"""House options: keys of a rulebook with a few values, each described completely by one record.

To add one, write its record in `play_options.py` or `house_options.py` and its effect where `rulebook.<name>` is
used. Reading, forms, the rules in words and the tests use the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, NamedTuple, Protocol

from scorepad.rules import field_readers
from scorepad.rules.rulebook.keys import End
from scorepad.rules.rulebook.ladder import Ladder
from scorepad.rules.rulebook.trumps import Trump
from scorepad.words import later

Value = str | bool
Line = Literal["", "auction", "bidding", "cards", "dealing", "end", "late_entry", "lead", "misdeal", "sheet", "ties"]
"""A line of the rules in words; "" for none."""
Asked = Literal["always", "where it is left open"]
"""When a form has a field for an option that matters; all can be written as text."""
Text = str | later
"""Words, translated when they are shown."""


class Rules(Protocol):
    """What it may hang on whether an option matters: a rulebook, as far as it is asked about."""

    @property
    def bidding(self) -> str: ...
    @property
    def direction(self) -> str: ...
    @property
    def ladder(self) -> Ladder: ...
    @property
    def trump(self) -> Trump: ...
    @property
    def ends(self) -> End: ...
    @property
    def bids_apart(self) -> bool: ...
    @property
    def late_entry(self) -> str: ...
    @property
    def late_worst(self) -> str: ...
    @property
    def misdeal(self) -> Mapping[str, int]: ...
    @property
    def min_players(self) -> int: ...
    @property
    def max_players(self) -> int: ...
    def sizes(self, players: int) -> list[int]: ...
    def largest_for(self, players: int) -> int: ...
    def pack_for(self, players: int) -> int: ...


class Points(Protocol):
    """What it may hang on whether an option is settled: a scheme, as far as it is asked about."""

    @property
    def winner(self) -> object: ...


class Answer(NamedTuple):
    """An answer. `short` completes the question's label.

    `sentence` is its text in the rules, "" for none; `mirrored` replaces it for anticlockwise play. It is offered if
    it `differs` from all others.
    """

    short: Text
    sentence: Text = ""
    mirrored: Text = ""
    differs: Callable[[Rules], bool] = lambda _rules: True


@dataclass(frozen=True)
class HouseOption:
    """`name` is the key of the rulebook; `auction.…` is a key in that table.

    It `matters` where another answer may make a difference, unless the points are such that it is `settled`.
    """

    name: str
    label: Text  # the question, as a form asks it
    answers: Mapping[Any, Answer]  # for each value; the first is the usual one, unless its record says another default
    help: Text  # for the editor
    read: Callable[[str, Any], Any]  # (key, value of a file) to the stored value; raises RulebookError
    line: Line = ""
    asked: Asked = "where it is left open"
    matters: Callable[[Rules], bool] = lambda _rules: True
    settled: Callable[[Rules, Points], bool] = lambda _rules, _scheme: False
    answered_by: Callable[[Any], Value] = lambda kept: kept  # the value kept to one of the answers

    def stands(self, rulebook: Rules) -> Value:
        """Return the answer that this rulebook gives: one of those with an answer."""
        kept: Any = rulebook
        for name in self.name.split("."):
            kept = getattr(kept, name)
        return self.answered_by(kept)

    def sentence(self, rulebook: Rules) -> str:
        """Return what the rules in words say about it; "" where it does not matter or goes without saying."""
        if not self.matters(rulebook):
            return ""
        answer = self.answers[self.stands(rulebook)]
        return str((rulebook.direction == "anticlockwise" and answer.mirrored) or answer.sentence)


def house_option(
    label: Text, answers: Mapping[Any, Answer], help: Text = "", *, default: Any = ..., **more: Any
) -> Any:
    """Return a dataclass field for an option, with the option's record.

    Its value is one of those with an answer, by default the first. `read`, `answered_by` and `default` are for an
    option with other values. `more` are fields of HouseOption.
    """
    reader = field_readers.yes_no if True in answers else field_readers.one_of(tuple(answers))
    option = HouseOption("", label, answers, help, **{"read": reader, **more})
    usual = next(iter(answers)) if default is ... else default
    return field(default=usual, metadata={"house_option": option})


def yes_no_option(label: Text, help: Text = "", *, yes: Text = "", no: Text = "", first: bool, **more: Any) -> Any:
    """Return an option that is answered with yes (True) or no, the usual one (`first`) first.

    `yes` and `no` are the sentences of the rules in words.
    """
    answers = {True: Answer(later("Yes"), yes), False: Answer(later("No"), no)}
    return house_option(label, {first: answers[first], not first: answers[not first]}, help, **more)


def options_of(kept_in: type, table: str = "") -> Iterator[HouseOption]:
    """Yield the options that a dataclass keeps, in its order; `table` is the key of the rulebook's table that it is."""
    for one in fields(kept_in):
        if "house_option" in one.metadata:
            yield replace(one.metadata["house_option"], name=f"{table}.{one.name}" if table else one.name)
