"""What stands beside the games for the years: facts of each evening, kept for quickness, and who is who."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from scorepad.store.records import Facts, Pile, bears, row_hash
from scorepad.store.sqlite.connection import Connection


class Years:
    """The part of the store that keeps facts of evenings, and names that were joined into people."""

    _connection: Connection

    def heads(self, pile: Pile, *, latest: int | None = None) -> list[tuple[str, str]]:
        query = "SELECT id, head FROM games WHERE shelf = ? ORDER BY rank DESC LIMIT ?"
        with self._connection.reading() as sqlite:
            # As they are: thousands of them, each time anything is written.
            return sqlite.execute(query, [pile, -1 if latest is None else latest]).fetchall()[::-1]

    def facts(self, of: Sequence[str] | None = None) -> dict[str, Facts]:
        query = "SELECT id, mark, evenings.facts, hash FROM evenings JOIN games ON number = game"
        if of is not None:
            query += f" WHERE id IN ({', '.join('?' * len(of))})"
        with self._connection.apart() as sqlite:
            rows = sqlite.execute(query, of or ()).fetchall()
        return {game_id: Facts(mark, text) for game_id, mark, text, hash in rows if bears(hash, game_id, mark, text)}

    def keep_facts(self, facts: Mapping[str, Facts]) -> None:
        with self._connection.writing() as sqlite:
            write_facts(sqlite, facts)

    def joined(self) -> dict[str, str]:
        with self._connection.reading() as sqlite:
            rows = sqlite.execute("SELECT name, person, hash FROM people ORDER BY name").fetchall()
        return {name: person for name, person, hash in rows if bears(hash, name, person)}

    def join(self, name: str, person: str) -> None:
        with self._connection.writing() as sqlite:
            query = "INSERT OR REPLACE INTO people (name, person, hash) VALUES (?, ?, ?)"
            sqlite.execute(query, [name, person, row_hash(name, person)])

    def part(self, name: str) -> bool:
        with self._connection.writing() as sqlite:
            return sqlite.execute("DELETE FROM people WHERE name = ?", [name]).rowcount > 0


def write_facts(sqlite: sqlite3.Connection, facts: Mapping[str, Facts]) -> None:
    """Keep what these games say; inside a transaction."""
    query = """INSERT OR REPLACE INTO evenings (game, mark, facts, hash)
               SELECT number, ?, ?, ? FROM games WHERE id = ?"""
    rows = [(mark, text, row_hash(game_id, mark, text), game_id) for game_id, (mark, text) in facts.items()]
    sqlite.executemany(query, rows)
