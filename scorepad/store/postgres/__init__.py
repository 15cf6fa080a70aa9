"""The store of one group in a PostgreSQL database of many (the extra `postgres`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import WRITE, DatabaseSql, GroupEngine
from scorepad.store.postgres.migrations import OURS
from scorepad.store.postgres.moving import write_out
from scorepad.store.sql import SqlStore
from scorepad.store.sql.copying import OF_GAMES
from scorepad.store.sql.spoilt import changed_rule_files
from scorepad.store.sqlite import put_copy
from scorepad.words import _


class PostgresStore(SqlStore):
    """A `Store` (scorepad.store) of the group of this key. It opens nothing, so it costs nothing; whether there is such
    a group, what is asked of it tells: GroupNotFound where somebody writes. `secret` knows the group's own."""

    engine: GroupEngine

    def __init__(self, database: Database, key: str, secret: Callable[[], bytes] = bytes) -> None:
        super().__init__(GroupEngine(database, key))
        self._secret = secret

    def verify_side_tables(self) -> list[str]:
        return self.engine.apart(_wrong_beside)

    # --- all of it ----------------------------------------------------------------------------------

    def secret(self) -> bytes:
        return self._secret()

    def size(self) -> int:
        query = """SELECT (SELECT coalesce(sum(length(event)), 0) FROM events WHERE group_key = :group)
                          + (SELECT coalesce(sum(length(text)), 0) FROM laws WHERE group_key = :group)"""
        return self.engine.read(lambda sql: int(sql.execute(query).fetchall()[0][0]))

    def again(self) -> Callable[[], PostgresStore]:
        return partial(_opened_again, self.engine.database.address, self.engine.group)

    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        where = f"{self.engine.database.where}, {self.engine.group}"
        put_copy(path, self._write_out, where, even_damaged=even_damaged)

    def _write_out(self, path: Path) -> None:
        self.engine.apart(lambda sql: write_out(sql, path))


def _opened_again(address: str, key: str) -> PostgresStore:
    return PostgresStore(Database(address, most=1), key)


def begin_group(database: Database, key: str) -> None:
    """Let there be a group of this key, without games."""
    query = "INSERT INTO groups (group_key) VALUES (:group)"
    database.transact(WRITE, lambda statements: DatabaseSql(statements, key).execute(query), seconds=database.wait)


def _wrong_beside(sql: DatabaseSql) -> list[str]:
    there = {name for (name,) in sql.execute(_TABLES)}
    missing = [name for name in OURS if name not in there]
    if missing:
        return [_("The database has lost its “{name}”.").format(name=name) for name in missing]
    orphans = sum(number for table in OF_GAMES for (number,) in sql.execute(_orphans(table)))
    problems = [_("{number} rows belong to no game.").format(number=orphans)] if orphans else []
    return problems + [_("Your own rules “{key}” were changed.").format(key=key) for key in changed_rule_files(sql)]


_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"


def _orphans(table: str) -> str:
    return f"""SELECT count(*) FROM {table} LEFT JOIN games
               ON games.group_key = {table}.group_key AND games.number = game
               WHERE {table}.group_key = :group AND games.number IS NULL"""
