"""Fixtures with one phone-sized Chromium for all tests of this folder, and a Scorepad for each test."""

import contextlib
import importlib.util
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from raw_http import served_at
from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver

from browser import engines
from browser.phone import HEIGHT, WIDTH, Phone, Thumb, thumb_on
from browser.scripts import WATCH
from browser.stopping import Server
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.groups.links import Links
from scorepad.web.server import run_server

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of other engines first.

    They finish on one test worker before another takes tests over. So Firefox and WebKit start once.
    """
    items.sort(key=lambda item: item.path.parent != HERE or not re.search("firefox|webkit", item.name))


@pytest.fixture(scope="session")
def chromium() -> Iterator[webdriver.Chrome]:
    with engines.chromium(engines.BRIEF) as driver:
        assert isinstance(driver, webdriver.Chrome)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        driver.set_page_load_timeout(60)
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
    """Yield a phone without cookies; any error in its console fails the test."""
    phone = Phone(chromium, plain="by_plain_http" in request.fixturenames)
    yield phone
    assert phone.complaints() == []


@pytest.fixture
def by_plain_http() -> None:
    """Remove caches and service workers from the phone's pages, as in a browser over plain HTTP."""


@pytest.fixture(scope="session")
def counter() -> Iterator[socket.socket]:
    """Yield a listening socket that the servers of all tests share, so that the browser keeps its cached files."""
    with contextlib.closing(run_server.listen("127.0.0.1", 0)) as listener:
        yield listener


@pytest.fixture
def pad(by_plain_http: None, phone: Phone, store: Store, counter: socket.socket) -> Iterator[Phone]:
    """Yield the phone, connected to an empty Scorepad on the test's own store."""
    with served_at(counter, create_app(store)) as (host, port):
        phone.address, phone.store = f"http://{host}:{port}", store
        phone.forget()
        yield phone
        phone.turn_away()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a Scorepad that can be stopped, in the test's own folder."""
    server = Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def far(phone: Phone, store: Store, server: Server) -> Iterator[Phone]:
    """Yield a phone connected to a Scorepad that can be stopped."""
    phone.address, phone.store = f"http://127.0.0.1:{server.port}", store
    phone.expected = "Failed to load resource|fetching the script"
    yield phone
    server.go_on()
    phone.turn_away()


@pytest.fixture
def links(store: Store) -> Links:
    return Links(store)


@pytest.fixture
def shared(phone: Phone, store: Store, links: Links) -> Iterator[Phone]:
    """Yield a phone without a link to a Scorepad on the network."""
    phone.store = store
    with phone.visiting(create_app(store, links=links)):
        yield phone


@pytest.fixture(params=engines.EACH)
def thumb(request: pytest.FixtureRequest, store: Store) -> Iterator[Thumb]:
    """Yield a thumb on each of the three engines, connected to an empty Scorepad."""
    driver: WebDriver = request.getfixturevalue(request.param)
    thumb = thumb_on(driver)
    if not isinstance(thumb, Phone):
        driver.delete_all_cookies()
    thumb.store = store
    with thumb.visiting(create_app(store)):
        yield thumb


@pytest.fixture(scope="session")
def axe() -> str:
    """Return axe-core's script from a PyPI package that is installed only for it."""
    package = importlib.util.find_spec("axe_playwright_python")
    assert package is not None, "make test installs it: pip install --no-deps axe-playwright-python"
    assert package.submodule_search_locations is not None
    return (Path(package.submodule_search_locations[0]) / "axe.min.js").read_text(encoding="utf-8")
