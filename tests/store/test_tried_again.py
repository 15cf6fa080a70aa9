"""Retries after temporary errors: concurrent writers, a cut connection, a server that is down.

Confirmed writes are stored, and stored once.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from threading import Event

import psycopg
import pytest
from cutting import Cut, Way, way_to
from databases import Server, name_of, new_group
from stores import Place, add, begin, played, put_tap

from scorepad.errors import StoreBusy, StoreUnavailable
from scorepad.store import Store
from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.database import Database
from scorepad.store.records import Action, row_hash
from scorepad.store.sql.engine import Sql

PLACES = ["database"]
PASS = ("40001", "40P01", "57P01", "08006", "25P03", "25006", "53300")
"""Error codes of temporary errors."""


# --- temporary errors -----------------------------------------------------------------------------------


def refuse(server: Server, address: str, code: str, times: int) -> None:
    """Let the database refuse the next `times` events with this code.

    A sequence counts them, because a rollback does not reset it.
    """
    server.run(
        "DROP TRIGGER IF EXISTS refusing ON events",
        "DROP SEQUENCE IF EXISTS refused",
        "CREATE SEQUENCE refused",
        f"""CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$ BEGIN
              IF nextval('refused') <= {times} THEN RAISE EXCEPTION 'not now' USING ERRCODE = '{code}'; END IF;
              RETURN NEW; END $$ LANGUAGE plpgsql""",
        "CREATE TRIGGER refusing BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()",
        database=name_of(address),
    )


def test_a_write_that_met_others_is_done_again_until_it_passes_and_not_for_ever(server: Server, own: str) -> None:
    with contextlib.closing(Database(own)) as database:
        store = PostgresStore(database, new_group(database))
        begin(store)
        for number, code in enumerate(PASS, 1):
            refuse(server, own, code, 3)
            assert add(store, number, seen=number) == number + 1, code
        refuse(server, own, "40001", 10**6)
        database.wait = 0.3
        begun = time.monotonic()
        with pytest.raises(StoreBusy, match="Try again in a moment"):
            add(store, 9, seen=len(PASS) + 1)
        assert time.monotonic() - begun < 3
        refuse(server, own, "53100", 1)
        with pytest.raises(StoreUnavailable, match="disk is full"):
            add(store, 9, seen=len(PASS) + 1)
        assert add(store, 9, seen=len(PASS) + 1) == len(PASS) + 2
        written = [f"h{number + 1}" for number in range(len(PASS))]
        assert [stored.id for stored in store.load("g")] == ["e1", *written, "h9"]
        assert store.verify_all() == []


def test_whoever_waited_for_another_write_in_the_group_decides_on_what_stands_then(
    store: Store, place: Place, database: Database
) -> None:
    """The write waited for the row of the group: a real conflict of two writers."""
    assert isinstance(store, PostgresStore)
    store.keep_setting("people", "first")
    with contextlib.closing(psycopg.connect(database.address)) as other, ThreadPoolExecutor(1) as beside:
        other.execute("UPDATE groups SET changes = changes + 1 WHERE group_key = %s", [store.engine.group])
        waiting = beside.submit(store.swap_setting, "people", "first", "mine")
        time.sleep(0.2)
        assert not waiting.done()
        other.execute("UPDATE settings SET name = 'league' WHERE group_key = %s", [store.engine.group])
        other.commit()
        assert waiting.result(60) is False


def test_a_worker_that_stands_still_in_the_middle_of_a_write_holds_its_group_up_for_a_moment_only(
    own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a machine that loses its network: the server ends its transaction, and the write is still done once."""
    monkeypatch.setattr(f"{Database.__module__}._SETTINGS", [("idle_in_transaction_session_timeout", 300)])
    with (
        contextlib.closing(Database(own)) as database,
        contextlib.closing(Database(own)) as other,
        ThreadPoolExecutor(1) as beside,
    ):
        store, stands, may_go = PostgresStore(database, new_group(database)), Event(), Event()
        still = PostgresStore(other, store.engine.group)
        begin(store)

        def dawdle(sql: Sql) -> None:
            sql.execute("SELECT count(*) FROM people WHERE group_key = :group").fetchone()  # it has locked the group
            if not stands.is_set():
                stands.set()
                assert may_go.wait(60)
            query = "INSERT INTO people ({key}name, person, hash) VALUES ({group}?, ?, ?)"
            sql.execute(query, ["zoe", "Zoë", row_hash("zoe", "Zoë")])

        dawdling = beside.submit(still.engine.write, dawdle)
        try:
            assert stands.wait(60)
            assert add(store, 1, seen=1) == 2, "while it stands still"
        finally:
            may_go.set()
        dawdling.result(60)
        assert store.joined() == {"zoe": "Zoë"}


def test_a_group_that_hangs_keeps_no_other_waiting_and_is_still_shown(own: str) -> None:
    """Waiting writers hold no connection; a worker has ten."""
    with contextlib.closing(Database(own)) as database, ThreadPoolExecutor(20) as many:
        hanging, other = (PostgresStore(database, new_group(database)) for _group in range(2))
        for store in (hanging, other):
            begin(store)
        database._pool.resize(10, 10)
        database._pool.wait(60)  # connecting takes a while
        database.wait = database.wait_to_read = 1.0  # if all have to wait, one is refused before the end
        with psycopg.connect(own) as outside:
            outside.execute("SELECT 1 FROM groups WHERE group_key = %s FOR UPDATE", [hanging.engine.group])
            waiting = [many.submit(add, hanging, number, seen=1) for number in range(20)]
            assert add(other, 1, seen=1) == 2
            assert [store.version("g") for store in (hanging, other)] == [1, 2]
            parts = [item.exception() for item in islice(as_completed(waiting), 19)]
            assert all(isinstance(error, StoreBusy) for error in parts)
            outside.rollback()
        assert [future.result() for future in waiting if not future.exception()] == [2]
        assert hanging.version("g") == 2


# --- a connection that is cut ---------------------------------------------------------------------------


@pytest.fixture
def way(server: Server) -> Iterator[Way]:
    with way_to(server.port) as opened:
        yield opened


@pytest.mark.parametrize("cut", ["answer", "word"])
def test_a_write_whose_answer_was_lost_is_done_once_and_told_as_it_was(
    way: Way, server: Server, database: Database, cut: Cut
) -> None:
    """If they had been done twice, the second result of each would differ."""
    key = new_group(database)
    with contextlib.closing(Database(server.address(name_of(database.address), port=way.port), most=2)) as cut_off:
        store, looking = PostgresStore(cut_off, key), PostgresStore(database, key)
        begin(store, event={"type": "begun"})
        begin(store, "old")
        store.remove_game("old")
        put_tap(store, "g", 1, "calls", ["1H"])
        for name, value in (("people", "first"), ("owner.a", "x"), ("owner.b", "y")):
            store.keep_setting(name, value)
        store.keep_rule_file("scheme", "ours", "first")
        store.join("anne", "Ann")

        def call(before: object, now: object) -> Action:
            return Action("", "", "", 2, {"calls": (before, now)})

        acts: list[tuple[Callable[[], object], object, Callable[[], object], object]] = [
            (lambda: add(store, 1, seen=1), 2, lambda: looking.version("g"), 2),
            (lambda: store.change_draft("g", call(None, ["1H"]), seen=2, checked=True), None,
             lambda: looking.draft("g")["values"], {"calls": ["1H"]}),
            (lambda: store.change_draft("g", call(["1H"], ["1H", "pass"]), seen=2, checked=True), None,
             lambda: looking.draft("g")["values"], {"calls": ["1H", "pass"]}),
            (lambda: store.swap_setting("people", "first", "second"), True,
             lambda: looking.setting("people"), "second"),
            (lambda: store.swap_rule_file("scheme", "ours", "second", before="first"), True,
             lambda: looking.rule_file("scheme", "ours"), "second"),
            (lambda: store.keep_new_rule_file("scheme", "ours", "third"), "ours_2",
             lambda: looking.rule_files("scheme"), ["ours", "ours_2"]),
            (lambda: store.drop_setting_unless_last("owner.a", "owner."), True,
             lambda: looking.setting("owner.a"), None),
            (lambda: store.part("anne"), True, looking.joined, {}),
            (lambda: store.age_bin(30), None, lambda: looking.mark("old").days_binned, 2),
        ]  # fmt: skip
        for number, (act, answer, look, there) in enumerate(acts, 1):
            way.due.append(cut)
            assert (act(), look(), way.cuts) == (answer, there, number)
        assert looking.verify_all() == []


def test_a_read_whose_answer_was_lost_is_asked_again(server: Server, database: Database) -> None:
    key = new_group(database)
    with (
        way_to(server.port, b"FROM events") as way,
        contextlib.closing(Database(server.address(name_of(database.address), port=way.port))) as cut_off,
    ):
        store, cut_off.wait_to_read = PostgresStore(cut_off, key), 60.0
        played(store, 2)
        way.due = ["answer", "word"]
        assert len(store.load("g")) == 3
        assert way.cuts == 2


# --- a server that is killed ------------------------------------------------------------------------------


def test_while_the_server_is_gone_whoever_asks_is_told_so_soon(server: Server, own: str) -> None:
    with contextlib.closing(Database(own)) as database:
        store = PostgresStore(database, new_group(database))
        begin(store)
        database.wait = database.wait_to_read = 0.5
        server.kill()
        asked: list[Callable[[], object]] = [lambda: store.version("g"), lambda: add(store, 1, seen=1)]
        for ask in asked:
            begun = time.monotonic()
            with pytest.raises(StoreUnavailable, match="does not answer"):
                ask()
            assert time.monotonic() - begun < 3
        server.start()
        database.wait = database.wait_to_read = 8.0
        assert add(store, 1, seen=1) == 2
