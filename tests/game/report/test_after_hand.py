"""The message after a hand is saved."""

import pytest
from builders import FOUR, THREE, by_name, hand, play, row_of

from scorepad.game.decide import hands
from scorepad.game.report.outcome import changes, headline, places
from scorepad.game.state.game import Game

MISSED = hand(THREE, [1, 1, 0], [2, 2, 1])


def evening(*record: dict[str, object], rulebook: str = "pike", **head: object) -> Game:
    return play(rulebook, THREE, *record, house={"ladder": "5x9"}, **head)


def boerenbridge(totals: dict[str, int], last: dict[str, object]) -> Game:
    """Return a game of four with these totals by adjustments, and a last hand."""
    given = [{"adjust": {"player": name, "points": total}} for name, total in totals.items()]
    return play("boerenbridge", FOUR, *given, last)


def stands(game: Game, name: str) -> tuple[int, int]:
    place, up = places(game, row_of(game, game.sheet.hands_played))[by_name(game, name)]
    return place, up


def test_an_ordinary_hand_says_who_leads_and_by_how_much() -> None:
    assert headline(evening()) == "", "before the first hand nothing"
    assert headline(evening(hand(THREE, [2, 1, 0], [2, 3, 0]))) == "Ann is ahead by 2"


def test_who_share_the_lead_have_done_alike_or_made_many_in_a_row_are_named_together() -> None:
    assert headline(evening(hand(THREE, [2, 2, 0], [2, 2, 1]))) == "Ann and Bob lead"
    level = evening(hand(THREE, [2, 2, 0], [2, 2, 1]), {"adjust": {"player": "Cat", "points": 23}})
    assert headline(level) == "All are level"
    assert headline(evening(hand(THREE, [2, 2, 1], [2, 2, 1]))) == "All made their bids"
    assert headline(evening(MISSED)) == "All missed"
    made = hand(THREE, [2, 1, 1], [2, 1, 2])
    assert headline(evening(made, made, made, made)) == "Ann and Bob: 4 in a row"


def test_a_total_past_the_mark_is_told_with_its_sum_and_who_bids_no_more() -> None:
    """rules.md A13: 92 and 12 are 4 points too many."""
    game = boerenbridge({"Bob": 92}, hand(FOUR, [1, None, 1, 0], [1, 12, 0, 0]))
    assert headline(game) == "Bob bounces: 92 + 12 = 104, so 96"
    game = boerenbridge({"Ann": 75}, hand(FOUR, [3, 0, 1, 0], [3, 10, 0, 0]))
    assert headline(game) == "Ann has 88 and no longer bids"


def test_a_new_leader_is_named_and_the_places_say_who_rose_and_who_fell_but_not_after_the_first_hand() -> None:
    first, second = hand(THREE, [2, 1, 0], [2, 3, 0]), hand(THREE, [1, 4, 1], [0, 4, 1])
    assert [stands(evening(first), name) for name in ("Ann", "Cat", "Bob")] == [(1, 0), (2, 0), (3, 0)]
    assert headline(evening(first, second)) == "Cat takes the lead", "worth more than the margin"
    assert [stands(evening(first, second), name) for name in ("Cat", "Bob", "Ann")] == [(1, 1), (2, 1), (3, -2)]


def test_a_premium_beside_the_points_is_no_bounce() -> None:
    given: dict[str, object] = {"adjust": {"player": "Ann", "points": 95}}
    assert headline(evening(given, hand(THREE, [5, 1, 1], [5, 0, 0]), scheme="ninety_nine")) == "Ann is ahead by 230"


@pytest.mark.parametrize(("taken", "changed"), [({"p1": 1, "p2": 1}, ["Ann", "Bob"]), ({}, [])])
def test_a_correction_tells_whose_total_or_place_it_changes(taken: dict[str, int], changed: list[str]) -> None:
    game = play("pike", "Ann Bob Cat", hand("Ann Bob Cat", [1, 1, 0], [2, 0, 0]), house={"ladder": "2"})
    event = hands.correct(game, 1, {"taken": taken} if taken else {"trump": "H"})
    result = changes(game, event)
    assert [game.names[item.player] for item in result if item.total != item.becomes] == changed
    assert [item.place_then for item in result if game.names[item.player] == "Cat"] == ([3] if changed else [])
