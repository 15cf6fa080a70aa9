"""The sheet as CSV: read back by a reader of CSV, cell for cell."""

from __future__ import annotations

import csv
import io

import pytest
from builders import hand, on, play

from scorepad.game.report.spreadsheet import sheet_csv, text_cell
from scorepad.game.state.events import BidsRecorded

THREE = "Ann Bob Cat"


def table(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return [row[len(EVENING) :] for row in whole(text)]


EVENING = ["date", "game", "scheme"]


def whole(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_each_row_says_which_evening_it_is_of() -> None:
    game = play("pike", THREE, hand(THREE, [1, 1, 0], [1, 1, 0]), house={"ladder": "2-1"}, date="2026-11-20")
    heads, row = whole(sheet_csv(game))
    assert heads[:3] == EVENING
    assert row[:3] == ["2026-11-20", "Mr Pike's Oh Hell!", "Mr Pike's Oh Hell!"]


def test_every_hand_is_a_row_with_four_cells_a_player() -> None:
    game = play(
        "pike", THREE, hand(THREE, [1, 1, 0], [1, 2, 0], trump="H"), {"join": {"player": "Di"}},
        {"misplay": {"player": "Bob"}}, {"adjust": {"player": "Cat", "points": -5, "why": "late"}},
        house={"ladder": "3-1", "misplay": {"player": -10}},
    )  # fmt: skip
    rows = table(sheet_csv(game))
    assert rows[0][:9] == [
        "hand",
        "cards",
        "dealer",
        "trump",
        "remark",
        "Ann bid",
        "Ann taken",
        "Ann points",
        "Ann total",
    ]
    assert len({len(row) for row in rows}) == 1
    assert rows[1] == [
        "1",
        "3",
        "Ann",
        "H",
        "",
        "1",
        "1",
        "11",
        "11",
        "1",
        "2",
        "-11",
        "-11",
        "0",
        "0",
        "10",
        "10",
        *[""] * 4,
    ]
    assert rows[2] == [
        "",
        "",
        "",
        "",
        "Di joins; lowest −11, median 10 → −½, written −1",
        *["", "", "", "11", "", "", "", "-11", "", "", "", "10"],
        "",
        "",
        "-1",
        "-1",
    ]
    assert rows[3][:5] == ["2", "2", "Bob", "", "misplayed, dealt again with 2 cards; Bob −10"]
    assert rows[3][11:13] == ["-10", "-21"]
    assert rows[4][4] == "Cat: late"
    assert rows[4][15:17] == ["-5", "5"]


def test_a_player_who_did_not_bid_has_an_empty_cell_and_a_zero_is_a_zero() -> None:
    four = "Ann Bob Cat Di"
    game = play(
        "boerenbridge", four, {"adjust": {"player": "Ann", "points": 80}}, hand(four, [None, 0, 1, 1], [3, 0, 5, 5])
    )
    row = table(sheet_csv(game))[2]
    assert (row[4], row[5], row[8], row[9]) == ("", "3", "0", "0")  # this game has no column for trumps


def test_a_contract_stands_among_the_remarks_once_with_who_doubled() -> None:
    said = {"contract": {"declarer": "Ann", "level": 1, "doubler": "Bob"}, "trump": "H"}
    bids, taken = {"Ann": 1, "Bob": 1, "Cat": 0}, {"Ann": 1, "Bob": 1, "Cat": 0}
    game = play("murder", THREE, {"hand": {**said, "bids": bids, "taken": taken}}, house={"ladder": "2 3"})
    game = on(game, {"correct": {"hand": 1, "turned": "5H"}})
    row = table(sheet_csv(game))[1]
    remark = row[4].split("; ")
    assert remark[0] == "Ann plays 1 in hearts, doubled by Bob"
    assert "corrected" in remark
    assert sum("doubled" in one for one in remark) == 1


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "=HYPERLINK(1)", " =1", "＝1", "＠x"])
def test_no_name_or_remark_is_run_as_a_formula(text: str) -> None:
    assert text_cell(text) == "'" + text


@pytest.mark.parametrize("sign", [";", "\t", "|"])
def test_where_cells_are_parted_by_another_sign_than_a_comma_none_of_them_is_a_formula_either(sign: str) -> None:
    assert text_cell(f"Ann{sign}=1+1{sign} @x{sign}b-c") == f"Ann{sign}'=1+1{sign}' @x{sign}b-c"
    game = play(
        "pike", THREE, {"comment": {"text": "Tea;=HYPERLINK(1)"}}, {"rename": {"player": "Ann", "name": "A;=1"}}
    )
    game = on(game, {"adjust": {"player": "Bob", "points": 1, "why": "late;-2+3"}})
    cells = [cell for line in sheet_csv(game).splitlines() for cell in line.split(";")]
    assert not [cell for cell in cells if cell.strip('" ').startswith(("=", "+", "-", "@"))]
    assert any("=1" in cell for cell in cells)


def test_names_that_look_like_formulas_and_hold_commas_come_through() -> None:
    game = play("pike", "=A;b Bob,x Cat", house={"ladder": "1"})
    game = on(game, {"adjust": {"player": "=A;b", "points": 1, "why": '@all "quoted", and more'}})
    rows = table(sheet_csv(game))
    assert rows[0][5] == "'=A;b bid"
    assert rows[0][9] == "Bob,x bid"
    assert rows[1][4] == '\'=A;b: @all "quoted", and more'


def test_halves_are_written_with_a_point() -> None:
    scheme = {"name": "Half", "halves": True, "points": [{"give": "0.5 * taken"}]}
    game = play("pike", THREE, hand(THREE, [0, 0, 0], [1, 2, 0]), house={"ladder": "3"}, scheme=scheme)
    assert table(sheet_csv(game))[1][7:9] == ["0.5", "0.5"]


def test_a_table_that_writes_only_who_made_it_has_that_in_words() -> None:
    made = {"hand": {"bids": {"Ann": 1, "Bob": 1, "Cat": 0}, "made": {"Ann": True, "Bob": False, "Cat": True}}}
    game = play("pike", THREE, made, house={"ladder": "3", "writes": "made"}, scheme="blackout")
    rows = table(sheet_csv(game))
    assert [rows[1][at] for at in (6, 10, 14)] == ["made", "missed", "made"]


def test_the_remark_tells_what_has_no_column() -> None:
    first = hand(THREE, [1, 1, 1], [1, 1, 1], hook_waived=True, trump="S", turned="5S")
    game = play("ohell", THREE, first, {"comment": {"text": "Tea", "hand": 1}}, house={"ladder": "3"})
    assert table(sheet_csv(game))[1][4] == "turned up: 5S; the hook was waived; “Tea”"


def test_bids_of_the_current_hand_stand_under_their_heads_and_go_with_a_game_that_a_correction_ends() -> None:
    """The game has no trumps, and ends when somebody has exactly 100 points."""
    game = play("boerenbridge", THREE, hand(THREE, [1, 1, 1], [1, 5, 7]))
    game = on(game, {"adjust": {"player": "Bob", "points": 89}})
    game = game.then(BidsRecorded(12, dict(zip(game.names, (2, 3, 4), strict=True))))
    current = dict(zip(*(whole(sheet_csv(game))[part] for part in (0, -1)), strict=True))
    assert (current["Ann bid"], current["Bob bid"], current["Cat bid"]) == ("2", "3", "4")
    ended = on(game, {"correct": {"hand": 1, "taken": {"Ann": 7, "Bob": 1, "Cat": 5}}})
    assert ended.sheet.finished
    assert len(whole(sheet_csv(ended))) == len(whole(sheet_csv(game))) - 1
