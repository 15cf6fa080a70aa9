"""Sheets as people and programs lay them out: the right totals, or a refusal that names the column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.game.report.sheet_files import sheet_json
from scorepad.importing.files import evenings_in_file
from scorepad.importing.prepared_games import Choices, PreparedGame, prepare_files
from scorepad.importing.preview import notes_by_hand
from scorepad.library import RuleLibrary

CASES = Path(__file__).parent.parent / "cases" / "import"
THREE = {"Ann": 10, "Bob": 11, "Cat": 10}
FRENCH = {"Anne": 10, "Bob": 11, "Chloé": 10}
Totals = dict[str, int]

FILES: dict[str, tuple[str, list[tuple[str, Totals]]]] = {
    "above": ("pagat", [("2026-02-03", {"Ann": 21, "Bob": 12, "Cat": 10})]),
    "archive_score": (
        "pagat",
        [("2026-01-09", {"Ann": 31, "Bob": 13, "Cat": 10}), ("2026-01-16", {"Ann": 31, "Bob": 11, "Dan": 2})],
    ),
    "block_winner": ("wizard", [("", {"Ann": 80, "Bob": 40, "Cat": 50})]),
    "dinf": ("pagat", [(day, {"Ann": 10, "Bob": 20, "Cat": 30}) for day in ("2026-01-09", "2026-01-16")]),
    "dinf2": ("pagat", [(day, {"Ann": 10, "Bob": 20, "Cat": 30}) for day in ("2026-01-09", "2026-01-16")]),
    "fr": ("pagat", [("", FRENCH)]),
    "fr2": ("pagat", [("", FRENCH)]),
    "game1": ("pagat", [("2026-02-06", THREE)]),
    "league2": (
        "pagat",
        [("2026-01-05", {"Ann": 84, "Bob": 79, "Cat": 66}), ("2026-01-12", {"Ann": 71, "Cat": 90, "Dan": 55})],
    ),
    "made": ("pagat", [("", {"Ann": 33, "Bob": 22, "Cat": 21})]),
    "oros": ("pocha", [("", {"Ana": 50, "Blas": 40, "Celia": 30})]),
    "pred": ("pagat", [("", THREE)]),
    "snake2": ("pagat", [("", THREE)]),
    "totals_each_hand": ("pagat", [("", {"Ann": 31, "Bob": 13, "Cat": 10})]),
    "totblank": ("pagat", [("", {"Ann": 21, "Bob": 12, "Cat": 10})]),
    "transposed": ("michigan", [("", {"Ann": 32, "Bob": 30, "Cat": 29})]),
    "vorh": ("wizard", [("", {"Ann": 20, "Bob": 30, "Cat": 20})]),
    "weekday": ("pagat", [("2026-01-09", {"Anna": 80, "Bert": 10, "Cleo": 100})]),
    "winner_row": ("pagat", [("", {"Ann": 21, "Bob": 12, "Cat": 10})]),
}


def prepared(name: str, rulebook: str = "pagat") -> list[PreparedGame]:
    return prepared_data((CASES / f"{name}.csv").read_bytes(), rulebook)


def prepared_data(data: bytes, rulebook: str = "pagat", columns: dict[str, str] | None = None) -> list[PreparedGame]:
    evenings = evenings_in_file("old.csv", data, columns={"": columns or {}})
    return [game for games in prepare_files(evenings, Choices(rulebook), RuleLibrary(lambda: None)) for game in games]


def totals(game: PreparedGame) -> Any:
    assert game.kept, game.error
    return sheet_json(game.kept.game)["totals"]


@pytest.mark.parametrize("name", FILES)
def test_a_real_layout_gives_the_totals_on_paper(name: str) -> None:
    rulebook, expected = FILES[name]
    games = prepared(name, rulebook)
    assert [(game.kept and game.kept.game.sheet.date, totals(game)) for game in games] == expected


def rows(name: str, rulebook: str = "pagat") -> list[Any]:
    (game,) = prepared(name, rulebook)
    assert game.kept
    result: list[Any] = sheet_json(game.kept.game)["rows"]
    return result


def test_tricks_follow_from_points_where_only_one_way_adds_up() -> None:
    (game,) = prepared("block_winner", "wizard")
    assert game.kept
    first, second, third, _fourth = rows("block_winner", "wizard")
    assert first["taken"] == {"Ann": 0, "Bob": 0, "Cat": 1}
    assert "taken" not in second
    assert second["made"] == {"Ann": True, "Bob": False, "Cat": False}
    assert third["hand"] == 3
    assert sorted(notes_by_hand(game.kept)) == [3, 4]


def test_trumps_with_spanish_names_are_recorded() -> None:
    assert [row["trump"] for row in rows("oros", "pocha")] == ["D", "C", "H"]
    (game,) = prepared("oros", "pocha")
    assert game.kept
    assert [difference.hand for difference in game.kept.differences] == [1, 1, 1]


@pytest.mark.parametrize(
    ("name", "ignored"),
    [
        ("above", ("row 1 (Oh Hell at Ann's)", "row 8 (Winner)")),
        ("league2", ("Notes", "Average")),
        ("totblank", ("row 4 (no hand)",)),
        ("winner_row", ("row 4 (Winner)",)),
    ],
)
def test_what_is_set_aside_is_named(name: str, ignored: tuple[str, ...]) -> None:
    assert prepared(name)[0].ignored == ignored


def test_the_name_of_a_game_in_the_file_wins_and_a_number_or_an_unknown_word_does_not() -> None:
    def rulebook(game: str, table: str = "hand,Ann bid,Ann taken,Bob bid,Bob taken\n1,0,0,1,1\n") -> str:
        head, row = table.splitlines()
        (item,) = prepared_data(f"game,{head}\n{game},{row}\n".encode(), "pagat")
        assert item.kept
        return item.kept.game.sheet.rulebook.name

    assert rulebook("Wizard") == "Wizard"
    assert rulebook("7") == rulebook("Friday") == "Oh Hell (Pagat)"
    assert rulebook("Skull King", "date,Ann,Bob\n2026-01-05,340,210\n") == "Skull King"
