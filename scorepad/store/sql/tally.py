"""What is counted for all workers of a host."""

from __future__ import annotations

from collections.abc import Callable

from scorepad.store.sql.engine import Answer, Sql


class TallyUnavailable(Exception):
    """Nothing can be counted just now."""


class Tally:
    """How often somebody has done something of late, counted for all workers of a host. It may be lost: nobody's game
    is in it. Who somebody is stands in it as the caller writes it, which is not readable. TallyUnavailable."""

    def _run(self, work: Callable[[Sql], Answer]) -> Answer:
        """Do what asks or writes by one statement."""
        raise NotImplementedError

    def note(self, what: str, who: str, at: float) -> None:
        """Somebody has done it, at this second of time.time."""
        self._run(lambda sql: sql.execute("INSERT INTO times (what, who, at) VALUES (?, ?, ?)", [what, who, at]))

    def latest(self, what: str, who: str, *, number: int, after: float, until: float) -> float | None:
        """When somebody did it for the `number`-th last time between these seconds; None where they have not so
        often."""
        query = """SELECT at FROM times WHERE what = ? AND who = ? AND at > ? AND at <= ?
                   ORDER BY at DESC LIMIT 1 OFFSET ?"""
        row = self._run(lambda sql: sql.execute(query, [what, who, after, until, number - 1]).fetchone())
        return row and float(row[0])

    def size(self, what: str) -> int:
        """By how many it is known to have been done."""
        query = "SELECT count(DISTINCT who) FROM times WHERE what = ?"
        return int(self._run(lambda sql: sql.execute(query, [what]).fetchone()[0]))

    def forget(self, what: str, *, before: float, after: float) -> None:
        """Forget what was done before this second, or after one that is not yet."""
        query = "DELETE FROM times WHERE what = ? AND (at <= ? OR at > ?)"
        self._run(lambda sql: sql.execute(query, [what, before, after]))
