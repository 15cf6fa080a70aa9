"""The sheet as CSV: read back by a CSV reader, cell for cell."""

import pytest
from builders import THREE, csv_rows, hand, on, play

from scorepad.game.report.sheet_files import sheet_csv, text_cell
from scorepad.game.state.events import BidsRecorded

PARTS = ("bid", "taken", "points", "total")


def of(row: dict[str, str], player: str) -> list[str]:
    """Return the cells in the columns of a player."""
    return [row[f"{player} {part}"] for part in PARTS]


def test_each_row_says_which_evening_it_is_of() -> None:
    game = play("pike", THREE, hand(THREE, [1, 1, 0], [1, 1, 0]), house={"ladder": "2-1"}, date="2026-11-20")
    assert sheet_csv(game).startswith("\ufeff")
    (row,) = csv_rows(sheet_csv(game))
    assert (row["date"], row["game"], row["scheme"]) == ("2026-11-20", "Mr Pike's Oh Hell!", "Mr Pike's Oh Hell!")


def test_every_hand_is_a_row_with_four_cells_a_player() -> None:
    game = play(
        "pike", THREE, hand(THREE, [1, 1, 0], [1, 2, 0], trump="H"), {"join": {"player": "Di"}},
        {"misplay": {"player": "Bob"}}, {"adjust": {"player": "Cat", "points": -5, "why": "late"}},
        house={"ladder": "3-1", "misplay": {"player": -10}},
    )  # fmt: skip
    first, joins, misplayed, late = csv_rows(sheet_csv(game))
    assert [first[head] for head in ("hand", "cards", "dealer", "trump", "comment")] == ["1", "3", "Ann", "H", ""]
    assert [of(first, player) for player in ("Ann", "Bob", "Cat", "Di")] == [
        ["1", "1", "11", "11"], ["1", "2", "-11", "-11"], ["0", "0", "10", "10"], [""] * 4,
    ]  # fmt: skip
    assert {joins[head] for head in ("hand", "cards", "dealer", "trump")} == {""}
    assert joins["comment"] == "Di joins; lowest −11, median 10 → −½, rounded to −1"
    assert [of(joins, player) for player in ("Ann", "Di")] == [["", "", "", "11"], ["", "", "-1", "-1"]]
    assert [misplayed[head] for head in ("hand", "cards", "dealer")] == ["2", "2", "Bob"]
    assert misplayed["comment"] == "misplay, dealt again with 2 cards; Bob −10"
    assert of(misplayed, "Bob") == ["", "", "-10", "-21"]
    assert (late["comment"], of(late, "Cat")) == ("Cat: late", ["", "", "-5", "5"])


def test_a_player_who_did_not_bid_has_an_empty_cell_and_a_zero_is_a_zero() -> None:
    four = "Ann Bob Cat Di"
    game = play(
        "boerenbridge", four, {"adjust": {"player": "Ann", "points": 80}}, hand(four, [None, 0, 1, 1], [3, 0, 5, 5])
    )
    row = csv_rows(sheet_csv(game))[1]
    assert [of(row, player)[:2] for player in ("Ann", "Bob")] == [["", "3"], ["0", "0"]]


def test_a_contract_stands_among_the_remarks_once_with_who_doubled() -> None:
    fields = {"contract": {"declarer": "Ann", "level": 1, "doubler": "Bob"}, "trump": "H"}
    bids, taken = {"Ann": 1, "Bob": 1, "Cat": 0}, {"Ann": 1, "Bob": 1, "Cat": 0}
    game = play("murder", THREE, {"hand": {**fields, "bids": bids, "taken": taken}}, house={"ladder": "2 3"})
    game = on(game, {"correct": {"hand": 1, "turned": "5H"}})
    remark = csv_rows(sheet_csv(game))[0]["comment"].split("; ")
    assert remark[0] == "Ann plays 1 in hearts, doubled by Bob"
    assert "corrected" in remark
    assert sum("doubled" in item for item in remark) == 1


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
    (row,) = csv_rows(sheet_csv(game))
    assert {"'=A;b bid", "Bob,x bid"} <= row.keys()
    assert row["comment"] == '\'=A;b: @all "quoted", and more'


def test_halves_are_written_with_a_point() -> None:
    scheme = {"name": "Half", "halves": True, "points": [{"give": "0.5 * taken"}]}
    game = play("pike", THREE, hand(THREE, [0, 0, 0], [1, 2, 0]), house={"ladder": "3"}, scheme=scheme)
    assert of(csv_rows(sheet_csv(game))[0], "Ann")[2:] == ["0.5", "0.5"]


def test_a_table_that_writes_only_who_made_it_has_that_in_words() -> None:
    made = {"hand": {"bids": {"Ann": 1, "Bob": 1, "Cat": 0}, "made": {"Ann": True, "Bob": False, "Cat": True}}}
    game = play("pike", THREE, made, house={"ladder": "3", "writes": "made"}, scheme="blackout")
    (row,) = csv_rows(sheet_csv(game))
    assert [row[f"{player} taken"] for player in THREE.split()] == ["made", "missed", "made"]


def test_bids_of_the_current_hand_stand_under_their_heads_and_go_with_a_game_that_a_correction_ends() -> None:
    """The game has no trumps, and ends when a player has exactly 100 points."""
    game = play("boerenbridge", THREE, hand(THREE, [1, 1, 1], [1, 5, 7]))
    game = on(game, {"adjust": {"player": "Bob", "points": 89}})
    game = game.then(BidsRecorded(12, dict(zip(game.names, (2, 3, 4), strict=True))))
    current = csv_rows(sheet_csv(game))[-1]
    assert (current["Ann bid"], current["Bob bid"], current["Cat bid"]) == ("2", "3", "4")
    ended = on(game, {"correct": {"hand": 1, "taken": {"Ann": 7, "Bob": 1, "Cat": 5}}})
    assert ended.sheet.finished
    assert len(csv_rows(sheet_csv(ended))) == len(csv_rows(sheet_csv(game))) - 1
