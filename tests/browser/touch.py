"""Touches on a screen at exact times: the page's clock stands still between them."""

import time
from collections.abc import Callable

from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

from browser.phone import Thumb, uncovered
from browser.scripts import PASS, STOP_THE_CLOCK

APART = 400  # ms between two taps that both count

# Returns the middle of an element after scrolling it into view.
POINT = """
let [box] = arguments[0].getClientRects();
const foot = document.querySelector(".foot")?.getBoundingClientRect().top ?? innerHeight;
if (box.top < 0 || box.bottom > (arguments[0].closest(".foot") ? innerHeight : foot)) {
  arguments[0].scrollIntoView({ behavior: "instant", block: "center" });
  [box] = arguments[0].getClientRects();
}
return [Math.floor(box.x + box.width / 2), Math.floor(box.y + box.height / 2)];
"""


def double_tap(driver: WebDriver, point: tuple[int, int], gap: float = 0.18) -> None:
    """Tap twice in the same place, `gap` seconds apart, in a single driver request, and wait for what follows."""
    touch = PointerInput("touch", "finger")  # type: ignore[no-untyped-call]
    finger = ActionBuilder(driver, mouse=touch, duration=0)
    finger.pointer_action.move_to_location(*point).pointer_down().pointer_up()  # type: ignore[no-untyped-call]
    finger.pointer_action.pause(gap).pointer_down().pointer_up().pause(0.2)
    finger.perform()


class Screen:
    """The screen of an engine, on one page; WebKit's driver has no touch input and uses a mouse."""

    def __init__(self, thumb: Thumb) -> None:
        self.thumb = thumb
        time.sleep(uncovered(thumb.driver) / 1000)
        thumb.run(STOP_THE_CLOCK)
        self.wait(1000)  # so that the stage is not new

    def wait(self, milliseconds: int) -> None:
        """Advance the page's clock."""
        self.thumb.run(PASS, milliseconds)

    def number(self, player: str, number: int) -> WebElement:
        chip = f".chip:has(input[value='{number}'])"
        element: WebElement = self.thumb.seat(player).find_element("css selector", chip)
        return element

    def tap(self, *targets: WebElement, period: int = APART, press: int = 0) -> None:
        """Tap on these, one tap beginning every `period` ms; each touch lasts `press` ms."""
        for point in [self.thumb.run(POINT, target) for target in targets]:
            self._touch(point, press)
            self.wait(period - press)

    def double_tap(self, target: WebElement, gap: int, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Tap twice in the same place, `gap` ms apart, and call `meanwhile` between the taps."""
        point = self.thumb.run(POINT, target)
        self._touch(point)
        meanwhile()
        self.wait(gap)
        self._touch(point)
        self.wait(APART - gap)

    def _touch(self, point: tuple[int, int], press: int = 0) -> None:
        self.thumb.taps += 1
        touch = PointerInput("touch", "finger")  # type: ignore[no-untyped-call]
        finger = ActionBuilder(self.thumb.driver, mouse=touch, duration=0)
        finger.pointer_action.move_to_location(*point).pointer_down()  # type: ignore[no-untyped-call]
        if press:
            self.thumb.run("setTimeout((press) => { window.clock += press; }, 50, arguments[0])", press)
            finger.pointer_action.pause(0.15)
        finger.pointer_action.pointer_up()  # type: ignore[no-untyped-call]
        finger.perform()
