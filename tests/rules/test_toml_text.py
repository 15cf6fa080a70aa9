"""A rule file's text: the place of an error in it, and its message."""

import re

import pytest
from costs import cost

from scorepad.errors import RuleFileError
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.toml_text import _TOO_MANY_DOTS, MOST_TEXT, locate, parse

TEXT = """name = "Ours"
ladder = "1-10"
hook.from = 3
hook.last_hand = true

[options.over_half]
default = "all"

[[table.rows]]
at = 1
[[table.rows]]
  at = 2
"""


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("ladder", (2, 1)),
        ("hook.last_hand", (4, 1)),
        ("options.over_half", (6, 1)),
        ("options.over_half.default", (7, 1)),
        ("table.rows[2].at", (12, 3)),
        ("table.rows[2].note", (11, 1)),
        ("nothing", None),
    ],
)
def test_a_key_is_found_by_its_path_and_else_what_it_should_stand_in(where: str, place: tuple[int, int] | None) -> None:
    assert locate(TEXT, where) == place


def refused(text: str) -> RuleFileError:
    with pytest.raises(RuleFileError) as refusal:
        Rulebook.from_toml(text)
    return refusal.value


def test_a_key_with_a_dot_is_told_with_its_line() -> None:
    error = refused(TEXT.split("\n\n")[0].replace("3", "0"))
    assert (error.line, error.column) == (3, 1)
    assert str(error) == "Line 3: hook, “from”: This must be from 1 to 60."


def test_what_is_no_toml_is_told_with_its_line_or_without_where_the_text_just_ends() -> None:
    error = refused('name = "Ours"\nladder 1-5\n')
    assert str(error) == "Line 2: This is not TOML: “ladder 1-5”."
    assert (error.where, error.line, error.column) == ("", 2, 8)
    error = refused('name = "Ours"\nladder')
    assert str(error) == "This is not TOML; its end is missing."
    assert (error.line, error.column) == (None, None)
    assert str(refused('name = "Ours"\nname = 1\n')) == "Line 2: This name appears twice: “name = 1”."


@pytest.mark.parametrize("before", ["ladder = ", "  ladder= ", "'ladder' =", '"ladder"  =  '])
def test_a_mistake_in_a_ladder_is_shown_where_it_stands_in_its_line(before: str) -> None:
    error = refused(f'name = "A = B"\n{before}"1-1O"\n')
    assert (error.line, error.column) == (2, len(before) + 5)
    assert str(error).startswith("Line 2: “o” is not a")


def test_a_text_is_read_up_to_its_length_and_told_when_it_is_longer() -> None:
    text = 'name = "Ours"\nladder = "1-5"\n'.ljust(MOST_TEXT, "\n")
    assert Rulebook.from_toml(text).name == "Ours"
    assert str(refused(text + "\n")) == "This file is too long. The most is 100000 characters."


@pytest.mark.parametrize("rule", ["-" * 90_000, "- " * 45_000, "a.b.c.d.e.f.g.h " * 5_000, " " * 90_000])
def test_a_long_line_is_read_at_once(rule: str) -> None:
    assert cost(lambda: parse(f"# {rule}\na = 1"), most=100) == {"a": 1}


def test_a_key_of_too_many_dots_is_looked_for_once_at_each_letter(capsys: pytest.CaptureFixture[str]) -> None:
    """The cost of a search inside `re` cannot be counted.

    So the test checks that it starts at word starts and does not backtrack.
    """
    re.compile(_TOO_MANY_DOTS.pattern, re.DEBUG)
    steps = capsys.readouterr().out.splitlines()
    assert steps[0] == "ASSERT_NOT -1"
    endless = [step.split()[0] for step in steps if step.endswith(" MAXREPEAT")]
    assert endless == ["POSSESSIVE_REPEAT"] * 3


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (".".join("abcdefghijklm") + " = 1", "A key here has too many dots."),
        ("a = " + "[" * 5000, "This file is nested too deeply."),
    ],
)
def test_a_text_that_would_take_too_long_is_refused_as_a_whole(text: str, notes: str) -> None:
    with pytest.raises(RuleFileError) as refusal:
        parse(text)
    assert (refusal.value.where, str(refusal.value)) == ("", notes)
