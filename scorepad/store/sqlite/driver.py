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
from typing import TYPE_CHECKING, Any

from scorepad.errors import (
    StoreBusy,
    StoreDamaged,
    StoreUnavailable,
    disk_failed,
    file_read_only,
    store_full,
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
        return store_full()
    if "is locked" in message:
        return StoreBusy()
    if "malformed" in message or "not a database" in message:
        return StoreDamaged(str(path))
    failed = "disk I/O error" in message
    if failed or "readonly" in message or "unable to open" in message:
        translated = disk_failed(str(path), message) if failed else file_read_only(str(path))
        return _refused_beside(path) or translated
    return StoreUnavailable(_("The file with the games cannot be used: {said}").format(said=message))


def translate_system_error(error: OSError, path: Path) -> StoreUnavailable:
    """Return the Scorepad error for a system error that concerns the games in `path`."""
    if error.errno in _FULL:
        return store_full()
    if error.errno in _TOO_MANY:
        return too_many_open()
    if error.errno == errno.EIO:
        return disk_failed(str(path), error.strerror or "")
    return file_read_only(str(error.filename or path))


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


class FileSql(Sql):
    """The statements of one transaction in the single-group file."""

    def __init__(self, sqlite: sqlite3.Connection) -> None:
        self.sqlite = sqlite

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self.sqlite.execute(render_statement(statement, "file"), storable_values(statement, values))

    def reserve_event_numbers(self, number: int) -> int:
        """Return the last of the next event numbers; inserting an event reserves its number."""
        return int(self.execute("SELECT coalesce(max(number), 0) + ? FROM events", [number]).fetchone()[0])
