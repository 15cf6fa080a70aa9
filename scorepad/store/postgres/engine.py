"""One group's games in the database of many: the same statements, each of which names the group."""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from scorepad.errors import GroupNotFound, StoreMoved, StoreNewer
from scorepad.store.postgres.database import READERS, WRITERS, Database, Rows, Statements
from scorepad.store.postgres.migrations import STEPS
from scorepad.store.sql.engine import Answer, Sql, keepable, rendered

# Where all groups lie on one page of an index, as few do, writes of different groups meet too and are tried again; with
# some thousand groups none of them does.
WRITE = "BEGIN ISOLATION LEVEL SERIALIZABLE"
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

_MARK, _MARKS = 8, 100
"""Letters of the mark that a write leaves in the row of its group, and how many marks are kept there."""


class DatabaseSql(Sql):
    """The statements of one transaction, as the database of many groups has them; `group` is the key that
    `:group` stands for. For a search every line of the group is looked at: there are some hundreds, and they lie
    together."""

    def __init__(self, statements: Statements, group: str) -> None:
        self._statements, self._group = statements, group

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement."""
        return self._statements.ask(*self._bound(statement, values))

    def put(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement before the next one that is asked, or as the transaction ends."""
        return self._statements.put(*self._bound(statement, values))

    def _bound(self, statement: str, values: Sequence[Any]) -> tuple[bytes, Sequence[Any]]:
        text, names_group = _numbered(statement)
        kept = keepable(statement, values)
        return text, ([self._group, *kept] if names_group else kept)

    def take_places(self, _number: int) -> int:
        """Only what writes takes any."""
        raise NotImplementedError


@functools.lru_cache(1000)
def _numbered(statement: str) -> tuple[bytes, bool]:
    """A statement with `$1`, `$2` … for its values, and whether the first of them is the group's key."""
    text = rendered(statement, "database")
    grouped = ":group" in text
    number = iter(range(2 if grouped else 1, text.count("?") + 2))
    return re.sub(r"\?", lambda _found: f"${next(number)}", text.replace(":group", "$1")).encode(), grouped


class WritingSql(DatabaseSql):
    """The statements of one that writes. They begin with the group's own row, which is held to the end, so that whoever
    writes in the same group waits at once; with a `mark` in it that tells whether they were done. StoreMoved,
    StoreNewer or GroupNotFound with the first that is asked, for the row comes with it; `where` is the database."""

    def __init__(self, statements: Statements, group: str, mark: str, where: str) -> None:
        super().__init__(statements, group)
        self._mark, self._where = mark, where
        self._turn: Rows | None = self.put(_TURN, [mark])
        self._recent, self._place = "", 0

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement."""
        try:
            rows = super().execute(statement, values)
        except psycopg.ProgrammingError:  # of a table as a newer program has it
            self.take_turn()
            raise
        self.take_turn()
        return rows

    def was_done(self) -> bool:
        """Whether statements with this mark were done before."""
        self.take_turn()
        return self._mark in self._recent[_MARK:]

    def take_places(self, number: int) -> int:
        """Take so many; nobody else takes any meanwhile."""
        self.take_turn()
        self._place += number
        self.put("UPDATE groups SET place = ? WHERE group_key = :group", [self._place])
        return self._place

    def take_turn(self) -> None:
        """Learn what came with the group's row, where that was not learnt yet."""
        turn, self._turn = self._turn, None
        if turn is None:
            return
        self._statements.send()
        row = turn.fetchone()
        if row is None:
            raise GroupNotFound(self._group)
        self._recent, self._place, moved, steps = row
        if steps != len(STEPS):
            raise StoreNewer(self._where)
        if moved:
            raise StoreMoved(f"{self._where}, {self._group}", moved)


class GroupEngine:
    """What keeps the games of the group of this key (scorepad.store.sql.engine.Engine)."""

    def __init__(self, database: Database, group: str) -> None:
        self.database, self.group = database, group

    def read(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Do what only reads, by one statement, which sees what stands at one instant."""
        with self.database.turn(self.group, READERS, self.database.wait_to_read):
            return self.database.ask(lambda statements: work(DatabaseSql(statements, self.group)))

    def apart(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Do what only reads, by several statements; they see what stands at one instant."""
        seconds = self.database.wait_to_read
        with self.database.turn(self.group, READERS, seconds):
            return self.database.transact(SNAPSHOT, lambda one: work(DatabaseSql(one, self.group)), seconds=seconds)

    def write(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Do what reads and writes as if nobody else were there, once: where the connection was lost between COMMIT and
        its answer, the mark in the group's row tells whether it was done."""
        mark = secrets.token_hex(_MARK // 2)
        answers: list[Answer] = []

        def once(statements: Statements) -> Answer:
            sql = WritingSql(statements, self.group, mark, self.database.where)
            if answers and sql.was_done():
                return answers[-1]
            answers.append(work(sql))
            sql.take_turn()
            return answers[-1]

        with self.database.turn(self.group, WRITERS, self.database.wait):
            return self.database.transact(WRITE, once, seconds=self.database.wait)

    def changes(self) -> int:
        """How often the group was written to."""
        query = "SELECT changes FROM groups WHERE group_key = :group"
        row = self.read(lambda sql: sql.execute(query).fetchone())
        if row is None:
            raise GroupNotFound(self.group)
        return int(row[0])

    def close(self) -> None:
        """Whoever has opened the database closes it."""


_TURN = f"""UPDATE groups SET changes = changes + 1, recent = substr(? || recent, 1, {_MARK * _MARKS})
            FROM (SELECT count(*) AS taken FROM steps) AS steps
            WHERE group_key = :group RETURNING recent, place, moved, taken"""
