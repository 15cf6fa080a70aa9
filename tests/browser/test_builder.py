"""Tests of a custom scoring on a phone: built with taps, previewed during the taps, and used in a game."""

from browser.phone import Phone


def tap_chip(pad: Phone, name: str, value: str) -> None:
    pad.tap_on(f'[name="{name}"][value="{value}"]')


def row(pad: Phone, at: int) -> str:
    return " ".join(pad.texts(f".slip tr:nth-child({at}) td"))


def test_a_house_rule_is_built_on_a_phone_without_a_letter_of_code_and_played(pad: Phone) -> None:
    pad.open("/rules")
    pad.run("document.querySelector(\"[href='/schemes/build']\").scrollIntoView({ block: 'center' })")
    pad.tap_on("[href='/schemes/build']")
    pad.wait_for(".slip td")
    assert row(pad, 1) == "10 11 12 13 14 15"
    tap_chip(pad, "each", "2")
    pad.wait_until(lambda: row(pad, 1) == "10 12 14 16 18 20")
    tap_chip(pad, "zero", "5")
    pad.wait_until(lambda: row(pad, 1) == "5 12 14 16 18 20")
    tap_chip(pad, "missed", "0")
    pad.wait_until(lambda: row(pad, 2) == "0 0 0 0 0 0")
    assert pad.words("#said") == "Made: 10 and 2 per trick. Made zero: 5. Missed: 0."
    pad.tap_on("[value=save]")
    pad.wait_until(lambda: pad.path == "/schemes/own_custom_scoring")

    pad.begin("Ann", "Ben", "Cat", "Di", rulebook="pagat", ladder="5-1", scheme="own_custom_scoring")
    assert pad.bidders == ["Ben", "Cat", "Di", "Ann"]
    pad.bid(2, 0, 1, 1)
    pad.wait_for("[data-stage=tricks]")
    pad.tap_number("Di", 2)
    pad.tap(pad.button)
    pad.wait_until(lambda: pad.totals == {"Ann": "12", "Ben": "14", "Cat": "5", "Di": "0"})


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
