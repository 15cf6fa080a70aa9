"""The hands to come, as far as they are known today."""

from __future__ import annotations

import pytest
from playing import hand, on, play

from scorepad.game.course import ENDLESS_SHOWN
from scorepad.game.record import Game
from scorepad.game.upcoming import hands_to_come

FOUR = "Ann Bob Cat Di"


def told(game: Game) -> list[tuple[int, int, str]]:
    return [(one.number, one.cards, game.names[one.dealer]) for one in hands_to_come(game.sheet)]


def test_the_open_hand_comes_first_and_the_deal_goes_round() -> None:
    game = play("ohell", FOUR, house={"ladder": "5-1"})
    assert hands_to_come(game.sheet)[0] == game.sheet.open_hand
    assert told(game) == [(1, 5, "Ann"), (2, 4, "Bob"), (3, 3, "Cat"), (4, 2, "Di"), (5, 1, "Ann")]


def test_a_hand_with_its_bids_written_down_is_still_the_open_one() -> None:
    bids = {"hand": {"bids": dict.fromkeys(FOUR.split(), 1)}}
    game = play("pike", FOUR, bids, house={"ladder": "3-1"})
    assert hands_to_come(game.sheet)[0] == game.sheet.open_hand
    assert told(game) == [(1, 3, "Ann"), (2, 2, "Bob"), (3, 1, "Cat")]


def test_looking_ahead_changes_nothing() -> None:
    game = play("ohell", FOUR, house={"ladder": "3-1"})
    before = (game.sheet.rotation, game.sheet.hands_played, game.sheet.open_hand)
    hands_to_come(game.sheet)
    assert (game.sheet.rotation, game.sheet.hands_played, game.sheet.open_hand) == before


def test_what_is_told_ahead_is_what_is_played() -> None:
    record = [hand(FOUR, [0] * 4, [cards, 0, 0, 0]) for cards in (3, 2, 1)]
    for rulebook in ("pike", "pocha"):
        game = play(rulebook, FOUR, house={"ladder": "3-1", "hook": False, "ties": "shared"})
        for one, entry in zip(hands_to_come(game.sheet), record, strict=True):
            now = game.sheet.open_hand
            assert now is not None
            assert (one.number, one.cards, one.dealer, one.first_bidder, one.order, one.last) == (
                now.number, now.cards, now.dealer, now.first_bidder, now.order, now.last,
            )  # fmt: skip
            game = on(game, entry)
        assert hands_to_come(game.sheet) == []


def test_in_murder_dealer_and_first_bidder_go_round_apart_and_the_scorer_deals_nothing() -> None:
    game = play("murder", FOUR, house={"ladder": "3-7"}, scorer="Bob")
    coming = hands_to_come(game.sheet)[:4]
    assert [game.names[one.dealer] for one in coming] == ["Ann", "Cat", "Di", "Ann"]
    assert [game.names[one.first_bidder or ""] for one in coming] == FOUR.split()


def test_a_trump_that_hangs_on_the_hand_before_is_left_open() -> None:
    game = play("pike", FOUR, house={"ladder": "3-1", "trump": "by makers D S H C"})
    game = on(game, hand(FOUR, [0, 1, 0, 0], [1, 1, 1, 0]))
    first, second = hands_to_come(game.sheet)
    assert (first.trump, second.trump) == ("H", None)


@pytest.mark.parametrize("players", [FOUR, "Ann Bob Cat"])
def test_of_an_endless_ladder_the_next_few_are_told(players: str) -> None:
    game = play("ohell", players, house={"ladder": "3-1-3 …"})
    assert len(told(game)) == ENDLESS_SHOWN
