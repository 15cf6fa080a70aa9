"""Benchmarks of a game in a phone's browser: Chromium, at a quarter of its speed where time is measured."""

import contextlib
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from browser import engines
from browser.phone import Phone
from flask import Flask, request
from raw_http import served
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app
from tools.bench import games

SLOWER = 4
"""Factor by which a phone is assumed to be slower than this machine."""

HANDS = 5

PACE = 0.35
"""Seconds between two taps of an experienced scorer."""

# Collects interactions from Event Timing (in steps of 8 ms), layout shifts that no tap explains, and the largest paint.
WATCH = """
window.slowest = 0; window.shifted = 0; window.events = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    events.push(one);
    if (one.interactionId) slowest = Math.max(slowest, one.duration);
  }
}).observe({ type: "event", durationThreshold: 16 });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => { window.largest = list.getEntries().at(-1).startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
"""

BARE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>
<button>0</button></html>"""


@dataclass(frozen=True)
class Visit:
    """Visits of a game's page.

    The fields are the requests of the first and the second visit, and the number of requests to other hosts. Bytes are
    of all answers with headers: once as this browser accepts them, once gzipped as for phones over plain HTTP. Times
    are ms to the first and the largest paint over a mobile network.
    """

    requests: list[str]
    again: list[str]
    foreign: int
    weight: int
    by_gzip: int
    paint: float
    largest: float
    bare_paint: float


@dataclass(frozen=True)
class Evening:
    """The measurements of a game on a phone.

    They are the worst ms from a tap to the next paint, and the layout shift. They are also the ms from a tap on Save
    to the next hand, and from the last bid to the tricks.
    """

    worst: float
    shift: float
    records: list[float]
    endings: list[float]


@contextlib.contextmanager
def phone(app: Flask) -> Iterator[Phone]:
    """Yield a phone with an empty profile and a served application."""
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
    """Add the control: a page with a button, served by the same server."""
    app.add_url_rule("/bare", view_func=lambda: BARE)
    return app


@dataclass(frozen=True)
class Asked:
    """A request of a browser: its path and accepted encodings."""

    path: str
    packed: str


def with_list(app: Flask) -> tuple[Flask, list[Asked]]:
    """Return the application and a growing list of its requests, from pages, workers and the browser itself.

    Streams are left out, since they do not end.
    """
    requests: list[Asked] = []

    @app.before_request
    def note() -> None:
        if "text/event-stream" not in request.headers.get("Accept", ""):
            requests.append(Asked(request.full_path.rstrip("?"), request.headers.get("Accept-Encoding", "")))

    return app, requests


# --- visits --------------------------------------------------------------------------------------------

KEPT = """
const done = arguments[0], path = location.pathname;
Promise.all([caches.match(path), navigator.serviceWorker.ready]).then(([page]) => done(Boolean(page)));
"""


def visits() -> Visit:
    """Measure visits of the long game."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(open_store(Path(folder))) as store:
        path = "/games/" + GameRepository(store).keep(read_game(games.long_game()), by="bench")
        app, requests = with_list(with_bare(create_app(store)))
        with phone(app) as visitor:
            visitor.open(path)
            visitor.wait_until(lambda: visitor.driver.execute_async_script(KEPT))
            time.sleep(1)  # the browser requests the icon last
            first, elsewhere = list(requests), foreign(visitor)
            requests.clear()
            visitor.turn_away()
            visitor.open(path)
            time.sleep(1)
            again = [item.path for item in requests]
            heavy = sum(weight(visitor.address, item.path, item.packed) for item in first)
            by_gzip = sum(weight(visitor.address, item.path, "gzip") for item in first)
            times = [(*paints(visitor, path), paints(visitor, "/bare")[0]) for _time in range(5)]
    paint, largest, bare = (min(column) for column in zip(*times, strict=True))
    return Visit([item.path for item in first], again, elsewhere, heavy, by_gzip, paint, largest, bare)


def foreign(visitor: Phone) -> int:
    """Return the number of requests that the page made to other hosts."""
    names: list[str] = visitor.run("return performance.getEntriesByType('resource').map((one) => one.name)")
    return sum(not name.startswith(visitor.address) for name in names)


MOBILE: dict[str, int] = {"offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 96_000}
"""Lighthouse's mobile network: 150 ms round trip, 1.6 Mbit/s."""


def _on_network(visitor: Phone, network: dict[str, int]) -> None:
    visitor.driver.execute_cdp_cmd("Network.enable", {})
    visitor.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)


def paints(visitor: Phone, path: str) -> tuple[float, float]:
    """Return ms to the first and the largest paint, without caches and at a quarter of the speed."""
    visitor.turn_away()
    visitor.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    everything = {"origin": visitor.address, "storageTypes": "all"}
    visitor.driver.execute_cdp_cmd("Storage.clearDataForOrigin", everything)
    _on_network(visitor, MOBILE)
    slow(visitor, SLOWER)
    visitor.open(path)
    script = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
    first = _until(visitor, lambda: visitor.run(script))
    time.sleep(1)
    return first, float(visitor.run("return largest"))


def weight(address: str, path: str, packed: str) -> int:
    """Return the bytes of an answer with its headers, for this accepted encoding and over a kept-alive connection."""
    where = urlsplit(address)
    request_head = f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nAccept-Encoding: {packed}\r\n\r\n"
    with socket.create_connection((where.hostname or "", where.port or 0)) as line, line.makefile("rb") as answer:
        line.sendall(request_head.encode())
        head = b"".join(iter(answer.readline, b"\r\n"))
        length = int(head.lower().partition(b"content-length: ")[2].split()[0])
        return len(head) + len(b"\r\n") + len(answer.read(length))


# --- an evening ----------------------------------------------------------------------------------------

NETWORKS = {
    "no network": MOBILE | {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    "150 ms of network": MOBILE,
}


def evenings(times: int, network: str) -> list[Evening]:
    """Play whole games at a quarter of the speed."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(open_store(Path(folder))) as store,
        phone(create_app(store)) as scorer,
    ):
        _on_network(scorer, NETWORKS[network])
        return [_evening(scorer) for _time in range(times)]


def _evening(scorer: Phone) -> Evening:
    slow(scorer, 1)
    scorer.begin("Ann", "Ben", "Cat", "Di", ladder=f"5x{HANDS + 1}")
    scorer.reload()
    slow(scorer, SLOWER)
    records, endings = [], []
    for hand in range(1, HANDS + 1):
        first = scorer.on_turn
        for number in (2, 1, 0):
            scorer.tap_number(scorer.on_turn, number)
            time.sleep(PACE)
        endings.append(_timed(scorer, "[data-stage=tricks]", partial(scorer.tap_number, scorer.on_turn, 1)))
        scorer.tap_number(first, 3)
        time.sleep(PACE)
        records.append(_timed(scorer, f"#entry[action*='/hands/{hand + 1}/']", lambda: scorer.tap(scorer.button)))
    worst, shift = scorer.run("return [slowest, shifted]")
    return Evening(worst, shift, records, endings)


# Event Timing gives the time of the first tap and of the paint that it leads to. If an answer and no tap led to the
# paint, the frame after it counts.
TIMED = """
const [selector] = arguments;
let began, at, drawn;
addEventListener("pointerdown", (event) => { began = event.timeStamp; }, { once: true, capture: true });
const look = () => {
  if (!document.querySelector(selector)) return;
  seen.disconnect();
  at = performance.now();
  requestAnimationFrame(() => setTimeout(() => { drawn = performance.now(); }));
};
const seen = new MutationObserver(look);
seen.observe(document, { childList: true, subtree: true, attributes: true });
window.took = () => {
  const tap = events.find((one) => one.processingStart <= at && at <= one.processingEnd + 1);
  if (tap) return tap.startTime + tap.duration - began;
  return performance.now() > drawn + 300 ? drawn - began : null;
};
window.taken = () => at !== undefined;
"""


def _timed(scorer: Phone, selector: str, tap: Callable[[], None]) -> float:
    """Return ms from a tap until its result is painted; repeat the tap at a scorer's pace until the page accepts it."""
    scorer.run(TIMED, selector)
    for _asked in range(20):
        tap()
        time.sleep(PACE)
        if scorer.run("return taken()"):
            return _until(scorer, lambda: scorer.run("return took()"))
    raise AssertionError(f"never taken: {selector}")


def _until(scorer: Phone, answer: Callable[[], float | None]) -> float:
    return WebDriverWait(scorer.driver, 10, poll_frequency=0.05).until(lambda _: answer())  # type: ignore[return-value]
