"""Pages that follow their game: what is written comes up by itself, by a stream, and only where somebody sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Event
from typing import TYPE_CHECKING

import pytest
from builders import play
from flask import Flask, abort, request
from raw_http import served
from scorekeeper import Scorekeeper, Wired
from store.test_backups import until

from browser.away import log, waiting
from browser.phone import Phone, Thumb
from scorepad.game.state.events import BidsRecorded, TricksRecorded
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PAGES = "return performance.getEntriesByType('resource').filter((one) => one.name.endsWith(arguments[0])).length"
LED_ON = "return performance.getEntriesByType('resource').filter((one) => one.redirectStart).length"
ASKED = "return performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/version')).length"


def game(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", "Ann Ben Cat", house={"ladder": "2-4"}), by="test")


def play_on(store: Store, game_id: str, tricks: int) -> None:
    """The first hand: its bids, then its tricks."""
    repository = GameRepository(store)
    event = TricksRecorded(taken={"p1": 0, "p2": 1, "p3": 1}) if tricks else BidsRecorded(
        cards=2, bids={"p1": 0, "p2": 1, "p3": 0}, trump="H"
    )  # fmt: skip
    repository.append(game_id, event, seen=repository.store.version(game_id), by="test")


def test_the_table_view_and_the_standings_are_told_by_a_stream_on_every_engine(thumb: Thumb, store: Store) -> None:
    game_id = game(store)
    thumb.open(f"/games/{game_id}/view")
    store.keep_draft(game_id, 1, "bid.p2", "1")
    thumb.wait_for_words(".board li:nth-child(2)", "1")
    play_on(store, game_id, 0)
    thumb.wait_for_words("#this", "♥")
    assert thumb.run(ASKED) == 0
    thumb.open(f"/games/{game_id}/standings")
    assert "Nothing to see" in thumb.words("#board")
    play_on(store, game_id, 1)
    thumb.wait_for_words("#board", "Bids made")
    assert thumb.words("#this") == "After 1 hand"
    assert thumb.run(ASKED) == 0


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store)


@pytest.fixture
def seen(by_plain_http: None, phone: Phone, app: Flask) -> Iterator[Phone]:
    with served(app) as (host, port):
        phone.address = f"http://{host}:{port}"
        yield phone
        phone.turn_away()


def test_a_page_that_nobody_sees_holds_no_stream_and_is_up_to_date_when_it_is_seen_again(
    seen: Phone, app: Flask, store: Store
) -> None:
    game_id, streams = game(store), app.extensions["scorepad_streams"]
    seen.open(f"/games/{game_id}/view")
    until(lambda: len(streams) == 1)
    page = seen.driver.current_window_handle
    seen.driver.switch_to.new_window("tab")
    until(lambda: len(streams) == 0)
    play_on(store, game_id, 0)
    seen.driver.close()
    seen.driver.switch_to.window(page)
    seen.wait_for_words("#this", "♥")
    until(lambda: len(streams) == 1)


def test_a_page_that_is_followed_comes_as_a_whole_in_the_language_that_was_chosen_meanwhile(
    seen: Phone, store: Store
) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}/standings")
    page = seen.driver.current_window_handle
    seen.driver.switch_to.new_window("tab")
    seen.open("/?lang=nl")
    for part in range(2):
        play_on(store, game_id, part)
    seen.driver.close()
    seen.driver.switch_to.window(page)
    seen.wait_for_words("#this", "Na 1 ronde")
    seen.wait_for("html[lang=nl]")
    assert seen.words(".bar h1") == "Stand"


def test_where_there_is_no_place_for_a_stream_a_page_asks_instead(
    seen: Phone, app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen.expected = "503"
    game_id = game(store)
    monkeypatch.setattr(app.extensions["scorepad_streams"], "_most", 0)
    seen.open(f"/games/{game_id}/view")
    play_on(store, game_id, 0)
    seen.wait_for_words("#this", "♥")
    assert seen.run(ASKED) >= 1
    assert not seen.one("#stale").is_displayed()


# --- two who score --------------------------------------------------------------------------------------


@pytest.fixture
def ben(seen: Phone) -> Scorekeeper:
    """Somebody else who scores, and has said who they are."""
    other = Scorekeeper(Wired(int(seen.address.rpartition(":")[2])))
    other.visit("/device")
    other.send("/device", name="Ben")
    return other


def test_what_another_scorer_taps_comes_up_with_who_it_was_and_what_they_record_too(
    seen: Phone, ben: Scorekeeper, store: Store
) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    ben.visit(f"/games/{game_id}")
    ben.tap("bid.p1", 1)
    seen.wait_until(lambda: seen.chosen("Ann") == "1")
    assert seen.words("#beside") == "Ben: Ann 1"
    seen.tap_number("Ben", 1)
    ben.tap("bid.p3", 1)
    seen.wait_until(lambda: seen.chosen("Cat") == "1")
    assert [seen.chosen(name) for name in ("Ann", "Ben")] == ["1", "1"]
    ben.visit(f"/games/{game_id}")
    assert ben.send("/bids").status == 200
    seen.wait_for("[data-stage=tricks]")
    assert seen.run(ASKED) == 0


def test_what_is_typed_is_not_lost_when_another_scorer_records(seen: Phone, ben: Scorekeeper, store: Store) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    seen.run("location.hash = 'menu'; document.querySelector('[name=text]').closest('details').open = true")
    seen.one("[name=text]").send_keys("Tea")
    ben.visit(f"/games/{game_id}")
    assert ben.bid(Ann=1, Ben=1, Cat=1).status == 200
    seen.one("[name=text]").send_keys(" and cake")
    assert seen.stage is not None
    assert seen.one("[name=text]").get_attribute("value") == "Tea and cake"
    seen.run("document.activeElement.blur()")
    seen.wait_for("[data-stage=tricks]")


def test_a_tap_of_ones_own_asks_for_nothing_more(seen: Phone, app: Flask, store: Store) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    until(lambda: len(app.extensions["scorepad_streams"]) == 1)
    seen.tap_number("Ann", 1)
    seen.tap_number("Ben", 1)
    seen.wait_until(lambda: len(store.draft(game_id)["values"]) == 2)
    store.keep_draft(game_id, 1, "bid.p3", "0", by="Ben")
    seen.wait_until(lambda: seen.chosen("Cat") == "0")
    assert seen.run(PAGES, f"/games/{game_id}") == 0


def test_the_first_thing_that_another_does_is_that_a_tap_is_taken_back(seen: Phone, app: Flask, store: Store) -> None:
    game_id = game(store)
    store.keep_draft(game_id, 1, "bid.p1", "1", by="Ben")
    seen.open(f"/games/{game_id}")
    until(lambda: len(app.extensions["scorepad_streams"]) == 1)
    assert seen.chosen("Ann") == "1"
    store.keep_draft(game_id, 1, "bid.p1", None, by="Ben")
    seen.wait_until(lambda: seen.chosen("Ann") is None)


def test_a_page_that_does_not_come_when_another_records_is_asked_for_again(
    seen: Phone, app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, answering, missed = game(store), app.wsgi_app, Event()

    def miss(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != f"/games/{game_id}" or missed.is_set():
            return answering(environ, start)
        missed.set()
        start("503 Service Unavailable", [])
        return []

    seen.open(f"/games/{game_id}")
    monkeypatch.setattr(app, "wsgi_app", miss)
    seen.expected = "503"
    play_on(store, game_id, 0)
    seen.wait_until(lambda: seen.run(PAGES, f"/games/{game_id}") == 1)
    seen.run("document.dispatchEvent(new Event('visibilitychange'))")  # it looks at once, else within a minute
    seen.wait_for("[data-stage=tricks]")


# A stream that brings its frames late, and once more when it is asked to.
LATE = """
const Stream = EventSource;
window.frames = [];
window.EventSource = class extends Stream {
  set onmessage(told) {
    window.streams = (window.streams ?? 0) + 1;
    super.onmessage = (event) => { frames.push(() => told(event)); told(event); };
  }
};
"""


def frames(phone: Phone, count: int) -> None:
    """Wait until so many have come; the first says what is tapped when the page opens."""
    phone.wait_until(lambda: phone.run("return frames.length") == count)


def test_a_frame_that_is_older_than_a_tap_takes_nothing_from_it(seen: Phone, app: Flask, store: Store) -> None:
    late = seen.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LATE})
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    seen.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", late)
    frames(seen, 1)
    seen.tap_number("Ann", 1)
    frames(seen, 2)
    seen.run("const now = performance.now(); performance.now = () => now")  # it comes soon, whatever the machine does
    seen.tap_number("Ann", 2)
    frames(seen, 3)
    seen.run("frames[1](); return new Promise((done) => setTimeout(done, 50))")
    assert seen.chosen("Ann") == "2"
    seen.run("delete performance.now")
    store.keep_draft(game_id, 1, "bid.p1", "0", by="Ben")
    seen.wait_until(lambda: seen.chosen("Ann") == "0")


def test_an_answer_that_nothing_can_read_yet_is_asked_for_again_and_counts_once(
    seen: Phone, app: Flask, store: Store
) -> None:
    """What reads answers is fetched with the first thing that is sent, and does not come at once here."""
    missed: list[str] = []

    @app.before_request
    def miss() -> None:
        if "/answers.js" in request.path and len(missed) < 2:
            missed.append(request.path)
            abort(503)

    seen.expected = "Failed to load resource"
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    seen.bid(0, 1, 0)
    assert seen.stage == "tricks"
    seen.wait_until(lambda: waiting(seen) == 0)
    assert len(missed) == 2
    assert log(store, f"/games/{game_id}") == ["open", "bids"]


# --- an auction -----------------------------------------------------------------------------------------


@pytest.fixture
def auction(seen: Phone, store: Store) -> str:
    """A game of Murder whose pad is open on the phone, which notes its frames."""
    noting = seen.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LATE})
    game_id = GameRepository(store).keep(play("murder", "Ann Ben Cat", house={"ladder": "5 4"}), by="test")
    seen.open(f"/games/{game_id}")
    seen.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", noting)
    frames(seen, 1)
    return game_id


def another_calls(store: Store, game_id: str, *calls: str) -> None:
    store.keep_draft(game_id, 1, "calls", {"order": ["p1", "p2", "p3", 5], "calls": [*calls]}, by="Ben")


def test_what_another_scorer_calls_and_takes_back_comes_up_from_the_first_call_on(
    seen: Phone, auction: str, store: Store
) -> None:
    for calls in ("1H", "1H pass", "1H"):
        another_calls(store, auction, *calls.split())
        seen.wait_for(f".pad [name=calls][value='{calls}']")


def test_a_call_of_ones_own_asks_for_nothing_more(seen: Phone, auction: str, store: Store) -> None:
    for told, call in enumerate(("1H", "pass"), 2):
        seen.call(call)
        frames(seen, told)
        seen.wait_until(lambda: seen.run("return streams") == 2)  # who listens from now on has come
    assert seen.run(LED_ON) == 0, "each is answered with its page"
    another_calls(store, auction, "1H", "pass", "2C")
    seen.wait_until(lambda: seen.called == "1H pass 2C")
    assert seen.run(PAGES, auction) == 1, "for what another has called"


def test_a_page_that_was_asked_for_before_a_call_takes_nothing_from_it(
    seen: Phone, app: Flask, auction: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering, asked, may_go = app.wsgi_app, Event(), Event()

    def late(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = answering(environ, start)
        if environ["PATH_INFO"] == f"/games/{auction}" and not asked.is_set():
            asked.set()
            return held(answer)
        return answer

    def held(answer: Iterable[bytes]) -> Iterable[bytes]:
        yield b""  # the head goes out: until it is there, Chromium asks for no other page of this address
        may_go.wait(60)
        yield from answer

    monkeypatch.setattr(app, "wsgi_app", late)
    seen.expected = "409"
    another_calls(store, auction, "1H")
    assert asked.wait(60)
    for calls in ("1H", "1H 2C"):
        seen.call("2C")
        assert seen.called == calls, "the answer to the first tap tells of the other's"
    may_go.set()
    seen.wait_until(lambda: seen.run(PAGES, auction) == 2)
    assert seen.called == "1H 2C"
