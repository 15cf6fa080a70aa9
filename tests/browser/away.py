"""Actions on a phone that may have lost the connection to the laptop, and checks of its queue."""

from collections.abc import Callable
from typing import Any

from browser.phone import Phone, Seen, Thumb
from scorepad.store import Store

FOUR = ("Ann", "Ben", "Cat", "Di")
WRITTEN = "#hand-{}:not(.pencil)"
"""The row of a hand once it comes from the server."""


def play(phone: Phone, won: int) -> None:
    """Play a hand of four players: the first bids 1, the last bids the rest.

    The first takes `won` tricks, the last takes the rest.
    """
    first, *_others, last = phone.bidders
    cards = len(phone.all("[name='bid.p1']")) - 1
    phone.bid(1, 0, 0, cards - 1)
    if won != 1:
        phone.tap_number(first, won)
        phone.tap_number(last, cards - won)
    phone.tap(phone.button)


def type_comment(phone: Phone, text: str) -> None:
    """Type a comment in the menu of the page without sending it."""
    phone.tap_on(".tabs [href$='#menu']")
    phone.tap_on("details:has(#text) summary")
    phone.element("#text").send_keys(text)


def comment(phone: Phone, text: str) -> None:
    """Write a comment; the page returns to the hand."""
    type_comment(phone, text)
    phone.tap_on("details:has(#text) form button")


def decide(phone: Phone, button: str) -> None:
    """Tap a button after the time that a scorer needs to read the page, which ignores taps for 0.7 s."""
    phone.look(1)
    phone.tap_on(button)


ENTRIES = """
const [done] = arguments, opened = indexedDB.open("scorepad");
opened.onsuccess = () => {
  const all = opened.result.transaction("queue").objectStore("queue").getAll();
  all.onsuccess = () => { opened.result.close(); done(all.result); };
};
"""


def entries(thumb: Thumb) -> list[dict[str, Any]]:
    """Return the unsent entries on the phone, including single taps."""
    found: list[dict[str, Any]] = thumb.ask(ENTRIES)
    return found


def waiting(thumb: Thumb) -> int:
    return len(entries(thumb))


def queued(thumb: Thumb) -> list[dict[str, Any]]:
    """Return the unsent entries except single taps."""
    return [entry for entry in entries(thumb) if entry["stage"] != "draft"]


def no_answers_to(phone: Phone, *paths: str) -> None:
    """Block requests to these paths; without paths unblock all."""
    phone.driver.execute_cdp_cmd("Network.enable", {})
    phone.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": list(paths)})
    phone.expected = "Failed to load resource"


def log(store: Store, game: str) -> list[str]:
    return [entry.event["kind"] for entry in store.load(game.removeprefix("/games/"))]


KEPT = """
const done = arguments[0], found = {};
caches.keys().then(async (names) => {
  for (const name of names) {
    const path = name.split(" ")[1];
    found[path] = await (await caches.match(path))?.text() ?? "";
  }
  done(found);
});
"""


def kept(thumb: Thumb) -> dict[str, str]:
    """Return the pages in the phone's cache, by path."""
    cached: dict[str, str] = thumb.ask(KEPT)
    return cached


def works(thumb: Thumb) -> None:
    """Wait until the service worker is active."""
    thumb.wait_until(lambda: thumb.ask(
        "navigator.serviceWorker.getRegistration().then((one) => arguments[0](Boolean(one?.active)))"
    ))  # fmt: skip


def open_until(thumb: Thumb, path: str, look: Callable[[], Seen]) -> Seen:
    """Open a page until `look` returns a true value, since a slow answer makes the worker serve the cached page."""

    def seen() -> Seen:
        thumb.open(path)
        return look()

    return thumb.wait_until(seen)
