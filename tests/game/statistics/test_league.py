"""A league: places score points, the best evenings count, shared places stay shared."""

import pytest
from builders import play

from scorepad.errors import RuleError
from scorepad.game.statistics.evening import Evening, evening_of
from scorepad.game.statistics.group_statistics import GroupStatistics
from scorepad.game.statistics.league import League, LeagueRow, from_text, league_table, read_league, to_text
from scorepad.game.statistics.people import Decisions


def evening(date: str, **totals: int) -> Evening:
    result = evening_of(play("ohell", " ".join(totals), {"totals": totals}, date=date))
    assert result
    return result


SPRING = GroupStatistics([
    evening("2026-01-08", Ann=90, Bob=70, Cat=50), evening("2026-01-15", Ann=60, Bob=60, Cat=50),
    evening("2026-02-12", Bob=80, Cat=70, Di=10),
    evening("2026-07-02", Cat=99, Ann=1, Bob=0), evening("", Cat=99, Ann=1, Bob=0),
])  # fmt: skip


def league_rows(league: League, years: GroupStatistics = SPRING) -> list[tuple[int, str, int]]:
    return [(row.place, row.person, row.points) for row in league_table(years, league)[0]]


def test_places_give_points_and_who_shares_one_gets_all_of_it() -> None:
    assert league_rows(read_league("2026-01-01", "2026-06-30", "5 3 2 1", "")) == [
        (1, "Bob", 3 + 5 + 5), (2, "Ann", 5 + 5), (3, "Cat", 2 + 2 + 3), (4, "Di", 2),
    ]  # fmt: skip


def test_only_the_best_evenings_count_and_the_others_are_told() -> None:
    rows, evenings = league_table(SPRING, League("2026-01-01", "2026-12-31", best=2))
    assert rows[:3] == [
        LeagueRow(1, "Ann", 10, 3, 2, (5, 5), (3,)),
        LeagueRow(1, "Bob", 10, 4, 2, (5, 5), (3, 2)),
        LeagueRow(3, "Cat", 8, 4, 1, (5, 3), (2, 2)),
    ], "equal points share a place"
    assert evenings == 4


def test_a_day_without_an_end_is_open_and_an_evening_without_a_day_counts_never() -> None:
    assert league_rows(League(first="2026-07-01")) == [(1, "Cat", 5), (2, "Ann", 3), (3, "Bob", 2)]
    assert league_table(SPRING, League())[1] == 4


def test_names_that_are_joined_are_one_row() -> None:
    years = GroupStatistics(SPRING.evenings, {"di": "Ann"})
    assert league_rows(League(last="2026-06-30"), years)[:2] == [(1, "Bob", 13), (2, "Ann", 12)]


def test_who_is_hidden_takes_no_place_and_equals_stand_by_what_they_are_called() -> None:
    decisions = Decisions(names={"ann": "Zita"}, hidden=frozenset({"di"}))
    item = GroupStatistics([evening("2026-01-08", Di=9, Ann=5, Bob=5, Cat=1)], decisions=decisions)
    assert league_rows(League(), item) == [(1, "Bob", 3), (1, "Zita", 3), (3, "Cat", 1)]


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("from", ("last spring", "", "5 3", "")),
        ("from", ("2026-13-01", "", "5 3", "")),
        ("from", ("2026-02-30", "", "5 3", "")),
        ("to", ("2026-06-01", "2026-01-01", "5 3", "")),
        ("points", ("", "", "", "")),
        ("points", ("", "", "0 0", "")),
        ("points", ("", "", "five", "")),
        ("points", ("", "", "3 5", "")),
        ("points", ("", "", "5000", "")),
        ("points", ("", "", "1 " * 21, "")),
        ("best", ("", "", "5 3", "-1")),
        ("best", ("", "", "5 3", "²")),
    ],
)
def test_what_does_not_fit_is_refused_at_its_field(field: str, typed: tuple[str, str, str, str]) -> None:
    with pytest.raises(RuleError) as refused:
        read_league(*typed)
    assert refused.value.field == field


def test_it_is_kept_as_it_was_and_what_cannot_be_read_is_none() -> None:
    league = read_league("2026-01-01", "", "5,3;2 1", "10", "The Crown", "Oh Hell")
    assert from_text(to_text(league)) == league
    for text in (None, "", "[]", "{}", '["x","",[5],0,"",""]', "[1,2,3,4,5,6]", "null"):
        assert from_text(text) is None
