"""Tests of whole games in Dutch and German, where elements are found by their visible text.

They go from the first page to the printed sheet. Further tests check that the text of every language fits the hand
pages on the narrowest phone.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import pytest
from builders import play
from raw_http import served
from reading_pdf import read
from selenium.webdriver.remote.webelement import WebElement
from soak import only_in_soak

from browser.away import WRITTEN, log, waiting
from browser.phone import Phone, Thumb
from browser.questions import CUT, STICKS_OUT, WORDS_CUT, together
from browser.scripts import IMPATIENT, NEXT_FRAME
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

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


def labelled(thumb: Thumb, words: str) -> WebElement:
    """Return the field with this label."""
    return thumb.element("#" + str(saying(thumb, words).get_attribute("for")))


def begin(thumb: Thumb, *way: str, seat: str, players: Sequence[str], cards: str, ladder: str, start: str) -> None:
    """Go from the first page to the form of a new game, and fill it in by its labels."""
    thumb.open("/")
    tap(thumb, *way)
    for number, player in enumerate(players, 1):
        saying(thumb, f"{seat} {number}").send_keys(player)
    typed = labelled(thumb, cards)
    typed.clear()
    typed.send_keys(ladder)
    tap(thumb, start)


def call(thumb: Thumb, *words: str) -> None:
    """Tap the calls of an auction, each after the pad has accepted the one before."""
    for text in words:
        before = thumb.called
        tap(thumb, text)
        thumb.wait_until(lambda before=before: thumb.called != before)  # type: ignore[misc]


def printed(thumb: Thumb, more: str, words: str) -> str:
    """Open the menu `more` of the page, and return the text of the file behind a link in it."""
    tap(thumb, more)
    address = saying(thumb, words).get_attribute("href")
    return read(base64.b64decode(thumb.driver.execute_async_script(FETCHED, address)))[0].text


@pytest.mark.soak
def test_an_evening_of_boerenbridge_in_dutch(table: Thumb) -> None:
    begin(
        table, "Nederlands", "Nieuwe partij", "Boerenbridge", seat="Stoel", players=("Sanne", "Pieter", "Marieke"),
        cards="Kaarten per ronde", ladder="1 2", start="Partij beginnen",
    )  # fmt: skip
    table.wait_for("#entry")
    assert table.words("h1") == "Ronde 1"
    for player, bid in (("Pieter", 0), ("Marieke", 0), ("Sanne", 1)):
        table.tap_number(player, bid)
    table.wait_for("[data-stage=tricks]")
    assert "Slagen 1 van 1" in table.words(".foot")
    assert not table.all("header .suit, .sheet .suit"), "there are no trumps"
    tap(table, "Ronde 1 opslaan")
    table.wait_for(WRITTEN.format(1))
    assert table.totals == {"Sanne": "11", "Pieter": "20", "Marieke": "20"}
    assert "Iedereen haalde het bod" in table.words("main")
    tap(table, "Meer", "Spelers", "Straf of bonus")
    labelled(table, "Punten, zoals −5 of 10").send_keys("87")
    tap(table, "Opslaan")
    table.wait_for_words(".said", "Punten opgeslagen.")
    table.wait_for("#entry")
    assert "Sanne biedt niet" in " ".join(" ".join(table.texts(".who")).split()), "from 80 on"
    for player in ("Pieter", "Marieke"):
        table.tap_number(player, 0)
    table.wait_for("[data-stage=tricks]")
    table.tap_trick("Sanne", 2)
    tap(table, "Ronde 2 opslaan")
    table.wait_for(WRITTEN.format(2))
    table.wait_for_words("main", "Sanne wint")
    assert table.totals == {"Sanne": "100", "Pieter": "40", "Marieke": "40"}
    sheet = printed(table, "Meer", "Afdrukken (PDF)")
    for words in ("Boerenbridge", "Ronde", "Sanne Pieter Marieke", "Totaal", "Sanne wint met 100", "bijstelling"):
        assert words in sheet


@pytest.mark.soak
def test_an_evening_of_murder_in_german(table: Thumb) -> None:
    begin(
        table, "Deutsch", "Neue Partie", "Murder", seat="Sitz", players=("Jürgen", "Käthe", "Annegret"),
        cards="Karten je Runde", ladder="4 3", start="Partie beginnen",
    )  # fmt: skip
    table.wait_for(".pad")
    assert table.texts(".passing") == ["Jürgen gibt · Annegret mischt die anderen Karten"]
    assert "Noch ist keine Farbe genannt." in table.words(".pad")
    table.call("2H")
    assert "2♥" in table.words(".contract")
    call(table, "Kontra", "Annegret passt", "Rekontra", "Käthe passt", "Annegret passt")
    table.wait_for("[data-stage=tricks]")
    assert "Jürgen spielt 2♥ · kontriert von Käthe · rekontriert" in table.words("main")
    table.tap_trick("Annegret", 2)
    tap(table, "Runde 1 speichern")
    table.wait_for(WRITTEN.format(1))
    assert table.totals == {"Jürgen": "22", "Käthe": "−4", "Annegret": "−2"}
    tap(table, "Mehr", "Restliche Runden", "Zur letzten Runde machen")
    table.wait_for_words(".said", "Die letzten Runden sind angekündigt.")
    table.wait_for(".pad")
    call(table, "Käthe passt", "Annegret passt", "Jürgen passt")
    table.wait_for("[data-stage=tricks]")
    assert "Käthe spielt 0oT" in table.words("main")
    table.tap_trick("Annegret", 13)
    tap(table, "Runde 2 speichern")
    table.wait_for(WRITTEN.format(2))
    table.wait_for_words("main", "Jürgen gewinnt")
    assert table.totals == {"Jürgen": "28", "Käthe": "6", "Annegret": "−15"}
    sheet = printed(table, "Mehr", "Drucken (PDF)")
    for words in ("Murder", "Kontrakt", "Jürgen Käthe Annegret", "Gesamt", "Jürgen gewinnt mit 28", "×× rekontriert"):
        assert words in sheet


@pytest.mark.parametrize("how", ["answered", "come back to"])
def test_a_page_in_the_language_before_is_of_the_chosen_one_as_a_whole_once_it_is(pad: Phone, how: str) -> None:
    pad.begin("Ann", "Ben", "Cat")
    pad.tap_number(first := pad.on_turn, 1)
    pad.driver.execute_async_script("fetch('/?lang=nl').then(arguments[0])")  # as another page does
    if how == "answered":
        for number in (0, 4):
            assert pad.element("html").get_attribute("lang") == "en"
            pad.tap_number(pad.on_turn, number)
    else:
        pad.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    pad.wait_for("html[lang=nl]")
    assert (pad.words("h1"), pad.texts(".skip")) == ("Ronde 1", ["Naar de inhoud"])
    pad.wait_until(lambda: (pad.chosen(first) or pad.seat(first).get_attribute("data-bid")) == "1")


TAPPED_MEANWHILE = """
const tap = () => document.querySelector("[data-stage=tricks] [data-field='taken.p1'] input[value='2']").click();
addEventListener("beforeunload", () => setTimeout(tap, 50));
"""


@pytest.fixture
def asked() -> list[str]:
    """Return the list of requested pages and posted forms, in order."""
    return []


@pytest.fixture
def late(
    by_plain_http: None, phone: Phone, store: Store, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Phone]:
    """Yield a phone whose pages arrive 1 second after they were rendered."""
    app = create_app(store)
    answering = app.wsgi_app

    def late(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        page = answering(environ, start)
        gone_to = environ.get("HTTP_SEC_FETCH_DEST") == "document"
        if gone_to or environ["REQUEST_METHOD"] == "POST":
            asked.append(environ["PATH_INFO"].rpartition("/")[2])
        time.sleep(gone_to)
        return page

    monkeypatch.setattr(app, "wsgi_app", late)
    with served(app) as (host, port):
        phone.address, phone.store = f"http://{host}:{port}", store
        yield phone
        phone.turn_away()


def test_what_is_tapped_on_a_page_that_begins_anew_is_sent_by_the_new_one(late: Phone, asked: list[str]) -> None:
    """An answer to the old page's request would be missing on the new page, which was requested before."""
    game = late.begin("Ann", "Ben", "Cat").rpartition("/")[2]
    late.driver.execute_async_script("fetch('/?lang=nl').then(arguments[0])")
    late.run(TAPPED_MEANWHILE)
    late.bid(1, 0, 3)
    late.wait_for("html[lang=nl] [data-stage=tricks]")
    late.wait_until(lambda: late.chosen("Ann") == "2")
    late.wait_until(lambda: waiting(late) == 0)
    assert asked[asked.index("bids") :] == ["bids", game, "draft"]


@pytest.mark.soak
def test_a_page_that_begins_anew_and_is_stopped_goes_on_after_a_while(late: Phone, store: Store) -> None:
    game = late.begin("Ann", "Ben", "Cat").rpartition("/")[2]
    late.driver.execute_async_script("fetch('/?lang=nl').then(arguments[0])")
    late.run("addEventListener('beforeunload', () => setTimeout(() => stop(), 50))" + IMPATIENT)
    late.bid(1, 0, 3)
    late.wait_until(lambda: log(store, game) == ["open", "bids"])
    late.tap_number("Ann", 2)
    late.wait_until(lambda: store.draft(game)["values"] == {"taken.p1": "2"})
    assert late.element("html").get_attribute("lang") == "en"


ROOM = together(sticks_out=STICKS_OUT, cut=CUT, words_cut=WORDS_CUT)
NAMES = "Annegret Jürgen Sanne Pieter"


@pytest.mark.parametrize("code", ["de", *only_in_soak("en", "es", "fr", "nl")])
def test_its_words_have_room_on_a_phone_of_320_px(pad: Phone, store: Store, code: str) -> None:
    bids = {"bids": dict(zip(NAMES.split(), (3, 2, 4, 0), strict=True))}
    games = [
        play("boerenbridge", NAMES),
        play("boerenbridge", NAMES, {"hand": bids}),
        play("wizard", NAMES),
        play("murder", NAMES),
        play("murder", NAMES, {"hand": {"auction": ["2H", "double", "1", "pass", "redouble", "pass", "pass", "pass"]}}),
    ]
    paths = ["/games/" + GameRepository(store).keep(game, by="test") for game in games]
    pad.turn(320, 568)
    pad.open(f"/?lang={code}")
    problems = []
    for path in paths:
        pad.open(path)
        pad.driver.execute_async_script(NEXT_FRAME)  # by then the possible totals are drawn
        problems += pad.run(ROOM)
    assert problems == []
