"""JSON typed by people: every error is reported with its place, and written JSON can be read again."""

import json
from typing import Any

import pytest

from scorepad import json_text
from scorepad.errors import FileError


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,\n  "b": }', "Line 2, column 8: this is not JSON: “}”."),
        ("", "Line 1, column 1: this is not JSON; its end is missing."),
        ('{"a": 1} x', "Line 1, column 10: this is not JSON: “x”."),
        ('{"Ann": 1, "Ann": 2}', "“Ann” appears twice"),
        ('{"a": {"b": 1, "b": 1}}', "“b” appears twice"),
        ('{"a": NaN}', "“NaN” is not a number"),
        ('{"a": -Infinity}', "” is not a number"),
        ("[" * 100_000, "too deeply"),
        ("1" * 5000, "too long"),
        (b'{\n"a": "\xff"}', "Line 2: this is not UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str | bytes, message: str) -> None:
    with pytest.raises(FileError) as refused:
        json_text.parse(text)
    assert message in str(refused.value)


def test_a_file_beyond_all_measure_is_not_read() -> None:
    with pytest.raises(FileError, match="too long"):
        json_text.parse(b" " * (json_text.MOST_BYTES + 1))


def test_a_mark_before_the_text_is_no_mistake() -> None:
    assert json_text.parse(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
    assert json_text.parse('\ufeff{"a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    "data",
    [{}, [], {"a": []}, {"a": [{"b": 1}, {"c": [1, 2]}], "d": {"e": None}}, [{"a": 1}, {}], [3, 4], "x", {"é": "“"}],
)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_what_is_written_reads_back(data: Any, ascii_only: bool) -> None:
    text = json_text.serialize(data, ascii_only=ascii_only)
    assert json.loads(text) == data
    assert text.isascii() or not ascii_only


def test_every_row_of_a_record_has_its_own_line() -> None:
    text = json_text.serialize({"players": ["Ann", "Bob"], "record": [{"hand": {"cards": 1}}, {"end": {}}]})
    assert text.splitlines() == [
        "{",
        '  "players": ["Ann", "Bob"],',
        '  "record": [',
        '    {"hand": {"cards": 1}},',
        '    {"end": {}}',
        "  ]",
        "}",
    ]


def test_half_a_letter_is_refused_for_no_page_could_show_it() -> None:
    with pytest.raises(FileError, match="This file has an incomplete character"):
        json_text.parse(r'{"location": "\ud800"}')
    assert json_text.parse(r'{"location": "\ud83c\udccf"}') == {"location": "🃏"}
