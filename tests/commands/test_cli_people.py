"""People over finished games on the command line."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from builders import hand, play
from program import refused, run

from scorepad.repository import GameRepository
from scorepad.store import Facts, open_store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six evenings of Ann and Bob at the Mill in 2026, one of Anne and =Bo in the Kitchen the year before."""
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
    assert lines[0].split() == [
        "person",
        "evenings",
        "won",
        "beaten",
        "%",
        "bids",
        "made",
        "%",
        "zeros",
        "zeros",
        "made",
        "%",
    ]
    assert lines[1].split() == ["Bob", "6", "6", "100.0", "24", "100.0", "24", "100.0"]
    assert lines[2].split() == ["Ann", "6", "0", "25.0", "24", "75.0", "0", "–"]
    [bob, *_others] = run(folder, "people", "--year", "2026", "--format", "json").json
    assert bob == {
        "person": "Bob", "evenings": 6, "won": 6, "beaten": 100.0, "bids": 24, "made": 100.0, "zeros": 24,
        "zeros_made": 100.0,
    }  # fmt: skip
    csv = run(folder, "people", "--format", "csv").bytes.decode("utf-8-sig").splitlines()
    assert csv[0] == "person,evenings,won,beaten %,bids,made %,zeros,zeros made %"
    assert "'=Bo,1,1,,4,,4," in csv


def test_evenings_are_chosen_by_year_place_and_game(folder: Path) -> None:
    def people(*choice: str) -> set[str]:
        return {row["person"] for row in run(folder, "people", *choice, "--format", "json").json}

    assert people("--place", "kitchen") == {"Anne", "=Bo", "Cat"}
    assert people("--year", "2025", "--game", "ohell") == {"Anne", "=Bo", "Cat"}
    assert people("--game", "Oh Hell, squares and cubes") == {"Anne", "Ann", "Bob", "=Bo", "Cat"}
    assert people("--game", "pike") == set()
    assert run(folder, "people", "--year", "1999").text == "No evenings.\n"


def test_a_person_is_shown_with_evenings_bests_and_head_to_heads(folder: Path) -> None:
    shown = run(folder, "people", "show", "ann").text
    assert "0 of 6 evenings won" in shown
    assert "75.0 % of 24 bids made" in shown
    assert "Bob  0–6  6 evenings   0.0 %" in shown
    assert max(map(len, shown.splitlines())) <= 80
    data = run(folder, "people", "show", "Cat", "--format", "json").json
    assert [one["date"] for one in data["last"]] == ["2025-03-06", *(f"2026-03-0{day}" for day in range(1, 7))]
    assert data["schemes"][0]["best"]["place"] == "Kitchen"
    assert {"person": "Ann", "evenings": 6, "before": 3, "share": 50.0} in data["pairs"]
    refused(run(folder, "people", "show", "Di"), "Nobody called “Di” has finished a game here.")


def test_names_are_joined_and_parted(folder: Path) -> None:
    assert run(folder, "people", "join", "Anne", "Ann").status == 0
    assert run(folder, "people", "show", "ANNE").text.splitlines()[0] == "Ann, Anne"
    refused(run(folder, "people", "join", "Bob", "Cat"), "so they are two people")
    assert run(folder, "people", "part", "Anne").status == 0
    assert run(folder, "people", "show", "Anne").text.splitlines()[0] == "Anne"
    refused(run(folder, "people", "part", "Anne"), "is joined to nobody")


def test_a_check_mends_what_is_kept_of_an_evening(folder: Path) -> None:
    right = run(folder, "people", "--format", "json").json
    with contextlib.closing(open_store(folder / "data")) as store:
        store.keep_facts({one: Facts(mark, text.replace("Cat", "Eve")) for one, (mark, text) in store.facts().items()})
    assert run(folder, "people", "--format", "json").json != right
    first, *mended = run(folder, "check").text.splitlines()
    assert first == "7 games checked, all whole, 7 put right in the years."
    assert len({one for one in mended if one.endswith("what it says to the years was not as its record says.")}) == 7
    assert run(folder, "people", "--format", "json").json == right
