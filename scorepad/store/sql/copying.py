"""A group that goes from one database to another whole, from a file or into one too: every row as it is."""

from __future__ import annotations

from typing import Any

from scorepad.store.sql import SqlStore
from scorepad.store.sql.engine import Sql
from scorepad.store.sql.listing import OURS

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


def copy_whole(source: SqlStore, to: SqlStore) -> None:
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
    query = f"SELECT {TABLES['games']} FROM games WHERE {OURS}number > ? ORDER BY number LIMIT {_AT_ONCE}"
    games = source.execute(query, [after]).fetchall()
    if not games:
        return 0
    _put(to, "games", games)
    first, last = games[0][0], int(games[-1][0])
    for table in OF_GAMES:
        query = f"SELECT {TABLES[table]} FROM {table} WHERE {OURS}game >= ? AND game <= ?"
        _put(to, table, source.execute(query, [first, last]).fetchall())
    return last


def _put(to: Sql, table: str, rows: list[Any]) -> None:
    columns = TABLES[table]
    marks = ", ".join("?" * len(columns.split(", ")))
    to.executemany(f"INSERT INTO {table} ({{group_key, }}{columns}) VALUES ({{:group, }}{marks})", rows)


def _highest(sql: Sql, table: str) -> int:
    query = f"SELECT coalesce(max(number), 0) FROM {table}{{ WHERE group_key = :group}}"
    return int(sql.execute(query).fetchone()[0])
