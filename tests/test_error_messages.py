"""Every error says what is wrong, where, and what to do; it quotes the value and gives an example or the choices."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from program import run

ADVICE = re.compile(
    r"\b(Enter|Choose|Write|Give|Use|Add|Leave|Check|Did you mean|Examples?|Name|Say|Try|Round|lists|must be|is for|"
    r"is not one of|needs|Expected|It has|begins with|from \d+ to)\b"
)
"""Words that say what to do, or what is allowed."""

COMMANDS = [
    ("scor game.json", "scor", "score"),
    ("score game.json --format odt", "odt", "csv"),
    ("score nofile.json", "nofile.json", "name"),
    ("score g_nothing", "g_nothing", "scorepad games"),
    ("schemes show sqares", "sqares", "squares"),
    ("schemes check nofile.toml", "nofile.toml", "name"),
    ("print sheet nosuch", "nosuch", "“scorepad rulebooks” lists"),
    ("print sheet pike --scheme nosuch", "nosuch", "“scorepad schemes” lists"),
    ("people show Nobody", "Nobody", "“scorepad people names” lists"),
    ("import sheet.csv --rulebook nosuch", "nosuch", "“scorepad rulebooks” lists"),
    ("rulebooks ladder pike --players 4 --ladder abc", "abc", "1-10-1"),
    ("rulebooks ladder pike --players 4 --ladder 1-10-", "missing", "1-10-1"),
    ("rulebooks ladder pike --players 4 --ladder 0-3", "cards", "1 to"),
    ("points squares --bid two --taken 1 --cards 3", "two", "3"),
    ("points squares --bid 2 --taken 9 --cards 3", "9", "0 to 3"),
    ("points squares --bid 2 --taken 2 --cards 3 --trump X", "X", "C"),
    ("points squares --bid 2 --taken 2 --cards 3 --role king", "king", "declarer"),
    ("points squares --bid 2 --taken 2 --cards 3 --mark blind", "blind", "blind=yes"),
    ("points squares --bid 2 --taken 2 --cards 3 --option x=1", "x", "spelling"),
    ("points squares --taken 2 --cards 3", "bid", "--no-bid"),
    ("print sheet pyke", "pyke", "pike"),
    ("print sheet pike --paper a9 -o a.pdf", "a9", "a4"),
    ("print sheet pike --language tlh -o a.pdf", "tlh", "nl"),
    ("print sheet pike --hands 999 -o a.pdf", "Mr Pike", "cards per hand"),
    ("print sheet pike --hands many -o a.pdf", "many", "3"),
    ("print year 20x6 -o a.pdf", "20x6", "2026"),
    ("print year -o a.pdf", "year", "2026"),
    ("print", "print", "--all"),
    ("print --all --year 1999 -o a.pdf", "no game", "year"),
    ("import nofile.csv", "nofile.csv", "name"),
    ("import game.json --date 31.02.2026", "31.02.2026", "20 November 2026"),
    ("import prose.txt", "prose.txt", "date, Ann, Bob"),
    ("import wrong.csv", "abc", "Line 2"),
    ("export g_nothing", "g_nothing", "scorepad games"),
    ("people --year 26", "26", "2026"),
    ("people league --points five", "five", "5 3 2 1"),
    ("people alike --format xml", "xml", "json"),
    ("restore nothing.db", "nothing.db", "name"),
    ("serve --port 99999", "99999", "65535"),
    ("host --data g --address nonsense", "--address", "https://"),
    ("host --data g --address https://a.example --workers 0", "0", "1 to"),
    ("host --data g --address https://a.example --figures here", "--figures", "127.0.0.1"),
    ("years --sqlite game.json", "game.json", "another file"),
    ("groups new  --data g", "name", "Enter"),
]


GAME: dict[str, Any] = {
    "format": "scorepad-game/1", "rulebook": "pike", "players": ["Ann", "Bob", "Cat"], "record": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for all tests, since a refused command changes nothing."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "game.json").write_text(json.dumps(GAME), "utf-8")
    (folder / "prose.txt").write_text("we played Oh Hell\nand Ann won\n", "utf-8")
    (folder / "wrong.csv").write_text("hand,cards,Ann bid,Ann taken,Bob bid,Bob taken\n1,3,1,abc,1,1\n", "utf-8")
    (folder / "sheet.csv").write_text("hand,cards,Ann bid,Ann taken,Bob bid,Bob taken\n1,1,1,1,1,0\n", "utf-8")
    assert run(folder, "import", "game.json").status == 0
    return folder


@pytest.mark.parametrize(("command", "value", "advice"), COMMANDS, ids=[command for command, _v, _a in COMMANDS])
def test_a_command_says_what_is_wrong_and_what_to_do(folder: Path, command: str, value: str, advice: str) -> None:
    answer = run(folder, *command.split(" "))
    assert answer.status != 0
    error = answer.error.splitlines()[-1]
    assert value in error
    assert advice in answer.error
    assert ADVICE.search(error) or "PDF" in error, error
