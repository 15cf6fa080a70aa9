"""Tests of a whole game in German, where elements are found by their visible text, up to the printed sheet.

Further tests check that the text of every language fits the hand pages on the narrowest phone.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from builders import play
from reading_pdf import read
from selenium.webdriver.remote.webelement import WebElement
from soak import only_in_soak

from browser.away import WRITTEN
from browser.phone import Phone, Thumb
from browser.questions import CUT, STICKS_OUT, WORDS_CUT, together
from browser.scripts import NEXT_FRAME

if TYPE_CHECKING:
    pass

SAYING = """
const named = (one) => [one.getAttribute("aria-label"), one.textContent, one.querySelector("b")?.textContent];
const says = (one) => named(one).some((words) => words?.replace(/\\s+/g, " ").trim() === arguments[0]);
const all = [...document.querySelectorAll("a, button, summary, label, input")];
return all.find((one) => says(one) && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
"""

FETCHED = """
const [address, done] = arguments;
fetch(address).then((answer) => answer.blob()).then((file) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(",")[1]);
  reader.readAsDataURL(file);
});
"""


@pytest.fixture
def table(thumb: Thumb) -> Iterator[Thumb]:
    """Yield a thumb that may choose a language; later tests use the browser's own again."""
    yield thumb
    thumb.driver.delete_all_cookies()


def saying(thumb: Thumb, words: str) -> WebElement:
    """Return the tap target with exactly this text or heading."""
    element: WebElement = thumb.wait_until(lambda: thumb.run(SAYING, words))
    return element


def tap(thumb: Thumb, *words: str) -> None:
    """Tap on targets one after the other, each on the page that the tap before opened."""
    for text in words:
        thumb.tap(saying(thumb, text))


def call(thumb: Thumb, *words: str) -> None:
    """Tap the calls of an auction, each after the pad has accepted the one before."""
    for text in words:
        before = thumb.called
        tap(thumb, text)
        thumb.wait_until(lambda before=before: thumb.called != before)  # type: ignore[misc]


@pytest.mark.soak
def test_an_evening_of_murder_in_german(table: Thumb) -> None:
    table.open("/")
    tap(table, "Deutsch", "Neue Partie", "Murder")
    for number, player in enumerate(("Jürgen", "Käthe", "Annegret"), 1):
        saying(table, f"Sitz {number}").send_keys(player)
    cards = table.element("#" + str(saying(table, "Karten je Runde").get_attribute("for")))
    cards.clear()
    cards.send_keys("4 3")
    tap(table, "Partie beginnen")
    table.wait_for(".pad")
    assert table.texts(".passing") == ["Jürgen gibt · Annegret mischt die anderen Karten"]
    assert "Noch ist keine Farbe genannt." in table.words(".pad")
    table.call("2H")
    assert "2♥" in table.words(".contract").replace("\n", "")
    call(table, "Kontra", "Annegret passt", "Rekontra", "Käthe passt", "Annegret passt")
    table.wait_for("[data-stage=tricks]")
    assert "Jürgen spielt 2♥ · kontriert von Käthe · rekontriert" in table.words("main")
    table.tap_number("Annegret", 2)
    tap(table, "Runde 1 speichern")
    table.wait_for(WRITTEN.format(1))
    assert table.totals == {"Jürgen": "22", "Käthe": "−4", "Annegret": "−2"}
    tap(table, "Mehr", "Restliche Runden", "Zur letzten Runde machen")
    table.wait_for_words(".said", "Die letzten Runden sind angekündigt.")
    table.wait_for(".pad")
    call(table, "Käthe passt", "Annegret passt", "Jürgen passt")
    table.wait_for("[data-stage=tricks]")
    assert "Käthe spielt 0oT" in table.words("main")
    table.tap_number("Annegret", 13)
    tap(table, "Runde 2 speichern")
    table.wait_for(WRITTEN.format(2))
    table.wait_for_words("main", "Jürgen gewinnt")
    assert table.totals == {"Jürgen": "28", "Käthe": "6", "Annegret": "−15"}
    tap(table, "Mehr")
    file = saying(table, "Drucken (PDF)").get_attribute("href")
    sheet = read(base64.b64decode(table.ask(FETCHED, file)))[0].text
    for words in ("Murder", "Kontrakt", "Jürgen Käthe Annegret", "Gesamt", "Jürgen gewinnt mit 28", "×× rekontriert"):
        assert words in sheet


@pytest.mark.parametrize("how", ["answered", *only_in_soak("come back to")])
def test_a_page_in_the_language_before_is_of_the_chosen_one_as_a_whole_once_it_is(pad: Phone, how: str) -> None:
    pad.begin("Ann", "Ben", "Cat")
    pad.tap_number(first := pad.on_turn, 1)
    pad.ask("fetch('/?lang=nl').then(arguments[0])")  # as another page does
    if how == "answered":
        for number in (0, 4):
            assert pad.element("html").get_attribute("lang") == "en"
            pad.tap_number(pad.on_turn, number)
    else:
        pad.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    pad.wait_for("html[lang=nl]")
    assert (pad.words("h1"), pad.texts(".skip")) == ("Ronde 1", ["Naar de inhoud"])
    pad.wait_until(lambda: (pad.chosen(first) or pad.seat(first).get_attribute("data-bid")) == "1")


ROOM = together(sticks_out=STICKS_OUT, cut=CUT, words_cut=WORDS_CUT)
NAMES = "Annegret Jürgen Sanne Pieter"


@pytest.mark.parametrize("code", ["de", *only_in_soak("en", "es", "fr", "nl")])
def test_its_words_have_room_on_a_phone_of_320_px(pad: Phone, code: str) -> None:
    bids = {"bids": dict(zip(NAMES.split(), (3, 2, 4, 0), strict=True))}
    games = [
        play("boerenbridge", NAMES),
        play("boerenbridge", NAMES, {"hand": bids}),
        play("wizard", NAMES),
        play("murder", NAMES),
        play("murder", NAMES, {"hand": {"auction": ["2H", "double", "1", "pass", "redouble", "pass", "pass", "pass"]}}),
    ]
    pad.turn(320, 568)
    pad.open(f"/?lang={code}")
    problems = []
    for game in games:
        pad.show(game)
        pad.ask(NEXT_FRAME)  # by then the possible totals are drawn
        problems += pad.run(ROOM)
    assert problems == []
