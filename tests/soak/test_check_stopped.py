"""Tests of Ctrl-C during a check of many games: it ends at once, without a traceback and without harm."""

import contextlib
import os
import signal
import subprocess
from pathlib import Path

import pytest
from program import PROGRAM, all_said, environment
from tools.bench.games import game_file

from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store


def what_lies_in(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.soak
def test_a_check_that_is_stopped_leaves_everything_as_it_was(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        GameRepository(store).append_together(
            {}, [read_game(game_file(7, 26)).events] * 200, by="test", event_id="kept"
        )
    before = what_lies_in(tmp_path / "data")
    reader, writer = os.openpty()
    with subprocess.Popen([*PROGRAM, "check"], cwd=tmp_path, env=environment(tmp_path), stderr=writer) as running:
        os.close(writer)
        output = ""
        while "Game 100 of" not in output:
            output += os.read(reader, 1000).decode()
        running.send_signal(signal.SIGINT)
        output += all_said(reader)
        assert running.wait(20) == 130
    os.close(reader)
    assert "Traceback" not in output
    assert "Error" not in output
    assert what_lies_in(tmp_path / "data") == before
