"""The same evening imported with further hands continues the stored game, and no bid of the current hand is lost."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from builders import hand, on, play
from program import run
from scorekeeper import Scorekeeper
from soak import only_in_soak

from scorepad.game.files.game_file import write_game
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store import open_store

PLAYERS = "Ann Bob Cat"
FIRST, THIRD = (hand(PLAYERS, bids, [1, 1, 0]) for bids in ([1, 0, 0], [1, 1, 1]))
SECOND, FOURTH = (hand(PLAYERS, bids, [0, 1, 0]) for bids in ([0, 1, 0], [1, 0, 0]))
BIDS = {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 1}}}
COMMENT = {"comment": {"text": "Tea", "hand": 1}}
KINDS = ["record", *only_in_soak("log"), "csv"]


def evening(*entries: Any, **head: Any) -> Game:
    house = {"ladder": "2 1 2 1 2 1", "hook": False}
    return play("pike", PLAYERS, *entries, **{"house": house, "date": "2026-11-20", **head})


def written(game: Game, kind: str) -> bytes:
    if kind == "csv":
        return sheet_csv(game).encode()
    return json.dumps(write_game(game, with_log=kind == "log")).encode()


def imported(tmp_path: Path, game: Game, kind: str, *words: str) -> tuple[str, str]:
    """Import a game; return the id that the command prints, and its standard error."""
    file = f"game.{'csv' if kind == 'csv' else 'json'}"
    (tmp_path / file).write_bytes(written(game, kind))
    answer = run(tmp_path, "import", file, *words)
    assert answer.status == 0, answer.error
    return answer.text.strip(), answer.error


def stored(tmp_path: Path, game_id: str) -> Game:
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        return GameRepository(store).load(game_id).game


def sheet(game: Game) -> list[object]:
    result = sheet_json(game)
    return [result["totals"], [[row.get("hand"), row.get("bids"), row.get("taken")] for row in result["rows"]]]


@pytest.mark.parametrize("kind", KINDS)
def test_further_hands_continue_the_stored_game_and_bids_stay(tmp_path: Path, kind: str) -> None:
    game = evening(FIRST)
    game_id, text = imported(tmp_path, game, kind)
    assert text == ""
    for more, notes in (
        ([SECOND, COMMENT], "1 hand is added"), ([BIDS], "the bids of the current hand are added"),
        ([{"hand": {"taken": {"Ann": 1, "Bob": 1, "Cat": 0}}}, FOURTH, FIRST], "3 hands are added"),
    ):  # fmt: skip
        game = on(game, *more)
        assert imported(tmp_path, game, kind, "--dry-run")[1].count(notes) == 1
        again, text = imported(tmp_path, game, kind)
        assert (again, text.count(notes)) == (game_id, 1), text
        assert sheet(stored(tmp_path, game_id)) == sheet(game)
        bids = stored(tmp_path, game_id).sheet.bids
        assert (bids and bids.bids) == (game.sheet.bids and game.sheet.bids.bids)
        assert "This evening is already saved" in imported(tmp_path, game, kind)[1]
    assert len(run(tmp_path, "games", "--format", "json").json) == 1
    assert imported(tmp_path, on(game, FOURTH), kind, "--again")[0] != game_id


ROWS = "round,cards,status,dealer,Player,bid,tricks,points\n"
IN_PROGRESS = "2,1,in_progress,Bob,Ann,0,,\n2,1,in_progress,Bob,Bob,1,,\n2,1,in_progress,Bob,Cat,1,,\n"


def test_bids_of_a_round_in_progress_are_imported_too(tmp_path: Path) -> None:
    played = "".join(f"1,2,played,Ann,{name},1,1,11\n" for name in ("Ann", "Bob", "Cat"))
    (tmp_path / "rows.csv").write_text(ROWS + played.replace("Cat,1,1,11", "Cat,0,0,10") + IN_PROGRESS)
    bids = stored(tmp_path, run(tmp_path, "import", "rows.csv", "--rulebook", "pike").text.strip()).sheet.bids
    assert bids is not None
    assert bids.bids == {"p1": 0, "p2": 1, "p3": 1}


def test_a_current_hand_for_which_not_all_have_bid_is_refused_in_a_sentence(tmp_path: Path) -> None:
    lines = written(evening(FIRST, BIDS), "csv").decode("utf-8-sig").splitlines()
    (tmp_path / "game.csv").write_text("\n".join([*lines[:-1], lines[-1].rsplit(",1,,,", 1)[0] + ",,,,"]))
    answer = run(tmp_path, "import", "game.csv")
    assert (answer.status, answer.text) == (1, "")
    assert "Hand 2: Cat has not bid yet." in answer.error


@pytest.mark.parametrize(
    "other",
    [
        evening(THIRD, SECOND), evening(FIRST, SECOND, date="2026-11-21"),
        evening(FIRST, {"hand": {"bids": {"Ann": 0, "Bob": 0, "Cat": 1}}}),
        evening(FIRST, SECOND, {"rename": {"player": "Cat", "name": "Di"}}),
    ],
)  # fmt: skip
def test_another_game_is_no_continuation(tmp_path: Path, other: Game) -> None:
    first, _said = imported(tmp_path, evening(FIRST, BIDS), "record")
    second, text = imported(tmp_path, other, "record")
    assert (second != first, text) == (True, "")


def test_the_pages_continue_the_stored_game_too(newcomer: Scorekeeper) -> None:
    newcomer.visit("/more")
    game = newcomer.send("/games/upload", file=("a.json", written(evening(FIRST), "record"))).path
    newcomer.visit("/more")
    page = newcomer.send("/games/upload", file=("b.json", written(evening(FIRST, SECOND), "record")))
    assert page.path == game
    assert "1 hand is added" in page.text
    newcomer.visit("/import")
    file = ("c.json", written(evening(FIRST, SECOND, THIRD, BIDS), "record"))
    page = newcomer.send("/import", "Show preview", files=file)
    assert "This continues a saved game: 1 hand is added." in page.text
    page = newcomer.send("/import", "Import 1 evening")
    assert page.path == game
    assert "1 hand is added" in page.text
    assert page.title == "Hand 4"
