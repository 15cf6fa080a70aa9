"""Statistics of random games, records, rivals, and the people behind the names.

`soak/test_every_year.py` computes every figure again.
"""

from random import Random
from typing import Any

import pytest
from builders import Entry, hand, play
from game.statistics.random_evenings import Played, some_evenings, years_of

from scorepad.game.statistics.evening import Evening, evening_of
from scorepad.game.statistics.group_statistics import GroupStatistics
from scorepad.game.statistics.people import Decisions
from scorepad.game.statistics.person import PersonRow, ordered


@pytest.fixture(scope="module")
def played() -> list[Played]:
    return some_evenings(Random(16), 60)


@pytest.fixture(scope="module")
def years(played: list[Played]) -> GroupStatistics:
    return years_of(played)


def test_among_them_is_whatever_happens_on_evenings(played: list[Played]) -> None:
    sheets = [game.sheet for evening in played for game in (evening.game, *evening.before)]
    rows = [row for sheet in sheets for row in sheet.rows]
    assert any(len(sheet.seats.present) < len(sheet.seats.everyone) for sheet in sheets), "somebody left"
    assert any(row.kind == "entry" for row in rows), "somebody came late"
    assert any(getattr(row, "void", False) for row in rows)
    assert any(getattr(row, "corrected", False) for row in rows)
    assert any(getattr(row, "paper", None) for row in rows)
    assert any(sheet.only_totals for sheet in sheets)
    assert any(sheet.low_wins for sheet in sheets)
    assert any(len(set(sheet.totals.values())) < len(sheet.totals) for sheet in sheets), "a tie"
    assert {len(evening.before) for evening in played} == {0, 1, 3}, "some went on at two tables, and at two more"


def test_the_figures_are_such_as_tell_something(years: GroupStatistics) -> None:
    page = years.person("ann")
    assert len(page.bidding.turns) == 3
    assert page.bidding.dealing.edge is not None
    assert page.nemeses or page.victims
    assert {record.kind for record in years.records()} == {"boldest", "row", "total", "comeback", "closest"}


# --- who is who ---------------------------------------------------------------------------------------------


def evening(players: str, *record: Entry, **head: Any) -> Evening:
    """Return an evening with this record, by default one of which only the totals are known."""
    totals: Entry = {"totals": {name: at for at, name in enumerate(players.split())}}
    result = evening_of(play("ohell", players, *record or [totals], **head))
    assert result is not None
    return result


def table(*evenings: Evening, **joined: str) -> dict[str, int]:
    return {row.person: row.evenings for row in GroupStatistics(evenings, joined).table()}


def test_a_name_is_one_person_however_it_is_written() -> None:
    evenings = (evening(f"{name} Bob Cat") for name in ("Zoë", "zoe", "Zoë"))
    assert table(*evenings) == {"Zoë": 3, "Bob": 3, "Cat": 3}


def test_names_of_one_table_that_only_an_accent_tells_apart_are_two_people() -> None:
    assert table(evening("Zoë Zoe Cat"), evening("Zoe Bob Cat")) == {"Zoë": 1, "Zoe": 2, "Cat": 2, "Bob": 1}


def test_joined_names_are_one_person_under_the_name_that_stays() -> None:
    anne, ann = evening("Anne Bob Cat"), evening("Ann Bob Cat")
    assert table(anne, anne, ann, anne="Ann") == {"Ann": 3, "Bob": 3, "Cat": 3}
    assert table(anne, ann, evening("Annie Bob Cat"), anne="Ann", annie="Anne") == {"Ann": 3, "Bob": 3, "Cat": 3}
    years = GroupStatistics([anne, anne, ann], {"anne": "Ann"})
    assert years.person(years.people.find("ANNE") or "").written == ["Ann", "Anne"]


def test_whatever_cannot_be_said_stands_last() -> None:
    rows = [PersonRow("Ann", 2, 1, None, 8, None, 1, None), PersonRow("Bob", 9, 1, 40.0, 80, 71.0, 1, None)]
    assert [row.person for row in ordered(rows, "beaten")] == ["Bob", "Ann"]
    assert [row.person for row in ordered(rows, "made")] == ["Bob", "Ann"]
    assert [row.person for row in ordered(rows, "person")] == ["Ann", "Bob"]


# --- records and rivals -------------------------------------------------------------------------------------


def totals(points: str, **head: Any) -> Evening:
    """Return an evening of Ann, Bob and Cat of which only the totals are known: "9 4 4"."""
    record = {"totals": dict(zip(("Ann", "Bob", "Cat"), map(int, points.split()), strict=True))}
    return evening("Ann Bob Cat", record, **head)


def held(years: GroupStatistics, kind: str) -> list[tuple[str, ...]]:
    return [holder.people for record in years.records() if record.kind == kind for holder in record.held]


def test_who_did_alike_share_a_record() -> None:
    years = GroupStatistics([totals("9 4 4"), totals("3 9 1"), totals("8 2 1")])
    assert held(years, "total") == [("Ann",), ("Bob",)]
    assert held(years, "closest") == [("Ann", "Bob", "Cat")]
    assert held(years, "boldest") == []


def test_the_winner_who_was_furthest_behind_and_the_boldest_bid_hold_a_record() -> None:
    names = "Ann Bob Cat"
    lost, slipped = hand(names, [1, 0, 0], [0, 1, 1]), hand(names, [2, 0, 0], [0, 1, 1])
    hands = [lost, slipped, *[hand(names, [2, 1, 1], [2, 0, 0])] * 4]
    years = GroupStatistics([evening(names, *hands, scheme="tens", house={"ladder": "2x6", "hook": False})])
    values = {record.kind: (record.value, [holder.hand for holder in record.held]) for record in years.records()}
    assert (values["boldest"], values["comeback"]) == ((2, [3]), (10, [2]))
    assert years.person("ann").comebacks == (1, 1)


def test_who_is_hidden_holds_no_record_and_is_nobodys_nemesis() -> None:
    years = GroupStatistics([totals("9 4 3")] * 5 + [totals("1 8 7")], decisions=Decisions(hidden=frozenset({"ann"})))
    assert (held(years, "total"), held(years, "closest")) == ([("Bob",)], [("Bob", "Cat")])
    assert years.person("bob").nemeses == []
    assert [rival.person for rival in years.person("bob").victims] == ["Cat"]


def test_records_of_points_are_those_of_one_scheme() -> None:
    years = GroupStatistics([totals("9 4 4"), totals("300 9 1", scheme="golf"), totals("5 8 1", scheme="golf")])
    result = {(record.kind, record.scheme): (record.value, record.evenings) for record in years.records()}
    assert result == {
        ("total", "Oh Hell-500, negative"): (1, 2), ("closest", "Oh Hell-500, negative"): (4, 2),
        ("total", "Squares and cubes"): (9, 1), ("closest", "Squares and cubes"): (5, 1),
    }  # fmt: skip


def test_nemesis_and_victim_want_five_evenings_together() -> None:
    def rivals(*evenings: Evening) -> tuple[list[str], list[str]]:
        page = GroupStatistics(evenings).person("ann")
        return [rival.person for rival in page.nemeses], [rival.person for rival in page.victims]

    assert rivals(*[totals("5 9 1")] * 4) == ([], [])
    assert rivals(*[totals("5 9 1")] * 5) == (["Bob"], ["Cat"])
    assert rivals(*[totals("5 9 9")] * 5) == (["Bob", "Cat"], []), "shared"
    assert rivals(*[totals("5 5 5")] * 5) == ([], [])


def test_a_row_of_bids_is_found_from_its_first_hand() -> None:
    names = "Ann Bob Cat"
    hands = [hand(names, bids, [1, 0, 1]) for bids in ([0, 0, 0], [1, 0, 1], [1, 0, 0], [1, 1, 0])]
    years = GroupStatistics([evening(names, *hands, house={"ladder": "2x4", "hook": False})])
    [row] = [record for record in years.records() if record.kind == "row"]
    assert (row.value, [(holder.people, holder.hand) for holder in row.held]) == (3, [(("Bob",), 1), (("Ann",), 2)])
