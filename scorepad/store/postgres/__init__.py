"""The store of one group in a multi-group PostgreSQL database (extra `postgres`).

It also copies complete groups between databases, and between a database and a file, row by row.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import DatabaseSql, GroupEngine
from scorepad.store.postgres.migrations import ALL_TABLES, OURS
from scorepad.store.records import orphan_rows
from scorepad.store.sql import Store
from scorepad.store.sql.engine import Sql
from scorepad.store.sql.side_tables import changed_rule_files
from scorepad.store.sqlite import SqliteStore, write_backup
from scorepad.store.sqlite.files import drop
from scorepad.words import _

TABLES = {
    "games": "number, id, version, head, title, rulebook, players, state, leader, hands, date, updated, place, "
    "searched, binned, line_hash, bin_hash, rank",
    "events": "number, game, seq, id, at, by, event, previous, hash",
    "drafts": "game, field, hand, value, by, hash",
    "actions": "game, number, version, action, hash",
    "evenings": "game, mark, facts, hash",
    "laws": "kind, key, text, hash",
    "settings": "name, value, hash",
    "people": "name, person, hash",
}
"""The written columns of each table of a group. Games come first, since other tables refer to them."""

OF_GAMES = ("events", "drafts", "actions", "evenings")
"""The tables whose rows belong to a game."""

_AT_ONCE = 50
"""Games that are copied at a time, with all their rows."""

_DROPPED_AT_ONCE = 200
"""Games that one statement deletes."""


class PostgresStore(Store):
    """A `Store` (scorepad.store) of the group with this key.

    Creating it opens nothing and costs nothing. Writes to an unknown group raise GroupNotFound. `secret` returns the
    secret of the group.
    """

    engine: GroupEngine

    def __init__(self, database: Database, key: str, secret: Callable[[], bytes] = bytes) -> None:
        super().__init__(GroupEngine(database, key))
        self._secret = secret

    def verify_side_tables(self) -> list[str]:
        return self.engine.apart(_check_side_tables)

    # --- all of it ----------------------------------------------------------------------------------

    def secret(self) -> bytes:
        return self._secret()

    def size(self) -> int:
        query = """SELECT (SELECT coalesce(sum(length(event)), 0) FROM events WHERE group_key = :group)
                          + (SELECT coalesce(sum(length(text)), 0) FROM laws WHERE group_key = :group)"""
        return self.engine.read(lambda sql: int(sql.execute(query).fetchall()[0][0]))

    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        where = f"{self.engine.database.where}, {self.engine.group}"
        write_backup(
            path, lambda to: self.engine.apart(lambda sql: write_out(sql, to)), where, even_damaged=even_damaged
        )


def _check_side_tables(sql: DatabaseSql) -> list[str]:
    there = {name for (name,) in sql.execute(ALL_TABLES)}
    missing = [name for name in OURS if name not in there]
    if missing:
        return [_("The database has lost its “{name}”.").format(name=name) for name in missing]
    orphans = 0
    for table in OF_GAMES:
        query = f"""SELECT count(*) FROM {table} LEFT JOIN games
                    ON games.group_key = {table}.group_key AND games.number = game
                    WHERE {table}.group_key = :group AND games.number IS NULL"""
        orphans += sum(number for (number,) in sql.execute(query))
    problems = [orphan_rows(orphans)] if orphans else []
    return problems + [_("Your custom rules “{key}” were changed.").format(key=key) for key in changed_rule_files(sql)]


def copy_group(source: Store, to: Store) -> None:
    """Copy a snapshot of a group into an empty store, in one transaction.

    Call `verify_all` of the copy to check that it is complete and intact.
    """
    source.engine.apart(lambda rows: to.engine.write(lambda into: copy_rows(rows, into)))


def copy_rows(source: Sql, to: Sql) -> None:
    """Copy every row of one transaction into another, whose group is empty.

    Copy some games at a time, since all of them may not fit into memory.
    """
    last = 0
    some = f"SELECT {TABLES['games']} FROM games WHERE group_key = :group AND number > ? ORDER BY number LIMIT ?"
    while games := source.execute(some, [last, _AT_ONCE]).fetchall():
        _put(to, "games", games)
        first, last = games[0][0], int(games[-1][0])
        for table in OF_GAMES:
            query = f"SELECT {TABLES[table]} FROM {table} WHERE group_key = :group AND game >= ? AND game <= ?"
            _put(to, table, source.execute(query, [first, last]).fetchall())
    for table in TABLES.keys() - {"games", *OF_GAMES}:
        _put(to, table, source.execute(f"SELECT {TABLES[table]} FROM {table} WHERE group_key = :group").fetchall())
    highest = """SELECT coalesce(max(number), 0) FROM (
                   SELECT number FROM games WHERE group_key = :group
                   UNION ALL SELECT number FROM events WHERE group_key = :group) AS numbers"""
    to.reserve_event_numbers(int(source.execute(highest).fetchone()[0]))


def _put(to: Sql, table: str, rows: list[Any]) -> None:
    columns = TABLES[table]
    marks = ", ".join("?" * len(columns.split(", ")))
    to.executemany(f"INSERT INTO {table} ({{key}}{columns}) VALUES ({{group}}{marks})", rows)


def drop_games(sql: DatabaseSql) -> int:
    """Delete some games of the group; return their number.

    If no games are left, delete all other data of the group.
    """
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
    """Write the group to a new file, replacing the file of an earlier attempt."""
    sql.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # the disk may be slow, and verifying takes time
    drop(path)
    with contextlib.closing(SqliteStore(path)) as into:
        into.engine.write(lambda rows: copy_rows(sql, rows))
