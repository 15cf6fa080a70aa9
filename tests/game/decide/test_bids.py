"""What a bid may be: the rules of the hook, the least and the highest bid, and bids that are shown later."""

from typing import Any

import pytest
from builders import FOUR, THREE, check_whole, current_hand, hand, on, play, points, refused, row_of

from scorepad.rules.rulebook import find
from scorepad.rules.telling import ExplainedGame, explain_game
from scorepad.web.reports.table_view import board

HOOKS: dict[str, dict[str, Any]] = {
    "the dealer changes": {"bidding": "together", "dealer_changes": True},
    "the dealer bids 1": {"hook": True, "hook_rule": "dealer bids 1"},
    "more than the cards": {"hook": True, "hook_rule": "more than the cards"},
}


@pytest.mark.parametrize(
    ("rule", "bids", "why"),
    [
        # Ann deals five cards; Bob and Cat are given first, as in the order of bids
        ("the dealer changes", (2, 2, 1), "Ann deals and must change the bid: the bids add up to 5."),
        ("the dealer changes", (2, 2, 2), ""),
        ("the dealer changes", (2, 2, 0), ""),
        ("the dealer bids 1", (3, 2, 0), "Ann bids last and must bid 1: the other bids add up to 5."),
        ("the dealer bids 1", (3, 2, 2), "Ann bids last and must bid 1: the other bids add up to 5."),
        ("the dealer bids 1", (3, 2, 1), ""),
        ("the dealer bids 1", (2, 2, 1), ""),  # only bids that already add up bind the dealer
        ("more than the cards", (2, 2, 1), "Ann bids last and may not bid 1: the bids must add up to more than 5."),
        ("more than the cards", (2, 2, 0), "Ann bids last and may not bid 0: the bids must add up to more than 5."),
        ("more than the cards", (2, 2, 2), ""),
        ("more than the cards", (5, 1, 0), ""),
        ("more than the cards", (0, 0, 5), ""),  # one player alone cannot bid more than the cards
    ],
)
def test_the_hook_binds_whoever_bids_last_by_the_rule_of_the_table(
    rule: str, bids: tuple[int, int, int], why: str
) -> None:
    game = play("ohell", THREE, house={"ladder": "5-1", **HOOKS[rule]})
    entry = {"hand": {"bids": dict(zip(("Bob", "Cat", "Ann"), bids, strict=True))}}
    waiver = {"hook_waived": True} if why else {}
    if why:
        assert why in refused(game, entry)
    game = on(game, {"hand": {**entry["hand"], **waiver}})
    assert game.sheet.bids is not None
    assert game.sheet.bids.hook_waived == bool(why)
    check_whole(game)


def test_a_table_may_ask_for_a_least_and_a_highest_bid_which_a_small_hand_cuts() -> None:
    game = play("ohell", THREE, house={"ladder": "9 2 1", "hook": False, "least_bid": 2, "most_bid": 4})
    assert current_hand(game).may_bid == range(2, 5)
    for bid in (1, 5):
        why = f"Bob cannot bid {bid}. Enter a whole number from 2 to 4."
        assert why in refused(game, {"hand": {"bids": {"Ann": 2, "Bob": bid, "Cat": 4}}})
    game = on(game, hand(THREE, [2, 3, 4], [2, 3, 4]))
    assert current_hand(game).may_bid == range(2, 3)
    game = on(game, hand(THREE, [2, 2, 2], [2, 0, 0]))
    assert current_hand(game).may_bid == range(1, 2), "nobody can bid two in a hand of one card"


@pytest.mark.parametrize("bidding", ["hidden", "secret"])
def test_written_bids_are_not_shown_before_the_scorer_shows_them(bidding: str) -> None:
    game = play("wizard", FOUR, house={"bidding": bidding})
    tapped = {"hand": 1, "values": {"bid.p2": "1", "bid.p3": "0"}}
    assert [row.bid for row in board(game, tapped).lines] == [""] * 4
    assert board(game, tapped).bids == []
    shown = on(game, {"hand": {"bids": dict.fromkeys(FOUR.split(), 1)}})
    assert [row.bid for row in board(shown, {"hand": 0, "values": {}}).lines] == ["1"] * 4
    assert not any(row.turn or row.bids_first for row in board(game, tapped).lines)


def test_the_rules_say_what_the_hook_and_the_limits_are() -> None:
    def bidding(**house: Any) -> str:
        explained = explain_game(ExplainedGame(find("ohell").with_house(house), None))
        return next(section.text for section in explained if section.place == "bidding")

    assert "the last bidder must bid 1." in bidding(**HOOKS["the dealer bids 1"])
    assert "must add up to more than the cards" in bidding(**HOOKS["more than the cards"])
    changes = bidding(**HOOKS["the dealer changes"])
    assert "the dealer must change the bid." in changes
    assert "may add up" not in changes
    assert "A bid is a number of tricks from 1 to 8." in bidding(least_bid=1, most_bid=8)
    assert "from zero to 8. Zero is a bid" in bidding(most_bid=8)
    assert "keep them secret until the hand has been played" in bidding(bidding="secret")


def called(bids: str, call: tuple[str, int] | None, dash: str = "", **more: Any) -> dict[str, Any]:
    """Return an entry with the bids of Ann, Bob, Cat and Di, the call, and the players who made a dash call."""
    contract = {"contract": {"declarer": call[0], "level": call[1]}, "trump": "S"} if call else {}
    marks = {"marks": {name: {"dash_call": True} for name in dash.split()}} if dash else {}
    numbers = dict(zip(FOUR.split(), map(int, bids.split()), strict=True))
    return {"hand": {"bids": numbers, **contract, **marks, **more}}


@pytest.mark.parametrize(
    ("bids", "call", "dash", "why"),
    [
        ("5 3 2 4", None, "", "Which player calls which number?"),
        ("3 3 2 3", ("Ann", 3), "", "A call is at least 4 tricks."),
        ("5 6 1 3", ("Ann", 5), "", "no player named more than the contract’s 5"),
        ("5 0 0 0", ("Ann", 5), "Bob Cat Di", "At most 2 players make a dash call."),
        ("5 1 2 3", ("Ann", 5), "Bob", "Bob made a dash call, so the bid is 0."),
        ("5 3 2 3", ("Ann", 5), "", "Bob bids last and may not bid 3"),  # anticlockwise from Ann: Di, Cat, Bob
        ("5 0 5 3", ("Ann", 5), "Bob", "Cat bids last and may not bid 5"),
    ],
)
def test_a_call_comes_first_and_binds_the_others(bids: str, call: tuple[str, int] | None, dash: str, why: str) -> None:
    assert why in refused(play("estimation_federation", FOUR), called(bids, call, dash))


def test_a_hand_of_estimation_is_corrected_and_exported_with_its_call_and_dash_calls() -> None:
    taken = {"taken": dict(zip(FOUR.split(), (0, 6, 4, 3), strict=True))}
    game = play("estimation_federation", FOUR, called("0 6 2 3", ("Bob", 6), "Ann", **taken))
    assert points(game) == {"Ann": 23, "Bob": 29, "Cat": -22, "Di": 16}  # rules.md A15
    assert row_of(game).bidders == ("p1", "p2", "p4", "p3"), "the dash call, the caller, then anticlockwise"
    check_whole(game)
    game = on(game, {"correct": {"hand": 1, "contract": {"declarer": "Bob", "level": 7}, "bids": {"Bob": 7}}})
    assert points(game)["Bob"] == -11
    check_whole(game)


def test_a_fast_hand_of_estimation_has_no_call_and_its_highest_bid_of_four_counts_as_one() -> None:
    game = play("estimation_bola", FOUR)
    for _hand in range(8):
        game = on(game, called("4 3 2 3", ("Ann", 4), taken=dict(zip(FOUR.split(), (4, 3, 2, 4), strict=True))))
    hand_now = current_hand(game)
    assert (hand_now.number, hand_now.trump, hand_now.call_first, hand_now.bidders[0]) == (9, "N", False, "p4")
    assert "Trumps by the rules: no trumps" in refused(game, called("4 3 2 3", ("Ann", 4)))
    game = on(game, called("4 4 2 0", None, taken=dict(zip(FOUR.split(), (4, 5, 3, 1), strict=True))))
    assert points(game) == {"Ann": 37, "Bob": -11, "Cat": -1, "Di": -1}
    game = on(game, called("2 2 2 3", None, taken=dict(zip(FOUR.split(), (4, 5, 1, 3), strict=True))))
    assert points(game) == {"Ann": -2, "Bob": -3, "Cat": -1, "Di": 26}, "3 is no call"
