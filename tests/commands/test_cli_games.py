"""Game files and stored games on the command line."""

import contextlib
import json
import os
import subprocess
from pathlib import Path

import pytest
from program import PROGRAM, environment, kept, refused, run
from stores import append, put_tap

from scorepad.store import open_store

# --- score and print ---------------------------------------------------------------------------


def test_a_game_file_is_scored_as_data_from_standard_input_too_and_explained_where_that_is_asked_for(
    folder: Path,
) -> None:
    from_file = run(folder, "score", "game.json", "--format", "json").json
    assert from_file["totals"] == {"Ann": 12, "Bob": 8, "Cat": -1, "Zoë": 6}
    assert from_file["next"] == {"hand": 2, "cards": 4, "dealer": "Bob", "first_bidder": "Bob"}
    assert run(folder, "score", "-", "--format", "json", stdin=(folder / "game.json").read_bytes()).json == from_file
    assert "why" not in from_file["rows"][0]
    answer = run(folder, "score", "game.json", "--format", "json", "--explain").json
    assert answer["rows"][0]["why"]["Cat"] == "one over: −1"
    assert run(folder, "score", "game.json", "--format", "pdf", "--explain").status == 2


def test_a_sheet_explains_everybodys_points(folder: Path) -> None:
    answer = run(folder, "score", "game.json", "--explain")
    lines = [line.strip() for line in answer.text.splitlines()]
    at = lines.index("Ann: declarer, made: 10 + 2 × 1 = 12")
    assert lines[at + 1 : at + 4] == ["Bob: made: 6 + 2 × 1 = 8", "Cat: one over: -1", "Zoë: zero made: 6"]
    assert max(map(len, answer.text.splitlines())) <= 80
    plain = run(folder, "score", "game.json", "--explain", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert "Ann: declarer, made: 10 + 2 x 1 = 12" in plain.text


def test_a_sheet_is_written_in_the_format_of_its_ending(folder: Path) -> None:
    for command, game in (("score", "game.json"), ("export", kept(folder))):
        assert run(folder, command, game, "-o", "sheet.xlsx").status == 0
        assert (folder / "sheet.xlsx").read_bytes().startswith(b"PK")
        assert run(folder, command, game, "-o", "sheet.csv").status == 0
        assert (folder / "sheet.csv").read_bytes().decode("utf-8-sig").startswith("date,game,scheme,hand")
        long = run(folder, command, game, "--format", "csv-long").bytes.decode("utf-8-sig").splitlines()
        assert ",player,bid,taken," in long[0]
        answer = run(folder, command, game, "-o", "game.bgsplay")
        assert (answer.status, answer.error) == (1, "BG Stats takes only finished games. End the game first.\n")
    assert run(folder, "export", kept(folder), "--format", "csv", "--log").status == 2


@pytest.mark.parametrize(
    ("name", "begins"),
    [("x.pdf", b"%PDF-"), ("X.PDF", b"%PDF-"), ("x.json", b"{"), ("x.csv", b"\xef\xbb\xbfdate"), ("x.txt", b"Murder"),
     ("x", b"Murder")],
)  # fmt: skip
def test_a_file_is_written_as_its_name_ends(folder: Path, name: str, begins: bytes) -> None:
    assert run(folder, "score", "game.json", "-o", name).status == 0
    assert (folder / name).read_bytes().startswith(begins)
    assert run(folder, "score", "game.json", "--format", "json", "-o", name).status == 0
    assert (folder / name).read_bytes().startswith(b"{"), "unless another format is asked for"


@pytest.mark.parametrize(
    ("words", "endings"),
    [
        (["score", "game.json"], ".txt, .json, .csv, .xlsx, .bgsplay, .pdf."),
        (["export", "ID"], ".json, .csv, .xlsx, .bgsplay."),
        (["people", "league"], ".txt, .json, .csv, .pdf."),
        (["print", "game.json"], "Known endings: .pdf."),
        (["print", "--all"], ".pdf, .zip."),
    ],
    ids=" ".join,
)
def test_an_unknown_ending_is_refused_and_the_known_ones_are_listed(
    folder: Path, words: list[str], endings: str
) -> None:
    game = kept(folder)
    answer = run(folder, *(game if word == "ID" else word for word in words), "-o", "sheet.docx")
    assert (answer.status, answer.text) == (2, "")
    assert "No format has the ending of “sheet.docx”." in answer.error
    assert endings in answer.error
    assert not (folder / "sheet.docx").exists()


def test_a_terminal_is_spared_the_bytes_of_a_pdf(folder: Path) -> None:
    ours, theirs = os.openpty()
    command = [*PROGRAM, "print", "game.json"]
    try:
        done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, cwd=folder, env=environment(folder))
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 1
    assert b"-o FILE" in done.stderr


def test_files_that_cannot_be_read_or_written_are_named(folder: Path) -> None:
    refused(run(folder, "score", "none.json"), "none.json", "no such file")
    refused(run(folder, "score", folder), "This is a folder. Choose a file in it.")
    refused(run(folder, "score", "game.json", "-o", "no/where.txt"), "no/where.txt", "cannot be written")


# --- the stored games --------------------------------------------------------------------------


def test_an_imported_game_is_listed_scored_and_printed_by_its_id(folder: Path) -> None:
    game_id = kept(folder)
    assert [game_id in line for line in run(folder, "games").text.splitlines()] == [False, True]
    listed = run(folder, "games", "--format", "json").json
    assert [(entry["id"], entry["title"], entry["players"], entry["state"]) for entry in listed] == [
        (game_id, "The Crown", ["Ann", "Bob", "Cat", "Zoë"], "running")
    ]
    assert run(folder, "score", game_id, "--format", "json").json["totals"]["Ann"] == 12
    assert run(folder, "print", game_id).bytes.startswith(b"%PDF-")


@pytest.mark.parametrize("log", [[], ["--log"]])
def test_an_exported_game_comes_back_with_the_same_sheet(folder: Path, log: list[str]) -> None:
    first = kept(folder)
    assert run(folder, "export", first, *log, "-o", "out.json").status == 0
    second = run(folder, "import", "out.json", "--again", "--format", "json").json["id"]
    assert second != first
    sheets = [run(folder, "score", game, "--format", "json").json for game in (first, second)]
    assert sheets[0] == sheets[1]
    assert ("log" in json.loads((folder / "out.json").read_text(encoding="utf-8"))) is bool(log)


def test_the_last_action_of_all_is_undone_and_redone(folder: Path) -> None:
    game = kept(folder)
    with contextlib.closing(open_store(folder / "data")) as store:
        put_tap(store, game, 2, "bid.p1", "1", by="Ann")
    assert run(folder, "undo", game).text == "Undo Ann’s bid 1\n"
    last = run(folder, "undo", game).text
    assert run(folder, "redo", game).text == last.replace("Undo", "Redo")
    assert run(folder, "redo", game).text == "Redo Ann’s bid 1\n"
    refused(run(folder, "redo", game), "There is nothing to redo.")


def test_games_can_be_searched(folder: Path) -> None:
    kept(folder)
    assert len(run(folder, "games", "--search", "crown zoë", "--format", "json").json) == 1
    assert run(folder, "games", "--search", "anchor", "--format", "json").json == []
    assert run(folder, "games", "--state", "finished").text == "No games.\n"


def test_a_file_that_is_refused_leaves_no_game_behind_and_a_game_that_is_not_there_is_refused(folder: Path) -> None:
    refused(run(folder, "import", "-", stdin=b'{"format": "scorepad-game/1"}'))
    refused(run(folder, "games"), "There are no saved games in")
    kept(folder)
    refused(run(folder, "export", "nowhere"), "no game “nowhere”")
    refused(run(folder, "score", "nowhere"), "no game “nowhere”")


@pytest.mark.parametrize("where", ["sqlite:///%00", "http://[", "postgresql://[", "~no-such-user/x", "a" * 300, "loop"])
@pytest.mark.parametrize(
    "words", [["games"], ["groups"], ["restore"], ["host", "--address", "https://scores.example.org"]]
)
def test_a_place_that_cannot_be_is_refused_in_one_sentence(folder: Path, where: str, words: list[str]) -> None:
    (folder / "loop").symlink_to("loop")
    refused(run(folder, *words, "--data", where))


@pytest.mark.parametrize(
    "words", [["backup"], ["restore"], ["years", "--sqlite"], ["groups", "--data", "host", "restore"]]
)
@pytest.mark.parametrize("name", ["a" * 300, "game.json/copy.db", "loop/copy.db"])
def test_a_file_that_cannot_be_is_refused_in_one_sentence(folder: Path, name: str, words: list[str]) -> None:
    kept(folder)
    (folder / "loop").symlink_to("loop")
    refused(run(folder, *words, name))


def test_the_folder_of_the_games_may_be_said_before_the_command_or_after_it(folder: Path) -> None:
    game_id = run(folder, "import", "game.json", "--data", "here").text.strip()
    for words in (["--data", "here", "games"], ["games", "--data", "here"]):
        assert game_id in run(folder, *words).text
    refused(run(folder, "games"), "There are no saved games in")


def test_a_check_finds_a_record_that_cannot_be_folded(folder: Path) -> None:
    game_id = kept(folder)
    with contextlib.closing(open_store(folder / "data")) as store:
        seen, summary = store.version(game_id), store.summary(game_id)
        append(store, game_id, {"kind": "leave", "player": "p9"}, id="x", seen=seen, by="", at="", summary=summary)
    answer = run(folder, "check")
    assert answer.status == 1
    assert f"Game {game_id} cannot be read" in answer.error
