"""One SQLite file, a connection that writes and one that reads; every failure in our own words.

Apart, so that a page is still shown while another program keeps us from writing.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from scorepad.errors import (
    GameNotFound,
    NothingKept,
    StoreBusy,
    StoreDamaged,
    StoreForeign,
    StoreReadOnly,
    StoreReplaced,
)
from scorepad.store.sql.engine import Answer
from scorepad.store.sqlite.driver import FileSql, own_words, sqlite3
from scorepad.store.sqlite.files import has_tables, is_begun, place_of_older, refuse_emptied
from scorepad.store.sqlite.migrations import bring_up, is_behind, is_foreign, refuse_newer

WAIT = 8.0
"""Seconds that a write waits: for the writes of other threads and for other programs, together."""

WAIT_TO_READ = 3.0
"""Seconds that reading waits. Only a program that locks everybody out can hold it up: a write that waits for a long
read does so too, before WAL."""

PAUSE = 0.01
"""Longest pause between two tries to get a lock, in seconds. SQLite's own grow to 0.1, and beside another program that
writes hand after hand, who asks so seldom would be passed by for seconds: every lock is waited for `_patiently`."""

SOUND_WAL = (3, 51, 3)
"""SQLite before this can corrupt a file in WAL mode: two connections resetting the log at one instant
(https://sqlite.org/wal.html#walresetbug). TRUNCATE, with the same promise after a power cut, is fast enough."""


class SharedConnection:
    """An open connection, for one thread at a time."""

    def __init__(self, path: Path) -> None:
        address = f"{path.absolute().as_uri()}?mode=rw"  # a file that is gone is not made anew
        self.sqlite = sqlite3.connect(address, uri=True, timeout=PAUSE, isolation_level=None, check_same_thread=False)
        # A byte that the disk has spoilt must not hide the rest; the chain of hashes notices it.
        self.sqlite.text_factory = functools.partial(str, encoding="utf-8", errors="replace")
        self._lock = threading.RLock()

    @contextlib.contextmanager
    def held(self, seconds: float) -> Iterator[sqlite3.Connection]:
        """The connection; StoreBusy when other threads have it for longer than that."""
        if not self._lock.acquire(timeout=max(seconds, 0)):
            raise StoreBusy()
        try:
            yield self.sqlite
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close it, after what is under way."""
        with self._lock:
            self.sqlite.close()


class Connection:
    """The open file, an engine (scorepad.store.sql.engine.Engine). Use `read`, `apart`, `write` and `writing()`;
    nothing else touches its connections.

    StoreUnavailable is raised wherever SQLite or the system refuses something; StoreBusy after WAIT or WAIT_TO_READ
    seconds.
    """

    def __init__(self, path: Path, *, made: bool) -> None:
        self.path = path
        self.wait, self.wait_to_read = WAIT, WAIT_TO_READ
        with self._own_words():
            if not is_begun(path):
                refuse_emptied(path)
                if not made:
                    raise NothingKept(str(path))
                _make_private(path)
            self._writer = SharedConnection(path)
            try:
                self._prepare(self._writer.sqlite, made)
                self._reader = SharedConnection(path)
            except BaseException:
                self._writer.close()
                raise
            self._opened = _which(path.stat())

    def _prepare(self, sqlite: sqlite3.Connection, made: bool) -> None:
        deadline = time.monotonic() + self.wait
        if not _patiently(lambda: has_tables(sqlite), deadline):
            refuse_emptied(self.path)
            if not made:
                raise NothingKept(str(self.path))
        if _patiently(lambda: is_foreign(sqlite), deadline):
            raise StoreForeign(str(self.path)) if made else NothingKept(str(self.path))
        _patiently(lambda: sqlite.execute(f"PRAGMA journal_mode = {journal()}").fetchall(), deadline)
        # FULL: what was answered survives a power cut. With NORMAL the last hands would be gone.
        sqlite.execute("PRAGMA synchronous = FULL")
        sqlite.execute("PRAGMA foreign_keys = ON")
        if _patiently(lambda: is_behind(sqlite, str(self.path)), deadline):
            self._keep_older(sqlite, deadline)
        _patiently(lambda: bring_up(sqlite, str(self.path)), deadline)
        self._build = _patiently(lambda: _build(sqlite), deadline)

    def _keep_older(self, sqlite: sqlite3.Connection, deadline: float) -> None:
        """Copy the file before it is brought up to date; not one that is a copy itself and not done yet."""
        if self.path.name.startswith("."):
            return
        kept = place_of_older(self.path, date.today())
        unfinished = kept.with_name(f".{kept.name}.{secrets.token_hex(4)}")
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            _copy(sqlite, unfinished, deadline)
            os.replace(unfinished, kept)
        finally:
            unfinished.unlink(missing_ok=True)

    def read(self, work: Callable[[FileSql], Answer]) -> Answer:
        """Do what only reads; it sees what stands at one instant."""
        deadline = time.monotonic() + self.wait_to_read
        with self._own_words(), self._reader.held(self.wait_to_read) as sqlite:
            self._look()
            with _shared(sqlite, deadline), self._no_lost_game(sqlite):
                return work(FileSql(sqlite))

    def apart(self, work: Callable[[FileSql], Answer]) -> Answer:
        """Do what only reads by a connection of its own, where that takes long: others read on."""
        deadline = time.monotonic() + self.wait_to_read
        with self._own_words(), self._one_more() as connection, _shared(connection.sqlite, deadline):
            return work(FileSql(connection.sqlite))

    def write(self, work: Callable[[FileSql], Answer]) -> Answer:
        """Do what reads and writes as if nobody else were there."""
        with self.writing() as sqlite, self._no_lost_game(sqlite):
            return work(FileSql(sqlite))

    @contextlib.contextmanager
    def _no_lost_game(self, sqlite: sqlite3.Connection) -> Iterator[None]:
        """Raise StoreDamaged for a game that only a damaged index does not find."""
        try:
            yield
        except GameNotFound as error:
            query = "SELECT 1 FROM games NOT INDEXED WHERE id = ?"
            if FileSql(sqlite).execute(query, [error.game_id]).fetchone():
                raise StoreDamaged(str(self.path)) from error
            raise

    def changes(self) -> int:
        """A number that is another one whenever anybody has written; what we write ourselves counts too, for it is
        asked by the connection that only reads."""
        return self.read(lambda sql: int(sql.execute("PRAGMA data_version").fetchone()[0]))

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is on the disk afterwards, or nothing.

        IMMEDIATE: what it reads first nobody else changes before it writes. A deferred one would fail
        with "locked", whatever the timeout, as soon as two read and then write.
        """
        deadline = time.monotonic() + self.wait
        with self._own_words(), self._writer.held(self.wait) as sqlite:
            self._look()
            _patiently(lambda: sqlite.execute("BEGIN IMMEDIATE"), deadline)
            try:
                self._still_ours(sqlite)
                yield sqlite
                _patiently(lambda: sqlite.execute("COMMIT"), deadline)  # which waits for those who read
            except BaseException:
                if sqlite.in_transaction:
                    sqlite.execute("ROLLBACK")
                raise

    def _still_ours(self, sqlite: sqlite3.Connection) -> None:
        """Refuse to write where nobody would find it, and what a newer Scorepad would not understand."""
        self._look()  # again: nobody has taken it away while we waited
        if not self.path.exists():
            raise StoreReadOnly(str(self.path))
        build = _build(sqlite)
        if build != self._build:  # brought up to date, or put back from a copy
            refuse_newer(sqlite, str(self.path))
            self._build = build

    def copy_to(self, path: Path) -> None:
        """Write the whole file, as it is at one instant, to `path`, which must be new. StoreDamaged without tables."""
        with self._own_words():
            deadline = time.monotonic() + self.wait
            # A connection of its own: pages are shown and hands recorded in the meantime.
            with self._one_more() as source:
                # A copy without them would pass for one of a new file.
                if not _patiently(lambda: has_tables(source.sqlite), deadline):
                    refuse_emptied(self.path)
                    raise StoreDamaged(str(self.path))
                _copy(source.sqlite, path, deadline)

    def size(self) -> int:
        """Bytes of the file."""
        with self._own_words():
            self._look()
            return self.path.stat().st_size

    @contextlib.contextmanager
    def _one_more(self) -> Iterator[SharedConnection]:
        """One more connection to the open file, closed afterwards."""
        self._look()
        with contextlib.closing(SharedConnection(self.path)) as connection:
            yield connection

    def _look(self) -> None:
        """Refuse what somebody has emptied, taken away (StoreEmptied) or replaced under us (StoreReplaced). What is
        open of a file that is gone can be read where no copy holds games: there is nothing else to go on with."""
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            refuse_emptied(self.path)
            return
        if not there.st_size:
            refuse_emptied(self.path)
        if _which(there) != self._opened:
            raise StoreReplaced(str(self.path))

    def close(self) -> None:
        self._reader.close()
        self._writer.close()

    @contextlib.contextmanager
    def _own_words(self) -> Iterator[None]:
        with own_words(self.path):
            try:
                yield
            except sqlite3.Error as error:
                if str(error).endswith(_LOST):
                    refuse_emptied(self.path)
                raise


def _copy(sqlite: sqlite3.Connection, path: Path, deadline: float) -> None:
    """Write the whole file to `path`, which must be new."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as copy:
        sqlite.backup(copy, sleep=PAUSE, progress=_until(deadline))


def _patiently(take: Callable[[], Answer], deadline: float) -> Answer:
    """Do what takes a lock, again and again until the deadline (in seconds of time.monotonic)."""
    while True:
        try:
            return take()
        except sqlite3.OperationalError as error:
            if "is locked" not in str(error) or time.monotonic() > deadline:
                raise
            with contextlib.suppress(OSError):  # a clock that is set back meanwhile ends the pause
                time.sleep(random.uniform(0, PAUSE))  # in step with another program's tries, neither would pass


@contextlib.contextmanager
def _shared(sqlite: sqlite3.Connection, deadline: float) -> Iterator[None]:
    """Hold the lock of those who read: once it is ours, no statement has to wait for one."""
    sqlite.execute("BEGIN")
    try:
        _patiently(lambda: _build(sqlite), deadline)
        yield
    finally:
        if sqlite.in_transaction:  # not where SQLite itself has given up
            sqlite.execute("ROLLBACK")


def _until(deadline: float) -> Callable[[int, int, int], None]:
    """What is told how far a copy has come, and puts an end to waiting for others: StoreBusy."""

    def tried(status: int, _remaining: int, _total: int) -> None:
        if status not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DONE) and time.monotonic() > deadline:
            raise StoreBusy()

    return tried


def _which(there: os.stat_result) -> tuple[int, int]:
    """What tells a file from every other."""
    return there.st_dev, there.st_ino


def _build(sqlite: sqlite3.Connection) -> int:
    """A number that is another one whenever tables were made or changed."""
    return int(sqlite.execute("PRAGMA schema_version").fetchone()[0])


_LOST = ("no such table: games", "no such table: events")


def journal() -> str:
    """How a write is made whole again after a power cut, by what this SQLite can be trusted with."""
    return "WAL" if sqlite3.sqlite_version_info >= SOUND_WAL else "TRUNCATE"


def _make_private(path: Path) -> None:
    """Make the file and its folder readable by their owner only; what is there already keeps its rights."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
