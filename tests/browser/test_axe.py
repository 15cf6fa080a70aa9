"""Every kind of page, light and dark, looked over by axe: nothing that keeps somebody out."""

from __future__ import annotations

import contextlib
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from builders import play
from raw_http import served
from selenium import webdriver
from soak import sampled

from browser.phone import Phone
from scorepad.game.statistics.person import FEWEST_EVENINGS
from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.web import create_app

# Colours that are on their way from light to dark are let arrive.
RUN = """
const [colours, done] = arguments, rules = ["color-contrast", "link-in-text-block"];
const arrived = Promise.allSettled(document.getAnimations().map((one) => one.finished));
arrived.then(() => axe.run(document, { resultTypes: ["violations"], ...(colours && { runOnly: rules }) })).then(
  ({ violations }) => done(violations.map((one) => [one.id, one.nodes.map((node) => node.failureSummary)])),
  (error) => done([[String(error), []]]),
);
"""

HAND = {"hand": {"auction": ["2H", "double", "1", "pass", "pass"], "taken": {"Ann": 2, "Ben": 1, "Cat": 1}}}
PAGES = [
    *("/", "/games/new", "/games/new?q=elev", "/games/new?rulebook=murder", "/rules"),
    *("/schemes/murder", "/rulebooks/murder", "/schemes/build", "/schemes/build?from=boerenbridge"),
    *("/late-entry", "{game}", "{game}/table", "{game}/course", "{game}/house", "{game}/log"),
    *("{game}/hands/1/correction", "{game}/hands/2/void", "{finished}", "/games/bin"),
    *("{game}/view", "{finished}/view", "{game}/standings", "{finished}/standings"),
    *("{finished}/result", "{finished}/rematch"),
    *("{game}/rules", "/rules/one-card", "/device", "{game}/share", "/years", "/years/Ann", "/records", "/people"),
]


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core's own script; its package is there for the script alone."""
    package = importlib.util.find_spec("axe_playwright_python")
    assert package is not None, "make test installs it: pip install --no-deps axe-playwright-python"
    assert package.submodule_search_locations is not None
    return (Path(package.submodule_search_locations[0]) / "axe.min.js").read_text(encoding="utf-8")


def violations(pad: Phone, axe: str, *, colours: bool = False) -> list[Any]:
    """What axe finds, with `colours` of what hangs on them alone."""
    if not pad.run("return 'axe' in window"):  # half a megabyte: once a page, where none comes with it
        pad.run(axe)
    found: list[Any] = pad.driver.execute_async_script(RUN, colours)
    return found


def by_day_and_by_night(pad: Phone, axe: str) -> list[Any]:
    """What axe finds in the light, and then in the dark, where nothing is other than the colours."""
    found: list[Any] = []
    for dark in (False, True):
        pad.go_dark(dark)
        found += violations(pad, axe, colours=dark)
    return found


class House(NamedTuple):
    """Where a Scorepad answers, and the paths of a game that goes on there and of one that is over."""

    address: str
    game: str
    finished: str


@pytest.fixture(scope="module")
def house(chromium: webdriver.Chrome, axe: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The browser leads from one page to the next, and away after the last; axe comes with each, sent to it once."""
    with contextlib.closing(open_store(tmp_path_factory.mktemp("house"))) as store:
        repository = GameRepository(store)
        going_on, over = (
            "/games/" + repository.keep(play("murder", "Ann Ben Cat", HAND, house={"ladder": ladder}), by="test")
            for ladder in ("4 3", "4")
        )
        evening = play("pike", "Ann Ben Cat", {"totals": {"Ann": 1, "Ben": 2, "Cat": 2}})
        repository.append_together({}, [evening.events] * FEWEST_EVENINGS, by="test", event_id="kept")
        with served(create_app(store)) as (host, port):
            sent = chromium.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": axe})
            yield House(f"http://{host}:{port}", going_on, over)
            chromium.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", sent)
            chromium.get("about:blank")


@pytest.mark.usefixtures("by_plain_http")
@pytest.mark.parametrize("page", sampled(PAGES, 7))
def test_axe_finds_nothing_on(phone: Phone, house: House, axe: str, page: str) -> None:
    phone.address = house.address
    phone.open(page.format(game=house.game, finished=house.finished))
    assert phone.words("h1")
    found = by_day_and_by_night(phone, axe)
    assert found == [], json.dumps(found, indent=1)


@pytest.mark.usefixtures("by_plain_http")
@pytest.mark.parametrize("page", ["/games/new?rulebook=pike", "/schemes/build"])
def test_axe_finds_nothing_where_every_question_is_unfolded(phone: Phone, house: House, axe: str, page: str) -> None:
    phone.address = house.address
    phone.open(page)
    phone.run("for (const one of document.querySelectorAll('details')) one.open = true")
    phone.run("for (const one of document.querySelectorAll('[value=yes], [value=points], [value=other]')) one.click()")
    found = by_day_and_by_night(phone, axe)
    assert found == [], json.dumps(found, indent=1)


def test_axe_finds_nothing_on_the_tables_of_a_split(pad: Phone, store: Store, axe: str) -> None:
    game = GameRepository(store).keep(play("murder", "Ann Ben Cat Di Eve Fay Gus"), by="test")
    pad.open(f"/games/{game}/split?name.1=Hal&way=hand")
    assert len(pad.all(".new-table")) == 2
    found = by_day_and_by_night(pad, axe)
    assert found == [], json.dumps(found, indent=1)


def test_axe_finds_nothing_on_the_way_through_a_hand(pad: Phone, store: Store, axe: str) -> None:
    pad.begin("Ann", "Ben", "Cat", rulebook="pagat", ladder="7-1")
    assert violations(pad, axe) == []
    pad.bid(1, 2)
    assert violations(pad, axe) == []
    pad.tap_number(pad.on_turn, 0)
    pad.wait_for("[data-stage=tricks]")
    assert violations(pad, axe) == []


def test_axe_finds_nothing_on_what_the_page_draws_before_there_is_an_answer(pad: Phone, axe: str) -> None:
    """The tricks, the next hand with what the one before gave, its row in pencil, a bid that is mended."""
    pad.expected = "net::ERR_INTERNET_DISCONNECTED"
    pad.begin("Ann", "Ben", "Cat", rulebook="pagat", ladder="7-1")
    assert violations(pad, axe) == []
    with pad.offline():
        pad.bid(1, 2, 3)
        assert pad.stage == "tricks"
        assert violations(pad, axe) == []
        pad.tap_number("Ben", 2)
        pad.tap(pad.button)
        pad.wait_for("#line")
        pad.bid(1)
        pad.tap(pad.seat("Cat").find_element("css selector", ".name"))
        assert by_day_and_by_night(pad, axe) == []


def test_axe_finds_nothing_where_a_card_is_turned_up_or_a_mark_is_tapped(pad: Phone, store: Store, axe: str) -> None:
    pad.begin("Ann", "Ben", "Cat", rulebook="wizard", ladder="1-3")
    pad.one("[name=turned][value=wizard]").click()
    assert by_day_and_by_night(pad, axe) == []
    scheme = {"name": "Sure", "marks": {"sure": {"choices": [0, 5]}}, "points": [{"give": "sure"}]}
    pad.open("/games/" + GameRepository(store).keep(play("pike", "Ann Ben Cat", scheme=scheme), by="test"))
    assert by_day_and_by_night(pad, axe) == []
