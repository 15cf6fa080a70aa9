"""The rules on one page, read back: every sentence, the house rules in it, and the scheme's points."""

import re
from typing import Any

import pytest
from printing.blank_pages import a_blank
from printing.rule_pages import columns_of, plain
from reading_pdf import Page, assert_all_in_its_box, read
from soak import only_in_soak, sampled

from printables.blank.blank_sheet import blank_sheet
from printables.page.page import A4, PaperOptions
from printables.rules.rule_columns import Setting
from printables.rules.rule_page import RulePage, rule_page
from scorepad import words
from scorepad.game.report.blank_sheet import blank
from scorepad.rules import rulebook, scheme


def rules(*key: str, paper: PaperOptions = A4, **table: Any) -> Page:
    (page,) = read(rule_page(RulePage.of(a_blank(*key, **table)), paper))
    return page


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys()))
def test_every_rulebook_says_all_its_words_on_a_page_that_lies(key: str) -> None:
    """For portrait pages see soak/test_every_back.py."""
    what = RulePage.of(a_blank(key))
    (page,) = read(rule_page(what, PaperOptions("Letter", landscape=True)))
    assert_all_in_its_box([page])
    result, text = rulebook.find(key), plain(page.text)
    by_column = plain(" ".join(columns_of(page)))
    assert [section.heading for section in what.sections][:2] == ["How a hand works", "The aim"]
    for section in what.sections:
        assert section.place == "aim" or plain(section.heading) in by_column
        for sentence in section.sentences:
            assert plain(sentence) in by_column, sentence
        for row in section.grid.rows if section.grid else ():
            assert all(plain(cell) in by_column for cell in row), row
    assert plain(result.name) in text


def test_the_house_rules_of_a_table_are_in_it() -> None:
    page = rules("pike", ladder="5-1-5", points="squares", players=4)
    text = " ".join(columns_of(page))
    assert "In the first hand each player gets 5 cards. Then every hand has one card fewer, down to 1." in text
    assert "Squares" in text
    assert "5 4 3 2 1 2 3 4 5" in text


def test_the_cards_are_told_for_the_players_who_sit_down() -> None:
    text = " ".join(columns_of(rules("pike", players=6)))
    assert "For 6 players 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8" in text


def test_the_points_are_a_table_that_holds_what_the_scheme_gives() -> None:
    text = " ".join(columns_of(rules("pike", points="squares", ladder="3-1", players=4)))
    table = text.partition("bid made off by missed")[2].split()
    assert table[:14] == ["0", "10", "1", "11", "1", "−1", "2", "14", "2", "−4", "3", "19", "3", "−9"]


def test_points_that_are_not_known_are_no_table_of_noughts() -> None:
    result = rulebook.find("okenuff")
    text = " ".join(columns_of(read(rule_page(RulePage.of(blank(result, None))))[0]))
    assert "The scoring is not known" in text
    assert "A made bid gives" not in text
    assert "Points 0" not in text
    assert "off by" not in text


def test_in_one_ink_all_is_black_and_nothing_is_tinted() -> None:
    page = rules("pike", paper=PaperOptions(one_ink=True))
    assert {char["non_stroking_color"] for char in page.chars} == {(0.0, 0.0, 0.0), (1.0, 1.0, 1.0)}
    assert {rule["stroking_color"] for rule in page.rules} == {(0.0, 0.0, 0.0)}
    assert {shade["non_stroking_color"] for shade in page.shades} == {(0.0, 0.0, 0.0)}, "heads of tables"


def test_long_rules_go_over_both_halves_of_a_paper_for_two() -> None:
    (page,) = read(rule_page(RulePage.of(a_blank("pagat")), PaperOptions(two_up=True)))
    halves = [
        " ".join(word["text"] for word in page.words if (word["x0"] < page.size[0] / 2) is left)
        for left in (True, False)
    ]
    assert ["The deal" in half for half in halves] == [True, False]
    assert ["The end" in half for half in halves] == [False, True]
    assert all("Oh Hell (Pagat)" in half for half in halves)
    assert min(char["size"] for char in page.chars) >= 8.49


@pytest.mark.parametrize("dense", [True, False])
def test_no_line_of_french_rules_begins_with_its_semicolon_or_colon(dense: bool) -> None:
    """In columns of 46 mm; with run-in headings, the first line of a sentence is broken separately."""
    with words.use_language("fr"):
        sections = RulePage.of(a_blank("murder")).sections
        blocks = [block for section in sections for block in Setting(8.0, 130.0, dense).section(section)]
    lines = [line for block in blocks for line in block.lines]
    assert sum(";" in line or ":" in line for line in lines) > 10
    assert [line for line in lines if line.startswith((";", ":", "!", "?", "»"))] == []


@pytest.mark.parametrize("paper", ["A4", *only_in_soak("Letter")])
def test_the_back_of_half_a_sheet_of_murder_has_its_auction_and_its_rates(paper: str) -> None:
    front, *backs = read(blank_sheet(a_blank("murder", players=4), PaperOptions(paper, two_up=True), rules=True))
    text = " ".join(back.text for back in backs)
    assert "auction" not in front.text
    assert all(text.count(words) == 2 for words in ("Others, over half", "A sample hand", "The end"))
    assert [back.text.count("continued") for back in backs] == [2] * (len(backs) - 1) + [0]


def test_murders_rates_are_a_table_and_the_wipe_out_is_told_with_all_its_conditions() -> None:
    text = " ".join(columns_of(rules("murder", players=6)))
    assert "Declarer redoubled, over half 10 + 8 −4" in text
    assert "In the last hand, a redoubled declarer over half who is off by two" in text


def test_a_rulebook_of_any_length_goes_over_as_many_pages_as_it_needs() -> None:
    notes = [f"No. {at} " + "and so on " * 40 for at in range(40)]
    result = rulebook.find("pike").with_house({"notes": notes})
    pages = read(rule_page(RulePage.of_rules(result, scheme.find("pike"), [4])))
    assert_all_in_its_box(pages)
    assert all(any(f"No. {at} " in page.text for page in pages) for at in range(40))


def test_the_backs_of_several_sheets_hold_the_rules_once_or_several_times_as_a_whole() -> None:
    pages = read(blank_sheet(a_blank("clag", players=7, fewest=4), PaperOptions("A5"), rules=True))
    assert [page.text[:4] for page in pages] == ["Clag"] * 5 + [""]
    assert ["continued" in page.text for page in pages[1::2]] == [True, False, False]
    short = read(blank_sheet(a_blank("pike", players=5, ladder="1x60"), PaperOptions(landscape=False), rules=True))
    assert ["How a hand works" in page.text for page in short[1::2]] == [True] * (len(short) // 2)


def test_rules_for_several_numbers_of_players_have_the_cards_of_each() -> None:
    _front, *backs = read(blank_sheet(a_blank("murder", players=7, fewest=3), rules=True))
    text = " ".join(column for back in backs for column in columns_of(back))
    assert "In every hand each player gets" not in text
    assert "The game is for 3 to 7 players." in text
    assert "For 3–4 players 3 4 5 6 7 8 9 10 11 12 13 12 11 10 9 8 7 6 5 4 3 …" in text
    assert "For 7 players 3 4 5 6 7 6 5 4 3 …" in text


def test_points_that_go_by_the_number_of_players_are_printed_for_each() -> None:
    own = scheme.Scheme.from_dict({"name": "Own", "points": [{"when": "made", "give": "10 * players"}, {"give": "0"}]})
    what = RulePage.of_rules(rulebook.find("pagat"), own, [3, 4])
    before, three, four = re.split("For . players bid made", " ".join(columns_of(read(rule_page(what))[0])))
    assert "A made bid gives" not in before
    assert three.split()[4:7] == ["0", "30", "0"]
    assert four.split()[4:7] == ["0", "40", "0"]


@pytest.mark.parametrize(
    ("key", "players", "reading"),
    sampled(
        [
            ("boerenbridge", 3, "Trumps are not mentioned"),
            ("boerenbridge", 6, "Trumps are not mentioned"),
            ("oh_hell_500", 5, "For other numbers of players we use the same rule"),
            ("german_bridge", 3, "other numbers of players are our reading"),
            ("ascenseur_two_plus", 4, "other numbers of players are our reading"),
            ("michigan", 4, "A hook is not mentioned"),
        ],
        3,
    ),
)
def test_numbers_of_cards_that_no_source_gives_are_printed_as_our_reading(key: str, players: int, reading: str) -> None:
    assert plain(reading) in plain(" ".join(columns_of(rules(key, players=players))))
