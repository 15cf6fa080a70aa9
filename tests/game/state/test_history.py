"""Undo, redo and corrections: the record only grows, and a correction updates all that follows it."""

import pytest
from builders import THREE, by_name, check_whole, hand, on, play, points, row_of, totals

from scorepad.errors import RuleError
from scorepad.game.decide import hands
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game, played_rows


def three_hands() -> Game:
    return play(
        "pike", THREE,
        hand(THREE, [2, 1, 1], [2, 1, 2]), hand(THREE, [0, 2, 1], [0, 2, 2]), hand(THREE, [1, 1, 1], [1, 1, 1]),
        house={"ladder": "5-1-5"},
    )  # fmt: skip


def test_everything_can_be_undone_back_to_the_empty_sheet_and_something_new_makes_redo_impossible() -> None:
    game = three_hands()
    for _event in range(6):
        game = game.then(game.undo())
    assert totals(game) == {"Ann": 0, "Bob": 0, "Cat": 0}
    with pytest.raises(RuleError, match="There is nothing to undo"):
        game.undo()
    game = on(game, {"comment": {"text": "We changed our minds."}})
    with pytest.raises(RuleError, match="There is nothing to redo"):
        game.redo()


def test_a_correction_moves_every_total_after_it_and_can_itself_be_undone() -> None:
    game = three_hands()
    before = sheet_json(game)
    assert totals(game) == {"Ann": 33, "Bob": 34, "Cat": -11}
    mended = on(game, {"correct": {"hand": 1, "taken": {"Bob": 2, "Cat": 1}}})
    assert points(mended, 0) == {"Ann": 12, "Bob": -11, "Cat": 11}
    assert totals(mended) == {"Ann": 33, "Bob": 12, "Cat": 11}
    row = row_of(mended)
    assert row.corrected
    back = mended.then(mended.undo())
    assert sheet_json(back) == before
    assert sheet_json(back.then(back.redo())) == sheet_json(mended)
    check_whole(mended)


def test_a_correction_says_only_what_was_wrong_and_the_latest_one_counts() -> None:
    game = on(
        three_hands(),
        {"correct": {"hand": 2, "bids": {"Cat": 2}}},
        {"correct": {"hand": 2, "bids": {"Cat": 0}, "taken": {"Bob": 4, "Cat": 0}}},
    )
    row = sheet_json(game)["rows"][1]
    assert row["bids"] == {"Ann": 0, "Bob": 2, "Cat": 0}
    assert row["taken"] == {"Ann": 0, "Bob": 4, "Cat": 0}
    check_whole(game)


def test_the_bids_of_the_open_hand_can_be_corrected_before_its_tricks_come() -> None:
    game = on(three_hands(), {"hand": {"bids": {"Ann": 2, "Bob": 0, "Cat": 0}}})
    game = on(game, {"correct": {"hand": 4, "bids": {"Ann": 1}, "trump": "H"}})
    game = on(game, {"hand": {"taken": {"Ann": 1, "Bob": 1, "Cat": 0}}})
    row = sheet_json(game)["rows"][3]
    assert (row["bids"]["Ann"], row["trump"], row["points"]["Ann"]) == (1, "H", 11)
    assert sheet_json(Game.replay(game.events)) == sheet_json(game)
    assert game.sheet.rows == Game.replay(game.events).sheet.rows
    check_whole(game)


def test_a_correction_of_bids_that_were_then_thrown_in_does_not_touch_the_hand_dealt_again() -> None:
    game = on(
        three_hands(),
        {"hand": {"bids": {"Ann": 2, "Bob": 0, "Cat": 0}}},
        {"correct": {"hand": 4, "bids": {"Ann": 1}}},
        {"misdeal": {}},
        {"hand": {"bids": {"Ann": 2, "Bob": 0, "Cat": 0}, "taken": {"Ann": 2, "Bob": 0, "Cat": 0}}},
    )
    row = row_of(game, 4)
    assert row.bids[by_name(game, "Ann")] == 2
    assert not row.corrected
    assert game.sheet.rows == Game.replay(game.events).sheet.rows
    check_whole(game)


def test_nobody_who_sat_down_later_can_be_written_into_an_earlier_hand() -> None:
    game = on(three_hands(), {"join": {"player": "Di"}})
    for changes in ({"bids": {"p4": 1}}, {"taken": {"p4": 0}}):
        with pytest.raises(RuleError, match="Di"):
            hands.correct(game, 1, changes)


@pytest.mark.parametrize("number", [0, 4, -1, 99, True, "2", None, 2.0])
def test_only_a_hand_that_there_is_can_be_corrected(number: object) -> None:
    with pytest.raises(RuleError, match="This game has no hand"):
        hands.correct(three_hands(), number, {"taken": {}})  # type: ignore[arg-type]


def test_the_hook_holds_when_the_open_hands_bids_are_corrected() -> None:
    game = play("pagat", THREE, {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 1}}}, house={"ladder": "3-1"})
    with pytest.raises(RuleError, match="Ann bids last and may not bid 1"):
        hands.correct(game, 1, {"bids": {"p2": 1}})
    assert hands.correct(game, 1, {"bids": {"p2": 1}, "hook_waived": True})


def test_only_a_hand_whose_own_bids_were_corrected_before_its_tricks_came_is_marked_as_corrected() -> None:
    bids, taken = {"Ann": 2, "Bob": 0, "Cat": 0}, {"Ann": 2, "Bob": 0, "Cat": 0}
    asked = on(three_hands(), {"hand": {"bids": bids}})
    for corrected, marked in ((3, [False, False, True, False]), (4, [False, False, False, True])):
        mended = on(asked, {"correct": {"hand": corrected, "bids": {"Bob": 1}, "hook_waived": True}})
        played = on(mended, {"hand": {"taken": taken}}, {"comment": {"text": "Tea"}})
        assert [row.corrected for row in played_rows(played.sheet)] == marked
        assert played.sheet.rows == Game.replay(played.events).sheet.rows


def test_what_was_corrected_of_the_open_hand_says_nothing_of_what_came_with_its_tricks() -> None:
    scheme = {"name": "Stars", "marks": {"stars": "number"}, "points": [{"give": "stars"}]}
    game = play(
        "pike", THREE, {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 0}}},
        {"correct": {"hand": 1, "marks": {"Ann": {"stars": 2}}}},
        {"hand": {"taken": {"Ann": 1, "Bob": 0, "Cat": 1}, "marks": {"Ann": {"stars": 3}}}},
        house={"ladder": "2"}, scheme=scheme,
    )  # fmt: skip
    assert points(game) == points(Game.replay(game.events)) == {"Ann": 3, "Bob": 0, "Cat": 0}
