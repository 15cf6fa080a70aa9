"""Tests of Ctrl-C during a check of many games: it ends at once, without a traceback and without harm."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from program import PROGRAM, all_said, environment
from tools.bench.games import game_file

from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store
from soak import only_in_soak


@pytest.fixture(scope="module")
def many_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with 400 games: enough to be shared among processes and not finished at the hundredth."""
    folder = tmp_path_factory.mktemp("many")
    with contextlib.closing(open_store(folder)) as store:
        GameRepository(store).append_together(
            {}, [read_game(game_file(7, 26)).events] * 400, by="test", event_id="kept"
        )
    return folder


def what_lies_in(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.soak
@pytest.mark.parametrize("seen", ["Game 100 of", *only_in_soak("Game 1 of")])
def test_a_check_that_is_stopped_leaves_everything_as_it_was(many_games: Path, tmp_path: Path, seen: str) -> None:
    shutil.copytree(many_games, tmp_path / "data")
    reader, writer = os.openpty()
    with subprocess.Popen(
        [*PROGRAM, "check"], cwd=tmp_path, env=environment(tmp_path), stderr=writer, start_new_session=True
    ) as running:
        os.close(writer)
        output = ""
        while seen not in output:
            output += os.read(reader, 1000).decode()
        os.killpg(running.pid, signal.SIGINT)  # to all processes, as a terminal does
        output += all_said(reader)
        assert running.wait(20) == 130
    os.close(reader)
    assert "Traceback" not in output
    assert "Error" not in output
    assert what_lies_in(tmp_path / "data") == what_lies_in(many_games)
