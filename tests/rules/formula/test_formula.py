"""The formula language: its syntax, its values and its refusals."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rules.formula.random_formulas import HANDS, NAMES, TREES, printed
from soak import often

from scorepad.errors import FormulaError
from scorepad.rules.formula import parse
from scorepad.rules.formula.tree import Node, degree

HAND: dict[str, Any] = {"bid": 4, "taken": 2, "cards": 7, "made": 0, "trump": "H"}


def value(text: str, **changed: Any) -> int | Fraction:
    return parse(text, NAMES).evaluate({**HAND, **changed})


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("10 - 4 - 3", 3),
        ("-bid ** 2", -16),
        ("bid ** 0", 1),
        ("--bid", 4),
        ("7 / 2", Fraction(7, 2)),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("0.5 * bid", 2),
        ("max(bid, 1, cards)", 7),
        ("sum_to(4)", 10),
        ("sum_to(0)", 0),
        ("1 + (bid > taken) + (bid < taken)", 2),
        ("0 < taken <= 2 < bid", 1),
        ("0 or 7", 1),
        ("not bid == 4", 0),
        ("not not bid", 1),
        ("max(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)", 10),
        ("0.123456", Fraction(123_456, 1_000_000)),
        ("000000000007", 7),
        ("1 if made else 2 if bid == 4 else 3", 2),
        ("trump == 'H'", 1),
        ('"S" == trump', 0),
    ],
)
def test_a_formula_is_worth_what_arithmetic_says(text: str, worth: int | Fraction) -> None:
    result = value(text)
    assert result == worth
    assert isinstance(result, int) == (Fraction(worth).denominator == 1)
    assert not isinstance(result, bool)


def test_what_is_not_asked_for_is_not_worked_out() -> None:
    assert value("cards // bid if bid else 0", bid=0) == 0
    assert value("bid and cards // bid", bid=0) == 0
    assert value("not bid or cards // bid", bid=0) == 1


def test_dividing_by_zero_is_said_with_its_place() -> None:
    with pytest.raises(FormulaError, match="divides by zero") as error:
        value("10 + cards // bid", bid=0)
    assert error.value.at == 14


@pytest.mark.parametrize(
    "nothing",
    [
        *("(bid - 4)", "-(bid - 4)", "not bid", "bid < 4", "abs(bid - 4)", "(bid - 4) ** 2", "bid % 4", "0 * bid"),
        *("(bid - 4 if bid else 1)", "bid < 4 < 5", "(0 and bid)", "(made or 0)", "made", "0.0"),
    ],
)
def test_whatever_comes_to_nothing_is_named_as_the_divisor(nothing: str) -> None:
    divisor = nothing if nothing[0] == "(" or " " not in nothing else f"({nothing})"
    with pytest.raises(FormulaError, match="divides by zero") as error:
        value(f"10 + 7 / {divisor}")
    assert error.value.at == len("10 + 7 / ") + (divisor != nothing or nothing[0] == "(")


def test_sum_to_of_a_half_is_refused_with_its_place() -> None:
    with pytest.raises(FormulaError, match="whole number") as error:
        value("10 + sum_to(bid / 2)", bid=3)
    assert error.value.at == 5


def test_a_name_without_a_value_is_named() -> None:
    with pytest.raises(FormulaError, match=r"“bid” has no value here.") as error:
        parse("10 + bid", NAMES).evaluate({})
    assert error.value.at == 0


def test_a_formula_knows_the_names_it_reads() -> None:
    assert parse("max(bid, 1) if trump == H else cards", NAMES).names == {"bid", "trump", "cards"}


# --- refusals, with their places ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "at", "word"),
    [
        ("", 0, "no formula"),
        ("10 + bidd", 5, "Did you mean “bid”"),
        ("rnd(bid)", 0, "no “rnd”"),
        ("10 +", 4, "stops too early"),
        ("* bid", 0, "missing before “*”"),
        ("1e5", 1, "cannot follow a number"),
        ("(bid", 4, "closing bracket"),
        ("bid)", 3, "closes nothing"),
        ("٣", 0, "cannot be used"),
        ("bid\u200b", 3, "invisible"),
        ("trump == 'H", 9, "no closing quote"),
        ("2 ** 3 ** 2", 7, "0, 1, 2 or 3"),
        ("bid **", 4, "0, 1, 2 or 3"),
        ("5 if bid", 8, "else"),
        ("1 + not bid", 4, "brackets round"),
        ("max(1)", 0, "two to ten"),
        ("max", 0, "brackets"),
        ("abs(1, 2)", 0, "one number"),
        ("bid(3)", 0, "To multiply, write “"),
        ("max(trump, 1)", 4, "word"),
        ("trump == 1", 6, "never be the same"),
        ("trump < H", 6, "only be compared with == and !="),
        ("trump == 'hearts'", 9, "can be: C, D, H, N, S"),
        ("1000001", 0, "1,000,000"),
        ("0.1234567", 0, "six decimals"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, at: int, word: str) -> None:
    with pytest.raises(FormulaError) as error:
        parse(text, NAMES)
    assert word in error.value.reason
    assert error.value.at == at


@pytest.mark.parametrize(
    ("sign", "ours"),
    [
        *[("=", "=="), ("^", "**"), ("×", "*"), ("·", "*"), ("÷", "/"), (":", "/"), ("−", "-"), ("–", "-")],
        *[("≤", "<="), ("≥", ">="), ("≠", "!="), ("!", "not"), ("&", "and"), ("|", "or")],
        *[("[", "("), ("]", ")"), ("{", "("), ("}", ")")],
    ],
)
def test_a_sign_that_people_type_instead_of_ours_is_refused_with_ours(sign: str, ours: str) -> None:
    with pytest.raises(FormulaError) as error:
        parse(f"bid {sign} 3", NAMES)
    assert error.value.reason == f"“{sign}” cannot be used here. Did you mean “{ours}”?"
    assert error.value.at == 4


def test_a_choice_that_an_option_does_not_have_is_refused() -> None:
    texts = {"base": ("standard", "blackout")}
    assert parse("base == 'standard'", ["base"], texts).evaluate({"base": "standard"}) == 1
    with pytest.raises(FormulaError, match="can be: blackout, standard"):
        parse("base == 'standart'", ["base"], texts)


# --- limits ---------------------------------------------------------------------------------------

NINTH = "((bid ** 3) ** 3)"
LARGE = f"(({NINTH} ** 3) ** 3)"  # bid to the power of 81
LARGEST = f"{LARGE} * {LARGE} * {NINTH} ** 3 * {NINTH} * bid * bid"  # 81 + 81 + 27 + 9 + 1 + 1


@pytest.mark.parametrize(
    ("text", "more", "at", "word"),
    [
        ("1" + " " * 499, "1" + " " * 500, 500, "at most 500 characters"),
        ("  1" + "+1" * 39, "  1" + "+1" * 40, 2, "nested too deeply"),
        ("(" * 44 + "1" + ")" * 44, "(" * 45 + "1" + ")" * 45, 45, "nested too deeply"),
        ("-" * 39 + "1", "-" * 45 + "1", 45, "nested too deeply"),
        ("((1)+" * 22 + "1" + ")" * 22, "((1)+" * 23 + "1" + ")" * 23, 111, "nested too deeply"),
        ("  " + "<".join(["1"] * 199), "  " + "<".join(["1"] * 200), 2, "too many parts"),
        (LARGEST, f"{LARGEST} * bid", 4, "too large"),
        ("max(1, 2, 3, 4, 5, 6, 7, 8, 9, 0)", "max(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1)", 0, "two to ten"),
        ("000000000001", "0000000000001", 0, "1,000,000"),
    ],
)
def test_as_much_as_is_allowed_is_read_and_no_more(text: str, more: str, at: int, word: str) -> None:
    parse(text, NAMES)
    with pytest.raises(FormulaError) as error:
        parse(more, NAMES)
    assert word in error.value.reason
    assert error.value.at == at


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("bid", 1),
        ("bid ** 3", 3),
        ("sum_to(bid) * bid", 3),
        ("bid * bid + 1", 3),
        ("bid ** 2 / taken", 3),
        ("bid if made ** 3 else bid ** 2", 2),
        ("min(bid, bid ** 3)", 3),
        ("bid < taken ** 3", 1),
        ("bid ** 3 and taken ** 3", 1),
        ("cards * bid", 6),
    ],
)
def test_how_far_numbers_can_grow_is_reckoned_in_digits(text: str, digits: int) -> None:
    assert degree(parse(text, NAMES).tree, {"cards": 5}) == digits


HOSTILE = [
    "9**9**9",
    "(" * 499 + "1",
    "-" * 499 + "1",
    "not " * 120 + "1",
    "0." + "1" * 400,
    "1 if 1 else " * 41 + "1",
    "max(" * 120 + "1",
    "x" * 100_000,
    "((((((9**3)**3)**3)**3)**3)**3)**3",
    "__import__('os').system('true')",
    "().__class__.__bases__",
    "bid\n\n\x1b[31m",
    "\ud800",
    "''''",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_refused_and_never_worked_out(text: str) -> None:
    with pytest.raises(FormulaError):
        parse(text, NAMES)


@given(st.text(max_size=80) | st.text("()+-*/%<>=!'\".,0123456789 abidmxtrupHifelsnotr", max_size=120))
@example("trump==H==trump")
def test_any_text_is_a_formula_or_a_refusal_within_it(text: str) -> None:
    refused = refusal(text)
    if refused is None:
        formula = parse(text, NAMES)
        assert parse(str(formula), NAMES).tree == formula.tree
    else:
        assert refused.reason
        assert refused.at in range(len(text) + 1)


def refusal(text: str) -> FormulaError | None:
    try:
        parse(text, NAMES)
    except FormulaError as error:
        return error
    return None


# --- generated formulas ---------------------------------------------------------------------------


@given(TREES)
def test_a_formula_printed_back_reads_as_the_same_formula(tree: Node) -> None:
    formula = printed(tree)
    assert formula.tree == tree
    assert str(formula) == formula.text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("(10+(2*bid))", "10 + 2 * bid"),
        ("(10 - 4) - 3", "10 - 4 - 3"),
        ("10 - (4 - 3)", "10 - (4 - 3)"),
        ("(-bid) ** 2", "(-bid) ** 2"),
        ("+bid", "bid"),
        ("(not made) + 1", "(not made) + 1"),
        ("(made and bid) or cards", "made and bid or cards"),
        ("(bid < 3) < 1", "(bid < 3) < 1"),
        ("0<(bid+1)<=3", "0 < bid + 1 <= 3"),
        ("1 if (made or bid) else (2 if bid else 3)", "1 if made or bid else 2 if bid else 3"),
        ("1 if (2 if made else 3) else 4", "1 if (2 if made else 3) else 4"),
        ("max( (bid), (1+2) )", "max(bid, 1 + 2)"),
        ("trump=='H'", "trump == H"),
        ("\"it's\" == 'x'", "\"it's\" == 'x'"),
        ("0.50", "0.5"),
        ("3.000001", "3.000001"),
    ],
)
def test_a_formula_is_printed_with_the_brackets_it_needs_and_no_others(text: str, plain: str) -> None:
    assert str(parse(text, NAMES)) == plain


PYTHON: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: Fraction(a) / Fraction(b),
    "//": operator.floordiv,
    "%": operator.mod,
    "and": lambda a, b: bool(a and b),
    "or": lambda a, b: bool(a or b),
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "min": min,
    "max": max,
}
ONE: dict[str, Callable[[Any], Any]] = {"neg": operator.neg, "not": operator.not_, "abs": abs}


def by_json(tree: Any, hand: Mapping[str, Any]) -> Any:
    """Evaluate the JSON tree as a browser would; deliberately independent of formula.py."""
    if isinstance(tree, int):
        return tree
    kind, *rest = tree
    match kind:
        case "fraction":
            return Fraction(*rest)
        case "text":
            return rest[0]
        case "name":
            return hand[rest[0]]
        case "power":
            return by_json(rest[0], hand) ** rest[1]
        case "if":
            return by_json(rest[1] if by_json(rest[0], hand) else rest[2], hand)
        case "and" | "or":
            first = bool(by_json(rest[0], hand))
            return first if first == (kind == "or") else bool(by_json(rest[1], hand))
        case "compare":
            values, signs = [by_json(part, hand) for part in rest[::2]], rest[1::2]
            return all(PYTHON[sign](a, b) for sign, a, b in zip(signs, values, values[1:], strict=False))
    results = [by_json(part, hand) for part in rest]
    if len(results) == 1:
        return ONE[kind](results[0])
    result = results[0]
    for other in results[1:]:
        result = PYTHON[kind](result, other)
    return result


@given(TREES, HANDS)
@settings(max_examples=often(100, 1000))
def test_a_formula_its_json_and_python_agree(tree: Node, hand: dict[str, Any]) -> None:
    formula = printed(tree)
    try:
        expected = by_json(formula.to_json(), hand)
    except ZeroDivisionError:
        with pytest.raises(FormulaError, match="divides by zero"):
            formula.evaluate(hand)
    else:
        assert formula.evaluate(hand) == expected
        assert formula.holds(hand) == bool(expected)


def test_the_json_of_a_formula_is_plain_lists() -> None:
    assert parse("10 + bid ** 2 if made else -0.5", NAMES).to_json() == [
        "if",
        ["name", "made"],
        ["+", 10, ["power", ["name", "bid"], 2]],
        ["neg", ["fraction", 1, 2]],
    ]
    assert parse("0 < bid <= 3 and trump == H", NAMES).to_json() == [
        "and",
        ["compare", 0, "<", ["name", "bid"], "<=", 3],
        ["compare", ["name", "trump"], "==", ["text", "H"]],
    ]
