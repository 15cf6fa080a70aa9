"""Tests of a custom scoring on a phone: built with taps, previewed during the taps, and used in a game."""

from selenium.webdriver.common.keys import Keys

from browser.phone import Phone


def tap_chip(pad: Phone, name: str, value: str) -> None:
    selector = f'[name="{name}"][value="{value}"]'
    pad.run(f"document.querySelector({selector!r}).scrollIntoView({{ block: 'center' }})")
    pad.tap_on(selector)


def row(pad: Phone, at: int) -> str:
    return " ".join(pad.texts(f".slip tr:nth-child({at}) td"))


def test_a_missed_zero_that_costs_5_per_card_is_built_and_played_in_25_taps(pad: Phone) -> None:
    pad.open("/rules")
    pad.tap_on(".jumps [href='#schemes']")
    pad.tap_on("[href='/schemes/build']")
    pad.wait_for(".slip td")
    assert row(pad, 1) == "10 11 12 13 14 15"
    tap_chip(pad, "made", "5")
    tap_chip(pad, "each", "5")
    pad.wait_until(lambda: row(pad, 1) == "5 10 15 20 25 30")
    tap_chip(pad, "missed", "0")
    pad.wait_until(lambda: row(pad, 2) == "0 0 0 0 0 0")
    tap_chip(pad, "missed_zero", "cards5")
    pad.wait_until(lambda: row(pad, 2) == "−25 0 0 0 0 0")
    assert pad.words("#said") == "Made: 5 and 5 per trick. Missed: 0. Missed zero: −5 per card of the hand."
    pad.tap_on("[value=save]")
    pad.wait_until(lambda: pad.path == "/schemes/own_custom_scoring")
    pad.tap_on("[href$='scheme=own_custom_scoring']")
    pad.wait_for("#new-game")
    pad.driver.switch_to.active_element.send_keys("Ann", Keys.ENTER, "Ben", Keys.ENTER, "Cat", Keys.ENTER, "Di")
    pad.tap(pad.button)
    pad.wait_for("#entry")

    assert pad.bidders == ["Ben", "Cat", "Di", "Ann"]
    pad.bid(2, 0, 1, 1)
    pad.wait_for("[data-stage=tricks]")
    for player, tricks in (("Ben", 7), ("Cat", 1)):
        pad.tap_number(player, tricks)
    pad.tap(pad.button)
    pad.wait_until(lambda: pad.totals == {"Ann": "10", "Ben": "0", "Cat": "−50", "Di": "10"})
    assert pad.taps <= 25


def test_each_tap_is_taken_back_and_the_table_goes_with_it(pad: Phone) -> None:
    pad.open("/schemes/build")
    pad.wait_for(".slip td")
    tap_chip(pad, "made", "20")
    pad.wait_until(lambda: row(pad, 1) == "20 21 22 23 24 25")
    pad.tap_on("#more")
    pad.wait_until(lambda: row(pad, 1) == "20 21 22 23 24 25 26")
    tap_chip(pad, "made", "other")
    typed = pad.element("#made_typed")
    typed.clear()
    typed.send_keys("x")
    pad.wait_until(lambda: pad.words("#why-made_typed") == "Enter a number, 1000 at most.")
    assert pad.driver.switch_to.active_element == typed
    for _step in ("the number typed", "the chip that opens it", "20 points"):
        assert pad.element("#undo").is_enabled()
        pad.tap_on("#undo")
    assert not pad.element("#undo").is_enabled()
    pad.wait_until(lambda: row(pad, 1) == "10 11 12 13 14 15 16")
    assert pad.words("#why-made_typed") == ""
    assert pad.element("[name=made][value='10']").is_selected()
