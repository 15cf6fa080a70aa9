"""Two groups on one host: no address, link, cookie, CSRF token or search of one gives access to the other."""

import contextlib
import re
from collections.abc import Iterator
from datetime import date
from typing import Any
from unittest import mock

import pytest
from builders import hand, play
from hosting import NOBODY, Hosted, hosted
from scorekeeper import Scorekeeper, Within
from soak import SOAK
from web.routes import address, routes

from scorepad.store import Store
from scorepad.store.postgres.engine import DatabaseSql
from scorepad.store.records import Batch, NewEvent
from scorepad.store.sqlite import SqliteStore
from scorepad.web.auth.permissions import PUBLIC_PAGES, VIEWER_PAGES
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import Role
from scorepad.web.host.owners import new_owner

TODAY = date(2026, 11, 20)

CACHED_BY_NOBODY_ELSE = ("private", "no-store")

RECORD = [hand("Xan Yves Zoë", [1, 1, 1], [1, 1, 0], trump="H")]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, kept_in_for_all: str) -> Iterator[Hosted]:
    with hosted(tmp_path_factory.mktemp("host"), kept_in_for_all) as opened:
        yield opened


@pytest.fixture(scope="module")
def ours(host: Hosted) -> Group:
    group = host.begin("Ours")
    keep(group, "Ann Bob Cat", "ours")
    return group


@pytest.fixture(scope="module")
def theirs(host: Hosted) -> Group:
    """Return another group with a game of the same id as one of ours, as if a folder was uploaded to the host twice."""
    group = host.begin("Theirs")
    for event_id in ("theirs", "ours"):
        keep(group, "Xan Yves Zoë", event_id)
    group.rules.save_new("scheme", "Xanadu", '[[points]]\ngive = "bid"\n')
    host.owner(group)
    return group


def keep(group: Group, players: str, event_id: str) -> str:
    record = RECORD if "Xan" in players else []
    return group.games.keep(play("ohell", players, *record, house={"ladder": "2-4"}), by="test", event_id=event_id)


@pytest.fixture(scope="module")
def their_game(theirs: Group) -> str:
    return keep(theirs, "Xan Yves Zoë", "theirs")


@pytest.fixture(scope="module")
def our_game(ours: Group, theirs: Group) -> str:
    """Return our game, whose id exists in both groups."""
    assert keep(theirs, "Xan Yves Zoë", "ours") == keep(ours, "Ann Bob Cat", "ours")
    return keep(ours, "Ann Bob Cat", "ours")


def comparable(somebody: Scorekeeper, method: str, path: str, key: str) -> tuple[int, bytes, dict[str, str]]:
    """Return the whole answer without the date and without the group's key, which is part of the requested address."""
    answer = somebody.way.ask(method, path)
    heads = {name: re.sub(key, "KEY", value) for name, value in answer.headers.items() if name != "Date"}
    return answer.status, answer.body.replace(key.encode(), b"KEY"), heads


def test_who_has_anything_of_ours_is_a_stranger_on_every_address_of_theirs(
    host: Hosted, ours: Group, theirs: Group, our_game: str, their_game: str
) -> None:
    """Nor does an answer reveal that the group exists, or a game in it, or stay in a shared cache."""
    asked = comparable(host.stranger(), "GET", f"/g/{NOBODY}/nowhere", NOBODY)
    assert (asked[0], asked[2]["Cache-Control"]) == (403, "no-store")
    by_link = [host.by_link(ours, our_game, role) for role in (Role.LOOK, Role.SCORE)]
    for somebody, game_id in (
        (host.stranger(), their_game),
        *((item, our_game) for item in (*by_link, host.owner(ours))),
    ):
        for name, way, rule in routes(host.pages):
            if rule.endpoint not in PUBLIC_PAGES:
                assert comparable(somebody, way, theirs.root + address(rule, game_id), theirs.key) == asked, name


def test_the_owner_of_ours_finds_no_game_of_theirs_at_home(
    host: Hosted, ours: Group, our_game: str, their_game: str
) -> None:
    somebody = host.owner(ours)
    for name, way, rule in routes(host.pages):
        if "<game_id>" in rule.rule:
            there, nowhere = (
                comparable(somebody, way, ours.root + address(rule, game), game) for game in (their_game, "nosuchgame")
            )
            assert there == nowhere, name
            assert there[0] in (404, 400), name
            assert there[2]["Cache-Control"] in CACHED_BY_NOBODY_ELSE, name


def test_no_page_of_ours_holds_a_word_of_theirs_not_even_of_a_game_of_the_same_id(
    host: Hosted, ours: Group, theirs: Group, our_game: str
) -> None:
    """Pages of both groups are requested in turn, so that a shared cache on the server would show."""
    at = {group: host.owner(group) for group in (theirs, ours)}
    seen = 0
    for _name, way, rule in routes(host.pages):
        if way != "GET" or rule.endpoint in PUBLIC_PAGES or rule.endpoint.startswith(("owners.", "leaving.")):
            continue
        path = address(rule, our_game)
        for query in ("",) if "<game_id>" in rule.rule else ("", "?search=Xan&q=Xan&name=Xan"):
            groups = (ours,) if path.endswith((".pdf", ".png", ".xlsx", ".zip")) else (theirs, ours)  # words are packed
            answers = {group: at[group].way.ask("GET", group.root + path + query) for group in groups}
            bodies = {group: answer.body for group, answer in answers.items()}
            assert answers[ours].headers["Cache-Control"] in CACHED_BY_NOBODY_ELSE, path
            body = bodies[ours].replace(b'value="Xan"', b"").replace("“Xan”".encode(), b"")
            for word in (b"Yves", b"Xanadu", theirs.key.encode(), b"Theirs"):
                assert word not in body, (path, word)
            leads = re.findall(rb'(?:href|action|src)="?(/[^" >]*)', body)
            assert all(lead.startswith(f"{ours.root}/".encode()) for lead in leads), (path, leads)
            seen += b"Yves" in bodies.get(theirs, b"")
    assert seen > 20, "there they are"
    pictures = {
        group: browser.way.ask("GET", f"{group.root}/games/{our_game}/sheet.pdf").body for group, browser in at.items()
    }
    assert pictures[ours] != pictures[theirs]


@contextlib.contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """Yield the list of a store's SQL statements during the block."""
    statements: list[str] = []
    if isinstance(store, SqliteStore):
        sqlite = store.engine._reader.sqlite
        sqlite.set_trace_callback(lambda statement: statements.append(statement.partition("'")[0]))
        yield statements
        sqlite.set_trace_callback(None)
    else:
        with mock.patch.object(DatabaseSql, "_bound", autospec=True, side_effect=DatabaseSql._bound) as bound:
            yield statements
        # One statement finds the group among many and checks that it exists.
        statements += [
            re.sub("SELECT (which|1) FROM groups", "FROM groups", call.args[1]) for call in bound.call_args_list
        ]


@pytest.mark.parametrize("role", ["owner", Role.LOOK, Role.SCORE])
def test_a_key_of_theirs_is_a_wrong_one_with_us_by_every_byte_and_every_statement(
    host: Hosted, ours: Group, theirs: Group, their_game: str, role: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.web.auth.login.WRONG_KEY_DELAY", 0)
    assert theirs.links
    foreign = new_owner(theirs, "Zoë", TODAY) if role == "owner" else theirs.links.link("", their_game, role)
    key = foreign.partition("key=")[2]
    wrong = key[:-1] + ("A" if key[-1] != "A" else "B")
    answers, counted = [], []
    nobody = host.host.opened._nobody
    for group, root, tried in ((ours, ours.root, key), (ours, ours.root, wrong), (nobody, f"/g/{NOBODY}", key)):
        with asked(group.store) as statements:
            answers.append(comparable(host.stranger(), "GET", f"{root}/enter?key={tried}", root.rpartition("/")[2]))
        counted.append(statements)
    assert answers[0][0] == 403
    assert answers[0] == answers[1] == answers[2]
    assert counted[0] == counted[1] == counted[2]
    assert counted[0]


def test_a_session_signed_with_our_secret_is_none_with_them(
    host: Hosted, ours: Group, theirs: Group, their_game: str
) -> None:
    """Even if the session has their owner's mark, their cookie's name and their path."""
    somebody = host.owner(theirs)
    assert isinstance(somebody.way, Within)
    path = theirs.root + "/"
    good = somebody.way.client.get_cookie(theirs.cookie, path=path)
    assert good is not None
    with host.pages.test_request_context(environ_overrides={"scorepad.group": theirs}):
        says = dict(host.pages.session_interface.get_signing_serializer(host.pages).loads(good.value))  # type: ignore[attr-defined]
    assert says["owns"]
    for group, status in ((theirs, 200), (ours, 403)):
        with host.pages.test_request_context(environ_overrides={"scorepad.group": group}):
            signed = host.pages.session_interface.get_signing_serializer(host.pages).dumps(says)  # type: ignore[attr-defined]
        client = host.front.test_client()
        for name in (ours.cookie, theirs.cookie):
            client.set_cookie(name, signed, path="/")
        assert client.get(path).status_code == status
        assert client.get(f"{theirs.root}/games/{their_game}").status_code == status
    assert ours.cookie != theirs.cookie


def test_a_form_sealed_for_us_is_refused_with_them(host: Hosted, ours: Group, theirs: Group, our_game: str) -> None:
    """One person owns both groups in one browser; the CSRF token is from our page, and the game's id is the same."""
    somebody = host.owner(ours)
    somebody.visit(new_owner(theirs, "Zoë", TODAY))
    seal = {}
    for group in (ours, theirs):
        somebody.visit(f"{group.root}/games/{our_game}")
        seal[group] = somebody.page.forms[0].value("csrf_token") or ""
    sent = f"text=Tea&seen=2&event_id={'0' * 32}&csrf_token="
    kind = "application/x-www-form-urlencoded"
    path = f"/games/{our_game}/comments"
    before = theirs.store.version(our_game)
    assert somebody.way.ask("POST", theirs.root + path, (sent + seal[ours]).encode(), kind).status == 400
    assert theirs.store.version(our_game) == before
    assert somebody.way.ask("POST", ours.root + path, (sent + seal[ours]).encode(), kind).status in (303, 409)


def test_a_browser_in_both_keeps_a_cookie_for_each_and_shows_each_its_own_alone(
    host: Hosted, ours: Group, theirs: Group
) -> None:
    somebody = host.owner(ours)
    somebody.visit(new_owner(theirs, "Zoë", TODAY))
    assert isinstance(somebody.way, Within)
    kept = (somebody.way.client._cookies or {}).values()
    assert {(item.decoded_key, item.path) for item in kept} == {
        (group.cookie, f"{group.root}/") for group in (ours, theirs)
    }
    assert "Ours" in somebody.visit(f"{ours.root}/").text
    assert "Theirs" in somebody.visit(f"{theirs.root}/").text
    assert somebody.visit("/").status == 200


def test_of_the_very_same_record_in_two_groups_each_page_leads_on_in_its_own(host: Hosted) -> None:
    """As if a folder was uploaded to a host twice: the cached page of one group is not shown in the other."""
    first, again = host.begin("First"), host.begin("Again")
    game_id = keep(first, "Xan Yves Zoë", "twice")
    record = [NewEvent(stored.id, stored.event, stored.by, stored.at) for stored in first.store.load(game_id)]
    again.store.append(Batch(game_id, record, 0, first.store.summary(game_id)))
    assert first.store.mark(game_id) == again.store.mark(game_id)
    for role in (Role.LOOK, Role.SCORE) if SOAK else (Role.LOOK,):
        by = {group: host.by_link(group, game_id, role) for group in (first, again)}
        for name, _way, rule in routes(host.pages):
            if rule.endpoint in VIEWER_PAGES:
                bodies = [user.way.ask("GET", group.root + address(rule, game_id)).body for group, user in by.items()]
                assert first.key.encode() not in bodies[1], name
                assert bodies[0], name
