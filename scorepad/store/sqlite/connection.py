"""The connections to one SQLite file: one for writing and one for reading.

They are separate so that pages are still shown while another program blocks writes. All errors are Scorepad errors.
"""

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
    NoStore,
    StoreBusy,
    StoreDamaged,
    StoreForeign,
    StoreUnavailable,
    file_read_only,
)
from scorepad.store.sql.engine import Answer
from scorepad.store.sqlite.driver import FileSql, sqlite3, translate_errors
from scorepad.store.sqlite.files import has_content, has_tables, place_of_older, refuse_emptied
from scorepad.store.sqlite.migrations import apply_migrations, is_behind, is_foreign, refuse_newer
from scorepad.words import _

WAIT = 8.0
"""Seconds that a write waits, for other threads and other programs together."""

WAIT_TO_READ = 3.0
"""Seconds that a read waits. Only an exclusive lock of another program can delay a read. Without WAL mode, a write that
waits for a long read delays it too."""

PAUSE = 0.01
"""Maximum pause in seconds between two attempts to get a lock. SQLite's own pauses grow to 0.1 seconds. If another
program writes hand after hand, such rare attempts can fail for seconds. So `_retry_locked` waits for every lock."""

SOUND_WAL = (3, 51, 3)
"""The first SQLite version whose WAL mode is safe. Earlier versions can corrupt a file if two connections reset the log
simultaneously (https://sqlite.org/wal.html#walresetbug). TRUNCATE is as safe after a power cut, and fast enough."""


class SharedConnection:
    """An open connection, for one thread at a time."""

    def __init__(self, path: Path) -> None:
        address = f"{path.absolute().as_uri()}?mode=rw"  # does not create a missing file
        self.sqlite = sqlite3.connect(address, uri=True, timeout=PAUSE, isolation_level=None, check_same_thread=False)
        # A damaged byte must not hide the rest. The hash chain detects it.
        self.sqlite.text_factory = functools.partial(str, encoding="utf-8", errors="replace")
        self._lock = threading.RLock()

    @contextlib.contextmanager
    def held(self, seconds: float) -> Iterator[sqlite3.Connection]:
        """Lock the connection; raise StoreBusy if other threads hold it for more than `seconds`."""
        if not self._lock.acquire(timeout=max(seconds, 0)):
            raise StoreBusy()
        try:
            yield self.sqlite
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close the connection once no thread uses it."""
        with self._lock:
            self.sqlite.close()


class Connection:
    """The engine (scorepad.store.sql.engine.Engine) for an SQLite file.

    Use `read`, `apart`, `write` and `writing()`. Nothing else may use its connections.

    Raise StoreUnavailable if SQLite or the system refuses something. Raise StoreBusy after WAIT or WAIT_TO_READ
    seconds.
    """

    def __init__(self, path: Path, *, made: bool) -> None:
        self.path = path
        self.wait, self.wait_to_read = WAIT, WAIT_TO_READ
        with self._translate_errors():
            if not has_content(path):
                refuse_emptied(path)
                if not made:
                    raise NoStore(str(path))
                # For the owner only; an existing folder or file keeps its permissions.
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with contextlib.suppress(FileExistsError):
                    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            self._writer = SharedConnection(path)
            try:
                self._prepare(self._writer.sqlite, made)
                self._reader = SharedConnection(path)
            except BaseException:
                self._writer.close()
                raise
            self._opened = _file_identity(path.stat())

    def _prepare(self, sqlite: sqlite3.Connection, made: bool) -> None:
        deadline = time.monotonic() + self.wait
        if not _retry_locked(lambda: has_tables(sqlite), deadline):
            refuse_emptied(self.path)
            if not made:
                raise NoStore(str(self.path))
        if _retry_locked(lambda: is_foreign(sqlite), deadline):
            raise StoreForeign(str(self.path)) if made else NoStore(str(self.path))
        _retry_locked(lambda: sqlite.execute(f"PRAGMA journal_mode = {journal()}").fetchall(), deadline)
        # FULL: confirmed writes survive a power cut. With NORMAL, the last hands could be lost.
        sqlite.execute("PRAGMA synchronous = FULL")
        sqlite.execute("PRAGMA foreign_keys = ON")
        if _retry_locked(lambda: is_behind(sqlite, str(self.path)), deadline):
            self._keep_older(sqlite, deadline)
        _retry_locked(lambda: apply_migrations(sqlite, str(self.path)), deadline)
        self._build = _retry_locked(lambda: _schema_version(sqlite), deadline)

    def _keep_older(self, sqlite: sqlite3.Connection, deadline: float) -> None:
        """Back up the file before a migration, unless it is itself an unfinished copy."""
        if self.path.name.startswith("."):
            return
        backup = place_of_older(self.path, date.today())
        unfinished = backup.with_name(f".{backup.name}.{secrets.token_hex(4)}")
        backup.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            _copy(sqlite, unfinished, deadline)
            os.replace(unfinished, backup)
        finally:
            unfinished.unlink(missing_ok=True)

    def read(self, work: Callable[[FileSql], Answer]) -> Answer:
        """Run `work`, which only reads, on a consistent snapshot."""
        deadline = time.monotonic() + self.wait_to_read
        with self._translate_errors(), self._reader.held(self.wait_to_read) as sqlite:
            self._look()
            with _shared_lock(sqlite, deadline), self._no_lost_game(sqlite):
                return work(FileSql(sqlite))

    def apart(self, work: Callable[[FileSql], Answer]) -> Answer:
        """Run `work`, which reads for a long time, on a separate connection.

        Other reads continue in the meantime.
        """
        deadline = time.monotonic() + self.wait_to_read
        with (
            self._translate_errors(),
            self._separate_connection() as connection,
            _shared_lock(connection.sqlite, deadline),
        ):
            return work(FileSql(connection.sqlite))

    def write(self, work: Callable[[FileSql], Answer]) -> Answer:
        """Run `work`, which reads and writes, in isolation."""
        with self.writing() as sqlite, self._no_lost_game(sqlite):
            return work(FileSql(sqlite))

    @contextlib.contextmanager
    def _no_lost_game(self, sqlite: sqlite3.Connection) -> Iterator[None]:
        """Raise StoreDamaged for a game that exists but is missing from a damaged index."""
        try:
            yield
        except GameNotFound as error:
            query = "SELECT 1 FROM games NOT INDEXED WHERE id = ?"
            if FileSql(sqlite).execute(query, [error.game_id]).fetchone():
                raise StoreDamaged(str(self.path)) from error
            raise

    def changes(self) -> int:
        """Return a number that differs if any program has written since the last call.

        It comes from the reading connection, so our own writes count too.
        """
        return self.read(lambda sql: int(sql.execute("PRAGMA data_version").fetchone()[0]))

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run a transaction: afterwards, all of it is on disk, or nothing.

        IMMEDIATE prevents other writes between its first read and its first write. If two deferred transactions read
        and then write, one fails with "locked" immediately, without waiting for the timeout.
        """
        deadline = time.monotonic() + self.wait
        with self._translate_errors(), self._writer.held(self.wait) as sqlite:
            self._look()
            _retry_locked(lambda: sqlite.execute("BEGIN IMMEDIATE"), deadline)
            try:
                self._check_writable(sqlite)
                yield sqlite
                _retry_locked(lambda: sqlite.execute("COMMIT"), deadline)  # waits for readers
            except BaseException:
                if sqlite.in_transaction:
                    sqlite.execute("ROLLBACK")
                raise

    def _check_writable(self, sqlite: sqlite3.Connection) -> None:
        """Refuse to write to a file that was removed, or that a newer Scorepad has migrated."""
        self._look()  # again: the file may have been removed during the wait
        if not self.path.exists():
            raise file_read_only(str(self.path))
        build = _schema_version(sqlite)
        if build != self._build:  # migrated, or restored from a backup
            refuse_newer(sqlite, str(self.path))
            self._build = build

    def copy_to(self, path: Path) -> None:
        """Write a snapshot of the file to `path`, which must be new.

        Raise StoreDamaged if the file has no tables.
        """
        with self._translate_errors():
            deadline = time.monotonic() + self.wait
            # A separate connection: pages are shown and hands recorded in the meantime.
            with self._separate_connection() as source:
                # A copy without tables would look like the copy of a new file.
                if not _retry_locked(lambda: has_tables(source.sqlite), deadline):
                    refuse_emptied(self.path)
                    raise StoreDamaged(str(self.path))
                _copy(source.sqlite, path, deadline)

    def size(self) -> int:
        """Return the size of the file in bytes."""
        with self._translate_errors():
            self._look()
            return self.path.stat().st_size

    @contextlib.contextmanager
    def _separate_connection(self) -> Iterator[SharedConnection]:
        """Open another connection to the file, and close it afterwards."""
        self._look()
        with contextlib.closing(SharedConnection(self.path)) as connection:
            yield connection

    def _look(self) -> None:
        """Raise StoreUnavailable if the file was emptied, removed or replaced.

        If the folder is there and no backup holds games, a removed file can still be read through open connections.
        """
        try:
            status = os.stat(self.path)
        except FileNotFoundError as error:
            refuse_emptied(self.path)
            if not self.path.parent.exists():
                text = _("The folder with the games was moved or deleted: {path}. Put it back, or restart Scorepad.")
                raise StoreUnavailable(text.format(path=self.path.parent)) from error
            return
        if not status.st_size:
            refuse_emptied(self.path)
        if _file_identity(status) != self._opened:
            text = _("Another file has replaced the open file with the games: {path}. Restart Scorepad.")
            raise StoreUnavailable(text.format(path=self.path))

    def close(self) -> None:
        self._reader.close()
        self._writer.close()

    @contextlib.contextmanager
    def _translate_errors(self) -> Iterator[None]:
        with translate_errors(self.path):
            try:
                yield
            except sqlite3.Error as error:
                if str(error).endswith(_LOST):
                    refuse_emptied(self.path)
                raise


def _copy(sqlite: sqlite3.Connection, path: Path, deadline: float) -> None:
    """Write the complete file to `path`, which must be new. Raise StoreBusy after the deadline."""

    def tried(status: int, _remaining: int, _total: int) -> None:
        if status not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DONE) and time.monotonic() > deadline:
            raise StoreBusy()

    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as copy:
        sqlite.backup(copy, sleep=PAUSE, progress=tried)


def _retry_locked(take: Callable[[], Answer], deadline: float) -> Answer:
    """Retry `take` until it gets its lock, or until the deadline (seconds of time.monotonic)."""
    while True:
        try:
            return take()
        except sqlite3.OperationalError as error:
            if "is locked" not in str(error) or time.monotonic() > deadline:
                raise
            with contextlib.suppress(OSError):  # a clock that is set back ends the pause
                time.sleep(random.uniform(0, PAUSE))  # random: two programs in step would block each other


@contextlib.contextmanager
def _shared_lock(sqlite: sqlite3.Connection, deadline: float) -> Iterator[None]:
    """Hold the shared lock for reading, so that no statement in this context has to wait for it."""
    sqlite.execute("BEGIN")
    try:
        _retry_locked(lambda: _schema_version(sqlite), deadline)
        yield
    finally:
        if sqlite.in_transaction:  # SQLite may have rolled back already
            sqlite.execute("ROLLBACK")


def _file_identity(there: os.stat_result) -> tuple[int, int]:
    """Return the identity of a file."""
    return there.st_dev, there.st_ino


def _schema_version(sqlite: sqlite3.Connection) -> int:
    """Return a number that changes whenever tables are created or changed."""
    return int(sqlite.execute("PRAGMA schema_version").fetchone()[0])


_LOST = ("no such table: games", "no such table: events")


def journal() -> str:
    """Return the journal mode that this SQLite version supports safely."""
    return "WAL" if sqlite3.sqlite_version_info >= SOUND_WAL else "TRUNCATE"
