"""README and documents are true: its game can be read, its scheme is valid, its commands answer."""

import json
import re
import shlex
import shutil
from dataclasses import fields
from pathlib import Path

import pytest
from program import refused, run
from tools.command_help import HEADING, PAGE, page

from scorepad.game.files.game_file import read_game
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.events import Opened
from scorepad.rules.scheme import Scheme

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", *(f"docs/{name}.md" for name in ("custom-scoring", "import-and-export"))]
DOCS = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
DOCS += (ROOT / "docs/command-line.md").read_text(encoding="utf-8").partition(HEADING)[0]
BLOCKS = ["\n".join(line[4:] for line in block.splitlines()) for block in re.findall(r"(?:^    .*\n|^\n)+", DOCS, re.M)]
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


@pytest.fixture(scope="module")
def with_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with games; without them, some commands only report that there are none."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "evening.json").write_text(the_block("scorepad-game/1"), encoding="utf-8")
    (folder / "last.csv").write_text("date,game,Ann,Bob,Cat\n2026-11-20,Oh Hell,84,79,60\n", encoding="utf-8")
    log = "date,game,hand,who,said,tricks,delta\n2026-11-21,Oh Hell,1,Ann,1,1,11\n2026-11-21,Oh Hell,1,Bob,1,0,0\n"
    (folder / "log.csv").write_text(log, encoding="utf-8")
    assert run(folder, "import", "evening.json", "last.csv").status == 0
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_answers(command: str, with_games: Path, tmp_path: Path) -> None:
    shutil.copytree(with_games, tmp_path, dirs_exist_ok=True)
    assert run(tmp_path, *shlex.split(command)[1:]).status == 0


def test_where_no_games_are_kept_yet_the_list_of_them_says_so(tmp_path: Path) -> None:
    assert "without saved games they say so" in " ".join(DOCS.split())
    refused(run(tmp_path, "games"), "There are no saved games in")


def test_the_pictures_of_the_readme_are_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", readme)
    assert len(shown) == 2
    for path in shown:
        assert (ROOT / path).read_bytes().startswith(b"\x89PNG")
    assert readme.count("\n") <= 120


def test_every_link_between_the_documents_leads_to_a_file() -> None:
    for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for path in re.findall(r"\]\(([\w./-]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / path).exists(), f"{document.name}: {path}"


def test_every_key_of_a_game_file_is_documented_for_people_and_programs() -> None:
    table = (ROOT / "docs/file-formats.md").read_text("utf-8").partition("## The head of a game file")[2]
    described = json.loads((ROOT / "static/openapi.json").read_text("utf-8"))["components"]["schemas"]["GameFile"]
    known = {"format", *(field.name for field in fields(Opened)), "record", "log"}
    assert {*re.findall(r"^\| `(\w+)` \|", table.partition("\n## ")[0], re.M)} == known
    assert {key for kind in described["oneOf"] for key in kind["properties"]} == known


def test_the_page_of_commands_has_the_present_help_texts() -> None:
    """`make docs` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()
