"""The command line: help, usage, closed streams, and serving."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from languages.spoken import commands
from program import PROGRAM, environment, refused, run, run_anew
from soak import only_in_soak

import scorepad
from scorepad.cli import parser
from scorepad.commands.data import data_folder

# --- the command line --------------------------------------------------------------------------


def test_the_version_is_told_without_fetching_anything_heavy(folder: Path) -> None:
    answer = run_anew(folder, "--version")
    assert answer.text == f"scorepad {scorepad.__version__}\n"
    code = "import sys; from scorepad.cli import parser; parser(); print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(folder), check=True)
    heavy = "flask reportlab sqlite3 sqlite_utils uvicorn asyncio tomllib scorepad.rules scorepad.game"
    assert set(heavy.split()).isdisjoint(done.stdout.split())


@pytest.mark.parametrize("command", [item.prog.split()[1:] for item in commands(parser())], ids=" ".join)
def test_every_command_has_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parser().parse_args([*command, "--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(" ".join(["usage: scorepad", *command]))


@pytest.mark.parametrize(
    "words",
    [
        "nonsense", "--nonsense", "points tens", "points tens --bid x --taken 1 --cards 1",
        "points tens --bid 1 --no-bid --taken 1 --cards 1", "points tens --bid 1 --taken 1 --cards 1 --mark blind",
        "score", "score game.json --format xml", "late-entry", "late-entry twelve", "late-entry 1/0",
        "late-entry 1e99999999", "late-entry 1.25", "rulebooks ladder pike", "serve --port 99999",
        "print game.json --paper a6",
    ],
)  # fmt: skip
def test_a_command_line_that_makes_no_sense_ends_with_2(folder: Path, words: str) -> None:
    answer = run(folder, *words.split())
    assert (answer.status, answer.text) == (2, "")
    assert answer.error.startswith("usage: scorepad")
    assert "Traceback" not in answer.error


def test_a_terminal_without_our_signs_gets_plain_text(folder: Path) -> None:
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    entry = run_anew(folder, "late-entry", 12, 38, 44, 50, env=env)
    assert entry.text == "lowest 12, median 41 -> 26.5, rounded to 26\n"
    answer = run_anew(folder, "score", "game.json", env=env)
    assert (answer.status, answer.error) == (0, "")
    assert answer.text.isascii()
    assert run(folder, "score", "game.json", "--format", "json", env=env).json["totals"]["Zoë"] == 6


@pytest.mark.soak
def test_commands_that_keep_games_work_one_after_the_other_each_in_a_process_of_its_own(folder: Path) -> None:
    """The README has the commands that store nothing; its test runs them like this."""
    game_id = run_anew(folder, "import", "-", stdin=(folder / "game.json").read_bytes()).text.strip()
    assert run_anew(folder, "export", game_id, "--log").json["log"]
    assert run_anew(folder, "backup", "copy.db").text == "1 game backed up to copy.db\n"
    assert run_anew(folder, "restore", "copy.db").text.startswith("1 game restored from copy.db\n")
    assert run_anew(folder, "check").text == "1 game checked, no errors found.\n"
    assert [item["id"] for item in run_anew(folder, "games", "--format", "json").json] == [game_id]
    assert run_anew(folder, "score", game_id, "--format", "pdf").bytes.startswith(b"%PDF-")
    assert "sound" in run_anew(folder, "schemes", "check", "murder").text


def test_a_reader_who_goes_away_is_no_failure(folder: Path) -> None:
    command = " ".join([*PROGRAM, "schemes", "show", "murder", "--format", "json", "; echo status $? >&2"])
    done = subprocess.run(f"({command}) | true", shell=True, capture_output=True, text=True, env=environment(folder))
    assert done.stderr in ("status 141\n", "status 0\n")  # 0 if all was written before the reader closed


def test_interrupting_is_quiet(folder: Path) -> None:
    os.mkfifo(game := folder / "slow.json")
    with (
        subprocess.Popen([*PROGRAM, "score", game], stderr=subprocess.PIPE, env=environment(folder)) as asking,
        game.open("wb"),  # blocks until the game is read
    ):
        asking.send_signal(signal.SIGINT)
        assert asking.stderr is not None
        assert asking.stderr.read() == b""
        assert asking.wait(60) == 130


@pytest.mark.parametrize("words", [[], *only_in_soak(["serve"])], ids=lambda words: " ".join(["scorepad", *words]))
def test_the_sheet_is_served_until_it_is_interrupted(folder: Path, words: list[str]) -> None:
    command = [*PROGRAM, *words, "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(folder)
    ) as server:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        with urllib.request.urlopen(address, timeout=60) as page:
            assert page.status == 200
        server.send_signal(signal.SIGINT)
        _out, error = server.communicate(timeout=60)
        assert (server.returncode, error) == (0, "")
    assert (folder / "data" / "scorepad.db").exists()


def test_a_port_that_somebody_has_is_refused(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused(run_anew(folder, "serve", "--no-open", "--port", port), str(port))


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({}, "linux", "/home/ann/.local/share/scorepad"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/scorepad"),
        ({"XDG_DATA_HOME": "not/absolute"}, "linux", "/home/ann/.local/share/scorepad"),
        ({}, "darwin", "/home/ann/Library/Application Support/Scorepad"),
        ({}, "win32", "/home/ann/AppData/Local/Scorepad"),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/Scorepad"),
        ({"SCOREPAD_DATA": "/said"}, "win32", "/said"),
    ],
)
def test_the_games_are_where_this_kind_of_machine_keeps_them(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], platform: str, folder: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os, "environ", {"HOME": "/home/ann", **environment})
    assert Path(data_folder()) == Path(folder)
    assert data_folder("here") == "here", "a folder that is said comes first"
