"""Marks: numbers with a default, and choices from a list."""

from pathlib import Path
from typing import Any

import pytest
from builders import check_whole, hand, play, points

from scorepad.errors import FileError, RuleFileError
from scorepad.rules.scheme import Scheme

TEXT = (Path(__file__).parents[2] / "schemes/names/marks_unless_said.toml").read_text("utf-8")
CONFIDENCE = Scheme.from_toml(TEXT)
THREE = "Ann Bob Cat"


def test_it_is_sound_and_its_examples_hold() -> None:
    assert CONFIDENCE.check() == []
    assert CONFIDENCE.unmarked == {"confidence": 10, "bonus": 3, "bare": 1}


def test_what_the_scorer_does_not_say_is_what_it_usually_is_and_nought_is_said() -> None:
    record = hand(THREE, [1, 1, 0], [1, 1, 1], hook_waived=True, marks={"Ann": {"confidence": 0}, "Cat": {"bare": 2}})
    game = play("pagat", THREE, record, scheme=CONFIDENCE.to_dict(), house={"ladder": "3"})
    assert points(game) == {"Ann": 0 + 1 + 3 + 1 + 100, "Bob": 10 + 1 + 3 + 1, "Cat": -10 - 2}
    check_whole(game)


@pytest.mark.parametrize(
    ("marks", "why"),
    [({"confidence": 7}, "one of 0, 5, 10"), ({"bonus": "x"}, "whole number")],
)
def test_a_number_that_there_is_not_is_refused(marks: dict[str, Any], why: str) -> None:
    record = hand(THREE, [1, 1, 0], [1, 1, 1], hook_waived=True, marks={"Ann": marks})
    with pytest.raises(FileError, match=why):
        play("pagat", THREE, record, scheme=CONFIDENCE.to_dict(), house={"ladder": "3"})


@pytest.mark.parametrize(
    ("mark", "where"),
    [
        ({"default": 7, "choices": [0, 5]}, "marks.x"), ({"default": "7"}, "marks.x.default"),
        ({"choices": ["a"]}, "marks.x.choices"), ({"default": 2000}, "marks.x.default"),
        ({"usual": 1}, "marks.x.usual"),
        ({"choices": list(range(21))}, "marks.x"), ("numbers", "marks.x"), (3, "marks.x"),
    ],
)  # fmt: skip
def test_a_mark_that_cannot_be_is_refused_at_its_place(mark: Any, where: str) -> None:
    with pytest.raises(RuleFileError) as refused:
        Scheme.from_dict({"name": "A", "marks": {"x": mark}, "points": [{"give": "1"}]})
    assert refused.value.where.startswith(where)


def test_only_its_choices_are_tried_when_it_is_checked() -> None:
    data: dict[str, Any] = {"name": "A", "marks": {"x": {"choices": [2, 4]}}, "points": [{"give": "x / 2"}]}
    assert Scheme.from_dict(data).check() == []
    assert Scheme.from_dict({**data, "marks": {"x": "number"}}).check() != []
