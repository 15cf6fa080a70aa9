"""The file of the store: its permissions, migrations, checks and backups."""

import contextlib
import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from sqlite_utils import Database, Migrations
from stores import add, begin, file_behind, played, sqlite3, tamper

from scorepad.errors import StoreBusy, StoreDamaged, StoreNewer, StoreUnavailable
from scorepad.store import Store, open_store
from scorepad.store.records import row_hash
from scorepad.store.sqlite import SqliteStore, connection
from scorepad.store.sqlite.migrations import m006_hashed_rest

Done = TypeVar("Done")


def test_the_file_and_its_folder_are_for_their_owner_only(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path / "new" / "data")):
        assert stat.S_IMODE((tmp_path / "new" / "data").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "new" / "data" / "scorepad.db").stat().st_mode) == 0o600


def test_a_store_opens_by_folder_file_or_address(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path)) as store:
        begin(store)
    for where in (tmp_path / "scorepad.db", f"sqlite:///{tmp_path}", f"sqlite:///{tmp_path}/scorepad.db"):
        with contextlib.closing(open_store(where)) as same:
            assert same.version("g") == 1
    with pytest.raises(StoreUnavailable, match="postgresql"):
        open_store("postgresql://localhost/scorepad")


def test_a_commit_waits_for_the_disk(store: Store) -> None:
    assert isinstance(store, SqliteStore)
    with store.engine.writing() as sqlite:
        assert sqlite.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"
        assert sqlite.execute("PRAGMA foreign_keys").fetchone() == (1,)
        mode, release = sqlite.execute("SELECT journal_mode, sqlite_version() FROM pragma_journal_mode").fetchone()
    sound = tuple(int(part) for part in release.split(".")) >= (3, 51, 3)
    assert mode == ("wal" if sound else "truncate")


def test_a_file_that_is_no_database_or_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "scorepad.db").write_bytes(b"no database at all, " * 100)
    with pytest.raises(StoreDamaged, match="damaged"):
        open_store(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="cannot be opened for writing"):
        open_store(tmp_path / "file" / "below")


def test_a_file_whose_own_tables_have_lost_their_names_is_told_in_a_sentence(store: Store, tmp_path: Path) -> None:
    """Found by flipping bits: SQLite's error message is then not valid text."""
    begin(store)
    store.close()
    file = tmp_path / "scorepad.db"
    data = file.read_bytes()
    file.write_bytes(data.replace(b"CREATE INDEX games_on_shelf", b"CREATE INDE\xdf games_on_shelf"))
    with pytest.raises(StoreDamaged, match="damaged"):
        open_store(tmp_path)


def for_ever(store: Store) -> None:
    while True:
        seen = store.version("g")
        add(store, seen, seen=seen)


def test_a_page_of_the_file_copied_over_another_is_told_and_no_game_looks_as_if_it_had_never_been_there(
    store: Store, tmp_path: Path
) -> None:
    for number in range(30):
        begin(store, f"g{number}")
    store.close()
    file = file_behind(store)
    with contextlib.closing(sqlite3.connect(file)) as sqlite:
        (index,) = sqlite.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_games_1'"
        ).fetchone()
        (size,) = sqlite.execute("PRAGMA page_size").fetchone()
    sound, damaged = file.read_bytes(), 0
    for at in range(0, len(sound), size):
        file.write_bytes(sound[: (index - 1) * size] + sound[at : at + size] + sound[index * size :])
        try:
            with contextlib.closing(open_store(tmp_path)) as opened:
                assert opened.load("g7")
        except StoreDamaged:
            damaged += 1
    assert damaged > 1


def test_a_full_disk_is_told_and_what_was_recorded_stays(store: Store) -> None:
    assert isinstance(store, SqliteStore)
    played(store, 1)
    pages = "PRAGMA max_page_count = {}"
    with store.engine.writing() as sqlite:
        sqlite.execute(pages.format(sqlite.execute("PRAGMA page_count").fetchone()[0])).fetchall()
    with pytest.raises(StoreUnavailable, match="disk is full"):
        for_ever(store)
    kept = store.version("g")
    assert store.verify_all() == []
    with store.engine.writing() as sqlite:
        sqlite.execute(pages.format(10_000)).fetchall()
    assert add(store, kept, seen=kept) == kept + 1


@pytest.mark.parametrize(
    ("how", "told"), [("taken away", "cannot be opened for writing"), ("replaced", "Another file has replaced")]
)
@pytest.mark.parametrize("journal", ["TRUNCATE", "WAL"])
def test_nothing_is_recorded_in_a_file_that_is_not_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: str, how: str, told: str
) -> None:
    monkeypatch.setattr(connection, "journal", lambda: journal)
    with contextlib.closing(open_store(tmp_path)) as store:
        played(store, 1)
        if how == "replaced":  # as a program does that syncs two computers
            shutil.copy(file_behind(store), tmp_path / "other.db")
            os.replace(tmp_path / "other.db", file_behind(store))
        else:
            os.rename(file_behind(store), tmp_path / "other.db")
        with pytest.raises(StoreUnavailable, match=told):
            add(store, 2, seen=2)
        if how == "taken away":
            os.rename(tmp_path / "other.db", file_behind(store))
            assert add(store, 2, seen=2) == 3


def test_a_file_held_by_another_program_is_told(store: Store, tmp_path: Path) -> None:
    assert isinstance(store, SqliteStore)
    begin(store)
    store.engine.wait = 0.05
    with contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            add(store, 1, seen=1)
        other.execute("ROLLBACK")
    assert add(store, 1, seen=1) == 2


@contextlib.contextmanager
def another_that_writes(folder: Path) -> Iterator[sqlite3.Connection]:
    """Yield the connection of another program in a write transaction."""
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_while_another_program_keeps_us_from_writing_the_games_are_still_shown(store: Store, tmp_path: Path) -> None:
    assert isinstance(store, SqliteStore)
    begin(store)
    store.engine.wait = 60.0  # seconds
    with another_that_writes(tmp_path) as other, ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(add, store, 1, seen=1)
        assert len(store.load("g")) == 1
        assert not waiting.done(), "no page waits behind a hand that cannot be recorded"
        other.execute("ROLLBACK")
        assert waiting.result(60) == 2


def test_whoever_waits_to_write_waits_no_longer_for_those_who_wait_with_them(store: Store, tmp_path: Path) -> None:
    assert isinstance(store, SqliteStore)
    begin(store)
    store.engine.wait = 1.0  # seconds

    def longest() -> float:
        """Let three writers be refused together; return the seconds until the last refusal."""
        start = time.monotonic()
        with another_that_writes(tmp_path), ThreadPoolExecutor(3) as scorers:
            refused = [scorers.submit(add, store, 1, seen=1) for _scorer in range(3)]
            assert {type(refusal.exception()) for refusal in refused} == {StoreBusy}
        return time.monotonic() - start

    assert any(longest() < 1.9 * store.engine.wait for _try in range(3)), "the wait for other threads counts too"


HARDLY_EVER_LETS_GO = """
import sqlite3, sys, time
other = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
while True:
    try:
        other.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        continue
    print("held", flush=True)
    time.sleep(0.1)
    other.execute("ROLLBACK")
    time.sleep(0.003)
"""


def at_a_bad_moment(act: Callable[[], Done]) -> Done:
    """Run it once the other program has locked the file again, so that each call has to wait."""
    time.sleep(0.05)
    return act()


def test_beside_a_program_that_writes_without_a_pause_everybody_who_opens_reads_writes_or_copies_comes_in(
    tmp_path: Path,
) -> None:
    with contextlib.closing(open_store(tmp_path)) as store:
        begin(store)
    other = subprocess.Popen(
        [sys.executable, "-c", HARDLY_EVER_LETS_GO, tmp_path / "scorepad.db"], stdout=subprocess.PIPE
    )
    with other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == b"held\n"
            for hand in range(1, 3):
                with contextlib.closing(at_a_bad_moment(lambda: open_store(tmp_path))) as store:
                    assert len(at_a_bad_moment(lambda: store.load("g"))) == hand
                    assert at_a_bad_moment(partial(add, store, hand, seen=hand)) == hand + 1
                    assert at_a_bad_moment(store.verify_all) == []
                    at_a_bad_moment(lambda: store.backup(tmp_path / "copy.db"))
        finally:
            other.kill()
        writes = len(other.stdout.readlines())
    assert writes / (2 * 5) < 6, "the others' writes that one of ours waits for"


def test_while_another_program_locks_everybody_out_a_page_waits_and_says_so(store: Store, tmp_path: Path) -> None:
    assert isinstance(store, SqliteStore)
    begin(store)
    store.engine.wait_to_read = 0.05
    with contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        if connection.journal() == "WAL":  # readers are not blocked by a writer in this mode
            assert len(store.load("g")) == 1
        else:
            with pytest.raises(StoreBusy):
                store.load("g")
        other.execute("ROLLBACK")
    assert len(store.load("g")) == 1


def test_a_search_without_accents_finds_what_release_0_1_0_kept(tmp_path: Path) -> None:
    with contextlib.closing(Database(tmp_path / "scorepad.db")) as old:
        release = Migrations("scorepad")
        release()(m006_hashed_rest)
        release.apply(old)
    columns = (
        "version, head, title, rulebook, players, state, leader, hands, date, updated, searched, id, place, line_hash"
    )
    kept = ("Friday", "Murder", '["Zoë", "Łucja"]', "running", "Zoë", 0, "2026-11-20", "2026-11-20")
    for place, game, hashed in ((1, "old", row_hash), (2, "spoilt", lambda *_values: "")):
        row = (*kept, "friday\nzoë\nłucja", game, place, hashed(game, *kept, place, "friday\nzoë\nłucja"))
        values = ", ".join(f"'{value}'" for value in row)
        tamper(tmp_path, f"INSERT INTO games ({columns}) VALUES (0, '', {values})")
    with contextlib.closing(open_store(tmp_path)) as store:
        assert [game.game_id for game in store.games("running", search="zoe lucja")] == ["old"]
        assert [store.is_list_row_intact(game) for game in ("old", "spoilt")] == [True, False]


def test_programs_that_open_a_new_store_at_once_all_get_it(tmp_path: Path) -> None:
    for attempt in range(10):
        together = threading.Barrier(4)
        opened: list[Store] = []

        def start(together: threading.Barrier, opened: list[Store], folder: Path) -> None:
            together.wait()
            opened.append(open_store(folder))

        threads = [
            threading.Thread(target=start, args=[together, opened, tmp_path / str(attempt)]) for _program in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(opened) == 4
        for store in opened:
            store.close()


def test_a_store_that_a_newer_scorepad_has_changed_is_left_alone(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    tamper(tmp_path, "INSERT INTO _sqlite_migrations VALUES (99, 'scorepad', 'm099_later', '2030-01-01')")
    with pytest.raises(StoreNewer, match="newer Scorepad"):
        open_store(tmp_path)
