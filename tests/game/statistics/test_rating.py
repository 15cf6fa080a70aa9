"""The rating of people from the places of their games."""

from typing import Any

from builders import play

from scorepad.game.statistics.evening import Evening, evening_of
from scorepad.game.statistics.group_statistics import GroupStatistics
from scorepad.game.statistics.people import Decisions, from_text, to_text


def evening(day: int, *names: str) -> Evening:
    """Return an evening of which only the totals are known; the first of the names won."""
    totals: dict[str, Any] = {"totals": {name: 10 * (9 - at) for at, name in enumerate(names)}}
    result = evening_of(play("ohell", " ".join(names), totals, date=f"2026-01-{day:02}"))
    assert result is not None
    return result


def rated(evenings: list[Evening], **more: Any) -> dict[str, int]:
    """Return the values of the ratings by person."""
    statistics = GroupStatistics(evenings, **more)
    return {row.person: row.rating for row in statistics.table() if row.rating is not None}


def test_a_group_has_ratings_from_ten_games_with_three_people_on() -> None:
    nine = [evening(day, "Ann", "Bob", "Cat") for day in range(1, 10)]
    pairs = [game._replace(results=game.results[:2]) for game in nine]
    assert rated([*nine, *pairs]) == {}
    values = rated([*nine, evening(20, "Ann", "Bob", "Cat")])
    assert values["Ann"] > values["Bob"] > values["Cat"]
    assert rated([*nine, evening(20, "Ann", "Bob", "Cat")], decisions=Decisions(rated=False)) == {}


def test_equal_places_leave_equal_people_equal_and_each_game_makes_the_rating_surer() -> None:
    ties = [evening_of(play("ohell", "Ann Bob Cat", {"totals": {"Ann": 5, "Bob": 5, "Cat": 5}})) for _at in range(12)]
    statistics = GroupStatistics([tie for tie in ties if tie])
    rating = statistics.ratings()["ann"]
    assert (rating.value, len(rating.line)) == (1000, 12)
    assert rating.spread < 333, "the spread of a newcomer"
    assert statistics.person("ann").ratings == rating.line


def test_merged_people_are_rated_again_from_all_games() -> None:
    evenings = [evening(day, "Ann" if day % 2 else "Anne", "Bob", "Cat") for day in range(1, 13)]
    assert rated(evenings, joined={"anne": "Ann"}) == rated([evening(day, "Ann", "Bob", "Cat") for day in range(1, 13)])


def test_the_decision_to_hide_ratings_is_stored_and_old_decisions_show_them() -> None:
    assert from_text(to_text(Decisions(rated=False))).rated is False
    assert from_text('{"names":{},"hidden":[],"two":[]}').rated is True
