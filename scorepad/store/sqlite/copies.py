"""The copies that lie beside a games file: which there are, which of them hold games, and what they say of the file.

A file that is gone or holds no tables is a new one only where no copy beside it holds games.
"""

from __future__ import annotations

import contextlib
import re
from datetime import date
from pathlib import Path

from scorepad.errors import StoreEmptied, StoreMoved
from scorepad.store.records import BackupFile
from scorepad.store.sqlite.driver import sqlite3

_NAME = re.compile(r"(day|month|replaced|older)-(\d{5,9})-([\d-]+)\.db", re.ASCII)


ENDINGS = ("", "-journal", "-wal", "-shm")
"""Of a database, and of what SQLite has beside it."""


def drop(file: Path) -> None:
    """Take a database away, and what SQLite has beside it, which would spoil the one that takes its place."""
    for ending in ENDINGS:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            Path(f"{file}{ending}").unlink()


def copies_folder(file: Path) -> Path:
    """Where the copies of a games file are kept."""
    return file.parent / ("backups" if file.name == "scorepad.db" else f"{file.stem}-backups")


def moved_note(file: Path) -> Path:
    """What is left in the place of a games file that went elsewhere: where."""
    return file.with_suffix(".moved")


def went_to(file: Path) -> str:
    """Where the games of this file went that were there; "" where none went elsewhere."""
    with contextlib.suppress(FileNotFoundError):
        return moved_note(file).read_text("utf-8", "replace").strip()
    return ""


def copies_in(folder: Path) -> list[BackupFile]:
    """The copies in a folder, latest first."""
    if not folder.is_dir():
        return []
    found = ((path, _NAME.fullmatch(path.name)) for path in folder.iterdir())
    copies = [BackupFile(name[1], int(name[2]), name[3], path) for path, name in found if name]
    return sorted(copies, key=lambda one: (one.path.stat().st_mtime_ns, one.number), reverse=True)


def place_of_older(file: Path, today: date) -> Path:
    """Where a games file is copied to before it is brought up to date."""
    number = 1 + max((one.number for one in copies_in(copies_folder(file)) if one.kind == "older"), default=0)
    return copies_folder(file) / f"older-{number:05}-{today.isoformat()}.db"


def is_begun(file: Path) -> bool:
    """Whether a games file is there and has a byte in it. SQLite takes one of 0 bytes for new, and throws away what
    it has beside it, so this is asked before it opens the file."""
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def has_tables(sqlite: sqlite3.Connection) -> bool:
    """Whether a database has the tables of the record, by which alone games are kept."""
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('games', 'events')"
    return bool(sqlite.execute(query).fetchone()[0] == 2)


def holds_games(path: Path) -> bool:
    """Whether a copy at rest holds a game, binned or not. One that cannot be read may hold some."""
    if not is_begun(path):
        return False
    # immutable: nobody writes in a copy, and SQLite lays nothing beside it
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as sqlite:
            return has_tables(sqlite) and sqlite.execute("SELECT 1 FROM games LIMIT 1").fetchone() is not None
    except sqlite3.DatabaseError as error:
        return "not a database" not in str(error)


def refuse_emptied(file: Path) -> None:
    """Raise StoreEmptied where copies of a games file, which is gone or without tables, hold games, and StoreMoved
    where it has gone elsewhere on purpose. It opens copies: ask only when the file looks like a new one."""
    if where := went_to(file):
        raise StoreMoved(str(file.parent), where)
    if any(holds_games(one.path) for one in copies_in(copies_folder(file))):
        raise StoreEmptied(str(file), str(copies_folder(file)))
