"""An evening at a table that speaks Dutch, and one at a German table: everything is found by the words that the players
read, on the three engines, from the first page to the printed sheet."""

from __future__ import annotations

import base64

from reading_pdf import read
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from browser.away import WRITTEN
from browser.phone import Thumb

SAYING = """//*[self::a or self::button or self::summary or self::label or self::input]
[normalize-space()="{words}" or @aria-label="{words}" or .//b[normalize-space()="{words}"]]"""

FETCHED = """
const [address, done] = arguments;
fetch(address).then((answer) => answer.blob()).then((file) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(",")[1]);
  reader.readAsDataURL(file);
});
"""


def saying(thumb: Thumb, words: str) -> WebElement:
    """What can be tapped and says just this, or is headed by it."""

    def shown() -> list[WebElement]:
        return [one for one in thumb.driver.find_elements(By.XPATH, SAYING.format(words=words)) if one.is_displayed()]

    return thumb.wait_until(shown)[0]


def tap(thumb: Thumb, *words: str) -> None:
    """One after the other, each on the page to which the one before it led."""
    for one in words:
        thumb.tap(saying(thumb, one))


def labelled(thumb: Thumb, words: str) -> WebElement:
    """Where what is asked so is typed."""
    return thumb.one("#" + str(saying(thumb, words).get_attribute("for")))


def begin(thumb: Thumb, seat: str, *players: str, cards: str, ladder: str) -> None:
    """Fill in the form of a new game by its labels."""
    for number, player in enumerate(players, 1):
        saying(thumb, f"{seat} {number}").send_keys(player)
    typed = labelled(thumb, cards)
    typed.clear()
    typed.send_keys(ladder)


def call(thumb: Thumb, *words: str) -> None:
    """Calls of an auction, each when the pad has taken the one before it."""
    for one in words:
        before = thumb.called
        tap(thumb, one)
        thumb.wait_until(lambda before=before: thumb.called != before)  # type: ignore[misc]


def printed(thumb: Thumb, words: str) -> str:
    """The words of the file to which a link of the page leads."""
    address = saying(thumb, words).get_attribute("href")
    return read(base64.b64decode(thumb.driver.execute_async_script(FETCHED, address)))[0].text


def test_an_evening_of_boerenbridge_in_dutch(thumb: Thumb) -> None:
    thumb.open("/")
    tap(thumb, "Nederlands", "Nieuwe partij", "Boerenbridge")
    begin(thumb, "Stoel", "Sanne", "Pieter", "Marieke", cards="Kaarten, ronde voor ronde", ladder="1 2")
    tap(thumb, "Partij beginnen")
    thumb.wait_for("#entry")
    assert thumb.words("h1") == "Ronde 1"
    for player, bid in (("Pieter", 0), ("Marieke", 0), ("Sanne", 1)):
        thumb.tap_number(player, bid)
    thumb.wait_for("[data-stage=tricks]")
    assert "Slagen 1 van 1" in thumb.words(".foot")
    tap(thumb, "Ronde 1 noteren")
    thumb.wait_for(WRITTEN.format(1))
    assert thumb.totals == {"Sanne": "11", "Pieter": "20", "Marieke": "20"}
    assert "Iedereen haalde het" in thumb.words("main")
    tap(thumb, "Meer", "Wie er speelt", "Straf of cadeau")
    labelled(thumb, "Punten, zoals −5 of 10").send_keys("87")
    tap(thumb, "Noteren")
    thumb.wait_for_words(".said", "De punten zijn genoteerd.")
    thumb.wait_for("#entry")
    assert "Sanne biedt niet" in " ".join(" ".join(thumb.texts(".who")).split()), "from 80 on"
    for player in ("Pieter", "Marieke"):
        thumb.tap_number(player, 0)
    thumb.wait_for("[data-stage=tricks]")
    thumb.tap_trick("Sanne", 2)
    tap(thumb, "Ronde 2 noteren")
    thumb.wait_for(WRITTEN.format(2))
    thumb.wait_for_words("main", "Sanne wint")
    assert thumb.totals == {"Sanne": "100", "Pieter": "40", "Marieke": "40"}
    tap(thumb, "Meer")
    sheet = printed(thumb, "Afdrukken (PDF)")
    for words in ("Boerenbridge", "Ronde", "Sanne Pieter Marieke", "Totaal", "Sanne wint met 100", "bijstelling"):
        assert words in sheet


def test_an_evening_of_murder_in_german(thumb: Thumb) -> None:
    thumb.open("/")
    tap(thumb, "Deutsch", "Neue Partie", "Murder")
    begin(thumb, "Sitz", "Jürgen", "Käthe", "Annegret", cards="Karten, Runde für Runde", ladder="4 3")
    tap(thumb, "Partie beginnen")
    thumb.wait_for(".pad")
    assert thumb.texts(".passing") == ["Jürgen gibt · Annegret mischt die anderen Karten"]
    assert "Noch ist keine Farbe genannt." in thumb.words(".pad")
    thumb.call("2H")
    assert "2♥" in thumb.words(".contract")
    call(thumb, "Kontra", "Annegret passt", "Rekontra", "Käthe passt", "Annegret passt")
    thumb.wait_for("[data-stage=tricks]")
    assert "Jürgen spielt 2♥ · kontriert von Käthe · rekontriert" in thumb.words("main")
    thumb.tap_trick("Annegret", 2)
    tap(thumb, "Runde 1 eintragen")
    thumb.wait_for(WRITTEN.format(1))
    assert thumb.totals == {"Jürgen": "22", "Käthe": "−4", "Annegret": "−2"}
    tap(thumb, "Mehr", "Kommende Runden und Ende", "Diese Runde ist die letzte")
    thumb.wait_for_words(".said", "Das Ende ist angekündigt.")
    thumb.wait_for(".pad")
    call(thumb, "Käthe passt", "Annegret passt", "Jürgen passt")
    thumb.wait_for("[data-stage=tricks]")
    assert "Käthe spielt 0oT" in thumb.words("main")
    thumb.tap_trick("Annegret", 13)
    tap(thumb, "Runde 2 eintragen")
    thumb.wait_for(WRITTEN.format(2))
    thumb.wait_for_words("main", "Jürgen gewinnt")
    assert thumb.totals == {"Jürgen": "28", "Käthe": "6", "Annegret": "−15"}
    tap(thumb, "Mehr")
    sheet = printed(thumb, "Drucken (PDF)")
    for words in ("Murder", "Kontrakt", "Jürgen Käthe Annegret", "Gesamt", "Jürgen gewinnt mit 28", "×× rekontriert"):
        assert words in sheet
