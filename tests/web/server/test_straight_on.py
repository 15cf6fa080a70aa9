"""The page that follows a change, in the answer to the change itself, if the client asks for it."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask, Response, request
from hosting import hosted
from html_pages import Page
from raw_http import served
from scorekeeper import Scorekeeper, Wired, new_game

from scorepad.web.host.owners import new_owner
from scorepad.web.server.middleware import PREFERRED

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def where(app: Flask) -> Iterator[tuple[str, int]]:
    with served(app) as where:
        yield where


@pytest.fixture
def script(where: tuple[str, int]) -> Scorekeeper:
    """Return a browser that sends forms as the script does."""
    host, port = where
    return Scorekeeper(Wired(port, host, Prefer=PREFERRED))


def as_it_is(page: Page) -> str:
    """Return the page without the values that differ on each rendering."""
    return re.sub(r'(name="(?:csrf_token|event_id)"[^>]*value)="[^"]*"', r"\1", page.source)


def test_what_is_written_down_is_answered_by_the_page_after_it(script: Scorekeeper) -> None:
    game = new_game(script, "pike", "Ann", "Bob", "Cat", ladder="2-1").path
    for write, tricks in ((script.bid, 0), (script.take, 1)):
        answered = write(Ann=1, Bob=tricks, Cat=0)
        assert (answered.status, answered.headers["content-location"]) == (200, game)
        assert as_it_is(answered) == as_it_is(script.visit(game))
    assert script.page.title == "Hand 2"


def test_what_is_said_of_it_is_said_there_and_once(script: Scorekeeper) -> None:
    new_game(script, "pike", "Ann", "Bob", "Cat", ladder="2-1")
    script.follow("Players")
    page = script.send("/adjustments", player="Ann", adjust_points="-5", why="late")
    assert page.status_text.strip().startswith("Points saved.")
    assert not script.visit(page.address).status_text.strip()


def test_what_is_refused_stays_where_it_was_typed(script: Scorekeeper) -> None:
    new_game(script, "pike", "Ann", "Bob", "Cat", ladder="2-1")
    script.bid(Ann=1, Bob=0, Cat=0)
    page = script.take(Ann=1, Bob=0, Cat=0)
    assert (page.status, page.headers.get("content-location")) == (422, None)


def test_whoever_does_not_ask_so_is_led_there(script: Scorekeeper, where: tuple[str, int]) -> None:
    game = new_game(script, "pike", "Ann", "Bob", "Cat", ladder="2-1").path
    form = script.page.form("/bids")
    body = urlencode(form.filled({f"bid.p{seat}": "0" for seat in (1, 2, 3)}, "")).encode()
    assert isinstance(script.way, Wired)
    for prefer, status in ((PREFERRED, 200), ("", 303), ("respond-async", 303)):  # sent again it counts once
        way = Wired(where[1], Prefer=prefer)
        way.cookies = script.way.cookies
        answer = way.ask("POST", form.action, body, FORM)
        assert (answer.status, answer.headers.get("Location", game)) == (status, game)


def test_in_a_group_of_a_host_too(tmp_path: Path) -> None:
    with hosted(tmp_path) as host, served(host.front) as (here, port):
        script = Scorekeeper(Wired(port, here, Prefer=PREFERRED))
        group = host.begin("Thursday")
        script.visit(new_owner(group, "Zoë", date(2026, 11, 20)))
        script.visit(f"{group.root}/games/new?rulebook=pike")
        page = script.send("/games", "Start", players__0="Ann", players__1="Bob", players__2="Cat")
        assert (page.status, page.path.startswith(f"{group.root}/games/")) == (200, True)
        assert page.title == "Hand 1"


@pytest.mark.parametrize(
    ("leads", "status", "body"),
    [
        ("/Zo%C3%AB?cards=3#there", 200, "GET Zoë 3 a=1 b=2"),
        ("https://elsewhere.test/Zoe", 303, ""),
        ("//elsewhere.test/Zoe", 303, ""),
        ("Zoe", 303, ""),
    ],
)
def test_only_a_page_of_this_server_is_answered_with(leads: str, status: int, body: str) -> None:
    app = Flask("bare")

    @app.post("/")
    def change() -> Response:
        answer = Response(status=303, headers={"Location": leads})
        answer.set_cookie("b", "2")
        return answer

    @app.get("/<name>")
    def page(name: str) -> str:
        cookies = " ".join(f"{cookie}={value}" for cookie, value in sorted(request.cookies.items()))
        return f"{request.method} {name} {request.args['cards']} {cookies}"

    with served(app) as (here, port):
        way = Wired(port, here, Prefer=PREFERRED)
        way.cookies = {"a": "1", "b": "of before"}
        answer = way.ask("POST", "/", b"x=1", FORM)
    assert (answer.status, answer.body.decode()) == (status, body)
    assert way.cookies == {"a": "1", "b": "2"}
