"""The facts of an evening about each player: read from its sheet, never typed in."""

import re
from typing import Any

from builders import Entry, hand, play

from scorepad.game.statistics import evening as facts
from scorepad.game.statistics.evening import AtPlace, Evening, OfSize, OneHand, Result, evening_of, from_text, to_text

THREE = "Ann Bob Cat"
SHORT = {"ladder": "2 2", "hook": False}


def evening(*record: Entry, rulebook: str | dict[str, Any] = "ohell", players: str = THREE, **head: Any) -> Evening:
    result = evening_of(play(rulebook, players, *record, **{"house": SHORT, **head}))
    assert result is not None
    return result


def of(evening: Evening, name: str) -> Result:
    return next(result for result in evening.results if result.name == name)


def places(evening: Evening) -> list[tuple[str, int, float]]:
    return [(result.name, result.place, result.beaten) for result in evening.results]


def test_an_evening_tells_place_total_and_opponents_beaten() -> None:
    results = evening(hand(THREE, [1, 0, 1], [1, 0, 1]), hand(THREE, [2, 0, 0], [2, 0, 0]), location="Mill")
    assert places(results) == [("Ann", 1, 2), ("Bob", 2, 1), ("Cat", 3, 0)]
    assert [(result.total, result.met) for result in results.results] == [(25, 2), (24, 2), (23, 2)]
    assert (results.place, results.game) == ("Mill", "Oh Hell, squares and cubes")


def test_a_tie_that_the_rulebook_breaks_is_a_place_and_no_opponent_beaten() -> None:
    level = {"adjust": {"player": "Bob", "points": -1}}
    results = evening(
        hand(THREE, [1, 0, 1], [1, 0, 0], cancelled=1), level, {"end": {}},
        house={**SHORT, "ties": "largest sum of made bids", "cancelled": True},
    )  # fmt: skip
    assert places(results) == [("Ann", 1, 1.5), ("Bob", 2, 1.5), ("Cat", 3, 0)]
    assert [result.total for result in results.results] == [11, 11, -1]


def test_bids_zeros_rows_and_hands_are_counted() -> None:
    three = {**SHORT, "ladder": "2 2 2"}
    result = evening(
        hand(THREE, [1, 0, 0], [1, 1, 0]), hand(THREE, [2, 0, 1], [2, 0, 0]), hand(THREE, [0, 2, 0], [2, 0, 0]),
        house=three,
    )  # fmt: skip
    ann, bob, cat = (of(result, name) for name in ("Ann", "Bob", "Cat"))
    assert (ann.hands, ann.bids, ann.made, ann.zeros, ann.zeros_made, ann.run) == (3, 3, 2, 1, 0, OneHand(2, 1))
    assert (bob.made, bob.zeros, bob.zeros_made, bob.run) == (1, 2, 1, OneHand(1, 2))
    assert (cat.made, cat.zeros, cat.zeros_made, cat.run) == (2, 2, 2, OneHand(1, 1))
    assert (ann.best, ann.worst) == (OneHand(14, 2), OneHand(-8, 3))
    assert (ann.sizes, ann.boldest) == ((OfSize(2, 3, 2),), OneHand(2, 2, cards=2))
    assert ann.places == (AtPlace(1, 3, 1, 0), AtPlace(2, 3, 1, 1), AtPlace(3, 3, 1, 1))
    assert [player.dealt for player in (ann, bob, cat)] == [(1, 1)] * 3


def test_the_winner_came_back_who_had_stood_last() -> None:
    six = {**SHORT, "ladder": "2x6"}
    lost, won = hand(THREE, [1, 0, 0], [0, 1, 1]), hand(THREE, [2, 1, 1], [2, 0, 0])
    slipped = hand(THREE, [2, 0, 0], [0, 1, 1])
    results = evening(lost, slipped, won, won, won, won, house=six, scheme="tens")
    assert [(result.name, result.total, result.comeback) for result in results.results] == [
        ("Ann", 50, OneHand(10, 2)), ("Bob", -60, None), ("Cat", -60, None),
    ]  # fmt: skip


def test_a_game_that_runs_or_ended_before_a_hand_is_no_evening() -> None:
    record: Entry
    for record in (hand(THREE, [1, 0, 0], [1, 1, 0]), {"end": {}}):
        assert evening_of(play("ohell", THREE, record, house=SHORT)) is None
    assert from_text(to_text(None), "g") is None


def test_what_is_kept_comes_back_as_it_was() -> None:
    results = evening(hand(THREE, [1, 0, 1], [1, 1, 0]), hand(THREE, [2, 0, 0], [2, 0, 0]))
    for winner in ("high", "low", ("exactly", 50)):
        item = results._replace(winner=winner)
        assert from_text(to_text(item), "") == item
    kept = from_text(to_text(results), "g")
    assert kept is not None
    assert {kept.game_id, *(hand.game_id for result in kept.results for hand in (result.run, result.best) if hand)} == {
        "g"
    }


def test_what_is_kept_has_the_form_that_its_number_says() -> None:
    """Any change of the stored facts or their computation needs the next FORM; otherwise old evenings stay."""
    kept = to_text(evening(hand(THREE, [1, 0, 2], [1, 1, 0]), {"end": {}}, date="2026-11-20", location="Mill"))
    assert facts.FORM == 4
    assert re.sub(r'"[0-9a-f]{16}"', '"…"', kept) == (
        '["2026-11-20","Mill","Oh Hell, squares and cubes","Squares and cubes","…","high",'
        '[["Ann",1,1,11,2,2.0,1,1,1,0,0,[1,1],[[2,1,1]],[[3,3,1,1]],[1,1,"",null],[1,1,"",2],[11,1,"",null],[11,1,"",null],null,"",null],'
        '["Bob",2,2,-1,2,1.0,1,1,0,1,0,[0,0],[[2,1,0]],[[1,3,1,0]],null,null,[-1,1,"",null],[-1,1,"",null],null,"",null],'
        '["Cat",3,3,-8,2,0.0,1,1,0,0,0,[0,0],[[2,1,0]],[[2,3,1,0]],null,null,[-8,1,"",null],[-8,1,"",null],null,"",null]],false,""]'
    )


def test_points_compare_where_they_are_counted_alike_and_by_name_where_nobody_knows_how() -> None:
    scores = {"totals": {"Ann": 120, "Bob": 98, "Cat": 98}}
    hearts, whist, again = (evening(scores, rulebook={"name": key}, house={}) for key in ("Hearts", "Whist", "Hearts"))
    assert hearts.game == "Hearts"
    assert hearts.points_by == again.points_by != whist.points_by
    pike, tens, house = (
        evening(scores, rulebook="pike", **value) for value in ({}, {"scheme": "tens"}, {"house": {"ladder": "3-1"}})
    )
    assert pike.points_by == house.points_by != tens.points_by
