"""Chromium on a phone's screen, one for all tests of this folder, and a Scorepad for each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from asking import served
from selenium import webdriver
from selenium.common.exceptions import WebDriverException

from browser.phone import WATCH, Phone
from scorepad.store import Store
from scorepad.web import create_app

MISSING = (
    "These tests tap in Chromium, and {what}. On Debian and Ubuntu: "
    "apt-get install --no-install-recommends chromium chromium-driver"
)

FLAGS = (
    "--headless=new",
    "--no-sandbox",  # root in a container has none; only our own pages are opened
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[webdriver.Chrome]:
    """The engine; without it these tests fail, for a page nobody has tapped on is not tested."""
    engine, driver = shutil.which("chromium") or shutil.which("chromium-browser"), shutil.which("chromedriver")
    if engine is None or driver is None:
        missing = [name for name, path in (("chromium", engine), ("chromedriver", driver)) if path is None]
        pytest.fail(MISSING.format(what=f"{' and '.join(missing)} cannot be found"), pytrace=False)
    options = webdriver.ChromeOptions()
    options.binary_location = engine
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    except WebDriverException as error:
        pytest.fail(MISSING.format(what=f"it cannot be started ({error.msg})"), pytrace=False)
    started.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    try:
        yield started
    finally:
        started.quit()


@pytest.fixture
def phone(chromium: webdriver.Chrome) -> Iterator[Phone]:
    """A phone that has seen nothing yet; whatever it complains of on the way fails the test."""
    phone = Phone(chromium)
    yield phone
    assert phone.complaints() == []


@pytest.fixture
def pad(phone: Phone, store: Store) -> Iterator[Phone]:
    """The phone, in front of an empty Scorepad on the test's own store."""
    with served(create_app(store)) as (host, port):
        phone.address = f"http://{host}:{port}"
        yield phone
        phone.turn_away()
