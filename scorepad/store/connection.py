"""One SQLite file, one connection a process, one thread at a time; every failure in our own words."""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3, or else the standard library's

from scorepad.errors import StoreBusy, StoreDamaged, StoreFull, StoreReadOnly, StoreUnavailable
from scorepad.store.migrations import bring_up
from scorepad.words import _

WAIT = 10.0
"""Seconds to wait for another program's write."""

SOUND_WAL = (3, 51, 3)
"""SQLite before this can corrupt a file in WAL mode: two connections resetting the log at one instant
(https://sqlite.org/wal.html#walresetbug). TRUNCATE, with the same promise after a power cut, is fast enough."""


class Connection:
    """The open file. Use `reading()` and `writing()`; nothing else touches the connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        with self._own_words():
            _make_private(path)
            self._sqlite = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self._sqlite.close()
                raise

    def _prepare(self) -> None:
        # A byte that the disk has spoilt must not hide the rest; the chain of hashes notices it.
        self._sqlite.text_factory = functools.partial(str, encoding="utf-8", errors="replace")
        self._set_journal("WAL" if sqlite3.sqlite_version_info >= SOUND_WAL else "TRUNCATE")
        # FULL: what was answered survives a power cut. With NORMAL the last hands would be gone.
        self._sqlite.execute("PRAGMA synchronous = FULL")
        self._sqlite.execute("PRAGMA foreign_keys = ON")
        bring_up(Database(self._sqlite, execute_plugins=False), str(self.path))

    def _set_journal(self, mode: str) -> None:
        """Choose the journal; SQLite itself does not wait here for another program that is just doing the same."""
        deadline = time.monotonic() + WAIT
        while True:
            try:
                self._sqlite.execute(f"PRAGMA journal_mode = {mode}").fetchall()
                return
            except sqlite3.OperationalError as error:
                if "is locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one statement that reads."""
        with self._lock, self._own_words():
            yield self._sqlite

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is on the disk afterwards, or nothing.

        IMMEDIATE: what it reads first nobody else changes before it writes. A deferred one would fail
        with "locked", whatever the timeout, as soon as two read and then write.
        """
        with self._lock, self._own_words():
            self._sqlite.execute("BEGIN IMMEDIATE")
            try:
                yield self._sqlite
                self._sqlite.execute("COMMIT")
            except BaseException:
                if self._sqlite.in_transaction:
                    self._sqlite.execute("ROLLBACK")
                raise

    def copy_to(self, path: Path) -> None:
        """Write the whole file, as it is at one instant, to `path`, which must be new."""
        with self._lock, self._own_words():
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as copy:
                self._sqlite.backup(copy)

    def close(self) -> None:
        with self._lock:
            self._sqlite.close()

    @contextlib.contextmanager
    def _own_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._failure(error) from error
        except OSError as error:
            raise StoreReadOnly(str(error.filename or self.path)) from error

    def _failure(self, error: sqlite3.Error) -> StoreUnavailable:
        said = str(error)
        if "is full" in said:
            return StoreFull()
        if "is locked" in said:
            return StoreBusy()
        if "readonly" in said or "unable to open" in said:
            return StoreReadOnly(str(self.path))
        if "malformed" in said or "not a database" in said:
            return StoreDamaged(str(self.path))
        return StoreUnavailable(_("The games' file cannot be used: {said}").format(said=said))


def _make_private(path: Path) -> None:
    """Make the file and its folder readable by their owner only; what is there already keeps its rights."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
