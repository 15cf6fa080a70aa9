"""The pace of an evening, and the hands that fit before the agreed quitting time."""

from typing import Any

import pytest
from builders import FOUR, Entry, on, play

from scorepad.game.report.outlook import DAY, Pace, pace
from scorepad.game.state.game import Game


def at(clock: str, days: int = 0) -> float:
    """Return a time of day in the model's minutes; day 0 is an arbitrary past day."""
    hours, minutes = clock.split(":")
    return (1000 + days) * DAY + 60 * int(hours) + float(minutes)


def thrown_in(cards: int) -> Entry:
    """Return a hand of Murder in which all passed."""
    taken = {"Ann": cards, "Bob": 0, "Cat": 0, "Di": 0}
    return {"hand": {"trump": "N", "contract": {"declarer": "Ann", "level": 0}, "taken": taken}}


def evening(*clocks: str | float, until: str = "", **head: Any) -> tuple[Game, list[float]]:
    """Return a game started at the first of these times, with a hand recorded at each of the others."""
    house = {"ladder": "3-13"} | head.pop("house", {})
    hands = [thrown_in(cards) for cards in range(3, 2 + len(clocks))]
    game = play("murder", FOUR, *hands, until=until, house=house, **head)
    moments = [at(clock) if isinstance(clock, str) else clock for clock in clocks]
    return game, [moments[0], *(moment for moment in moments[1:] for _bids_and_tricks in (1, 2))]


LUNCH = ("12:00", "12:05", "12:11", "12:18", "12:24")


@pytest.mark.parametrize(
    ("clocks", "minutes"),
    [
        (LUNCH, 6),
        (("19:00", "19:10", "19:15", "19:55", "20:00", "20:06"), 6),  # one slow hand does not slow the evening
        (("19:00", "19:20", "19:40", "20:00", "20:20", "20:40", "20:46", "20:52", "20:58"), 6),  # the last hands count
        (("19:00", "20:00", "20:01"), 1), (("19:00", "20:00", "20:00.4"), 1),  # a minute at least
        (("19:00", "20:00", "21:00"), 60),  # an hour at most
        (("23:00", "23:10", at("20:00", 1), at("20:08", 1)), 8),  # a night between two hands is no pace
    ],
)  # fmt: skip
def test_the_pace_is_the_usual_time_from_hand_to_hand(clocks: tuple[str | float, ...], minutes: int) -> None:
    game, times = evening(*clocks)
    assert pace(game, times, times[-1]) == Pace(minutes)
    later = times[-1] + 1
    assert pace(game, [*times, later], later) == Pace(minutes), "what was written since it was looked at waits"


@pytest.mark.parametrize("clocks", [("12:00",), ("12:00", "12:10"), ("12:00", "12:00", "12:00", "12:00")])
def test_nobody_knows_the_pace_before_two_hands_nor_of_a_game_read_in(clocks: tuple[str, ...]) -> None:
    game, times = evening(*clocks, until="13:00")
    assert pace(game, times, at("12:10")) == Pace()


def test_a_void_hand_is_part_of_the_time() -> None:
    game = play("murder", FOUR, thrown_in(3), {"misdeal": {}}, thrown_in(4))
    times = [at(clock) for clock in ("12:00", "12:05", "12:05", "12:08", "12:12", "12:14")]
    assert pace(game, times, at("12:14")).minutes == 9


def test_a_hand_taken_back_counts_no_time_and_done_again_it_counts_as_before() -> None:
    game, times = evening("12:00", "12:05", "12:11", "12:31")
    undone, when = game.then(game.undo()), [*times, at("12:32")]
    assert pace(undone, when, at("12:32")).minutes == 6
    again, later = undone.then(undone.redo()), [*when, at("12:50")]
    assert pace(again, later, at("12:50")).minutes == 13  # 6 and 20


@pytest.mark.parametrize(
    ("now", "hands"),
    [
        ("12:24", 6),  # 36 minutes at 6 a hand
        ("12:29", 6),  # five minutes into the hand, as expected
        ("12:36", 5),  # it took twelve already and will take three more
        ("12:54.5", 1),  # half a hand more, and no time for another
        ("12:57", 1), ("12:59.9", 1), ("13:00", 0), ("13:40", 0),
    ],
)  # fmt: skip
def test_so_many_hands_fit_before_quitting_time(now: str, hands: int) -> None:
    game, times = evening(*LUNCH, until="13:00")
    assert pace(game, times, at(now)).hands == hands


def test_what_is_gone_of_the_open_hand_counts_from_its_first_moment_to_an_hour() -> None:
    game, times = evening(*LUNCH, until="12:57")
    assert [pace(game, times, at(now)).hands for now in ("12:24", "12:24.5", "12:25")] == [6, 6, 6]
    longer, times = evening(*LUNCH, until="14:00")
    assert pace(longer, times, at("13:24")).hands == 7  # 36 minutes: half a hand, and six
    assert pace(longer, times, at("13:24.5")).hands == 6  # a pause: the hand begins now


def test_an_evening_may_end_after_midnight() -> None:
    game, times = evening("22:30", "23:30", "23:40", "23:50", until="00:30")
    assert pace(game, times, at("23:50")).hands == 4
    assert pace(game, times, at("00:05", 1)).hands == 3
    assert pace(game, times, at("00:31", 1)).hands == 0


def test_lunch_goes_on_the_next_day_until_the_same_time() -> None:
    game, times = evening(*LUNCH, until="13:00")
    assert pace(game, times, at("12:30", 1)).hands == 5
    assert pace(game, times, at("12:27.5", 1)).hands == 5  # all of the current hand is still to come
    assert pace(game, times, at("20:00", 1)) == Pace(6)  # tomorrow's lunch is far away
    assert pace(game, times, at("01:00", 1)).hands == 7  # within half a day: all there are
    assert pace(game, times, at("00:59", 1)) == Pace(6)


def test_a_table_that_plays_on_long_after_its_time_is_still_late() -> None:
    game, times = evening(*LUNCH, "14:30", "16:30", "18:30", until="13:00")
    assert pace(game, times, at("19:30")).hands == 0
    game, times = evening(*LUNCH, "12:58", until="13:00")
    assert pace(game, times, at("12:58")).hands == 0, "a hand that would end long after the time no longer fits"


@pytest.mark.parametrize("clocks", [("13:05", "13:10", "13:16", "13:00"), ("00:10", "00:15", "00:21", "23:50")])
def test_a_time_said_just_after_it_was_meant_as_gone_by(clocks: tuple[str, ...]) -> None:
    *played, until = clocks
    game, times = evening(*played, until=until)
    assert pace(game, times, at(played[-1])) == Pace(6, 0, closing_time=True)


@pytest.mark.parametrize(("until", "hands"), [("06:00", None), ("06:01", 0)])
def test_more_than_eighteen_hours_ahead_is_taken_for_gone_by(until: str, hands: int | None) -> None:
    game, times = evening(*LUNCH, until=until)
    assert pace(game, times, at("12:25")).hands == hands


def test_the_time_said_last_counts() -> None:
    game, times = evening("20:00", "20:10", "20:20", "20:30", until="20:30")
    longer = on(game, {"details": {"until": "21:00"}}, {"details": {"until": "21:00", "location": "Attic"}})
    assert pace(longer, [*times, at("20:31"), at("21:05")], at("20:40")).hands == 3
    assert pace(longer, [*times, at("20:31"), at("21:05")], at("21:06")).hands == 0
    never = on(longer, {"details": {"until": ""}})
    assert pace(never, [*times, at("20:31"), at("21:05"), at("21:06")], at("21:07")) == Pace(minutes=10)


def test_it_is_time_for_the_last_hands_when_two_are_left() -> None:
    game, times = evening(*LUNCH, until="13:00")
    assert not pace(game, times, at("12:40")).closing_time
    assert pace(game, times, at("12:45")) == Pace(6, 3, closing_time=False)
    assert pace(game, times, at("12:52")) == Pace(6, 2, closing_time=True)
    assert pace(game, times, at("13:10")) == Pace(6, 0, closing_time=True)


def test_nobody_is_asked_twice_or_too_late() -> None:
    game, times = evening(*LUNCH, until="13:00")
    announced = on(game, {"closing": {"hands": 2}})
    assert pace(announced, [*times, at("12:52")], at("12:52")) == Pace(6, 2)
    three = on(game, {"closing": {"hands": 3}})
    assert pace(three, [*times, at("12:52")], at("12:52")) == Pace(6, 2)
    bid = on(game, {"hand": {"trump": "N", "contract": {"declarer": "Ann", "level": 0}}})
    assert pace(bid, [*times, at("12:52")], at("12:52")) == Pace(6, 2)


def test_where_the_ladder_ends_in_time_there_is_nothing_to_announce() -> None:
    game, times = evening(*LUNCH, until="13:00", house={"ladder": "3-8"})
    assert pace(game, times, at("12:24")) == Pace(6, 2)  # six would fit, two are to come
    assert pace(game, times, at("12:52")) == Pace(6, 2)
    assert pace(game, times, at("12:56")) == Pace(6, 1, closing_time=True)


def test_a_game_that_is_over_has_no_hands_to_fit() -> None:
    game, times = evening(*LUNCH, until="13:00", house={"ladder": "3-6"})
    assert pace(game, times, at("12:24")) == Pace(6)
