"""A blank sheet as data: its players, its hands and the dealers known in advance."""

from typing import Any

import pytest
from builders import play

from scorepad import words
from scorepad.errors import RuleError
from scorepad.game.report.blank_sheet import Blank, blank, blank_of, usual_players
from scorepad.rules import rulebook, scheme


def a_blank(key: str = "pike", **table: Any) -> Blank:
    result = rulebook.find(key)
    return blank(result, scheme.find(result.scheme), **table)


def dealers(made: Blank) -> str:
    """Return the names, and the dealers of the first four hands."""
    names = made.game.names
    return " ".join([*made.names.values(), "|", *(names[hand.dealer] for hand in made.hands[:4])])


ABC = ["Ann", "Bob", "Cat"]


@pytest.mark.parametrize(
    ("table", "text", "known"),
    [
        ({"names": ABC}, "Ann Bob Cat | Ann Bob Cat Ann", (True, True)),
        ({"names": ABC, "first_dealer": " Cat "}, "Ann Bob Cat | Cat Ann Bob Cat", (True, True)),
        ({"names": ABC, "first_dealer": "Open"}, "Ann Bob Cat | Ann Bob Cat Ann", (False, False)),
        ({"names": ["Ann", "Bob"], "players": 4}, "Ann Bob   | Ann Bob … 3 … … 4 …", (True, True)),
        ({"players": 3}, "   | … 1 … … 2 … … 3 … … 1 …", (False, False)),
        ({"players": 3, "first_dealer": "open"}, "   | … 1 … … 2 … … 3 … … 1 …", (False, False)),
        ({}, "    | … 1 … … 2 … … 3 … … 4 …", (False, False)),
        ({"names": [*ABC, "Di"], "key": "murder"}, "Ann Bob Cat Di | Ann Bob Cat Di", (False, True)),
        ({"names": [*ABC, "Di"], "key": "murder", "scorer": "Bob"}, "Ann Bob Cat Di | Ann Cat Di Ann", (True, True)),
        ({"key": "murder", "scorer": "Bob"}, "    | … 1 … … 2 … … 3 … … 4 …", (False, False)),
    ],
)
def test_who_deals_is_known_where_somebody_is_named_to_begin(
    table: dict[str, Any], text: str, known: tuple[bool, bool]
) -> None:
    made = a_blank(**table)
    assert (dealers(made), (made.dealer_known, made.first_known)) == (text, known)


@pytest.mark.parametrize(
    ("code", "text"), [("nl", "open"), ("de", "Offen"), ("fr", "libre"), ("es", "abierto"), ("de", "open")]
)
def test_that_nobody_is_named_to_begin_is_said_in_ones_own_word_or_in_english(code: str, text: str) -> None:
    with words.use_language(code):
        assert not a_blank(names=ABC, first_dealer=text).dealer_known


def test_what_is_known_of_the_evening_stands_in_the_head_and_nothing_else() -> None:
    head = a_blank(names=ABC, scorer="Cat", location="The Mill", date="2026-11-20").game.sheet
    assert (head.scorer, head.location, head.date) == ("Cat", "The Mill", "2026-11-20")
    bare = a_blank().game.sheet
    assert (bare.scorer, bare.location, bare.date) == ("", "", "")


def test_there_are_as_many_columns_as_names_or_as_usual() -> None:
    pike, nine = rulebook.find("pike"), rulebook.find("pike").with_house({"players": "2-3"})
    assert [usual_players(pike), usual_players(nine), usual_players(pike, ABC)] == [4, 3, 3]
    assert usual_players(pike.with_house({"players": "5-7"})) == 5


def test_a_game_just_opened_has_a_sheet_with_its_names() -> None:
    made = blank_of(play("pike", "Ann Bob Cat", first_dealer="Bob").opened)
    assert (dealers(made), made.dealer_known, made.first_known) == ("Ann Bob Cat | Bob Cat Ann Bob", True, True)


def test_names_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RuleError, match="3 names are too many for 2 players"):
        blank(rulebook.find("pike").with_house({"players": "2-7"}), scheme.find("pike"), names=ABC, players=2)
    with pytest.raises(RuleError, match="Zoë"):
        a_blank(names=ABC, first_dealer="Zoë")
    with pytest.raises(RuleError, match="Zoë"):
        a_blank(first_dealer="Zoë")
