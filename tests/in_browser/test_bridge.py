"""Tests of the bridge from a request to Flask, in this process: below a path, with cookies, without room."""

import time
from datetime import date
from pathlib import Path

import pytest
from html_pages import Answer
from scorekeeper import Scorekeeper, new_game

from scorepad.in_browser.bridge import Engine

ADDRESS, ROOT = "https://example.org:8443", "/scorepad/app"


class Bridged:
    """A transport of a scorekeeper, as a service worker sends requests: it knows neither their Origin nor Referer."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine(folder, ADDRESS, ROOT)
        self.headers: list[tuple[str, str]] = []
        self.has_room = True

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        headers = [("Content-Type", kind), *self.headers]
        path = path.removeprefix(ROOT)
        status, given, data = self.engine.answer(method, path, headers, body, has_room=self.has_room)
        return Answer(status, dict(given), data)


@pytest.fixture
def way(tmp_path: Path) -> Bridged:
    return Bridged(tmp_path)


@pytest.fixture
def keeper(way: Bridged) -> Scorekeeper:
    keeper = Scorekeeper(way)
    new_game(keeper, "pike", "Ann", "Ben", "Cat", ladder="2 1")
    return keeper


def test_a_change_below_a_path_is_answered_with_its_page(way: Bridged, keeper: Scorekeeper) -> None:
    way.headers = [("Prefer", "return=representation")]
    page = keeper.bid(Ann=1, Ben=0, Cat=0)
    assert page.status == 200
    assert page.headers["content-location"].startswith(f"{ROOT}/games/")
    assert "tap the tricks" in page.text


def test_a_form_of_another_site_is_refused(way: Bridged, keeper: Scorekeeper) -> None:
    form = keeper.page.form("/comments")
    body = b"csrf_token=" + (form.value("csrf_token") or "").encode()
    kind = "application/x-www-form-urlencoded"
    headers = [("Origin", "https://elsewhere.example"), ("Content-Type", kind)]
    path = form.action.removeprefix(ROOT)
    assert way.engine.answer("POST", path, headers, body)[0] == 403


def test_games_and_language_are_there_after_a_restart(way: Bridged, keeper: Scorekeeper, tmp_path: Path) -> None:
    game = keeper.page.path
    keeper.visit("/?lang=nl")
    way.engine.close()
    again = Scorekeeper(Bridged(tmp_path))
    assert "Ann" in again.visit(game).text
    assert "Nieuwe partij" in again.visit("/").text


def test_without_room_the_page_says_that_nothing_was_saved(way: Bridged, keeper: Scorekeeper) -> None:
    keeper.without_room, way.has_room = True, False
    page = keeper.send("/comments", text="Biscuits")
    assert page.status == 507
    assert "Biscuits" in page.source


def test_a_backup_restores_the_games_of_an_empty_browser(
    way: Bridged, keeper: Scorekeeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(time, "thread_time")  # a browser's Python lacks it
    game, saved = keeper.page.path, way.ask("GET", "/backup/games.zip")
    assert f"scorepad-{date.today()}.zip" in saved.headers["Content-Disposition"]
    (tmp_path / "other").mkdir()
    fresh = Scorekeeper(Bridged(tmp_path / "other"))
    assert "deleted them" in fresh.visit("/").text
    fresh.follow("Restore them from a backup")
    assert "1 game is here now" in fresh.send("/backup", file=("games.zip", saved.body)).text
    assert fresh.visit(game).totals == {"Ann": 0, "Ben": 0, "Cat": 0}


def test_games_of_a_server_are_imported_once_next_to_those_that_are_here(
    way: Bridged, keeper: Scorekeeper, tmp_path: Path
) -> None:
    keeper.bid(Ann=1, Ben=0, Cat=0)
    keeper.take(Ann=2)
    saved = way.ask("GET", "/backup/games.zip").body  # each game as a game file and as a sheet
    (tmp_path / "other").mkdir()
    here = Scorekeeper(Bridged(tmp_path / "other"))
    new_game(here, "pike", "Di", "Emma", "Flo", ladder="2 1")
    here.visit("/import")
    assert "1 evening found" in here.send("/import", files=("games.zip", saved)).text


def test_what_needs_a_server_says_so_and_leads_to_the_import_page_of_one(keeper: Scorekeeper) -> None:
    keeper.visit(f"{keeper.page.path}/share")
    assert "Links need a server" in keeper.page.text
    keeper.follow("Send these games to a server")
    assert "An address begins with https://" in keeper.send("/server", server="somewhere").text
    keeper.send("/server", server="https://scores.example.org")
    keeper.visit(keeper.page.address)  # a reload
    assert keeper.page.link("Open https://scores.example.org") == "https://scores.example.org/bring"
