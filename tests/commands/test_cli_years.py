"""Statistics as plain tables: every figure matches the sheets, and no existing file is overwritten."""

import contextlib
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from builders import hand, play
from program import refused, run

from scorepad.repository import GameRepository
from scorepad.store import open_store

README = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r'sqlite-utils query years\.db "(.*)"', README)
HOUSE = {"ladder": "2 3", "hook": False}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two evenings of hands (in one Ann is Anne), one of totals only, and an unfinished game."""
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        games = GameRepository(store)
        for players, date in (("Ann Bob Cat", "2026-03-01"), ("Anne Bob Cat", "2025-03-02")):
            hands = [hand(players, [1, 0, 1], [1, 0, 1], trump="H"), hand(players, [2, 0, 1], [1, 1, 1])]
            games.keep(play("ohell", players, *hands, house=HOUSE, date=date, location="Mill"), by="test")
        games.keep(play("ohell", "Ann Bob Cat", {"totals": {"Ann": 1, "Bob": 2, "Cat": 2}}), by="test")
        games.keep(play("ohell", "Ann Bob Cat"), by="test")
        games.evenings.join("Anne", "Ann")
    return tmp_path


def asked(folder: Path, question: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(folder / "years.db")) as years:
        assert years.execute("PRAGMA foreign_key_check").fetchall() == []
        return years.execute(question).fetchall()


def test_every_table_says_what_the_sheets_say(folder: Path) -> None:
    assert run(folder, "years", "--sqlite", "years.db").text == "3 evenings: years.db\n"
    assert asked(folder, "SELECT name, hidden FROM people ORDER BY name") == [("Ann", 0), ("Bob", 0), ("Cat", 0)]
    names = "SELECT names.name FROM names JOIN people ON person = id WHERE people.name = 'Ann'"
    assert asked(folder, names) == [("Ann",), ("Anne",)]
    evenings = [("", "", "", 3), ("2025-03-02", "2025", "Mill", 3), ("2026-03-01", "2026", "Mill", 3)]
    assert asked(folder, "SELECT date, year, place, players FROM evenings ORDER BY date") == evenings
    table = {row["person"]: row for row in run(folder, "people", "--format", "json").json}
    sums = "SELECT people.name, count(*), sum(bids), sum(place = 1), sum(zeros) FROM results JOIN people ON id = person"
    for name, *figures in asked(folder, f"{sums} GROUP BY id"):
        row = table[name]
        assert figures == [row["evenings"], row["bids"], row["won"], row["zeros"]]
    hands = "SELECT hand, cards, trump FROM hands JOIN evenings ON id = evening WHERE year = '2026'"
    assert asked(folder, hands) == [(1, 2, "H"), (2, 3, None)]
    last = "SELECT name, bid, taken, made, points, total FROM points JOIN people ON id = person WHERE hand = 2"
    points = [("Ann", 2, 1, 0, -1, 10), ("Bob", 0, 1, 0, -1, 11), ("Cat", 1, 1, 1, 11, 22)]
    assert sorted(asked(folder, last))[::2] == points


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_of_the_readme_is_answered_of_people_and_not_of_names(folder: Path, question: str) -> None:
    run(folder, "years", "--sqlite", "years.db")
    words = [sys.executable, "-m", "sqlite_utils", "query", "years.db", question]
    answer = subprocess.run(words, cwd=folder, check=True, capture_output=True).stdout
    assert answer.startswith(b"[{")
    assert b"Anne" not in answer  # she is Ann


def test_it_is_written_anew_and_nobody_elses_file_is_written_over(folder: Path) -> None:
    for _time in range(2):
        assert run(folder, "years", "--sqlite", "years.db").status == 0
    assert asked(folder, "SELECT count(*) FROM results") == [(9,)]
    before = (folder / "data" / "scorepad.db").read_bytes()
    for other in ("data/scorepad.db", "data"):
        refused(run(folder, "years", "--sqlite", other), "has other content, so nothing was written")
    assert (folder / "data" / "scorepad.db").read_bytes() == before
    refused(run(folder, "years", "--sqlite", "nowhere/years.db"), "nowhere")
    assert sorted(path.name for path in folder.iterdir()) == ["data", "years.db"]
