"""A group moved from a file into a database and back, and copies of it: complete, and of one instant."""

import contextlib
import json
import tracemalloc
from pathlib import Path

import pytest
from stores import AT, FilePlace, add, append, begin, line, played, put_tap
from writers import Writer, at_work, until_each_has_written

from scorepad.store import Store, open_store, postgres
from scorepad.store.postgres import TABLES, PostgresStore, copy_group
from scorepad.store.records import Batch, Facts, NewEvent
from scorepad.store.sqlite import SqliteStore

PLACES = ["database"]


def fill(store: Store) -> None:
    """Fill every table, in many languages, with more games than one batch copies."""
    for game in range(60):
        begin(store, f"g{game}", line("Zoë", "Di", "🂡", title=f"Friday {game}"))
    played(store, 3)
    put_tap(store, "g", 4, "bid.p1", {"level": 3}, by="Ann’s phone")
    store.remove_game("g7")
    append(store, "g8", {"half": "\ud800"}, id="end", seen=1, by="Åke", at=AT, summary=line(state="finished"),
                 facts=Facts("mark", "[“é”]"))  # fmt: skip
    store.keep_rule_file("scheme", "ours", "name = 'Ours'")
    store.keep_setting("link look g", "word")
    store.join("anne", "Ann")


def rows_of(store: Store) -> dict[str, list[str]]:
    """Return every stored row, as text."""
    assert isinstance(store, Store)
    engine = store.engine

    def of(table: str) -> list[str]:
        query = f"SELECT {TABLES[table]} FROM {table} WHERE group_key = :group"
        return sorted(json.dumps(row) for row in engine.read(lambda sql: sql.execute(query).fetchall()))

    return {table: of(table) for table in TABLES}


def test_a_group_goes_into_a_database_and_back_with_every_row_and_plays_on(store: Store, tmp_path: Path) -> None:
    with (
        contextlib.closing(open_store(tmp_path / "one")) as item,
        contextlib.closing(open_store(tmp_path / "other")) as other,
    ):
        assert isinstance(store, PostgresStore)
        assert isinstance(item, SqliteStore)
        assert isinstance(other, SqliteStore)
        fill(item)
        copy_group(item, store)
        assert rows_of(store) == rows_of(item)
        assert add(item, 4, seen=4) == add(store, 4, seen=4) == 5
        assert begin(item, "next") == begin(store, "next") == 1
        assert item.mark("g") == store.mark("g")
        copy_group(store, other)
        assert rows_of(other) == rows_of(store)
        for kept in (store, other):
            assert (kept.verify_all(), kept.spoilt_side_tables()) == ([], [])
            assert [game.game_id for game in kept.games("running", search="friday 59")] == ["g59"]
            assert kept.mark("g7").days_binned == 1
            assert kept.facts() == {"g8": Facts("mark", "[“é”]")}
        assert [game.place for game in item.games("running")] == [game.place for game in other.games("running")]


def test_a_copy_is_a_file_that_any_laptop_opens_as_it_stood_at_one_instant(store: Store, tmp_path: Path) -> None:
    fill(store)
    writers = [Writer(store, "g", "late"), Writer(store, "g9", "later")]
    with at_work(writers):
        until_each_has_written(writers)
        for number in range(3):
            store.backup(tmp_path / f"{number}.db")
            with contextlib.closing(open_store(tmp_path / f"{number}.db")) as copy:
                assert copy.verify_all() == []
                assert len(copy.game_ids()) == 61
                assert 5 <= copy.version("g") <= store.version("g")
    place = FilePlace(tmp_path)
    store.backup(tmp_path / "scorepad.db")
    with contextlib.closing(place.open()) as copy:
        assert rows_of(copy) == rows_of(store)


def test_a_copy_of_many_games_is_never_all_in_the_memory(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_AT_ONCE", 5)
    events = [NewEvent(f"e{number}", {"text": "x" * 4000}, "", AT) for number in range(10)]
    for game in range(100):  # 4 MB
        store.append(Batch(f"g{game}", events, 0, line()))
    tracemalloc.start()
    try:
        store.backup(tmp_path / "copy.db")
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2_500_000
    with contextlib.closing(open_store(tmp_path / "copy.db")) as copy:
        assert len(copy.game_ids()) == 100
