"""Chromium on a phone's screen, one for all tests of this folder, and a Scorepad for each."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from raw_http import served, served_at
from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver

from browser import engines
from browser.phone import HEIGHT, WIDTH, Phone, Thumb, thumb_on
from browser.scripts import WATCH
from browser.stopping import Server
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.server import starting

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Other engines come first: of the workers the one that begins with these tests has done them before another takes
    some over, and Firefox and WebKit are started once."""
    items.sort(key=lambda item: item.path.parent != HERE or not re.search("firefox|webkit", item.name))


@pytest.fixture(scope="session")
def chromium() -> Iterator[webdriver.Chrome]:
    with engines.chromium(engines.BRIEF) as driver:
        assert isinstance(driver, webdriver.Chrome)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        driver.set_page_load_timeout(30)
        yield driver


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    with engines.firefox(tmp_path_factory.mktemp("firefox")) as driver:
        driver.set_window_size(WIDTH, HEIGHT)
        yield driver


@pytest.fixture(scope="session")
def webkit() -> Iterator[WebDriver]:
    with engines.webkit() as driver:
        driver.set_window_size(WIDTH, HEIGHT)
        driver.set_page_load_timeout(30)
        yield driver


@pytest.fixture
def phone(chromium: webdriver.Chrome, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone that has seen nothing yet; whatever it complains of on the way fails the test."""
    phone = Phone(chromium, plain="by_plain_http" in request.fixturenames)
    yield phone
    assert phone.complaints() == []


@pytest.fixture
def by_plain_http() -> None:
    """The phone's pages get neither caches nor a worker, as beside the laptop: by plain http no page is kept."""


@pytest.fixture(scope="session")
def counter() -> Iterator[socket.socket]:
    """Where one Scorepad after the other is: what all have alike, the phone has from the first."""
    with contextlib.closing(starting.listen("127.0.0.1", 0)) as listener:
        yield listener


@pytest.fixture
def pad(by_plain_http: None, phone: Phone, store: Store, counter: socket.socket) -> Iterator[Phone]:
    """The phone, in front of an empty Scorepad on the test's own store."""
    with served_at(counter, create_app(store)) as (host, port):
        phone.address, phone.store = f"http://{host}:{port}", store
        phone.forget()
        yield phone
        phone.turn_away()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A Scorepad that can be stopped, on the test's own folder."""
    server = Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def far(phone: Phone, store: Store, server: Server) -> Iterator[Phone]:
    """A phone at a Scorepad that can be stopped."""
    phone.address, phone.store = f"http://127.0.0.1:{server.port}", store
    phone.expected = "Failed to load resource|fetching the script"
    yield phone
    server.go_on()
    phone.turn_away()


@pytest.fixture(params=engines.EACH)
def thumb(request: pytest.FixtureRequest, store: Store) -> Iterator[Thumb]:
    """A thumb on each of the three engines, in front of an empty Scorepad."""
    driver: WebDriver = request.getfixturevalue(request.param)
    thumb = thumb_on(driver)
    if not isinstance(thumb, Phone):
        driver.delete_all_cookies()
    with served(create_app(store)) as (host, port):
        thumb.address, thumb.store = f"http://{host}:{port}", store
        yield thumb
        thumb.turn_away()
