"""Styles, scripts and pictures: cached forever, at addresses that change with their content."""

import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlencode, urljoin

import pytest
from builders import play
from clients import looker, owner, scorer
from flask import Flask, url_for
from werkzeug.test import TestResponse

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.groups.links import Links
from scorepad.web.server.own_files import IMMUTABLE_CACHE, StaticFiles, serve

STATIC = Path(__file__).parent.parent.parent.parent / "static"


def address(app: Flask, name: str) -> str:
    with app.test_request_context():
        return url_for("static", filename=name)


def get(app: Flask, path: str, **headers: str) -> TestResponse:
    return app.test_client().get(path, buffered=True, headers=headers)


def test_a_file_is_the_browsers_for_ever_at_the_address_that_a_page_names(app: Flask) -> None:
    for name in ("style.css", "entry.js", "icon.svg"):
        there = address(app, name)
        assert re.fullmatch(rf"/static/[0-9a-f]{{10}}/{name}", there)
        answer = get(app, there)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable" == IMMUTABLE_CACHE
        assert not {"ETag", "Last-Modified", "Accept-Ranges"} & set(answer.headers.keys()), "never asked about again"


@pytest.mark.parametrize("path", ["/static/style.css", "/static/0123456789/style.css"])
def test_at_any_other_address_it_is_the_file_of_today_to_be_asked_for_again(app: Flask, path: str) -> None:
    """A page opened before an update may still request a file by its old address."""
    answer = get(app, path)
    assert answer.data == get(app, address(app, "style.css")).data
    assert answer.headers["Cache-Control"] == "no-cache"
    assert get(app, path, **{"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_no_page_names_a_file_at_an_address_that_does_not_change(app: Flask) -> None:
    for path in ("/", "/games/new", "/rules", "/late-entry"):
        named = re.findall(r'(?:href|src)="/static/([^"]*)"', get(app, path).text)
        assert named
        assert all(re.match(r"[0-9a-f]{10}/", item) for item in named)


def test_the_address_changes_with_any_file_and_with_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    before = StaticFiles(STATIC).mark
    assert StaticFiles(tmp_path).mark == before
    with (tmp_path / "plan.js").open("a") as script:
        script.write("// one comment more\n")
    changed = StaticFiles(tmp_path).mark
    monkeypatch.setattr("scorepad.web.server.own_files.__version__", "99")
    assert len({before, changed, StaticFiles(tmp_path).mark}) == 3


def test_a_file_is_the_same_for_everybody_so_that_no_cookie_makes_a_browser_ask_again(store: Store) -> None:
    for app in (create_app(store), create_app(store, links=Links(store))):
        assert "Cookie" not in get(app, address(app, "style.css")).headers.get("Vary", "")


@pytest.mark.parametrize("path", ["nothing.css", "0123456789/nothing.css", "0123456789/", "0123456789/../style.css"])
def test_what_there_is_none_of_is_not_found(app: Flask, path: str) -> None:
    assert get(app, f"/static/{path}").status_code == 404


def test_styles_go_without_what_only_people_read(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('/* all */\n  a { content: "a ; {  b" }\n', "utf-8")
    assert StaticFiles(tmp_path).sent("a.css") == b'\na{content:"a ; {  b"}'


def test_every_file_is_sent_as_what_it_is(tmp_path: Path) -> None:
    for name in ("a.css", "a.js", "a.svg", "a.png", "a.webmanifest"):
        (tmp_path / name).write_text("", "utf-8")
    app = Flask("test", static_folder=None)
    serve(app, tmp_path)
    kinds = {name: get(app, f"/static/{name}").content_type for name in StaticFiles(tmp_path).names}
    assert kinds == {
        "a.css": "text/css", "a.js": "text/javascript", "a.png": "image/png",
        "a.svg": "image/svg+xml", "a.webmanifest": "application/manifest+json",
    }  # fmt: skip


def test_on_a_home_screen_the_owner_begins_with_all_games_and_others_with_the_game_of_their_link(
    store: Store,
) -> None:
    app = create_app(store, links=Links(store))
    game_id = GameRepository(store).keep(play("pike", "Ann Bob Cat"), by="test")
    begun = {}
    for somebody in (owner(app), scorer(app, game_id), looker(app, game_id)):
        page = somebody.visit(f"/games/{game_id}").source
        (there,) = re.findall(r'<link rel="manifest" href="([^"]*)">', page)
        data = json.loads(somebody.way.ask("GET", there).body)
        begun[urljoin(there, data["start_url"])] = {urljoin(there, icon["src"]) for icon in data["icons"]}
    assert begun.keys() == {"/", f"/games/{game_id}"}
    for icons in begun.values():
        assert all(get(app, icon).headers["Cache-Control"] == IMMUTABLE_CACHE for icon in icons)


@pytest.mark.parametrize("start", ["//evil.example", "https://evil.example", '/"', "/games/../x", "/ä"])
def test_an_application_begins_nowhere_else(app: Flask, start: str) -> None:
    data = json.loads(get(app, "/static/manifest.webmanifest?" + urlencode({"start": start})).data)
    assert data["start_url"] == "../../"
