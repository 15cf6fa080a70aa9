"""Ladders by the number of players: Skull King has ten hands, of at most eight cards each for eight players."""

import json
from typing import Any

import pytest
from builders import check_whole, following, hand, play

from scorepad.errors import RuleFileError
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.equivalence import plays_alike
from scorepad.rules.rulebook.ladder_by_players import parse_ladders
from scorepad.rules.telling import ExplainedGame, explain_game

SKULL_KING: dict[str, Any] = {
    "name": "Skull King", "players": "2-8", "pack": 70, "scheme": "standard", "trump": "none", "bidding": "together",
    "ladder": {"2-7": "1-10", "8": "1-8 8x2"},
}  # fmt: skip
SEVEN = "Ann Bob Cat Di Eva Fay Gus"


def test_seven_players_have_hands_of_up_to_ten_cards_and_eight_players_end_with_three_hands_of_eight() -> None:
    rulebook = Rulebook.from_dict(SKULL_KING)
    assert rulebook.sizes(7) == rulebook.sizes(2) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert rulebook.sizes(8) == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    for players in range(2, 9):
        rulebook.check_ladder(players)


@pytest.mark.parametrize(("hands", "cards"), [(4, 5), (8, 8), (9, 8)])
def test_when_an_eighth_player_joins_the_game_goes_on_with_the_same_hand_of_the_other_ladder(
    hands: int, cards: int
) -> None:
    played = [hand(SEVEN, [0] * 7, [number, 0, 0, 0, 0, 0, 0]) for number in range(1, hands + 1)]
    game = play(SKULL_KING, SEVEN, *played, {"join": {"player": "Hal", "before": "Ann"}})
    assert following(game)[:2] == (hands + 1, cards)
    assert len(game.sheet.coming()) == 10 - hands
    check_whole(game)


def test_a_rulebook_file_may_have_the_ladders_as_a_table_and_a_form_as_text() -> None:
    table = 'name = "Skull King"\nplayers = "2-8"\npack = 70\nladder = { 2-7 = "1-10", 8 = "1-8 8x2" }'
    from_table = Rulebook.from_toml(table)
    typed = from_table.with_house({"ladder": "8: 1-8 8x2;  2 – 7: 1-10"})
    assert from_table.ladder_text == str(typed.ladder) == "2-7: 1-10; 8: 1-8 8x2"
    assert typed == from_table
    assert Rulebook.from_dict(json.loads(json.dumps(from_table.to_dict()))) == from_table


def test_a_ladder_by_players_plays_like_a_single_one_where_the_hands_are_the_same() -> None:
    by_players = Rulebook.from_dict(SKULL_KING)
    single = by_players.with_house({"ladder": "1-10", "players": "2-7"})
    assert plays_alike(by_players, single)
    assert not plays_alike(by_players, by_players.with_house({"ladder": "1-8", "players": "2-8"}))


def test_the_rules_say_the_hands_of_each_number_of_players_and_at_a_table_only_its_own() -> None:
    rulebook = Rulebook.from_dict(SKULL_KING)

    def hands(players: int | None) -> str:
        sections = explain_game(ExplainedGame(rulebook, None, players))
        return next(section.text for section in sections if section.place == "hands")

    every, eight = hands(None), hands(8)
    assert "For 2–7 players: In the first hand each player gets 1 card." in every
    assert "With 8 players: In the first hand each player gets 1 card." in every
    assert "up to 10" not in eight
    assert "Then come 2 hands of 8 cards each." in eight


@pytest.mark.parametrize(
    ("typed", "reason", "at"),
    [
        ("2-7: 1-10; 8: 1-x", "A number of cards is missing|is not a hand size", 16),
        ("2-7: 1-10; 1-8", "Begin each part with its numbers of players", 10),
        ("2-7: 1-10; 11: 1-8", "Begin each part with its numbers of players", 10),
        ("2-7: 1-10; 7-8: 1-8", "for the same number of players", 0),
        ("2-7: 1-10; 8: 1-8 …", "repeat without end", 0),
    ],
)
def test_a_wrong_ladder_is_refused_at_its_place(typed: str, reason: str, at: int) -> None:
    with pytest.raises(RuleFileError, match=reason) as refused:
        parse_ladders(typed)
    assert refused.value.at == at
    with pytest.raises(RuleFileError):
        Rulebook.from_dict({**SKULL_KING, "ladder": {"2-7": 3}})
