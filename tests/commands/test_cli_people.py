"""Statistics of people over finished games on the command line."""

import contextlib
import csv
from pathlib import Path

import pytest
from builders import hand, play
from program import refused, run
from reading_pdf import read

from scorepad.repository import GameRepository
from scorepad.store import open_store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with six evenings of Ann and Bob at the Mill in 2026, and an older one of Anne and =Bo."""
    house = {"ladder": "2 2 2 2", "hook": False}
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        games = GameRepository(store)
        for players, place, date in [("Anne =Bo Cat", "Kitchen", "2025-03-06")] + [
            ("Ann Bob Cat", "Mill", f"2026-03-0{day}") for day in range(1, 7)
        ]:
            hands = [hand(players, [1, 0, 1], [1, 0, 1])] * 3 + [hand(players, [2, 0, 0], [1, 0, 1])]
            games.keep(play("ohell", players, *hands, house=house, location=place, date=date), by="test")
    return tmp_path


def test_a_row_a_person_as_text_as_data_and_as_a_spreadsheet(folder: Path) -> None:
    lines = run(folder, "people", "--year", "2026").text.splitlines()
    assert " ".join(lines[0].split()).startswith("person evenings won beaten % bids made % zeros zeros made %")
    assert lines[1].split()[:8] == ["Bob", "6", "6", "100.0", "24", "100.0", "24", "100.0"]
    assert lines[2].split()[:8] == ["Ann", "6", "0", "25.0", "24", "75.0", "0", "–"]
    bob = run(folder, "people", "--year", "2026", "--format", "json").json[0]
    figures = {"evenings": 6, "won": 6, "beaten": 100.0, "bids": 24, "made": 100.0, "zeros": 24, "zeros_made": 100.0}
    assert bob.items() >= {"person": "Bob", **figures}.items()
    text = run(folder, "people", "--format", "csv").bytes.decode("utf-8-sig")
    rows = {row["person"]: row for row in csv.DictReader(text.splitlines())}
    assert (rows["'=Bo"]["won"], rows["'=Bo"]["beaten %"], rows["'=Bo"]["zeros"]) == ("1", "", "4")


def test_evenings_are_chosen_by_year_place_and_game(folder: Path) -> None:
    def people(*choice: str) -> set[str]:
        return {row["person"] for row in run(folder, "people", *choice, "--format", "json").json}

    assert people("--place", "kitchen") == {"Anne", "=Bo", "Cat"}
    assert people("--year", "2025", "--game", "ohell") == {"Anne", "=Bo", "Cat"}
    assert people("--game", "Oh Hell, squares and cubes") == {"Anne", "Ann", "Bob", "=Bo", "Cat"}
    assert people("--game", "pike") == set()
    assert run(folder, "people", "--year", "1999").text == "No evenings.\n"


def test_a_league_and_records_are_told_as_text(folder: Path) -> None:
    lines = run(folder, "people", "league", "--from", "2026-03-02", "--points", "3 1", "--best", "2").text.splitlines()
    assert [line.split()[:5] for line in lines[1:3]] == [["1", "Bob", "6", "5", "5"], ["2", "Ann", "2", "5", "0"]]
    records = run(folder, "people", "records", "--year", "2026").text
    assert "  Highest total, of 6 evenings\n    Bob: 48, Mill, 1 Mar 2026\n" in records


def test_a_person_is_shown_with_evenings_bests_and_head_to_heads(folder: Path) -> None:
    shown = run(folder, "people", "show", "ann").text
    assert "0 of 6 evenings won" in shown
    assert "75.0 % of 24 bids made" in shown
    assert "Bob  0–6  6 evenings   0.0 %" in shown
    assert max(map(len, shown.splitlines())) <= 80
    data = run(folder, "people", "show", "Cat", "--format", "json").json
    assert [evening["date"] for evening in data["last"]] == ["2025-03-06", *(f"2026-03-0{day}" for day in range(1, 7))]
    assert data["schemes"][0]["best"]["place"] == "Kitchen"
    assert {"person": "Ann", "evenings": 6, "before": 3, "share": 50.0} in data["pairs"]
    refused(run(folder, "people", "show", "Di"), "No person called “Di” has finished a game here.")


def test_who_is_who_is_told_said_and_taken_back(folder: Path) -> None:
    [pair] = run(folder, "people", "alike", "--format", "json").json
    assert pair == {"person": "Ann", "evenings": 6, "alike": "Anne", "alike_evenings": 1}
    assert run(folder, "people", "alike").text == "Ann  6 evenings  Anne  1 evening\n"
    run(folder, "people", "tell-apart", "Anne", "Ann")
    assert run(folder, "people", "alike").text == "No two names are similar.\n"
    refused(run(folder, "people", "part", "Anne"), "is not merged with another name")
    run(folder, "people", "join", "Anne", "Ann")
    assert run(folder, "people", "show", "ANNE").text.splitlines()[0] == "Ann, Anne"
    run(folder, "people", "part", "Anne")
    assert run(folder, "people", "show", "Anne").text.splitlines()[0] == "Anne"
    refused(run(folder, "people", "join", "Bob", "Cat"), "so they are two people")
    run(folder, "people", "join", "Anne", "Ann")
    run(folder, "people", "rename", "Ann", "Annie")
    run(folder, "people", "hide", "=Bo")
    names = {item["person"]: item for item in run(folder, "people", "names", "--format", "json").json}
    assert [(name["name"], name["evenings"], name["joined"]) for name in names["Annie"]["names"]] == [
        ("Ann", 6, False), ("Anne", 1, True),
    ]  # fmt: skip
    assert (names["=Bo"]["hidden"], names["Bob"]["hidden"]) == (True, False)
    text = run(folder, "people", "names").text
    assert "Annie  Ann 6, Anne 1\n" in text
    assert "=Bo    1 evening (hidden)\n" in text
    assert "=Bo" not in run(folder, "people").text
    run(folder, "people", "show-again", "=Bo")
    refused(run(folder, "people", "rename", "Annie", " "), "Enter a name for the person.")
    refused(run(folder, "people", "show", "Anie"), "Did you mean “Annie”? “scorepad people names”")
    assert "=Bo" in run(folder, "people").text
    refused(run(folder, "people", "rename", "Bob", "Cat"), "“Cat” is another person here.")
    refused(run(folder, "people", "hide", "Eve"), "No person called “Eve” has finished a game here.")


def test_a_year_is_printed_on_one_page(folder: Path) -> None:
    run(folder, "print", "year", "2026", "--place", "mill", "--game", "ohell", "-o", "year.pdf")
    (page,) = read((folder / "year.pdf").read_bytes())
    assert "The year 2026" in page.text
    assert "Bob 6 6 100.0 %" in page.text
    refused(run(folder, "print", "year", "1999", "-o", "none.pdf"), "No finished game matches.")
    assert "Name the year" in run(folder, "print", "year").error
