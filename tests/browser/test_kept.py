"""Tests of unsent hands on one phone: shown on the device page, saved as a file, and deleted only on request."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from builders import play
from flask import request

from browser.away import log, no_answers_to, open_until, queued, waiting
from browser.axe import violations
from browser.phone import Phone, Thumb
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role

KEEP = """
const [entries, done] = arguments;
const asked = indexedDB.open("scorepad", 1);
asked.onupgradeneeded = () => asked.result.createObjectStore("queue", { keyPath: "id" });
asked.onsuccess = () => {
  const change = asked.result.transaction("queue", "readwrite");
  for (const one of entries) change.objectStore("queue").put(one);
  change.oncomplete = () => { asked.result.close(); done(); };
};
"""
DATABASES = "const done = arguments[0]; indexedDB.databases().then((all) => done(all.map((one) => one.name)))"
TELL = "new BroadcastChannel('scorepad /').postMessage(arguments[0].split('/').at(-1))"
"""Sends a notification, as another tab does after it saved another entry of this game."""
ABORTS = """
delete IDBTransaction.prototype.commit;
window.put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (one) {
  queueMicrotask(() => { try { this.transaction.abort(); } catch { } });
  return put.call(this, one);
};
"""
"""Makes every write fail, as on a phone without free storage."""


@pytest.fixture
def unsent(pad: Phone) -> Iterator[Phone]:
    """Yield the phone on a game with a hand that it could not send."""
    pad.begin("Ann", "Bob", "Cat")
    with playing_unsent(pad):
        yield pad


@contextlib.contextmanager
def playing_unsent(phone: Phone) -> Iterator[None]:
    """Play a hand of five cards whose requests fail; at the end delete all stored data."""
    no_answers_to(phone, "*/hands/*")
    try:
        phone.bid(2, 1, 2)
        phone.tap(phone.button)
        phone.wait_for_words("h1", "Hand 2")
        phone.wait_until(lambda: len(queued(phone)) == 2)
        yield
    finally:
        no_answers_to(phone)
        phone.turn_away()
        phone.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": phone.address, "storageTypes": "all"})


def saved(phone: Phone, folder: Path) -> bytes:
    """Return the file of the first “Save as a file” link."""
    phone.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    phone.click("#kept a")
    files = phone.wait_until(
        lambda: [path for path in folder.glob("unsent-*.json") if path.read_bytes().endswith(b"}")]
    )
    return files[0].read_bytes()


def entry(name: str, game: str, hand: int, at: float) -> dict[str, Any]:
    """Return the queue entry of a hand's tricks."""
    return {"id": name, "game": game, "pairs": [], "after": "", "stage": "taken", "hand": hand, "at": at}


def wait_a_moment(thumb: Thumb) -> None:
    """Wait longer than a double tap takes, by the page's clock."""
    thumb.run("window.before = performance.now()")
    thumb.wait_until(lambda: thumb.run("return performance.now() - window.before > 750"))


@pytest.mark.soak
def test_the_device_tells_which_hands_are_on_it_only_and_their_file_counts_once_with_what_it_sends_later(
    unsent: Phone, axe: str, tmp_path: Path
) -> None:
    game = unsent.path
    unsent.open("/device")
    unsent.wait_for("#kept a")
    assert "Ann, Bob, Cat: hand 1" in unsent.words("#kept")
    assert violations(unsent, axe) == []
    file = saved(unsent, tmp_path)
    assert json.loads(file)["game"] == game.rpartition("/")[2]
    other = unsent.another_scorer()
    other.visit(game + "/unsent")
    page = other.send("/unsent", file=("unsent.json", file))
    assert page.form("/hands/2/bids")
    totals = page.totals
    no_answers_to(unsent)
    unsent.open(game)
    unsent.wait_until(lambda: queued(unsent) == [])
    assert other.visit(game).totals == totals
    assert other.visit(game + "/log").text.count("Tricks:") == 1


def test_in_every_engine_unsent_hands_are_forgotten_only_by_a_second_tap_that_is_meant(
    thumb: Thumb,
) -> None:
    game = thumb.keep(play("pike", "Ann Bob Cat", house={"ladder": "5-1"})).rpartition("/")[2]
    thumb.open("/device")
    thumb.ask(KEEP, [entry("a", game, 1, at=2), entry("b", game, 3, at=1)])
    thumb.reload()
    thumb.wait_for_words("#kept", "Ann, Bob, Cat: hand 3, 1")
    thumb.run("arguments[0].click(); arguments[0].click()", thumb.element("#forget button"))
    thumb.wait_for_words("#forget [role=alert]", "are nowhere else")
    assert len(queued(thumb)) == 2, "a double tap is no second one"
    wait_a_moment(thumb)
    thumb.click("#forget button")
    thumb.wait_for_words("body", "This device is signed out.")
    assert queued(thumb) == []
    assert thumb.element("#kept").get_attribute("hidden")


@pytest.mark.soak
def test_who_forgets_a_device_before_it_has_told_what_it_has_is_asked_all_the_same(
    by_plain_http: None, phone: Phone, store: Store
) -> None:
    app, may_go = create_app(store), Event()

    @app.before_request
    def wait() -> None:
        if request.path.endswith("/sheet.json"):
            may_go.wait(60)

    phone.expected = "404"
    with phone.visiting(app):
        phone.open("/device")
        phone.ask(KEEP, [entry("a", "another", 1, at=1)])
        phone.reload()
        phone.click("#forget button")
        phone.wait_for_words("#forget [role=alert]", "are nowhere else")
        assert len(queued(phone)) == 1
        may_go.set()
        phone.wait_for("#kept a")
        phone.forget()


@pytest.mark.soak
def test_a_phone_that_keeps_nothing_is_told_nothing_and_nothing_is_begun_on_it(pad: Phone) -> None:
    pad.open("/device")
    pad.wait_until(lambda: pad.run("return document.readyState === 'complete'"))
    assert pad.ask(DATABASES) == []
    assert not pad.element("#kept").is_displayed()
    pad.click("#forget button")
    pad.wait_for_words("body", "This device is signed out.")


def test_who_is_shut_out_still_finds_their_unsent_hands_where_a_key_is_asked_for(
    shared: Phone, links: Links, tmp_path: Path
) -> None:
    game = shared.keep(play("pike", "Ann Bob Cat", house={"ladder": "5-1"})).rpartition("/")[2]
    shared.open(links.link("", game, Role.SCORE))
    with playing_unsent(shared):
        links.renew(game, Role.SCORE)
        open_until(shared, f"/games/{game}", lambda: not shared.all("#entry"))
        shared.wait_for("#kept a")
        assert "A game that this phone may not open: hand 1" in shared.words("#kept")
        assert json.loads(saved(shared, tmp_path))["game"] == game


@contextlib.contextmanager
def device_in_another_window(phone: Phone) -> Iterator[None]:
    """Open the device page in another window during the context."""
    with phone.another_tab("window"):
        phone.open("/device")
        yield
        phone.turn_away()


@pytest.mark.soak
def test_another_window_shows_that_the_hands_of_its_game_alone_were_forgotten(unsent: Phone) -> None:
    unsent.ask(KEEP, [entry("x", "another", 7, at=9e15)])
    with device_in_another_window(unsent):
        unsent.wait_until(lambda: len(unsent.all("#kept a")) == 2)
        unsent.expected += "|404"
        assert "A game that this phone may not open: hand 7" in unsent.words("#kept")
        unsent.click("#kept button")
        wait_a_moment(unsent)
        unsent.click("#kept button")
        unsent.wait_until(lambda: len(unsent.all("#kept a")) == 1)
        assert [item["game"] for item in queued(unsent)] == ["another"]
    unsent.wait_for_words("h1", "Hand 1")
    assert (unsent.all("#line"), unsent.all(".pencil")) == ([], [])


@pytest.mark.soak
def test_another_window_goes_on_as_a_new_browser_once_the_device_is_forgotten(pad: Phone, store: Store) -> None:
    game = pad.begin("Ann", "Bob", "Cat")
    pad.run("window.stale = true")
    with device_in_another_window(pad):
        pad.click("#forget button")
        pad.wait_for_words("body", "This device is signed out.")
        pad.wait_until(lambda: pad.run("return sessionStorage.length") == 0)
    pad.wait_until(lambda: pad.run("return !window.stale && document.readyState === 'complete'"))
    pad.bid(1)
    pad.wait_until(lambda: store.draft(game.rpartition("/")[2])["values"])


@pytest.mark.soak
def test_what_another_tab_puts_aside_is_put_aside_here(unsent: Phone) -> None:
    unsent.ask(KEEP, [{**item, "aside": True} for item in queued(unsent)])
    unsent.run(TELL, unsent.path)
    unsent.wait_for_words("h1", "Hand 1")
    unsent.tap_on("#line")
    assert len(unsent.all("#panel li button")) == 2, "each can be forgotten"


@pytest.mark.soak
def test_what_a_phone_has_no_room_for_is_sent_though_another_tab_has_written_down_something(
    pad: Phone, store: Store
) -> None:
    game = pad.begin("Ann", "Bob", "Cat")
    pad.run(ABORTS)
    no_answers_to(pad, "*/hands/*")
    pad.expected += "|Abort|IndexedDB"
    pad.bid(2, 1, 2)
    pad.tap(pad.button)
    pad.run(TELL, game)
    assert waiting(pad) == 0
    assert pad.words("h1") == "Hand 2"
    pad.wait_for_words("#line", "Not saved on this phone: keep this page open")
    pad.tap_on("#line")
    assert "Save as a file" in pad.words("#panel .acts")
    assert "even if you close this page" not in pad.words("#panel")
    pad.run("IDBObjectStore.prototype.put = put")
    pad.try_again()
    pad.wait_for_words("#line", "1 hand on this phone only")
    assert len(queued(pad)) == 2, "stored again"
    no_answers_to(pad)
    pad.try_again()
    pad.wait_until(lambda: log(store, game) == ["open", "bids", "tricks"])


def test_hands_that_are_cleared_with_the_site_data_are_stored_again(unsent: Phone) -> None:
    everything = {"origin": unsent.address, "storageTypes": "indexeddb"}
    unsent.driver.execute_cdp_cmd("Storage.clearDataForOrigin", everything)
    unsent.bid(1, 1, 2)
    unsent.tap(unsent.button)
    unsent.wait_for_words("#line", "2 hands on this phone only")
    assert sorted(item["hand"] for item in queued(unsent)) == [1, 1, 2, 2]


def test_what_somebody_has_tapped_whom_the_phone_belonged_to_before_is_not_sent_and_forgotten_one_by_one(
    pad: Phone, store: Store
) -> None:
    game = pad.begin("Ann", "Bob", "Cat").rpartition("/")[2]
    theirs = {
        **entry("a", game, 1, at=1), "stage": "bids", "who": "another", "seen": "1",
        "address": f"/games/{game}/hands/1/bids", "pairs": [["bid.p1", "2"], ["bid.p2", "1"], ["bid.p3", "2"]],
    }  # fmt: skip
    tricks = {**theirs, "id": "b", "stage": "taken", "at": 2}
    pad.ask(KEEP, [theirs, tricks])
    pad.reload()
    pad.wait_for_words("#line", "Something on this phone was not saved")
    pad.bid(1)
    pad.wait_until(lambda: store.draft(game)["values"])
    assert log(store, game) == ["open"]
    pad.tap_on("#line")
    pad.run(TELL, game)
    pad.wait_until(lambda: waiting(pad) == 2)
    pad.tap_on("#panel li button")
    assert [text.split(" Ann")[0] for text in pad.texts("#panel li")] == ["Hand 1: tricks"]
    pad.wait_until(lambda: [item["id"] for item in queued(pad)] == ["b"])
    pad.tap_on("#panel li button")
    pad.wait_until(lambda: queued(pad) == [])
