"""A phone and the thumb on it: what a scorer does, in the words of a scorer."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from builders import play
from scorekeeper import Scorekeeper, Wired, new_game
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
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

from browser.scripts import IN_SIGHT, INPUT, OUT_OF_SIGHT, PLAIN, SEAT, SHOWN, STAGE, TEXTS, TOTALS, aim
from scorepad.repository import GameRepository
from scorepad.store import Store

WIDTH, HEIGHT = 390, 844
AS_SET: WeakKeyDictionary[webdriver.Chrome, dict[str, Any]] = WeakKeyDictionary()
"""How each browser is set: it stays so for the tests that come later."""
Seen = TypeVar("Seen")


class Answers(ErrorHandler):
    """What Chromium's driver answers, which has no word of its own for an element whose whole page went just then."""

    def check_response(self, response: dict[str, Any]) -> None:
        try:
            super().check_response(response)
        except WebDriverException as error:
            if "does not belong to the document" in str(error.msg):
                raise StaleElementReferenceException(error.msg, error.screen, error.stacktrace) from error
            raise


class Thumb:
    """A thumb on any engine's screen. `taps` counts what it does; `address` is where Scorepad answers, over `store`
    where that is at hand."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        self.address = ""
        self.store: Store | None = None
        self.taps = 0
        self._shown: tuple[float, str | None] = (0, None)  # the page that it tapped on last, and the stage there
        self._changed = float("-inf")  # when it saw another stage come on one page
        self.expected = ""  # a pattern of what the browser may complain of: answers that a killed server owes

    # --- the screen itself --------------------------------------------------------------------------

    def open(self, path: str) -> None:
        self._go(path if "://" in path else self.address + path)

    def _go(self, address: str) -> None:
        """There; once more where a driver has waited too long for the page to be whole, as WebKit's does now and then
        where the page before was just leaving for another."""
        try:
            self.driver.get(address)
        except TimeoutException:
            self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

    def turn_away(self) -> None:
        self._go("about:blank")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    # --- looking ------------------------------------------------------------------------------------

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def words(self, selector: str) -> str:
        try:
            return self.one(selector).text
        except StaleElementReferenceException:  # the page went between the look and the words: there is another
            return self.one(selector).text

    def wait_for(self, selector: str) -> WebElement:
        return self.wait_until(lambda: self.all(selector))[0]

    def wait_for_words(self, selector: str, words: str) -> None:
        self.wait_until(lambda: words in self.words(selector))

    def wait_until(self, look: Callable[[], Seen], seconds: float = 10) -> Seen:
        """Look twenty times a second, also while the page exchanges its elements; what there is to see at last."""
        replaced = (NoSuchElementException, StaleElementReferenceException)
        return WebDriverWait(self.driver, seconds, 0.05, replaced).until(lambda _: look())

    @property
    def path(self) -> str:
        return self.driver.current_url.removeprefix(self.address)

    @property
    def stage(self) -> str | None:
        return self.one("#entry").get_attribute("data-stage")

    @property
    def button(self) -> WebElement:
        return self.one(".foot .do")

    @property
    def on_turn(self) -> str:
        return self.words(".now .name")

    @property
    def bidders(self) -> list[str]:
        return self.texts("[data-field] .name")

    def texts(self, selector: str) -> list[str]:
        """What stands in all of these, also where it is scrolled out of sight, which WebKit takes for no text."""
        found: list[str] = self.run(TEXTS, selector)
        return found

    def seat(self, player: str) -> WebElement:
        seat: WebElement = self.run(SEAT, player)
        return seat

    def _input(self, player: str, selector: str) -> WebElement:
        found: WebElement | None = self.run(INPUT, player, selector)
        assert found, f"{player} has no {selector}"
        return found

    def in_sight(self, element: WebElement) -> bool:
        """Whether all of it can be seen, and the bar at the bottom does not cover it."""
        return bool(self.run(IN_SIGHT, element))

    def out_of_sight(self, selector: str, *, foot: bool = False) -> list[str]:
        """What of these is shown, but not whole on the screen, or with `foot` beneath the bar at the bottom."""
        found: list[str] = self.run(OUT_OF_SIGHT, selector, foot)
        return found

    def shown(self, selector: str) -> int:
        """How many of these are shown, be it further down the page."""
        return int(self.run(SHOWN + "return shown.length", selector))

    def chosen(self, player: str) -> str | None:
        """The number that is chosen for a player."""
        number: str | None = self.run(INPUT + "?.value ?? null", player, "input:checked")
        return number

    def struck(self, player: str) -> list[str]:
        return [chip.text for chip in self.seat(player).find_elements(By.CSS_SELECTOR, ".chip.struck")]

    @property
    def totals(self) -> dict[str, str]:
        """As they stand in the sheet, which follows a tap in the frame after it."""
        names, totals = self.driver.execute_async_script(TOTALS)
        return dict(zip(names, totals, strict=True))

    # --- tapping ------------------------------------------------------------------------------------

    def tap(self, element: WebElement) -> None:
        self.taps += 1
        page, stage, deaf, looks = self.run(STAGE, element)
        if self._shown[0] == page and self._shown[1] != stage:
            self._changed = time.monotonic()
        self._shown = page, stage
        time.sleep(max(looks, self._changed + deaf - time.monotonic()))  # nobody taps before they look
        element.click()

    def tap_on(self, selector: str) -> None:
        """The first of these."""
        self.tap(self.one(selector))

    def tap_number(self, player: str, number: int, field: str = "") -> None:
        """A number of a player; a correction has bids and tricks in one row, so `field` is "bid" or "taken" there."""
        own = f"[name^='{field}']" if field else ""
        chip = f"input{own}[value='{number}']"
        if field and not self._input(player, chip).is_displayed():
            self.tap(self.seat(player).find_element(By.CSS_SELECTOR, f"details:has(+ .chips {chip}) summary"))
        self._tap_input(player, chip)

    def _tap_input(self, player: str, selector: str) -> None:
        self.tap(self._input(player, selector))

    def tap_in_a_row(self, *numbers: tuple[str, int]) -> None:
        """Numbers of players, a tenth of a second apart, whatever else the machine does: the driver is asked once."""
        chips = [self._input(player, f"input[value='{one}']") for player, one in numbers]
        self.taps += len(chips)
        fingers = ActionChains(self.driver, duration=0)
        for chip in chips:
            fingers.click(chip).pause(0.1)
        fingers.perform()

    def tap_trick(self, player: str, number: int) -> None:
        """Tricks of a player; where the number is folded away, a tap on the name opens the row."""
        chip = self._input(player, f"input[value='{number}']")
        if not chip.find_element(By.XPATH, "..").is_displayed():
            self.tap(self.seat(player).find_element(By.CSS_SELECTOR, ".open"))
        self.tap(chip)

    def bid(self, *numbers: int) -> None:
        """Bids of the players in their order on the page."""
        for player, number in zip(self.bidders, numbers, strict=False):
            self.tap_number(player, number)

    def call(self, *calls: str) -> None:
        """Calls of an auction, on the pad: a level and its suit are two taps, all else is one."""
        for call in calls:
            before = self.called
            if call[0].isdigit():
                self.tap_on(f".pad [name=level][value='{call.rstrip('CDHSN')}']")
                self.tap_on(f".pad [data-key='{call[-1] if call[-1] in 'CDHSN' else '#'}']")
            else:
                self.tap_on(f".pad button[value={call}]")
            self._wait_for_another(before)

    def _wait_for_another(self, before: str | None) -> None:
        """Until the pad has another call, or tricks are asked for: a page that is just coming has neither."""
        self.wait_until(lambda: self.called not in (before, None) or self.all("[data-stage=tricks]"))

    @property
    def called(self) -> str | None:
        """The calls that the pad has taken; None once the auction is over."""
        calls: str | None = self.run("return document.querySelector('.pad [name=calls]')?.value ?? null")
        return calls

    def tap_twice(self, element: WebElement) -> None:
        self.taps += 2
        ActionChains(self.driver).double_click(element).perform()

    def press(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    # --- an evening ---------------------------------------------------------------------------------

    def begin(self, *players: str, rulebook: str = "pike", ladder: str = "5-1", **house: str) -> str:
        """Open a new game with these house rules, begun on another device; the path of the game. Where the store is at
        hand, a game without any is put there: the form of a new game is the largest page there is."""
        if self.store is not None and not house:
            game = play(rulebook, " ".join(players), house={"ladder": ladder})
            path = "/games/" + GameRepository(self.store).keep(game, by="scorer")
        else:
            host, _colon, port = self.address.removeprefix("http://").partition(":")
            other = Scorekeeper(Wired(int(port), host))
            path = new_game(other, rulebook, *players, ladder=ladder, **house).path
        self.open(path)
        self.wait_for("#entry")
        return path

    def begin_by_hand(self, *players: str, rulebook: str, ladder: str) -> None:
        """Fill in the form of a new game, and start."""
        self.open(f"/games/new?rulebook={rulebook}")
        for seat, player in enumerate(players):
            self.one(f"[name='players.{seat}']").send_keys(player)
        cards = self.one("#ladder")
        cards.clear()
        cards.send_keys(ladder)
        self.button.click()
        self.wait_for("#entry")


class Phone(Thumb):
    """Chromium on a phone's screen, which also tells what it complains of."""

    driver: webdriver.Chrome

    def __init__(self, driver: webdriver.Chrome, *, plain: bool = False) -> None:
        """`plain`: its pages are given neither caches nor a worker."""
        super().__init__(driver)
        driver.error_handler = Answers()
        self._set = AS_SET.setdefault(driver, {})
        self._console()  # what earlier tests left there
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self._keep_no_pages(plain)
        self.set_text(16)
        self.turn(WIDTH, HEIGHT)
        self.go_dark(False)

    def _have(self, command: str, **how: object) -> None:
        """Have this set, unless it is."""
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
        """As WebDriver clicks, which asks the browser fifty questions each time: this asks a few."""
        found = self.run(aim(finds), *arguments)
        if found is None:
            raise ElementClickInterceptedException("something lies above it")
        time.sleep(found["wait"])
        self.taps += 1
        moves = [
            {"type": "pointerMove", "duration": 0, "origin": "viewport", **found["at"]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.driver.execute(Command.W3C_ACTIONS, {"actions": [{"type": "pointer", "id": "thumb", "actions": moves}]})

    def turn_away(self) -> None:
        """The page itself leads away: another page that is asked for begins in a process of its own."""
        self.run("sessionStorage.clear(); location.replace('about:blank')")
        self.wait_until(lambda: self.driver.current_url == "about:blank")

    def forget(self) -> None:
        """All that pages of this address have kept, but not their files."""
        everything = {"origin": self.address, "storageTypes": "indexeddb,local_storage,cache_storage,service_workers"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", everything)

    def turn(self, width: int, height: int = HEIGHT) -> None:
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._have("Emulation.setDeviceMetricsOverride", **screen)

    def set_text(self, pixels: int) -> None:
        """The size of text that is set in the browser; 16 is usual."""
        self._have("Page.setFontSizes", fontSizes={"standard": pixels, "fixed": round(pixels * 13 / 16)})

    def go_dark(self, dark: bool, *, still: bool = False) -> None:
        """What whoever holds it has asked for: dark colours, and no motion."""
        wishes = {"color-scheme": "dark" if dark else "light", "reduced-motion": "reduce" if still else "no-preference"}
        features = [{"name": f"prefers-{one}", "value": value} for one, value in wishes.items()]
        self._have("Emulation.setEmulatedMedia", features=features)

    @contextlib.contextmanager
    def offline(self) -> Iterator[None]:
        """Without any network, and back."""
        with self._network(offline=True):
            yield

    @contextlib.contextmanager
    def slowly(self, throughput: int) -> Iterator[None]:
        """With a network that brings so many bytes of a page a second, not packed, and back."""
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
            self.driver.execute_cdp_cmd("Network.disable", {})  # else it tells the driver of every answer from now on

    def complaints(self) -> list[str]:
        """Errors in the console, and breaches of the Content-Security-Policy among them, since the last time."""
        return [one for one in self._console() if not (self.expected and re.search(self.expected, one))]

    def _console(self) -> list[str]:
        lines = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [line["message"] for line in lines if line["level"] == "SEVERE"]


def thumb_on(driver: WebDriver) -> Thumb:
    """On an engine's screen; a phone where that is Chromium's."""
    return Phone(driver) if isinstance(driver, webdriver.Chrome) else Thumb(driver)
