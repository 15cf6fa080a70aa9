"""Fixtures with the static folder, which is made once, and with its host."""

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import engines
from selenium.webdriver.remote.webdriver import WebDriver

from in_browser.edition import StaticHost, Tab
from scorepad.in_browser import make_folder

DOWNLOADS = Path(__file__).parents[2] / ".venv/downloads"

Start = Callable[[], contextlib.AbstractContextManager[WebDriver]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests first, because each takes long and one worker would end with them alone."""
    items.sort(key=lambda item: item.path.parent != Path(__file__).parent)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return the parent of the static folder, which one of the test workers makes."""
    base = tmp_path_factory.getbasetemp()
    home = (base if worker_id == "master" else base.parent) / "static-edition"
    made = home / "made"
    try:
        home.mkdir()
    except FileExistsError:
        while not made.exists():
            time.sleep(0.2)
        return home
    make_folder.make(home / "scorepad", DOWNLOADS, level=1)  # 9 takes 6 s longer
    made.touch()
    return home


@pytest.fixture(scope="module")
def site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the parent of the static folder, which tests may change."""
    return shutil.copytree(folder / "scorepad", tmp_path_factory.mktemp("site") / "scorepad").parent


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[StaticHost]:
    host = StaticHost(site)
    yield host
    host.stop()


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the browsers' storage. The tests share it, since a first start takes long."""
    return tmp_path_factory.mktemp("profiles")


@pytest.fixture
def start(request: pytest.FixtureRequest, profiles: Path, tmp_path: Path) -> Start:
    """Return a function that starts a browser with the same storage each time, which WebKit's driver cannot do."""
    engine = getattr(request, "param", "chromium")
    profile = profiles / engine
    profile.mkdir(exist_ok=True)
    starts: dict[str, Start] = {
        "chromium": lambda: engines.chromium(f"--user-data-dir={profile}"),
        "firefox": lambda: engines.firefox(tmp_path, "-profile", str(profile)),
        "webkit": engines.webkit,
    }
    return starts[engine]


@pytest.fixture
def tab(start: Start, host: StaticHost) -> Iterator[Tab]:
    """Yield a tab in which the edition runs."""
    with start() as driver:
        yield Tab(driver, host.address)
