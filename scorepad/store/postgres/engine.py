"""One group's games in the database of many: the same statements, each of which names the group."""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from psycopg.raw_cursor import RawCursor

from scorepad.errors import GroupNotFound, StoreMoved, StoreNewer
from scorepad.store.postgres.database import Database, Link
from scorepad.store.postgres.migrations import STEPS
from scorepad.store.sql.engine import keepable, rendered

Answer = TypeVar("Answer")

# Where all groups lie on one page of an index, as few do, writes of different groups meet too and are tried again; with
# some thousand groups none of them does.
WRITE = "BEGIN ISOLATION LEVEL SERIALIZABLE"
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

_MARK, _MARKS = 8, 100
"""Letters of the mark that a write leaves in the row of its group, and how many marks are kept there."""


class DatabaseSql:
    """The statements of one transaction, as the database of many groups has them (scorepad.store.sql.engine.Sql);
    `group` is the key that `:group` stands for."""

    def __init__(self, link: Link, group: str) -> None:
        self._link, self._group = link, group

    def execute(self, statement: str, values: Sequence[Any] = ()) -> RawCursor[Any]:
        """Run a statement."""
        return RawCursor(self._link).execute(*self._bound(statement, values))

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement with each of these rows of values."""
        text, _values = self._bound(statement, ())
        RawCursor(self._link).executemany(text, [self._bound(statement, row)[1] for row in rows])

    def _bound(self, statement: str, values: Sequence[Any]) -> tuple[bytes, Sequence[Any]]:
        text, names_group = _numbered(statement)
        kept = keepable(statement, values)
        return text, ([self._group, *kept] if names_group else kept)

    def games_with(self, _words: list[str]) -> list[int] | None:
        """Every line of the group is looked at: there are some hundreds, and they lie together."""
        return None

    def note_words(self, _game: int, _before: str, _now: str) -> None:
        """Nothing is noted, as every line is looked at."""

    def mend_words(self) -> bool:
        """There is nothing to mend."""
        return False


@functools.lru_cache(1000)
def _numbered(statement: str) -> tuple[bytes, bool]:
    """A statement with `$1`, `$2` … for its values, and whether the first of them is the group's key."""
    text = rendered(statement, "database")
    grouped = ":group" in text
    number = iter(range(2 if grouped else 1, text.count("?") + 2))
    return re.sub(r"\?", lambda _found: f"${next(number)}", text.replace(":group", "$1")).encode(), grouped


class GroupEngine:
    """What keeps the games of the group of this key (scorepad.store.sql.engine.Engine)."""

    def __init__(self, database: Database, group: str) -> None:
        self.database, self.group = database, group

    def read(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Do what only reads, by one statement, which sees what stands at one instant."""
        return self.database.ask(lambda link: work(DatabaseSql(link, self.group)))

    def apart(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Do what only reads, by several statements; they see what stands at one instant."""
        seconds = self.database.wait_to_read
        return self.database.transact(SNAPSHOT, lambda link: work(DatabaseSql(link, self.group)), seconds=seconds)

    def write(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        """Do what reads and writes as if nobody else were there, once: where the connection was lost between COMMIT and
        its answer, the mark in the group's row tells whether it was done."""
        mark = secrets.token_hex(_MARK // 2)
        answers: list[Answer] = []

        def once(link: Link) -> Answer:
            sql = DatabaseSql(link, self.group)
            if self._take_turn(sql, mark) and answers:
                return answers[-1]
            answers.append(work(sql))
            return answers[-1]

        return self.database.transact(WRITE, once, seconds=self.database.wait)

    def _take_turn(self, sql: DatabaseSql, mark: str) -> bool:
        """Hold the row of the group to the end of the transaction, so that whoever writes in the same group waits at
        once; whether a write of this mark was done before. StoreMoved, StoreNewer, GroupNotFound."""
        row = sql.execute(_TURN, [mark]).fetchone()
        if row is None:
            raise GroupNotFound(self.group)
        recent, moved, steps = row
        if steps != len(STEPS):
            raise StoreNewer(self.database.where)
        if moved:
            raise StoreMoved(f"{self.database.where}, {self.group}", moved)
        return mark in recent[_MARK:]

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
            WHERE group_key = :group RETURNING recent, moved, taken"""
