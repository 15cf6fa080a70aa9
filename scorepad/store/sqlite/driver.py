"""SQLite itself: pysqlite3 where it is installed, as sqlite-utils prefers it, else the standard library's; and what it
and the system refuse, in our own words.

Asked for here, and not through sqlite-utils, which takes a sixth of the start and is needed for a new file only.
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
from scorepad.store.sql.engine import Sql, keepable, rendered
from scorepad.words import _

__all__ = ["failure", "own_words", "refusal", "sqlite3"]

if not TYPE_CHECKING:
    with contextlib.suppress(ImportError):
        sqlite3 = importlib.import_module("pysqlite3")

_FULL = (errno.ENOSPC, errno.EDQUOT)
_TOO_MANY = (errno.EMFILE, errno.ENFILE)

_TRIAL = 1 << 18
"""Bytes written to see whether there is room: more than the pages of an event and its journal."""


def failure(error: sqlite3.Error, path: Path) -> StoreUnavailable:
    """What SQLite complains of, in our own words."""
    said = str(error)
    if "is full" in said:
        return StoreFull()
    if "is locked" in said:
        return StoreBusy()
    if "malformed" in said or "not a database" in said:
        return StoreDamaged(str(path))
    failed = "disk I/O error" in said
    if failed or "readonly" in said or "unable to open" in said:
        complaint = disk_failed(str(path), said) if failed else StoreReadOnly(str(path))
        return _refused_beside(path) or complaint
    return StoreUnavailable(_("The games' file cannot be used: {said}").format(said=said))


def refusal(error: OSError, path: Path) -> StoreUnavailable:
    """What the system refuses while the games in `path` are used, in our own words."""
    if error.errno in _FULL:
        return StoreFull()
    if error.errno in _TOO_MANY:
        return too_many_open()
    if error.errno == errno.EIO:
        return disk_failed(str(path), error.strerror or "")
    return StoreReadOnly(str(error.filename or path))


@contextlib.contextmanager
def own_words(path: Path) -> Iterator[None]:
    """A while in which what SQLite and the system refuse is told in our own words."""
    try:
        yield
    except sqlite3.Error as error:
        raise failure(error, path) from error
    except UnicodeDecodeError as error:  # a complaint of SQLite's with a name in it that is no text any more
        raise StoreDamaged(str(path)) from error
    except OSError as error:
        raise refusal(error, path) from error


def _refused_beside(path: Path) -> StoreUnavailable | None:
    """Why nothing can be written beside the file, for SQLite keeps to itself what the system told it: a folder that may
    only be read any more, no room left or no file to open. None when all goes well."""
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
        return refusal(OSError(error.errno, error.strerror), path)  # about the games, not about the trial
    return None


FEW = 64
"""Games looked at one by one; words that more of them hold are soon met in the list itself."""

LONGEST = 40
"""Letters kept of an ending: of a longer word sought, the first so many are looked up."""


class Runs(Protocol):
    """What is asked of a database: sqlite-utils' Database and a bare connection both have it."""

    def execute(self, sql: str, parameters: Any = ..., /) -> sqlite3.Cursor: ...


def note_words(db: Runs, game: int, before: str, now: str) -> None:
    """Note what the line of a game holds `now` and no more what it held `before`; inside a transaction."""
    was, is_ = set(before.split()), set(now.split())
    for word in is_ - was:
        if not _is_noted(db, word):
            for ending in endings(word):
                db.execute("INSERT OR IGNORE INTO endings VALUES (?, ?)", [ending, word])
        db.execute("INSERT OR IGNORE INTO words VALUES (?, ?)", [word, game])
    for word in was - is_:
        db.execute("DELETE FROM words WHERE word = ? AND game = ?", [word, game])
        if not _is_noted(db, word):
            for ending in endings(word):
                db.execute("DELETE FROM endings WHERE ending = ? AND word = ?", [ending, word])


def _is_noted(db: Runs, word: str) -> bool:
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM words WHERE word = ?)", [word]).fetchone()[0])


def endings(word: str) -> set[str]:
    """`ann`, `nn` and `n` of `ann`."""
    return {word[start : start + LONGEST] for start in range(len(word))}


class FileSql(Sql):
    """The statements of one transaction, as the file of one group has them."""

    def __init__(self, sqlite: sqlite3.Connection) -> None:
        self.sqlite = sqlite

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self.sqlite.execute(rendered(statement, "file"), keepable(statement, values))

    def take_places(self, number: int) -> int:
        """The last of the next numbers, which an event takes as it is kept."""
        return int(self.execute("SELECT coalesce(max(number), 0) + ? FROM events", [number]).fetchone()[0])

    def games_with(self, words: list[str]) -> list[int] | None:
        """Numbers of the games, fewer than FEW, that may hold all of these words, and all that do; None where each of
        the words is in more of them."""
        query = "SELECT game FROM endings JOIN words USING (word) WHERE ending >= ? AND ending < ? LIMIT ?"
        fewest: list[int] | None = None
        for word in words:
            start = word[:LONGEST]
            found = self.execute(query, [start, start + "\U0010ffff", FEW]).fetchall()
            if len(found) < FEW and (fewest is None or len(found) < len(fewest)):
                fewest = [game for (game,) in found]
        return fewest

    def note_words(self, game: int, before: str, now: str) -> None:
        note_words(self.sqlite, game, before, now)

    def mend_words(self) -> bool:
        """Note the words of all lines anew where they are not noted as they should be; whether they were not. Inside a
        transaction."""
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
