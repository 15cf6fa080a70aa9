"""The sheet as `scorepad score --format json` prints it (design, section 6): every kind of row."""

import json
from typing import Any

from builders import THREE, check_whole, hand, play

from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game


def busy() -> Game:
    return play(
        "pike", THREE,
        hand(THREE, [1, 1, 0], [1, 1, 0], turned="5H"), {"adjust": {"player": "Ann", "points": -5, "why": "late"}},
        {"adjust": {"player": "Bob", "points": 3}}, {"misdeal": {}}, {"join": {"player": "Di"}},
        house={"ladder": "2 3"}, stake=10,
    )  # fmt: skip


def test_every_kind_of_row_says_what_it_is_and_no_more() -> None:
    ann, bob, cat = THREE.split()
    after: dict[str, Any] = {ann: 6, bob: 14, cat: 10}
    assert sheet_json(busy())["rows"] == [
        {"hand": 1, "void": False, "cards": 2, "dealer": ann, "first_bidder": None, "bids": {ann: 1, bob: 1, cat: 0},
         "taken": {ann: 1, bob: 1, cat: 0}, "trump": "H", "turned": "5H", "points": {ann: 11, bob: 11, cat: 10},
         "totals": {ann: 11, bob: 11, cat: 10}},
        {"adjust": ann, "points": {ann: -5}, "totals": {**after, bob: 11}, "why": "late"},
        {"adjust": bob, "points": {bob: 3}, "totals": after},
        {"hand": 2, "void": True, "cards": 3, "dealer": bob, "first_bidder": None, "bids": {}, "taken": {},
         "points": {ann: 0, bob: 0, cat: 0}, "totals": after, "void_by": "misdeal"},
        {"entry": "Di", "points": {"Di": 8}, "totals": {**after, "Di": 8}, "worst": 6, "median": 10, "exact": 8},
    ]  # fmt: skip


def test_the_whole_answer_says_how_the_game_stands_and_what_comes_next() -> None:
    answer = sheet_json(busy())
    assert {key: value for key, value in answer.items() if key != "rows"} == {
        "players": ["Ann", "Bob", "Cat", "Di"],
        "totals": {"Ann": 6, "Bob": 14, "Cat": 10, "Di": 8},
        "standings": [
            {"place": 1, "player": "Bob", "total": 14}, {"place": 2, "player": "Cat", "total": 10},
            {"place": 3, "player": "Di", "total": 8}, {"place": 4, "player": "Ann", "total": 6},
        ],
        "next": {"hand": 2, "cards": 3, "dealer": "Bob", "first_bidder": None},
        "finished": False,
        "winners": [],
        "settlement": {"Ann": -35, "Bob": 45, "Cat": 5, "Di": -15},
    }  # fmt: skip


def test_asked_to_explain_the_hands_say_how_their_points_came_about() -> None:
    rows = sheet_json(busy(), explain=True)["rows"]
    assert rows[0]["why"] == {"Ann": "made: 10 + 1 = 11", "Bob": "made: 10 + 1 = 11", "Cat": "zero made: 10"}
    assert [row.get("why") for row in rows[1:]] == ["late", None, None, None]
    assert ["why" in row for row in rows] == [True, True, False, False, False]


def test_whole_points_are_written_without_a_point_and_halves_with_one() -> None:
    scheme = {"name": "Half", "halves": True, "points": [{"when": "made", "give": "bid + 0.5"}, {"give": "-off"}]}
    game = play("pike", THREE, hand(THREE, [0, 0, 1], [0, 1, 0]), house={"ladder": "1x3"}, scheme=scheme)
    check_whole(game)
    assert json.dumps(sheet_json(game)["totals"]) == '{"Ann": 0.5, "Bob": -1, "Cat": -1}'
