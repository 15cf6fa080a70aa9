"""Tests of choosing a game and its scoring: typing filters the list, and a page shows the current choice."""

from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from browser.phone import Phone, Thumb


def shown(thumb: Thumb) -> list[str]:
    """Return the titles in view."""
    titles = "[...document.querySelectorAll('.choose li b')].filter((title) => title.checkVisibility())"
    shown: list[str] = thumb.run(f"return {titles}.map((title) => title.textContent.trim())")
    return shown


def test_a_few_letters_find_a_game_by_any_of_its_names(thumb: Thumb) -> None:
    thumb.open("/games/new")
    assert shown(thumb) == ["Oh Hell, the usual one", "Boerenbridge", "Wizard", "Murder"]
    thumb.element("#q").send_keys("ROMANESC")
    assert shown(thumb) == ["Romanian Whist"]
    assert thumb.texts(".also:not([hidden])") == ["Also called Whist românesc"]
    thumb.element("#q").clear()
    thumb.element("#q").send_keys("elev")
    assert shown(thumb)[0] == "Oh Hell, the usual one"
    assert "Also called Elevator" in thumb.texts(".also:not([hidden])")
    thumb.element("#q").send_keys("xyz")
    assert shown(thumb) == ["Oh Hell, the usual one", "Custom scoring", "Points by hand"]
    thumb.wait_for_words("#none", "No game found.")
    thumb.element("#q").clear()
    thumb.element("#q").send_keys("spad")
    assert thumb.texts("[data-other]:not([hidden]) b") == ["Spades"]
    thumb.wait_for_words("#none", "Scorepad is for games with exact bids.")
    assert shown(thumb) == ["Oh Hell, the usual one", "Custom scoring", "Points by hand"]
    thumb.element("#q").clear()
    thumb.element("#q").send_keys(" ")
    assert shown(thumb) == ["Oh Hell, the usual one", "Boerenbridge", "Wizard", "Murder"]


def test_how_many_play_is_kept_on_the_way_to_the_seats(pad: Phone) -> None:
    pad.open("/games/new?q=elev")
    pad.element("#q").clear()
    pad.element("#q").send_keys("oh hell")
    pad.tap(next(element for element in pad.all("#choose .chip") if element.text == "8+"))
    assert {"La Pocha", "Michigan Oh Hell", "Rage"} <= {*shown(pad)}
    assert not {"Bust", "Wizard"} & {*shown(pad)}
    pad.tap(next(element for element in pad.all("#choose .chip") if element.text == "6"))
    pad.tap(next(element for element in pad.all("li b") if element.text == "Oh Hell, the usual one"))
    assert len([element for element in pad.all("[name^='players.']") if element.is_displayed()]) == 6


def test_the_line_below_the_points_is_about_those_chosen_now(pad: Phone) -> None:
    opened = "document.getElementById('scheme').closest('details').open = true"
    pad.open("/games/new?rulebook=boerenbridge")
    pad.run(opened)
    assert pad.words("#hint-scheme").startswith("Play to exactly 100. ")
    Select(pad.element("#scheme")).select_by_value("golf")
    assert pad.words("#hint-scheme").startswith("Points are bad")
    assert "the game ends when a player has" in pad.words("#hint-scheme")
    assert pad.element("#scheme").get_attribute("aria-describedby") == "hint-scheme"
    pad.open("/games/new?rulebook=okenuff")
    assert pad.driver.find_elements(By.ID, "hint-scheme") == []
    Select(pad.element("#scheme")).select_by_value("standard")
    assert pad.words("#hint-scheme").startswith("1 per trick")


def test_remaining_hands_are_resized_added_and_removed_by_tapping(pad: Phone) -> None:
    game = pad.begin("Ann", "Ben", "Cat", ladder="5-1")
    pad.open(game + "/course")
    pad.wait_for("#sizes :checked")
    for key, sizes in (("-1", "4 4 3 2 1"), ("add", "4 4 4 3 2 1"), ("1", "4 5 4 3 2 1"), ("drop", "4 4 3 2 1")):
        pad.tap_on(f"[data-step='{key}']")
        assert pad.element("#cards").get_attribute("value") == sizes
    pad.tap_on("form[action$=plan] button:not([type])")
    pad.wait_for("#entry")
    assert pad.words(".bar h1 + p").startswith("4 cards")
