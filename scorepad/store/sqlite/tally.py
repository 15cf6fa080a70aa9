"""What is counted for all workers of a host, in one small file."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from scorepad.store.groups import TallyUnavailable
from scorepad.store.sqlite.driver import sqlite3

BUSY = 1.0
"""Seconds that a count waits for those of other workers."""


class FileTally:
    """A `Tally` (scorepad.store.groups) in the file at `path`, opened for each: it happens seldom, and a copy of this
    process (fork) bears none open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note(self, what: str, who: str, at: float) -> None:
        with self._opened() as sqlite:
            sqlite.execute("INSERT INTO times VALUES (?, ?, ?)", [what, who, at])

    def latest(self, what: str, who: str, *, number: int, after: float, until: float) -> float | None:
        those = "what = ? AND who = ? AND at > ? AND at <= ?"
        query = f"SELECT at FROM times WHERE {those} ORDER BY at DESC LIMIT 1 OFFSET ?"
        with self._opened() as sqlite:
            row = sqlite.execute(query, [what, who, after, until, number - 1]).fetchone()
        return row and float(row[0])

    def size(self, what: str) -> int:
        with self._opened() as sqlite:
            return int(sqlite.execute("SELECT count(DISTINCT who) FROM times WHERE what = ?", [what]).fetchone()[0])

    def forget(self, what: str, *, before: float, after: float) -> None:
        with self._opened() as sqlite:
            sqlite.execute("DELETE FROM times WHERE what = ? AND (at <= ? OR at > ?)", [what, before, after])

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            with contextlib.closing(sqlite3.connect(self._path, timeout=BUSY, isolation_level=None)) as sqlite:
                sqlite.execute("PRAGMA synchronous = OFF")
                sqlite.execute("CREATE TABLE IF NOT EXISTS times (what TEXT, who TEXT, at REAL)")
                sqlite.execute("CREATE INDEX IF NOT EXISTS times_of ON times (what, who, at)")
                yield sqlite
        except sqlite3.OperationalError as error:  # another one has it, a full disk
            raise TallyUnavailable from error
        except sqlite3.DatabaseError as error:  # what a power cut has left of it: the next begins anew
            with contextlib.suppress(OSError):
                self._path.unlink()
            raise TallyUnavailable from error
