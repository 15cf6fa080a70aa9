"""The points of one hand: the scheme's input, continued runs, and limits of totals."""

from dataclasses import replace
from typing import Any

import pytest

from scorepad.game.state.events import Contract
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import MOST_TOTAL, PlayedHand, Run, Scored, run_after, score
from scorepad.rules.scheme import Scheme

THREE = ("Ann", "Bob", "Cat")
HAND = OpenHand(
    number=1, cards=4, dealer="Cat", first_bidder="Ann", order=THREE, bidders=THREE, trump=None, hook=False,
    last=False, extra=False,
)  # fmt: skip
PLAYED = PlayedHand(bids={"Ann": 1, "Bob": 2, "Cat": 1}, taken={"Ann": 1, "Bob": 3, "Cat": 0})
DOUBLED = Contract("Ann", 1, doubler="Bob")


def giving(give: str, **more: Any) -> Scheme:
    return Scheme.from_dict({"name": "x", "points": [{"give": give}], **more})


def scored(
    scheme: Scheme, played: PlayedHand = PLAYED, *, total: int = 0, run: Run | None = None,
    options: dict[str, Any] | None = None,
) -> Scored:  # fmt: skip
    """Score the hand of Ann, Bob and Cat, who all have this total and this run."""
    totals, runs = dict.fromkeys(THREE, total), dict.fromkeys(THREE, run or Run())
    return score(scheme, options or {}, HAND, played, totals, runs, 9)


def points(give: str, played: PlayedHand = PLAYED, **more: Any) -> list[Any]:
    """Return the points of Ann, Bob and Cat."""
    return list(scored(giving(give), played, **more).points.values())


@pytest.mark.parametrize(
    ("give", "by_all"),
    [
        ("bid", [1, 2, 1]), ("taken", [1, 3, 0]), ("cards", [4, 4, 4]), ("players", [3, 3, 3]), ("top", [9, 9, 9]),
        ("makers", [1, 1, 1]), ("100 if trump == 'S' else 0", [100, 100, 100]), ("total", [7, 7, 7]),
        ("10 * made_run + missed_run", [10, 1, 1]),
    ],
)  # fmt: skip
def test_what_was_written_down_reaches_the_points(give: str, by_all: list[int]) -> None:
    assert points(give, replace(PLAYED, trump="S"), total=7) == by_all


def test_an_option_counts_as_the_table_has_set_it() -> None:
    scheme = giving("bonus", options={"bonus": {"choices": [5, 10], "default": 5}})
    assert scored(scheme, options={"bonus": 10}).points == dict.fromkeys(THREE, 10)


# --- under a double ------------------------------------------------------------------------------


def test_a_doublers_bid_sleeps_and_leaves_his_run_as_it_was_where_the_points_know_doublers() -> None:
    knows = scored(giving("100 * doubler + 10 * bid + made_run"), replace(PLAYED, contract=DOUBLED), run=Run(made=3))
    assert knows.made == {"Ann": True, "Cat": False}
    assert knows.points == {"Ann": 10 + 4, "Bob": 100 + 3, "Cat": 10}
    assert knows.runs == {"Ann": Run(made=4), "Bob": Run(made=3), "Cat": Run(missed=1)}


# --- runs ------------------------------------------------------------------------------------------


def test_a_run_grows_by_one_the_other_way_begins_anew_and_a_hand_that_does_not_count_ends_it() -> None:
    assert run_after(Run(made=2), True, counts=True) == Run(made=3)
    assert run_after(Run(missed=2), False, counts=True) == Run(missed=3)
    assert run_after(Run(made=2), False, counts=True) == Run(missed=1)
    assert run_after(Run(made=2), None, counts=True) == run_after(Run(made=2), True, counts=False) == Run()


def test_points_may_say_which_hands_count_for_a_run() -> None:
    large = giving("made_run", runs_when="players == 3 and bid + total >= 7")
    played = PlayedHand(bids={"Ann": 1, "Bob": 2, "Cat": 0}, taken={"Ann": 1, "Bob": 2, "Cat": 1})
    assert scored(large, played, total=5, run=Run(made=2)).runs == {"Ann": Run(), "Bob": Run(made=3), "Cat": Run()}


# --- marks -----------------------------------------------------------------------------------------


def test_marks_count_for_who_has_them_and_by_how_it_went_for_all_others() -> None:
    played = replace(PLAYED, marks={"Ann": {"star": True}, "Bob": {"star": True}, "Cat": {"star": True}})
    marked = giving("100 * star + 10 * others_made_star + others_missed_star", marks={"star": "yes or no"})
    assert scored(marked, played).points == {"Ann": 102, "Bob": 111, "Cat": 111}
    only_bob = replace(PLAYED, marks={"Bob": {"star": True}})
    assert scored(marked, only_bob).points == {"Ann": 1, "Bob": 100, "Cat": 1}


# --- only made or missed is known --------------------------------------------------------------------


def test_where_only_made_or_missed_is_written_the_contract_is_made_or_missed_by_one() -> None:
    played = PlayedHand(bids=PLAYED.bids, taken=None, made={"Ann": True, "Bob": False}, contract=DOUBLED)
    assert points("10 * contract_made + contract_off", played) == [10, 10, 10]
    missed = replace(played, made={"Ann": False, "Bob": True})
    assert points("10 * contract_made + contract_off", missed) == [1, 1, 1]
    zero = replace(missed, contract=replace(DOUBLED, level=0))
    assert points("10 * contract_made + contract_off", zero) == [1, 1, 1]
    assert scored(giving("bid"), replace(missed, contract=None)).made == {"Ann": False, "Bob": True, "Cat": False}


# --- too much --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "give"), [(MOST_TOTAL - 2, "2"), (2 - MOST_TOTAL, "-2"), (MOST_TOTAL, "-2")])
def test_a_total_may_reach_the_most_there_is(total: int, give: str) -> None:
    reached = scored(giving(give), total=total)
    assert (reached.points["Ann"], reached.unknown) == (int(give), {})


@pytest.mark.parametrize(("total", "give"), [(MOST_TOTAL - 1, "2"), (1 - MOST_TOTAL, "-2")])
def test_beyond_it_nothing_is_counted_and_the_reason_is_said(total: int, give: str) -> None:
    beyond = scored(giving(give), total=total)
    assert beyond.points == dict.fromkeys(THREE, 0)
    assert beyond.unknown == dict.fromkeys(THREE, "The total would be more than 1000000. Check the number.")
    assert beyond.variables == {}


def test_a_mark_that_an_old_correction_left_without_a_value_counts_as_none() -> None:
    scheme = giving("10 * blind + others_made_blind + others_missed_blind", marks={"blind": "yes or no"})
    left = replace(PLAYED, marks={"Ann": {"blind": None}, "Bob": {"blind": 1}})  # type: ignore[dict-item]
    assert scored(scheme, left).points == {"Ann": 1, "Bob": 10, "Cat": 1}
