"""Special hands at new places: the middle hand, and the only card held on the forehead (rules.md, F12)."""

import pytest
from builders import check_whole, current_hand, hand, play, row_of

from scorepad.game.state.turns import hands_to_come
from scorepad.rules.rulebook import find
from scorepad.rules.telling import ExplainedGame, explain_game

NOTE = "Hold your card on your forehead without looking at it."
FOUR = "Ann Bob Cat Di"


def test_of_three_peak_hands_only_the_middle_one_is_played_without_trumps() -> None:
    peak = {"ladder": "1-10x3-1", "special": [{"at": "middle", "trump": "N"}]}
    rulebook = find("op_en_neer").with_house(peak)
    sizes = rulebook.sizes(4)
    trumps = [rulebook.trump_for(number, cards, 4) for number, cards in enumerate(sizes, 1)]
    assert (sizes[9:12], trumps[9:12]) == ([10, 10, 10], [None, "N", None])
    assert trumps.count("N") == 1
    sections = explain_game(ExplainedGame(rulebook, None))
    assert any(section.grid and section.grid.rows[0][0] == "The middle hand" for section in sections)


@pytest.mark.parametrize(
    ("forehead", "hands"),
    [("one card", [1, 13]), ("first", [1]), ("last", [13]), ("first and last", [1, 13]), ("never", [])],
)
def test_the_only_card_is_held_on_the_forehead_where_the_table_says_so(forehead: str, hands: list[int]) -> None:
    game = play("pagat", FOUR, house={"ladder": "1-7-1", "forehead": forehead})
    coming = [hand.number for hand in hands_to_come(game.sheet) if hand.note == NOTE]
    assert coming == hands


def test_a_first_hand_of_more_cards_is_played_as_usual() -> None:
    game = play("pagat", FOUR, house={"ladder": "5-1", "forehead": "first and last"})
    assert current_hand(game).note == ""
    played = play("pagat", FOUR, hand(FOUR, [0, 0, 0, 0], [1, 0, 0, 0]), house={"ladder": "1-3", "forehead": "first"})
    assert row_of(played).note == NOTE
    check_whole(played)
