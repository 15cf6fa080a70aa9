"""Tests of pages that follow their game: changes appear through a stream, and only on visible pages."""

from threading import Event

import pytest
from flask import Flask, abort, request
from stores import put_tap
from waiting import until

from browser.away import log, waiting
from browser.following import ASKED, app, game, play_on, seen
from browser.phone import Phone, Thumb
from browser.scripts import IMPATIENT
from scorepad.store import Store

__all__ = ["app", "seen"]  # fixtures


def test_the_table_view_and_the_standings_are_told_by_a_stream_on_every_engine(thumb: Thumb, store: Store) -> None:
    game_id = game(store)
    thumb.open(f"/games/{game_id}/view")
    put_tap(store, game_id, 1, "bid.p2", "1")
    thumb.wait_for_words(".board li:nth-child(2)", "1")
    play_on(store, game_id, 0)
    thumb.wait_for_words("#this", "♥")
    assert thumb.run(ASKED) == 0
    thumb.open(f"/games/{game_id}/standings")
    assert "Nothing to show before the first hand is played" in thumb.words("#board")
    play_on(store, game_id, 1)
    thumb.wait_for_words("#board", "Bids made")
    assert thumb.words("#this") == "After 1 hand"
    assert thumb.run(ASKED) == 0


def test_a_page_that_nobody_sees_holds_no_stream_and_is_up_to_date_when_it_is_seen_again(
    seen: Phone, app: Flask, store: Store
) -> None:
    game_id, streams = game(store), app.extensions["scorepad_streams"]
    seen.open(f"/games/{game_id}/view")
    until(lambda: len(streams) == 1)
    with seen.another_tab():
        until(lambda: len(streams) == 0)
        play_on(store, game_id, 0)
    seen.wait_for_words("#this", "♥")
    until(lambda: len(streams) == 1)


def test_a_page_that_is_followed_comes_as_a_whole_in_the_language_that_was_chosen_meanwhile(
    seen: Phone, store: Store
) -> None:
    game_id = game(store)
    seen.open(f"/games/{game_id}/standings")
    with seen.another_tab():
        seen.open("/?lang=nl")
        for part in range(2):
            play_on(store, game_id, part)
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
    assert not seen.element("#stale").is_displayed()


# --- missing answers ------------------------------------------------------------------------------------


@pytest.mark.soak
def test_an_answer_that_never_comes_is_given_up_and_what_waits_is_sent_again_by_itself(
    seen: Phone, app: Flask, store: Store
) -> None:
    never, held = Event(), Event()

    @app.before_request
    def hold() -> None:
        if request.path.endswith("/bids") and not held.is_set():
            held.set()
            never.wait(60)
            abort(503)

    game_id = game(store)
    seen.open(f"/games/{game_id}")
    seen.run(IMPATIENT)
    seen.bid(0, 1, 0)
    assert held.wait(60)
    seen.wait_until(lambda: waiting(seen) == 0)
    never.set()
    assert log(store, f"/games/{game_id}") == ["open", "bids"]


def test_an_answer_that_nothing_can_read_yet_is_asked_for_again_and_counts_once(
    seen: Phone, app: Flask, store: Store
) -> None:
    """The code that reads answers is loaded with the first request, and arrives late here."""
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
