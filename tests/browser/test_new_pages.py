"""Tests of taps on a page that has just come: during its first 500 ms it saves and sends nothing."""

import contextlib
import shutil
import socket
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from flask import Flask, request
from html_pages import Page
from raw_http import served_at
from scorekeeper import Scorekeeper, Within
from soak import only_in_soak

from browser.every_page import FILES, over_the_years, pages, played
from browser.phone import Phone
from browser.touch import POINT as POINT_OF
from browser.touch import double_tap
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app


class Button(NamedTuple):
    """A button that loads a page: the page that has it, and the method and the address of its request."""

    page: str
    method: str
    address: str

    def __str__(self) -> str:
        return f"{self.method} {self.address} on {self.page}"


# Returns the point to tap on a button, in its right half, once it is in view and its page is uncovered.
POINT = """
const [method, address] = arguments, { origin } = location;
const sent = (one) => new URL(one.getAttribute("formaction") ?? one.form.getAttribute("action") ?? location, location);
const all = [...document.querySelectorAll("button:not([type=button], :disabled, .turn)")].filter(
  (one) => one.form?.method === method.toLowerCase() && sent(one).pathname === address);
for (const one of all) {
  for (let part = one; part; part = part.parentElement) if (part.matches("details")) part.open = true;
}
const aside = all[0].closest("#menu, #sheet");
if (aside) location.replace(`#${aside.id}`);
const button = all.find((one) => one.checkVisibility() && one.getBoundingClientRect().x >= 0);
if (!button) return null;
button.form.noValidate = true;
for (const animation of document.getAnimations()) animation.finish();
button.scrollIntoView({ behavior: "instant", block: "center" });
const box = button.getBoundingClientRect();
const point = [Math.floor(box.x + box.width * 0.75), Math.floor(box.y + box.height / 2)];
return button.contains(document.elementFromPoint(...point)) ? point : null;
"""


class Table:
    """A phone on a Scorepad with games of all kinds, which no button has changed yet."""

    def __init__(self, phone: Phone, seed: Path, copy: Path, listener: socket.socket) -> None:
        self.phone, self.seed, self.copy, self.listener = phone, seed, copy, listener
        self.sent: list[str] = []  # the requests that may change something

    def double_tap(self, button: Button) -> list[str]:
        """Tap twice on a button; return the requests that may change something. A page with a script may hide it."""
        self.sent = []
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.seed, self.copy)
        with contextlib.closing(open_store(self.copy)) as store:
            app = create_app(store)
            app.before_request(self._note)
            with served_at(self.listener, app) as (host, port):
                self.phone.address = f"http://{host}:{port}"
                self.phone.open(button.page)
                if point := self.phone.run(POINT, button.method, button.address):
                    double_tap(self.phone.driver, point)
                self.phone.turn_away()
        return self.sent

    def _note(self) -> None:
        if request.method == "POST":
            self.sent.append(request.path)


def buttons(app: Flask, pages: list[str]) -> list[Button]:
    """Return the buttons of these pages that load a page, one per route."""
    keeper, routes, found = Scorekeeper(Within(app)), app.url_map.bind("localhost"), dict[tuple[str, str], Button]()
    for address in pages:
        page: Page = keeper.visit(address)
        for form in page.forms:
            if form.node.has("data-soft") or form.node.has("data-draft"):
                continue
            for button in form.buttons:
                if button.get("type") == "button" or "turn" in button.classes:
                    continue
                to = urlsplit(button.get("formaction") or form.action).path
                endpoint, _values = routes.match(to, method=form.method)
                if not to.endswith(FILES):
                    found.setdefault((form.method, endpoint), Button(page.address, form.method, to))
    return [*found.values()]


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Button]]:
    """Return a folder with games of all kinds, and the buttons of its pages."""
    folder = tmp_path_factory.mktemp("seed") / "games"
    with contextlib.closing(open_store(folder)) as store:
        app, games = create_app(store), played(GameRepository(store))
        over_the_years(GameRepository(store))
        return folder, buttons(app, pages(app, games))


@pytest.fixture
def table(
    by_plain_http: None, phone: Phone, seed: tuple[Path, list[Button]], tmp_path: Path, counter: socket.socket
) -> Table:
    phone.expected = "status of (4|5)"
    return Table(phone, seed[0], tmp_path / "games", counter)


PARTS = 20
"""The buttons are divided among tests; `make test` runs the first."""


@pytest.mark.parametrize("part", [0, *only_in_soak(*range(1, PARTS))])
def test_a_double_tap_on_a_button_that_loads_a_page_sends_one_request(
    table: Table, seed: tuple[Path, list[Button]], part: int
) -> None:
    _folder, every = seed
    assert len(every) > 40
    sent = {button: table.double_tap(button) for button in every[part::PARTS]}
    twice = {str(button): paths for button, paths in sent.items() if len(paths) > (button.method == "POST")}
    assert twice == {}


# Brings the page back as the browser's history does, and holds its cover until it is let go.
COME_BACK = """
dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
window.cover = document.getAnimations().find(({ effect }) => effect.target === document.body);
cover.pause();
window.flashed = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  flashed.push(this.textContent.trim());
  return animate.apply(this, how);
};
"""


def test_a_tap_on_a_page_that_has_just_come_counts_for_nothing_and_makes_its_key_flash(pad: Phone) -> None:
    pad.begin("Ann", "Ben", "Cat")
    point = pad.run(POINT_OF, pad.element(".now .chip:has([value='1'])"))
    pad.run(COME_BACK)
    double_tap(pad.driver, point)
    assert (pad.chosen("Ben"), pad.run("return flashed")) == (None, ["1", "1"])
    pad.run("cover.finish()")
    double_tap(pad.driver, point)
    assert (pad.chosen("Ben"), pad.run("return flashed")) == ("1", ["1"] * 3)
