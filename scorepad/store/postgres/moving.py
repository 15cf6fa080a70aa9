"""The games of a group taken out of the database of many, or others put in their place, within one transaction."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

from scorepad.store.postgres.engine import DatabaseSql
from scorepad.store.sql.copying import OF_GAMES, TABLES, pour
from scorepad.store.sqlite import SqliteStore, put_copy
from scorepad.store.sqlite.copies import drop

_AT_ONCE = 200
"""Games that are dropped by one statement."""


def drop_games(sql: DatabaseSql) -> int:
    """Drop some games of the group, and with the last of them all else that it keeps; how many games were dropped."""
    some = f"SELECT number FROM games WHERE group_key = :group ORDER BY number LIMIT {_AT_ONCE}"
    for table in OF_GAMES:
        sql.execute(f"DELETE FROM {table} WHERE group_key = :group AND game IN ({some})")
    rows = sql.execute(f"DELETE FROM games WHERE group_key = :group AND number IN ({some}) RETURNING number")
    dropped = len(rows.fetchall())
    if not dropped:
        for table in TABLES.keys() - {"games", *OF_GAMES}:
            sql.execute(f"DELETE FROM {table} WHERE group_key = :group")
    return dropped


def put_out(sql: DatabaseSql, file: Path, of: str) -> None:
    """Write the group to a file as a laptop has it; `of` tells where it was. StoreDamaged where it is not whole."""
    put_copy(file, partial(write_out, sql), of, even_damaged=False)


def write_out(sql: DatabaseSql, path: Path) -> None:
    """Write the group to a new file, in the place of one that was begun when this was tried before."""
    sql.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # a disk may be slow, and a copy is looked through
    drop(path)
    with contextlib.closing(SqliteStore(path)) as into:
        into.engine.write(lambda rows: pour(sql, rows))
