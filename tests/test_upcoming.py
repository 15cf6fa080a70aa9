"""What is asked of the scorer next: the trump, who bids first, whether tricks or only who made the bid."""

from __future__ import annotations

from typing import Any

import pytest
from playing import play

from scorepad.game import hands
from scorepad.game.record import Game
from scorepad.game.upcoming import asks_trump, bids_apart

FOUR = "Ann Bob Cat Di"


def ohell(**house: Any) -> Game:
    """A game of Oh Hell with house rules, before its first bid."""
    return play("ohell", FOUR, house={"ladder": "3-1", "hook": False, **house})


def bid(game: Game, trump: str | None = None) -> Game:
    """The same with the open hand's bids written down: Ann bids highest."""
    return game.then(hands.record_bids(game, {"p1": 2, "p2": 0, "p3": 0, "p4": 0}, trump=trump))


def asks(game: Game) -> bool:
    hand = game.sheet.open_hand
    assert hand is not None
    return asks_trump(game.sheet, hand)


@pytest.mark.parametrize(
    ("trump", "at_first", "after_the_bids"),
    [
        ("turned up", True, True),
        ("dealer chooses", True, True),
        ("highest bidder chooses", False, True),
        ("cycle H C D S", True, True),  # somebody may have turned up another
        ("always S", False, False),
        ("none", False, False),
    ],
)
def test_the_trump_is_asked_for_where_the_rules_leave_it_open(trump: str, at_first: bool, after_the_bids: bool) -> None:
    game = ohell(trump=trump)
    assert (asks(game), asks(bid(game))) == (at_first, after_the_bids)


def test_a_trump_that_was_said_is_not_asked_for_again() -> None:
    assert not asks(bid(ohell(), trump="H"))


def test_a_table_that_writes_down_no_trumps_is_asked_for_none() -> None:
    assert not asks(ohell(write_trump=False))


def test_an_auction_says_the_trump_with_its_contract() -> None:
    assert not asks(play("murder", FOUR))


def test_a_first_bid_goes_round_apart_only_where_the_scorer_does_not_deal_and_all_bid_in_turn() -> None:
    found = {
        (dealing, bidding): bids_apart(ohell(scorer_deals=dealing, bidding=bidding).sheet.rulebook)
        for dealing in (True, False)
        for bidding in ("together", "in turn from the dealer", "in turn from the dealer's left")
    }
    assert [case for case, apart in found.items() if apart] == [(False, "in turn from the dealer")]


def test_only_who_made_it_is_written_where_the_table_plays_so_and_the_points_need_no_tricks() -> None:
    assert play("blackout", FOUR, house={"writes": "made"}).sheet.writes_made
    assert not play("blackout", FOUR, house={"writes": "tricks"}).sheet.writes_made
    assert not play("ohell", FOUR, house={"writes": "made"}, scheme="pike").sheet.writes_made
