"""Setting up a game: players, rulebook, scheme and the head of its sheet; and its rematch."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from builders import hand, on, play

from scorepad.errors import RuleError
from scorepad.game.decide import setup
from scorepad.game.state.events import Described, Head, Opened
from scorepad.game.state.game import Game
from scorepad.rules import rulebook, scheme

THREE = ["Ann", "Bob", "Cat"]
PIKE = play("pike", "Ann Bob Cat")


def opened(names: list[str] = THREE, rules: str = "pike", **more: Any) -> Opened:
    return setup.open_game(rulebook.find(rules), scheme.find("tens"), names, **more)


@pytest.mark.parametrize(
    ("head", "field", "text"),
    [
        ({"scorer": "x" * 41}, "scorer", "Enter at most 40 letters"),
        ({"location": "x" * 501}, "location", "Enter at most 500 letters"),
        ({"date": "x" * 41}, "date", "Enter at most 40 letters"),
        ({"stake": -1}, "stake", "whole number from 0 to 1000000"),
        ({"stake": 1_000_001}, "stake", "whole number from 0 to 1000000"),
        ({"stake": True}, "stake", "whole number"),
        ({"stake": 0.5}, "stake", "whole number"),
        ({"first_dealer": "Zoe"}, "first_dealer", "Zoe"),
    ],
)
@pytest.mark.parametrize("way", [lambda head: opened(**head), lambda head: setup.describe(PIKE, **head)])
def test_what_does_not_fit_into_the_head_is_refused_at_its_field(
    way: Callable[[dict[str, Any]], object], head: dict[str, Any], field: str, text: str
) -> None:
    with pytest.raises(RuleError, match=text) as refused:
        way(head)
    assert refused.value.field == field


def test_the_head_holds_as_much_as_it_says_it_does() -> None:
    most: dict[str, Any] = {"scorer": "x" * 40, "location": "x" * 500, "date": "11 July 2026", "stake": 1_000_000}
    head = opened(["x" * 40, "Bob", "Cat"], **most)
    assert {name: getattr(head, name) for name in most} == most
    assert setup.describe(PIKE, **most) == Described(most)
    assert setup.describe(PIKE, stake=0) == Described({"stake": 0})
    assert setup.describe(PIKE, first_dealer="p2") == Described({"first_dealer": "p2"})
    assert setup.describe(PIKE, location=5) == Described({"location": ""}), "what is no text says nothing"


def test_every_field_of_the_head_has_its_check_and_goes_on_to_the_next_game() -> None:
    assert setup.HEAD_CHECKS.keys() == {field.name for field in fields(Head)}
    head: dict[str, Any] = {field.name: 5 if field.default is None else "13:00" for field in fields(Head)}
    head["date"] = "1 May 2026"
    game = Game.replay([opened(["Ann", "Bob", "Cat"], **head)])
    assert game.sheet.head == {"first_dealer": "p1", **head}
    again = setup.rematch(game, date="2 May 2026")
    assert {name: getattr(again, name) for name in head} == {**head, "date": "2 May 2026", "until": ""}


@pytest.mark.parametrize(
    ("typed", "written"),
    [("9", "09:00"), (" 9:05 ", "09:05"), ("0:30", "00:30"), ("13.30", "13:30"), ("17h15", "17:15"), ("23", "23:00")],
)
def test_a_time_is_understood_however_it_is_typed(typed: str, written: str) -> None:
    assert opened(until=typed).until == written


def test_words_are_written_on_one_line_without_what_no_printer_can_read() -> None:
    assert setup.clean_text(" The\nold\r\tCrown\x07 \ud800XX ") == "The old  Crown XX"
    assert setup.clean_text("The\u2028old\x85Crown") == "The old Crown"
    # no character is left that reverses the rest
    assert setup.clean_text("a\u202eb\u2066c\u2069d \u05e9\u200f") == "a b c d \u05e9\u200f"
    assert setup.normalize_name("Ann\tMary\n Lee") == "Ann Mary Lee"


def test_a_house_rule_of_the_auction_leaves_the_rest_of_it_as_it_was() -> None:
    game = play("murder", "Ann Bob Cat Di", house={"auction": {"only_passed": "no bid"}})
    game = on(game, {"house": {"auction": {"doublers": "several"}}})
    assert game.sheet.rulebook.to_dict()["auction"] == {"only_passed": "no bid", "doublers": "several"}


def test_another_game_at_the_same_table_is_played_as_the_last_one_was_at_its_end() -> None:
    game = play(
        "pike", "Ann Bob Cat Di", hand("Ann Bob Cat Di", [2, 2, 0, 0], [2, 2, 1, 0]),
        {"house": {"hook": True}}, {"house": {"minutes": 9}}, {"leave": {"player": "Bob"}},
        {"rename": {"player": "Di", "name": "Dee"}},
        house={"ladder": "5-1", "hook": False}, scheme="tens", scorer="Ann", location="Attic", date="1.5.2026", stake=4,
    )  # fmt: skip
    again = setup.rematch(game, date="2 May 2026")
    assert again == opened(
        ["Ann", "Cat", "Dee"], first_dealer="Cat", scorer="Ann", location="Attic", date="2 May 2026", stake=4,
        house={"ladder": "5-1", "hook": True, "minutes": 9},
    )  # fmt: skip
    assert setup.rematch(on(game)).date == ""
