"""The command line: help, usage, closed streams, and serving."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from program import PROGRAM, environment, run_anew

import scorepad
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
