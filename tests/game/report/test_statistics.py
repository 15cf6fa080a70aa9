"""Statistics of one game's players, and the curves of their totals."""

from itertools import pairwise

from builders import hand, on, play
from hypothesis import given
from hypothesis import strategies as st

from scorepad.game.report.outcome import ending
from scorepad.game.report.statistics import (
    ChartSeries,
    HandOf,
    award_texts,
    behind,
    behind_series,
    chart_series,
    statistics,
)
from scorepad.game.state.game import Game

TABLE = "Ann Bob Cat"
LOW = {"name": "Golf at home", "winner": "low", "points": [{"give": "off"}]}


def evening(*more: dict[str, object], ladder: str = "5 4 5 5", **head: object) -> Game:
    """Return a game: Ann makes all four, Bob the last two and a high one, Cat zeros and one bad miss."""
    return play(
        "pike", TABLE,
        hand(TABLE, [2, 1, 0], [2, 3, 0]), hand(TABLE, [1, 2, 0], [1, 3, 0]),
        hand(TABLE, [1, 4, 1], [1, 4, 0]), hand(TABLE, [1, 3, 4], [1, 3, 1]), *more,
        house={"ladder": ladder}, **head,
    )  # fmt: skip


def awards(game: Game) -> dict[str, tuple[str, str]]:
    return {title: (who, what) for title, who, what in award_texts(game)}


def test_the_record_of_each_player_is_counted() -> None:
    ann, bob, cat = statistics(evening().sheet).values()
    assert (ann.bids, ann.made, ann.run, ann.now) == (4, 4, 4, 4)
    assert (bob.made, bob.run, bob.now, bob.boldest) == (2, 2, 2, HandOf(4, 3))
    assert (cat.made, cat.run, cat.now, cat.zeros) == (2, 2, 0, 2)
    assert (cat.best, cat.worst) == (HandOf(10, 1), HandOf(-13, 4))


def test_a_miss_ends_a_row() -> None:
    made, missed = hand(TABLE, [1, 0, 0], [1, 0, 4]), hand(TABLE, [1, 0, 0], [0, 0, 5])
    ann = statistics(play("pike", TABLE, made, made, missed, made, house={"ladder": "5x9"}).sheet)["p1"]
    assert (ann.made, ann.run, ann.now) == (3, 2, 1)


def test_void_hands_and_late_entries_are_no_feats() -> None:
    game = evening({"join": {"player": "Di"}}, {"misdeal": {}}, ladder="5 4 5 5 5")
    assert statistics(game.sheet)["p1"].hands == 4
    late = statistics(game.sheet)["p4"]
    assert (late.hands, late.best, late.run, late.boldest) == (0, None, 0, None)


def test_those_are_named_who_did_something_special() -> None:
    assert [tuple(text) for text in award_texts(evening())] == [
        ("Best hand", "Bob", "+14 in hand 3"),
        ("Most bids made", "Ann", "4"),
        ("Longest run", "Ann", "4 made in a row"),
        ("Boldest bid made", "Bob", "4 tricks in hand 3"),
        ("Most zeros made", "Cat", "2"),
        ("Worst hand", "Cat", "−13 in hand 4"),
    ]


def test_nobody_is_named_after_two_hands() -> None:
    two = play("pike", TABLE, *[hand(TABLE, [1, 0, 0], [1, 0, 4])] * 2, house={"ladder": "5x9"})
    assert award_texts(two) == []


def six(first: tuple[list[int], list[int]], second: tuple[list[int], list[int]], hands: int) -> Game:
    """Return a game of `hands` hands of three cards: two given ones, then hands that only Ann makes; she wins."""
    rest = [hand(TABLE, [3, 1, 1], [3, 0, 0])] * (hands - 2)
    return play("pike", TABLE, hand(TABLE, *first), hand(TABLE, *second), *rest, house={"ladder": f"3x{hands}"})


LAST, LEVEL = ([0, 1, 1], [1, 1, 1]), ([1, 1, 1], [1, 1, 1])


def test_only_a_winner_who_was_last_alone_and_not_long_ago_came_back() -> None:
    result = ("Ann", "last after hand 2")
    assert awards(six(LEVEL, LAST, 6)).get("From last to first") == result, "a third of the way"
    assert awards(six(LAST, LAST, 4))["From last to first"] == ("Ann", "last after hand 3"), "the last of several"
    two = [hand("Ann Bob", [0, 1], [1, 1]), *[hand("Ann Bob", [2, 1], [2, 0])] * 2]
    too_few = play("pike", "Ann Bob", *two, house={"ladder": "2x3", "players": "2-7"})
    for game in (six(LEVEL, LAST, 7), six(LAST, ([3, 1, 1], [3, 0, 0]), 4), too_few):
        assert "From last to first" not in awards(game)


def test_what_two_share_is_named_with_its_hand_where_it_was_the_same() -> None:
    both = hand(TABLE, [2, 2, 2], [2, 2, 1])
    game = play("pike", TABLE, both, hand(TABLE, [1, 2, 2], [5, 0, 0]), hand(TABLE, [1, 2, 2], [5, 0, 0]),
                house={"ladder": "5x3"})  # fmt: skip
    assert awards(game) == {
        "Best hand": ("Ann, Bob", "+12 in hand 1"), "Most bids made": ("Ann, Bob", "1"),
        "Boldest bid made": ("Ann, Bob", "2 tricks in hand 1"), "Worst hand": ("Ann", "−14 in hand 2"),
    }  # fmt: skip
    apart = play("pike", TABLE, hand(TABLE, [2, 1, 0], [2, 2, 1]), hand(TABLE, [1, 2, 0], [2, 2, 1]),
                 hand(TABLE, [1, 1, 1], [0, 2, 3]), house={"ladder": "5x3"})  # fmt: skip
    assert awards(apart)["Boldest bid made"] == ("Ann, Bob", "2 tricks"), "each in a hand of their own"


def test_what_is_no_feat_is_not_named() -> None:
    game = play("pike", TABLE, hand(TABLE, [1, 0, 0], [1, 2, 2]), hand(TABLE, [1, 0, 1], [1, 1, 3]),
                hand(TABLE, [0, 0, 1], [1, 0, 4]), house={"ladder": "5x3"})  # fmt: skip
    assert [*awards(game)] == ["Best hand", "Most bids made", "Worst hand"]
    third = play("pike", TABLE, *[hand(TABLE, [1, 0, 1], [1, 2, 2])] * 3, house={"ladder": "5x3"})
    assert awards(third)["Longest run"] == ("Ann", "3 made in a row")


def test_where_low_wins_the_best_hand_is_told_in_points_as_they_are() -> None:
    game = play("pike", TABLE, *[hand(TABLE, [1, 3, 5], [2, 1, 2])] * 3, {"join": {"player": "Di"}},
                scheme=LOW, house={"ladder": "5x4"})  # fmt: skip
    assert (awards(game)["Best hand"], awards(game)["Worst hand"]) == (("Ann", "+1 in hand 1"), ("Cat", "+3 in hand 1"))


def test_where_nobody_made_a_bid_nobody_is_the_boldest() -> None:
    game = play("pike", TABLE, *[hand(TABLE, [2, 3, 4], [1, 1, 3])] * 3, house={"ladder": "5x4"})
    assert [*awards(game)] == ["Best hand", "Worst hand"]


def test_of_equal_bids_made_the_first_is_the_boldest() -> None:
    game = play("pike", TABLE, *[hand(TABLE, [2, 0, 0], [2, 0, 0])] * 2, house={"ladder": "2x3"})
    assert statistics(game.sheet)["p1"].boldest == HandOf(2, 1)


def test_hands_for_a_tie_are_known_and_by_how_much_it_was_won() -> None:
    names = "Ann Bob Cat"
    level = hand(names, [1, 1, 0], [1, 1, 0])
    tied = play("pike", names, level, house={"ladder": "2"})
    assert not tied.sheet.finished
    broken = play("pike", names, level, hand(names, [2, 1, 0], [2, 0, 0]), house={"ladder": "2"})
    end = ending(broken.sheet)
    assert (end.margin, end.extra, end.dealer) == (23 - 20, [2], "p3")
    assert broken.sheet.winners == ["p1"]


def test_a_place_shared_or_a_total_hit_exactly_has_no_margin() -> None:
    names = "Ann Bob Cat"
    shared = play("pike", names, hand(names, [1, 1, 0], [1, 1, 0]), house={"ladder": "2", "ties": "shared"})
    assert (shared.sheet.winners, ending(shared.sheet).margin) == (["p1", "p2"], None)
    exactly = {**LOW, "winner": {"exactly": 10}}
    hit = play("pike", names, hand(names, [1, 0, 0], [0, 1, 0]), scheme=exactly, house={"ladder": "1"})
    assert [standing.total for standing in hit.sheet.standings()] == [1, 1, 0]
    hit = on(hit, {"adjust": {"player": "Ann", "points": 9}})
    assert (hit.sheet.winners, ending(hit.sheet).margin) == (["p1"], None)


def test_a_margin_is_a_number_of_points_whoever_wins() -> None:
    missed = hand(TABLE, [5, 3, 0], [0, 5, 0])
    fewest = play("pike", TABLE, missed, scheme=LOW, house={"ladder": "5"})
    assert (fewest.sheet.winners, ending(fewest.sheet).margin) == (["p3"], 2)
    by_one = on(fewest, {"adjust": {"player": "Bob", "points": -1}})
    assert ending(by_one.sheet).margin == 1


# --- curves -----------------------------------------------------------------------------------------------


def test_curves_begin_at_zero_and_a_late_one_where_it_came_in() -> None:
    first, second = hand(TABLE, [5, 0, 0], [5, 0, 0]), hand(TABLE + " Di", [1, 1, 1, 1], [1, 1, 1, 0])
    game = play("pike", TABLE, first, {"join": {"player": "Di"}}, second, house={"ladder": "5 3 3"})
    result = chart_series(game.sheet)
    assert result.hands == 2
    assert result.totals["p1"] == [(0, 0), (1, 15), (2, 26)]
    assert result.totals["p4"] == [(1, 10), (2, -1)]


def test_a_present_moves_the_curve_where_it_was_made() -> None:
    game = play(
        "pike", TABLE, {"adjust": {"player": "Ann", "points": -5}}, hand(TABLE, [1, 0, 0], [1, 0, 0]),
        {"adjust": {"player": "Bob", "points": 3}}, house={"ladder": "1 1"},
    )  # fmt: skip
    assert chart_series(game.sheet).totals == {
        "p1": [(0, -5), (1, 6)],
        "p2": [(0, 0), (1, 13)],
        "p3": [(0, 0), (1, 10)],
    }


def test_who_comes_back_as_a_newcomer_has_a_curve_from_the_start() -> None:
    game = play(
        "pike", TABLE, hand(TABLE, [1, 1, 1], [1, 1, 1]), {"leave": {"player": "Bob"}},
        hand("Ann Cat", [3, 0], [3, 0]), {"return": {"player": "Bob"}},
        house={"ladder": "3x3", "players": "2-7", "returning": "as a newcomer"},
    )  # fmt: skip
    assert chart_series(game.sheet).totals["p2"] == [(0, 0), (1, 11), (2, 22)]


@given(st.integers(-20_000, 20_000), st.integers(0, 40_000))
def test_a_chart_uses_its_whole_height_and_has_a_few_round_lines_in_it(low: int, span: int) -> None:
    series = ChartSeries(1, {"p1": [(0, low), (1, low + span)]})
    assert series.reach == (low, low + max(1, span))
    lines = series.lines
    assert 1 <= len(lines) <= 6
    assert series.reach[0] <= lines[0] <= lines[-1] <= series.reach[1]
    assert len({later - earlier for earlier, later in pairwise(lines)}) <= 1


def test_points_behind_are_of_the_lowest_total_where_low_wins_and_those_at_the_end_of_the_chart() -> None:
    sheet = play("pike", TABLE, hand(TABLE, [2, 0, 1], [2, 3, 0]), scheme=LOW, house={"ladder": "5 5"}).sheet
    assert behind(sheet) == {"p1": 0, "p2": -3, "p3": -1}
    for game in (sheet, evening().sheet):
        assert behind(game) == {player: curve[-1][1] for player, curve in behind_series(game).totals.items()}
