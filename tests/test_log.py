"""A log from another machine: every event is decided again, and what could not have happened is refused."""

from __future__ import annotations

from typing import Any

import pytest
from playing import hand, on, play, through_json

from scorepad.errors import FileError
from scorepad.game.answer import sheet_json
from scorepad.game.file import FORMAT, read_game, write_game
from scorepad.game.log import MOST_EVENTS
from scorepad.game.record import Game

THREE = "Ann Bob Cat"


def busy() -> Game:
    """A game in which nearly everything has happened."""
    game = play(
        "pagat", THREE,
        hand(THREE, [2, 2, 2], [2, 2, 1]), {"correct": {"hand": 1, "taken": {"Ann": 1, "Cat": 2}}},
        {"comment": {"text": "!"}},
        {"join": {"player": "Di", "before": "Bob"}}, {"rename": {"player": "Di", "name": "Diana"}},
        {"leave": {"player": "Cat"}}, {"return": {"player": "Cat"}}, {"swap": {"players": ["Ann", "Bob"]}},
        {"dealer": {"player": "Ann"}}, {"misdeal": {"wrong_count": ["Bob"]}}, {"misplay": {"player": "Bob"}},
        {"adjust": {"player": "Ann", "points": -5, "why": "late"}}, {"plan": {"cards": [2, 1]}},
        {"house": {"hook": False}}, {"scheme": {"scheme": "squares"}}, {"details": {"location": "Attic", "stake": 3}},
        {"closing": {"hands": 1}}, {"end": {}}, {"reopen": {}},
        house={"ladder": "5-1"},
    )  # fmt: skip
    game = on(game, {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 1, "Diana": 0}}})
    for _time in range(3):
        game = game.then(game.undo())
    return game.then(game.redo())


def log(game: Game) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = through_json(write_game(game, with_log=True))["log"]
    return events


def test_a_log_brings_a_game_whole_to_another_machine() -> None:
    game = busy()
    again = read_game({"format": FORMAT, "log": log(game)})
    assert again.events == game.events
    assert again.history == game.history
    assert sheet_json(again) == sheet_json(game)


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (1, {"kind": "bids"}), (1, {"players": [["p1", "Ann"], ["p3", "Bob"], ["p2", "Cat"]]}),
        (1, {"first_dealer": "p9"}),
        (1, {"players": [["p1", "Ann"], ["p2", "ANN"], ["p3", "Cat"]]}), (1, {"players": 5}), (1, {"rulebook": {}}),
        (1, {"scheme": {"name": "X", "points": [{"give": "1 / bid"}]}}), (1, {"stake": "x"}), (1, {"house": []}),
        (2, {"bids": {"p1": 1, "p2": 2, "p3": 2}}), (2, {"bids": []}), (2, {"cards": 4}), (2, {"bids": {"p9": 1}}),
        (2, {"kind": "open"}), (2, {"kind": "undo"}), (2, {"contract": {"declarer": "p1", "level": 2}}),
        (3, {"taken": {"p1": 5, "p2": 5, "p3": 5}}), (3, {"taken": 5}), (3, {"kind": "bids"}),
        (3, {"marks": {"p1": {"x": 1}}}),
        (4, {"hand": 7}), (4, {"changes": {"bids": {"p1": "x"}}}), (4, {"changes": 5}),
        (4, {"changes": {"taken": {"p9": 0}}}),
        (6, {"name": "ann"}), (6, {"before": "p9"}), (7, {"player": ["p1"]}),
        (8, {"player": "p9"}), (10, {"players": ["p1"]}), (14, {"points": True}), (15, {"cards": 5}),
        (15, {"cards": [99]}),
        (16, {"house": {"hook": 5}}), (17, {"scheme": 5}), (18, {"details": {"first_dealer": "p9"}}),
        (18, {"details": 5}),
    ],
)  # fmt: skip
def test_what_could_not_have_been_recorded_is_refused_with_its_number(number: int, change: dict[str, Any]) -> None:
    events = log(busy())
    events[number - 1] = {**events[number - 1], **change}
    if "kind" in change:
        events[number - 1] = change
    with pytest.raises(FileError) as refused:
        read_game({"format": FORMAT, "log": events})
    assert refused.value.entry == number


@pytest.mark.parametrize("data", [None, [], {}, "log", [5], [[]], [{"kind": "end"}], [{}] * (MOST_EVENTS + 1)])
def test_what_is_no_log_is_refused(data: Any) -> None:
    with pytest.raises(FileError):
        read_game({"format": FORMAT, "log": data})
