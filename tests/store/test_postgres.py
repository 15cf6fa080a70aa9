"""A store in a database of many groups: connections, isolation of groups, and two versions of the program at once."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cutting import way_to
from databases import Server, name_of, new_group
from stores import Place, add, begin, played, put_tap

from scorepad.errors import GroupNotFound, StoreForeign, StoreMoved, StoreNewer, StoreUnavailable
from scorepad.store import Store
from scorepad.store.groups import is_database
from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.database import Database, redact_address
from scorepad.store.postgres.engine import DatabaseSql
from scorepad.store.postgres.migrations import STEPS
from scorepad.store.records import Action
from scorepad.store.sqlite import SqliteStore
from scorepad.store.sqlite.driver import FileSql

PLACES = ["database"]


# --- connections ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["postgresql://ann:Rosebud@db.example/games", "postgres://ann@db.example/games?password=Rosebud&sslmode=require"],
)
def test_a_password_in_an_address_is_refused_and_said_nowhere(address: str) -> None:
    with pytest.raises(StoreUnavailable, match="PGPASSFILE") as refused:
        Database(address)
    assert "postgres" in str(refused.value)
    assert "db.example/games" in str(refused.value)
    assert "Rosebud" not in str(refused.value)
    assert "ann" not in redact_address(address)


def test_what_is_the_address_of_a_database_and_what_is_a_folder(server: Server) -> None:
    assert is_database(server.address())
    assert not any(is_database(where) for where in ("games", "/srv/games", "sqlite:///games.db", "postgresql"))


def test_a_database_that_is_not_there_is_told_in_a_sentence(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{Database.__module__}.WAIT_TO_READ", 0.3)
    with pytest.raises(StoreUnavailable, match="nowhere"):
        Database(server.address("nowhere"))
    with pytest.raises(StoreUnavailable, match="does not answer"):
        Database(server.address(port=1))


def test_a_group_that_is_not_there_is_none(database: Database) -> None:
    store = PostgresStore(database, "nobody")
    with pytest.raises(GroupNotFound):
        begin(store)
    with pytest.raises(GroupNotFound):
        store.changes()
    assert (store.game_ids(), store.size()) == ([], 0)


def test_what_a_page_asks_is_one_question_to_the_database(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single query sees one instant without a transaction, in one round trip."""
    played(store, 2)
    asked: list[str] = []
    execute = DatabaseSql.execute

    def counted(sql: DatabaseSql, statement: str, values: Sequence[Any] = ()) -> Any:
        asked.append(statement)
        return execute(sql, statement, values)

    monkeypatch.setattr(DatabaseSql, "execute", counted)
    questions: list[Callable[[], object]] = [
        lambda: store.load("g"), lambda: store.version("g"), lambda: store.version_of("g", "h1"), store.changes,
        lambda: store.games("running", search="ann"), lambda: store.count("running"), store.game_ids,
        lambda: store.summary("g"), lambda: store.is_list_row_intact("g"),
        lambda: store.mark("g").days_binned, lambda: store.draft("g"), lambda: store.rule_files("scheme"),
        lambda: store.rule_file("scheme", "ours"), lambda: store.setting("owner"), lambda: store.heads("running"),
        store.joined, store.size,
    ]  # fmt: skip
    for question in questions:
        asked.clear()
        question()
        assert len(asked) == 1, asked


def test_a_hand_and_a_tap_are_on_the_disk_after_two_ways_to_the_database(server: Server, database: Database) -> None:
    """One reads the version and locks the group; one sends all writes and the commit."""
    with (
        way_to(server.port) as way,
        contextlib.closing(Database(server.address(name_of(database.address), port=way.port), most=1)) as beyond,
    ):
        store = PostgresStore(beyond, new_group(database))
        played(store, 1)
        writes: list[Callable[[], object]] = [
            lambda: add(store, 2, seen=2), lambda: put_tap(store, "g", 3, "bid.p1", 0, seen=3, by="Ann"),
            lambda: store.change_draft("g", Action("Ann", "Ann", "", 3, {"bid.p1": (0, 1)}), seen=3, checked=True),
        ]  # fmt: skip
        for write in writes:
            before = way.asked
            write()
            assert way.asked == before + 2
        assert (store.version("g"), store.draft("g")["values"]) == (3, {"bid.p1": 1})


def test_a_statement_and_whoever_stands_still_are_waited_for_so_long_and_no_longer(database: Database) -> None:
    query = b"SELECT name, setting FROM pg_settings WHERE name LIKE '%!_timeout' ESCAPE '!'"
    text = database.ask(lambda statements: dict(statements.ask(query).fetchall()))
    assert (text["statement_timeout"], text["idle_in_transaction_session_timeout"]) == ("8000", "4000")


def test_a_copy_may_take_longer_than_anybody_may_stand_still_and_is_begun_anew_where_it_has_to_be(
    own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backup's disk is slow; then the server is gone for a moment, when all of it is written."""
    monkeypatch.setattr(f"{Database.__module__}._SETTINGS", [("idle_in_transaction_session_timeout", 300)])
    with contextlib.closing(Database(own)) as database:
        store, reserve, tries = PostgresStore(database, new_group(database)), FileSql.reserve_event_numbers, list[str]()
        played(store, 2)

        def slowly(sql: FileSql, number: int) -> int:
            tries.append("slowly")
            time.sleep(0.8)
            if len(tries) == 1:
                raise psycopg.errors.AdminShutdown("the server ends")
            return reserve(sql, number)

        monkeypatch.setattr(FileSql, "reserve_event_numbers", slowly)
        store.backup(tmp_path / "copy.db")
        with contextlib.closing(SqliteStore(tmp_path / "copy.db")) as copy:
            assert (len(copy.load("g")), len(tries)) == (3, 2)


def test_two_groups_know_nothing_of_each_other(store: Store, place: Place) -> None:
    with contextlib.closing(place.another().open()) as other:
        played(store, 2)
        put_tap(store, "g", 3, "bid.p1", 1)
        store.keep_rule_file("scheme", "ours", "text")
        store.keep_setting("owner", "here")
        store.join("anne", "Ann")
        assert (other.game_ids(), other.rule_files("scheme")) == ([], [])
        assert (other.settings(), other.joined(), other.games("running"), other.count("running")) == ({}, {}, [], 0)
        begin(other)
        put_tap(other, "g", 1, "bid.p1", 0)
        other.remove_game("g")
        other.age_bin(0)
        other.put_settings({})
    assert (store.version("g"), store.draft("g")["values"], store.settings()) == (3, {"bid.p1": 1}, {"owner": "here"})
    assert store.verify_all() == []


def test_what_went_elsewhere_is_written_on_no_more_and_says_where(store: Store, place: Place) -> None:
    begin(store)
    store.keep_setting("owner", "here")
    place.tamper("UPDATE groups SET moved = '/home/ann/games'")
    writes: list[Callable[[], object]] = [
        lambda: add(store, 1, seen=1), lambda: store.drop_setting("owner"),
        lambda: store.keep_setting("key", "made"), lambda: put_tap(store, "g", 1, "bid.p1", 0),
    ]  # fmt: skip
    for write in writes:
        with pytest.raises(StoreMoved, match="/home/ann/games"):
            write()
    assert (store.version("g"), store.settings(), store.draft("g")["values"]) == (1, {"owner": "here"}, {})


# --- the tables, and errors in them -------------------------------------------------------------------------


def test_programs_that_open_a_new_database_at_once_all_get_it(own: str) -> None:
    with ThreadPoolExecutor(4) as several:
        opened = list(several.map(lambda _one: Database(own, most=1), range(4)))
    store = PostgresStore(opened[0], new_group(opened[1]))
    begin(store)
    assert store.verify_all() == []
    for item in opened:
        item.close()


def test_a_database_that_a_newer_scorepad_has_changed_is_read_and_not_written(own: str, server: Server) -> None:
    with contextlib.closing(Database(own)) as database:
        store = PostgresStore(database, new_group(database))
        begin(store)
        server.run("INSERT INTO steps (name) VALUES ('999 later')", database=name_of(own))
        with pytest.raises(StoreNewer):
            add(store, 1, seen=1)
        assert store.version("g") == 1
        server.run("ALTER TABLE games RENAME COLUMN head TO last", database=name_of(own))
        with pytest.raises(StoreNewer):
            add(store, 1, seen=1)
    with pytest.raises(StoreNewer):
        Database(own)


def test_a_type_of_another_program_that_is_called_as_a_table_of_ours_is_told(own: str, server: Server) -> None:
    server.run("CREATE TYPE steps AS ENUM ('one')", database=name_of(own))
    with pytest.raises(StoreUnavailable, match="steps"):
        Database(own)


def test_tables_of_another_program_are_left_alone(own: str, server: Server) -> None:
    server.run("CREATE TABLE games (mine TEXT)", database=name_of(own))
    with pytest.raises(StoreForeign):
        Database(own)


OLDER = """
import sys
sys.path[:] = {path!r}
from stores import add
from scorepad.errors import StoreNewer
from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.database import Database
store = PostgresStore(Database({address!r}), {group!r})
add(store, 1, seen=1)
print("at play", flush=True)
try:
    for number in range(2, 10_000):
        add(store, number, seen=number)
except StoreNewer:
    print(number - 1)
"""


@pytest.mark.soak
def test_a_step_is_taken_while_games_are_in_play_and_the_older_program_writes_no_more(
    own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(Database(own)) as database:
        store = PostgresStore(database, new_group(database))
        begin(store)
        program = OLDER.format(path=sys.path, address=own, group=store.engine.group)
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as older:
            assert older.stdout is not None
            assert older.stdout.readline() == "at play\n"
            step = ("ALTER TABLE games ADD COLUMN more TEXT NOT NULL DEFAULT ''", "UPDATE games SET more = state")
            monkeypatch.setitem(STEPS, "999 more", step)
            Database(own).close()
            written = int(older.stdout.readline())
        assert written == store.version("g") - 1
        assert add(store, 99, seen=written + 1) == written + 2
        assert store.verify_all() == []


def test_what_the_database_has_lost_is_named(own: str, server: Server) -> None:
    with contextlib.closing(Database(own)) as database:
        store = PostgresStore(database, new_group(database))
        played(store, 1)
        store.keep_rule_file("scheme", "ours", "text")
        server.run("UPDATE laws SET text = 'taxt'", database=name_of(own))
        assert store.verify_all() == ["Your custom rules “ours” were changed."]
        server.run("DROP TABLE people", database=name_of(own))
        assert store.verify_side_tables() == ["The database has lost its “people”."]
