"""Following a page: permissions, the frames of a stream, how often they are rendered, and the fallback to polling."""

from __future__ import annotations

import contextlib
import ctypes
import json
import re
import socket
import struct
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from builders import play
from clients import links_of
from flask import Flask
from raw_http import ask, served
from stores import put_tap, tamper
from streaming import Follower, following
from waiting import until

from scorepad.game.state.events import BidsRecorded, Commented, TricksRecorded
from scorepad.repository import GameRepository, StoredGame
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role
from scorepad.web.reports import render_cache as drawn_pages
from scorepad.web.server import http_server, streams
from scorepad.web.server.connection_limits import most_connections, most_streams
from scorepad.web.submit import UNNAMED

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PLAYERS = "Ann Bob Cat"
Where = tuple[str, int]


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, links=Links(store))


@pytest.fixture
def here(app: Flask) -> Iterator[Where]:
    with served(app) as where:
        yield where


@pytest.fixture
def game_id(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", PLAYERS, house={"ladder": "2-4"}), by="test")


def come_in(app: Flask, here: Where, game_id: str, role: Role) -> str:
    """Return the cookie of a new browser that opened a link."""
    link = links_of(app).new_owner_link("") if role == Role.OWNER else links_of(app).link("", game_id, role)
    return ask(here, link)[2]["Set-Cookie"].partition(";")[0]


def path(game_id: str, kind: str = "view", seen: str = "1.") -> str:
    return f"/games/{game_id}/stream/{kind}?seen={seen}"


def bid(store: Store, game_id: str) -> None:
    bids = BidsRecorded(cards=2, bids={"p1": 0, "p2": 1, "p3": 0}, trump="H")
    GameRepository(store).append(game_id, bids, seen=1, by="test")


def follows(app: Flask) -> int:
    return len(app.extensions["scorepad_streams"])


# --- what comes ---------------------------------------------------------------------------------------


def test_a_tap_and_a_hand_come_to_whoever_looks_with_the_version_that_they_made(
    app: Flask, here: Where, game_id: str, store: Store
) -> None:
    looker = come_in(app, here, game_id, Role.LOOK)
    with following(here, path(game_id), Cookie=looker) as view:
        assert (view.status, view.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        assert view.headers["Cache-Control"] == "no-store"
        put_tap(store, game_id, 1, "bid.p2", "1")
        tapped = view.frame()
        assert re.fullmatch(r"1\.[0-9a-f]+", tapped.sign)
        assert f'data-version="{tapped.sign}"' in tapped.html
        bid(store, game_id)
        text = view.frame()
        assert text.sign == "2."
        assert "♥" in text.html
        assert text.html.startswith("<title>Hand 1 ")


def test_the_sheet_is_told_of_open_bids_and_the_standings_of_hands_alone(
    app: Flask, here: Where, game_id: str, store: Store
) -> None:
    looker = come_in(app, here, game_id, Role.LOOK)
    with (
        following(here, path(game_id, "look", "1."), Cookie=looker) as look,
        following(here, path(game_id, "standings", "1"), Cookie=looker) as standings,
    ):
        put_tap(store, game_id, 1, "bid.p2", "1")
        assert "<b>1</b>" in look.frame().html
        bid(store, game_id)
        assert [follower.frame().sign for follower in (look, standings)] == ["2", "2"]
        tricks = TricksRecorded(taken={"p1": 0, "p2": 1, "p3": 1})
        GameRepository(store).append(game_id, tricks, seen=2, by="test")
        assert 'id="hand-1"' in look.frame().html
        assert "After 1 hand" in standings.frame().html


def test_who_comes_back_is_told_what_they_missed_and_nothing_else(
    app: Flask, here: Where, game_id: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_INTERVAL", 0.1)
    looker = come_in(app, here, game_id, Role.LOOK)
    bid(store, game_id)
    with following(here, path(game_id), Cookie=looker) as late:
        assert late.frame().sign == "2."
    with following(here, path(game_id), Cookie=looker, **{"Last-Event-ID": "2."}) as again:
        assert next(line for line in again.lines() if line in (":", "id:2.")) == ":"
        GameRepository(store).append(game_id, Commented(text="Tea"), seen=2, by="test")
        assert again.frame().sign == "3."


def test_a_packed_stream_says_the_same_whenever_somebody_came(
    app: Flask, here: Where, game_id: str, store: Store
) -> None:
    looker = come_in(app, here, game_id, Role.LOOK)
    packed = {"Cookie": looker, "Accept-Encoding": "gzip"}
    with following(here, path(game_id), **packed) as early, following(here, path(game_id), Cookie=looker) as plain:
        put_tap(store, game_id, 1, "bid.p2", "1")
        assert early.headers["Content-Encoding"] == "gzip"
        assert early.frame() == plain.frame()
        with following(here, path(game_id), **packed) as late:
            late.frame()
            bid(store, game_id)
            assert early.frame() == late.frame() == plain.frame()


def test_a_frame_is_drawn_once_however_many_follow_ask_or_open_the_page(
    app: Flask, here: Where, game_id: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    draw = drawn_pages.render_parts

    def counted(kind: str, stored: StoredGame, sign: str, **words: Any) -> drawn_pages.PageParts:
        drawn.append(sign)
        return draw(kind, stored, sign, **words)

    monkeypatch.setattr(drawn_pages, "render_parts", counted)
    lookers = [come_in(app, here, game_id, Role.LOOK) for _one in range(3)]
    with contextlib.ExitStack() as room:
        views = [room.enter_context(following(here, path(game_id), Cookie=cookie)) for cookie in lookers * 4]
        bid(store, game_id)
        assert {view.frame().sign for view in views} == {"2."}
        assert {ask(here, f"/games/{game_id}/view", Cookie=cookie)[0] for cookie in lookers} == {200}
    assert drawn == ["1.", "2."]


def test_who_scores_too_is_told_what_is_tapped_and_by_whom(app: Flask, here: Where, game_id: str, store: Store) -> None:
    scorer = come_in(app, here, game_id, Role.SCORE)
    with following(here, path(game_id, "game"), Cookie=scorer) as other:
        put_tap(store, game_id, 1, "bid.p2", "1", by="Ann")
        fields = {"v": 1, "hand": 1, "taps": {"bid.p2": "1"}, "by": {"bid.p2": "Ann"}}
        assert json.loads(other.frame().html) == fields


def test_who_has_not_said_their_name_is_the_scorer_in_the_language_of_who_scores_beside_them(
    app: Flask, here: Where, game_id: str, store: Store
) -> None:
    scorer, german = come_in(app, here, game_id, Role.SCORE), {"Accept-Language": "de"}
    with following(here, path(game_id, "game"), Cookie=scorer, **german) as other:
        put_tap(store, game_id, 1, "bid.p2", "1", by=UNNAMED)
        assert json.loads(other.frame().html)["by"] == {"bid.p2": "Schreiber"}


def test_a_server_without_an_event_loop_tells_what_there_is_and_ends(store: Store, game_id: str) -> None:
    app = create_app(store)
    answer = app.test_client().get(path(game_id, seen="0."))
    assert answer.text.startswith("retry:3000\n\nid:1.\ndata:<title>")
    assert app.test_client().get(path(game_id)).text == "retry:3000\n\n"
    assert follows(app) == 0


# --- permissions --------------------------------------------------------------------------------------


def test_a_stream_takes_what_its_page_takes(app: Flask, here: Where, game_id: str, store: Store) -> None:
    other = GameRepository(store).keep(play("ohell", PLAYERS), by="test")
    looker, elsewhere = (come_in(app, here, game, Role.LOOK) for game in (game_id, other))
    for cookie, kind, status in (
        (looker, "view", 200), (looker, "look", 200), (looker, "standings", 200), (looker, "game", 404),
        (looker, "nothing", 404), (elsewhere, "view", 404), ("", "view", 403),
    ):  # fmt: skip
        with following(here, path(game_id, kind), **({"Cookie": cookie} if cookie else {})) as item:
            assert item.status == status, kind
    assert ask(here, path(game_id), Cookie=looker, Host="evil.example")[0] == 400
    until(lambda: follows(app) == 0)


def test_a_link_taken_back_ends_its_streams_and_no_others(app: Flask, here: Where, game_id: str, store: Store) -> None:
    looker, scorer, owner = (come_in(app, here, game_id, role) for role in (Role.LOOK, Role.SCORE, Role.OWNER))
    with (
        following(here, path(game_id), Cookie=looker) as shut_out,
        following(here, path(game_id), Cookie=scorer) as scoring,
        following(here, path(game_id), Cookie=owner) as owning,
    ):
        links_of(app).renew(game_id, Role.LOOK)
        assert shut_out.has_ended
        bid(store, game_id)
        assert {scoring.frame().sign, owning.frame().sign} == {"2."}
        links_of(app).renew_owner()
        assert owning.has_ended
        until(lambda: follows(app) == 1)


def test_a_game_that_the_disk_has_spoilt_is_followed_no_more(
    app: Flask, here: Where, game_id: str, tmp_path: Path
) -> None:
    with following(here, path(game_id), Cookie=come_in(app, here, game_id, Role.LOOK)) as view:
        tamper(tmp_path, "UPDATE events SET event = replace(event, 'Ann', 'Eve')", "UPDATE games SET head = 'spoilt'")
        assert view.has_ended


def test_nothing_that_opens_anything_goes_by_a_stream(app: Flask, here: Where, game_id: str, store: Store) -> None:
    """Nor the device name of a viewer."""
    looker, scorer = (come_in(app, here, game_id, role) for role in (Role.LOOK, Role.SCORE))
    keys = [links_of(app).key(game_id, role).partition(".")[2] for role in (Role.LOOK, Role.SCORE)]
    marks = [links_of(app).mark(game_id, role) for role in (Role.LOOK, Role.SCORE)] + [links_of(app).owner_mark()]
    for kind in ("view", "look", "standings", "game"):
        cookie = scorer if kind == "game" else looker
        with following(here, path(game_id, kind, "0"), Cookie=cookie) as item:
            text = item.frame().html
            assert not [secret for secret in (*keys, *marks, "csrf", "/enter", cookie) if secret in text]


# --- how many -----------------------------------------------------------------------------------------


def opened(room: contextlib.ExitStack, here: Where, game_id: str, cookie: str, times: int) -> list[Follower]:
    return [room.enter_context(following(here, path(game_id), Cookie=cookie)) for _one in range(times)]


def test_a_browser_has_so_many_streams_and_then_asks(app: Flask, here: Where, game_id: str) -> None:
    first, other = (come_in(app, here, game_id, Role.LOOK) for _one in range(2))
    with contextlib.ExitStack() as room:
        views = opened(room, here, game_id, first, streams.MOST_EACH + 1)
        assert [view.status for view in views] == [200] * streams.MOST_EACH + [429]
        assert views[-1].headers["Retry-After"] == "10"
        assert ask(here, f"/games/{game_id}/version", Cookie=first)[0] == 200
        assert opened(room, here, game_id, other, 1)[0].status == 200, "who came by the same link is another"
        views[0].leave()
        until(lambda: follows(app) == streams.MOST_EACH)
        assert opened(room, here, game_id, first, 1)[0].status == 200
        assert ask(here, path(game_id), method="HEAD", Cookie=other)[0] == 200
        assert follows(app) == streams.MOST_EACH + 1, "who only looks where it leads holds no place"


def test_a_link_and_the_whole_have_so_many_too(
    app: Flask, here: Where, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_BY_LINK", 3)
    lookers = [come_in(app, here, game_id, Role.LOOK) for _one in range(2)]
    scorers = [come_in(app, here, game_id, Role.SCORE) for _one in range(2)]
    monkeypatch.setattr(app.extensions["scorepad_streams"], "_most", 5)
    with contextlib.ExitStack() as room:
        assert [opened(room, here, game_id, looker, 2)[1].status for looker in lookers] == [200, 429]
        assert [opened(room, here, game_id, scorer, 2)[1].status for scorer in scorers] == [200, 503]


def test_whoever_asks_and_taps_has_places_beside_those_who_follow() -> None:
    places = [most_connections(files) for files in (200, 1024, 4096)]
    assert [most - most_streams(most) for most in places] == [8, 34, 50]
    assert most_streams(places[-1]) >= streams.MOST_BY_LINK


def test_a_stream_says_now_and_then_that_it_is_there_and_ends_one_day(
    app: Flask, here: Where, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_INTERVAL", 0.02)
    monkeypatch.setattr(streams, "LIFE", 1.0)
    with following(here, path(game_id), Cookie=come_in(app, here, game_id, Role.LOOK)) as view:
        lines = list(view.lines())
    assert ":" in lines[2:]
    assert not any(line.startswith("data") for line in lines)
    until(lambda: follows(app) == 0)


def test_who_is_gone_before_their_stream_begins_leaves_no_complaint(
    app: Flask, here: Where, game_id: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As a phone that is put away just as its page opens."""
    looker, answering = come_in(app, here, game_id, Role.LOOK), app.wsgi_app
    asked, gone = threading.Event(), threading.Event()

    def late(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if "/stream/" in environ["PATH_INFO"]:
            asked.set()
            assert gone.wait(60)
        return answering(environ, start)

    monkeypatch.setattr(app, "wsgi_app", late)
    host = "{}:{}".format(*here)
    with socket.create_connection(here) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(f"GET {path(game_id)} HTTP/1.1\r\nHost: {host}\r\nCookie: {looker}\r\n\r\n".encode())
        assert asked.wait(60)
    ask(here, "/")  # by now the server knows, too
    gone.set()
    with following(here, path(game_id), Cookie=looker):
        until(lambda: follows(app) == 1)
    assert caplog.text == ""


def test_who_reads_nothing_of_a_stream_is_let_go_and_nobody_waits_for_them(
    app: Flask, here: Where, game_id: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "STUCK_TIMEOUT", 0.2)
    deaf, looker = (come_in(app, here, game_id, Role.LOOK) for _one in range(2))
    with contextlib.closing(socket.socket()) as line, following(here, path(game_id), Cookie=looker) as view:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)  # the smallest buffer possible
        line.connect(here)
        line.sendall(f"GET {path(game_id)} HTTP/1.1\r\nHost: {here[0]}\r\nCookie: {deaf}\r\n\r\n".encode())
        until(lambda: follows(app) == 2)
        notes = 0
        while follows(app) == 2 and notes < 100_000:
            GameRepository(store).append(game_id, Commented(text="Tea"), seen=store.version(game_id), by="test")
            notes += len(view.frame().html)
        until(lambda: follows(app) == 1)
        assert ask(here, f"/games/{game_id}/version", Cookie=looker)[0] == 200


def test_whose_phone_has_gone_without_a_word_is_let_go(
    app: Flask, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "ACK_TIMEOUT", 0.2)
    monkeypatch.setattr(streams, "KEEP_ALIVE_INTERVAL", 0.02)
    with served(app) as here, socket.create_connection(here) as line:
        looker = come_in(app, here, game_id, Role.LOOK)
        line.sendall(f"GET {path(game_id)} HTTP/1.1\r\nHost: {here[0]}\r\nCookie: {looker}\r\n\r\n".encode())
        until(lambda: follows(app) == 1)
        vanish(line)
        until(lambda: follows(app) == 0)


def vanish(line: socket.socket) -> None:
    """Drop every packet before the socket sees it: nothing is acknowledged, nothing refused."""
    nothing = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # a filter that passes no byte
    attach_filter = 26
    try:
        line.setsockopt(socket.SOL_SOCKET, attach_filter, struct.pack("HP", 1, ctypes.addressof(nothing)))
    except PermissionError:  # some systems allow it only to root
        pytest.skip("this user may not make a connection drop what comes by it")


def test_nobody_looks_whether_anything_was_written_where_nobody_follows(app: Flask, here: Where, game_id: str) -> None:
    def looks() -> bool:
        return any(thread.name == "streams" for thread in threading.enumerate())

    with following(here, path(game_id), Cookie=come_in(app, here, game_id, Role.LOOK)):
        until(looks)
    until(lambda: not looks())
