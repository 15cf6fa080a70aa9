"""The outlook: the players who can still win, and bounds that hold for every possible rest of the game."""

from typing import Any

import pytest
from builders import THREE, Entry, by_name, hand, play
from hypothesis import given, settings
from hypothesis import strategies as st
from soak import often

from scorepad.game.report.outlook import Reach, outlook
from scorepad.game.state.game import Game
from scorepad.rules import scheme as schemes
from scorepad.rules.rulebook import find

TOTAL_COUNTS = {
    "name": "To a round number", "winner": "high", "points": [{"give": "bid + 3 * made"}],
    "total": {"becomes": "raw if raw != 10 else 0"},
}  # fmt: skip
LOW = {"name": "Golf at home", "winner": "low", "points": [{"give": "off"}]}


def reach(game: Game, name: str) -> Reach:
    return outlook(game.sheet).reach[by_name(game, name)]


def test_with_one_card_left_mr_pikes_players_gain_or_lose_eleven() -> None:
    played = [hand(THREE, [2, 1, 1], [2, 1, 2]), hand(THREE, [0, 2, 1], [0, 2, 2]), hand(THREE, [1, 1, 1], [1, 1, 1])]
    game = play("pike", THREE, *played, house={"ladder": "5-3 1"})
    assert outlook(game.sheet).hands == 1
    assert reach(game, "Ann") == Reach(33 - 11, 33 + 11, True)
    assert reach(game, "Bob") == Reach(34 - 11, 34 + 11, True)
    assert reach(game, "Cat") == Reach(-11 - 11, -11 + 11, False)


def test_a_bid_that_is_written_down_can_only_be_made_or_missed() -> None:
    game = play("pike", THREE, {"hand": {"bids": {"Ann": 2, "Bob": 0, "Cat": 3}}}, house={"ladder": "3"})
    assert reach(game, "Ann") == Reach(-12, 12, True)
    assert reach(game, "Bob") == Reach(-13, 10, True)
    assert reach(game, "Cat") == Reach(-13, 13, True)


def test_whoever_has_left_keeps_the_total_and_may_win_by_it() -> None:
    played = hand(THREE + " Di", [5, 0, 0, 0], [5, 0, 0, 0])
    game = play("pike", THREE + " Di", played, {"leave": {"player": "Ann"}}, house={"ladder": "5 1"})
    assert reach(game, "Ann") == Reach(15, 15, True)
    assert reach(game, "Bob") == Reach(10 - 11, 10 + 11, True)


def test_a_prize_for_a_row_of_bids_made_counts_on_from_the_row_so_far() -> None:
    house = {"ladder": "2x5", "options": {"prizes": True, "prize": 7}}
    game = play("romanian_whist", THREE, *[hand(THREE, [1, 1, 2], [1, 1, 0])] * 4, house=house)
    assert reach(game, "Ann") == Reach(4 * 6 - 2, 4 * 6 + 5 + 2 + 7, True)
    assert reach(game, "Cat") == Reach(4 * -2 - 2 - 7, 4 * -2 + 5 + 2, False)


def test_where_low_wins_the_least_counts() -> None:
    game = play("pike", THREE, hand(THREE, [3, 0, 0], [0, 0, 3]), scheme=LOW, house={"ladder": "3 1"})
    assert reach(game, "Bob") == Reach(0, 1, True)
    assert reach(game, "Ann") == Reach(3, 4, False)


def test_when_the_game_is_over_everything_is_as_it_is() -> None:
    game = play("pike", THREE, hand(THREE, [1, 0, 0], [1, 0, 0]), house={"ladder": "1"})
    result = outlook(game.sheet)
    assert (result.hands, result.why) == (0, "")
    assert [reach.can_win for reach in result.reach.values()] == [True, False, False]


@pytest.mark.parametrize(
    ("rulebook", "more", "head"),
    [
        ("murder", "", {}), ("boerenbridge", " Di", {}), ("ninety_nine", "", {}), ("atkinson_blackout", " Di Eve", {}),
        ("pike", "", {"house": {"ladder": "3", "ends": {"exactly": 50}}}),
        ("pike", "", {"house": {"ladder": "3", "ends": {"reaching": 50}}}),
        ("pike", "", {"house": {"ladder": "3"}, "scheme": {**LOW, "winner": {"exactly": 50}}}),
    ],
)  # fmt: skip
def test_nobody_knows_how_it_ends_while_nobody_knows_when(rulebook: str, more: str, head: dict[str, Any]) -> None:
    assert outlook(play(rulebook, THREE + more, **head).sheet).why == "endless"


def test_a_game_that_had_no_end_in_sight_has_one_once_it_was_ended_or_its_end_announced() -> None:
    game = play("murder", THREE, {"adjust": {"player": "Bob", "points": 5}}, {"end": {}})
    assert outlook(game.sheet).why == ""
    assert reach(game, "Bob") == Reach(5, 5, True)
    assert not reach(game, "Ann").can_win
    game = play("atkinson_blackout", THREE + " Di Eve", {"closing": {"hands": 2}})
    assert (outlook(game.sheet).hands, outlook(game.sheet).why) == (2, "")


def test_points_that_hang_on_others_are_not_guessed() -> None:
    assert outlook(play("murder", THREE, {"closing": {"hands": 2}}).sheet).why == "others"
    for give in ("makers * made", "others_made_blind", "others_missed_blind", "blind * made"):
        scheme = {"name": "Hangs", "marks": {"blind": "yes or no"}, "points": [{"give": give}]}
        assert outlook(play("pike", THREE, scheme=scheme, house={"ladder": "3"}).sheet).why == "others", give


def test_the_points_of_murder_hang_on_nobody_where_there_is_no_auction_nor_an_auction_where_they_do_not_ask() -> None:
    assert outlook(play("pike", THREE, scheme="murder", house={"ladder": "3"}).sheet).why == ""
    assert outlook(play("murder", THREE, {"closing": {"hands": 1}}, scheme="pike").sheet).why == ""


def only(give: str, ladder: str, *record: Entry, **more: Any) -> Reach:
    """Return the bounds of Ann's total, by one formula."""
    house = {"ladder": ladder, **more.pop("house", {})}
    return reach(
        play("pike", THREE, *record, scheme={"name": "X", "points": [{"give": give}], **more}, house=house), "Ann"
    )


@pytest.mark.parametrize(
    ("give", "ladder", "least", "most"),
    [
        ("-off if total == 0 else 0", "3 2", -3, 0),  # a player who has lost once loses no more
        ("made_run", "2x3", 0, 1 + 2 + 3),
        ("-missed_run", "2x3", -1 - 2 - 3, 0),
        ("players * made", "2", 0, 3),
        ("top * made", "4 2", 0, 4 + 4),
        ("10 * last * made", "2 2", 0, 10),
    ],
)
def test_whatever_points_hang_on_is_foreseen(give: str, ladder: str, least: int, most: int) -> None:
    assert only(give, ladder)[:2] == (least, most)


HEARTS = "taken if trump == H else 0"


def test_hearts_may_be_trumps_until_the_trump_is_known() -> None:
    assert only(HEARTS, "3")[:2] == (0, 3)
    assert only(HEARTS, "3", house={"trump": "none"})[:2] == (0, 0)
    assert only(HEARTS, "3 2", house={"trump": "cycle S H"})[:2] == (0, 2)
    bids = {"Ann": 1, "Bob": 1, "Cat": 0}
    assert only(HEARTS, "3 2", {"hand": {"bids": bids, "trump": "S"}})[:2] == (0, 2)
    assert only(HEARTS, "3 2", {"hand": {"bids": bids, "trump": "H"}})[:2] == (0, 3 + 2)
    assert only("made_run if trump == H else 0", "3 2")[:2] == (0, 1 + 2)
    assert only("made_run", "3 2", runs_when="trump == H and bid > 0")[:2] == (0, 1 + 2)
    assert only("made_run", "3 2", runs_when="trump == H", house={"trump": "none"})[:2] == (0, 0)


def test_a_hand_that_does_not_count_for_a_row_ends_it() -> None:
    assert only("made_run", "2 1 2", runs_when="cards > 1")[:2] == (0, 1 + 0 + 1)


def test_who_does_not_bid_neither_makes_nor_misses_and_can_only_take_tricks() -> None:
    assert only("bid + taken", "3", house={"bidding": "none"})[:2] == (0, 3)
    assert only("taken - 10 * missed_run", "3", house={"bidding": "none"})[:2] == (0, 3)
    five: Entry = {"adjust": {"player": "Ann", "points": 5}}
    assert only("bid", "3 3", five, bids_when="total < 5")[:2] == (5, 5)


def test_a_whole_evening_is_looked_over_from_its_first_hand() -> None:
    result = outlook(play("pike", THREE, house={"ladder": "10-1-10"}).sheet)
    assert (result.hands, result.why) == (19, "")
    every_total = {**TOTAL_COUNTS, "points": [{"give": "bid + 3 * made"}]}
    assert outlook(play("pike", THREE, scheme=every_total, house={"ladder": "10x8"}).sheet).why == ""


def test_what_cannot_be_tried_in_time_is_not_known() -> None:
    wild = {**TOTAL_COUNTS, "points": [{"give": "bid * bid + taken * total"}], "total": {"becomes": "raw % 10007"}}
    assert outlook(play("pike", THREE, scheme=wild, house={"ladder": "10x20"}).sheet).why == "too many"


def _entry(draw: st.DrawFn, cards: int) -> Entry:
    bids = [draw(st.integers(0, cards)) for _name in THREE.split()]
    first = draw(st.integers(0, cards))
    second = draw(st.integers(0, cards - first))
    return hand(THREE, bids, [first, second, cards - first - second])


@st.composite
def evenings(draw: st.DrawFn) -> tuple[dict[str, Any], list[Entry], int]:
    """Return a short complete game, and the number of hands played when the outlook is computed."""
    rule_files: list[tuple[str, Any, dict[str, Any]]] = [
        ("pike", "pike", {}), ("pike", TOTAL_COUNTS, {}), ("pike", LOW, {}), ("pike", "golf", {}),
        ("romanian_whist", "romanian_whist", {"options": {"prizes": True, "prize": 7}}),
    ]  # fmt: skip
    rulebook, scheme, house = draw(st.sampled_from(rule_files))
    ladder = draw(st.sampled_from(["3-1", "2x7", "1-3 2", "4 3"]))
    sizes = find("pike").with_house({"ladder": ladder}).sizes(3)
    head = {
        "rulebook": rulebook, "scheme": scheme, "house": {"ladder": ladder, "hook": False, "ties": "shared", **house},
    }  # fmt: skip
    return head, [_entry(draw, cards) for cards in sizes], draw(st.integers(0, len(sizes)))


@settings(max_examples=often(50, 400))
@given(evenings())
def test_whatever_comes_ends_within_the_bounds_and_whoever_wins_could(
    evening: tuple[dict[str, Any], list[Entry], int],
) -> None:
    head, record, asked = evening
    head = dict(head)
    rulebook = head.pop("rulebook")
    result = outlook(play(rulebook, THREE, *record[:asked], **head).sheet)
    end = play(rulebook, THREE, *record, **head).sheet
    assert end.finished
    assert result.why == ""
    for player, total in end.totals.items():
        assert result.reach[player].least <= total <= result.reach[player].most
    assert all(result.reach[player].can_win for player in end.winners)


def test_the_bounds_of_every_built_in_scheme_are_reached() -> None:
    """One hand of two cards: the highest and the lowest points are in the scheme's own table of points."""
    for key, scheme in schemes.built_in().items():
        game = play("pike", THREE, scheme=key, house={"ladder": "2", "trump": "none"})
        result = outlook(game.sheet)
        if result.why:
            continue
        table = [points for _bid, row in scheme.points_table(2, players=3, last=True) for points in row]
        assert {(reach.least, reach.most) for reach in result.reach.values()} == {(min(table), max(table))}, key
