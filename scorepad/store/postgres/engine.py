"""The engine for one group in the multi-group database; each statement names the group."""

import functools
import re
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from scorepad.errors import GroupNotFound, StoreMoved, StoreNewer
from scorepad.store.postgres.database import READERS, WRITERS, Database, Rows, Statements
from scorepad.store.postgres.migrations import STEPS
from scorepad.store.sql.engine import Answer, Sql, render_statement, storable_values

# A few groups fit on one page of an index. Then writes of different groups conflict too, and are retried. With some
# thousand groups there are no such conflicts.
WRITE = "BEGIN ISOLATION LEVEL SERIALIZABLE"
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

_MARK, _MARKS = 8, 100
"""Length of the mark that a write leaves in its group's row, and the maximum number of marks there."""


class DatabaseSql(Sql):
    """The statements of one transaction in the multi-group database.

    `group` is the key that replaces `:group`. A search scans every list row of the group: there are some hundreds,
    stored together.
    """

    def __init__(self, statements: Statements, group: str) -> None:
        self._statements, self._group = statements, group

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement."""
        return self._statements.ask(*self._bound(statement, values))

    def put(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement before the next executed one, or at the end of the transaction."""
        return self._statements.put(*self._bound(statement, values))

    def _bound(self, statement: str, values: Sequence[Any]) -> tuple[bytes, Sequence[Any]]:
        text, names_group = _numbered(statement)
        storable = storable_values(statement, values)
        return text, ([self._group, *storable] if names_group else storable)

    def reserve_event_numbers(self, _number: int) -> int:
        """Raise NotImplementedError: only a writing transaction reserves event numbers."""
        raise NotImplementedError


@functools.lru_cache(1000)
def _numbered(statement: str) -> tuple[bytes, bool]:
    """Return a statement with `$1`, `$2` … for its values, and whether `$1` is the group's key."""
    text = render_statement(statement, "database")
    grouped = ":group" in text
    number = iter(range(2 if grouped else 1, text.count("?") + 2))
    return re.sub(r"\?", lambda _match: f"${next(number)}", text.replace(":group", "$1")).encode(), grouped


class WritingSql(DatabaseSql):
    """The statements of a writing transaction.

    The first statement updates and locks the row of the group. Other writers of the group then wait from the start. The
    update adds `mark` to the row, so that a retry can detect an earlier commit.

    The result of the update arrives with the first executed statement. That statement raises StoreMoved, StoreNewer or
    GroupNotFound. `where` is the address of the database.
    """

    def __init__(self, statements: Statements, group: str, mark: str, where: str) -> None:
        super().__init__(statements, group)
        self._mark, self._where = mark, where
        self._turn: Rows | None = self.put(_TURN, [mark])
        self._recent, self._place = "", 0

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement."""
        try:
            rows = super().execute(statement, values)
        except psycopg.ProgrammingError:  # a newer program may have changed the table
            self.check_group_row()
            raise
        self.check_group_row()
        return rows

    def was_committed(self) -> bool:
        """Return whether a transaction with this mark was committed before."""
        self.check_group_row()
        return self._mark in self._recent[_MARK:]

    def reserve_event_numbers(self, number: int) -> int:
        """Reserve event numbers; the row lock excludes other writers."""
        self.check_group_row()
        self._place += number
        self.put("UPDATE groups SET place = ? WHERE group_key = :group", [self._place])
        return self._place

    def check_group_row(self) -> None:
        """Check the result of the update of the group's row, unless already done."""
        turn, self._turn = self._turn, None
        if turn is None:
            return
        self._statements.wait()
        row = turn.fetchone()
        if row is None:
            raise GroupNotFound(self._group)
        self._recent, self._place, moved, steps = row
        if steps != len(STEPS):
            raise StoreNewer(self._where)
        if moved:
            raise StoreMoved(f"{self._where}, {self._group}", moved)


class GroupEngine:
    """The engine (scorepad.store.sql.engine.Engine) of the group with this key."""

    def __init__(self, database: Database, group: str) -> None:
        self.database, self.group = database, group

    def read(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Run `work`, which only reads, with one statement, which sees a consistent snapshot."""
        with self.database.turn(self.group, READERS, self.database.wait_to_read):
            return self.database.ask(lambda statements: work(DatabaseSql(statements, self.group)))

    def apart(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Run `work`, which only reads, with several statements on one snapshot."""
        seconds = self.database.wait_to_read
        with self.database.turn(self.group, READERS, seconds):
            return self.database.transact(
                SNAPSHOT, lambda statements: work(DatabaseSql(statements, self.group)), seconds=seconds
            )

    def write(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Run `work`, which reads and writes, in isolation and exactly once.

        The connection may be lost between COMMIT and its response. Then the mark in the group's row shows the outcome.
        """
        mark = secrets.token_hex(_MARK // 2)
        answers: list[Answer] = []

        def once(statements: Statements) -> Answer:
            sql = WritingSql(statements, self.group, mark, self.database.where)
            if answers and sql.was_committed():
                return answers[-1]
            answers.append(work(sql))
            sql.check_group_row()
            return answers[-1]

        with self.database.turn(self.group, WRITERS, self.database.wait):
            return self.database.transact(WRITE, once, seconds=self.database.wait)

    def changes(self) -> int:
        """Return the number of writes to the group."""
        query = "SELECT changes FROM groups WHERE group_key = :group"
        row = self.read(lambda sql: sql.execute(query).fetchone())
        if row is None:
            raise GroupNotFound(self.group)
        return int(row[0])

    def close(self) -> None:
        """Do nothing: the owner of the database closes it."""


_TURN = f"""UPDATE groups SET changes = changes + 1, recent = substr(? || recent, 1, {_MARK * _MARKS})
            FROM (SELECT count(*) AS taken FROM steps) AS steps
            WHERE group_key = :group RETURNING recent, place, moved, taken"""
