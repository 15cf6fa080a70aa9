"""Internal notes never reach players: no code, no key of a file, no open question of the authors."""

import re

import pytest
from clients import page_of
from flask import Flask
from flask.testing import FlaskClient
from printing.blank_pages import a_blank
from reading_pdf import read
from scorekeeper import Scorekeeper, new_game
from soak import only_in_soak, sampled

from printables.blank.blank_lines import notes
from printables.blank.blank_sheet import blank_sheet
from printables.cards.points_card import points_card
from printables.rules.rule_page import RulePage, rule_page
from scorepad.game.report.blank_fields import blank_fields
from scorepad.game.report.card_lines import points_lines
from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed


@pytest.fixture
def reader(app: Flask) -> FlaskClient:
    """Return a browser for reading rules."""
    return app.test_client()


WORKSHOP = re.compile(
    r"[a-z]_[a-z]"  # a key of a file
    r"|[{}\[\]]|\*\*|==|<=|>=|[A-Za-z]\w* = "  # a formula, TOML
    r"|\b(true|false|TOML)\b"
    r"|[Nn]ot sure",
)


def workshop(text: str) -> list[str]:
    return [text[max(0, match.start() - 30) : match.end() + 30] for match in WORKSHOP.finditer(text)]


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys(), 4))
def test_no_code_stands_on_a_rulebooks_page_and_in_what_is_printed_of_it(reader: FlaskClient, key: str) -> None:
    assert workshop(page_of(reader, f"/rulebooks/{key}")) == []
    blank = a_blank(key)
    said = notes(blank, blank_fields(blank), [], may_join=True, is_copied=False)
    assert workshop(" ".join(note.text for note in said)) == []
    for section in RulePage.of(blank).sections:
        cells = [cell for row in section.grid.rows for cell in row] if section.grid else []
        assert workshop(" ".join([section.heading, section.text, *cells])) == []


@pytest.mark.parametrize("key", sampled(scheme.built_in(), 4))
def test_no_code_stands_on_a_schemes_page_and_in_what_is_printed_of_it(reader: FlaskClient, key: str) -> None:
    assert workshop(page_of(reader, f"/schemes/{key}")) == []
    card = points_lines(SchemeAsPlayed(scheme.find(key), 7))
    assert workshop(" ".join([card.title, card.about, *card.notes])) == []


@pytest.mark.parametrize("key", ["murder", *only_in_soak("oh_hell_500", "ascenseur_escalier")])
def test_no_code_stands_on_the_papers_themselves(key: str) -> None:
    blank = a_blank(key)
    assert workshop(" ".join(page.text for page in read(rule_page(RulePage.of(blank))))) == []
    assert workshop(" ".join(page.text for page in read(blank_sheet(blank)))) == []
    pocket = read(points_card(SchemeAsPlayed(scheme.find("murder"), 7), "pocket"))
    assert workshop(" ".join(page.text for page in pocket)) == []


def test_the_list_of_rules_has_no_code_either(reader: FlaskClient) -> None:
    assert workshop(page_of(reader, "/rules")) == []
    assert workshop(page_of(reader, "/games/new")) == []
    assert workshop(page_of(reader, "/rules/one-card")) == []


def test_what_gives_the_workshop_away_is_seen() -> None:
    """Tests the pattern itself: text that was on seven prints, and text that is allowed."""
    for text in ('writes no_trump_turned = ["2"]', "sets hook = { from = 3 }", "10 + bid ** 2", "Not sure: the points"):
        assert workshop(text)
    assert workshop("10 + 2 × 3 = 16; 3–7 players, −5, “twos”") == []


def test_no_code_stands_on_the_rules_of_a_running_game(keeper: Scorekeeper) -> None:
    new_game(keeper, "murder", "Ann", "Bob", "Cat")
    assert workshop(keeper.follow("Rules").text) == []
