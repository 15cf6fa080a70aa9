"""The number of players in words, and helpers that turn words into sentences."""

import pytest

from scorepad import words
from scorepad.formats import capital, sentence
from scorepad.rules.cards import NO_TRUMPS, OTHER_JOKER, SUITS
from scorepad.rules.rulebook import find
from scorepad.rules.rulebook.relevance import players_in_words, players_span
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.suits import FRENCH
from scorepad.words import adapt_to_sound, join_names


def test_a_capital_at_the_beginning_leaves_the_nouns_of_other_languages() -> None:
    assert capital("der Geber verliert 10, Ann 5") == "Der Geber verliert 10, Ann 5"
    assert capital("") == ""


@pytest.mark.parametrize(("players", "words"), [("3-7", "3–7 players"), ("4", "4 players")])
def test_how_many_can_play_is_a_span(players: str, words: str) -> None:
    ours = find("ohell").with_house({"players": players})
    assert players_in_words(ours) == words
    assert players_span(ours, "-") == players


def test_who_wins_is_said_in_words() -> None:
    assert winner_in_words("high") == "The highest total wins."
    assert winner_in_words("low") == "The lowest total wins."
    assert "exactly 100 wins" in winner_in_words(("exactly", 100))


def test_every_trump_that_can_be_written_down_has_a_name() -> None:
    names = [FRENCH.name(letter) for letter in (*SUITS, NO_TRUMPS, OTHER_JOKER)]
    assert len(set(names)) == 6


@pytest.mark.parametrize(
    ("text", "ended"),
    [("Squares", "Squares."), ("Oh Hell!", "Oh Hell!"), ("Squares.", "Squares."), ("Why?", "Why?"), ("And…", "And…")],
)
def test_a_sentence_ends_once(text: str, ended: str) -> None:
    assert sentence(text) == ended


@pytest.mark.parametrize(
    ("names", "row"), [(["Ann"], "Ann"), (["Ann", "Bob"], "Ann and Bob"), (["Ann", "Bob", "Cat"], "Ann, Bob and Cat")]
)
def test_names_in_a_row(names: list[str], row: str) -> None:
    assert join_names(names) == row


@pytest.mark.parametrize(
    ("names", "row"),
    [
        (["Ana", "Inés"], "Ana e Inés"), (["Ana", "Iván", "Hilario"], "Ana, Iván e Hilario"),
        (["Inés", "Ana"], "Inés y Ana"), (["Ana", "Hielo"], "Ana y Hielo"), (["Ana", "Yago"], "Ana y Yago"),
    ],
)  # fmt: skip
def test_in_spanish_and_goes_by_the_sound_of_the_last_name(names: list[str], row: str) -> None:
    with words.use_language("es"):
        assert join_names(names) == row


@pytest.mark.parametrize(
    ("text", "spoken"), [("7 o 8", "7 u 8"), ("10 o 11", "10 u 11"), ("4 o 5", "4 o 5"), ("uno o otro", "uno u otro")]
)
def test_in_spanish_or_goes_by_the_sound_of_what_follows(text: str, spoken: str) -> None:
    with words.use_language("es"):
        assert adapt_to_sound(text) == spoken
    assert adapt_to_sound(text) == text
