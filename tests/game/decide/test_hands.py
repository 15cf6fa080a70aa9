"""Checks of a hand's record: Murder's contracts, the hook, tricks, marks, turned cards, void hands."""

from typing import Any

import pytest
from builders import Entry, check_whole, current_hand, following, hand, on, play, points, totals

from scorepad.errors import FileError
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game, played_rows

THREE, FOUR, FIVE = "A B C", "A B C D", "A B C D E"
SEATS = {3: THREE, 4: FOUR, 5: FIVE}


def murder(players: str, ladder: str, *record: Entry, **head: Any) -> Game:
    return play("murder", players, *record, house={"ladder": ladder, **head.pop("house", {})}, **head)


def contract(
    bids: list[int],
    taken: list[int],
    trump: str,
    doubler: str | None = None,
    redoubled: bool = False,
    declarer: str = "A",
) -> Entry:
    players = SEATS[len(bids)]
    level = bids[players.split().index(declarer)]
    fields = {"declarer": declarer, "level": level, "doubler": doubler, "redoubled": redoubled}
    return hand(players, list(bids), taken, trump=trump, contract=fields)


# --- the worked hands of rules.md A1.6 ---


# --- void hands, rules.md A1.7 ---


def test_a_void_last_hand_is_still_the_last_when_dealt_again() -> None:
    game = murder(FOUR, "6", {"misplay": {"player": "C"}})
    assert current_hand(game).last
    over = on(game, contract([2, 1, 2, 0], [2, 1, 2, 1], "H"))
    assert over.sheet.finished
    assert [row["hand"] for row in sheet_json(over)["rows"]] == [1, 1]


def test_bids_of_a_void_hand_are_not_kept_and_the_hand_is_bid_again() -> None:
    bids = {"hand": {"bids": {"A": 1, "B": 0, "C": 0}}}
    game = play("pike", THREE, bids, {"misdeal": {}}, hand(THREE, [0, 1, 0], [0, 1, 1]), house={"ladder": "2-1"})
    assert points(game) == {"A": 10, "B": 11, "C": -11}
    check_whole(game)


def test_whoever_sits_down_after_a_void_hand_does_not_take_over_its_deal() -> None:
    game = play(
        "pike", THREE, hand(THREE, [0, 0, 0], [1, 0, 0]), {"misdeal": {}}, {"join": {"player": "Di", "before": "B"}},
        house={"ladder": "1x5"},
    )  # fmt: skip
    assert following(game) == (2, 1, "B")
    assert game.sheet.seats.present == ["p1", "p4", "p2", "p3"]


def test_if_the_dealer_of_a_void_hand_leaves_the_next_player_deals() -> None:
    game = play("pike", FOUR, {"misdeal": {}}, {"leave": {"player": "A"}}, house={"ladder": "1x5"})
    assert following(game) == (1, 1, "B")


# --- a wrong number of cards, rules.md X33: the hand is over, the offender pays 4, the others score as they bid ---

WRONG_COUNT = {"hand": {"bids": {"Ann": 2, "Bob": 3, "Cat": 0}, "wrong_count": ["Bob"]}}


def test_a_wrong_number_of_cards_ends_the_hand_and_the_others_score_as_they_bid() -> None:
    game = play("op_en_neer", "Ann Bob Cat", WRONG_COUNT, WRONG_COUNT)
    assert points(game) == {"Ann": 7, "Bob": -4, "Cat": 5}
    assert totals(game) == {"Ann": 14, "Bob": -8, "Cat": 10}
    assert following(game) == (3, 8, "Cat"), "the ladder and the deal go on"
    row = sheet_json(game)["rows"][0]
    assert (row["wrong_count"], row["made"]) == (["Bob"], {"Ann": True, "Cat": True})
    check_whole(game)


def test_a_wrong_number_of_cards_is_corrected_like_any_result() -> None:
    game = play("op_en_neer", "Ann Bob Cat", WRONG_COUNT)
    both = on(game, {"correct": {"hand": 1, "wrong_count": ["Bob", "Cat"]}})
    assert points(both) == {"Ann": 7, "Bob": -4, "Cat": -4}
    played = on(both, {"correct": {"hand": 1, "taken": {"Ann": 2, "Bob": 6, "Cat": 2}}})
    assert points(played) == {"Ann": 7, "Bob": -3, "Cat": -2}
    assert "wrong_count" not in sheet_json(played)["rows"][0]
    again = on(played, {"correct": {"hand": 1, "wrong_count": ["Ann"]}})
    assert points(again) == {"Ann": -4, "Bob": 8, "Cat": 5}
    for corrected in (both, played, again):
        check_whole(corrected)


@pytest.mark.parametrize(
    ("rulebook", "wrong", "why"),
    [
        ("op_en_neer", [], "Choose the players who had a wrong number of cards."),
        ("op_en_neer", ["Di"], "“Di” is not a player of this game."),
        ("pike", ["Bob"], "In this game a hand with a wrong number of cards is dealt again."),
    ],
)
def test_a_wrong_number_of_cards_that_cannot_end_a_hand_is_refused(rulebook: str, wrong: list[str], why: str) -> None:
    with pytest.raises(FileError, match=why):
        play(rulebook, "Ann Bob Cat", {"hand": {"bids": {"Ann": 2, "Bob": 3, "Cat": 0}, "wrong_count": wrong}})


def test_any_table_may_agree_on_what_a_wrong_number_of_cards_costs() -> None:
    game = play("pike", "Ann Bob Cat", WRONG_COUNT, house={"wrong_count": -6})
    assert points(game) == {"Ann": 12, "Bob": -6, "Cat": 10}
    check_whole(game)


# --- the hook ---


def test_where_the_dealer_opens_the_gnome_at_his_right_is_bound() -> None:
    game = play("oh_hell_500", THREE, {"plan": {"cards": [5]}})
    assert sheet_json(game)["next"]["first_bidder"] == "A"
    with pytest.raises(FileError, match="C bids last and may not bid 0"):
        on(game, hand(THREE, [3, 2, 0], [3, 2, 0]))
    assert on(game, hand(THREE, [3, 1, 2], [3, 1, 1]))


def test_a_table_can_waive_the_hook_and_the_row_says_so() -> None:
    entry = hand(THREE, [2, 2, 1], [2, 2, 1], hook_waived=True)
    game = play("pagat", THREE, entry, hand(THREE, [2, 2, 2], [1, 2, 1], hook_waived=True), house={"ladder": "5-4"})
    assert [row.hook_waived for row in played_rows(game.sheet)] == [True, False]
    check_whole(game)


def test_bids_corrected_to_add_up_are_refused_unless_the_hook_is_waived() -> None:
    game = play("pagat", THREE, hand(THREE, [0, 1, 1], [0, 1, 2]), house={"ladder": "3-1"})
    with pytest.raises(FileError, match="may not bid"):
        on(game, {"correct": {"hand": 1, "bids": {"C": 2}}})
    mended = on(game, {"correct": {"hand": 1, "bids": {"C": 2}, "hook_waived": True}})
    assert points(mended) == {"A": 10, "B": 11, "C": 12}
    check_whole(mended)


# --- tricks ---


@pytest.mark.parametrize(
    ("taken", "field"),
    [
        ({"A": 6, "B": 0, "C": -1}, "taken.C"), ({"A": 2.0, "B": 2, "C": 1}, "taken.A"),
        ({"A": True, "B": 2, "C": 2}, "taken.A"), ({"A": "2", "B": 2, "C": 1}, "taken.A"),
        ({"A": 2, "B": 2, "C": 1, "Z": 0}, "taken.Z"), ([2, 2, 1], "taken"), (None, "taken.B"),
    ],
)  # fmt: skip
def test_tricks_that_cannot_be_are_refused_at_their_field(taken: Any, field: str) -> None:
    game = play("pike", THREE, {"hand": {"bids": {"A": 0, "B": 0, "C": 0}}}, house={"ladder": "5"})
    with pytest.raises(FileError) as refused:
        on(game, {"hand": {"taken": taken}})
    assert refused.value.field == field


@pytest.mark.parametrize("bid", [6, -1, True, "1", 1.0, None, [1], 10**30])
def test_a_bid_is_a_whole_number_from_0_to_the_cards(bid: Any) -> None:
    with pytest.raises(FileError) as refused:
        play("pike", THREE, {"hand": {"bids": {"A": bid, "B": 0, "C": 0}}}, house={"ladder": "5"})
    assert refused.value.field == "bids.A"


def test_the_cards_of_a_hand_must_be_the_ladders() -> None:
    for cards in (4, True, 5.0, "5"):
        with pytest.raises(FileError, match="By the ladder hand 1 has 5 cards"):
            play("pike", THREE, hand(THREE, [0, 0, 0], [5, 0, 0], cards=cards), house={"ladder": "5"})
    assert play("pike", THREE, hand(THREE, [0, 0, 0], [5, 0, 0], cards=5), house={"ladder": "5"})


def test_a_hand_can_be_written_in_two_steps_but_its_bids_only_once() -> None:
    game = play("pike", THREE, {"hand": {"bids": {"A": 1, "B": 0, "C": 0}}}, house={"ladder": "1"})
    for again in ({"bids": {"A": 0, "B": 0, "C": 0}}, {"cards": 1}, {"hook_waived": True}):
        with pytest.raises(FileError, match="Edit the hand instead"):
            on(game, {"hand": again})
    with pytest.raises(FileError, match="How many tricks did B take"):
        on(game, {"hand": {}})
    assert points(on(game, {"hand": {"taken": {"A": 1, "B": 0, "C": 0}}})) == {"A": 11, "B": 10, "C": 10}


# --- trumps and turned cards ---


def trumps(rulebook: str, house: dict[str, Any] | None = None, **fields: Any) -> str | None:
    entry = hand(THREE, [0, 0, 0], [1, 0, 0], hook_waived=True, **fields)
    game = play(rulebook, THREE, {"plan": {"cards": [1, 1]}}, entry, house=house or {})
    check_whole(game)
    result: str | None = sheet_json(game)["rows"][0].get("trump")
    return result


def test_a_turned_card_brings_its_suit() -> None:
    assert trumps("pike", turned="5H") == "H"
    assert trumps("pike", turned="10s") == "S"
    assert trumps("pike") is None


def test_a_turned_joker_means_no_trumps_or_the_other_joker() -> None:
    assert trumps("oh_hell_500", turned="*") == "N"
    assert trumps("oh_hell_500", turned="joker") == "N"
    assert trumps("pike", {"pack": 54, "turned_joker": "other joker"}, turned="*") == "J"
    assert trumps("pike", {"no_trump_turned": ["2"]}, turned="2D") == "N"
    assert trumps("wizard", turned="jester") == "N"


# --- marks ---


def test_a_hand_after_the_end_can_still_be_corrected() -> None:
    threes = {"ends": {"reaching": 20}, "ladder": "3x6"}
    game = play(
        "pike", THREE, *[hand(THREE, [1, 1, 1], taken) for taken in ([1, 1, 1], [0, 0, 3], [0, 1, 2])], house=threes
    )
    game = on(game, {"correct": {"hand": 2, "bids": {"C": 3}}})
    assert "The game had already ended before this hand" in str(game.sheet.rows[2].problems[0])  # type: ignore[union-attr]
    game = on(game, {"correct": {"hand": 3, "taken": {"A": 1, "B": 0}}})
    assert points(game) == {"A": 11, "B": -11, "C": -11}


def test_null_says_that_somebody_does_not_bid_and_zero_does_not() -> None:
    four = "Ann Bob Cat Di"
    at_80 = {"adjust": {"player": "Ann", "points": 80}}
    fields: dict[str, Any] = {"bids": {"Ann": None, "Bob": 0, "Cat": 0, "Di": 0}}
    taken = {"taken": {"Ann": 7, "Bob": 2, "Cat": 2, "Di": 2}}
    assert totals(play("boerenbridge", four, at_80, {"hand": fields | taken}))["Ann"] == 87
    with pytest.raises(FileError, match="Ann does not bid"):
        play("boerenbridge", four, at_80, {"hand": {"bids": {**fields["bids"], "Ann": 0}, **taken}})


def test_murder_where_all_are_held_to_zero_is_played_by_the_first_bidder_without_trumps() -> None:
    row = sheet_json(play("murder", THREE, hand(THREE, [0, 0, 0], [0, 2, 1])))["rows"][0]
    assert (row["contract"]["declarer"], row["contract"]["level"], row["trump"]) == ("A", 0, "N")
    assert row["points"] == {"A": 10, "B": -2, "C": -1}  # rules.md M22
