"""Tests of scoring a hand with the keys of a laptop."""

import contextlib

from builders import play
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser.phone import Phone

FOUR = ("Ann", "Ben", "Cat", "Di")


def laptop(pad: Phone, **typed: str) -> None:
    pad.turn(1280, 800)
    pad.begin(*FOUR, **typed)
    pad.wait_for("#sum:not(:empty)")  # the page's script is ready


def chosen(pad: Phone, *numbers: str | None) -> None:
    """Wait until these numbers are selected, by the players' order on the page."""
    last: list[str | None] = []

    def is_shown() -> bool:
        last[:] = [pad.chosen(name) for name in pad.bidders]
        return last == [*numbers]

    with contextlib.suppress(TimeoutException):
        pad.wait_until(is_shown)
    assert last == [*numbers]


def test_a_hand_is_bid_played_and_written_down_with_keys_alone(pad: Phone) -> None:
    laptop(pad)
    pad.press("2", "1", "0", "1")
    chosen(pad, "2", "1", "0", "1")
    pad.press(Keys.ENTER)
    pad.wait_for("[data-stage=tricks]")
    pad.wait_until(lambda: pad.run("return !document.activeElement.closest('.seat')"))  # a frame later
    pad.press("3")
    chosen(pad, "3", "1", "0", "1")
    pad.press(Keys.ENTER)
    pad.wait_for_words("h1", "Hand 2")


def test_backspace_takes_a_digit_back_that_waits_for_another_and_then_the_last_bid(pad: Phone) -> None:
    laptop(pad, rulebook="pagat")
    pad.press("2", "3", "1", Keys.BACKSPACE)
    chosen(pad, "2", "3", None, None)
    pad.press(Keys.BACKSPACE)
    chosen(pad, "2", None, None, None)


def test_where_ten_may_be_bid_a_second_digit_belongs_to_the_first(pad: Phone) -> None:
    laptop(pad, ladder="10-1")
    ActionChains(pad.driver, duration=0).send_keys("1", "0", "2").perform()  # at once: a pause would start a new number
    chosen(pad, "10", "2", None, None)
    pad.press("1")
    chosen(pad, "10", "2", "1", None)


def test_a_device_may_turn_the_keys_off(pad: Phone) -> None:
    laptop(pad)
    game = pad.path
    pad.open("/device")
    pad.tap_on("[name=keys][value=off]")
    pad.tap_on("main .do")
    pad.wait_for("[role=status].said")
    pad.open(game)
    pad.wait_for(".now")
    pad.press("2")
    assert [pad.chosen(name) for name in pad.bidders] == [None] * 4


def test_a_key_taps_nothing_that_is_not_seen(pad: Phone) -> None:
    """The outcome of an auction is folded below the call pad; during calls, Backspace removes the last one."""
    laptop(pad, rulebook="murder")
    pad.press("2", Keys.ENTER)
    pad.call("pass", "pass")
    pad.press(Keys.BACKSPACE)
    pad.wait_until(lambda: pad.called == "pass")
    assert pad.all("#entry .seat :checked") == []


def test_a_key_says_a_bid_and_no_mark(pad: Phone) -> None:
    pad.turn(1280, 800)
    scheme = {"name": "Sure", "marks": {"sure": {"default": 10, "choices": [0, 5, 10]}}, "points": [{"give": "sure"}]}
    game = play("pike", "Ann Ben Cat", scheme=scheme, house={"ladder": "3-1"})
    pad.show(game)
    pad.wait_for("#sum:not(:empty)")
    pad.press("5", "1", "2")
    bids = "return [...document.querySelectorAll('[name^=bid]:checked')].map(({ value }) => value)"
    pad.wait_until(lambda: pad.run(bids) == ["1", "2"])
    assert [field.get_attribute("value") for field in pad.all(".marked :checked")] == ["10"] * 3
