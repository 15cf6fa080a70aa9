"""The JSON of BG Stats: plays with totals."""

import json
from typing import Any

import pytest
from builders import hand, play

from scorepad.errors import FileError
from scorepad.game.files.bg_stats import bg_stats_json
from scorepad.importing.files import FileEvening, evenings_in_file
from scorepad.importing.prepared_games import Choices, prepare_files
from scorepad.library import RuleLibrary

PLAYERS = [{"id": at, "name": name} for at, name in enumerate(["Ann", "Bob", "Cat"], 1)]


def scores(*points: Any) -> list[dict[str, Any]]:
    return [{"playerRefId": at, "score": score, "seatOrder": at} for at, score in enumerate(points, 1)]


def read(*plays: dict[str, Any], **game: Any) -> list[FileEvening]:
    data = {
        "players": PLAYERS, "games": [{"id": 5, "name": "Wizard", **game}], "locations": [{"id": 1, "name": "Kitchen"}],
        "plays": [{"playDate": "2026-01-05 20:15:00", "gameRefId": 5, "locationRefId": 1, **play} for play in plays],
    }  # fmt: skip
    return [*evenings_in_file("BGStatsExport.json", json.dumps(data).encode())]


def test_a_play_is_an_evening_of_totals_and_sums_are_added_up() -> None:
    (result,) = read({"playerScores": scores("340", "30+20-10", -40)})
    assert result.evening
    assert (result.evening.date, result.evening.place, result.evening.game) == ("2026-01-05", "Kitchen", "Wizard")
    assert result.evening.totals == {"Ann": 340, "Bob": 40, "Cat": -40}


def test_plays_and_players_without_points_are_left_out() -> None:
    (result,) = read({"playerScores": scores("", None)}, {"playerScores": scores("12.5", None, "7")})
    assert result.evening
    assert (result.evening.line, result.evening.totals) == (2, {"Ann": 12.5, "Cat": 7})
    (result,) = read({"playerScores": scores("", None)})
    assert str(result.error) == "This file of BG Stats has no play with points."


def test_a_score_that_is_no_number_is_told_with_its_play_and_two_players_of_one_name_are_refused() -> None:
    good, wrong = read({"playerScores": scores("1", "2")}, {"playerScores": scores("12:30", "2")})
    assert good.evening
    assert str(wrong.error).startswith("Line 2: “12:30” is not a number")
    twice = [*scores("1", "2"), {"playerRefId": 2, "score": "3"}]
    (result,) = read({"playerScores": twice})
    assert str(result.error) == "Play 1 has two players of the same name, or one without a name."


def test_the_lowest_total_wins_where_bg_stats_says_so() -> None:
    result = read({"playerScores": scores("5", "3", "9")}, highestWins=False)
    ((prepared,),) = prepare_files(result, Choices(), RuleLibrary(lambda: None))
    assert prepared.kept, prepared.error
    game = prepared.kept.game
    assert [game.names[player] for player in game.sheet.winners] == ["Bob"]
    assert game.sheet.date == "2026-01-05"


@pytest.mark.parametrize("plays", [[1], [{}], [{"playerScores": 1}], [{"playerScores": [1]}], [{"playDate": 1}]])
def test_data_that_is_not_as_bg_stats_writes_it_is_refused_in_a_sentence(plays: list[Any]) -> None:
    data = {"players": [1, {}], "games": [None], "plays": plays}
    (result,) = evenings_in_file("x.json", json.dumps(data).encode())
    assert str(result.error).endswith(".")


def test_a_finished_game_is_written_with_players_place_and_winner() -> None:
    people = "Ann Bob Cat"
    hands = [hand(people, [1, 0, 0], [1, 0, 0]), hand(people, [1, 1, 1], [1, 1, 0])]
    game = play("wizard", people, *hands, date="2026-11-20", location="Kitchen", house={"ladder": "1-2"})
    data = bg_stats_json([game])
    (written,) = data["plays"]
    assert [player["name"] for player in data["players"]] == ["Ann", "Bob", "Cat"]
    assert (written["playDate"], written["rounds"]) == ("2026-11-20 00:00:00", 2)
    assert data["locations"][0]["name"] == "Kitchen"
    assert data["games"][0]["highestWins"] is True
    assert [(score["score"], score["winner"]) for score in written["playerScores"]] == [
        ("60", True), ("50", False), ("10", False),
    ]  # fmt: skip
    assert bg_stats_json([game]) == data
    with pytest.raises(FileError):
        bg_stats_json([play("wizard", people, hands[0], house={"ladder": "1-3"})])
