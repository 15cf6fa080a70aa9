"""The list of games and the names of players: written with each event, so that reading them stays quick."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from scorepad.errors import GameNotFound
from scorepad.store.connection import Connection
from scorepad.store.records import Listed, Pile, Summary

COLUMNS = "title, rulebook, players, state, leader, hands, date"


class Listing:
    """The part of the store that lists games."""

    _connection: Connection

    def games(self, state: Pile, *, limit: int = 50, before: int | None = None, search: str = "") -> list[Listed]:
        words = search.casefold().split()
        holds = " AND instr(searched, ?)" * len(words)
        query = f"""SELECT id, updated, place, {COLUMNS} FROM games
                    WHERE shelf = ? AND place < ?{holds} ORDER BY place DESC LIMIT ?"""
        start = 2**63 - 1 if before is None else before
        with self._connection.reading() as sqlite:
            rows = sqlite.execute(query, [state, start, *words, limit]).fetchall()
        return [Listed(game_id, _summary(rest), updated, place) for game_id, updated, place, *rest in rows]

    def count(self, state: Pile) -> int:
        with self._connection.reading() as sqlite:
            row = sqlite.execute("SELECT count(*) FROM games INDEXED BY games_on_shelf WHERE shelf = ?", [state])
            return int(row.fetchone()[0])

    def game_ids(self) -> list[str]:
        with self._connection.reading() as sqlite:
            return [game_id for (game_id,) in sqlite.execute("SELECT id FROM games ORDER BY number")]

    def summary(self, game_id: str) -> Summary:
        with self._connection.reading() as sqlite:
            row = sqlite.execute(f"SELECT {COLUMNS} FROM games WHERE id = ?", [game_id]).fetchone()
        if row is None:
            raise GameNotFound(game_id)
        return _summary(row)

    def rewrite_summary(self, game_id: str, summary: Summary) -> None:
        with self._connection.writing() as sqlite:
            row = sqlite.execute("SELECT number FROM games WHERE id = ?", [game_id]).fetchone()
            if row is None:
                raise GameNotFound(game_id)
            write_line(sqlite, row[0], summary)

    def known_names(self, prefix: str = "", *, limit: int = 50) -> list[str]:
        folded = prefix.casefold()
        query = "SELECT name FROM names"
        if folded:
            query += " WHERE folded >= :from AND folded < :to"
        query += " ORDER BY games DESC, place DESC, name LIMIT :limit"
        bounds = {"from": folded, "to": folded + "\U0010ffff", "limit": limit}
        with self._connection.reading() as sqlite:
            return [name for (name,) in sqlite.execute(query, bounds)]

    def remove_game(self, game_id: str) -> None:
        self._move(game_id, binned=True)

    def restore_game(self, game_id: str) -> None:
        self._move(game_id, binned=False)

    def is_binned(self, game_id: str) -> bool:
        with self._connection.reading() as sqlite:
            row = sqlite.execute("SELECT binned FROM games WHERE id = ?", [game_id]).fetchone()
        if row is None:
            raise GameNotFound(game_id)
        return bool(row[0])

    def age_bin(self, most: int) -> None:
        with self._connection.writing() as sqlite:
            sqlite.execute("UPDATE games SET binned = binned + 1 WHERE binned > 0")
            gone = "(SELECT number FROM games WHERE binned > ?)"
            for table in ("drafts", "events"):
                sqlite.execute(f"DELETE FROM {table} WHERE game IN {gone}", [most])
            sqlite.execute("DELETE FROM games WHERE binned > ?", [most])

    def _move(self, game_id: str, *, binned: bool) -> None:
        with self._connection.writing() as sqlite:
            query = "SELECT players, place, binned FROM games WHERE id = ?"
            players, place, was = sqlite.execute(query, [game_id]).fetchone() or _absent(game_id)
            if bool(was) != binned:  # 0, or 1 and the days it has lain there
                sqlite.execute("UPDATE games SET binned = ? WHERE id = ?", [binned, game_id])
                names = _names(players)
                _count_names(sqlite, names if binned else [], [] if binned else names, place)


def write_line(sqlite: sqlite3.Connection, number: int, summary: Summary, **grown: object) -> None:
    """Write the line that lists the game of this number, with the columns that have `grown` by an event, and count its
    players' names; inside a transaction."""
    texts = [_storable(text) for text in (summary.title, summary.rulebook, summary.leader, summary.date)]
    names = [_storable(name) for name in summary.players]
    players, binned = sqlite.execute("SELECT players, binned FROM games WHERE number = ?", [number]).fetchone()
    columns = {
        **dict(zip(("title", "rulebook", "leader", "date"), texts, strict=True)),
        "players": json.dumps(names), "state": summary.state, "hands": summary.hands,
        "searched": "\n".join([*texts, *names]).casefold(), **grown,
    }  # fmt: skip
    changes = ", ".join(f"{column} = ?" for column in columns)
    query = f"UPDATE games SET {changes} WHERE number = ? RETURNING place"
    ((place,),) = sqlite.execute(query, [*columns.values(), number]).fetchall()
    if not binned:
        _count_names(sqlite, _names(players), names, place)


def _count_names(sqlite: sqlite3.Connection, before: Sequence[str], now: Sequence[str], place: int) -> None:
    """Count a game for the names that came into it, and no more for those that left it (a slip that was mended)."""
    for name in set(now) - set(before):
        sqlite.execute(
            """INSERT INTO names VALUES (?, ?, 1, ?)
               ON CONFLICT DO UPDATE SET games = games + 1, place = max(place, excluded.place)""",
            [name, name.casefold(), place],
        )
    for name in set(before) - set(now):
        sqlite.execute("UPDATE names SET games = games - 1 WHERE name = ?", [name])
        sqlite.execute("DELETE FROM names WHERE name = ? AND games <= 0", [name])


def _summary(row: Sequence[object]) -> Summary:
    title, rulebook, players, state, leader, hands, date = row
    return Summary(title, rulebook, _names(players), state, leader, hands, date)  # type: ignore[arg-type]


def _names(players: object) -> list[str]:
    """Names as they are kept; none where the disk has spoilt them, so that the list still opens and can be rebuilt."""
    try:
        return list(json.loads(str(players)))
    except ValueError:
        return []


def _storable(text: str) -> str:
    """Half a character (a lone surrogate, which JSON can bring) is no text to SQLite; the record itself keeps it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _absent(game_id: str) -> tuple[str, int, int]:
    raise GameNotFound(game_id)
