"""A game printed in another language than the page's: the whole file is in that language."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pypdfium2
import pytest
from html_pages import Page
from languages.spoken import pressed
from printing.blank_pages import a_blank
from program import run, with_a_game
from scorekeeper import Scorekeeper, Within, new_game

from printables.blank.blank_sheet import blank_sheet
from printables.page.page import PaperOptions
from scorepad.game.decide.hands import record_bids, record_tricks
from scorepad.game.decide.setup import open_game
from scorepad.game.files.game_file import write_game
from scorepad.game.state.game import Game
from scorepad.json_text import serialize
from scorepad.rules import scheme
from scorepad.rules.rulebook import find
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.words import _, use_language

GERMAN, DUTCH = re.compile(r"Stich|Runde|Ansage|Punkte|Zettel|Geber"), re.compile(r"slag|ronde|bod\b|punten|gever|blad")


@pytest.fixture
def dutch(tmp_path: Path) -> Iterator[Scorekeeper]:
    """Return a browser with a game on it whose language is Dutch."""
    store = open_store(tmp_path)
    keeper = Scorekeeper(Within(create_app(store)))
    with use_language("en"):
        new_game(keeper, "boerenbridge", "Ann", "Bob", "Cat", ladder="1-3", location="De Kroon")
        keeper.bid(Ann=1, Bob=0, Cat=1)
        keeper.take(Ann=1, Bob=0, Cat=0)
        keeper.visit("/?lang=nl")
        yield keeper
    store.close()


def pdf_facts(data: bytes) -> str:
    """Return text, title, bookmarks and language of a PDF."""
    document = pypdfium2.PdfDocument(data)
    pages = " ".join(page.get_textpage().get_text_range() for page in document)
    marks = " ".join(mark.get_title() for mark in document.get_toc())
    (language,) = set(re.findall(rb"/Lang \(([\w-]+)\)", data))
    return f"{language.decode()}: {document.get_metadata_value('Title')} {marks} {pages}"


def is_german(page: Page) -> bool:
    result = pdf_facts(page.body)
    assert not DUTCH.search(result), DUTCH.findall(result)
    return result.startswith("de: ") and GERMAN.search(result) is not None


def test_a_dutch_page_prints_a_german_sheet(dutch: Scorekeeper) -> None:
    dutch.visit("/print/sheet?rulebook=boerenbridge")
    form = dutch.page
    assert form.form("/print/sheet.pdf").value("language") == "nl"
    assert is_german(dutch.send("/print/sheet.pdf", language="Deutsch", rules="De regels"))
    dutch.page = form
    assert pdf_facts(dutch.send("/print/sheet.pdf").body).startswith("nl: ")
    refused = dutch.visit("/print/sheet.pdf?language=de&players=77")
    assert (refused.status, 'lang="nl"' in refused.body.decode()) == (422, True)
    assert refused.form("/print/sheet.pdf").value("language") == "de"


def test_whatever_a_table_may_want_is_printed_in_the_language_that_is_chosen_once(dutch: Scorekeeper) -> None:
    dutch.visit("/")
    dutch.follow("De Kroon")
    dutch.follow("Papier")
    form = dutch.page
    for button in form.form("/sheet.pdf").buttons:
        dutch.page = form
        assert is_german(dutch.send("/sheet.pdf", button.text, language="Deutsch")), button.text
    dutch.visit("/print/all")
    assert is_german(dutch.send("/print/all.pdf", language="Deutsch"))


def test_a_file_is_called_in_the_language_that_it_is_in(dutch: Scorekeeper) -> None:
    for path, name in {
        "/print/sheet.pdf?rulebook=wizard": "Wizard-Punktezettel.pdf",
        "/rulebooks/pagat/rules.pdf?": "Oh-Hell-Pagat-Regeln.pdf",
        "/schemes/pike/points.pdf?": "Mr-Pikes-Oh-Hell-Punkte.pdf",
    }.items():
        answer = dutch.way.ask("GET", f"{path}&language=de")
        assert name in dict(answer.headers)["Content-Disposition"]


def test_a_language_that_is_not_spoken_is_refused_in_words_at_its_field(dutch: Scorekeeper) -> None:
    words = "Scorepad kent de taal “tlh” niet. Wel: English, Deutsch, Español, Français, Nederlands."
    for path in ("/print/sheet.pdf", "/print/all.pdf", "/print/all.zip"):
        page = dutch.visit(f"{path}?language=tlh")
        assert (page.status, page.refusal_at("language")) == (422, words)
    page = dutch.visit("/schemes/pike/points.pdf?language=tlh")
    assert page.status == 404
    assert words in page.text


def test_the_command_line_prints_in_any_language(tmp_path: Path) -> None:
    with_a_game(tmp_path)
    run(tmp_path, "import", "game.json")
    for what in (["game.json"], ["sheet", "murder", "--rules"], ["--all"]):
        answer = run(tmp_path, "print", *what, "--language", "de", "-o", "out.pdf")
        assert (answer.status, answer.text, answer.error) == (0, "", "")
        result = pdf_facts((tmp_path / "out.pdf").read_bytes())
        assert result.startswith("de: ")
        assert GERMAN.search(result)
    refused = run(tmp_path, "print", "sheet", "pike", "--language", "tlh", "-o", "out.pdf")
    assert refused.status == 2
    assert "Scorepad has no language “tlh”. It has de, en, es, fr, nl." in refused.error


def test_the_notes_of_special_hands_are_in_the_language_of_the_print(dutch: Scorekeeper, tmp_path: Path) -> None:
    with use_language("de"):
        wild, no_trumps = _("Twos are wild."), _("All cards are dealt: no trumps.")
    assert wild in pdf_facts(dutch.way.ask("GET", "/print/sheet.pdf?rulebook=clag&language=de").body)
    rules = find("pagat").with_house({"ladder": "13"})
    game = Game.replay([open_game(rules, scheme.find("standard"), ["Ann", "Bob", "Cat", "Di"])])
    game = game.then(record_bids(game, {"p1": 1, "p2": 0, "p3": 0, "p4": 0}))
    game = game.then(record_tricks(game, {"p1": 13, "p2": 0, "p3": 0, "p4": 0}))
    (tmp_path / "all.json").write_text(serialize(write_game(game)), encoding="utf-8")
    for what, note in ((["sheet", "clag"], wild), (["all.json"], no_trumps)):
        assert run(tmp_path, "print", *what, "--language", "de", "-o", "out.pdf").status == 0
        assert note in " ".join(pdf_facts((tmp_path / "out.pdf").read_bytes()).split())


# --- room -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["nl", "de", "fr", "es"])
def test_heads_over_bids_and_totals_are_written_in_short_where_the_columns_are_narrow(language: str) -> None:
    with use_language(language):
        papers = PaperOptions(), PaperOptions(landscape=False), PaperOptions("A5")
        for key, paper in product(("boerenbridge", "murder"), papers):
            assert min(pressed(blank_sheet(a_blank(key, players=6), paper)), default=100) > 88, (key, paper)
