"""Invisible names are refused wherever a name is typed or read."""

import json
from pathlib import Path

import pytest
from hosting import hosted
from program import GAME, Answer, refused, run
from scorekeeper import Scorekeeper
from soak import sampled
from tables import at_table

FILLERS = ["\u3164", "\u115f\u1160", "\uffa0 \u3164", "\u2800", "\u200d\u3164", "\ufe0f", "\u200b", " "]


def read(folder: Path, file: str, text: str, *words: str) -> Answer:
    (folder / file).write_text(text, encoding="utf-8")
    return run(folder, *words, file)


@pytest.mark.parametrize("name", sampled(FILLERS, 4), ids=ascii)
def test_no_file_brings_in_a_name_that_nobody_can_see(tmp_path: Path, name: str) -> None:
    game = json.dumps(GAME, ensure_ascii=False).replace("Zoë", name)
    refused(read(tmp_path, "game.json", game, "import"), "Enter a name for the player.")
    refused(read(tmp_path, "game.json", game, "score"), "Enter a name for the player.")
    rulebook = {"name": name, "players": "3-5", "ladder": "1-5"}
    ours = {"format": GAME["format"], "rulebook": rulebook, "scheme": "standard", "players": ["Ann", "Bob", "Cat"]}
    refused(read(tmp_path, "ours.json", json.dumps({**ours, "record": []}), "import"), "Enter a name for the rulebook.")
    toml = f'name = "{name}"\nscheme = "standard"\nplayers = "3-5"\nladder = "1-5"\n'
    refused(read(tmp_path, "ours.toml", toml, "rulebooks", "keep"), "Enter a name for the rulebook.")
    refused(
        read(tmp_path, "points.toml", f'name = "{name}"\n[[points]]\ngive = "bid"\n', "schemes", "keep"),
        "Enter a name for the scheme.",
    )
    assert run(tmp_path, "groups", "new", name, "--data", "host").status == 2


@pytest.mark.parametrize("name", FILLERS[:2], ids=ascii)
def test_no_page_takes_a_name_that_nobody_can_see(keeper: Scorekeeper, tmp_path: Path, name: str) -> None:
    at_table(keeper)
    for way in ("/players", "/p2/name"):
        page = keeper.send(way, name=name)
        assert (page.status, "Enter a name for the player." in page.text) == (422, True)
    with hosted(tmp_path) as host:
        somebody = host.stranger()
        somebody.visit("/")
        assert somebody.send("/begin", name=name).status == 422
        somebody.send("/begin", name="Thursday")
        somebody.visit(somebody.page.path.removesuffix("/welcome"))
        assert somebody.send("/owners", name=name).status == 422


def test_fillers_within_a_name_do_not_make_it_another(keeper: Scorekeeper) -> None:
    at_table(keeper)
    page = keeper.send("/players", name="Ann\u3164")
    assert "There is already a player called Ann." in page.text
