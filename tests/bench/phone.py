"""What a phone's browser sees of a game: Chromium, at a quarter of its speed where a time is measured."""

from __future__ import annotations

import contextlib
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from browser import engines
from browser.phone import Phone
from flask import Flask, redirect
from raw_http import served
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait
from werkzeug.wrappers import Response

from bench import games
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app

SLOWER = 4
"""How many times slower than this machine a phone is taken to be."""

HANDS = 5

# Interactions as Event Timing tells them (in steps of 8 ms), shifts of the layout that nobody's tap explains.
WATCH = """
window.slowest = 0; window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (one.interactionId) slowest = Math.max(slowest, one.duration);
}).observe({ type: "event", durationThreshold: 16 });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""

BARE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>
<button>0</button><form method="post"><button id="post">Send</button></form><script src="/bare.js"></script></html>"""
BARE_SCRIPT = """document.querySelector("button").onclick = ({ target }) => { target.textContent++; };"""


@dataclass(frozen=True)
class Visit:
    """The first visit of a game's page: bytes on the wire, and ms to the first paint over a mobile network."""

    requests: list[str]
    packed: int
    heads: int
    foreign: list[str]
    paint: float
    bare_paint: float


@dataclass(frozen=True)
class Evening:
    """ms from a tap to the next paint at worst, shifts of the layout, ms from the tap on Record to the next hand."""

    worst: float
    shift: float
    records: list[float]


@contextlib.contextmanager
def phone(app: Flask) -> Iterator[Phone]:
    """A phone that has seen nothing yet, in front of a served application."""
    with engines.chromium() as driver, served(app) as (host, port):
        assert isinstance(driver, webdriver.Chrome)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        new = Phone(driver)
        new.address = f"http://{host}:{port}"
        yield new
        new.turn_away()


def slow(phone: Phone, times: int) -> None:
    phone.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": times})


def with_bare(app: Flask) -> Flask:
    """The control: a page with a button and a form, served by the same server."""

    @app.get("/bare")
    def bare() -> str:
        return BARE

    @app.get("/bare.js")
    def bare_script() -> Response:
        return Response(BARE_SCRIPT, mimetype="text/javascript")

    @app.post("/bare")
    def bare_post() -> Response:
        return redirect("/bare?sent", 303)

    app.extensions["csrf"].exempt(bare_post)
    return app


# --- the first visit -----------------------------------------------------------------------------------


def first_visit() -> Visit:
    """A game of 4 players, 12 hands played and one open."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(open_store(Path(folder))) as store:
        game = games.game_file(players=4, hands=12) | {"house": {"ladder": "4x13"}}
        game_id = GameRepository(store).keep(read_game(game), by="bench")
        with phone(with_bare(create_app(store))) as visitor:
            visitor.open(f"/games/{game_id}")
            time.sleep(1)  # the icon comes last
            entries = visitor.run(
                "return ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
                ".map((one) => [one.name, one.encodedBodySize])"
            )
            host = urlsplit(visitor.address).netloc
            heads = sum(_head(visitor.address, name) for name, _size in entries)
            paints = [
                (_first_paint(visitor, f"/games/{game_id}"), _first_paint(visitor, "/bare")) for _time in range(5)
            ]
    names = [name for name, _size in entries]
    foreign = [name for name in names if host not in name]
    paint, bare = (min(column) for column in zip(*paints, strict=True))
    return Visit(names, sum(size for _name, size in entries), heads, foreign, paint, bare)


MOBILE = {"offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 96_000}
"""Lighthouse's mobile network: 150 ms there and back, 1.6 Mbit/s."""


def _first_paint(visitor: Phone, path: str) -> float:
    """ms from the start of a visit with nothing kept to the first paint, at a quarter of the speed."""
    visitor.turn_away()
    for command, how in (
        ("Network.enable", {}),
        ("Network.setCacheDisabled", {"cacheDisabled": True}),
        ("Network.emulateNetworkConditions", MOBILE),
    ):
        visitor.driver.execute_cdp_cmd(command, how)
    slow(visitor, SLOWER)
    visitor.open(path)
    script = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
    return _until(visitor, lambda: visitor.run(script))


def _head(address: str, name: str) -> int:
    """Bytes of the head of an answer."""
    where = urlsplit(address)
    with socket.create_connection((where.hostname or "", where.port or 0)) as line:
        path = urlsplit(name)._replace(scheme="", netloc="").geturl()
        line.sendall(f"GET {path} HTTP/1.0\r\nHost: {where.netloc}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    return answer.index(b"\r\n\r\n") + 4


# --- an evening ----------------------------------------------------------------------------------------


def evenings(times: int) -> tuple[list[Evening], list[Evening]]:
    """Whole games tapped at a quarter of the speed, and the controls in turn with them: as many taps on a bare button,
    as many bare forms."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(open_store(Path(folder))) as store,
        phone(with_bare(create_app(store))) as scorer,
    ):
        pairs = [(_evening(scorer), _bare_evening(scorer)) for _time in range(times)]
    return [game for game, _bare in pairs], [bare for _game, bare in pairs]


def _evening(scorer: Phone) -> Evening:
    slow(scorer, 1)
    scorer.begin("Ann", "Ben", "Cat", "Di", ladder=f"5x{HANDS}")
    scorer.reload()
    slow(scorer, SLOWER)
    records = []
    for hand in range(1, HANDS + 1):
        first = scorer.on_turn
        for number in (2, 1, 0, 1):
            scorer.tap_number(scorer.on_turn, number)
            time.sleep(0.1)
        scorer.wait_for("[data-stage=tricks]")
        time.sleep(0.3)
        scorer.tap_number(first, 3)
        time.sleep(0.3)
        records.append(_timed(scorer, f"#hand-{hand}"))
        time.sleep(0.6)
    worst, shift = scorer.run("return [slowest, shifted]")
    return Evening(worst, shift, records)


# From the tap as the browser noted it to the frame in which what it led to has been drawn.
TIMED = """
const [selector, button] = arguments;
window.took = null;
let began;
button.addEventListener("pointerdown", (event) => { began = event.timeStamp; }, { once: true });
const look = () => {
  if (!document.querySelector(selector)) return;
  seen.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - began; }));
};
const seen = new MutationObserver(look);
seen.observe(document, { childList: true, subtree: true });
"""


def _timed(scorer: Phone, selector: str) -> float:
    scorer.run(TIMED, selector, scorer.button)
    scorer.tap(scorer.button)
    return float(_until(scorer, lambda: scorer.run("return window.took")))


def _until(scorer: Phone, answer: Callable[[], float | None]) -> float:
    return WebDriverWait(scorer.driver, 10, poll_frequency=0.05).until(lambda _: answer())  # type: ignore[return-value]


def _bare_evening(scorer: Phone) -> Evening:
    slow(scorer, SLOWER)
    scorer.open("/bare")
    for _tap in range(6 * HANDS):
        scorer.tap(scorer.one("button"))
        time.sleep(0.1)
    worst, shift = scorer.run("return [slowest, shifted]")
    records = []
    for _hand in range(HANDS):
        scorer.open("/bare")
        scorer.run(
            "document.getElementById('post').addEventListener('pointerdown', (event) => {"
            " sessionStorage.began = performance.timeOrigin + event.timeStamp; })"
        )
        scorer.tap(scorer.one("#post"))
        records.append(_until(scorer, lambda: scorer.run(POSTED)))
    return Evening(worst, shift, records)


# When the page that the post led to was first painted; nothing as long as it was not.
POSTED = """
const paint = performance.getEntriesByName("first-contentful-paint")[0];
return location.search && paint ? performance.timeOrigin + paint.startTime - Number(sessionStorage.began) : null;
"""
