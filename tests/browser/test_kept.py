"""Hands on one phone only: told on the page of the device, saved as a file, and forgotten only when that is meant."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders import play
from raw_http import served
from scorekeeper import Scorekeeper, Wired

from browser.phone import Phone
from browser.test_axe import axe, violations
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.auth.links import Links, Role

__all__ = ["axe"]

QUEUE = """
const done = arguments[0];
const asked = indexedDB.open("scorepad");
asked.onsuccess = () => {
  const all = asked.result.transaction("queue").objectStore("queue").getAll();
  all.onsuccess = () => { asked.result.close(); done(all.result); };
};
"""
DATABASES = "const done = arguments[0]; indexedDB.databases().then((all) => done(all.map((one) => one.name)))"


def no_answers_to(phone: Phone, *paths: str) -> None:
    """What is sent there gets lost on the way; with no paths all goes through again."""
    phone.driver.execute_cdp_cmd("Network.enable", {})
    phone.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": list(paths)})
    phone.expected = "Failed to load resource"


@pytest.fixture
def unsent(pad: Phone) -> Iterator[Phone]:
    """The phone, on a game of which it has played a hand that it could not send."""
    pad.begin("Ann", "Bob", "Cat")
    with playing_unsent(pad):
        yield pad


@contextlib.contextmanager
def playing_unsent(phone: Phone) -> Iterator[None]:
    """Play a hand of five cards that gets lost on the way; at the end the phone keeps nothing."""
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
    """The file that the first “Save as a file” gives."""
    phone.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    phone.one("#kept a").click()
    return phone.wait_until(lambda: [*folder.glob("unsent-*.json")])[0].read_bytes()


def queued(phone: Phone) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.driver.execute_async_script(QUEUE)
    return [one for one in found if one["stage"] != "draft"]


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
    host, _colon, port = unsent.address.removeprefix("http://").partition(":")
    other = Scorekeeper(Wired(int(port), host))
    other.visit(game)
    page = other.send("/unsent", file=("unsent.json", file))
    assert page.form("/hands/2/bids")
    told = page.totals
    no_answers_to(unsent)
    unsent.open(game)
    unsent.wait_until(lambda: queued(unsent) == [])
    assert other.visit(game).totals == told
    assert other.visit(game + "/log").text.count("Tricks:") == 1


def test_unsent_hands_are_forgotten_only_by_a_second_tap_that_is_meant(unsent: Phone) -> None:
    unsent.open("/device")
    unsent.wait_for("#kept a")
    unsent.one("#forget button").click()
    unsent.wait_for_words("#forget [role=alert]", "are nowhere else")
    unsent.one("#forget button").click()
    assert len(queued(unsent)) == 2, "a double tap is no second one"
    unsent.run("window.before = performance.now()")
    unsent.wait_until(lambda: unsent.run("return performance.now() - window.before > 750"))
    unsent.one("#forget button").click()
    unsent.wait_for_words("body", "This device is forgotten.")
    assert queued(unsent) == []
    assert unsent.one("#kept").get_attribute("hidden")


def test_the_hands_of_one_game_are_forgotten_and_those_of_another_stay(unsent: Phone) -> None:
    unsent.run("""
      const asked = indexedDB.open("scorepad");
      asked.onsuccess = () => asked.result.transaction("queue", "readwrite").objectStore("queue")
        .put({ id: "x", game: "another", pairs: [], after: "", stage: "taken", hand: 7, at: 9e15 });
    """)
    unsent.open("/device")
    unsent.wait_until(lambda: len(unsent.all("#kept a")) == 2)
    unsent.expected = "404"
    assert "A game that this phone may not see: hand 7" in unsent.words("#kept")
    drop = unsent.all("#kept button")[0]
    drop.click()
    unsent.run("window.before = performance.now()")
    unsent.wait_until(lambda: unsent.run("return performance.now() - window.before > 750"))
    drop.click()
    unsent.wait_until(lambda: len(unsent.all("#kept a")) == 1)
    assert [one["game"] for one in queued(unsent)] == ["another"]


def test_a_phone_that_keeps_nothing_is_told_nothing_and_nothing_is_begun_on_it(pad: Phone) -> None:
    pad.open("/device")
    pad.wait_until(lambda: pad.run("return document.readyState === 'complete'"))
    assert pad.driver.execute_async_script(DATABASES) == []
    assert not pad.one("#kept").is_displayed()
    pad.one("#forget button").click()
    pad.wait_for_words("body", "This device is forgotten.")


def test_who_is_shut_out_still_finds_their_unsent_hands_where_a_key_is_asked_for(
    phone: Phone, store: Store, tmp_path: Path
) -> None:
    links, game = (
        Links(store),
        GameRepository(store).keep(play("pike", "Ann Bob Cat", house={"ladder": "5-1"}), by="test"),
    )
    with served(create_app(store, links=links)) as (host, port):
        phone.address = f"http://{host}:{port}"
        phone.open(links.link(phone.address, game, Role.SCORE))
        with playing_unsent(phone):
            links.renew(game, Role.SCORE)
            phone.open(f"/games/{game}")
            phone.wait_for("#kept a")
            assert "A game that this phone may not see: hand 1" in phone.words("#kept")
            assert json.loads(saved(phone, tmp_path))["game"] == game
