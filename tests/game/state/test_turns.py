"""The scorer's next input: the trump, the first bidder, tricks or only made and missed."""

from dataclasses import replace
from typing import Any

import pytest
from builders import FOUR, Entry, current_hand, hand, on, play, row_of

from scorepad.game.decide import hands
from scorepad.game.state.game import Game
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.turns import first_leader, hands_to_come, is_trump_needed
from scorepad.terminal.sheet import sheet_text


def ohell(**house: Any) -> Game:
    """Return a game of Oh Hell with house rules, before its first bid."""
    return play("ohell", FOUR, house={"ladder": "3-1", "hook": False, **house})


def bid(game: Game, trump: str | None = None) -> Game:
    """Return the game with the bids of its current hand recorded: Ann bids highest."""
    return game.then(hands.record_bids(game, {"p1": 2, "p2": 0, "p3": 0, "p4": 0}, trump=trump))


def asks(game: Game) -> bool:
    hand = current_hand(game)
    return is_trump_needed(game.sheet, hand)


@pytest.mark.parametrize(
    ("trump", "at_first", "after_the_bids"),
    [
        ("turned up", True, True),
        ("dealer chooses", True, True),
        ("highest bidder chooses", False, True),
        ("cycle H C D S", True, True),  # another may have been turned up
        ("always S", False, False),
        ("none", False, False),
    ],
)
def test_the_trump_is_asked_for_where_the_rules_leave_it_open(trump: str, at_first: bool, after_the_bids: bool) -> None:
    game = ohell(trump=trump)
    assert (asks(game), asks(bid(game))) == (at_first, after_the_bids)


def test_a_trump_is_not_asked_for_once_said_nor_at_a_table_that_writes_none_nor_beside_an_auction() -> None:
    assert not asks(bid(ohell(), trump="H"))
    assert not asks(ohell(write_trump=False))
    assert not asks(play("murder", FOUR))


def test_a_first_bid_goes_round_apart_only_where_the_scorer_does_not_deal_and_all_bid_in_turn() -> None:
    result = {
        (dealing, bidding): ohell(scorer_deals=dealing, bidding=bidding).sheet.rulebook.bids_apart
        for dealing in (True, False)
        for bidding in ("together", "in turn from the dealer", "in turn from the dealer's left")
    }
    assert [case for case, apart in result.items() if apart] == [(False, "in turn from the dealer")]


def test_only_who_made_it_is_written_where_the_table_plays_so_and_the_points_need_no_tricks() -> None:
    assert play("blackout", FOUR, house={"writes": "made"}).sheet.writes == "made"
    assert play("blackout", FOUR, house={"writes": "tricks"}).sheet.writes == "tricks"
    assert play("ohell", FOUR, house={"writes": "made"}, scheme="pike").sheet.writes == "tricks"


# --- who bids -------------------------------------------------------------------------------------


def bidders(when: str, *record: Entry) -> list[str]:
    """Return the bidders of the three hands of 3, 2 and 1 cards, by a scheme that lets only some bid."""
    points = {"name": "Some", "bids_when": when, "points": [{"give": "0"}]}
    game = play("ohell", "Ann Bob Cat", *record, scheme=points, house={"ladder": "3 2 1"})
    return [" ".join(game.names[player] for player in upcoming.bidders) for upcoming in hands_to_come(game.sheet)]


ALL = "Bob Cat Ann", "Cat Ann Bob", "Ann Bob Cat"


@pytest.mark.parametrize(
    ("when", "bid"),
    [
        ("cards == 2", ["", ALL[1], ""]), ("players == 3", [*ALL]), ("players == 4", ["", "", ""]),
        ("cards == top", [ALL[0], "", ""]), ("last", ["", "", ALL[2]]), ("trump == N", ["", "", ""]),
        ("total < 5", ["Bob Cat", "Cat Bob", "Bob Cat"]), ("1000000 // (20000 - total) > 0", [*ALL]),
    ],
)  # fmt: skip
def test_the_points_may_let_only_some_bid(when: str, bid: list[str]) -> None:
    assert bidders(when, {"adjust": {"player": "Ann", "points": 5}}) == bid


def test_whose_total_is_beyond_all_that_points_are_checked_for_bids() -> None:
    far: list[Entry] = [{"adjust": {"player": "Ann", "points": 10_000}}] * 2
    assert bidders("1000000 // (20000 - total) > 0", *far) == [*ALL]


# --- special hands --------------------------------------------------------------------------------


def test_a_hand_is_special_by_its_place_its_number_or_its_cards() -> None:
    special = [
        {"at": "first", "note": "First."}, {"at": "last", "note": "Last.", "trump": "N"}, {"at": "top", "note": "Top."},
        {"at": "2 cards", "note": "Two."}, {"at": "3", "note": "Third.", "bid": 0, "options": {"low": 5}},
    ]  # fmt: skip
    points = {"name": "Own", "options": {"low": {"default": 1, "about": "a"}}, "points": [{"give": "low"}]}
    game = play("ohell", "Ann Bob Cat", scheme=points, house={"ladder": "3 2 1", "special": special})
    coming = hands_to_come(game.sheet)
    assert [upcoming.note for upcoming in coming] == ["First. Top.", "Two.", "Last. Third."]
    assert [upcoming.trump for upcoming in coming] == [None, None, "N"]
    assert [(upcoming.fixed_bid, len(upcoming.bidders), upcoming.options) for upcoming in coming[1:]] == [
        (None, 3, {}),
        (0, 0, {"low": 5}),
    ]
    assert [upcoming.first_bidder for upcoming in coming] == ["p2", "p3", None]


def test_the_hook_may_begin_with_a_later_hand() -> None:
    game = play("ohell", FOUR, house={"ladder": "3 3 3", "hook": {"from_hand": 2}})
    assert [upcoming.hook for upcoming in hands_to_come(game.sheet)] == [False, True, True]


def test_where_all_bid_together_nobody_bids_first() -> None:
    (hand,) = hands_to_come(ohell(bidding="together", ladder="3").sheet)
    assert (hand.first_bidder, len(hand.bidders)) == (None, 4)


def test_a_hand_whose_cards_were_corrected_is_the_first_to_come_with_those() -> None:
    game = play("pike", "Ann Bob Cat", {"hand": {"bids": {"Ann": 0, "Bob": 0, "Cat": 0}}}, house={"ladder": "3-1"})
    game = on(game, {"correct": {"hand": 1, "cards": 5}})
    assert [upcoming.cards for upcoming in hands_to_come(game.sheet)] == [5, 2, 1]


# --- tie-break hands ------------------------------------------------------------------------------


def level() -> Game:
    """Return a game in which Ann and Bob are tied for the lead after the ladder's only hand, Cat and Di behind."""
    played = hand(FOUR, [1, 1, 0, 0], [1, 1, 1, 0])
    return play("pike", FOUR, played, {"adjust": {"player": "Di", "points": -5}}, house={"ladder": "3"})


def test_a_tie_with_somebody_who_went_home_is_not_played_off() -> None:
    assert not level().sheet.finished
    assert on(level(), {"leave": {"player": "Di"}}).sheet.open_hand is not None
    assert on(level(), {"leave": {"player": "Ann"}}).sheet.finished


def test_points_given_while_a_tie_is_played_off_do_not_end_the_hand() -> None:
    bids: Entry = {"hand": {"bids": dict.fromkeys(FOUR.split(), 0)}}
    game = on(level(), bids, {"adjust": {"player": "Ann", "points": 5}})
    assert not game.sheet.finished
    row = row_of(on(game, {"hand": {"taken": {"Ann": 3, "Bob": 0, "Cat": 0, "Di": 0}}}), 2)
    assert (row.extra, row.problems) == (True, ())


# --- who deals and bids first, and when it ends ---------------------------------------------------


def test_a_scorer_deals_where_the_rules_do_not_excuse_him() -> None:
    game = play("ohell", FOUR, house={"ladder": "3-1"}, scorer="Bob")
    assert [game.names[upcoming.dealer] for upcoming in hands_to_come(game.sheet)] == ["Ann", "Bob", "Cat"]


# --- the hook -------------------------------------------------------------------------------------------


def hooked(players: str, cards: int) -> OpenHand:
    game = play("ohell", players, house={"ladder": str(cards), "players": "2-7"})
    assert game.sheet.open_hand
    return game.sheet.open_hand


def test_where_nobody_bids_the_player_after_the_dealer_still_plays_first() -> None:
    hand = current_hand(play("ohell", "Ann Bob Cat", house={"ladder": "3", "bidding": "none"}))
    assert (hand.dealer, hand.first_bidder, hand.bidders, hand.order) == ("p1", None, (), ("p2", "p3", "p1"))


def test_the_last_bidders_forbidden_number_is_known_once_all_others_have_bid() -> None:
    hand = hooked("Ann Bob Cat", 5)
    first, second, last = hand.bidders
    assert [hand.forbidden(bids) for bids in ({}, {first: 1}, {second: 1}, {first: 1, last: 2})] == [()] * 4
    assert hand.forbidden({first: 1, second: 2}) == (2,)
    assert hand.forbidden({first: 5, second: 0}) == (0,)
    assert hand.forbidden({first: 4, second: 2}) == (), "they have bid too much already: all is free"


def test_whoever_bids_alone_is_hooked_as_on_the_page_and_where_nobody_bids_nobody_is() -> None:
    hand = hooked("Ann Bob Cat", 5)
    assert replace(hand, bidders=hand.bidders[:1]).forbidden({}) == (5,)
    assert replace(hand, bidders=()).forbidden({}) == ()
    two = hooked("Ann Bob", 3)
    assert (two.forbidden({two.bidders[0]: 1}), two.forbidden({})) == ((2,), ())


M09 = {"trump": "S", "contract": {"declarer": "Ann", "level": 3, "doubler": "Bob"}}  # rules.md A1.6


@pytest.mark.parametrize(
    ("rulebook", "house", "entry", "leads"),
    [
        ("pike", {}, {}, "Ann"),
        ("oh_hell_500", {}, {}, "Ann"),
        ("pagat", {}, {}, "Bob"),
        ("michigan", {}, {}, "Bob"),
        ("pocha", {}, {}, "Di"),  # anticlockwise
        ("ohell", {}, {}, "Bob"),
        ("ohell", {"bidding": "in turn from the dealer"}, {}, "Ann"),
        ("ohell", {"bidding": "together"}, {}, None),
        ("ohell", {"leads": "highest bidder"}, {}, "Ann"),
        ("murder", {}, M09, "Bob"),
        ("murder", {"direction": "anticlockwise"}, M09, "Di"),
        ("pike", {"leads": "declarer's left"}, {}, None),
    ],
)
def test_who_leads_to_the_first_trick_is_known_once_the_bidding_has_ended(
    rulebook: str, house: dict[str, Any], entry: Entry, leads: str | None
) -> None:
    cards = {"ladder": "8-1", "hook": False, **house}
    game = play(rulebook, FOUR, house=cards)
    assert first_leader(game.sheet, game.sheet.open_hand) is None
    game = on(game, {"hand": {"bids": {"Ann": 3, "Bob": 2, "Cat": 2, "Di": 1}, **entry}})
    player = first_leader(game.sheet, game.sheet.open_hand)
    assert (player and game.names[player]) == leads
    text = sheet_text(game)
    assert (f"{leads} leads to the first trick." in text) == ("leads to the first trick" in text) == bool(leads)


def test_where_nobody_bids_who_leads_is_known_at_once() -> None:
    assert "Bob leads to the first trick." in sheet_text(play("boerenbridge", FOUR, house={"bidding": "none"}))


def test_of_equal_highest_bids_the_first_after_the_dealer_leads() -> None:
    house = {"leads": "highest bidder", "ladder": "8-1", "hook": False}
    bids = {"Ann": 3, "Bob": 1, "Cat": 3, "Di": 0}  # Ann deals
    for rulebook, leads in [("ohell", "Cat"), ("pike", "Cat"), ("oh_hell_500", "Cat"), ("pocha", "Cat")]:
        game = on(play(rulebook, FOUR, house=house), {"hand": {"bids": bids}})
        assert game.names[first_leader(game.sheet, game.sheet.open_hand) or ""] == leads, rulebook
