"""Tests of the choice above each column of an imported table, which shows the result at once."""

from selenium.webdriver.support.select import Select

from browser.phone import Phone

STRANGE = "Round,Ann foo,Ann bar,Bob foo,Bob bar\n1,0,0,1,1\n2,1,1,2,1\n"


def test_a_choice_shows_the_games_again_and_keeps_its_focus(pad: Phone) -> None:
    pad.open("/import")
    pad.tap_on("details:has(#rows) summary")
    pad.element("#rows").send_keys(STRANGE)
    Select(pad.element("#rulebook")).select_by_value("pagat")
    pad.run("document.getElementById('import').requestSubmit()")
    pad.wait_for(".columns")
    for column, code in (("Ann foo", "bid:Ann"), ("Ann bar", "taken:Ann")):
        choose(pad, f"select[aria-label='Meaning of “{column}”']", code)
    pad.wait_until(lambda: pad.texts(".preview td") == ["21", "12"])


def choose(pad: Phone, selector: str, code: str) -> None:
    """Choose a meaning, and wait until the page has it with the focus."""
    chosen = pad.element(selector)
    Select(chosen).select_by_value(code)
    pad.wait_until(lambda: pad.element(selector) != chosen)
    assert pad.run("return document.activeElement.value") == code
