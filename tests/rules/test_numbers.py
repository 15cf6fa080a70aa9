"""Points as text: what people read, and what can be parsed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.formats import FRACTIONS, MINUS, decimal, format_change, format_points

EIGHTHS = st.integers(-80_000, 80_000).map(lambda count: Fraction(count, 8))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-7, "−7"),
        (12345, "12345"),
        (Fraction(53, 2), "26½"),
        (Fraction(1, 4), "¼"),
        (Fraction(-19, 4), "−4¾"),
        (Fraction(57, 8), "7⅛"),
        (Fraction(-1, 2), "−½"),
        (Fraction(55, 3), "18.33"),
        (Fraction(-2, 3), "−0.67"),
    ],
)
def test_a_number_is_written_as_people_write_it(value: int | Fraction, text: str) -> None:
    assert format_points(value) == text


@given(EIGHTHS)
def test_no_two_eighths_are_written_alike(value: Fraction) -> None:
    text = format_points(value)
    sign, digits = (-1, text[1:]) if text.startswith(MINUS) else (1, text)
    part = next((fraction for fraction, letter in FRACTIONS.items() if digits.endswith(letter)), Fraction(0))
    whole = digits[:-1] if part else digits
    assert sign * (int(whole or 0) + part) == value


@given(EIGHTHS)
def test_where_there_are_no_signs_a_number_is_an_exact_decimal(value: Fraction) -> None:
    text = format_points(value, minus="-", fractions={})
    assert text.isascii()
    assert Fraction(text) == value
    assert text == decimal(value)


def test_a_decimal_has_no_power_of_ten() -> None:
    assert decimal(Fraction(1, 10_000_000)) == "0.0000001"
    assert decimal(10**30) == "1" + "0" * 30


def test_a_change_has_its_sign_and_nothing_has_none() -> None:
    assert [format_change(value) for value in (Fraction(1, 2), 10, 0, -3)] == ["+½", "+10", "0", "−3"]


def test_thousands_are_set_apart_where_asked_for() -> None:
    assert [format_points(value, thousands=True) for value in (-1234567, Fraction(20001, 2))] == [
        "−1,234,567",
        "10,000½",
    ]
