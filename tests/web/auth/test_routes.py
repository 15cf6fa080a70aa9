"""Every route of the program: its permissions, the headers of its answers, and what no answer reveals.

`permissions` says which role an address needs; here the tests check each role at every route.
"""

import json
from itertools import product
from urllib.parse import urlencode, urlsplit

import pytest
from builders import hand, play
from clients import come_in, links_of, looker, owner, scorer, stranger
from flask import Flask
from html_pages import Answer
from linked import app_for_all, store_for_all
from scorekeeper import Scorekeeper
from soak import SOAK, only_in_soak
from stores import put_tap
from web.routes import GAME, NO_PAGES, address, ask, routes
from werkzeug.routing import Rule

from scorepad.repository import GameRepository
from scorepad.store import TRASH_DAYS, Store
from scorepad.web import VIEW_MODULES
from scorepad.web.auth.access import HEADERS
from scorepad.web.auth.permissions import (
    PUBLIC_PAGES,
    SCORER_PAGES,
    STATISTICS_PAGES,
    TRASH_PAGES,
    VIEWER_PAGES,
    required_role,
)
from scorepad.web.groups.links import YEARS, Role

OF_NO_PAGE = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
METHODS = ("GET", "HEAD", "POST", "OPTIONS", *(("PUT", "PATCH", "DELETE", "TRACE") if SOAK else ()))

RECORD = [hand("Ann Bob Cat", [1, 1, 1], [1, 1, 0], trump="H"), {"comment": {"text": "Tea"}}]


__all__ = ["app_for_all", "store_for_all"]


@pytest.fixture(scope="module")
def game_id(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", "Ann Bob Cat", *RECORD, house={"ladder": "2-4"}), by="test")


@pytest.fixture(scope="module")
def other_id(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", "Xan Yves Zoë"), by="test")


@pytest.fixture(scope="module", autouse=True)
def _an_evening(store: Store) -> None:
    GameRepository(store).keep(play("ohell", "Xan Yves Zoë", {"totals": {"Xan": 1, "Yves": 2, "Zoë": 3}}), by="test")


def comparable(answer: Answer) -> tuple[int, bytes, dict[str, str]]:
    return answer.status, answer.body, {name: value for name, value in answer.headers.items() if name != "Date"}


def test_endpoints_begin_with_the_names_of_their_modules() -> None:
    assert [module for module in VIEW_MODULES if module.__name__.rpartition(".")[2] != module.blueprint.name] == []


def test_what_is_let_to_others_than_the_owner_is_there_and_who_only_looks_sends_nothing(app: Flask) -> None:
    assert {
        rule.endpoint for _name, _way, rule in routes(app)
    } >= VIEWER_PAGES | STATISTICS_PAGES | SCORER_PAGES | TRASH_PAGES | PUBLIC_PAGES
    for name, way, rule in routes(app):
        assert way == "GET" or rule.endpoint not in VIEWER_PAGES | STATISTICS_PAGES | PUBLIC_PAGES, name
        assert ("game_id" in rule.arguments) or rule.endpoint not in VIEWER_PAGES, name
    addresses = app.url_map.bind("localhost")
    for path in ("/", "/games/new", "/games/bin", "/import", "/people", "/rules", "/games/x/share", "/games/x/split"):
        assert required_role(addresses.match(path)[0], "GET") == Role.OWNER, path
    assert required_role("a.new_page", "GET") == required_role("a.new_page", "POST") == Role.OWNER, (
        "unless it is let to others"
    )


def test_a_stranger_is_asked_for_a_key_on_every_address_alike(app: Flask, game_id: str) -> None:
    somebody = stranger(app)
    asked = comparable(ask(somebody, "GET", "/nowhere"))
    assert asked[0] == 403
    assert HEADERS.items() <= asked[2].items()
    for _name, way, rule in routes(app):
        if rule.endpoint in PUBLIC_PAGES:
            continue
        methods = METHODS if SOAK else (way, "HEAD", "OPTIONS")
        for method, path in product(methods, {address(rule, game_id), address(rule, "nosuchgame")}):
            answer = comparable(ask(somebody, method, path))
            assert answer[:2] == ((403, b"") if method == "HEAD" else asked[:2]), (method, path)
            assert answer[2] == asked[2], (method, path)


def by_role(app: Flask, game_id: str, role: Role) -> Scorekeeper:
    return {Role.LOOK: looker, Role.SCORE: scorer}[role](app, game_id) if role < Role.OWNER else owner(app)


@pytest.mark.parametrize("role", [Role.LOOK, Role.SCORE, Role.OWNER])
def test_a_link_gets_as_far_as_the_table_says_with_all_headers_and_the_rest_is_not_there(
    app: Flask, game_id: str, role: Role
) -> None:
    somebody = by_role(app, game_id, role)
    nowhere = ask(somebody, "GET", "/nowhere")
    for name, way, rule in routes(app):
        answer = ask(somebody, way, address(rule, game_id))
        check_headers(name, rule, answer)
        if required_role(rule.endpoint, way) > role or (role < Role.OWNER and rule.endpoint in STATISTICS_PAGES):
            assert (answer.status, answer.body) == (404, nowhere.body), name
        elif way == "POST":
            assert answer.status == 400, f"{name}: a form without its seal"
            assert b"page has expired" in answer.body
        else:
            assert answer.status in (200, 303) or "<sent>" in name or "/edit" in name, (name, answer.status)


def test_the_link_to_the_years_shows_them_and_the_rest_is_not_there(app: Flask, game_id: str) -> None:
    somebody = come_in(app, links_of(app).link("", YEARS, Role.LOOK))
    for name, way, rule in routes(app):
        answer = ask(somebody, way, address(rule, game_id))
        if rule.endpoint in STATISTICS_PAGES | PUBLIC_PAGES:
            assert answer.status in (200, 303), name
        else:
            nowhere = address(rule, "nosuchgame") if "<game_id>" in rule.rule else "/nowhere"
            assert (answer.status, answer.body) == (404, ask(somebody, way, nowhere).body), name


@pytest.mark.parametrize("role", [*only_in_soak(Role.LOOK), Role.SCORE])
def test_the_link_of_one_game_gives_no_other(app: Flask, game_id: str, other_id: str, role: Role) -> None:
    somebody = by_role(app, other_id, role)
    for name, way, rule in routes(app):
        if "<game_id>" in rule.rule:
            there, nowhere = (ask(somebody, way, address(rule, game)) for game in (game_id, "nosuchgame"))
            assert there.status == 404, name
            assert there.body == nowhere.body, "nor whether there is one"


def test_only_what_is_meant_for_it_is_asked_and_sent(app: Flask, game_id: str) -> None:
    somebody = owner(app)
    rules = [*app.url_map.iter_rules()]
    meant = {(rule.rule, method) for rule in rules for method in rule.methods or ()}
    for rule, method in product(rules, METHODS):
        if (rule.rule, method) not in meant:
            status = ask(somebody, method, address(rule, game_id)).status
            assert status in (404, 405), (method, rule)  # 404: /games/upload could be a game's name


def check_headers(name: str, rule: Rule, answer: Answer) -> None:
    """Check that a page has all headers, and so has all that a browser could render as a page (a picture or a file).

    Styles, scripts, the manifest and the icon have two: their content type is final, and only this site may load
    them. The other headers restrict pages; browsers ignore them on these files, and each would add to the download.
    """
    bears = dict(answer.headers)
    if name.endswith("standings.png") and answer.status == 200:  # shown alone, the browser makes a page of it
        assert "default-src 'none'" in bears["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in bears.pop("Content-Security-Policy")
        bears["Content-Security-Policy"] = HEADERS["Content-Security-Policy"]
    of_no_page = answer.status == 200 and rule.endpoint in NO_PAGES and bears.items() >= OF_NO_PAGE.items()
    assert HEADERS.items() <= bears.items() or of_no_page, name
    assert "Server" not in bears


def test_of_our_own_files_only_those_that_no_browser_makes_a_page_of_bear_less(app: Flask) -> None:
    """An icon opened alone is a page, and the worker runs without being one: each has its own policy.

    The icon may do nothing; the worker may fetch from this site.
    """
    client, policy = app.test_client(), "Content-Security-Policy"
    for path, expected in (
        ("/static/style.css", OF_NO_PAGE),
        ("/static/entry.js", OF_NO_PAGE),
        ("/static/manifest.webmanifest", OF_NO_PAGE),
        ("/static/icon.svg", OF_NO_PAGE | {policy: "default-src 'none'"}),
        ("/worker.js", OF_NO_PAGE | {policy: "default-src 'none'; connect-src 'self'"}),
        ("/static/icon-192.png", HEADERS),
        ("/static/nothing.css", HEADERS),
    ):
        bears = client.get(path, buffered=True).headers
        assert {name: bears[name] for name in HEADERS if name in bears} == expected, path


def test_the_worker_is_told_what_the_pages_bear_that_it_brings(app: Flask) -> None:
    text = app.test_client().get("/worker.js", buffered=True).text.removeprefix("const HEADERS=")
    assert json.JSONDecoder().raw_decode(text)[0] == HEADERS


def test_who_looks_sees_no_form_and_changes_nothing_with_a_good_seal_either(
    app: Flask, store: Store, game_id: str
) -> None:
    somebody = scorer(app, game_id)
    entry = somebody.page.form("/bids")
    tap = entry.node.get("data-draft")
    somebody.visit(links_of(app).link("", game_id, Role.LOOK))
    links_of(app).renew(game_id, Role.SCORE)  # from now on they are only viewers, with the form still open
    assert somebody.visit(f"/games/{game_id}").status == 403
    somebody.visit(links_of(app).link("", game_id, Role.LOOK))
    before = store.load(game_id), store.draft(game_id)
    assert somebody.send_form(entry, {}).status == 404
    assert somebody.way.ask("POST", tap, b"field=bid.p1&value=1", "application/x-www-form-urlencoded").status == 404
    assert (store.load(game_id), store.draft(game_id)) == before
    for _name, _way, rule in routes(app):
        if rule.endpoint in VIEWER_PAGES and not rule.rule.endswith((".pdf", ".png", ".xlsx")):
            page = somebody.visit(address(rule, game_id))
            assert page.status == 200
            assert not page.forms
            assert "csrf" not in page.source


# --- a game in the trash --------------------------------------------------------------------------------

SENT = {
    "seen": "4", "event_id": "x", "field": "bid.p1", "value": "1", "bid.p1": "1", "bid.p2": "0", "bid.p3": "0",
    "trump": "C", "text": "More tea", "hand": "1", "name": "Di", "cards": "2 2", "hands": "1", "player": "p2",
    "one": "p1", "other": "p2", "adjust_points": "5", "scheme": "tens", "location": "The Crown", "house.hook": "no",
    "way": "hand",
}  # fmt: skip
UNFIT = {
    f"POST {GAME}/{page}"
    for page in (
        "house", "redo", "reopen", "split", "rematch", "players/<player>/return", "hands/<int:number>/calls",
        "hands/<int:number>/correction", "hands/<int:number>/preview",
        "hands/<int:number>/taken", "keep-rules", "unsent",
    )
}  # fmt: skip
"""Routes that this form does not fit, or that record nothing in the game."""


def writing(app: Flask) -> list[tuple[str, Rule]]:
    """Return the routes that record something in a game, without those for a game in the trash."""
    return [
        (name, rule) for name, _way, rule in routes(app)
        if name.startswith(f"POST {GAME}/") and rule.endpoint not in TRASH_PAGES
    ]  # fmt: skip


def tapped(store: Store) -> str:
    """Return a game with a draft of its current hand."""
    game_id = GameRepository(store).keep(play("ohell", "Ann Bob Cat", *RECORD, house={"ladder": "2-4"}), by="test")
    put_tap(store, game_id, 2, "bid.p3", "2")
    return game_id


def sealed(somebody: Scorekeeper, game_id: str) -> bytes:
    """Return a form with a valid CSRF token, which nearly every route accepts as a change."""
    seal = somebody.visit(f"/games/{game_id}").form("/bids").value("csrf_token")
    return urlencode({**SENT, "csrf_token": seal or ""}).encode()


def send(somebody: Scorekeeper, path: str, form: bytes) -> Answer:
    return somebody.way.ask("POST", path.replace("/hands/1/", "/hands/2/"), form, "application/x-www-form-urlencoded")


@pytest.mark.parametrize("role", [Role.SCORE, Role.OWNER])
def test_nothing_is_written_on_a_game_in_the_bin_whatever_is_sent(app: Flask, store: Store, role: Role) -> None:
    game_id = tapped(store)
    somebody = by_role(app, game_id, role)
    form = sealed(somebody, game_id)
    store.remove_game(game_id)
    before = store.load(game_id), store.draft(game_id), store.game_ids()
    for name, rule in writing(app):
        answer = send(somebody, address(rule, game_id), form)
        assert answer.status == (409 if rule.endpoint in SCORER_PAGES or role == Role.OWNER else 404), name
        assert b"This game is in the trash" in answer.body, name
        assert (store.load(game_id), store.draft(game_id), store.game_ids()) == before, name
    store.restore_game(game_id)
    assert send(somebody, f"/games/{game_id}/comments", form).status == 303, "put back it is open again"
    assert store.version(game_id) == 5


def test_what_is_sent_to_the_game_beside_the_bin_is_written(app: Flask, store: Store) -> None:
    somebody = owner(app)
    form = sealed(somebody, tapped(store))
    for name, rule in writing(app):
        if name not in UNFIT:
            game_id = tapped(store)
            before = store.load(game_id), store.draft(game_id)
            answer = send(somebody, address(rule, game_id), form)
            assert answer.status in (200, 303), name
            assert (store.load(game_id), store.draft(game_id)) != before, name


@pytest.mark.parametrize("role", [*only_in_soak(Role.LOOK, Role.SCORE), Role.OWNER])
def test_a_link_into_the_bin_looks_and_every_page_says_so(app: Flask, store: Store, role: Role) -> None:
    game_id = GameRepository(store).keep(play("ohell", "Ann Bob Cat", *RECORD, house={"ladder": "2-4"}), by="test")
    somebody = by_role(app, game_id, role)
    store.remove_game(game_id)
    for _day in range(2):
        store.age_bin(TRASH_DAYS)
    who = "Restore game" if role == Role.OWNER else "The person who gave you the link can restore it"
    for name, way, rule in routes(app):
        if required_role(rule.endpoint, way) > role or not name.startswith(f"GET {GAME}"):
            continue
        answer = ask(somebody, "GET", address(rule, game_id))
        if "html" not in answer.headers["Content-Type"]:
            assert answer.status == 200, name
        elif "<sent>" not in name:
            page = somebody.visit(address(rule, game_id))
            assert page.status == 200, name
            for words in ("This game is in the trash", who, f"After {TRASH_DAYS - 2} more days on which Scorepad runs"):
                assert words in page.text, name
            sends = {form.action.rpartition("/")[2] for form in page.forms if form.method == "POST"}
            assert sends <= ({"unbin", "renew"} if role == Role.OWNER else set()), name
    elsewhere = scorer(app, GameRepository(store).keep(play("ohell", "Xan Yves Zoë"), by="test"))
    assert ask(elsewhere, "GET", f"/games/{game_id}").body == ask(elsewhere, "GET", "/games/nosuchgame").body


@pytest.mark.parametrize("finished", [False, *only_in_soak(True)])
@pytest.mark.parametrize("role", [Role.LOOK, Role.SCORE])
def test_whatever_is_shown_to_be_tapped_can_be_tapped(app: Flask, store: Store, role: Role, finished: bool) -> None:
    ladder = "2" if finished else "2-4"
    played = play("ohell", "Ann Bob Cat", *RECORD, house={"ladder": ladder})
    somebody = by_role(app, GameRepository(store).keep(played, by="test"), role)
    seen: set[str] = set()
    left = [somebody.page.address]
    while left:
        path = urlsplit(left.pop()).path
        if path in seen:
            continue
        seen.add(path)
        page = somebody.visit(path)
        assert page.status == 200, path
        left += page.links
        for form in page.forms:
            actions = {form.action, *(form.sent_to(button.text) for button in form.buttons if button.has("formaction"))}
            for action in actions:
                assert somebody.way.ask(form.method, urlsplit(action).path).status in (200, 400), action
    assert len(seen) > (7 if role == Role.LOOK else 9)
