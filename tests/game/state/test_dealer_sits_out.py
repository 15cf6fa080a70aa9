"""A dealer who sits out: Romanian Whist for seven players, eight players with one pack, and an auction."""

import pytest
from builders import check_whole, current_hand, following, hand, play, points, row_of, totals

from scorepad.errors import FileError
from scorepad.game.report.plan import plan
from scorepad.rules.rulebook import find
from scorepad.rules.telling import ExplainedGame, explain_game

SEVEN = "Ann Bob Cat Di Eva Fay Gus"
SIX = "Bob Cat Di Eva Fay Gus"


def test_seven_play_romanian_whist_with_48_cards_and_everyone_deals_once_in_each_row_of_hands() -> None:
    rulebook = find("romanian_whist")
    assert (rulebook.playing(7), rulebook.pack_for(7), rulebook.most_for(7)) == (6, 48, 8)
    assert rulebook.sizes(7) == [1] * 7 + [2, 3, 4, 5, 6, 7] + [8] * 7 + [7, 6, 5, 4, 3, 2] + [1] * 7


def test_the_dealer_neither_bids_nor_takes_tricks_nor_scores_and_the_next_dealer_does() -> None:
    first = hand(SIX, [1, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0])
    game = play("romanian_whist", SEVEN, first)
    row = row_of(game)
    assert row.dealer not in row.bids
    assert game.names[row.first_bidder or ""] == "Bob"
    assert "Ann" not in points(game)
    assert totals(game)["Ann"] == 0
    assert following(game) == (2, 1, "Bob")
    second = current_hand(game)
    assert [game.names[player] for player in second.order] == ["Cat", "Di", "Eva", "Fay", "Gus", "Ann"]
    check_whole(game)


def test_the_last_bidder_of_the_others_is_held_by_the_hook() -> None:
    with pytest.raises(FileError, match="Gus bids last and may not bid 1"):
        play("romanian_whist", SEVEN, hand(SIX, [0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0]))
    with pytest.raises(FileError, match="Ann"):
        play("romanian_whist", SEVEN, hand(SEVEN, [0] * 7, [1, 0, 0, 0, 0, 0, 0]))


def test_six_play_without_a_pause_until_a_seventh_joins() -> None:
    six = "Ann Bob Cat Di Eva Fay"
    game = play("romanian_whist", six, hand(six, [0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]), {"join": {"player": "Gus"}})
    assert len(row_of(game).bids) == 6
    assert (len(current_hand(game).order), following(game)) == (6, (2, 1, "Bob"))
    check_whole(game)


def test_as_a_house_rule_eight_players_play_a_game_for_seven() -> None:
    eight = "Ann Bob Cat Di Eva Fay Gus Hal"
    with pytest.raises(FileError, match="for 3 to 7 players"):
        play("pike", eight)
    game = play("pike", eight, house={"dealer_sits_out": 8})
    assert (current_hand(game).cards, len(current_hand(game).order)) == (7, 7)
    assert plan(game.sheet)["hands"][0]["leads"] == current_hand(game).order[0], "the dealer holds no cards to lead"


def test_in_murder_the_player_after_the_declarer_leads_unless_that_is_the_dealer() -> None:
    game = play("murder", "Ann Bob Cat Di Eva", house={"dealer_sits_out": 4})
    names = {game.names[declarer]: game.names[leader] for declarer, leader in plan(game.sheet)["leads"].items()}
    assert names == {"Bob": "Cat", "Cat": "Di", "Di": "Eva", "Eva": "Bob"}
    assert game.names[current_hand(game).order[0]] == "Bob", "the dealer does not call"


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (None, "With 7 players the dealer sits out: the others bid and play."),
        (7, "The dealer sits out: the other players bid and play."),
    ],
)
def test_the_rules_say_when_the_dealer_sits_out(players: int | None, sentence: str) -> None:
    sections = explain_game(ExplainedGame(find("romanian_whist"), None, players))
    assert any(sentence in section.sentences for section in sections)
    assert not any(
        "sits out" in section.text for section in explain_game(ExplainedGame(find("romanian_whist"), None, 6))
    )
