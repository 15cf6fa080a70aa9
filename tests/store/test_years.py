"""Stored data for statistics: facts of evenings, and the names of each person."""

import contextlib

import pytest
from stores import AT, BOTH, Place, add, append, begin, line

from scorepad.errors import StaleVersion
from scorepad.store import Store
from scorepad.store.records import Batch, Facts, NewEvent

PLACES = BOTH


def test_every_finished_game_is_told_with_its_last_hash(store: Store) -> None:
    begin(store, "g", line(state="finished"))
    begin(store, "h", line(state="finished"))
    begin(store, "running")
    begin(store, "away", line(state="finished"))
    store.remove_game("away")
    assert store.heads("finished") == [("g", store.mark("g")[1]), ("h", store.mark("h")[1])]
    assert [game_id for game_id, _head in store.heads("running")] == ["running"]


def test_facts_of_a_game_are_kept_until_others_are(store: Store, place: Place) -> None:
    begin(store)
    assert store.facts() == {}
    store.keep_facts({"g": Facts("one", "[1]"), "gone": Facts("one", "[2]")})
    store.keep_facts({"g": Facts("two", "[“é”]")})
    with contextlib.closing(place.open()) as other:
        assert other.facts() == {"g": Facts("two", "[“é”]")}
    add(store, 1, seen=1)
    assert store.facts() == {"g": Facts("two", "[“é”]")}, "whose state they are of is for who asks to see"


def test_facts_are_kept_with_the_events_they_are_of_or_not_at_all(store: Store) -> None:
    first, second = (NewEvent(id, {}, "", AT) for id in ("e1", "e2"))
    item, two, three = (Facts(mark, "[]") for mark in ("one", "two", "three"))
    store.append(Batch("g", [first], 0, line(), item))
    store.append_together([Batch("h", [first], 0, line(), item), Batch("i", [first], 0, line())])
    assert store.facts() == {"g": item, "h": item}
    append(store, "g", {}, id="e2", seen=1, by="", at=AT, summary=line(), facts=two)
    assert store.facts() == {"g": two, "h": item}
    append(store, "g", {}, id="e2", seen=1, by="", at=AT, summary=line(), facts=three)
    with pytest.raises(StaleVersion):
        store.append_together(
            [Batch("h", [second], 1, line(), three), Batch("g", [second._replace(id="x")], 1, line())]
        )
    add(store, 1, seen=2)
    assert store.facts() == {"g": two, "h": item}, "sent before, or refused, or of a game that runs"
    assert (store.facts(["g", "i", "gone"]), store.facts([])) == ({"g": two}, {})


@pytest.mark.parametrize("change", ["facts = '[2]'", "mark = 'two'"])
def test_facts_that_the_disk_has_changed_are_none(store: Store, place: Place, change: str) -> None:
    begin(store)
    store.keep_facts({"g": Facts("one", "[1]")})
    place.tamper(f"UPDATE evenings SET {change}")
    assert store.facts() == {}


def test_facts_of_a_game_that_is_thrown_away_go_with_it(store: Store) -> None:
    begin(store)
    store.keep_facts({"g": Facts("one", "[1]")})
    store.remove_game("g")
    store.age_bin(0)
    assert (store.game_ids(), store.facts()) == ([], {})
    assert store.verify_all() == []


def test_a_joined_name_is_somebody_until_it_is_parted(store: Store, place: Place) -> None:
    assert store.joined() == {}
    store.join("anne", "Annie")
    store.join("anne", "Ann")
    with contextlib.closing(place.open()) as other:
        assert other.joined() == {"anne": "Ann"}
        assert other.part("anne")
        assert not other.part("anne")
    assert store.joined() == {}


def test_a_joined_name_that_the_disk_has_changed_counts_no_more_and_is_told(store: Store, place: Place) -> None:
    store.join("anne", "Ann")
    store.join("bobby", "Bob")
    place.tamper("UPDATE people SET person = 'Bob' WHERE name = 'anne'")
    assert store.joined() == {"bobby": "Bob"}
    assert store.spoilt_side_tables(forget=True) == [
        "The merged name “anne” was changed from outside, so it is separate again. Merge it again."
    ]
    assert store.spoilt_side_tables() == []
    assert store.joined() == {"bobby": "Bob"}
