"""Fixtures with the static folder, which is made once, and with its host."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import engines
from selenium.webdriver.remote.webdriver import WebDriver

from in_browser.edition import StaticHost
from scorepad.in_browser import make_folder

DOWNLOADS = Path(__file__).parents[2] / ".venv/downloads"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the parent of the static folder, which one of the test workers makes."""
    home = tmp_path_factory.getbasetemp().parent / "static-edition"
    made = home / "made"
    try:
        home.mkdir()
    except FileExistsError:
        while not made.exists():
            time.sleep(0.2)
        return home
    make_folder.make(home / "scorepad", DOWNLOADS)
    made.touch()
    return home


@pytest.fixture(scope="session")
def host(folder: Path) -> Iterator[StaticHost]:
    host = StaticHost(folder)
    yield host
    host.stop()


@pytest.fixture
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WebDriver]:
    """Yield a browser of its own, because a test ends with games and files in its storage."""
    engine = getattr(request, "param", "chromium")
    starts = {"chromium": engines.chromium, "firefox": lambda: engines.firefox(tmp_path), "webkit": engines.webkit}
    with starts[engine]() as driver:
        yield driver
