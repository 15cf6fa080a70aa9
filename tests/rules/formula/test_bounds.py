"""Bounds of formulas: proved ranges, impossible values, and dependence on the tricks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from rules.formula.test_formula import HANDS, NAMES, TREES, printed

from scorepad.errors import FormulaError
from scorepad.rules.formula import parse
from scorepad.rules.formula.bounds import OutOfWorkError, Range, UnprovenError, Work, bounds
from scorepad.rules.formula.tree import Node, size

DOMAIN: dict[str, Range | frozenset[str]] = {
    "bid": Range(0, 13),
    "taken": Range(0, 13),
    "cards": Range(1, 13),
    "made": Range(0, 1),
    "trump": frozenset("CDHSN"),
}


@given(TREES, HANDS)
@settings(max_examples=300)
def test_no_value_lies_outside_the_bounds(tree: Node, hand: dict[str, Any]) -> None:
    formula = printed(tree)
    try:
        result = bounds(formula, DOMAIN)
    except UnprovenError:
        return
    worth = formula.evaluate(hand)
    assert result.low <= worth <= result.high
    assert result.parts == 0 or (worth * result.parts).denominator == 1


@given(TREES, HANDS)
def test_bounds_of_a_single_hand_are_its_value(tree: Node, hand: dict[str, Any]) -> None:
    formula = printed(tree)
    single = {
        name: frozenset({value}) if isinstance(value, str) else Range(value, value) for name, value in hand.items()
    }
    try:
        worth = formula.evaluate(hand)
    except FormulaError:
        with pytest.raises(UnprovenError):
            bounds(formula, single)
    else:
        assert bounds(formula, single)[:2] == (worth, worth)


EITHER, YES, NO = Range(0, 1), Range(1, 1), Range(0, 0)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("10 + 2 * bid", Range(10, 36)),
        ("10 - bid", Range(-3, 10)),
        ("bid * (taken - 6)", Range(-78, 91)),
        ("(bid - 5) ** 0", Range(1, 1)),
        ("(bid - 5) ** 1", Range(-5, 8)),
        ("(bid - 5) ** 2", Range(0, 64)),
        ("(bid - 5) ** 3", Range(-125, 512)),
        ("(-bid - 1) ** 2", Range(1, 196)),
        ("abs(bid - 5)", Range(0, 8)),
        ("abs(bid - 8)", Range(0, 8)),
        ("abs(bid + 1)", Range(1, 14)),
        ("abs(-bid - 1)", Range(1, 14)),
        ("min(bid, cards, 5)", Range(0, 5)),
        ("max(bid, cards, 5)", Range(5, 13)),
        ("sum_to(bid - 3)", Range(0, 55)),
        ("26 // cards", Range(2, 26)),
        ("bid % 5", Range(0, 5)),
        ("bid % -5", Range(-5, 0)),
        ("bid % 20", Range(0, 13)),
        ("(bid + 20) % 35", Range(20, 33)),
        ("cards % (bid - 20)", Range(-20, 0)),
        ("17 % 5", Range(2, 2)),
        # what a value is a multiple of: halves, sixths, or unknown
        ("bid / 2", Range(0, Fraction(13, 2), 2)),
        ("bid / -2", Range(Fraction(-13, 2), 0, 2)),
        ("bid / 1.5", Range(0, Fraction(26, 3), 3)),
        ("26 / cards", Range(2, 26, 0)),
        ("(bid - 6) / (0 - cards)", Range(-7, 6, 0)),
        ("bid / 2 + taken / 3", Range(0, Fraction(65, 6), 6)),
        ("bid / 2 - taken / 3", Range(Fraction(-13, 3), Fraction(13, 2), 6)),
        ("(bid / 2) * (taken / 3)", Range(0, Fraction(169, 6), 6)),
        ("(bid / 2) ** 2", Range(0, Fraction(169, 4), 4)),
        ("abs(bid / 2)", Range(0, Fraction(13, 2), 2)),
        ("min(bid / 2, taken / 3)", Range(0, Fraction(13, 3), 6)),
        ("max(bid / 2, taken / 3)", Range(0, Fraction(13, 2), 6)),
        ("bid / 2 if made else taken / 3", Range(0, Fraction(13, 2), 6)),
        ("bid / 2 % 0.75", Range(0, Fraction(3, 4), 4)),
        ("bid / 2 % 3", Range(0, 3, 2)),
        ("bid / 2 // 1", Range(0, 6)),
        # truth
        ("not bid", EITHER),
        ("not cards", NO),
        ("not -cards", NO),
        ("not (cards < 1)", YES),
        ("cards and 3", YES),
        ("bid and cards", EITHER),
        ("bid and 0", NO),
        ("0 and bid", NO),
        ("bid or cards", YES),
        ("cards or bid", YES),
        ("bid or 0", EITHER),
        ("0 or 0", NO),
        ("5 if cards else bid", Range(5, 5)),
        ("bid if not cards else 5", Range(5, 5)),
        # comparisons
        ("bid < 14", YES),
        ("bid < 13", EITHER),
        ("bid < 1", EITHER),
        ("bid < 0", NO),
        ("bid <= 13", YES),
        ("bid <= 12", EITHER),
        ("bid <= 0", EITHER),
        ("bid <= -1", NO),
        ("bid > -1", YES),
        ("bid > 0", EITHER),
        ("bid > 12", EITHER),
        ("bid > 13", NO),
        ("bid >= 0", YES),
        ("bid >= 1", EITHER),
        ("bid >= 13", EITHER),
        ("bid >= 14", NO),
        ("bid == 14", NO),
        ("bid == -1", NO),
        ("bid == 13", EITHER),
        ("bid == 0", EITHER),
        ("5 == 5", YES),
        ("bid != 14", YES),
        ("bid != -1", YES),
        ("bid != 13", EITHER),
        ("bid != 0", EITHER),
        ("5 != 5", NO),
        ("0 <= bid <= 13", YES),
        ("0 < bid <= 13", EITHER),
        ("0 <= bid < 13", EITHER),
        ("0 <= bid < 0", NO),
        ("0 > bid > 13", NO),
        ("trump == H", EITHER),
        ("trump != H", EITHER),
        ("trump == trump", EITHER),
        ("H == H", YES),
        ("H != H", NO),
        ("H == S", NO),
        ("H != S", YES),
    ],
)
def test_a_range_is_proved_as_narrow_as_it_is(text: str, result: Range) -> None:
    assert bounds(parse(text, NAMES), DOMAIN) == result


@pytest.mark.parametrize("text", ["10 + cards // bid", "10 + cards / (bid - 13)", "10 + cards % (bid - 5)"])
def test_a_division_that_may_be_by_zero_is_named_with_its_divisor(text: str) -> None:
    formula = parse(text, NAMES)
    with pytest.raises(UnprovenError) as unproven:
        bounds(formula, DOMAIN)
    assert unproven.value.node is formula.tree.parts[1].parts[1]
    assert unproven.value.reason == "This divides by zero."


def test_sum_to_of_what_may_be_no_whole_number_is_named() -> None:
    formula = parse("10 + sum_to(bid / 2)", NAMES)
    with pytest.raises(UnprovenError) as unproven:
        bounds(formula, DOMAIN)
    assert unproven.value.node is formula.tree.parts[1]
    assert unproven.value.reason == "“sum_to” needs a whole number. Example: sum_to(bid)."


@pytest.mark.parametrize(
    "text",
    [
        "bid + 2 * taken",
        "1 < bid < 2 < taken < cards",
        "max(1, 2) if made else not bid",
        "made and bid or taken > cards",
    ],
)
def test_each_part_of_a_formula_is_worked_out_once_at_most(text: str) -> None:
    formula = parse(text, NAMES)
    steps = size(formula.tree)
    bounds(formula, DOMAIN, Work(steps))
    with pytest.raises(OutOfWorkError):
        bounds(formula, DOMAIN, Work(steps - 1))


@pytest.mark.parametrize("text", ["bid + taken if cards >= 1 else 0", "0 if cards < 1 else bid + taken"])
def test_of_what_is_decided_the_other_half_is_not_worked_out(text: str) -> None:
    formula = parse(text, NAMES)
    work = Work(size(formula.tree) - 1)
    bounds(formula, DOMAIN, work)
    assert work.left == 0


# --- dependence on the tricks -------------------------------------------------------------------------

OPEN = {**DOMAIN, "taken": Range(0, 13, 1, True)}


@given(TREES, HANDS)
@settings(max_examples=300)
def test_what_is_not_open_never_hangs_on_the_tricks(tree: Node, hand: dict[str, Any]) -> None:
    formula = printed(tree)
    try:
        result = bounds(formula, OPEN)
    except UnprovenError:
        return
    assert result.open or len({formula.evaluate({**hand, "taken": taken}) for taken in range(14)}) == 1


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "!="])
def test_either_side_of_a_sign_may_hang_on_the_tricks(sign: str) -> None:
    assert bounds(parse(f"taken {sign} cards", NAMES), OPEN).open
    assert bounds(parse(f"bid {sign} (taken + 1)", NAMES), OPEN).open
    assert not bounds(parse(f"bid {sign} cards", NAMES), OPEN).open


@pytest.mark.parametrize(
    "text",
    [
        "-taken",
        "not taken",
        "taken ** 3",
        "abs(taken - 5)",
        "min(bid, taken)",
        "max(taken, bid)",
        "sum_to(taken)",
        "taken and made",
        "made and taken",
        "taken or made",
        "made or taken",
        "bid < 5 < taken",
        "taken < 5 < bid",
        "1 if taken else 2",
        "taken if made else 2",
        "2 if made else taken",
        "taken % 20",
    ],
)
def test_what_hangs_on_the_tricks_is_open(text: str) -> None:
    assert bounds(parse(text, NAMES), OPEN).open


@pytest.mark.parametrize(
    "text",
    [
        "bid",
        "0 * taken",
        "taken ** 0",
        "bid + (taken < 20)",
        "min(taken, 0)",
        "max(taken, 13)",
        "taken // 14",
        "taken > 13 and bid",
        "taken < 14 or bid",
        "bid if taken < 14 else taken",
        "trump == H",
    ],
)
def test_what_comes_out_the_same_with_any_tricks_is_not(text: str) -> None:
    assert not bounds(parse(text, NAMES), OPEN).open
