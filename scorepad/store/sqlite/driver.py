"""The SQLite driver, and the translation of its errors and system errors into Scorepad errors.

The driver is pysqlite3 if it is installed, as sqlite-utils prefers it, otherwise the standard library's sqlite3. It is
not imported through sqlite-utils, which takes a sixth of the startup time and is needed only for migrations.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from scorepad.errors import (
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    disk_failed,
    too_many_open,
)
from scorepad.store.sql.engine import Sql, render_statement, storable_values
from scorepad.words import _

__all__ = ["sqlite3", "translate_error", "translate_errors", "translate_system_error"]

if not TYPE_CHECKING:
    with contextlib.suppress(ImportError):
        sqlite3 = importlib.import_module("pysqlite3")

_FULL = (errno.ENOSPC, errno.EDQUOT)
_TOO_MANY = (errno.EMFILE, errno.ENFILE)

_TRIAL = 1 << 18
"""Bytes written to test for free space: more than the pages of an event and its journal."""


def translate_error(error: sqlite3.Error, path: Path) -> StoreUnavailable:
    """Return the Scorepad error for an SQLite error."""
    message = str(error)
    if "is full" in message:
        return StoreFull()
    if "is locked" in message:
        return StoreBusy()
    if "malformed" in message or "not a database" in message:
        return StoreDamaged(str(path))
    failed = "disk I/O error" in message
    if failed or "readonly" in message or "unable to open" in message:
        translated = disk_failed(str(path), message) if failed else StoreReadOnly(str(path))
        return _refused_beside(path) or translated
    return StoreUnavailable(_("The file with the games cannot be used: {said}").format(said=message))


def translate_system_error(error: OSError, path: Path) -> StoreUnavailable:
    """Return the Scorepad error for a system error that concerns the games in `path`."""
    if error.errno in _FULL:
        return StoreFull()
    if error.errno in _TOO_MANY:
        return too_many_open()
    if error.errno == errno.EIO:
        return disk_failed(str(path), error.strerror or "")
    return StoreReadOnly(str(error.filename or path))


@contextlib.contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translate SQLite and system errors in this context into Scorepad errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate_error(error, path) from error
    except UnicodeDecodeError as error:  # an SQLite message that contains a damaged name
        raise StoreDamaged(str(path)) from error
    except OSError as error:
        raise translate_system_error(error, path) from error


def _refused_beside(path: Path) -> StoreUnavailable | None:
    """Return why no file can be written next to the games' file; None if one can.

    SQLite does not report the system's reason: a read-only folder, a full disk or too many open files.
    """
    trial = path.with_name(f".{path.name}.trial")
    try:
        with open(os.open(trial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
            file.write(bytes(_TRIAL))
            file.flush()
            os.fsync(file.fileno())
        trial.unlink(missing_ok=True)
    except OSError as error:
        with contextlib.suppress(OSError):
            trial.unlink(missing_ok=True)
        return translate_system_error(
            OSError(error.errno, error.strerror), path
        )  # names the games' file, not the test file
    return None


FEW = 64
"""The number of games below which a search looks at each of them. The games with a more frequent word are quickly found
in the list itself."""

LONGEST = 40
"""Maximum characters of a stored word ending. A search for a longer word looks up only its beginning."""


class Runs(Protocol):
    """An object that executes SQL: a sqlite-utils Database or a plain connection."""

    def execute(self, sql: str, parameters: Any = ..., /) -> sqlite3.Cursor: ...


def index_words(db: Runs, game: int, before: str, now: str) -> None:
    """Update the search index of a game from the words `before` to the words `now`.

    Call this within a transaction.
    """
    old, new = set(before.split()), set(now.split())
    for word in new - old:
        if not _is_noted(db, word):
            for ending in endings(word):
                db.execute("INSERT OR IGNORE INTO endings VALUES (?, ?)", [ending, word])
        db.execute("INSERT OR IGNORE INTO words VALUES (?, ?)", [word, game])
    for word in old - new:
        db.execute("DELETE FROM words WHERE word = ? AND game = ?", [word, game])
        if not _is_noted(db, word):
            for ending in endings(word):
                db.execute("DELETE FROM endings WHERE ending = ? AND word = ?", [ending, word])


def _is_noted(db: Runs, word: str) -> bool:
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM words WHERE word = ?)", [word]).fetchone()[0])


def endings(word: str) -> set[str]:
    """Return all endings of a word: `ann`, `nn` and `n` for `ann`."""
    return {word[start : start + LONGEST] for start in range(len(word))}


class FileSql(Sql):
    """The statements of one transaction in the single-group file."""

    def __init__(self, sqlite: sqlite3.Connection) -> None:
        self.sqlite = sqlite

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self.sqlite.execute(render_statement(statement, "file"), storable_values(statement, values))

    def reserve_event_numbers(self, number: int) -> int:
        """Return the last of the next event numbers; inserting an event reserves its number."""
        return int(self.execute("SELECT coalesce(max(number), 0) + ? FROM events", [number]).fetchone()[0])

    def games_with(self, words: list[str]) -> list[int] | None:
        """Return the numbers of fewer than FEW games that include all games with all of these words.

        Return None if each of the words is in more games.
        """
        query = "SELECT game FROM endings JOIN words USING (word) WHERE ending >= ? AND ending < ? LIMIT ?"
        fewest: list[int] | None = None
        for word in words:
            start = word[:LONGEST]
            matches = self.execute(query, [start, start + "\U0010ffff", FEW]).fetchall()
            if len(matches) < FEW and (fewest is None or len(matches) < len(fewest)):
                fewest = [game for (game,) in matches]
        return fewest

    def index_words(self, game: int, before: str, now: str) -> None:
        index_words(self.sqlite, game, before, now)

    def rebuild_search_index(self) -> bool:
        """Rebuild the search index if it is wrong; return whether it was.

        Call this within a transaction.
        """
        lines = self.sqlite.execute("SELECT number, searched FROM games")
        words = {(word, number) for number, searched in lines for word in str(searched).split()}
        ends = {(ending, word) for word in {word for word, _number in words} for ending in endings(word)}
        if words == set(self.sqlite.execute("SELECT word, game FROM words")) and ends == set(
            self.sqlite.execute("SELECT ending, word FROM endings")
        ):
            return False
        for table, rows in (("words", words), ("endings", ends)):
            self.sqlite.execute(f"DELETE FROM {table}")
            self.sqlite.executemany(f"INSERT INTO {table} VALUES (?, ?)", sorted(rows))
        return True
