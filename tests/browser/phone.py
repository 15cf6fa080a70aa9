"""Drivers of a browser in terms of a scorer's actions: taps, bids, calls and hands."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from weakref import WeakKeyDictionary

from builders import play
from raw_http import served
from scorekeeper import Scorekeeper, Wired, new_game
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    JavascriptException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.errorhandler import ErrorHandler
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from browser.scripts import (
    COVERED,
    FORWARD,
    HIDDEN_KEY,
    IN_SIGHT,
    INPUT,
    OUT_OF_SIGHT,
    PLAIN,
    SEAT,
    SHOWN,
    STAGE,
    TEXTS,
    TOTALS,
    aim,
)
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store import Store

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

WIDTH, HEIGHT = 390, 844
AS_SET: WeakKeyDictionary[webdriver.Chrome, dict[str, Any]] = WeakKeyDictionary()
"""The settings of each browser, which stay for later tests."""
Seen = TypeVar("Seen")


class Answers(ErrorHandler):
    """An error handler for stale elements of a page that was just left.

    chromedriver has no error code for this case.
    """

    def check_response(self, response: dict[str, Any]) -> None:
        try:
            super().check_response(response)
        except WebDriverException as error:
            if "does not belong to the document" in str(error.msg):
                raise StaleElementReferenceException(error.msg, error.screen, error.stacktrace) from error
            raise


class Key(WebElement):
    """An element that waits before a click until the page is no longer covered."""

    def click(self) -> None:
        time.sleep(uncovered(self.parent) / 1000)
        super().click()


def uncovered(driver: WebDriver) -> float:
    """Return the ms until a tap reaches the page, which is covered for its first 500 ms; in Chromium end the cover."""
    return float(driver.execute_script(COVERED + "return reaches()"))


def uncover(driver: WebDriver) -> None:
    """End the cover of a new page at once, so that a test sees what is below it."""
    driver.execute_script(COVERED + "uncover()")


class Thumb:
    """A thumb on any engine's screen.

    `taps` counts its taps. `address` is Scorepad's address, and `store` its store if the test has access to it.
    """

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        driver._web_element_cls = Key
        self.address = ""
        self.store: Store | None = None
        self.taps = 0
        self._shown: tuple[float, str | None] = (0, None)  # the last tapped page and its stage
        self._changed = float("-inf")  # time of the last stage change on one page
        self.expected = ""  # a pattern of expected console errors, such as from a killed server

    # --- navigation ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def visiting(self, app: WSGIApplication) -> Iterator[None]:
        """Serve an application at the thumb's address during the context."""
        with served(app) as (host, port):
            self.address = f"http://{host}:{port}"
            yield
            self.turn_away()

    @contextlib.contextmanager
    def another_tab(self, kind: Literal["tab", "window"] = "tab") -> Iterator[str]:
        """Open a tab and yield the handle of the one before, which is used again afterwards.

        With a new "window", the page before stays visible.
        """
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window(kind)
        second = self.driver.current_window_handle
        try:
            yield first
        finally:
            self.driver.switch_to.window(second)
            self.driver.close()
            self.driver.switch_to.window(first)

    def open(self, path: str) -> None:
        self._go(path if "://" in path else self.address + path)

    def _go(self, address: str) -> None:
        """Open an address; retry once after a timeout.

        WebKit's driver sometimes waits too long if the page before is just being left.
        """
        try:
            self.driver.get(address)
        except TimeoutException:
            self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

    def turn_away(self) -> None:
        self._go("about:blank")

    def try_again(self) -> None:
        """Let the page retry at once; by itself it retries within 8 seconds."""
        self.run("dispatchEvent(new Event('online'))")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def ask(self, script: str, *arguments: object) -> Any:
        """Run a script that answers later; run it again if its page was replaced before it answered.

        chromedriver reports that at once as a timeout.
        """
        for _page in range(3):
            with contextlib.suppress(TimeoutException, JavascriptException):
                return self.driver.execute_async_script(script, *arguments)
        return self.driver.execute_async_script(script, *arguments)

    # --- queries ------------------------------------------------------------------------------------

    def element(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, selector: str) -> None:
        """Click an element in the middle of the screen, above the navigation at its foot."""
        element = self.element(selector)
        self.run("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def words(self, selector: str) -> str:
        try:
            return self.element(selector).text
        except StaleElementReferenceException:  # the page was replaced between the two queries
            return self.element(selector).text

    def wait_for(self, selector: str) -> WebElement:
        return self.wait_until(lambda: self.all(selector))[0]

    def wait_for_words(self, selector: str, words: str) -> None:
        self.wait_until(lambda: words in self.words(selector))

    def wait_until(self, look: Callable[[], Seen], seconds: float = 60) -> Seen:
        """Poll 20 times a second until `look` returns a true value, and return it.

        Elements may be missing or replaced meanwhile.
        """
        replaced = (NoSuchElementException, StaleElementReferenceException)
        return WebDriverWait(self.driver, seconds, 0.05, replaced).until(lambda _: look())

    @property
    def path(self) -> str:
        return self.driver.current_url.removeprefix(self.address)

    @property
    def stage(self) -> str | None:
        return self.element("#entry").get_attribute("data-stage")

    @property
    def button(self) -> WebElement:
        return self.element(".foot .do")

    @property
    def on_turn(self) -> str:
        return self.words(".now .name")

    @property
    def bidders(self) -> list[str]:
        return self.texts("[data-field] .name")

    def texts(self, selector: str) -> list[str]:
        """Return the texts of all elements, even out of view, where WebKit's driver returns none."""
        texts: list[str] = self.run(TEXTS, selector)
        return texts

    def seat(self, player: str) -> WebElement:
        seat: WebElement = self.run(SEAT, player)
        return seat

    def _input(self, player: str, selector: str) -> WebElement:
        element: WebElement | None = self.run(INPUT, player, selector)
        assert element, f"{player} has no {selector}"
        return element

    def in_sight(self, element: WebElement) -> bool:
        """Return whether the whole element is in view and not behind the bar at the bottom."""
        return bool(self.run(IN_SIGHT, element))

    def out_of_sight(self, selector: str, *, foot: bool = False) -> list[str]:
        """Return the texts of shown elements that are not entirely on the screen.

        With `foot`, also of those behind the bar at the bottom.
        """
        texts: list[str] = self.run(OUT_OF_SIGHT, selector, foot)
        return texts

    def shown(self, selector: str) -> int:
        """Return the number of shown elements, including those further down the page."""
        return int(self.run(SHOWN + "return shown.length", selector))

    def chosen(self, player: str) -> str | None:
        """Return the number that is selected for a player."""
        number: str | None = self.run(INPUT + "?.value ?? null", player, "input:checked")
        return number

    def struck(self, player: str) -> list[str]:
        return [chip.text for chip in self.seat(player).find_elements(By.CSS_SELECTOR, ".chip.struck")]

    @property
    def totals(self) -> dict[str, str]:
        """Return the totals on the sheet, after the next frame has drawn the last tap."""
        names, totals = self.ask(TOTALS)
        return dict(zip(names, totals, strict=True))

    # --- taps ---------------------------------------------------------------------------------------

    def tap(self, element: WebElement) -> None:
        self.taps += 1
        page, stage, deaf, looks = self.run(STAGE, element)
        if self._shown[0] == page and self._shown[1] != stage:
            self._changed = time.monotonic()
        self._shown = page, stage
        time.sleep(max(looks, self._changed + deaf - time.monotonic()))  # as a scorer looks before a tap
        element.click()

    def tap_on(self, selector: str) -> None:
        """Tap on the first match."""
        self.tap(self.element(selector))

    def tap_number(self, player: str, number: int, field: str = "") -> None:
        """Tap on a number of a player.

        Tap on the player's line before, if it keeps its keys back. A correction has bids and tricks in one row; `field`
        "bid" or "taken" selects one.
        """
        own = f"[name^='{field}']" if field else ""
        chip = f"input{own}[value='{number}']"
        if field and not self._input(player, chip).is_displayed():
            self.tap(self.seat(player).find_element(By.CSS_SELECTOR, f"details:has(+ .chips {chip}) summary"))
        elif not field and self.run(HIDDEN_KEY, player, chip):
            self.tap(self.seat(player).find_element(By.CSS_SELECTOR, ".open"))
            self._tap_input(player, chip)
            self.look(0.32)  # its keys go back to their line, where they would be taken for a double tap
            return
        self._tap_input(player, chip)

    def _tap_input(self, player: str, selector: str) -> None:
        self.tap(self._input(player, selector))

    def look(self, seconds: float) -> None:
        """Wait as a scorer does who looks at the page."""
        time.sleep(seconds)

    def bid(self, *numbers: int) -> None:
        """Tap on the bids of the players, in their order on the page."""
        for player, number in zip(self.bidders, numbers, strict=False):
            self.tap_number(player, number)

    def call(self, *calls: str) -> None:
        """Tap the calls of an auction on the pad: two taps for a level and its suit, one for any other call."""
        for call in calls:
            before = self.called
            if call[0].isdigit():
                self.tap_on(f".pad [name=level][value='{call.rstrip('CDHSN')}']")
                self.tap_on(f".pad [data-key='{call[-1] if call[-1] in 'CDHSN' else '#'}']")
            else:
                self.tap_on(f".pad button[value={call}]")
            # a loading page has neither another call nor the tricks
            self.wait_until(
                lambda before=before: self.called not in (before, None) or self.all("[data-stage=tricks]")  # type: ignore[misc]
            )

    @property
    def called(self) -> str | None:
        """Return the calls on the pad; None once the auction is over."""
        calls: str | None = self.run("return document.querySelector('.pad [name=calls]')?.value ?? null")
        return calls

    def press(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    # --- games --------------------------------------------------------------------------------------

    def keep(self, game: Game) -> str:
        """Store a game and return its path."""
        assert self.store is not None
        return "/games/" + GameRepository(self.store).keep(game, by="scorer")

    def show(self, game: Game) -> str:
        """Store a game, open its page, and return its path."""
        path = self.keep(game)
        self.open(path)
        return path

    def another_scorer(self) -> Scorekeeper:
        """Return another browser at the same address."""
        host, _colon, port = self.address.removeprefix("http://").partition(":")
        return Scorekeeper(Wired(int(port), host))

    def begin(self, *players: str, rulebook: str = "pike", ladder: str = "5-1", **house: str) -> str:
        """Open a new game with these house rules, begun on another device; return its path.

        If there is a store and no house rule, the game goes directly into the store. This avoids the large form of a
        new game.
        """
        if self.store is not None and not house:
            path = self.keep(play(rulebook, " ".join(players), house={"ladder": ladder}))
        else:
            path = new_game(self.another_scorer(), rulebook, *players, ladder=ladder, **house).path
        self.open(path)
        self.wait_for("#entry")
        return path


class Phone(Thumb):
    """Chromium on a phone's screen, which also reports console errors."""

    driver: webdriver.Chrome

    def __init__(self, driver: webdriver.Chrome, *, plain: bool = False) -> None:
        """Reset the browser; with `plain` its pages have neither caches nor a service worker."""
        super().__init__(driver)
        driver.error_handler = Answers()
        self._set = AS_SET.setdefault(driver, {})
        self._console()  # drop errors of earlier tests
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self._keep_no_pages(plain)
        self.set_text(16)
        self.turn(WIDTH, HEIGHT)
        self.go_dark(False)

    def _have(self, command: str, **how: object) -> None:
        """Change a setting of the browser if it differs."""
        if self._set.get(command) != how:
            self.driver.execute_cdp_cmd(command, how)
            self._set[command] = how

    def _keep_no_pages(self, plain: bool) -> None:
        if plain and PLAIN not in self._set:
            self._set[PLAIN] = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PLAIN})
        elif not plain and PLAIN in self._set:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", self._set.pop(PLAIN))

    def tap(self, element: WebElement) -> None:
        self._tap_what("return arguments[0]", element)

    def tap_on(self, selector: str) -> None:
        self._tap_what("return document.querySelector(arguments[0])", selector)

    def _tap_input(self, player: str, selector: str) -> None:
        self._tap_what(INPUT, player, selector)

    def _tap_what(self, finds: str, *arguments: object) -> None:
        """Put the clock forward and tap, with a few driver requests, where WebDriver's click takes about fifty."""
        target = self.run(aim(finds), *arguments)
        if target is None:
            raise ElementClickInterceptedException("something lies above it")
        time.sleep(target["wait"])  # in a second tab, whose clock cannot be put forward
        self.taps += 1
        moves = [
            {"type": "pointerMove", "duration": 0, "origin": "viewport", **target["at"]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.driver.execute(Command.W3C_ACTIONS, {"actions": [{"type": "pointer", "id": "thumb", "actions": moves}]})

    def look(self, seconds: float) -> None:
        """Put the page's clock forward, unless it is another tab's."""
        if not self.run(FORWARD, 1000 * seconds):
            super().look(seconds)

    def turn_away(self) -> None:
        """Leave the page from within, as opening another page would start a process."""
        self.run("sessionStorage.clear(); location.replace('about:blank')")
        self.wait_until(lambda: self.driver.current_url == "about:blank")

    def forget(self) -> None:
        """Delete all data that pages of this address have stored, except cached files."""
        everything = {"origin": self.address, "storageTypes": "indexeddb,local_storage,cache_storage,service_workers"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", everything)

    def turn(self, width: int, height: int = HEIGHT) -> None:
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._have("Emulation.setDeviceMetricsOverride", **screen)

    def set_text(self, pixels: int) -> None:
        """Set the browser's font size in px; 16 is the default."""
        self._have("Page.setFontSizes", fontSizes={"standard": pixels, "fixed": round(pixels * 13 / 16)})

    def go_dark(self, dark: bool, *, still: bool = False) -> None:
        """Set the user's preferences for dark colours and reduced motion."""
        wishes = {"color-scheme": "dark" if dark else "light", "reduced-motion": "reduce" if still else "no-preference"}
        features = [{"name": f"prefers-{name}", "value": value} for name, value in wishes.items()]
        self._have("Emulation.setEmulatedMedia", features=features)

    @contextlib.contextmanager
    def offline(self) -> Iterator[None]:
        """Cut the network during the context; afterwards the page retries at once."""
        self.expected = "net::ERR_INTERNET_DISCONNECTED"
        with self._network(offline=True):
            yield
        self.try_again()

    @contextlib.contextmanager
    def adding(self, script: str) -> Iterator[None]:
        """Run a script at the start of every page that is opened during the context."""
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    @contextlib.contextmanager
    def slowly(self, throughput: int) -> Iterator[None]:
        """Limit the network to `throughput` bytes per second, without compression, during the context."""
        with self._network(downloadThroughput=throughput):
            self.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Encoding": "identity"}})
            yield
            self.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})

    @contextlib.contextmanager
    def _network(self, **how: object) -> Iterator[None]:
        usual = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", usual | how)
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", usual)
            self.driver.execute_cdp_cmd("Network.disable", {})  # otherwise it reports every response

    def complaints(self) -> list[str]:
        """Return the new errors in the console, including violations of the Content-Security-Policy."""
        return [line for line in self._console() if not (self.expected and re.search(self.expected, line))]

    def _console(self) -> list[str]:
        lines = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [line["message"] for line in lines if line["level"] == "SEVERE"]


def thumb_on(driver: WebDriver) -> Thumb:
    """Return a thumb on the driver, a phone if it is Chromium."""
    return Phone(driver) if isinstance(driver, webdriver.Chrome) else Thumb(driver)


LONG = ("Alexandra", "Bartholomew-James", "Cat", "Di", "Eve", "Łucja", "Maximiliane Wolkenstein")
