"""The rules on one page, read back: every sentence there, the house's changes in it, the points as they are."""

from __future__ import annotations

from typing import Any

import pytest
from printing.test_blank_sheet import a_blank
from reading_pdf import Page, assert_all_in_its_box, read

from printables.page import SIDE, PaperOptions
from printables.rule_page import RulePage, rule_page
from scorepad.rules import rulebook, scheme
from scorepad.rules.rulebook.wording import in_words


def rules(*words: str, paper: PaperOptions | None = None, **table: Any) -> Page:
    (page,) = read(rule_page(RulePage.of(a_blank(*words, **table)), paper))
    return page


def plain(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("key", rulebook.built_in_keys())
@pytest.mark.parametrize("paper", [PaperOptions(), PaperOptions("Letter", landscape=True)])
def test_every_rulebook_says_all_its_words_on_one_page(key: str, paper: PaperOptions) -> None:
    page = rules(key, paper=paper)
    assert_all_in_its_box([page])
    found, said = rulebook.find(key), plain(page.text)
    points = scheme.find(found.scheme or "standard")
    by_column = plain(" ".join(_columns(page)))
    for label, sentence in in_words(found, points):
        assert label == "Points" or plain(sentence) in by_column, (label, sentence)
    assert plain(points.about) in by_column
    assert plain(found.name) in said


def _columns(page: Page) -> list[str]:
    """The words of each column, of which a page has two, or three where it lies."""
    count = 3 if page.size[0] > page.size[1] else 2
    wide = (page.size[0] - 2 * SIDE + 18) / count
    columns: list[list[str]] = [[] for _at in range(count)]
    for word in page.words:
        columns[int((word["x0"] - SIDE + 1) / wide)].append(word["text"])
    return [" ".join(words) for words in columns]


def test_the_house_rules_of_a_table_are_in_it() -> None:
    page = rules("pike", ladder="5-1-5", points="squares", players=4)
    said = " ".join(_columns(page))
    assert "From 5 cards down to 1 card, then up to 5 cards." in said
    assert "Squares" in said
    assert "5 4 3 2 1 2 3 4 5" in said


def test_the_cards_are_told_for_the_players_who_sit_down() -> None:
    said = " ".join(_columns(rules("pike", players=6)))
    assert "For 6 players 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8" in said


def test_the_points_are_a_table_that_holds_what_the_scheme_gives() -> None:
    said = " ".join(_columns(rules("pike", points="squares", ladder="3-1", players=4)))
    table = said.partition("Made Missed")[2].split()
    assert table[5:] == ["0", "10", "1", "−1", "1", "11", "2", "−4", "2", "14", "3", "−9", "3", "19"]


def test_murders_parts_all_stand_there_with_their_signs_explained() -> None:
    said = " ".join(_columns(rules("murder", players=6)))
    for words in (
        "Murder: declarer",
        "Murder: others",
        "Murder: doubler",
        "The contract was set",
        "The contract was made",
    ):
        assert words in said
    assert "× doubled, ×× redoubled, >½ bid over half the tricks" in said


def test_a_rulebook_written_too_long_goes_as_far_as_the_page() -> None:
    notes = [f"No. {at} " + "and so on " * 40 for at in range(40)]
    found = rulebook.find("pike").with_house({"notes": notes})
    (page,) = read(rule_page(RulePage.told(found, scheme.find("pike"), 4)))
    assert_all_in_its_box([page])
    assert "No. 9" in page.text
