"""The record of a question about a key of a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorepad.rules.rulebook.house_option import Points, Rules, Text

Numbers = Mapping[str, int]


class KeyAnswer(NamedTuple):
    """An answer; `words` complete the question.

    `value` makes the value of the key from the numbers that the answer asks for. A form offers the answer only if
    `differs` returns True: its effect then differs from all other answers.
    """

    words: Text
    value: Callable[[Numbers], Any]
    numbers: tuple[str, ...] = ()
    differs: Callable[[Rules], bool] = lambda _rulebook: True


@dataclass(frozen=True)
class KeyQuestion:
    """A question about the key `name` of a rulebook, with its answers by form value.

    `stands` returns the present answer, "" if it is not among the answers, and its numbers. `numbers` has the label and
    usual value of each number, and `choices` the meaning of values that are not plain numbers. The question `matters`
    if another answer may make a difference. It is `settled` if the scheme makes all answers equal in effect.
    """

    name: str
    label: Text
    answers: Mapping[str, KeyAnswer]
    stands: Callable[[Rules], tuple[str, Numbers]]
    numbers: Mapping[str, tuple[Text, int]] = field(default_factory=dict)
    matters: Callable[[Rules], bool] = lambda _rulebook: True
    settled: Callable[[Rules, Points], bool] = lambda _rulebook, _scheme: False
    choices: Mapping[int, Text] = field(default_factory=dict)


def plain_answer(words: Text, value: Any, differs: Callable[[Rules], bool] = lambda _rulebook: True) -> KeyAnswer:
    """Return an answer that asks for no number."""
    return KeyAnswer(words, lambda _numbers: value, differs=differs)
