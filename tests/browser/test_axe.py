"""Accessibility tests with axe of every kind of page, in light and dark."""

import contextlib
import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from builders import play
from raw_http import served
from selenium import webdriver
from soak import only_in_soak, sampled

from browser.axe import by_day_and_by_night, violations
from browser.phone import Phone
from scorepad.game.statistics.person import FEWEST_EVENINGS
from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.web import create_app

HAND = {"hand": {"auction": ["2H", "double", "1", "pass", "pass"], "taken": {"Ann": 2, "Ben": 1, "Cat": 1}}}
PAGES = [
    *("/", "/games/new", "/games/new?q=elev", "/games/new?rulebook=murder", "/rules"),
    *("/schemes/murder", "/rulebooks/murder", "/schemes/build", "/schemes/build?from=boerenbridge", "/rulebooks/build"),
    *("/late-entry", "{game}", "{game}/table", "{game}/course", "{game}/house", "{game}/log"),
    *("{game}/hands/1/correction", "{game}/hands/2/void", "{finished}", "/games/bin"),
    *("{game}/view", "{finished}/view", "{game}/standings", "{finished}/standings"),
    *("{finished}/result", "{finished}/rematch"),
    *("{game}/rules", "/rules/one-card", "/device", "{game}/share", "/years", "/years/Ann", "/records", "/people"),
]


class House(NamedTuple):
    """A Scorepad's address, and the paths of a running and of a finished game."""

    address: str
    game: str
    finished: str


@pytest.fixture(scope="module")
def house(chromium: webdriver.Chrome, axe: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield a Scorepad with games; the browser adds axe to each page."""
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
@pytest.mark.parametrize("page", sampled(PAGES, 4))
def test_axe_finds_nothing_on(phone: Phone, house: House, axe: str, page: str) -> None:
    phone.address = house.address
    phone.open(page.format(game=house.game, finished=house.finished))
    assert phone.words("h1")
    problems = by_day_and_by_night(phone, axe)
    assert problems == [], json.dumps(problems, indent=1)


@pytest.mark.usefixtures("by_plain_http")
@pytest.mark.parametrize("page", ["/schemes/build", *only_in_soak("/games/new?rulebook=pike")])
def test_axe_finds_nothing_where_every_question_is_unfolded(phone: Phone, house: House, axe: str, page: str) -> None:
    phone.address = house.address
    phone.open(page)
    phone.run("for (const one of document.querySelectorAll('details')) one.open = true")
    phone.run("for (const one of document.querySelectorAll('[value=yes], [value=points], [value=other]')) one.click()")
    problems = by_day_and_by_night(phone, axe)
    assert problems == [], json.dumps(problems, indent=1)


@pytest.mark.soak
def test_axe_finds_nothing_on_the_tables_of_a_split(pad: Phone, store: Store, axe: str) -> None:
    game = GameRepository(store).keep(play("murder", "Ann Ben Cat Di Eve Fay Gus"), by="test")
    pad.open(f"/games/{game}/split?name.1=Hal&way=hand")
    assert len(pad.all(".new-table")) == 2
    problems = by_day_and_by_night(pad, axe)
    assert problems == [], json.dumps(problems, indent=1)


@pytest.mark.soak
def test_axe_finds_nothing_on_what_the_page_draws_before_there_is_an_answer(pad: Phone, axe: str) -> None:
    """The pages are the tricks, the next hand with the last hand's points and its pending row, and an edited bid."""
    pad.begin("Ann", "Ben", "Cat", rulebook="pagat", ladder="7-1")
    assert violations(pad, axe) == []
    with pad.offline():
        pad.bid(1, 2)
        assert violations(pad, axe) == []
        pad.tap_number(pad.on_turn, 3)
        assert pad.stage == "tricks"
        assert violations(pad, axe) == []
        pad.tap_number("Ben", 2)
        pad.tap(pad.button)
        pad.wait_for("#line")
        pad.bid(1)
        pad.tap(pad.seat("Cat").find_element("css selector", ".name"))
        assert by_day_and_by_night(pad, axe) == []


def test_axe_finds_nothing_where_a_card_is_turned_up_or_a_mark_is_tapped(pad: Phone, axe: str) -> None:
    pad.begin("Ann", "Ben", "Cat", rulebook="wizard", ladder="1-3")
    pad.element("[name=turned][value=wizard]").click()
    assert by_day_and_by_night(pad, axe) == []
    scheme = {"name": "Sure", "marks": {"sure": {"choices": [0, 5]}}, "points": [{"give": "sure"}]}
    pad.show(play("pike", "Ann Ben Cat", scheme=scheme))
    assert by_day_and_by_night(pad, axe) == []
