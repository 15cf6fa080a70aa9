"""What is counted for all workers of a host on all its machines."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from scorepad.errors import StoreUnavailable
from scorepad.store.groups import TallyUnavailable
from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import GroupEngine


class DatabaseTally:
    """A `Tally` (scorepad.store.groups) in the database that `opened` gives."""

    def __init__(self, opened: Callable[[], Database]) -> None:
        self._opened = opened

    def note(self, what: str, who: str, at: float) -> None:
        with self._engine() as engine:
            engine.read(lambda sql: sql.execute("INSERT INTO times (what, who, at) VALUES (?, ?, ?)", [what, who, at]))

    def latest(self, what: str, who: str, *, number: int, after: float, until: float) -> float | None:
        those = "what = ? AND who = ? AND at > ? AND at <= ?"
        query = f"SELECT at FROM times WHERE {those} ORDER BY at DESC LIMIT 1 OFFSET ?"
        with self._engine() as engine:
            row = engine.read(lambda sql: sql.execute(query, [what, who, after, until, number - 1]).fetchone())
        return row and float(row[0])

    def size(self, what: str) -> int:
        query = "SELECT count(DISTINCT who) FROM times WHERE what = ?"
        with self._engine() as engine:
            return int(engine.read(lambda sql: sql.execute(query, [what]).fetchall()[0][0]))

    def forget(self, what: str, *, before: float, after: float) -> None:
        query = "DELETE FROM times WHERE what = ? AND (at <= ? OR at > ?)"
        with self._engine() as engine:
            engine.read(lambda sql: sql.execute(query, [what, before, after]))

    @contextlib.contextmanager
    def _engine(self) -> Iterator[GroupEngine]:
        try:
            yield GroupEngine(self._opened(), "")
        except StoreUnavailable as error:
            raise TallyUnavailable from error
