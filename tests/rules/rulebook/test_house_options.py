"""The options that Murder's rules leave open (rules.md A1.5): every reading with a switch, from a game file."""

from typing import Any

import pytest
from builders import check_whole, following, hand, play, points, totals

from scorepad.errors import FileError, RuleFileError
from scorepad.game.decide import hands
from scorepad.game.decide.auction import Auction
from scorepad.game.decide.splitting import Newcomer, gather
from scorepad.game.files.game_file import write_game
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state import events as e
from scorepad.game.state.event_json import from_json, to_json
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game
from scorepad.rules.rulebook import Rulebook, find
from scorepad.rules.rulebook.house_option import HouseOption
from scorepad.rules.rulebook.house_options import OPTIONS, AuctionRules, open_options
from scorepad.rules.telling import ExplainedGame, explain_game


def told_by_place(book: Rulebook) -> dict[str, str]:
    """Return the rules in words by place."""
    return {section.place: section.text for section in explain_game(ExplainedGame(book, None))}


LEFT_OPEN = [option for option in OPTIONS if option.asked == "where it is left open"]
FOUR = "A B C D"
FIVE = "A B C D E"
PASSED_OUT: dict[str, Any] = {"hand": {"auction": ["pass"] * 5, "taken": {"A": 3, "B": 0, "C": 0, "D": 0, "E": 0}}}


def rows(game: Game) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = sheet_json(game)["rows"]
    return result


def after(calls: str, **rules: Any) -> Auction:
    auction = Auction(tuple("ABCD"), 8, AuctionRules(**rules))
    for call in calls.split():
        auction = auction.after(call)
    return auction


# --- the auction ----------------------------------------------------------------------------------------


def test_whoever_only_passed_is_held_to_zero() -> None:  # MU-06
    calls = {
        "hand": {"auction": ["1H", "pass", "1", "pass", "pass", "pass"], "taken": {"A": 1, "B": 2, "C": 0, "D": 0}}
    }
    game = play("murder", FOUR, calls)
    assert rows(game)[0]["bids"] == {"A": 1, "B": 0, "C": 1, "D": 0}
    assert points(game) == {"A": 12, "B": -2, "C": -1, "D": 6}


def test_or_has_no_bid_and_scores_nothing() -> None:
    calls = {
        "hand": {"auction": ["1H", "pass", "1", "pass", "pass", "pass"], "taken": {"A": 1, "B": 2, "C": 0, "D": 0}}
    }
    game = play("murder", FOUR, calls, house={"auction": {"only_passed": "no bid"}})
    assert rows(game)[0]["bids"] == {"A": 1, "C": 1}
    assert points(game) == {"A": 12, "B": 0, "C": -1, "D": 0}
    assert game.sheet.rows[0].made == {"p1": True, "p3": False}  # type: ignore[union-attr]
    check_whole(game)
    typed = hand(FOUR, [1, None, 1, None], [1, 2, 0, 0], trump="H", contract={"declarer": "A", "level": 1})
    by_hand = play("murder", FOUR, typed, house={"auction": {"only_passed": "no bid"}})
    assert points(by_hand) == points(game)
    with pytest.raises(FileError, match="Hand 1: B has not bid yet"):
        play("murder", FOUR, typed)


def test_when_all_pass_only_the_declarer_has_a_bid_where_passing_is_none() -> None:
    all_pass = {"hand": {"auction": ["pass"] * 3, "taken": {"A": 0, "B": 2, "C": 1}}}  # rules.md M22
    assert points(play("murder", "A B C", all_pass)) == {"A": 10, "B": -2, "C": -1}
    game = play("murder", "A B C", all_pass, house={"auction": {"only_passed": "no bid"}})
    assert points(game) == {"A": 10, "B": 0, "C": 0}
    assert rows(game)[0]["bids"] == {"A": 0}
    check_whole(game)


def m10(**more: Any) -> dict[str, Any]:
    """Return rules.md M10, with D as a second doubler if the house allows it."""
    contract = {"declarer": "A", "level": 3}
    return hand(FOUR, [3, 2, 2, 2], [1, 3, 2, 2], cards=8, trump="S", contract=contract, **more)


SEVERAL: dict[str, Any] = {"ladder": "8 9", "auction": {"doublers": "several"}}


def test_several_may_double_where_the_house_allows_it() -> None:  # MU-13
    game = play("murder", FOUR, m10(doublers=["B", "D"]), house=SEVERAL)
    assert points(game) == {"A": -6, "B": 16, "C": 10, "D": 16}
    row = rows(game)[0]
    assert (row["doublers"], row["contract"]["doubler"]) == (["B", "D"], "B")
    check_whole(game)
    with pytest.raises(FileError, match="Only one player doubles"):
        play("murder", FOUR, m10(doublers=["B", "D"]), house={"ladder": "8 9"})


def test_several_doublers_come_from_the_calls_too_and_each_wins_or_loses_by_himself() -> None:
    calls = ["3S", "double", "2", "double", "redouble", "pass", "pass", "pass"]
    made = {"hand": {"auction": calls, "taken": {"A": 3, "B": 0, "C": 2, "D": 3}}}
    game = play("murder", FOUR, made, house=SEVERAL)
    assert points(game) == {"A": 28, "B": -6, "C": 10, "D": -6}  # 10 + 3 × 6; the doublers a step below
    check_whole(game)
    with pytest.raises(FileError, match=r"The contract is already doubled."):
        play("murder", FOUR, made, house={"ladder": "8 9"})


def test_a_number_of_tricks_is_doubled_again_by_another_player_unless_the_table_has_one_double() -> None:  # MU-17
    calls = "3S double 3N"  # the new bid ends B's double
    assert "double" in after(calls).legal()
    assert "double" not in after(f"{calls} pass pass").legal(), "B has used the one double of three tricks"
    house = {"doubles_once": "by the table"}
    assert "double" not in after(calls, **house).legal()
    assert after(calls, **house).why_not("double") == "The one double at level 3 is used."
    assert "double" in after(f"{calls} 4C", **house).legal(), "four tricks are not doubled yet"


def test_doublers_beside_calls_must_be_those_of_the_calls() -> None:
    calls = {
        "auction": ["3S", "double", "2", "double", "pass", "pass", "pass"],
        "taken": {"A": 3, "B": 0, "C": 2, "D": 3},
    }
    assert points(play("murder", FOUR, {"hand": {**calls, "doublers": ["D", "B"]}}, house=SEVERAL))["D"] == -3
    with pytest.raises(FileError, match="The auction ends differently"):
        play("murder", FOUR, {"hand": {**calls, "doublers": ["B"]}}, house=SEVERAL)


def test_a_forgotten_doubler_is_mended_in_a_file() -> None:
    mended = play("murder", FOUR, m10(doublers=["B"]), {"correct": {"hand": 1, "doublers": ["D", "B"]}}, house=SEVERAL)
    assert points(mended) == {"A": -6, "B": 16, "C": 10, "D": 16}
    assert rows(mended)[0]["doublers"] == ["B", "D"], "clockwise, as everywhere"
    check_whole(mended)
    none_left = play("murder", FOUR, m10(doublers=["B"]), {"correct": {"hand": 1, "doublers": []}}, house=SEVERAL)
    assert points(none_left) == {"A": -3, "B": -1, "C": 10, "D": 10}


@pytest.mark.parametrize("message", [("p4", "p2"), (None, "p4", "p2")])
def test_corrected_doublers_are_kept_as_recorded_ones_are_however_they_are_named(
    message: tuple[str | None, ...],
) -> None:
    game = play("murder", FOUR, m10(doublers=["B"]), house=SEVERAL)
    contract = {"declarer": "p1", "level": 3, "doubler": message[0], "also_doubled": message[1:]}
    mended = game.then(hands.correct(game, 1, {"contract": contract}))
    assert points(mended) == {"A": -6, "B": 16, "C": 10, "D": 16}
    assert rows(mended)[0]["doublers"] == ["B", "D"], "clockwise, as everywhere"
    check_whole(mended)


def test_events_written_before_several_could_double_still_read() -> None:
    old = {"kind": "bids", "cards": 3, "bids": {"p1": 1}, "trump": "H",
           "contract": {"declarer": "p1", "level": 1, "doubler": "p2", "redoubled": True}}  # fmt: skip
    event = from_json(old)
    assert isinstance(event, e.BidsRecorded)
    assert event.contract == Contract("p1", 1, "p2", True)
    assert event.contract.doublers == ("p2",)
    assert to_json(event) == old


def test_one_double_at_a_level_holds_for_each_of_several() -> None:
    assert after("3H double", doublers="several").why_not("double") is None
    assert after("3H double double", doublers="several").doublers == ("B", "C")
    again = after("3H double double double pass", doublers="several")
    assert again.why_not("double") == "The one double at level 3 is used."
    fallen = after("3H double double 3S", doublers="several")
    assert (fallen.doublers, fallen.doubler) == ((), None)


def test_a_doubler_names_numbers_unless_the_house_forbids_it() -> None:  # MU-16
    assert after("3H double pass pass pass").over
    assert after("3H double 1 pass pass").why_not("1") is None
    forbidden = after("3H double 1 pass pass", doubler_names_numbers=False)
    assert forbidden.why_not("1") == "The doubler names no numbers while the double counts."
    assert forbidden.why_not("3S") is None
    assert after("3H double 3C pass pass", doubler_names_numbers=False).why_not("1") is None, "the double fell"


def test_a_number_that_changes_nothing_is_a_call_where_the_house_says_so() -> None:  # MU-33
    assert after("2H 2 1 1 pass").why_not("1") == "Already committed to 2."
    idle = after("2H 2 1 1 pass", idle_numbers=True).after("1")
    assert idle.bids == {"A": 2, "B": 2, "C": 1, "D": 1}
    assert idle.passes == 0
    assert after("2H 0", idle_numbers=True).bids == {"A": 2, "B": 0, "C": 0, "D": 0}


def test_numbers_make_the_others_pass_again_unless_the_house_says_not() -> None:  # MU-40
    assert not after("1H pass 1 pass pass").over
    assert after("1H pass 1 pass pass pass").over
    assert after("1H pass 1 pass pass", numbers_restart_passes=False).over
    assert not after("1H pass double pass pass", numbers_restart_passes=False).over, "a double restarts them"


def test_if_all_pass_the_first_bidder_plays_zero_or_the_dealer() -> None:  # MU-27
    three = [PASSED_OUT] * 2 + [{"hand": {"auction": ["pass"] * 5, "taken": {"A": 5, "B": 0, "C": 0, "D": 0, "E": 0}}}]
    three[1] = {"hand": {"auction": ["pass"] * 5, "taken": {"A": 4, "B": 0, "C": 0, "D": 0, "E": 0}}}
    game = play("murder", FIVE, *three, scorer="C")
    assert [row["contract"]["declarer"] for row in rows(game)] == ["A", "B", "C"]
    game = play("murder", FIVE, *three, scorer="C", house={"auction": {"all_pass": "dealer"}})
    assert [row["contract"]["declarer"] for row in rows(game)] == ["A", "B", "D"]
    check_whole(game)
    bids = hand(FIVE, [0] * 5, [5, 0, 0, 0, 0])
    game = play("murder", FIVE, *three[:2], bids, scorer="C", house={"auction": {"all_pass": "dealer"}})
    assert rows(game)[2]["contract"]["declarer"] == "D"


# --- the deal -------------------------------------------------------------------------------------------


def openings(**more: Any) -> list[tuple[str, str]]:
    """Return the first bidder and the dealer of seven hands of five players; C scores (rules.md D)."""
    hands = [{"hand": {"auction": ["pass"] * 5, "taken": {"A": 3, "B": 0, "C": 0, "D": 0, "E": 0}}}] * 7
    game = play("murder", FIVE, *hands, scorer="C", house={"ladder": "3x8", "closing": "as the ladder goes", **more})
    check_whole(game)
    return [(row["first_bidder"], row["dealer"]) for row in rows(game)]


def test_the_deal_goes_round_by_itself_or_the_scorers_left_deals_for_him() -> None:  # MU-26
    first = list("ABCDEAB")
    assert openings() == list(zip(first, "ABDEABD", strict=True))
    assert openings(scorers_turn="scorer's left") == list(zip(first, "ABDDEAB", strict=True))


def test_a_dealer_set_by_hand_bids_first_where_the_two_are_one() -> None:
    house = {"scorers_turn": "scorer's left"}
    game = play("murder", FIVE, {"dealer": {"player": "E"}}, PASSED_OUT, scorer="C", house=house)
    assert (rows(game)[0]["dealer"], rows(game)[0]["first_bidder"]) == ("E", "E")
    assert following(game) == (2, 4, "A")


V2: list[dict[str, Any]] = [{"dealer": {"player": "D", "first_bidder": "D"}}, {"misdeal": {"wrong_count": ["D", "E"]}}]


def test_a_dealer_who_dealt_himself_wrong_pays_ten_or_fifteen() -> None:  # MU-29, rules.md V2
    assert points(play("murder", FIVE, *V2, house={"ladder": "8 9"})) == {"A": 0, "B": 0, "C": 0, "D": -10, "E": -5}
    both = play("murder", FIVE, *V2, house={"ladder": "8 9", "dealer_pays_both": True})
    assert points(both) == {"A": 0, "B": 0, "C": 0, "D": -15, "E": -5}
    v1 = [V2[0], {"misdeal": {"wrong_count": ["B", "E"]}}]
    assert points(play("murder", FIVE, *v1, house={"ladder": "8 9", "dealer_pays_both": True}))["D"] == -10


def test_a_void_hand_moves_nothing_on_or_both_rotations() -> None:  # MU-30
    revoked = {"misplay": {"player": "E"}}
    still = sheet_json(play("murder", FIVE, revoked, scorer="B"))["next"]
    assert still == {"hand": 1, "cards": 3, "dealer": "A", "first_bidder": "A"}
    moved = play("murder", FIVE, revoked, scorer="B", house={"void_moves_on": True})
    assert sheet_json(moved)["next"] == {"hand": 1, "cards": 3, "dealer": "C", "first_bidder": "B"}
    check_whole(moved)


def cards_of(*sizes: int) -> list[dict[str, Any]]:
    return [{"hand": {"auction": ["pass"] * 4, "taken": {"A": size, "B": 0, "C": 0, "D": 0}}} for size in sizes]


def test_the_ladder_goes_on_or_begins_anew_when_seats_change() -> None:  # MU-35
    start = [*cards_of(3, 4, 5), {"join": {"player": "E"}}]
    assert following(play("murder", FOUR, *start))[1] == 6
    anew = {"seats_change": "the ladder begins anew"}
    assert following(play("murder", FOUR, *start, house=anew))[1] == 3
    assert following(play("murder", FOUR, *cards_of(3, 4), {"leave": {"player": "D"}}, house=anew))[1] == 3
    back = play("murder", FOUR, {"leave": {"player": "D"}}, {"return": {"player": "D"}}, *cards_of(3, 4), house=anew)
    assert following(back)[1] == 5
    check_whole(back)


@pytest.mark.parametrize(
    ("closing", "announced", "sizes"),
    [
        ("the largest hands", 2, [12, 13]),
        ("the largest hands", 1, [13]),
        ("the largest hand", 2, [4, 13]),
        ("as the ladder goes", 2, [4, 5]),
    ],
)
def test_the_last_hands_are_the_largest_two_or_the_last_alone(closing: str, announced: int, sizes: list[int]) -> None:
    game = play("murder", FOUR, *cards_of(3), {"closing": {"hands": announced}}, house={"closing": closing})  # MU-36
    assert [upcoming.cards for upcoming in game.sheet.coming()] == sizes


def test_three_players_stop_at_thirteen_or_by_the_older_rule_at_seventeen() -> None:  # MU-37
    assert max(find("murder").sizes(3)) == 13
    older = find("murder").with_house({"top": {"3": 17}})
    assert older.sizes(3) == [*range(3, 18), *range(16, 2, -1)]  # rules.md B1
    assert [max(older.sizes(players)) for players in (4, 5, 6, 7)] == [13, 10, 8, 7]
    game = play("murder", "A B C", {"closing": {"hands": 1}}, house={"top": {"3": 17}})
    assert following(game)[1] == 17


# --- late entries ---------------------------------------------------------------------------------------


def standing(**by_name: int) -> list[dict[str, Any]]:
    """Return one hand of four players and the adjustments that set these totals."""
    played = hand(FOUR, [0, 0, 0, 0], [0, 0, 0, 3], trump="N", contract={"declarer": "A", "level": 0})
    given = {"A": 10, "B": 6, "C": 6, "D": -3}
    return [played, *({"adjust": {"player": name, "points": by_name[name] - had}} for name, had in given.items())]


def entered(house: dict[str, str], **by_name: int) -> Any:
    game = play("murder", FOUR, *standing(**by_name), {"join": {"player": "E"}}, house=house)
    assert rows(game)[-1]["entry"] == "E"
    check_whole(game)
    return totals(game)["E"]


def test_the_median_of_an_even_number_is_the_mean_or_the_lower_of_the_middle_two() -> None:  # MU-23, rules.md D1
    four = {"A": 10, "B": 22, "C": 31, "D": 40}
    assert entered({}, **four) == 18
    assert entered({"late_median": "lower of the middle two"}, **four) == 16


def test_quarters_stay_in_the_total_whatever_comes_after() -> None:
    wiped = {"declarer": "E", "level": 6, "doubler": "A", "redoubled": True}
    record = [
        *standing(A=10, B=22, C=31, D=40),
        {"join": {"player": "E"}},
        {"adjust": {"player": "E", "points": 20}},
        {"closing": {"hands": 1}},
        hand(FIVE, [0, 0, 0, 0, 6], [0, 0, 0, 7, 3], trump="S", contract=wiped),
    ]
    game = play("murder", FOUR, *record, house={"late_rounding": "to quarters"}, stake=4)
    assert rows(game)[-1].get("problems") is None
    assert totals(game)["E"] == 0, "the last hand wipes the quarters out with the rest"
    assert points(game)["E"] == -38.25
    check_whole(game)
    plain = hand(FIVE, [1, 0, 0, 0, 1], [1, 0, 0, 8, 1], trump="S", contract={"declarer": "A", "level": 1})
    goes_on = play("murder", FOUR, *record[:-1], plain, house={"late_rounding": "to quarters"})
    assert (points(goes_on)["E"], totals(goes_on)["E"]) == (8, 46.25)
    second = play("murder", FOUR, *record[:6], {"join": {"player": "F"}}, house={"late_rounding": "to quarters"})
    assert game.sheet.settlement() is not None
    assert totals(second)["F"] == 18.25, "a second newcomer of the same break begins alike (MU-25)"


def test_the_second_of_two_newcomers_counts_the_first_only_where_the_house_says_so() -> None:  # MU-25
    two = [*standing(A=10, B=22, C=31, D=40), {"join": {"player": "E"}}, {"join": {"player": "F"}}]
    alike = totals(play("murder", FOUR, *two))
    assert (alike["E"], alike["F"]) == (18, 18)
    game = play("murder", FOUR, *two, house={"late_together": "one after the other"})
    assert (totals(game)["E"], totals(game)["F"]) == (18, 16)  # 10, 18, 22, 31, 40: half-way from 10 to 22
    check_whole(game)
    house = {"late_together": "one after the other", "players": "2-4"}
    party = gather([play("murder", FOUR, *two[:-2], house=house)], [Newcomer("E"), Newcomer("F", "p1")])
    assert [(arrival.name, arrival.points) for arrival in party.arrivals if arrival.game is None] == [
        ("F", 16), ("E", 18)
    ]  # fmt: skip


def test_a_newcomer_to_merging_tables_counts_all_of_them_only_where_the_house_says_so() -> None:  # MU-39
    other = hand("W X Y", [0, 0, 0], [0, 0, 3], trump="N", contract={"declarer": "W", "level": 0})
    for house, points_then in (({}, 18), ({"late_merging": "all tables"}, 3)):
        games = [
            play("murder", FOUR, *standing(A=10, B=22, C=31, D=40), house=house), play("murder", "W X Y", other)
        ]  # fmt: skip
        arrivals = gather(games, [Newcomer("Z")]).arrivals
        # 10, 22, 31, 40 and 10, 6, -3: the worst is -3 and the median 10, so half-way is 3.5
        assert {arrival.name: arrival.points for arrival in arrivals}["Z"] == points_then


def test_those_who_left_count_for_late_entries_only_where_the_house_says_so() -> None:  # MU-25
    left = [*standing(A=10, B=22, C=40, D=-60), {"leave": {"player": "D"}}, {"join": {"player": "E"}}]
    assert totals(play("murder", FOUR, *left))["E"] == 16
    game = play("murder", FOUR, *left, house={"late_totals": "everybody's"})
    assert totals(game)["E"] == -22  # worst -60, median 16
    check_whole(game)


def test_whoever_comes_back_has_the_old_total_or_begins_as_a_newcomer() -> None:  # MU-38
    back = [*standing(A=10, B=22, C=40, D=90), {"leave": {"player": "D"}}, {"return": {"player": "D"}}]
    assert totals(play("murder", FOUR, *back))["D"] == 90
    game = play("murder", FOUR, *back, house={"returning": "as a newcomer"})
    assert totals(game)["D"] == 16
    among_all = play("murder", FOUR, *back, house={"returning": "as a newcomer", "late_totals": "everybody's"})
    assert totals(among_all)["D"] == 16, "what he had before counts for nobody"
    row = rows(game)[-1]
    assert (row["entry"], row["back"], row["points"], row["worst"], row["median"]) == ("D", True, {"D": -74}, 10, 22)
    check_whole(game)


def test_whoever_comes_back_to_a_table_that_splits_begins_likewise() -> None:
    left = [*standing(A=10, B=22, C=40, D=90), {"leave": {"player": "D"}}, {"join": {"player": "E"}}]
    for returning, points_then in (("with the old total", 90), ("as a newcomer", 16)):
        game = play("murder", FOUR, *left, house={"returning": returning, "players": "2-4"})
        party = gather([game], [Newcomer("D")])
        assert {arrival.name: arrival.points for arrival in party.arrivals} == {
            "A": 10,
            "B": 22,
            "C": 40,
            "D": points_then,
            "E": 16,
        }


# --- as rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_the_record_of_an_option_is_enough_for_a_rulebook_and_its_words(option: HouseOption) -> None:
    """Every value is read and stored as written, others are refused, and its sentence is in the line it names."""
    usual = Rulebook.from_dict({"name": "x", "ladder": "3"})
    assert option.name == "write_trump" or option.stands(usual) == next(iter(option.answers))
    table, _dot, key = option.name.rpartition(".")
    for value in [*option.answers]:
        written: dict[str, Any] = {table: {key: value}} if table else {key: value}
        book = find("murder").with_house(written)
        assert option.stands(book) == value
        assert written.items() <= book.to_dict().items()
        text = "\n".join(told_by_place(book).values())
        assert (str(option.answers[value].sentence) if option.matters(book) else "") in text
    for wrong in ("nonsense", 7, None):
        with pytest.raises(RuleFileError) as refused:
            find("murder").with_house({table: {key: wrong}} if table else {key: wrong})
        assert refused.value.where == option.name


def test_a_rulebook_is_asked_only_what_matters_to_it() -> None:
    of_murder = [option.name for option in open_options(find("murder"))]
    assert {"auction.doublers", "scorers_turn"} <= {*of_murder}
    of_pike = [option.name for option in open_options(find("pike"))]
    assert "returning" in of_pike
    assert not any(name.startswith("auction") for name in of_pike)


@pytest.mark.parametrize(
    ("house", "asked"),
    [
        ({}, {"late_median", "late_rounding", "late_totals"}),
        ({"late_entry": "mean"}, {"late_rounding", "late_totals"}),
        ({"late_entry": "worst"}, {"late_totals"}),
        ({"late_entry": "zero"}, set()),
        ({"late_entry": "zero", "misdeal": {"dealer": -10}}, set()),
        ({"late_entry": "zero", "misdeal": {"wrong_count": -5}}, set()),
        ({"late_entry": "zero", "misdeal": {"dealer": -10, "wrong_count": -5}}, {"dealer_pays_both"}),
        ({"late_entry": "zero", "bidding": "in turn from the dealer"}, set()),
        ({"late_entry": "zero", "bidding": "in turn from the dealer", "scorer_deals": False}, {"scorers_turn"}),
    ],
)
def test_what_is_left_open_hangs_on_the_other_rules(house: dict[str, Any], asked: set[str]) -> None:
    hanging = {"late_median", "late_rounding", "late_totals", "dealer_pays_both", "scorers_turn"}
    result = {option.name for option in open_options(find("pike").with_house(house))}
    assert result & hanging == asked
    assert result >= {"void_moves_on", "seats_change", "closing", "returning"}
    assert not any(name.startswith("auction.") for name in result)


def test_every_answer_completes_its_question_and_any_but_ours_is_a_sentence_of_the_rules() -> None:
    for option in LEFT_OPEN:
        shorts = [str(answer.short) for answer in option.answers.values()]
        assert len({*shorts}) == len(shorts) >= 2, option.name
        assert not any(short.endswith(".") for short in shorts), option.name
        ours, *others = [str(answer.sentence) for answer in option.answers.values()]
        assert all(sentence.endswith(".") for sentence in others), option.name
        spoken = option.name.startswith("auction.") or option.name == "late_rounding"
        assert ours.endswith(".") if spoken else ours == "", option.name
        assert len({ours, *others}) == len(shorts), option.name


def test_readings_chosen_one_after_another_all_hold() -> None:
    house = [{"house": {"auction": {"doublers": "several"}}}, {"house": {"auction": {"only_passed": "no bid"}}}]
    game = play("murder", FOUR, *house)
    assert game.sheet.rulebook.auction == AuctionRules(only_passed="no bid", doublers="several")
    written = write_game(game)
    assert written["record"][-1] == {"house": {"auction": {"doublers": "several", "only_passed": "no bid"}}}


def test_a_rulebook_of_ones_own_may_hold_them_all() -> None:
    other = {option.name: [*option.answers][1] for option in LEFT_OPEN}
    auction = {name.removeprefix("auction."): value for name, value in other.items() if name.startswith("auction.")}
    plain = {name: value for name, value in other.items() if "." not in name}
    own = {**find("murder").to_dict(), **plain, "auction": auction}
    game = play(own, FOUR, *cards_of(3))
    assert rows(game)[0]["bids"] == {"A": 0}
    assert all(option.stands(game.sheet.rulebook) != next(iter(option.answers)) for option in LEFT_OPEN)
    check_whole(game)
