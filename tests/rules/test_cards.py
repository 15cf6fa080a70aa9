"""Cards by their letters, in the language of the reader and of the typist."""

import pytest

from scorepad import words
from scorepad.rules import cards
from scorepad.rules.cards import SUIT_SIGNS

CORNERS = {"en": "A K Q J 10", "nl": "A H V B 10", "de": "A K D B 10", "fr": "A R D V 10", "es": "A K Q J 10"}
RECORD = [f"{letter}{suit}" for letter in CORNERS["en"].split() for suit in SUIT_SIGNS]


@pytest.mark.parametrize("code", CORNERS)
def test_a_card_is_read_by_the_corner_that_it_has_on_ones_own_pack(code: str) -> None:
    with words.use_language(code):
        assert [cards.format_card(f"{letter}H", SUIT_SIGNS) for letter in ("A", "K", "Q", "J", "10")] == [
            f"{corner}♥" for corner in CORNERS[code].split()
        ]


@pytest.mark.parametrize("code", CORNERS)
def test_what_is_typed_in_ones_own_letters_or_in_english_is_one_card_of_the_record(code: str) -> None:
    with words.use_language(code):
        assert [cards.parse_card(cards.format_card(card, SUIT_SIGNS)) for card in RECORD] == RECORD
        assert [cards.parse_card(cards.format_card(card, {}).lower()) for card in RECORD] == RECORD
        assert [cards.parse_card(card) for card in RECORD] == RECORD


def test_what_is_no_card_stays_as_it_was_typed() -> None:
    with words.use_language("nl"):
        assert [cards.parse_card(text) for text in ("*", "joker", "wizard", "", "?", "VX")] == [
            "*", "joker", "wizard", "", "?", "VX",
        ]  # fmt: skip
        assert cards.format_card("wizard", SUIT_SIGNS) == "tovenaar"
