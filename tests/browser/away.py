"""Hands played on a phone while the laptop may be away, and what is looked at then."""

from __future__ import annotations

import time

from browser.phone import Phone
from scorepad.store import Store

FOUR = ("Ann", "Ben", "Cat", "Di")
WRITTEN = "#hand-{}:not(.pencil)"
"""The row of a hand, once the server has it."""


def play(phone: Phone, won: int) -> None:
    """A hand of which the first bids 1 and the last all others; the first takes so many, and the last what is left."""
    first, *_others, last = phone.bidders
    cards = len(phone.all("[name='bid.p1']")) - 1
    phone.bid(1, 0, 0, cards - 1)
    if won != 1:
        phone.tap_number(first, won)
        phone.tap_number(last, cards - won)
    phone.tap(phone.button)


def type_comment(phone: Phone, text: str) -> None:
    """Below the menu of the page, and not sent."""
    phone.tap_on(".tabs [href$='#menu']")
    phone.tap_on("details:has(#text) summary")
    phone.one("#text").send_keys(text)


def comment(phone: Phone, text: str) -> None:
    """Write a comment, which leads back to the hand."""
    type_comment(phone, text)
    phone.tap_on("details:has(#text) form button")


def try_again(phone: Phone) -> None:
    """By itself it is tried again within 8 seconds."""
    phone.run("dispatchEvent(new Event('online'))")


def look() -> None:
    """Another page has come: nobody taps before they look, and a finger that does counts for nothing (0.7 s)."""
    time.sleep(0.75)


def decide(phone: Phone, button: str) -> None:
    """Tap on what the page asks for, once it is read."""
    look()
    phone.run("if (window.clock) clock += 1000")
    phone.tap_on(button)


def waiting(phone: Phone) -> int:
    """How much is on the phone only, single taps counted."""
    count: int = phone.driver.execute_async_script(
        "const [done] = arguments, opened = indexedDB.open('scorepad');"
        "opened.onsuccess = () => {"
        "  const asked = opened.result.transaction('queue').objectStore('queue').count();"
        "  asked.onsuccess = () => done(asked.result);"
        "}"
    )
    return count


def log(store: Store, game: str) -> list[str]:
    return [entry.event["kind"] for entry in store.load(game.removeprefix("/games/"))]
