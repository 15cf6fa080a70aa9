"""A group that goes from one database to another whole, from a file or into one too: every row as it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from scorepad.store.sql import SqlStore, take_places
from scorepad.store.sql.engine import Sql

TABLES = {
    "games": "number, id, version, head, title, rulebook, players, state, leader, hands, date, updated, place, "
    "searched, binned, line_hash, bin_hash, rank",
    "events": "number, game, seq, id, at, by, event, previous, hash",
    "drafts": "game, field, hand, value, by, hash",
    "evenings": "game, mark, facts, hash",
    "names": "name, folded, games, place",
    "laws": "kind, key, text, hash",
    "settings": "name, value, hash",
    "people": "name, person, hash",
}
"""What is kept of a group, games first, as the rest belongs to them: the columns that are written."""

_AT_ONCE = 500
"""Rows that are taken over at once."""


def copy_whole(source: SqlStore, to: SqlStore) -> None:
    """Copy a group, as it stands at one instant, into a store that keeps nothing yet: all of it or nothing. Whether it
    was whole and has arrived so, `verify_all` of the copy tells."""
    source.engine.apart(lambda rows: to.engine.write(lambda into: pour(rows, into)))


def pour(source: Sql, to: Sql) -> None:
    """Copy every row of one transaction into another, in which there are none; not all of them in the memory."""
    for table, columns in TABLES.items():
        marks = ", ".join("?" * len(columns.split(", ")))
        query = f"INSERT INTO {table} ({{group_key, }}{columns}) VALUES ({{:group, }}{marks})"
        rows = source.stream(f"SELECT {columns} FROM {table}{{ WHERE group_key = :group}}")
        for some in _batches(rows):
            to.executemany(query, some)
    take_places(to, max(_highest(source, "games"), _highest(source, "events")))
    to.mend_words()


def _highest(sql: Sql, table: str) -> int:
    query = f"SELECT coalesce(max(number), 0) FROM {table}{{ WHERE group_key = :group}}"
    return int(sql.execute(query).fetchone()[0])


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    while some := list(islice(rows, _AT_ONCE)):
        yield some
