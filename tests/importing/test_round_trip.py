"""Random games of all rulebooks, written to files of each format and imported again."""

import contextlib
import io
import json
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from builders import hand, play
from game.state.random_game import course
from openpyxl import load_workbook
from soak import often, only_in_soak

from scorepad.errors import FileError, ScorepadError
from scorepad.game.decide import control
from scorepad.game.files.bg_stats import bg_stats_json
from scorepad.game.report.sheet_files import sheet_csv, sheet_json, sheet_long_csv
from scorepad.game.report.workbook import sheet_xlsx
from scorepad.game.state.game import Game
from scorepad.importing.files import evenings_in_file
from scorepad.importing.prepared_games import Choices, PreparedGame, prepare_files
from scorepad.library import RuleLibrary
from scorepad.rules import rulebook as rulebooks
from scorepad.words import codes, use_language

KEYS = sorted(rulebooks.built_in())
FORMATS: Mapping[str, Callable[[Game], bytes]] = {
    "sheet.csv": lambda game: sheet_csv(game).encode(),
    "long.csv": lambda game: sheet_long_csv(game).encode(),
    "sheet.xlsx": sheet_xlsx,
}


@cache
def a_game(seed: int) -> Game:
    luck = Random(seed)
    *_before, game = course(luck, 60, [KEYS[seed % len(KEYS)]])
    return game


@cache
def back(game: Game, name: str) -> PreparedGame:
    key = next(key for key in KEYS if rulebooks.find(key).name == game.sheet.rulebook.name)
    result = evenings_in_file(name, FORMATS[name](game))
    ((prepared,),) = prepare_files(result, Choices(rulebook=key), RuleLibrary(lambda: None))
    return prepared


def hands(game: Game) -> list[dict[str, Any]]:
    """Return what every format holds of each hand; totals without players who have none yet."""
    rows = [row for row in sheet_json(game)["rows"] if "hand" in row and not row["void"]]
    return [
        {key: row.get(key) or {} for key in ("cards", "bids", "taken", "points")}
        | {"totals": {name: total for name, total in row["totals"].items() if total}}
        for row in rows
    ]


NOT_HELD = (
    "is for ",  # more players than the game allows, because one left after the last hand and another joined
    "has not bid yet",  # the current hand, of which only some bids are known
    "This needs a whole number",  # half points of some players alone, which may be a penalty or a hand
)
"""What files cannot tell, so that the import refuses the evening and says why."""

CASES = [*range(12), *only_in_soak(*range(12, 300))]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", CASES)
def test_a_game_comes_back_from_a_file_of_each_format(seed: int, name: str) -> None:
    game = a_game(seed)
    if not game.sheet.hands_played:
        return
    prepared = back(game, name)
    if prepared.error and any(reason in str(prepared.error) for reason in NOT_HELD):
        return
    assert prepared.kept, prepared.error
    imported = prepared.kept.game
    assert hands(imported) == hands(game)
    totals, expected = sheet_json(imported)["totals"], sheet_json(game)["totals"]
    assert {name: totals.get(name, 0) for name in expected} == expected
    assert {*totals} <= {*expected}
    played = {player for hand in hands(game) for player in hand["points"]}
    if name != "long.csv":  # it has the seats only of players who share a hand
        assert [player for player in totals if player in played] == [player for player in expected if player in played]


def test_few_games_cannot_be_held() -> None:
    results = [back(game, "sheet.csv") for seed in range(often(12, 60)) if (game := a_game(seed)).sheet.hands_played]
    errors = [str(result.error) for result in results if result.error]
    assert len([error for error in errors if " players, not " not in error]) <= often(0, 2), "but for a full table"


@pytest.mark.parametrize("seed", CASES)
def test_the_totals_of_a_game_come_back_from_bg_stats(seed: int) -> None:
    game = a_game(seed)
    if not game.sheet.finished:
        with contextlib.suppress(ScorepadError):
            game = game.then(control.end(game))
    if not game.sheet.finished:
        with pytest.raises(FileError, match=r"BG Stats takes only finished games. End the game first."):
            bg_stats_json([game])
        return
    data = json.dumps(bg_stats_json([game])).encode()
    result = evenings_in_file("game.bgsplay", data)
    ((prepared,),) = prepare_files(result, Choices(scheme="standard"), RuleLibrary(lambda: None))
    if prepared.error and "players cannot have" in str(prepared.error):
        return  # more players took part in turn than the pack has cards for
    assert prepared.kept, prepared.error
    imported = prepared.kept.game
    assert sheet_json(imported)["totals"] == sheet_json(game)["totals"]


@pytest.mark.parametrize("code", sorted(codes()))
@pytest.mark.parametrize("name", FORMATS)
def test_a_sheet_in_any_language_says_which_evening_it_is(code: str, name: str) -> None:
    first = hand("Ann Bob Cat", [1, 0, 0], [1, 0, 0])
    head: dict[str, Any] = {"house": {"ladder": "1-2"}, "date": "2026-11-20", "location": "Kitchen"}
    game = play("wizard", "Ann Bob Cat", first, **head)
    with use_language(code):
        data = FORMATS[name](game)
    (result,) = evenings_in_file(name, data)
    assert result.evening, result.error
    assert (result.evening.date, result.evening.game) == ("2026-11-20", "Wizard")
    assert result.evening.place == ("Kitchen" if name == "sheet.xlsx" else "")
    assert result.evening.players == ("Ann", "Bob", "Cat")


def test_names_that_look_like_formulas_come_back() -> None:
    people = "=1+1 @Bob -Cat;x"
    game = play("wizard", people, hand(people, [1, 0, 0], [1, 0, 0]), house={"ladder": "1-2"})
    for name in FORMATS:
        prepared = back(game, name)
        assert prepared.kept, prepared.error
        assert sheet_json(prepared.kept.game)["totals"] == sheet_json(game)["totals"]


def test_an_excel_file_has_names_above_columns_totals_below_and_a_fixed_head() -> None:
    people = "Ann Bob Cat"
    game = play("wizard", people, hand(people, [1, 0, 0], [1, 0, 0]), house={"ladder": "1-2"}, date="2026-11-20")
    sheet = load_workbook(io.BytesIO(sheet_xlsx(game))).active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [row[0] for row in rows[:3]] == ["Date: 2026-11-20", "Game: Wizard", "Scheme: Wizard"]
    assert [value for value in rows[4] if value] == ["Ann", "Bob", "Cat"]
    assert rows[5][:8] == ["Hand", "Cards", "Dealer", "Trump", "Bid", "Taken", "Points", "Total"]
    assert rows[6][:8] == [1, 1, "Ann", None, 1, 1, 30, 30]
    assert (rows[-1][0], rows[-1][7]) == ("Total", 30)
    assert sheet.freeze_panes == "B7"
    assert "E5:H5" in {str(cells) for cells in sheet.merged_cells.ranges}
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
