"""Tables with one row per evening: headings, dates, sums, numbers of the evenings, and the rows below them."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from importing import preparing
from importing.preparing import totals
from openpyxl import load_workbook

from scorepad.errors import ColumnsUnclear
from scorepad.importing.prepared_games import PreparedGame

CASES = Path(__file__).parent.parent / "cases" / "import"
Rows = list[list[str]]
Totals = dict[str, int]
EVENINGS: dict[str, Totals] = json.loads((CASES / "forty_evenings.json").read_text(encoding="utf-8"))
BOOK = (CASES / "forty_evenings.xlsx").read_bytes()
IGNORED = ("Sit", "Whose lamp", "Sky", "Nibbles", "Ladder", "Pile", "Crower", "Grumbles")
SUMS = "Whole heap, Turned up, Usual eve, Crowed"


def text_of(cell: Any) -> str:
    return "" if cell is None else str(cell.date()) if hasattr(cell, "date") else str(cell)


SHEET: Rows = [
    [text_of(cell) for cell in row]
    for row in load_workbook(io.BytesIO(BOOK), data_only=True).worksheets[0].iter_rows(values_only=True)
]
HEADING, ROWS, SUMMARY, EMPTY = SHEET[3], SHEET[4:44], SHEET[45:49], [""] * 16


ANSWERS = {"Sit": "number", "Pile": "ignored"}


def games_in(name: str, data: bytes, **columns: str) -> list[PreparedGame]:
    return preparing.games_in(name, data, columns={**ANSWERS, **columns})


def as_text(rows: Rows, separator: str = "\t") -> bytes:
    file = io.StringIO()
    csv.writer(file, delimiter=separator).writerows(rows)
    return file.getvalue().encode()


def by_date(games: list[PreparedGame]) -> dict[str, Totals]:
    assert not [str(game.error) for game in games if game.error]
    result = {game.kept.game.sheet.date: totals(game) for game in games if game.kept}
    assert len(result) == len(games)
    return result


def refusal(rows: Rows) -> str:
    (game,) = games_in("evenings.csv", as_text(rows))
    return str(game.error)


def asked(rows: Rows, **columns: str) -> list[str]:
    """Return the columns whose meaning is asked for."""
    (game,) = games_in("evenings.csv", as_text(rows), **columns)
    assert isinstance(game.error, ColumnsUnclear)
    return [*game.error.columns]


def columns(order: list[int], rows: Rows = SHEET) -> Rows:
    return [[row[at] for at in order] for row in rows]


def with_column(heading: str, cells: list[str], at: int = 14, rows: Rows = ROWS) -> Rows:
    texts = [heading, *cells]
    return [[*row[:at], text, *row[at:]] for row, text in zip([HEADING, *rows], texts, strict=True)]


def points(row: list[str]) -> list[int]:
    return [int(text) for text in row[6:13] if text.isdigit()]


# --- the workbook of a family ------------------------------------------------------------------------------------


def test_a_workbook_of_forty_evenings_gives_each_evening_with_its_date_its_people_and_their_totals() -> None:
    games = games_in("ours.xlsx", BOOK)
    assert by_date(games) == EVENINGS
    assert games[0].ignored[:8] == IGNORED
    assert games[0].ignored[8:] == (
        "Row 1 (OH HELL! – the great book of forty sit-d)",
        "Row 2 (made it: 10 + tricks    missed: nothing )",
        f"Rows 46 to 49 ({SUMS})",
    )


@pytest.mark.parametrize(
    "rows",
    [
        SHEET[3:],
        [HEADING, *ROWS],
        [HEADING, *ROWS, *SUMMARY],
        [HEADING, *ROWS, *([row[1], "", *row[2:]] for row in SUMMARY)],
        [HEADING, *ROWS[::-1], EMPTY, *SUMMARY],
        columns([*range(1, 16), 0]),
        columns([13, *range(13), 14, 15]),
        columns([*range(15, -1, -1)]),
    ],
    ids=["without titles", "no sums", "sums directly below", "labels in column A", "newest first", "number last",
         "sum first", "reversed"],
)  # fmt: skip
def test_the_same_evenings_in_another_order_give_the_same_totals(rows: Rows) -> None:
    assert by_date(games_in("pasted", as_text(rows))) == EVENINGS


def test_headings_in_another_language_give_the_same_totals() -> None:
    words = ["Nr", "Datum", "Bij wie", "Weer", "Hapjes", "Kaarten", *HEADING[6:13], "Samen", "Winnaar", "Opmerkingen"]
    games = games_in("avonden.csv", as_text([*SHEET[:3], words, *SHEET[4:]]), Samen="ignored")
    assert by_date(games) == EVENINGS
    assert {"Nr", "Samen", "Winnaar"} <= {*games[0].ignored}


# --- headings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [["made it: 10 + tricks"], ["made: 10 + tricks", "", "", "missed: nothing"]])
def test_house_rules_above_the_table_are_no_headings_and_are_named(rules: list[str]) -> None:
    games = games_in("rules.csv", as_text([rules + [""] * (16 - len(rules)), HEADING, *ROWS]))
    assert by_date(games) == EVENINGS
    assert f"Row 1 ({rules[0]})" in games[0].ignored


# --- rows below the evenings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "gap"), [(0, []), (1, [EMPTY]), (2, []), (3, [EMPTY])])
def test_a_single_row_of_a_summary_is_named_and_is_no_evening(at: int, gap: Rows) -> None:
    games = games_in("one.csv", as_text([HEADING, *ROWS, *gap, SUMMARY[at]]))
    assert by_date(games) == EVENINGS
    assert games[0].ignored[-1] == f"Row {42 + len(gap)} ({SUMMARY[at][1]})"


@pytest.mark.parametrize(
    ("at", "text", "below"),
    [
        (0, "31 Feb 2026", []),
        (20, "2026-02-30", [EMPTY, *SUMMARY]),
        (39, "Whitsun", []),
        (39, "Whitsun", [EMPTY, *SUMMARY]),
    ],
)
def test_a_mistyped_date_is_refused_by_its_line_wherever_it_is(at: int, text: str, below: Rows) -> None:
    wrong = [[row[0], text, *row[2:]] if row is ROWS[at] else row for row in ROWS]
    assert refusal([HEADING, *wrong, *below]).startswith(f"Line {at + 2}: “{text}” is not a date.")


@pytest.mark.parametrize(("at", "below"), [(0, []), (39, []), (39, [EMPTY, *SUMMARY])])
def test_an_evening_without_a_date_is_refused_where_the_others_have_dates(at: int, below: Rows) -> None:
    undated = [[row[0], "", *row[2:]] if row is ROWS[at] else row for row in ROWS]
    assert refusal([HEADING, *undated, *below]) == f"Line {at + 2}: This row has no date. Column: “Eve”."


def test_an_evening_without_totals_is_named() -> None:
    (first, second) = games_in("few.csv", b"date,Ann,Bob\n2026-01-03,10,21\n2026-01-10,-,-\n2026-01-17,12,30\n")
    assert first.ignored == ("Row 3 (2026-01-10)",)
    assert totals(second) == {"Ann": 12, "Bob": 30}


# --- columns -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "heading", "cells"),
    [
        (16, "Heap", [sum(points(row)) for row in ROWS]),
        (14, "Usual", [round(sum(points(row)) / len(points(row)), 1) for row in ROWS]),
        (6, "Heads", [len(points(row)) for row in ROWS]),
        (0, "Peak", [max(points(row)) for row in ROWS]),
        (14, "Lead", [sorted(points(row))[-1] - sorted(points(row))[-2] for row in ROWS]),
        (0, "Year", [row[1][:4] for row in ROWS]),
        (6, "Hands", ["13" if row[5] == "7-1-7" else "9" for row in ROWS]),
    ],
)
def test_a_column_of_numbers_that_is_no_player_is_asked_for(at: int, heading: str, cells: list[object]) -> None:
    rows = with_column(heading, [*map(str, cells)], at)
    assert {"Sit", heading} <= {*asked(rows, Sit="")}
    assert by_date(games_in("two.csv", as_text(rows), **{heading: "ignored"})) == EVENINGS


@pytest.mark.parametrize("count", [1, 2, 40])
def test_the_number_of_an_evening_and_a_sum_are_asked_for_and_the_players_are_not(count: int) -> None:
    rows = [HEADING, *ROWS[:count]]
    assert asked(rows, Sit="", Pile="") == ["Sit", "Pile"]
    assert by_date(games_in("few.csv", as_text(rows))) == dict([*EVENINGS.items()][:count])


@pytest.mark.parametrize(
    "rows", [[*ROWS[:10], *ROWS[12:]], [[str(at % 20 + 1), *row[1:]] for at, row in enumerate(ROWS)]]
)
def test_the_number_of_an_evening_may_have_gaps_and_may_begin_again(rows: Rows) -> None:
    assert asked([HEADING, *rows], Sit="") == ["Sit"]


def test_a_player_who_has_the_best_total_each_evening_is_not_ignored_but_asked_for() -> None:
    rows = [[f"2026-01-{day:02}", str(50 + 7 * day), str(20 + 3 * day), str(50 + 7 * day)] for day in range(1, 8)]
    assert asked([["date", "Ann", "Bob", "Peak"], *rows]) == ["Ann", "Peak"]


def test_two_columns_of_days_without_a_known_heading_are_asked_for() -> None:
    assert asked([HEADING, *([*row[:5], "10-1-10", *row[6:]] for row in ROWS)])[:2] == ["Eve", "Ladder"]


def test_players_with_few_or_equal_totals_stay_players() -> None:
    text = "date,Ann,Bob,Cat\n" + "".join(f"2026-01-{day:02},{day % 3},{day % 2},{day % 4}\n" for day in range(1, 31))
    assert all({*totals(game)} == {"Ann", "Bob", "Cat"} for game in games_in("few.csv", text.encode()))


# --- comments ----------------------------------------------------------------------------------------------------


def comments(game: PreparedGame) -> list[str]:
    assert game.kept
    assert all(comment.hand is None for comment in game.kept.game.sheet.comments)
    return [comment.text for comment in game.kept.game.sheet.comments]


def test_a_column_of_comments_is_saved_with_the_evenings_and_not_ignored() -> None:
    games = games_in("ours.xlsx", BOOK, Grumbles="comment")
    assert by_date(games) == EVENINGS
    assert "Grumbles" not in games[0].ignored
    assert [comments(game) for game in games] == [[row[15]] if row[15] else [] for row in ROWS]


def test_a_known_heading_of_comments_needs_no_choice() -> None:
    first, second = games_in("league2.csv", (CASES / "league2.csv").read_bytes())
    assert (comments(first), comments(second)) == (["good"], [])


def test_a_comment_that_is_too_long_is_refused_by_line_and_column() -> None:
    reason = refusal([["date", "Ann", "Bob", "Notes"], ["2026-01-03", "84", "79", "x" * 600]])
    assert "500" in reason
    assert "“Notes”" in reason
