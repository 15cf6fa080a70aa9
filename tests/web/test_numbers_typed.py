"""Numbers in forms and addresses: what counts as one, and the handling of anything else."""

import pytest

from scorepad.web.fields import MOST, parse_bounded_int, parse_int


@pytest.mark.parametrize(
    ("text", "meant"),
    [("7", 7), (" 7 ", 7), ("007", 7), ("-7", -7), ("−7", -7), ("+7", 7), ("0", 0), ("-0", 0), ("999999999", MOST)],
)
def test_a_whole_number_is_read_with_either_sign(text: str, meant: int) -> None:
    assert parse_bounded_int(text) == meant
    assert parse_int(text, meant, meant) == meant


@pytest.mark.parametrize("text", [None, "", "  "])
def test_nothing_is_not_zero(text: str | None) -> None:
    assert parse_bounded_int(text) is None
    assert parse_int(text, 0, 9) is None


@pytest.mark.parametrize("text", ["ten", "1.5", "1 2", "1_000", "٣", "²", "--7", "++7", "7-", "1000000000", "9" * 5000])
def test_what_is_no_number_stays_as_typed_to_be_refused(text: str) -> None:
    assert parse_bounded_int(text) == text
    assert parse_int(text, -MOST, MOST) is None


def test_bounds_are_counted_in() -> None:
    assert [parse_int(text, 2, 4) for text in ["1", "2", "3", "4", "5"]] == [None, 2, 3, 4, None]
