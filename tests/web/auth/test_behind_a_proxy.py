"""Scorepad over http behind an HTTPS proxy: real sockets, and headers as such a proxy sends them."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from builders import play
from flask import Flask
from program import run, started, with_a_game
from proxies import ADDRESS, Proxied
from raw_http import ask, served
from scorekeeper import Scorekeeper

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.auth import login
from scorepad.web.auth.addresses import matches_public_address, public_address
from scorepad.web.auth.login import TRIES, RateLimit
from scorepad.web.groups.links import Links, Role

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "WRONG_KEY_DELAY", 0.0)


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, links=Links(store), address=ADDRESS)


@pytest.fixture
def here(app: Flask) -> Iterator[tuple[str, int]]:
    with served(app, proxied=True) as where:
        yield where


@pytest.fixture
def game_id(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", "Ann Bob Cat", house={"ladder": "2-4"}), by="test")


def come_in(app: Flask, here: tuple[str, int], game_id: str, role: Role) -> tuple[Scorekeeper, Proxied]:
    way = Proxied(here)
    somebody = Scorekeeper(way)
    links: Links = app.extensions["scorepad"].links
    somebody.visit(links.new_owner_link("") if role == Role.OWNER else links.link("", game_id, role))
    return somebody, way


# --- by https ---------------------------------------------------------------------------------------


def test_whoever_comes_by_the_address_shows_a_link_though_the_proxy_comes_from_this_machine(
    app: Flask, here: tuple[str, int], game_id: str
) -> None:
    for host in ("scores.example.org", "SCORES.example.org.", "scores.example.org:443"):
        for path in ("/", f"/games/{game_id}", "/games/nowhere"):
            assert ask(here, path, Host=host)[0] == 403
    for value in ({"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-Host": "localhost"}, {"Forwarded": "for=127.0.0.1"}):
        assert ask(here, "/", Host="scores.example.org", **value)[0] == 403
    assert ask(here, "/")[0] == 403, "nor is the browser of this machine the owner's without a link"


def test_by_https_a_hand_is_scored_with_cookies_that_go_by_https_alone(
    app: Flask, here: tuple[str, int], game_id: str, store: Store
) -> None:
    somebody, way = come_in(app, here, game_id, Role.SCORE)
    assert somebody.page.path == f"/games/{game_id}"
    assert len(way.cookies) == 1
    assert somebody.bid(Ann=1, Bob=0, Cat=0).status == 200
    assert somebody.tap("taken.p1", 1).status == 200
    assert somebody.take(Bob=1).status == 200
    assert store.version(game_id) == 3
    assert somebody.visit("/").status == 404


def test_every_answer_by_https_tells_the_browser_to_stay_there_and_none_by_http(
    app: Flask, here: tuple[str, int], game_id: str, store: Store
) -> None:
    _owner, way = come_in(app, here, game_id, Role.OWNER)
    pages = ("/", "/nowhere", "/enter", f"/games/{game_id}", f"/games/{game_id}/sheet.json", "/static/style.css")
    for path in pages:
        assert way.ask("GET", path).headers["Strict-Transport-Security"] == "max-age=31536000", path
        for host in ("127.0.0.1", "localhost:7234"):
            headers = ask(here, path, Host=host, **{"X-Forwarded-Proto": "https", "Forwarded": "proto=https"})[2]
            assert "Strict-Transport-Security" not in headers
    alone = create_app(store, links=Links(store)).test_client()
    answer = alone.get("/enter", headers={"X-Forwarded-Proto": "https"})
    assert "Strict-Transport-Security" not in answer.headers


def test_by_http_beside_it_the_cookie_goes_by_http_too(app: Flask, here: tuple[str, int], game_id: str) -> None:
    links: Links = app.extensions["scorepad"].links
    status, _body, headers = ask(here, links.link("", game_id, Role.LOOK))
    assert status == 303
    assert "Secure" not in headers["Set-Cookie"]
    assert headers["Location"] == f"/games/{game_id}", "wherever somebody came from, there they stay"


def test_a_proxy_that_speaks_http_only_makes_nothing_secure(store: Store, game_id: str) -> None:
    links = Links(store)
    with served(create_app(store, links=links, address="http://scores.example.org:8080")) as here:
        way = Proxied(here, "http://scores.example.org:8080")
        somebody = Scorekeeper(way)
        somebody.visit(links.link("", game_id, Role.SCORE))
        assert somebody.bid(Ann=1, Bob=0, Cat=0).status == 200
        assert "Strict-Transport-Security" not in way.ask("GET", f"/games/{game_id}").headers
        assert ask(here, "/", Host="scores.example.org")[0] == 400


def test_what_another_website_sends_there_is_refused(
    app: Flask, here: tuple[str, int], game_id: str, store: Store
) -> None:
    somebody, way = come_in(app, here, game_id, Role.SCORE)
    words = urlencode(somebody.page.form("/bids").untouched()).encode()
    origins = ("http://scores.example.org", "https://evil.example", "null", "https://scores.example.org.evil.example")
    for wrong in (
        *({"Origin": origin} for origin in origins),
        *({"Origin": "", "Sec-Fetch-Site": site} for site in ("cross-site", "same-site")),
        *({"Origin": "", "Sec-Fetch-Site": "", "Referer": page} for page in ("", "http://scores.example.org/")),
    ):
        assert way.ask("POST", f"/games/{game_id}/comments", words, FORM, wrong).status in (400, 403), wrong
    assert store.version(game_id) == 1


def test_a_name_that_only_looks_like_the_address_is_refused(here: tuple[str, int]) -> None:
    for host in (
        *("scores.example.org:7234", "scores.example.org.evil.example", "example.org"),
        *("x@scores.example.org", "scores"),
    ):
        assert ask(here, "/enter", Host=host)[0] == 400, host


def test_the_wrong_keys_of_one_visitor_shut_no_other_out(
    here: tuple[str, int], app: Flask, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: Links = app.extensions["scorepad"].links
    # s, more than any machine needs for the test
    monkeypatch.setitem(app.extensions, "scorepad_tries", RateLimit(window=60.0))

    def come(by: str, key: str) -> int:
        return ask(here, f"/enter?key={key}", Host="scores.example.org", **{"X-Forwarded-For": by})[0]

    guesser, friend = "127.0.0.1, 203.0.113.66", "203.0.113.7"  # the proxy adds the last one
    assert [come(guesser, "wrong") for _try in range(TRIES + 1)] == [403] * TRIES + [429]
    assert come("203.0.113.8, 203.0.113.66", "wrong") == 429, "whoever they say that they are"
    assert come(friend, links.key(game_id, Role.LOOK)) == 303


# --- what is shown ----------------------------------------------------------------------------------


def test_links_and_codes_lead_to_the_address_wherever_the_owner_sits(
    app: Flask, here: tuple[str, int], game_id: str
) -> None:
    from printables.page import qr

    links: Links = app.extensions["scorepad"].links
    shown = {links.link(ADDRESS, game_id, role) for role in (Role.LOOK, Role.SCORE)}
    by_https, _way = come_in(app, here, game_id, Role.OWNER)
    with app.test_client() as beside:
        beside.get(links.new_owner_link(""))
        pages = by_https.visit(f"/games/{game_id}/share").source, beside.get(f"/games/{game_id}/share").text
    for page in pages:
        assert {*re.findall(r"https?://[^<]*/enter\?key=[^<]+", page)} == shown
        assert all(qr.as_path(link)[1] in page for link in shown)


def test_without_links_there_is_no_public_address(store: Store) -> None:
    with pytest.raises(ValueError, match="show a link"):
        create_app(store, address=ADDRESS)


def test_the_program_tells_the_way_in_by_the_address_and_listens_to_this_machine_alone(tmp_path: Path) -> None:
    folder = with_a_game(tmp_path)
    with started(folder, "--address", "https://Scores.Example.org:8443/") as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        match = re.search(r"open at http://127\.0\.0\.1:(\d+)/enter\?key=", first)
        assert match, first
        where = ("127.0.0.1", int(match[1]))
        way_in = re.search(r"once: https://scores\.example\.org:8443(/enter\?key=[\w-]{22})", running.stdout.readline())
        assert way_in
        owner = Scorekeeper(Proxied(where, "https://scores.example.org:8443"))
        owner.visit(way_in[1])
        assert owner.page.path == "/"
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0


# --- which addresses there are ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://scores.example.org", "https://scores.example.org"),
        ("https://Scores.Example.org:443/", "https://scores.example.org"),
        ("http://pi.local:80", "http://pi.local"),
        ("http://192.168.1.5:8080", "http://192.168.1.5:8080"),
        ("https://[2001:db8::7]:8443", "https://[2001:db8::7]:8443"),
        ("https://spielstände.example", "https://xn--spielstnde-w5a.example"),
    ],
)
def test_an_address_is_kept_as_browsers_write_it(typed: str, kept: str) -> None:
    assert public_address(typed) == public_address(kept) == kept
    assert matches_public_address(kept.partition("://")[2], kept)


@pytest.mark.parametrize(
    "typed",
    [
        "scores.example.org", "ftp://scores.example.org", "https://", "https:scores.example.org",
        "//scores.example.org",
        "https://scores.example.org/scorepad", "https://scores.example.org?x=1", "https://scores.example.org#x",
        "https://me@scores.example.org", "https://scores.example.org:0", "https://scores.example.org:65536",
        "https://scores.example.org:port", "https://a b", "https://<b>", "https://[::1", "https://a..b", "", "100%",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match="address"):
        public_address(typed)


def test_a_bad_address_on_the_command_line_is_refused(tmp_path: Path) -> None:
    answer = run(tmp_path, "serve", "--address", "scores.example.org")
    assert (answer.status, answer.text) == (2, "")
    assert "such as https://scores.example.org" in answer.error
    assert run(tmp_path, "serve", "--address", "100%s").status == 2
