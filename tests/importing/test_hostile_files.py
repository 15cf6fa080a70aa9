"""Files that are made to do harm, read directly: each is answered with little work."""

import json
import time
from collections.abc import Callable

import pytest
from hostile import NAMES, hostile
from program import GAME

from scorepad import json_text
from scorepad.game.files.game_file import read_game
from scorepad.importing.files import evenings_in_file
from scorepad.importing.sheets.cells import Line
from scorepad.importing.sheets.pasted_tables import pasted_lines
from scorepad.importing.sheets.sheet_reader import read_tables
from scorepad.rules.toml_text import parse

RIGHT = {
    "dash.md": "A line of this file is too long for a score sheet.",
    "inner_dat.zip": "This zip is too large for score sheets. Unpack it, and import it in parts.",
    "lastrow50.xlsx": "This Excel file is empty.",
    "laughs_dat.xlsx": "This file defines XML entities. Save it again with a spreadsheet program.",
    "regex30000.xlsx": {"Ann": 84, "Bob": 79, "Cat": 60},
    "rule1500.txt": "This text has no table.",
    "rule3000.md": "The first row must name the columns.",
    "shared_dat_si_150MB.xlsx": "This file is too large for a score sheet.",
    "xfd50.xlsx": "This Excel file is empty.",
}


def control() -> float:
    """Return the seconds that a plain loop takes on this machine now."""
    begun = time.process_time()
    for _time in range(5_000_000):
        pass
    return time.process_time() - begun


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_file_is_answered_with_little_work(name: str) -> None:
    data = hostile(name)
    begun = time.process_time()
    (result,) = evenings_in_file(name, data)
    took = time.process_time() - begun
    assert took < 5 * control()
    right = RIGHT[name]
    if isinstance(right, str):
        assert str(result.error).startswith(right)
    else:
        assert result.evening
        assert result.evening.totals == right


def growth(do: Callable[[int], object], size: int) -> float:
    """Return how many times as long four times the size takes; 4 if the time is linear.

    Each time is the shortest of 3 runs, on a busy machine of up to 50.
    """
    took = {size: float("inf"), 4 * size: float("inf")}
    for run in range(50):
        for of, shortest in took.items():
            begun = time.process_time()
            do(of)
            took[of] = min(shortest, time.process_time() - begun)
        if run > 1 and took[4 * size] < 6 * took[size]:
            break
    return took[4 * size] / took[size]


@pytest.mark.parametrize("line", [
    lambda size: "|" + "-" * size + "x|",
    lambda size: " " * size + "x",
    lambda size: "> " * size + "x",
    lambda size: f"|{'*' * size}x{'*' * size}|",
    lambda size: f"|{'_' * size}|",
    lambda size: "```" + " " * size + "x",
    lambda size: "a  " * size,
])  # fmt: skip
def test_pasted_tables_are_read_in_linear_time(line: Callable[[int], str]) -> None:
    assert growth(lambda size: pasted_lines(f"| a | b |\n{line(size)}\n|1|2|\n"), 100_000) < 8


def test_a_long_row_of_digits_is_recognized_in_linear_time() -> None:
    assert growth(lambda size: read_tables([Line(1, ("date", "Ann")), Line(2, ("1" * size + "a", "2"))]), 4_000) < 8


def game_file(size: int) -> object:
    return read_game(json_text.parse(json.dumps({**GAME, "location": "x", "record": GAME["record"][1:] * size})))


def rule_file(size: int) -> object:
    cases = "".join(f'[[points]]\ngive = "bid"\nsays.a{at}.b = {[at] * 3}\n' for at in range(size))
    return parse(f'name = "{"x" * size}"\n{cases}')


def outbox_file(size: int) -> object:
    pairs = [["bid.p1", "1"]] * 20
    return json_text.parse(json.dumps({"entries": [{"id": str(at), "pairs": pairs} for at in range(size)]}))


@pytest.mark.parametrize(("read", "size"), [(game_file, 60), (rule_file, 400), (outbox_file, 500)])
def test_scorepads_own_files_are_read_in_linear_time(read: Callable[[int], object], size: int) -> None:
    assert growth(read, size) < 8
