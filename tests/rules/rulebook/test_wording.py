"""How many can play in words, and the small steps from words to sentences."""

from __future__ import annotations

import pytest

from scorepad.rules.phrases import both, capital, sentence
from scorepad.rules.rulebook import find
from scorepad.rules.rulebook.wording import players_in_words, players_span
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.suits import NO_TRUMPS, OTHER_JOKER, SUITS, suit_name


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
    names = [suit_name(letter) for letter in (*SUITS, NO_TRUMPS, OTHER_JOKER)]
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
    assert both(names) == row
