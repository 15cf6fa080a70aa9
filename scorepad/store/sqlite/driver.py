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
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.errors import (
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    disk_failed,
    too_many_open,
)
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
