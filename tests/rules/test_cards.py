"""Cards by their letters, in the language of the reader and of the typist."""

import pytest

from scorepad import words
from scorepad.rules.suits import FRENCH, SPANISH

CORNERS = {"en": "A K Q J 10", "nl": "A H V B 10", "de": "A K D B 10", "fr": "A R D V 10", "es": "A K Q J 10"}
RECORD = [f"{letter}{suit}" for letter in CORNERS["en"].split() for suit in FRENCH.letters]


@pytest.mark.parametrize("code", CORNERS)
def test_a_card_is_read_by_the_corner_that_it_has_on_ones_own_pack(code: str) -> None:
    with words.use_language(code):
        assert [FRENCH.card(f"{letter}H", symbols=True) for letter in ("A", "K", "Q", "J", "10")] == [
            f"{corner}♥" for corner in CORNERS[code].split()
        ]


@pytest.mark.parametrize("code", CORNERS)
def test_what_is_typed_in_ones_own_letters_or_in_english_is_one_card_of_the_record(code: str) -> None:
    with words.use_language(code):
        assert [FRENCH.parse_card(FRENCH.card(card, symbols=True)) for card in RECORD] == RECORD
        assert [FRENCH.parse_card(FRENCH.card(card).lower()) for card in RECORD] == RECORD
        assert [FRENCH.parse_card(card) for card in RECORD] == RECORD


def test_what_is_no_card_stays_as_it_was_typed() -> None:
    with words.use_language("nl"):
        assert [FRENCH.parse_card(text) for text in ("*", "joker", "wizard", "", "?", "VX")] == [
            "*", "joker", "wizard", "", "?", "VX",
        ]  # fmt: skip
        assert FRENCH.card("wizard", symbols=True) == "tovenaar"


def test_a_spanish_card_has_the_letters_of_its_own_pack_in_every_language() -> None:
    shown = {"KD": "RO", "QH": "CC", "JS": "SE", "7C": "7B", "AD": "AO"}
    for code in CORNERS:
        with words.use_language(code):
            assert {card: SPANISH.card(card, symbols=True) for card in shown} == shown
            assert {SPANISH.parse_card(card.lower()): card for card in shown.values()} == shown
            assert [SPANISH.name(letter).lower() for letter in "DHSC"] == ["oros", "copas", "espadas", "bastos"]
