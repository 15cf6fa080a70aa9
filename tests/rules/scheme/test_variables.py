"""One player's hand as the names of the language."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.errors import RuleError
from scorepad.formula_names import BEFORE_BIDDING, LANGUAGE, NAMES
from scorepad.rules.formula import parse
from scorepad.rules.scheme.parts import terms_behind
from scorepad.rules.scheme.variables import hand_variables, player_variables


def of(**hand: Any) -> dict[str, Any]:
    values = hand_variables(**{"bid": 2, "taken": 2, "cards": 5, **hand})
    return values | {term.name: term.formula.evaluate(values) for term in terms_behind(NAMES)}


def pick(result: dict[str, Any], *names: str) -> list[Any]:
    return [result[name] for name in names]


def test_every_name_of_the_language_has_a_value() -> None:
    assert set(of()) == set(NAMES)
    assert set(BEFORE_BIDDING) < set(NAMES)


def test_a_made_bid_is_made() -> None:
    assert pick(of(), "made", "missed", "off", "under", "over_bid", "makers") == [1, 0, 0, 0, 0, 1]


def test_a_bid_missed_by_too_few_is_under() -> None:
    assert pick(of(taken=0), "made", "missed", "off", "under", "over_bid", "makers") == [0, 1, 2, 1, 0, 0]
    assert pick(of(taken=5), "made", "missed", "off", "under", "over_bid") == [0, 1, 3, 0, 1]


def test_a_player_who_does_not_bid_neither_makes_nor_misses() -> None:
    assert pick(of(bid=None, taken=3), "bid", "taken", "made", "missed", "off", "under", "over_bid", "makers") == [
        *(0, 3, 0, 0, 0, 0, 0, 0)
    ]
    assert of(bid=None, taken=0)["made"] == 0


def test_without_a_contract_level_roles_and_doubles_are_zero() -> None:
    names = ("declarer", "doubler", "level", "contract_made", "contract_off", "doubled", "redoubled")
    assert pick(of(doubled=True, level=3), *names) == [0] * 7


def test_a_declarers_level_is_his_bid_and_the_contracts_tricks_his_own() -> None:
    result = of(taken=1, role="declarer")
    assert pick(result, "declarer", "level", "contract_made", "contract_off") == [1, 2, 0, 1]
    assert pick(of(role="declarer", level=1, redoubled=True), "level", "doubled") == [1, 1]


def test_the_doubler_looks_at_the_contract() -> None:
    result = of(bid=2, taken=3, role="doubler", level=3, contract_taken=1)
    assert pick(result, "doubler", "doubled", "redoubled", "level", "contract_made", "contract_off", "missed") == [
        *(1, 1, 0, 3, 0, 2, 1)
    ]


def test_unsaid_the_contract_of_somebody_else_is_made() -> None:
    assert pick(of(role="other", level=3), "contract_made", "contract_off") == [1, 0]


@pytest.mark.parametrize(("bid", "cards"), [(0, 1), (1, 1), (2, 5), (5, 5)])
def test_made_or_missed_can_stand_for_the_tricks(bid: int, cards: int) -> None:
    made = hand_variables(bid=bid, taken=None, made=True, cards=cards)
    missed = hand_variables(bid=bid, taken=None, made=False, cards=cards)
    assert pick(made, "taken", "made", "missed") == [bid, 1, 0]
    assert pick(missed, "made", "missed") == [0, 1]
    assert 0 <= missed["taken"] <= cards  # type: ignore[operator]


def test_without_tricks_and_without_made_it_is_asked_for() -> None:
    with pytest.raises(RuleError) as error:
        hand_variables(bid=2, taken=None, cards=5)
    assert error.value.field == "taken"


def test_whoever_does_not_bid_takes_nothing_where_only_made_or_missed_is_written() -> None:
    assert pick(of(bid=None, taken=None), "bid", "taken", "made", "missed") == [0, 0, 0, 0]


def test_what_is_unsaid_is_what_is_usual() -> None:
    assert pick(of(), "players", "total", "last", "made_run", "missed_run", "trump", "top") == [4, 0, 0, 0, 0, "", 5]
    assert pick(of(trump="N", top=10), "trump", "top") == ["N", 10]
    assert pick(of(taken=0, makers=0), "made", "makers") == [0, 0]
    assert pick(of(makers=3), "makers") == [3]


def test_a_contract_that_is_unsaid_has_no_level_for_the_others_and_no_double() -> None:
    assert pick(of(role="other"), "level", "contract_made", "contract_off") == [0, 1, 0]
    assert pick(of(bid=0, taken=1, role="declarer"), "level", "contract_off") == [0, 1]
    assert pick(of(bid=None, taken=0, role="declarer"), "level", "contract_off") == [0, 0]
    alone = player_variables({}, bid=2, taken=2, cards=5, total=0, made_run=0, missed_run=0, role="declarer")
    for value in (alone, of(role="declarer")):
        assert pick(value, "doubled", "redoubled") == [0, 0]


@given(st.integers(0, 60), st.integers(0, 60), st.booleans())
def test_truth_values_are_whole_numbers(bid: int, taken: int, last: bool) -> None:
    result = of(bid=bid, taken=taken, cards=60, last=last)
    assert not any(isinstance(value, bool) for value in result.values())
    assert result["made"] + result["missed"] == 1
    assert result["under"] + result["over_bid"] == result["missed"]


@given(st.none() | st.integers(0, 5), st.integers(0, 5))
def test_a_name_that_is_calculated_without_its_formula_has_the_same_value(bid: int | None, taken: int) -> None:
    values = of(bid=bid, taken=taken)
    for item in LANGUAGE:
        if item.native:
            assert parse(item.formula, NAMES).evaluate(values) == values[item.name], item.name
