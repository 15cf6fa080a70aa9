"""Tests of two devices that score the same game.

Taps and saved hands of one appear on the other, and no tap is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event
from typing import TYPE_CHECKING

import pytest
from builders import play
from flask import Flask, abort, request
from scorekeeper import Scorekeeper
from stores import put_tap
from waiting import until

from browser.away import decide, log, waiting
from browser.following import ASKED, app, game, play_on, seen
from browser.phone import Phone
from browser.scripts import IMPATIENT, PATIENCE_ENDS
from scorepad.game.state.events import Corrected
from scorepad.repository import GameRepository
from scorepad.store import Store

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

__all__ = ["app", "seen"]

PAGES = "return performance.getEntriesByType('resource').filter((one) => one.name.endsWith(arguments[0])).length"


@pytest.fixture
def ben(seen: Phone) -> Scorekeeper:
    """Return another scorer who has entered a name."""
    other = seen.another_scorer()
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
    assert ben.send("/undo").status == 200
    seen.wait_for_words("#beside", "Ben: Cat’s 1 undone")
    ben.tap("bid.p3", 1)
    ben.visit(f"/games/{game_id}")
    assert ben.send("/bids").status == 200
    seen.wait_for("[data-stage=tricks]")
    assert seen.run(ASKED) == 0


def test_what_is_typed_is_not_lost_when_another_scorer_records(seen: Phone, ben: Scorekeeper, store: Store) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    seen.run("location.hash = 'menu'; document.querySelector('[name=text]').closest('details').open = true")
    seen.element("[name=text]").send_keys("Tea")
    ben.visit(f"/games/{game_id}")
    assert ben.bid(Ann=1, Ben=1, Cat=1).status == 200
    seen.element("[name=text]").send_keys(" and cake")
    assert seen.stage is not None
    assert seen.element("[name=text]").get_attribute("value") == "Tea and cake"
    seen.run("document.activeElement.blur()")
    seen.wait_for("[data-stage=tricks]")
    assert seen.element("[name=text]").get_property("value") == "Tea and cake"
    assert seen.element("[name=text]").is_displayed()


def test_numbers_in_whose_place_another_scorer_saves_others_are_named_and_one_tap_opens_the_change(
    seen: Phone, ben: Scorekeeper, store: Store
) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    ben.visit(f"/games/{game_id}")
    seen.tap_number("Ann", 0)
    seen.tap_number("Ben", 0)
    seen.wait_until(lambda: waiting(seen) == 0)
    ben.bid(Ann=1, Ben=0, Cat=0)
    seen.wait_for_words("#panel", "Ben has saved other numbers for hand 1.")
    assert seen.words("#panel .versions tbody").splitlines() == ["Ann 1 0", "Ben 0 0", "Cat 0 –"]
    assert [element.get_attribute("data-bid") for element in seen.all("#entry [data-bid]")] == ["0", "0", "1"]
    decide(seen, "#panel .do")
    seen.wait_for("[data-stage=correction]")
    assert seen.texts(".fix summary b") == ["0", "0", "0"]
    seen.tap(seen.button)
    seen.wait_for("[data-stage=tricks]")
    assert GameRepository(store).load(game_id).game.events[-1] == Corrected(1, {"bids": {"p1": 0, "p2": 0, "p3": 0}})


def test_bids_that_another_scorer_has_changed_are_named_and_tricks_begin_from_them(
    seen: Phone, ben: Scorekeeper, store: Store
) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    seen.bid(0, 0, 0)
    seen.wait_until(lambda: waiting(seen) == 0)
    ben.visit(f"/games/{game_id}/hands/1/correction")
    ben.send("/correction", bid__p3=1)
    seen.wait_for_words("#panel", "Ben has saved other numbers for hand 1.")
    assert seen.words("#panel .versions tbody").splitlines() == ["Ann 0 0", "Ben 0 0", "Cat 1 0"]
    assert seen.chosen("Cat") == "1"


def test_a_tap_of_ones_own_asks_for_nothing_more(seen: Phone, app: Flask, store: Store) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}")
    until(lambda: len(app.extensions["scorepad_streams"]) == 1)
    seen.tap_number("Ann", 1)
    seen.tap_number("Ben", 1)
    seen.wait_until(lambda: len(store.draft(game_id)["values"]) == 2)
    put_tap(store, game_id, 1, "bid.p3", "0", by="Ben")
    seen.wait_until(lambda: seen.chosen("Cat") == "0")
    assert seen.run(PAGES, f"/games/{game_id}") == 0


def test_the_first_thing_that_another_does_is_that_a_tap_is_taken_back(seen: Phone, app: Flask, store: Store) -> None:
    game_id = game(store)
    put_tap(store, game_id, 1, "bid.p1", "1", by="Ben")
    seen.open(f"/games/{game_id}")
    until(lambda: len(app.extensions["scorepad_streams"]) == 1)
    assert seen.chosen("Ann") == "1"
    put_tap(store, game_id, 1, "bid.p1", None, by="Ben")
    seen.wait_until(lambda: seen.chosen("Ann") is None)


@pytest.mark.soak
def test_a_tap_that_was_taken_back_while_nobody_could_tell_is_gone(seen: Phone, app: Flask, store: Store) -> None:
    missed = Event()

    @app.before_request
    def miss() -> None:
        if "/stream" in request.path and not missed.is_set():
            missed.set()
            abort(503)

    seen.expected = "503"
    game_id = game(store)
    put_tap(store, game_id, 1, "bid.p1", "1", by="Ben")
    seen.open(f"/games/{game_id}")
    assert missed.wait(60)
    assert seen.chosen("Ann") == "1"
    put_tap(store, game_id, 1, "bid.p1", None, by="Ben")
    seen.wait_until(lambda: seen.chosen("Ann") is None)


@pytest.mark.soak
def test_another_scorers_taps_come_up_where_one_was_tapped_here_and_not_sent(
    seen: Phone, app: Flask, store: Store
) -> None:
    """A tap that waits for an earlier request is sent with the bids, and not separately."""
    may = Event()

    @app.before_request
    def wait() -> None:
        if request.path.endswith("/draft"):
            may.wait(60)

    game_id = game(store)
    seen.open(f"/games/{game_id}")
    until(lambda: len(app.extensions["scorepad_streams"]) == 1)
    seen.bid(0, 1, 0)
    assert seen.stage == "tricks"
    may.set()
    seen.wait_until(lambda: waiting(seen) == 0)
    decide(seen, ".foot [form=undo]")
    seen.wait_for("[data-stage=bids]")
    seen.wait_until(lambda: log(store, f"/games/{game_id}")[-1] == "undo")
    for player in ("p1", "p2", "p3"):
        put_tap(store, game_id, 1, f"bid.{player}", "2", by="Ben")
    seen.wait_until(lambda: [seen.chosen(name) for name in ("Ann", "Ben", "Cat")] == ["2"] * 3)


@pytest.mark.soak
@pytest.mark.parametrize("how", ["is refused", "hangs"])
def test_a_page_that_does_not_come_when_another_records_is_asked_for_again(
    seen: Phone, app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    game_id, answering, missed, never = game(store), app.wsgi_app, Event(), Event()

    def miss(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != f"/games/{game_id}" or missed.is_set():
            return answering(environ, start)
        missed.set()
        if how == "hangs":
            return hung(answering(environ, start))
        start("503 Service Unavailable", [])
        return []

    def hung(answer: Iterable[bytes]) -> Iterable[bytes]:
        yield b""
        never.wait(60)
        yield from answer

    seen.open(f"/games/{game_id}")
    seen.run(IMPATIENT)
    monkeypatch.setattr(app, "wsgi_app", miss)
    seen.expected = "503"
    play_on(store, game_id, 0)
    assert missed.wait(60)
    seen.run(PATIENCE_ENDS)
    seen.run("document.dispatchEvent(new Event('visibilitychange'))")  # it looks at once, otherwise within a minute
    try:
        seen.wait_for("[data-stage=tricks]")
    finally:
        never.set()


@pytest.mark.soak
def test_what_another_records_while_a_tap_waits_for_too_long_comes_up_once_it_is_through(
    seen: Phone, app: Flask, store: Store
) -> None:
    may, sent = Event(), Event()

    @app.before_request
    def wait() -> None:
        if request.path.endswith("/draft"):
            sent.set()
            may.wait(60)

    seen.expected = "409"
    game_id = game(store)
    play_on(store, game_id, 0)
    collecting_frames(seen, game_id)
    seen.run(IMPATIENT)
    seen.tap_number("Ann", 1)
    assert sent.wait(60)
    play_on(store, game_id, 1)
    frames(seen, 2)
    seen.wait_until(lambda: seen.run("return streams") == 2)  # the listener is loaded
    seen.run(PATIENCE_ENDS)
    may.set()
    seen.wait_until(lambda: waiting(seen) == 0)
    seen.run("document.dispatchEvent(new Event('visibilitychange'))")
    seen.wait_for_words("h1", "Hand 2")


# An event stream whose messages the test can deliver again later.
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


def collecting_frames(phone: Phone, game_id: str) -> None:
    """Open a game whose page collects its stream messages."""
    with phone.adding(LATE):
        phone.open(f"/games/{game_id}")
    frames(phone, 1)


def frames(phone: Phone, count: int) -> None:
    """Wait for this number of stream messages; the first holds the draft when the page opens."""
    phone.wait_until(lambda: phone.run("return frames.length") == count)


def test_a_frame_that_is_older_than_a_tap_takes_nothing_from_it(seen: Phone, app: Flask, store: Store) -> None:
    game_id = game(store)
    collecting_frames(seen, game_id)
    seen.tap_number("Ann", 1)
    frames(seen, 2)
    seen.wait_until(lambda: seen.run("return streams") == 2)  # the listener is loaded
    seen.tap_number("Ann", 0)
    frames(seen, 3)
    seen.run("const now = performance.now(); performance.now = () => now")  # the frame comes soon, by the page's clock
    seen.tap_number("Ann", 2)
    frames(seen, 4)
    seen.wait_until(lambda: waiting(seen) == 0)
    seen.run("frames[2](); return new Promise((done) => setTimeout(done, 50))")
    assert seen.chosen("Ann") == "2"
    seen.run("delete performance.now")
    put_tap(store, game_id, 1, "bid.p1", "0", by="Ben")
    seen.wait_until(lambda: seen.chosen("Ann") == "0")


# --- auction ---------------------------------------------------------------------------------------------


@pytest.fixture
def auction(seen: Phone, store: Store) -> str:
    """Open the pad of a game of Murder on the phone, which collects its stream messages."""
    game_id = GameRepository(store).keep(play("murder", "Ann Ben Cat", house={"ladder": "5 4"}), by="test")
    collecting_frames(seen, game_id)
    return game_id


def another_calls(store: Store, game_id: str, *calls: str) -> None:
    put_tap(store, game_id, 1, "calls", {"order": ["p1", "p2", "p3", 5], "calls": [*calls]}, by="Ben")


def test_what_another_scorer_calls_and_takes_back_comes_up_from_the_first_call_on(
    seen: Phone, auction: str, store: Store
) -> None:
    for calls in ("1H", "1H pass", "1H"):
        another_calls(store, auction, *calls.split())
        seen.wait_for(f".pad [name=calls][value='{calls}']")


@pytest.mark.soak
def test_a_call_from_a_page_whose_session_is_gone_counts(seen: Phone, auction: str) -> None:
    seen.expected = "400"
    seen.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    seen.call("1H")
    assert seen.called == "1H"


@pytest.mark.soak
def test_a_page_that_was_asked_for_before_a_call_takes_nothing_from_it(
    seen: Phone, app: Flask, auction: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering, requested, may_go = app.wsgi_app, Event(), Event()

    def late(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = answering(environ, start)
        if environ["PATH_INFO"] == f"/games/{auction}" and not requested.is_set():
            requested.set()
            return held(answer)
        return answer

    def held(answer: Iterable[bytes]) -> Iterable[bytes]:
        yield b""  # send the headers: until then Chromium requests no other page of this address
        may_go.wait(60)
        yield from answer

    monkeypatch.setattr(app, "wsgi_app", late)
    seen.expected = "409"
    another_calls(store, auction, "1H")
    assert requested.wait(60)
    for calls in ("1H", "1H 2C"):
        seen.call("2C")
        assert seen.called == calls, "the answer to the first tap tells of the other's"
    may_go.set()
    seen.wait_until(lambda: seen.run(PAGES, auction) == 2)
    assert seen.called == "1H 2C"
