"""What stands beside the record: drafts of the open hand, laws of one's own, settings made once."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, Literal

from scorepad.errors import GameNotFound, StaleVersion
from scorepad.store.connection import Connection
from scorepad.store.records import law_hash


class Drafts:
    """The part of the store that keeps what is tapped and not yet recorded."""

    _connection: Connection

    def draft(self, game_id: str) -> dict[str, Any]:
        query = "SELECT hand, field, value FROM drafts JOIN games ON number = game WHERE id = ? ORDER BY field"
        with self._connection.reading() as sqlite:
            rows = sqlite.execute(query, [game_id]).fetchall()
        hand = rows[0][0] if rows else 0
        return {"hand": hand, "values": {field: json.loads(value) for _hand, field, value in rows}}

    def keep_draft(self, game_id: str, hand: int, field: str, value: object | None, *, seen: int | None = None) -> None:
        with self._connection.writing() as sqlite:
            row = sqlite.execute("SELECT number, version FROM games WHERE id = ?", [game_id]).fetchone()
            if row is None:
                raise GameNotFound(game_id)
            number, version = row
            if seen is not None and seen != version:
                raise StaleVersion(seen, version)
            sqlite.execute("DELETE FROM drafts WHERE game = ? AND (hand <> ? OR field = ?)", [number, hand, field])
            if value is not None:
                sqlite.execute("INSERT INTO drafts VALUES (?, ?, ?, ?)", [number, field, hand, json.dumps(value)])


def forget_draft(sqlite: sqlite3.Connection, number: int) -> None:
    """Empty the draft of the game of this number; inside a transaction."""
    sqlite.execute("DELETE FROM drafts WHERE game = ?", [number])


class Laws:
    """The part of the store that keeps schemes and rulebooks of one's own, as texts."""

    _connection: Connection

    def laws(self, kind: Literal["scheme", "rulebook"]) -> list[str]:
        with self._connection.reading() as sqlite:
            return [key for (key,) in sqlite.execute("SELECT key FROM laws WHERE kind = ? ORDER BY key", [kind])]

    def law(self, kind: Literal["scheme", "rulebook"], key: str) -> str | None:
        with self._connection.reading() as sqlite:
            row = sqlite.execute("SELECT text FROM laws WHERE kind = ? AND key = ?", [kind, key]).fetchone()
        return row and str(row[0])

    def keep_law(self, kind: Literal["scheme", "rulebook"], key: str, text: str) -> None:
        with self._connection.writing() as sqlite:
            query = "INSERT OR REPLACE INTO laws (kind, key, text, hash) VALUES (?, ?, ?, ?)"
            sqlite.execute(query, [kind, key, text, law_hash(kind, key, text)])

    def drop_law(self, kind: Literal["scheme", "rulebook"], key: str) -> None:
        with self._connection.writing() as sqlite:
            sqlite.execute("DELETE FROM laws WHERE kind = ? AND key = ?", [kind, key])


def changed_laws(sqlite: sqlite3.Connection) -> list[str]:
    """Keys of laws that are not as they were kept."""
    rows = sqlite.execute("SELECT kind, key, text, hash FROM laws ORDER BY key")
    return [str(key) for kind, key, text, hash in rows if hash != law_hash(str(kind), str(key), str(text))]


class Settings:
    """The part of the store that keeps what is made once: the secret of the sessions, the key of the network."""

    _connection: Connection

    def setting(self, name: str) -> str | None:
        with self._connection.reading() as sqlite:
            row = sqlite.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
        return row and str(row[0])

    def keep_setting(self, name: str, value: str) -> str:
        kept = self.setting(name)
        if kept is not None:
            return kept
        with self._connection.writing() as sqlite:
            sqlite.execute("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)", [name, value])
            return str(sqlite.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()[0])

    def drop_setting(self, name: str) -> None:
        with self._connection.writing() as sqlite:
            sqlite.execute("DELETE FROM settings WHERE name = ?", [name])
