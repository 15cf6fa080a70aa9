"""Marks: numbers with a default, and choices from a list."""

from pathlib import Path
from typing import Any

import pytest
from builders import check_whole, hand, play, points

from scorepad.errors import FileError, RuleError, RuleFileError
from scorepad.game.decide import hands
from scorepad.game.files.game_file import write_game
from scorepad.game.report.log_text import log_lines
from scorepad.game.report.notes import notes
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game
from scorepad.rules.scheme import Scheme

TEXT = (Path(__file__).parents[2] / "schemes/names/marks_unless_said.toml").read_text("utf-8")
CONFIDENCE = Scheme.from_toml(TEXT)
THREE = "Ann Bob Cat"


def test_it_is_sound_and_its_examples_hold() -> None:
    assert CONFIDENCE.check() == []
    assert CONFIDENCE.unmarked == {"confidence": 10, "bonus": 3, "bare": 1}


def test_what_the_scorer_does_not_say_is_what_it_usually_is_and_nought_is_said() -> None:
    record = hand(THREE, [1, 1, 0], [1, 1, 1], hook_waived=True, marks={"Ann": {"confidence": 0}, "Cat": {"bare": 2}})
    game = play("pagat", THREE, record, scheme=CONFIDENCE.to_dict(), house={"ladder": "3"})
    assert points(game) == {"Ann": 0 + 1 + 3 + 1 + 100, "Bob": 10 + 1 + 3 + 1, "Cat": -10 - 2}
    check_whole(game)


@pytest.mark.parametrize(
    ("marks", "why"),
    [({"confidence": 7}, "one of 0, 5, 10"), ({"bonus": "x"}, "whole number")],
)
def test_a_number_that_there_is_not_is_refused(marks: dict[str, Any], why: str) -> None:
    record = hand(THREE, [1, 1, 0], [1, 1, 1], hook_waived=True, marks={"Ann": marks})
    with pytest.raises(FileError, match=why):
        play("pagat", THREE, record, scheme=CONFIDENCE.to_dict(), house={"ladder": "3"})


@pytest.mark.parametrize(
    ("mark", "where"),
    [
        ({"default": 7, "choices": [0, 5]}, "marks.x"), ({"default": "7"}, "marks.x.default"),
        ({"choices": ["a"]}, "marks.x.choices"), ({"default": 2000}, "marks.x.default"),
        ({"usual": 1}, "marks.x.usual"),
        ({"choices": list(range(21))}, "marks.x"), ("numbers", "marks.x"), (3, "marks.x"),
    ],
)  # fmt: skip
def test_a_mark_that_cannot_be_is_refused_at_its_place(mark: Any, where: str) -> None:
    with pytest.raises(RuleFileError) as refused:
        Scheme.from_dict({"name": "A", "marks": {"x": mark}, "points": [{"give": "1"}]})
    assert refused.value.where.startswith(where)


def test_only_its_choices_are_tried_when_it_is_checked() -> None:
    data: dict[str, Any] = {"name": "A", "marks": {"x": {"choices": [2, 4]}}, "points": [{"give": "x / 2"}]}
    assert Scheme.from_dict(data).check() == []
    assert Scheme.from_dict({**data, "marks": {"x": "number"}}).check() != []


# --- marks that are entered after play, and marks that name a player (Skull King) ---------------------------

BOB_AND_CAT = hand(THREE, [1, 1, 0], [0, 1, 0], cancelled=1, marks={"Bob": {"loot": "Cat", "black_14": 1}})


def skull_king(*record: Any, **head: Any) -> Game:
    return play("skull_king", THREE, *record, house={"ladder": "2 3"}, **head)


def test_allies_who_both_made_their_bids_get_the_loot_and_nobody_else() -> None:
    game = skull_king(BOB_AND_CAT)
    assert points(game) == {"Ann": -10, "Bob": 20 + 20 + 20, "Cat": 20 + 20}
    missed = hand(THREE, [0, 1, 1], [1, 1, 0], marks={"Bob": {"loot": "Ann"}, "Cat": {"loot": "Bob"}})
    assert points(skull_king(missed)) == {"Ann": -20, "Bob": 20, "Cat": -10}
    both = hand(THREE, [0, 1, 1], [0, 1, 1], marks={"Bob": {"loot": "Ann"}, "Cat": {"loot": "Bob"}})
    assert points(skull_king(both)) == {"Ann": 20 + 20, "Bob": 20 + 40, "Cat": 20 + 20}
    check_whole(game)


def test_a_named_player_is_an_id_in_the_record_and_a_name_in_files_the_log_and_the_sheet() -> None:
    game = skull_king(
        BOB_AND_CAT,
        {"correct": {"hand": 1, "marks": {"Cat": {"loot": "Ann"}}}},
        {"rename": {"player": "Cat", "name": "Kit"}},
    )
    assert game.events[1].marks == {"p2": {"loot": "p3", "black_14": 1}}  # type: ignore[union-attr]
    named = {"Bob": {"loot": "Kit", "black_14": 1}, "Kit": {"loot": "Ann"}}
    assert write_game(game)["record"][0]["hand"]["marks"] == sheet_json(game)["rows"][0]["marks"] == named
    assert "Bob: loot Kit, black 14" in str(notes(game, game.sheet.rows[0]))
    assert "Cat – → loot Ann" in str(log_lines(game.events))


@pytest.mark.parametrize(
    ("marks", "where", "why"),
    [
        ({"Ann": {"loot": "Ann"}}, "marks.Ann.loot", "must be another player at the table"),
        ({"Ann": {"loot": "Eve"}}, "marks", "“Eve” is not a player of this game"),
        ({"Ann": {"loot": 1}}, "marks.Ann.loot", "must be another player at the table"),
        ({"Ann": {"black_14": 1}, "Cat": {"black_14": 1}}, "marks.Cat.black_14", "“black 14” at most 1, not 2"),
        ({"Ann": {"wager": 20}, "Bob": {"wager": 10}}, "marks.Bob.wager", "“wager” at most 20, not 30"),
        (
            {"Ann": {"loot": "Bob"}, "Bob": {"loot": "Ann"}, "Cat": {"loot": "Ann"}}, "marks.Cat.loot",
            "“loot” at most 2, not 3",
        ),
    ],
)  # fmt: skip
def test_what_no_hand_can_have_is_refused_at_its_field(marks: Any, where: str, why: str) -> None:
    bids = hand(THREE, [1, 1, 0], [1, 1, 0])
    with pytest.raises(FileError, match=why) as refused:
        skull_king({"hand": {**bids["hand"], "marks": marks}})
    assert refused.value.field == where


def test_a_correction_may_not_exceed_the_limit_either() -> None:
    more = {"correct": {"hand": 1, "marks": {"Cat": {"black_14": 1}}}}
    with pytest.raises(FileError, match="“black 14” at most 1, not 2"):
        skull_king(BOB_AND_CAT, more)
    moved = {"correct": {"hand": 1, "marks": {"Bob": {}, "Cat": {"black_14": 1}}}}
    assert points(skull_king(BOB_AND_CAT, moved)) == {"Ann": -10, "Bob": 20, "Cat": 20 + 20}


def test_the_limit_of_a_table_counts_the_marks_of_the_bids_too() -> None:
    scheme = {"name": "A", "marks": {"x": {"kind": "yes or no", "most_per_hand": 1}}, "points": [{"give": "x"}]}
    game = play("pagat", THREE, {"hand": {"bids": {"Bob": 0, "Cat": 0, "Ann": 0}, "marks": {"Bob": {"x": 1}}}},
        scheme=scheme, house={"ladder": "3"})  # fmt: skip
    taken = {"p1": 1, "p2": 1, "p3": 1}
    with pytest.raises(RuleError, match="at most 1, not 2"):
        hands.record_tricks(game, taken, marks={"p3": {"x": 1}})
    assert hands.record_tricks(game, taken, marks={"p2": {"x": 0}, "p3": {"x": 1}}).marks["p2"] == {"x": 0}


@pytest.mark.parametrize(
    ("mark", "where"),
    [
        ({"kind": "player", "choices": [0, 1]}, "marks.x.choices"), ({"kind": "ally"}, "marks.x"),
        ({"entered": "later"}, "marks.x.entered"), ({"most_per_hand": 0}, "marks.x.most_per_hand"),
    ],
)  # fmt: skip
def test_a_mark_says_only_what_its_kind_has(mark: Any, where: str) -> None:
    test_a_mark_that_cannot_be_is_refused_at_its_place(mark, where)
