"""House options: keys of a rulebook with a few values, each fully described by one record.

To add one, write its record in `house_options.py` and its effect where `rulebook.<name>` is used.
The parser, the forms, the explained rules and the tests use the record.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from scorepad.rules import field_readers
from scorepad.words import later

Value = str | bool
Line = Literal[
    "", "auction", "bidding", "cards", "dealing", "end", "late_entry", "lead", "misdeal", "sheet", "ties", "trick"
]  # fmt: skip
"""The section of the explained rules that has the sentence of an option; "" for none."""
Asked = Literal["always", "where it is left open"]
"""When a form has a field for an option that matters. A rule file can set every option."""
Text = str | later
"""A text that is translated when it is shown."""


Rules = Any
"""A Rulebook. Its class is made from these records, so this module cannot import it."""
Points = Any
"""A Scheme."""


class Answer(NamedTuple):
    """An answer; `short` completes the label of the question.

    `sentence` is its text in the explained rules, "" for none. `mirrored` replaces the sentence if play is
    anticlockwise. A form offers the answer only if `differs` returns True: its effect then differs from all other
    answers.
    """

    short: Text
    sentence: Text = ""
    mirrored: Text = ""
    differs: Callable[[Rules], bool] = lambda _rules: True


@dataclass(frozen=True)
class HouseOption:
    """The record of a house option.

    `name` is the key of the rulebook; `auction.…` is a key in that table. The option `matters` if another answer may
    make a difference under this rulebook. It is `settled` if the scheme makes all answers equal in effect.
    """

    name: str
    label: Text  # the question in a form
    answers: Mapping[Any, Answer]  # by value; the first is the default if the record has no other
    read: Callable[[str, Any], Any]  # (key, value of a file) to the stored value; raises RuleFileError
    line: Line = ""
    asked: Asked = "where it is left open"
    matters: Callable[[Rules], bool] = lambda _rules: True
    settled: Callable[[Rules, Points], bool] = lambda _rules, _scheme: False

    def stands(self, rulebook: Rules) -> Value:
        """Return the answer that this rulebook gives, one of `answers`."""
        answer: Value = attrgetter(self.name)(rulebook)
        return answer

    def sentence(self, rulebook: Rules) -> str:
        """Return the sentence for the explained rules, or "" if the option does not matter or needs none."""
        if not self.matters(rulebook):
            return ""
        answer = self.answers[self.stands(rulebook)]
        return str((rulebook.direction == "anticlockwise" and answer.mirrored) or answer.sentence)


def house_option(label: Text, answers: Mapping[Any, Answer], *, default: Any = ..., **more: Any) -> Any:
    """Return a dataclass field for an option, with the option's record.

    Its value is one of the keys of `answers`, by default the first. `default` is another value, such as None. `more`
    are further fields of HouseOption.
    """
    reader = field_readers.yes_no if True in answers else field_readers.one_of(tuple(answers))
    option = HouseOption("", label, answers, reader, **more)
    usual = next(iter(answers)) if default is ... else default
    return field(default=usual, metadata={"house_option": option})


def yes_no_option(label: Text, *, yes: Text = "", no: Text = "", first: bool, **more: Any) -> Any:
    """Return a dataclass field for an option with the answers yes (True) and no (False).

    `first` is the usual answer. `yes` and `no` are the sentences in the explained rules.
    """
    answers = {True: Answer(later("Yes"), yes), False: Answer(later("No"), no)}
    return house_option(label, {first: answers[first], not first: answers[not first]}, **more)


def options_of(kept_in: type, table: str = "") -> Iterator[HouseOption]:
    """Yield the options of a dataclass in the order of its fields.

    `table` is the key of the rulebook's table that the dataclass represents, if any.
    """
    for option_field in fields(kept_in):
        if "house_option" in option_field.metadata:
            yield replace(
                option_field.metadata["house_option"],
                name=f"{table}.{option_field.name}" if table else option_field.name,
            )
