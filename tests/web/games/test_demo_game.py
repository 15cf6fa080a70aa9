"""The demo game: a newcomer tries a sheet, and it is counted nowhere."""

import contextlib
import re
import sqlite3
from pathlib import Path

import pytest
from builders import play
from clients import looker, owner
from html_pages import Page
from program import run
from scorekeeper import Scorekeeper
from soak import only_in_soak

from scorepad.errors import GameNotFound
from scorepad.game.files.demo_game import PLAYERS
from scorepad.importing.group_import import import_group
from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.store.records import DEMO_GAME
from scorepad.web import create_app
from scorepad.web.groups.links import Links

LISTS = (
    "/", "/?search=pagat", "/more", "/games/bin", "/games/new?rulebook=pagat", "/print/all", "/people", "/years",
    "/years.csv", "/years.json", "/records", "/records.csv", "/league", "/league.json",
)  # fmt: skip
COMMANDS = ("games", "games --state binned", "games --format json", "people", "people records")
OTHERS = play("ohell", "Xan Yves Zoë", {"totals": {"Xan": 1, "Yves": 2, "Zoë": 3}})


def tries(keeper: Scorekeeper) -> Page:
    keeper.visit("/")
    return keeper.send("Try a demo game")


def play_to_the_end(keeper: Scorekeeper) -> Page:
    keeper.visit(f"/games/{DEMO_GAME}")
    while keeper.page.title.startswith("Hand "):
        cards = int(keeper.page.title.removeprefix("Hand "))
        keeper.bid(Ann=1, Ben=0, Cat=0, Di=0)
        keeper.take(Ann=cards, Ben=0, Cat=0, Di=0)
    return keeper.page


def shows_the_demo(text: str) -> bool:
    return re.search(rf"\b(?:{'|'.join(PLAYERS)}|Demo game)\b", text) is not None


def test_a_newcomer_tries_the_demo_game_and_plays_on(newcomer: Scorekeeper) -> None:
    page = tries(newcomer)
    assert page.title == "Hand 4"
    assert "This is a demo game." in page.text
    assert list(page.totals) == list(PLAYERS)
    page = play_to_the_end(newcomer)
    assert page.title == "Demo game"
    assert "Ben wins" in page.text
    assert "Play again" not in page.text, "a real game would follow"
    assert newcomer.visit(f"{page.path}/standings").status == 200
    assert newcomer.visit(f"{page.path}/sheet.pdf").body.startswith(b"%PDF")


def test_there_is_one_demo_game_and_the_button_opens_it_again(newcomer: Scorekeeper) -> None:
    tries(newcomer)
    newcomer.bid(Ann=1, Ben=0, Cat=0, Di=0)
    page = newcomer.take(Ann=4, Ben=0, Cat=0, Di=0)
    assert (page.title, tries(newcomer).title) == ("Hand 5", "Hand 5")


@pytest.mark.parametrize("finished", [*only_in_soak(False), True])
def test_no_list_statistic_or_export_shows_the_demo_game(
    newcomer: Scorekeeper, store: Store, tmp_path: Path, finished: bool
) -> None:
    tries(newcomer)
    if finished:
        play_to_the_end(newcomer)
    GameRepository(store).keep(OTHERS, by="test")
    for path in LISTS:
        page = newcomer.visit(path)
        assert page.status == 200, path
        assert not shows_the_demo(page.source), path
    for command in COMMANDS:
        answer = run(tmp_path, *command.split(), "--data", tmp_path)
        assert answer.status == 0, command
        assert not shows_the_demo(answer.text), command
    assert run(tmp_path, "check", "--data", tmp_path).text == "1 game checked, no errors found.\n"
    assert run(tmp_path, "backup", "copy.db", "--data", tmp_path).text.startswith("1 game backed up")
    assert run(tmp_path, "years", "--sqlite", "years.db", "--data", tmp_path).status == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "years.db")) as tables:
        assert [name for (name,) in tables.execute("SELECT name FROM people ORDER BY name")] == ["Xan", "Yves", "Zoë"]
        assert tables.execute("SELECT count(*) FROM evenings").fetchone() == (1,)


def test_importing_all_games_of_another_computer_leaves_out_its_demo_game(
    newcomer: Scorekeeper, store: Store, tmp_path: Path
) -> None:
    tries(newcomer)
    GameRepository(store).keep(OTHERS, by="test")
    store.backup(tmp_path / "copy.db")
    with contextlib.closing(open_store(tmp_path / "another")) as another:
        imported = import_group((tmp_path / "copy.db").read_bytes(), another, most_games=1)
        assert (imported.games, list(imported.left_out)) == (1, [])
        with pytest.raises(GameNotFound):
            another.mark(DEMO_GAME)


def test_one_tap_deletes_the_demo_game_for_good(newcomer: Scorekeeper, store: Store) -> None:
    tries(newcomer)
    page = newcomer.send("Delete demo game")
    assert (page.path, page.status_text.strip()) == ("/", "The demo game is deleted.")
    assert newcomer.visit(f"/games/{DEMO_GAME}").status == 404
    assert "The trash is empty." in newcomer.visit("/games/bin").text
    assert store.verify_all() == []
    assert tries(newcomer).title == "Hand 4", "it can be tried again"


def test_viewers_can_neither_start_nor_delete_it(store: Store) -> None:
    app = create_app(store, links=Links(store))
    tries(owner(app))
    page = looker(app, DEMO_GAME).visit(f"/games/{DEMO_GAME}")
    assert "This is a demo game." in page.text
    assert not page.forms
