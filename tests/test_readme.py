"""What the README shows is true: its game is read, its scheme is sound, its commands answer."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from program import run, run_anew

from scorepad.game.files.game_file import read_game
from scorepad.game.report.sheet_json import sheet_json
from scorepad.rules.scheme import Scheme

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    "\n".join(line[4:] for line in block.splitlines()) for block in re.findall(r"(?:^    .*\n|^\n)+", README, re.M)
]
COMMANDS = [
    re.split(r"\s{3,}", line)[0] for block in BLOCKS for line in block.splitlines() if line.startswith("scorepad ")
]


def the_block(word: str) -> str:
    return next(block for block in BLOCKS if word in block)


def test_the_game_typed_in_the_readme_is_read() -> None:
    game = read_game(json.loads(the_block("scorepad-game/1")))
    assert sheet_json(game)["totals"] == {"Di": -1, "Ann": 11, "Bob": 11, "Cat": -13}


def test_the_scheme_shown_in_the_readme_is_sound() -> None:
    assert Scheme.from_toml(the_block("[[points]]").strip()).check() == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_answers(command: str, tmp_path: Path) -> None:
    (tmp_path / "evening.json").write_text(the_block("scorepad-game/1"), encoding="utf-8")
    run(tmp_path, "import", "evening.json")
    assert run_anew(tmp_path, *shlex.split(command)[1:]).status == 0
