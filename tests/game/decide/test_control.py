"""The course of a game: plans, closing hands, players who join or leave, the end, changed rules."""

from typing import Any

import pytest
from builders import Entry, check_whole, current_hand, following, hand, on, play, totals

from scorepad.errors import FileError, RuleError, RuleFileError
from scorepad.game.decide import control
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game
from scorepad.game.state.position import ENDLESS_SHOWN, Schedule
from scorepad.rules.rulebook import find

THREE = "A B C"
NAMES = "ABCDEFG"


def cards(game: Game) -> list[int]:
    """Return the cards of up to ten hands to come."""
    return [upcoming.cards for upcoming in game.sheet.coming()][:10]


def thrown_in(players: str, size: int) -> Entry:
    """Return a hand of Murder in which all passed."""
    taken = {name: size if at == 0 else 0 for at, name in enumerate(players)}
    return {"hand": {"trump": "N", "contract": {"declarer": players[0], "level": 0}, "taken": taken}}


def murder(players: int, last: int, down: bool = False, ladder: str = "3-top-3 …") -> Game:
    """Return a game of Murder whose last hand had `last` cards, on the way up or down."""
    names = NAMES[:players]
    game = play("murder", " ".join(names), house={"ladder": ladder})
    while True:
        coming = current_hand(game)
        game = on(game, thrown_in(names, coming.cards))
        on_the_way_down = coming.number > 1 and (cards(game)[0] < last or last == 3)
        if coming.cards == last and (on_the_way_down or not down):
            return game


@pytest.mark.parametrize(
    ("last", "players", "down", "change", "following_cards"),
    [
        (9, 4, False, "join", [10, 9, 8]), (9, 5, False, "join", [8, 7]), (12, 4, False, "join", [10, 9]),
        (12, 4, True, "join", [10, 9]), (10, 5, False, "leave", [11, 12, 13, 12]), (7, 7, False, "", [6, 5]),
        (3, 4, True, "join", [4, 5]), (3, 5, True, "leave", [4, 5]),
    ],
)  # fmt: skip
def test_the_endless_ladder_is_planned_again_when_somebody_comes_or_goes(
    last: int, players: int, down: bool, change: str, following_cards: list[int]
) -> None:
    game = murder(players, last, down)
    if change == "join":
        game = on(game, {"join": {"player": "New"}})
    elif change == "leave":
        game = on(game, {"leave": {"player": NAMES[players - 1]}})
    assert cards(game)[: len(following_cards)] == following_cards


@pytest.mark.parametrize(("players", "pair"), [(3, [12, 13]), (4, [12, 13]), (5, [9, 10]), (6, [7, 8]), (7, [6, 7])])
def test_murder_closes_with_the_two_largest_hands_and_only_the_last_is_the_last(players: int, pair: list[int]) -> None:
    names = NAMES[:players]
    game = on(murder(players, 4), {"closing": {"hands": 2}})
    assert [(upcoming.cards, upcoming.last) for upcoming in game.sheet.coming()] == [(pair[0], False), (pair[1], True)]
    over = on(game, thrown_in(names, pair[0]), thrown_in(names, pair[1]))
    assert over.sheet.finished
    check_whole(over)


def test_the_last_hands_are_the_largest_in_murder_and_go_as_the_ladder_in_other_games() -> None:
    assert cards(on(murder(5, 4), {"closing": {"hands": 1}})) == [10]
    assert cards(on(murder(4, 7), {"closing": {"hands": 3}})) == [8, 12, 13], "the first is left to the ladder"
    small = play("murder", "A B C D", {"closing": {"hands": 2}}, house={"ladder": "1-top", "top": 1})
    assert cards(small) == [1, 1], "they have a card at the least"
    short = play("murder", "A B C D", {"closing": {"hands": 4}}, house={"ladder": "3-4"})
    assert [(upcoming.cards, upcoming.last) for upcoming in short.sheet.coming()] == [
        (3, False), (4, False), (12, False), (13, True),
    ]  # fmt: skip
    game = play("pike", THREE, {"closing": {"hands": 2}}, house={"ladder": "5-1-5"})
    assert [(upcoming.cards, upcoming.last) for upcoming in game.sheet.coming()] == [(5, False), (4, True)]


def test_a_void_hand_uses_up_no_closing_hand() -> None:
    game = on(murder(4, 4), {"closing": {"hands": 1}}, {"misdeal": {}})
    assert [(upcoming.cards, upcoming.last) for upcoming in game.sheet.coming()] == [(13, True)]


def pike(*record: Entry, **house: Any) -> Game:
    return play("pike", THREE, *record, house={"ladder": "4-1", **house})


FOURS = hand(THREE, [1, 1, 1], [2, 1, 1])


def test_the_hands_to_come_can_be_added_to_dropped_resized_and_skipped() -> None:
    game = pike(FOURS)
    assert cards(game) == [3, 2, 1]
    for plan in ([3, 2, 1, 1, 1], [2], [5, 2, 1], [1]):
        planned = on(game, {"plan": {"cards": plan}})
        assert cards(planned) == plan
        assert planned.sheet.coming()[-1].last
        check_whole(planned)
    played = on(game, {"plan": {"cards": [1]}}, hand(THREE, [1, 0, 1], [1, 0, 0]))
    assert played.sheet.finished
    extended = on(played, {"plan": {"cards": [2, 2]}})
    assert cards(extended) == [2, 2]
    assert not extended.sheet.finished
    check_whole(extended)
    assert control.plan_text(pike(), "3x2 1").cards == (3, 3, 1), "typed like a ladder"


def test_while_a_hand_is_open_a_plan_begins_with_it() -> None:
    game = pike({"hand": {"bids": {"A": 1, "B": 1, "C": 1}}})
    assert cards(on(game, {"plan": {"cards": [4, 4]}})) == [4, 4]
    with pytest.raises(FileError, match="is being played"):
        on(game, {"plan": {"cards": [3]}})
    again = on(game, {"plan": {"cards": [4, 2]}}, {"hand": {"taken": {"A": 1, "B": 1, "C": 2}}})
    assert cards(again) == [2]
    check_whole(again)


def test_a_plan_too_large_for_those_who_came_is_held_to_the_pack() -> None:
    game = play("pike", "A B C D", {"plan": {"cards": [12, 12]}})
    game = on(game, {"join": {"player": "E"}})
    assert cards(game) == [10, 10]


@pytest.mark.parametrize("plan", [[], [0], [-1], [18], [True], ["2"], [2.0], [1] * 201, "3", None, [[1]]])
def test_a_plan_that_cannot_be_dealt_is_refused(plan: Any) -> None:
    with pytest.raises(FileError) as refused:
        pike({"plan": {"cards": plan}})
    assert refused.value.field == "cards"


def test_two_hundred_hands_can_be_planned_and_twenty_announced() -> None:
    long = on(pike(), {"plan": {"cards": [1] * 200}}).sheet.coming()
    assert {upcoming.cards for upcoming in long} == {1}
    assert len(long) == 200
    assert len(on(murder(4, 4), {"closing": {"hands": 20}}).sheet.coming()) == 20


@pytest.mark.parametrize("hands", [-1, 21, True])
def test_what_cannot_be_announced_is_told_what_can(hands: int) -> None:
    with pytest.raises(RuleError) as refused:
        control.announce_closing(pike(), hands)
    assert (refused.value.field, str(refused.value)) == ("hands", "Enter a whole number from 0 to 20.")


def test_points_are_no_house_rule_of_the_rest_of_the_evening() -> None:
    with pytest.raises(RuleFileError) as refused:
        control.change_house(pike(), {"scheme": "tens"})
    assert str(refused.value) == "“scheme”: Choose the scoring itself, not as a house rule."


# --- the end ---


def test_any_game_can_be_ended_and_reopened() -> None:
    game = pike(FOURS, {"end": {}})
    assert game.sheet.finished
    assert sheet_json(game)["winners"] == ["B", "C"]
    assert sheet_json(game)["next"] is None
    with pytest.raises(FileError, match="over"):
        on(game, {"end": {}})
    again = on(game, {"reopen": {}})
    assert cards(again) == [3, 2, 1]
    check_whole(again)
    with pytest.raises(FileError, match="still running"):
        on(again, {"reopen": {}})


def test_a_game_played_to_its_end_is_reopened_for_one_more_of_the_last_size() -> None:
    game = pike(
        FOURS, {"plan": {"cards": [2]}}, hand(THREE, [1, 1, 1], [2, 0, 0]), {"adjust": {"player": "B", "points": 1}}
    )
    assert game.sheet.finished
    again = on(game, {"reopen": {}})
    assert following(again) == (3, 2, "C")
    over = on(again, hand(THREE, [2, 0, 1], [2, 0, 0]))
    assert over.sheet.finished
    check_whole(over)


def test_an_announced_end_is_over_after_its_last_hand_and_reopening_goes_on_with_the_ladder() -> None:
    game = on(murder(3, 4), {"closing": {"hands": 1}}, thrown_in("ABC", 13))
    assert game.sheet.finished
    assert cards(on(game, {"reopen": {}}))[0] == 5


# --- rules changed on the way ---


@pytest.mark.parametrize("house", [{"ladder": "18"}, {"players": "4-7"}, {"options": {"wipe": True}}])
def test_house_rules_that_cannot_be_are_refused(house: dict[str, Any]) -> None:
    with pytest.raises(FileError):
        pike(FOURS, {"house": house})


def test_hands_written_without_tricks_cannot_be_counted_by_a_scheme_that_needs_them() -> None:
    fields = {"bids": {"A": 1, "B": 1, "C": 0}, "made": {"A": True, "B": False, "C": False}}
    game = play("blackout", THREE, {"hand": fields}, house={"ladder": "2 2", "hook": False})
    with pytest.raises(FileError, match="needs the number of tricks"):
        on(game, {"scheme": {"scheme": "pike"}})
    assert totals(on(game, {"scheme": {"scheme": "kachuful"}})) == {"A": 11, "B": 0, "C": 0}


def test_bids_nobody_was_asked_for_under_a_new_scheme_are_flagged_and_the_file_still_tells_the_game() -> None:
    game = pike({"adjust": {"player": "A", "points": 85}}, FOURS, {"scheme": {"scheme": "boerenbridge"}})
    assert sheet_json(game)["rows"][1]["problems"] == ["A does not bid in this hand."]
    check_whole(game)


TIED = hand(THREE, [1, 1, 1], [1, 1, 1])


def test_a_tie_after_an_announced_last_hand_is_settled_by_its_extra_hand_and_nothing_more() -> None:
    game = play("pike", THREE, {"plan": {"cards": [3, 5, 4, 3]}}, {"closing": {"hands": 1}}, TIED)
    assert cards(game) == [3]
    game = on(game, hand(THREE, [1, 1, 1], [1, 1, 1]))
    assert cards(game) == [3]  # level again
    game = on(game, hand(THREE, [2, 1, 1], [2, 1, 0]))
    assert (cards(game), sheet_json(game)["winners"]) == ([], ["A"])


def test_an_endless_ladder_goes_on_after_the_hands_that_were_planned() -> None:
    game = play("murder", "A B C D", {"plan": {"cards": [5, 5]}})
    assert cards(game)[:5] == [5, 5, 3, 4, 5]
    assert len(game.sheet.coming()) == ENDLESS_SHOWN
    assert not any(upcoming.last for upcoming in game.sheet.coming())
    long = on(game, {"plan": {"cards": [2] * 50}})
    assert [upcoming.cards for upcoming in long.sheet.coming()] == [2] * 50


def test_of_a_ladder_whose_end_is_not_in_sight_no_hand_is_called_the_last() -> None:
    three = find("pike").with_house({"ladder": "3-1"})
    assert [upcoming.last for upcoming in Schedule().coming(three, 4, limit=2)] == [False, False]
    assert [upcoming.last for upcoming in Schedule().coming(three, 4, limit=4)] == [False, False, True]


def test_after_a_tie_was_played_off_the_plan_is_as_long_as_before() -> None:
    game = play("pike", THREE, {"plan": {"cards": [3, 5, 4]}}, {"closing": {"hands": 1}}, TIED)
    game = on(game, hand(THREE, [2, 1, 1], [2, 1, 0]), {"reopen": {}})
    assert cards(game) == [5, 4]


def test_a_hand_that_a_correction_put_beyond_the_end_still_says_the_size_of_one_more() -> None:
    level = [hand(THREE, [1, 1, 1], [1, 1, 2]), hand(THREE, [1, 1, 1], [1, 1, 1])]
    game = play("pike", THREE, *level, house={"ladder": "4 3", "ties": "more hands of the largest size"})
    assert cards(game) == [4]
    game = on(game, hand(THREE, [2, 1, 1], [2, 1, 1]), {"correct": {"hand": 2, "taken": {"A": 0, "C": 2}}})
    assert "The game had already ended before this hand" in str(game.sheet.rows[-1].problems[0])  # type: ignore[union-attr]
    assert cards(on(game, {"reopen": {}})) == [4]


def test_other_points_among_the_house_rules_count_the_whole_game_anew() -> None:
    game = play("pike", THREE, hand(THREE, [3, 3, 4], [3, 3, 4]), {"house": {"scheme": "squares", "ladder": "5-1"}})
    assert totals(game) == {"A": 19, "B": 19, "C": 26}
    assert cards(game) == [5, 4, 3, 2, 1]
    check_whole(game)


@pytest.mark.parametrize("house", [{"misses": "nothing"}, {"options": {"misses": "nothing"}}])
def test_an_option_of_the_points_may_stand_beside_the_house_rules_or_in_their_table(house: dict[str, Any]) -> None:
    missed = hand("A B C D", [1, 1, 0, 0], [0, 1, 0, 0])
    for game in (
        play("oh_hell_500", "A B C D", missed, house=house),
        play("oh_hell_500", "A B C D", missed, {"house": house}),
    ):
        assert totals(game) == {"A": 0, "B": 12, "C": 10, "D": 10}


def test_one_option_changed_leaves_the_others_as_they_stand() -> None:
    game = play("romanian_whist", THREE, house={"prizes": True})
    game = on(game, {"house": {"prize": 20}})
    assert dict(game.sheet.options) == {"prizes": True, "prize": 20}
    assert dict(on(game, {"house": {"hook": False}}).sheet.options) == {"prizes": True, "prize": 20}
