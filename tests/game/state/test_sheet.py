"""Whole games on the sheet: Mr Pike's game, Boerenbridge to exactly 100, and what a scheme reads from the record."""

from dataclasses import replace
from typing import Any

import pytest
from builders import (
    FOUR,
    SIX,
    THREE,
    Entry,
    boerenbridge,
    check_whole,
    current_hand,
    following,
    hand,
    on,
    play,
    points,
    row_of,
    totals,
)

from scorepad.errors import FileError, RuleError
from scorepad.game.decide import hands
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.events import TricksRecorded
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow, LateEntry

# --- Mr Pike's game -------------------------------------------------------------------------------


def test_a_correction_before_somebody_came_moves_what_he_began_with() -> None:
    game = play(
        "pike", THREE,
        hand(THREE, [2, 1, 1], [2, 1, 2]),  # 12 11 -11
        hand(THREE, [0, 2, 1], [0, 2, 2]),  # 10 12 -11: 22 23 -22
        {"join": {"player": "Di"}},
        hand(FOUR, [1, 1, 0, 1], [1, 2, 0, 0]),  # 11 -11 10 -11
        {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 0, "Di": 0}}},
        house={"ladder": "5-1-5"}, stake=10,
    )  # fmt: skip
    game = on(game, {"correct": {"hand": 1, "taken": {"Bob": 2, "Cat": 1}}})
    entry = sheet_json(game)["rows"][2]
    assert entry["totals"] == {"Ann": 22, "Bob": 1, "Cat": 0, "Di": 0}
    assert (entry["worst"], entry["median"], entry["exact"]) == (0, 1, 0.5)
    check_whole(game)


def test_a_number_typed_in_for_a_latecomer_stays_after_a_correction() -> None:
    game = play(
        "pike", THREE, hand(THREE, [2, 1, 1], [2, 1, 2]), {"join": {"player": "Di", "points": 14}},
        {"correct": {"hand": 1, "taken": {"Ann": 1, "Bob": 2}}}, house={"ladder": "5-1-5"},
    )  # fmt: skip
    assert totals(game) == {"Ann": -11, "Bob": -11, "Cat": -11, "Di": 14}
    check_whole(game)


def test_a_tie_at_the_end_is_played_off_at_the_last_hands_size_and_anybody_can_win() -> None:
    """rules.md D: A 71, B 71, C 70 after a last hand of 8; adjustments set the totals before it."""
    before: list[Entry] = [
        {"adjust": {"player": name, "points": number}}
        for name, number in {"A": 59, "B": 60, "C": 57, "D": 20, "E": 5, "F": -30}.items()
    ]
    game = play("pike", SIX, *before, hand(SIX, [2, 1, 3, 0, 0, 1], [2, 1, 3, 1, 0, 1]), house={"ladder": "8"})
    assert [totals(game)[name] for name in "ABC"] == [71, 71, 70]
    assert not game.sheet.finished
    assert following(game) == (2, 8, "B")
    over = on(game, hand(SIX, [1, 3, 3, 0, 0, 1], [2, 1, 3, 1, 0, 1]))
    assert [points(over)[name] for name in "ABC"] == [-11, -12, 13]
    assert [totals(over)[name] for name in "ABC"] == [60, 59, 83]
    assert sheet_json(over)["winners"] == ["C"]
    row = row_of(over, 2)
    assert row.extra
    check_whole(over)


def test_the_leaders_are_those_in_the_first_place_and_nobody_while_all_are_level() -> None:
    low = {"name": "Golf at home", "winner": "low", "points": [{"give": "taken"}]}
    begun, level = play("pike", THREE), play("pike", THREE, hand(THREE, [1, 1, 1], [1, 1, 1]), house={"ladder": "3"})
    assert (begun.sheet.leaders, level.sheet.leaders) == ([], [])
    played = hand(THREE, [3, 0, 0], [3, 1, 1])
    assert play("pike", THREE, played, house={"ladder": "5"}).sheet.leaders == ["p1"]
    assert play("pike", THREE, played, house={"ladder": "5"}, scheme=low).sheet.leaders == ["p2", "p3"]


def test_a_tie_is_shared_where_the_rulebook_says_nothing_else() -> None:
    game = play("pagat", THREE, hand(THREE, [0, 0, 0], [1, 0, 0]), house={"ladder": "1"})
    assert game.sheet.finished
    assert sheet_json(game)["winners"] == ["Bob", "Cat"]


@pytest.mark.parametrize(
    ("ties", "places"),
    [
        ("shared", [(1, "Ann"), (1, "Bob"), (1, "Cat")]),
        ("most made bids", [(1, "Bob"), (1, "Cat"), (3, "Ann")]),
        ("largest sum of made bids", [(1, "Ann"), (2, "Bob"), (3, "Cat")]),
        ("fewest misses", [(1, "Bob"), (1, "Cat"), (3, "Ann")]),
    ],
)
def test_a_rulebook_can_part_equal_totals_by_the_record(ties: str, places: list[tuple[int, str]]) -> None:
    game = play(
        "pagat", THREE,
        hand(THREE, [3, 0, 0], [3, 0, 0]),  # 13 10 10
        hand(THREE, [0, 1, 0], [2, 1, 0]),  # 2 11 10
        {"adjust": {"player": "Ann", "points": 6}}, {"adjust": {"player": "Cat", "points": 1}},
        house={"ladder": "3x2", "ties": ties, "hook": False},
    )  # fmt: skip
    assert set(totals(game).values()) == {21}
    assert [(standing["place"], standing["player"]) for standing in sheet_json(game)["standings"]] == places
    check_whole(game)


def test_the_pants_are_lost_once_and_only_by_a_missed_bid_of_five() -> None:
    game = play(
        "pike", THREE,
        hand(THREE, [5, 4, 0], [4, 0, 4]), hand(THREE, [6, 5, 1], [2, 5, 1]), hand(THREE, [5, 5, 0], [0, 0, 8]),
        house={"ladder": "8x4"},
    )  # fmt: skip
    assert sheet_json(game)["forfeits"] == [
        {"player": "Ann", "hand": 1, "name": "pants"},
        {"player": "Bob", "hand": 3, "name": "pants"},
    ]
    mended = on(game, {"correct": {"hand": 1, "taken": {"Ann": 5, "Bob": 0, "Cat": 3}}})
    assert [forfeit["hand"] for forfeit in sheet_json(mended)["forfeits"]] == [2, 3]


# --- Boerenbridge ---------------------------------------------------------------------------------


def test_who_stands_at_80_does_not_bid_and_the_others_must() -> None:
    before = {"Ann": 80, "Bob": 79, "Cat": 0, "Di": 12}
    game = boerenbridge(before)
    hand_now = current_hand(game)
    assert [game.names[player] for player in hand_now.bidders] == ["Bob", "Cat", "Di"]
    with pytest.raises(FileError, match="Ann does not bid in this hand") as refused:
        on(game, hand(FOUR, [3, 2, 1, 1], [3, 2, 4, 4]))
    assert (refused.value.entry, refused.value.field) == (1, "bids.Ann")
    with pytest.raises(FileError, match="Cat has not bid yet"):
        on(game, hand(FOUR, [None, 2, None, 1], [3, 2, 4, 4]))
    after = on(game, hand(FOUR, [None, 2, 1, 0], [3, 2, 8, 0]))
    assert points(after) == {"Ann": 3, "Bob": 12, "Cat": 8, "Di": 20}
    assert totals(after) == {"Ann": 83, "Bob": 91, "Cat": 8, "Di": 32}
    check_whole(after)


def test_once_all_stand_at_80_nobody_bids_and_only_tricks_are_written() -> None:
    game = boerenbridge({"Ann": 80, "Bob": 81, "Cat": 95, "Di": 99})
    after = on(game, {"hand": {"taken": {"Ann": 2, "Bob": 2, "Cat": 8, "Di": 1}}})
    assert totals(after) == {"Ann": 82, "Bob": 83, "Cat": 97, "Di": 100}
    assert points(after)["Cat"] == 2
    assert sheet_json(after)["winners"] == ["Di"]
    check_whole(after)
    with pytest.raises(FileError, match="over"):
        on(after, {"hand": {"taken": {"Ann": 2, "Bob": 2, "Cat": 8, "Di": 1}}})
    with pytest.raises(FileError):
        on(game, {"hand": {}})


def test_a_finished_game_takes_no_hand_until_it_is_reopened() -> None:
    game = boerenbridge({"Ann": 93}, hand(FOUR, [None, 0, 0, 0], [7, 2, 2, 2]))
    with pytest.raises(RuleError, match="Reopen it to continue"):
        hands.open_hand(game)
    again = on(game, {"reopen": {}})
    assert following(again) == (2, 13, "Bob")
    check_whole(on(again, hand(FOUR, [None, 0, 0, 0], [0, 5, 5, 3])))


def test_a_penalty_during_a_hand_changes_neither_who_bid_nor_whether_it_is_played() -> None:
    game = boerenbridge({"Ann": 75, "Bob": 90}, {"hand": {"bids": {"Ann": 2, "Cat": 1, "Di": 1}}})
    game = on(game, {"adjust": {"player": "Ann", "points": 5}}, {"adjust": {"player": "Bob", "points": 10}})
    assert not game.sheet.finished
    after = on(game, {"hand": {"taken": {"Ann": 2, "Bob": 0, "Cat": 1, "Di": 10}}})
    row = row_of(after)
    assert row.problems == ()
    assert after.sheet.finished
    check_whole(after)


# --- what a scheme reads from the record ----------------------------------------------------------


def test_prizes_of_romanian_whist_count_made_bids_in_a_row_and_a_hand_of_one_card_breaks_it() -> None:
    head: dict[str, Any] = {"house": {"ladder": "2x5 1 2x5", "options": {"prizes": True}}}
    five = play("romanian_whist", THREE, *[hand(THREE, [1, 0, 0], [1, 0, 1], hook_waived=True)] * 5, **head)
    assert points(five, 3) == {"Ann": 6, "Bob": 5, "Cat": -1}
    assert points(five, 4) == {"Ann": 16, "Bob": 15, "Cat": -11}
    item = on(five, hand(THREE, [0, 0, 0], [0, 0, 1], hook_waived=True))
    four_more = on(item, *[hand(THREE, [1, 0, 0], [1, 0, 1], hook_waived=True)] * 4)
    assert points(four_more) == {"Ann": 6, "Bob": 5, "Cat": -1}
    fifth = on(four_more, hand(THREE, [1, 0, 0], [1, 0, 1], hook_waived=True))
    assert points(fifth) == {"Ann": 16, "Bob": 15, "Cat": -11}
    check_whole(fifth)


def test_in_ninety_nine_a_missed_declaration_pays_each_opponent_and_the_bonus_goes_by_makers() -> None:
    marks = {"Ann": {"declared": 1}}
    game = play("ninety_nine", THREE, hand(THREE, [3, 3, 2], [4, 3, 2], marks=marks))
    assert points(game) == {"Ann": 4, "Bob": 3 + 20 + 30, "Cat": 2 + 20 + 30}
    made = on(game, hand(THREE, [3, 3, 2], [3, 4, 2], marks={"Ann": {"revealed": 1}}))
    assert points(made) == {"Ann": 3 + 20 + 60, "Bob": 4, "Cat": 2 + 20}
    assert [row["marks"] for row in sheet_json(made)["rows"]] == [marks, {"Ann": {"revealed": 1}}]
    check_whole(made)


def test_ninety_nine_takes_its_trumps_from_how_many_made_the_hand_before_and_ends_at_100() -> None:
    game = play("ninety_nine", THREE, hand(THREE, [3, 3, 2], [4, 3, 2]))
    assert current_hand(game).trump == "H"  # two made it
    assert sheet_json(on(game, hand(THREE, [3, 3, 3], [3, 3, 3])))["rows"][1]["trump"] == "H"
    rich = on(game, {"adjust": {"player": "Bob", "points": 60}}, hand(THREE, [3, 3, 2], [3, 4, 2]))
    assert not rich.sheet.finished
    over = on(rich, hand(THREE, [3, 4, 2], [4, 4, 1]))
    assert points(over) == {"Ann": 4, "Bob": 4 + 30 + 100, "Cat": 1}
    assert sheet_json(over)["winners"] == ["Bob"]


def test_in_a_misere_deal_nobody_is_asked_and_all_count_as_having_bid_zero() -> None:
    eight = [{"plan": {"cards": [1] * 8 + [7]}}, *[hand(FOUR, [0, 0, 0, 0], [1, 0, 0, 0], hook_waived=True)] * 8]
    game = play("nominations", FOUR, *eight)
    open_hand = current_hand(game)
    assert (open_hand.number, open_hand.bidders, open_hand.fixed_bid) == (9, (), 0)
    with pytest.raises(FileError, match="does not bid"):
        on(game, hand(FOUR, [1, 0, 0, 0], [7, 0, 0, 0]))
    played: Entry = {"hand": {"taken": {"Ann": 5, "Bob": 2, "Cat": 0, "Di": 0}}}
    after = on(game, played)
    assert points(after) == {"Ann": 5, "Bob": 2, "Cat": 10, "Di": 10}
    assert sheet_json(after)["rows"][-1]["bids"] == dict.fromkeys(FOUR.split(), 0)
    assert points(play("clag_five", FOUR, *eight, played)) == {"Ann": -25, "Bob": -10, "Cat": 10, "Di": 10}
    check_whole(after)


def test_trumps_go_round_in_a_cycle_and_can_be_written_otherwise() -> None:
    game = play("kachuful", THREE, hand(THREE, [0, 0, 0], [0, 0, 1]), {"plan": {"cards": [2, 2, 2, 2]}})
    for _hand in range(3):
        game = on(game, hand(THREE, [0, 0, 0], [1, 0, 1]))
    assert [row["trump"] for row in sheet_json(game)["rows"]] == ["S", "D", "C", "H"]
    assert sheet_json(on(game, hand(THREE, [0, 0, 0], [1, 0, 1], trump="H")))["rows"][4]["trump"] == "H"


# --- the content of a row -------------------------------------------------------------------------


def test_a_row_keeps_all_that_was_said_of_its_hand() -> None:
    calls = ["pass", "1H", "double", "pass", "pass", "pass"]
    murder = play(
        "murder", FOUR, {"hand": {"auction": calls, "taken": {"Ann": 0, "Bob": 1, "Cat": 1, "Di": 0}}},
        house={"ladder": "2 3"},
    )  # fmt: skip
    row = row_of(murder)
    assert row.contract is not None
    assert (row.contract.declarer, row.contract.doubler, row.calls, row.trump) == ("p2", "p3", tuple(calls), "H")
    assert (row.first_bidder, row.asleep, row.last, set(row.variables)) == ("p1", ("p3",), False, set(row.bids))
    special = [{"at": "last", "note": "The last one."}]
    game = play(
        "ohell", THREE, hand(THREE, [0, 0, 1], [0, 0, 1], hook_waived=True, turned="5H"),
        house={"ladder": "1", "special": special, "ties": "shared"},
    )  # fmt: skip
    row = row_of(game)
    assert (row.turned, row.trump, row.hook_waived, row.note, row.last) == ("5H", "H", True, "The last one.", True)


def test_a_hand_played_with_other_cards_than_the_ladder_has_is_corrected_to_those() -> None:
    game = play("pike", THREE, hand(THREE, [1, 1, 1], [1, 1, 1]), house={"ladder": "3-1"})
    game = on(game, {"correct": {"hand": 1, "cards": 4, "taken": {"Ann": 2}}})
    row = row_of(game)
    assert (row.cards, row.problems) == (4, ())
    bid = on(game, {"hand": {"bids": {"Ann": 0, "Bob": 0, "Cat": 0}}}, {"correct": {"hand": 2, "cards": 5}})
    void = on(bid, {"misdeal": {}}).sheet.rows[-1]
    assert isinstance(void, HandRow)
    assert (void.cards, void.void, void.void_by) == (5, True, "misdeal")


def test_a_spoilt_hand_costs_what_the_table_says_and_keeps_its_place() -> None:
    house = {"ladder": "3", "misdeal": {"dealer": -5}, "misplay": {"player": -7}, "hook": False}
    played = hand(THREE, [1, 1, 0], [1, 1, 1])
    game = play("pike", THREE, {"misdeal": {"wrong_count": ["Bob"]}}, {"misplay": {"player": "Cat"}}, house=house)
    assert totals(game) == {"Ann": -5, "Bob": 0, "Cat": -7}
    first, second = game.sheet.rows
    assert isinstance(first, HandRow)
    assert isinstance(second, HandRow)
    assert [(row.void_by, row.last, row.extra) for row in (first, second)] == [
        ("misdeal", True, False), ("misplay", True, False),
    ]  # fmt: skip
    tied = on(play("pike", THREE, played, house={"ladder": "3", "hook": False}), {"misplay": {"player": "Ann"}})
    spoilt = tied.sheet.rows[-1]
    assert isinstance(spoilt, HandRow)
    assert spoilt.extra


def test_the_scorer_is_known_by_name_however_it_is_spaced_and_spelt() -> None:
    game = play("pike", THREE, scorer=" mary   ANN ")
    assert game.sheet.is_scorer("Mary Ann")
    assert not game.sheet.is_scorer("Mary")
    assert not play("pike", THREE, {"rename": {"player": "Bob", "name": "Bo"}}, scorer="Ann").sheet.is_scorer("Bo")


def test_where_only_newcomers_sit_the_next_one_begins_at_nothing() -> None:
    game = play("pike", THREE, hand(THREE, [1, 1, 1], [3, 0, 0]), house={"ladder": "3-1"})
    for name, gone in (("Di", "Ann"), ("Eve", "Bob"), ("Fay", "Cat")):
        game = on(game, {"join": {"player": name, "points": 7}}, {"leave": {"player": gone}})
    assert game.sheet.late_entry() == LateEntry(0, 0, 0, 0)


def test_a_plan_takes_back_the_announced_last_hands_as_going_on_does_and_another_ladder_ends_the_plan() -> None:
    game = play("pike", THREE, {"closing": {"hands": 1}}, house={"ladder": "5-1"})
    assert len(game.sheet.coming()) == 1
    planned = on(game, {"plan": {"cards": [3, 2]}})
    assert [upcoming.cards for upcoming in planned.sheet.coming()] == [3, 2]
    assert [upcoming.cards for upcoming in on(planned, {"house": {"ladder": "1-2"}}).sheet.coming()] == [1, 2]
    over = on(game, hand(THREE, [1, 1, 0], [1, 1, 3]), {"end": {}}, {"reopen": {}})
    assert [upcoming.cards for upcoming in over.sheet.coming()] == [4, 3, 2, 1]


def test_tricks_that_cannot_be_are_flagged_where_the_record_holds_them_all_the_same() -> None:
    game = play("pike", THREE, hand(THREE, [1, 1, 0], [1, 1, 1]), house={"ladder": "3"})
    *before, tricks = game.events
    assert isinstance(tricks, TricksRecorded)
    row = row_of(Game.replay([*before, replace(tricks, taken={"p1": 3, "p2": 3, "p3": 3})]))
    assert [problem.field for problem in row.problems] == ["taken"]


def test_half_way_in_means_nothing_until_all_have_brought_their_totals() -> None:
    some = [{"adjust": {"player": "Ann", "points": 10}}, {"adjust": {"player": "Bob", "points": 20}}]
    assert play("pike", THREE, *some).sheet.late_entry().points == 0
    assert play("pike", THREE, *some, {"adjust": {"player": "Cat", "points": 0}}).sheet.late_entry().points == 5


def test_a_hand_dealt_again_is_bid_first_by_the_same_player_whoever_sits_down_meanwhile() -> None:
    taken = {"Ann": 3, "Bob": 0, "Cat": 0}
    none = {"hand": {"contract": {"declarer": "Ann", "level": 0}, "trump": "N", "taken": taken}}
    voids: list[Entry] = [{"misdeal": {}}, {"misplay": {"player": "Cat"}}]
    for void in voids:
        game = play("murder", THREE, none, house={"ladder": "3 …"}, scorer="Ann")
        expected = sheet_json(game)["next"]
        again = sheet_json(on(game, void, {"join": {"player": "Di", "before": "Bob"}}))["next"]
        assert (again["dealer"], again["first_bidder"]) == (expected["dealer"], expected["first_bidder"])


def test_a_late_joiner_pays_for_the_bids_missed_since_and_for_the_place_in_full() -> None:  # PT-05
    pot = {"last": 100, "miss": 10}
    three = hand(THREE, [1, 1, 1], [1, 0, 0])
    later = hand(f"{THREE} Di", [1, 1, 1, 1], [1, 0, 0, 0])
    joins: Entry = {"join": {"player": "Di", "points": -40}}
    record: list[Entry] = [three, {"misdeal": {}}, joins, later, {"leave": {"player": "Cat"}}]
    game = play("pike", THREE, *record, house={"ladder": "1x9", "pot": pot})
    assert game.sheet.pot() == {}, "the game runs"
    shares = play("pike", THREE, *record, {"end": {}}, house={"ladder": "1x9", "pot": pot}).sheet.pot()
    by_player = {player: (share.paid, share.received) for player, share in shares.items()}
    assert by_player == {"p1": (0, 150), "p2": (20, 0), "p3": (20, 0), "p4": (110, 0)}
