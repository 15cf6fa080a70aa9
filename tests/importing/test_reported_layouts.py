"""Sheets from public reports: each gives the totals on paper, or a question that can be answered with columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.game.files.old_sheets.column_codes import parse_choices
from scorepad.game.report.sheet_files import sheet_json
from scorepad.importing.files import evenings_in_file
from scorepad.importing.prepared_games import Choices, PreparedGame, prepare_files
from scorepad.library import RuleLibrary

CASES = Path(__file__).parent.parent / "cases" / "reports"
DATE = "2026-01-16"
Totals = dict[str, int]


def totals_of(numbers: str, names: str = "Ann Bob Cat Dan") -> Totals:
    """Return the totals of "21 12 –": Ann 21, Bob 12, and none for Cat."""
    pairs = zip(names.split(), numbers.split(), strict=False)
    return {name: int(number.replace("−", "-")) for name, number in pairs if number != "–"}


TOTALS: dict[str, list[Totals]] = {
    "arena_log.csv wizard": [totals_of("20 50 40"), totals_of("20 30 20")],
    "bets_arrays.json": [totals_of("76 54 −20 61")],
    "form_timestamp.csv": [totals_of("84 79 60"), totals_of("71 90 66")],
    "games_across.csv": [totals_of("84 79 60"), totals_of("71 – 90"), totals_of("90 88 70")],
    "hu.csv": [totals_of("22 10 8", "Anna Béla Cili")],
    "judgement.csv kachuful": [totals_of("11 21 20")],
    "merged_round.xlsx": [totals_of("21 12 10")],
    "own_scoring_5plus.csv": [totals_of("3 3 15 18")],
    "own_scoring_tens.csv": [totals_of("30 20 40 20")],
    "place_columns.csv": [totals_of("120 90 40"), totals_of("70 110 80")],
    "place_nodate.csv": [totals_of("120 90 40"), totals_of("70 110 80")],
    "players_rounds_gotset.json": [totals_of("45 11 31")],
    "pt.csv": [totals_of("21 13 11", "Ana Beto Cida")],
    "round_once.csv": [totals_of("21 12 10")],
    "tick_cross.csv kachuful": [totals_of("31 21 10")],
    "tricks_diff.csv": [totals_of("21 13 10")],
    "two_tables_de.csv": [totals_of("32 22 31 21")],
    "two_tables_fr.csv": [totals_of("32 22 31 21")],
    "wizard_tracker.json wizard": [totals_of("20 50 40")],
}
"""The file and its rulebook (without a word: Oh Hell), and the totals of its games."""

ASKED: dict[str, tuple[str, str, list[Totals]]] = {
    "base_bonus.csv": ("“base”", "base=ignored", [totals_of("60 70 10")]),
    "dash_pairs.csv": ("“Ann 1st”, “Ann 2nd”", "Ann 1st=bid:Ann,Ann 2nd=tricks:Ann", [totals_of("21 12 10")]),
    "first_second.csv": (
        "“First”, “Second”, “Third”",
        "First=player,Second=player,Third=player",
        [totals_of("120 90 40"), totals_of("70 110 80")],
    ),
    "ro.csv": ("“Mana”", "Mana=hand", [totals_of("11 4 4", "Ana Bogdan Cora")]),
    "zero_padded.csv": (
        "“R”, “C”, “Ann B”, “Ann T”, “Ann S”",
        "R=hand,C=cards,Ann B=bid:Ann,Ann T=tricks:Ann,Ann S=points:Ann",
        [totals_of("21 13 11")],
    ),
}
"""The file, the columns that the question names, the answer, and the totals with it."""


def games_in(case: str, columns: str = "", data: bytes = b"") -> list[PreparedGame]:
    name, _space, rulebook = case.partition(" ")
    evenings = evenings_in_file(name, data or (CASES / name).read_bytes(), columns={"": parse_choices(columns)})
    choices = Choices(rulebook or "pagat", date=DATE)
    return [game for games in prepare_files(evenings, choices, RuleLibrary(lambda: None)) for game in games]


def totals(game: PreparedGame) -> Any:
    assert game.kept, game.error
    return sheet_json(game.kept.game)["totals"]


@pytest.mark.parametrize("case", TOTALS)
def test_a_reported_file_gives_the_totals_on_paper(case: str) -> None:
    assert [totals(game) for game in games_in(case)] == TOTALS[case]


def question(case: str, columns: str = "", data: bytes = b"") -> str:
    (game,) = games_in(case, columns, data)
    assert game.error
    return str(game.error)


@pytest.mark.parametrize("case", ASKED)
def test_an_unclear_file_asks_for_its_columns_and_an_answer_gives_the_totals(case: str) -> None:
    asked, answer, expected = ASKED[case]
    assert asked in question(case)
    assert [totals(game) for game in games_in(case, answer)] == expected
