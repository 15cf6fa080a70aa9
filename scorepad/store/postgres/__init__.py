"""The store of one group in a PostgreSQL database of many (the extra `postgres`); and a group that goes from one
database to another whole, from a file or into one too: every row as it is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import DatabaseSql, GroupEngine
from scorepad.store.postgres.migrations import ALL_TABLES, OURS
from scorepad.store.sql import Store
from scorepad.store.sql.engine import Sql
from scorepad.store.sql.listing import OURS as OF_GROUP
from scorepad.store.sql.side_tables import changed_rule_files
from scorepad.store.sqlite import SqliteStore, put_copy
from scorepad.store.sqlite.files import drop
from scorepad.words import _

TABLES = {
    "games": "number, id, version, head, title, rulebook, players, state, leader, hands, date, updated, place, "
    "searched, binned, line_hash, bin_hash, rank",
    "events": "number, game, seq, id, at, by, event, previous, hash",
    "drafts": "game, field, hand, value, by, hash",
    "actions": "game, number, version, action, hash",
    "evenings": "game, mark, facts, hash",
    "names": "name, folded, games, place",
    "laws": "kind, key, text, hash",
    "settings": "name, value, hash",
    "people": "name, person, hash",
}
"""What is kept of a group, games first, as the rest belongs to them: the columns that are written."""

OF_GAMES = ("events", "drafts", "actions", "evenings")
"""Those that belong to a game."""

_AT_ONCE = 50
"""Games that are taken over at once, with all that is theirs."""

_DROPPED_AT_ONCE = 200
"""Games that are dropped by one statement."""


class PostgresStore(Store):
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
        put_copy(path, lambda to: self.engine.apart(lambda sql: write_out(sql, to)), where, even_damaged=even_damaged)


def _opened_again(address: str, key: str) -> PostgresStore:
    return PostgresStore(Database(address, most=1), key)


def _wrong_beside(sql: DatabaseSql) -> list[str]:
    there = {name for (name,) in sql.execute(ALL_TABLES)}
    missing = [name for name in OURS if name not in there]
    if missing:
        return [_("The database has lost its “{name}”.").format(name=name) for name in missing]
    orphans = sum(number for table in OF_GAMES for (number,) in sql.execute(_orphans(table)))
    problems = [_("{number} rows belong to no game.").format(number=orphans)] if orphans else []
    return problems + [_("Your own rules “{key}” were changed.").format(key=key) for key in changed_rule_files(sql)]


def _orphans(table: str) -> str:
    return f"""SELECT count(*) FROM {table} LEFT JOIN games
               ON games.group_key = {table}.group_key AND games.number = game
               WHERE {table}.group_key = :group AND games.number IS NULL"""


def copy_whole(source: Store, to: Store) -> None:
    """Copy a group, as it stands at one instant, into a store that keeps nothing yet: all of it or nothing. Whether it
    was whole and has arrived so, `verify_all` of the copy tells."""
    source.engine.apart(lambda rows: to.engine.write(lambda into: pour(rows, into)))


def pour(source: Sql, to: Sql) -> None:
    """Copy every row of one transaction into another, in which there are none: some games at a time, as not all of them
    need fit into the memory."""
    last = 0
    while last := _pour_games(source, to, last):
        pass
    for table in TABLES.keys() - {"games", *OF_GAMES}:
        _put(to, table, source.execute(f"SELECT {TABLES[table]} FROM {table}{{ WHERE group_key = :group}}").fetchall())
    to.take_places(max(_highest(source, table) for table in ("games", "events")))
    to.mend_words()


def _pour_games(source: Sql, to: Sql, after: int) -> int:
    """Copy the next games behind the one of this number; the number of the last of them, 0 where there are no more."""
    query = f"SELECT {TABLES['games']} FROM games WHERE {OF_GROUP}number > ? ORDER BY number LIMIT {_AT_ONCE}"
    games = source.execute(query, [after]).fetchall()
    if not games:
        return 0
    _put(to, "games", games)
    first, last = games[0][0], int(games[-1][0])
    for table in OF_GAMES:
        query = f"SELECT {TABLES[table]} FROM {table} WHERE {OF_GROUP}game >= ? AND game <= ?"
        _put(to, table, source.execute(query, [first, last]).fetchall())
    return last


def _put(to: Sql, table: str, rows: list[Any]) -> None:
    columns = TABLES[table]
    marks = ", ".join("?" * len(columns.split(", ")))
    to.executemany(f"INSERT INTO {table} ({{group_key, }}{columns}) VALUES ({{:group, }}{marks})", rows)


def _highest(sql: Sql, table: str) -> int:
    query = f"SELECT coalesce(max(number), 0) FROM {table}{{ WHERE group_key = :group}}"
    return int(sql.execute(query).fetchone()[0])


def drop_games(sql: DatabaseSql) -> int:
    """Drop some games of the group, and with the last of them all else that it keeps; how many games were dropped."""
    some = f"SELECT number FROM games WHERE group_key = :group ORDER BY number LIMIT {_DROPPED_AT_ONCE}"
    for table in OF_GAMES:
        sql.execute(f"DELETE FROM {table} WHERE group_key = :group AND game IN ({some})")
    rows = sql.execute(f"DELETE FROM games WHERE group_key = :group AND number IN ({some}) RETURNING number")
    dropped = len(rows.fetchall())
    if not dropped:
        for table in TABLES.keys() - {"games", *OF_GAMES}:
            sql.execute(f"DELETE FROM {table} WHERE group_key = :group")
    return dropped


def write_out(sql: DatabaseSql, path: Path) -> None:
    """Write the group to a new file, in the place of one that was begun when this was tried before."""
    sql.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # a disk may be slow, and a copy is looked through
    drop(path)
    with contextlib.closing(SqliteStore(path)) as into:
        into.engine.write(lambda rows: pour(sql, rows))
