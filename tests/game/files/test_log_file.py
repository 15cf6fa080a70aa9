"""A log from another machine: every event is validated again, and an impossible one is refused."""

from typing import Any

import pytest
from builders import THREE, hand, on, play, through_json

from scorepad.errors import FileError
from scorepad.game.decide.conflicts import decide_again
from scorepad.game.files.game_file import FORMAT, MOST_EVENTS, read_game, write_game
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.events import Redone, Undone
from scorepad.game.state.game import Game


def busy() -> Game:
    """Return a game with nearly every kind of event."""
    game = play(
        "pagat", THREE,
        hand(THREE, [2, 2, 2], [2, 2, 1]), {"correct": {"hand": 1, "taken": {"Ann": 1, "Cat": 2}}},
        {"comment": {"text": "!", "hand": 1}},
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


def test_an_undo_of_an_earlier_event_is_in_the_log_and_comes_back() -> None:
    game = play("pike", THREE, {"comment": {"text": "A word."}}, {"comment": {"text": "Another."}})
    undone = game.then(decide_again(game, Undone(2)))
    for later in (undone, undone.then(decide_again(undone, Redone(2)))):
        again = read_game({"format": FORMAT, "log": log(later)})
        assert (again.events, again.history) == (later.events, later.history)
    assert log(undone)[-1] == {"kind": "undo", "of": 2}
    assert [comment.text for comment in undone.sheet.comments] == ["Another."]


@pytest.mark.parametrize("of", [1, 2, 9, "2", [2]])
def test_a_log_undoes_no_event_that_others_build_on_nor_one_that_is_not_there(of: object) -> None:
    game = play("pike", THREE, hand(THREE, [1, 1, 1], [1, 1, 3]), house={"ladder": "5"})
    with pytest.raises(FileError):
        read_game({"format": FORMAT, "log": [*log(game), {"kind": "comment", "text": "!"}, {"kind": "undo", "of": of}]})


def refusal(events: Any) -> FileError:
    with pytest.raises(FileError) as refused:
        read_game({"format": FORMAT, "log": events})
    return refused.value


def test_a_log_that_does_not_fit_says_where_and_why() -> None:
    events = log(busy())
    swapped = {**events[0], "players": [["p1", "Ann"], ["p3", "Bob"], ["p2", "Cat"]]}
    assert str(refusal([swapped])) == "Entry 1: “players”: The players of this log are not numbered p1, p2 …"
    assert str(refusal([{**events[0], "location": " Attic "}])) == (
        "Entry 1: The start of this game was not written by Scorepad."
    )
    assert str(refusal([events[1]])) == "Entry 1: A log begins with the start of its game."
    assert str(refusal([events[0], events[0]])) == "Entry 2: A game is created once."
    assert str(refusal([events[0], {**events[1], "bids": {"p1": 6, "p2": 0, "p3": 0}}])) == (
        "Hand 1: Ann cannot bid 6. Enter a whole number from 0 to 5."
    )
    assert str(refusal([events[0], {**events[1], "bids": 5}])) == "Entry 2: This event cannot be read."
    none = refusal([])
    assert (none.field, none.reason) == ("log", f"A log is a list of 1 to {MOST_EVENTS} events.")


def test_a_log_may_be_as_long_as_it_says_and_no_longer() -> None:
    events = log(play("pike", THREE, house={"ladder": "3"}))
    there_and_back = [{"kind": "comment", "text": "!", "hand": None}, *[{"kind": "undo"}, {"kind": "redo"}] * 2500]
    assert len(read_game({"format": FORMAT, "log": [*events, *there_and_back][:MOST_EVENTS]}).events) == MOST_EVENTS
    assert refusal([*events, *there_and_back]).entry is None


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
