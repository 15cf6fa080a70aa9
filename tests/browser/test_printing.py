"""Tests of the browser's own “Print” on a game page: a clean sheet that does not depend on the screen."""

import base64
import io
from typing import Any

import pdfplumber
import pytest
from printing.printed_games import a_game, murder
from raw_http import served
from reading_pdf import assert_no_overlaps
from selenium.webdriver.remote.webdriver import WebDriver
from soak import only_in_soak

from browser.phone import Phone, Thumb
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app

MM = 72 / 25.4


def printed(pad: Phone, path: str, **how: Any) -> list[Any]:
    """Return the pages as the browser prints them, on A4 and without backgrounds."""
    pad.open(path)
    options = {"printBackground": False, "paperWidth": 8.27, "paperHeight": 11.69, "preferCSSPageSize": True, **how}
    data = base64.b64decode(pad.driver.execute_cdp_cmd("Page.printToPDF", options)["data"])
    return pdfplumber.open(io.BytesIO(data)).pages


@pytest.mark.parametrize(("players", "mode"), [*only_in_soak((4, "light")), (7, "dark")])
def test_a_game_prints_as_its_sheet_alone(pad: Phone, store: Store, players: int, mode: str) -> None:
    names = ("Ann", "Bob", "Cat", "Di", "Eve", "Fay", "Gus")[:players]
    game_id = GameRepository(store).keep(a_game(names, 5, location="The Old Mill"), by="test")
    pad.go_dark(mode == "dark")
    (page,) = printed(pad, f"/games/{game_id}")
    text = page.extract_text()
    for words in ("Mr Pike's Oh Hell! · The Old Mill", "Hand Ann Bob", *names, "Total", "●", "✓ +"):
        assert words in text
    for words in ("Undo", "Players", "Standings", "Remaining hands", "CSV", "Comment", "Late joiners", "…"):
        assert words not in text
    # dark ink on paper, and suits in true red
    assert all(max(char["non_stroking_color"]) < 0.85 for char in page.chars if len(char["non_stroking_color"]) == 3)
    assert all(char["x0"] > 10 * MM and char["x1"] < float(page.width) - 10 * MM for char in page.chars)


def test_a_game_that_is_over_prints_who_won_and_no_buttons(pad: Phone, store: Store) -> None:
    game_id = GameRepository(store).keep(a_game(hands=1, house={"ladder": "2x1"}), by="test")
    (page,) = printed(pad, f"/games/{game_id}")
    text = page.extract_text()
    assert "wins" in text
    assert "Play again" not in text
    assert "Reopen game" not in text
    assert len(page.curves) >= 4, "its chart"


def test_seven_players_and_twenty_six_hands_print_on_two_pages_with_numbers_and_cards_apart(
    pad: Phone, store: Store
) -> None:
    names = ("Ann", "Truus", "Ben", "Maximiliane", "Gus", "Zoë", "Dimitri")
    game = a_game(names, 26, "ohell", house={"ladder": "7-1-7,7-1-7", "hook": False}, location="The Anchor")
    pages = printed(pad, f"/games/{GameRepository(store).keep(game, by='test')}")
    assert len(pages) == 2
    words = [word["text"] for page in pages for word in page.extract_words(x_tolerance=2)]
    cards = [word for word in words if word[-1] in "♥♠♦♣"]
    assert len(cards) == 26
    assert all(len(word) == 2 for word in cards), "the number of the hand is a word apart"
    assert_no_overlaps(pages[1].extract_words())
    assert all("Hand Ann" in page.extract_text() for page in pages), "the heads are repeated"
    assert sum(page.extract_text().count("Total") for page in pages) == 1


def test_a_game_of_murder_prints_whole_its_bids_beside_the_totals_its_signs_explained_and_nothing_to_tap(
    pad: Phone, store: Store
) -> None:
    game_id = GameRepository(store).keep(murder(location="The Crown"), by="test")
    (page,) = printed(pad, f"/games/{game_id}")
    text = page.extract_text()
    for words in ("Cards Contract", "deals", "bids first", "declares"):
        assert words in text
    for words in ("Tap an entry", "Standings", "Rules"):
        assert words not in text
    assert_no_overlaps(page.extract_words())
    (first,) = (word for word in page.extract_words() if word["text"] == "misdeal,")
    assert first["x0"] > 11 * MM, "nothing is cut off at the edge"


@pytest.mark.soak
def test_firefox_prints_what_came_of_every_bid_and_the_number_of_every_hand_too(
    firefox: WebDriver, store: Store
) -> None:
    game_id = GameRepository(store).keep(a_game(hands=6, house={"ladder": "6-1"}), by="test")
    thumb = Thumb(firefox)
    with served(create_app(store)) as (host, port):
        thumb.address = f"http://{host}:{port}"
        thumb.open(f"/games/{game_id}")
        pages = pdfplumber.open(io.BytesIO(base64.b64decode(firefox.print_page()))).pages
        thumb.turn_away()
    text = "\n".join(page.extract_text() for page in pages)
    for words in ("✓ +16", "✗ 0 −11", "● deals", "Total"):
        assert words in text
    assert "Undo" not in text
    for page in pages:
        assert_no_overlaps(page.extract_words())
    hands = [word["text"] for page in pages for word in page.extract_words() if word["x0"] < 20 * MM]
    assert [cell for cell in hands if cell.isdigit()][-6:] == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("path", ["/rulebooks/pike", *only_in_soak("/schemes/pike", "/games/{}/rules")])
def test_rules_print_as_they_are_read_without_ways_to_anywhere_and_fields_to_choose(
    pad: Phone, store: Store, path: str
) -> None:
    game_id = GameRepository(store).keep(a_game(hands=1), by="test")
    pages = printed(pad, path.format(game_id))
    text = " ".join(page.extract_text() for page in pages)
    assert "Mr Pike" in text or "How this table plays" in text
    for words in ("Rulebooks", "Schemes", "This hand", "Points of", "Total before", "Cards\n", "New game", "Download"):
        assert words not in text
    assert_no_overlaps([word for page in pages[:1] for word in page.extract_words()])


def test_standings_print_with_their_chart_and_nothing_to_tap(pad: Phone, store: Store) -> None:
    game_id = GameRepository(store).keep(a_game(hands=5), by="test")
    page = printed(pad, f"/games/{game_id}/standings")[0]
    text = page.extract_text()
    assert "Standings" in text
    assert "Rules" not in text
    assert "Send the result" not in text
    assert len(page.curves) >= 4


def test_the_years_print_as_their_table_without_fields_to_choose(pad: Phone, store: Store) -> None:
    GameRepository(store).keep(a_game(hands=19), by="test")
    text = printed(pad, "/years")[0].extract_text()
    assert "Cat 1 1" in text
    for words in ("All places", "Show", "As a spreadsheet"):
        assert words not in text


def test_the_first_page_is_shown_next_to_the_form_and_follows_the_choices(pad: Phone, store: Store) -> None:
    with pad.visiting(create_app(store)):
        pad.expected = "422"
        pad.open("/print/sheet")
        form = pad.element("main form")
        assert (form.get_attribute("method"), pad.button.is_displayed()) == ("get", True), "one click leads to it"
        assert (form.get_attribute("action") or "").endswith("/print/sheet.pdf")
        pad.wait_until(lambda: pad.run("return document.querySelector('.first-page img').naturalWidth > 1000"))
        assert pad.words(".first-page") == "Page 1 of 1 · A4 · Portrait"
        pad.element("#players").send_keys("12")
        pad.wait_for_words(".first-page", "is for 2 to 10 players, not 12")
        assert not pad.element(".first-page img").is_displayed()
        pad.element("#players").send_keys("\b\b")
        pad.element("[value=booklet]").click()
        pad.wait_for_words(".first-page", "Page 1 of 2 · A4 · Landscape")
