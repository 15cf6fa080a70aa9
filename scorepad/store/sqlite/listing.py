"""The list of games and the names of players: written with each event, so that reading them stays quick."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Any, NoReturn

from scorepad.errors import GameBinned, GameNotFound, StaleVersion
from scorepad.slug import searchable
from scorepad.store.records import Listed, Pile, Summary, bears, row_hash
from scorepad.store.sqlite.connection import Connection
from scorepad.store.sqlite.ranks import rank_of
from scorepad.store.sqlite.searching import games_with, mend, note_words

# A pile is the column `shelf`, as 0.1.0 wrote it; `place` there is the number of the last event.
COLUMNS = "title, rulebook, players, state, leader, hands, date"
LINE = f"id, {COLUMNS}, updated, place, searched, line_hash, rank, binned, bin_hash"


class Listing:
    """The part of the store that lists games."""

    _connection: Connection

    def games(self, pile: Pile, *, limit: int = 50, before: int | None = None, search: str = "") -> list[Listed]:
        words = searchable(search).split()
        start = 2**63 - 1 if before is None else before
        with self._connection.reading() as sqlite:
            few = games_with(sqlite, words)
            # By its number a line is found at once; the list in its order is gone through where most lines are right.
            where = "shelf = ?" if few is None else f"number IN ({', '.join('?' * len(few))}) AND +shelf = ?"
            holds = " AND instr(searched, ?)" * len(words)
            query = f"SELECT {LINE} FROM games WHERE {where} AND rank < ?{holds} ORDER BY rank DESC LIMIT ?"
            rows = sqlite.execute(query, [*(few or ()), pile, start, *words, limit]).fetchall()
        return [Listed(row[0], _summary(row[1:8]), row[8], row[-3], _holds(row)) for row in rows]

    def count(self, pile: Pile) -> int:
        with self._connection.reading() as sqlite:
            row = sqlite.execute("SELECT count(*) FROM games INDEXED BY games_on_shelf WHERE shelf = ?", [pile])
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

    def rewrite_summary(self, game_id: str, summary: Summary, *, seen: int | None = None) -> None:
        with self._connection.writing() as sqlite:
            row = _line(sqlite, game_id)
            number, updated, place, version = sqlite.execute(
                """SELECT games.number, at, events.number, seq FROM games JOIN events ON game = games.number
                   WHERE games.id = ? ORDER BY seq DESC LIMIT 1""",
                [game_id],
            ).fetchone()
            if seen is not None and seen != version:
                raise StaleVersion(seen, version)
            if not _bin_holds(row):
                sqlite.execute("UPDATE games SET binned = 0, bin_hash = '' WHERE id = ?", [game_id])
            write_line(sqlite, number, summary, updated=updated, place=place)

    def line_holds(self, game_id: str) -> bool:
        with self._connection.reading() as sqlite:
            return _holds(_line(sqlite, game_id))

    def known_names(self, prefix: str = "", *, limit: int = 50) -> list[str]:
        folded = prefix.casefold()
        query = "SELECT name FROM names"
        if folded:
            query += " WHERE folded >= :from AND folded < :to"
        query += " ORDER BY games DESC, place DESC, name LIMIT :limit"
        bounds = {"from": folded, "to": folded + "\U0010ffff", "limit": limit}
        with self._connection.reading() as sqlite:
            return [name for (name,) in sqlite.execute(query, bounds)]

    def recount_names(self) -> bool:
        with self._connection.apart() as sqlite:
            right = _used(sqlite)
            kept = {row[:3] for row in sqlite.execute("SELECT name, folded, games FROM names")}
        if kept == {row[:3] for row in right}:
            return False
        with self._connection.writing() as sqlite:
            sqlite.execute("DELETE FROM names")
            sqlite.executemany("INSERT INTO names VALUES (?, ?, ?, ?)", _used(sqlite))
        return True

    def mend_search(self) -> bool:
        with self._connection.writing() as sqlite:
            return mend(sqlite)

    def remove_game(self, game_id: str) -> None:
        self._move(game_id, binned=True)

    def restore_game(self, game_id: str) -> None:
        self._move(game_id, binned=False)

    def days_binned(self, game_id: str) -> int:
        with self._connection.reading() as sqlite:
            return _days_binned(sqlite, game_id)

    def age_bin(self, most: int) -> None:
        with self._connection.writing() as sqlite:
            for row in sqlite.execute(f"SELECT {LINE} FROM games WHERE shelf = 'binned'").fetchall():
                if _bin_holds(row):  # else the disk has put it there, and it is not thrown away for that
                    game_id, days = row[0], row[-2] + 1
                    if days > most:
                        _throw_away(sqlite, game_id)
                    else:
                        _put(sqlite, game_id, days)

    def _move(self, game_id: str, *, binned: bool) -> None:
        with self._connection.writing() as sqlite:
            query = "SELECT players, place, binned FROM games WHERE id = ?"
            players, place, was = sqlite.execute(query, [game_id]).fetchone() or _absent(game_id)
            if bool(was) != binned:  # 0, or 1 and the days it has lain there
                _put(sqlite, game_id, int(binned))
                names = _names(players)
                _count_names(sqlite, names if binned else [], [] if binned else names, place)


def must_not_be_binned(sqlite: sqlite3.Connection, game_id: str) -> None:
    """GameBinned where a game lies in the bin; inside a transaction."""
    if _days_binned(sqlite, game_id):
        raise GameBinned(game_id)


def _days_binned(sqlite: sqlite3.Connection, game_id: str) -> int:
    """0 too where only a spoilt bit has put the game in the bin: it comes out with the next look at the list."""
    query = "SELECT id, binned, bin_hash FROM games WHERE id = ?"
    row = sqlite.execute(query, [game_id]).fetchone() or _absent(game_id)
    return int(row[1]) if row[1] and _bin_holds(row) else 0


def write_line(
    sqlite: sqlite3.Connection, number: int, summary: Summary, *, updated: str, place: int, **grown: object
) -> None:
    """Write the line that lists the game of this number, with what else has `grown` by an event, and count its players'
    names; inside a transaction."""
    query = "SELECT id, players, binned, searched FROM games WHERE number = ?"
    game_id, players, binned, searched = sqlite.execute(query, [number]).fetchone()
    names = [_storable(name) for name in summary.players]
    if not binned:
        _count_names(sqlite, _names(players), names, place)
    title, rulebook, leader, date = texts = [
        _storable(text) for text in (summary.title, summary.rulebook, summary.leader, summary.date)
    ]
    line = {
        "title": title, "rulebook": rulebook, "players": json.dumps(names), "state": summary.state,
        "leader": leader, "hands": summary.hands, "date": date,
        "updated": updated, "place": place, "searched": searchable("\n".join([*texts, *names])),
    }  # fmt: skip
    note_words(sqlite, number, str(searched), str(line["searched"]))
    rank = rank_of(summary.state, date, updated, place)
    columns = {**line, "line_hash": row_hash(game_id, *line.values()), "rank": rank, **grown}
    changes = ", ".join(f"{column} = ?" for column in columns)
    sqlite.execute(f"UPDATE games SET {changes} WHERE number = ?", [*columns.values(), number])


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


def _used(sqlite: sqlite3.Connection) -> list[tuple[str, str, int, int]]:
    """Names of players as they should be kept: of how many games, and which was the last."""
    games: Counter[str] = Counter()
    latest: dict[str, int] = {}
    for players, place in sqlite.execute("SELECT players, place FROM games WHERE binned = 0 ORDER BY place"):
        for name in set(_names(players)):
            games[name] += 1
            latest[name] = place
    return [(name, name.casefold(), count, latest[name]) for name, count in games.items()]


def _summary(row: Sequence[object]) -> Summary:
    title, rulebook, players, state, leader, hands, date = row
    return Summary(title, rulebook, _names(players), state, leader, hands, date)  # type: ignore[arg-type]


def _names(players: object) -> list[str]:
    """Names as they are kept; none where the disk has spoilt them, so that the list still opens and can be rebuilt."""
    try:
        names = json.loads(str(players))
    except (ValueError, RecursionError):
        return []
    return [str(name) for name in names] if isinstance(names, list) else []


def _storable(text: str) -> str:
    """Half a character (a lone surrogate, which JSON can bring) is no text to SQLite; the record itself keeps it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _line(sqlite: sqlite3.Connection, game_id: str) -> Sequence[Any]:
    row: Sequence[Any] = sqlite.execute(f"SELECT {LINE} FROM games WHERE id = ?", [game_id]).fetchone()
    return row or _absent(game_id)


def _holds(row: Sequence[Any]) -> bool:
    """Whether a line of the list is as it was written."""
    *line, line_hash, rank, _binned, _bin_hash = row
    state, date, updated, place = line[4], *line[7:10]
    return bears(line_hash, *line) and rank == rank_of(state, date, updated, place) and _bin_holds(row)


def _bin_holds(row: Sequence[Any]) -> bool:
    """Whether somebody has put a game where it lies, in the bin or not."""
    game_id, binned, bin_hash = row[0], *row[-2:]
    return bool(bin_hash == "") if binned == 0 else bears(bin_hash, game_id, binned)


def _put(sqlite: sqlite3.Connection, game_id: str, binned: int) -> None:
    """Into the bin, for so many days; or out of it, for 0."""
    bin_hash = row_hash(game_id, binned) if binned else ""
    sqlite.execute("UPDATE games SET binned = ?, bin_hash = ? WHERE id = ?", [binned, bin_hash, game_id])


def _throw_away(sqlite: sqlite3.Connection, game_id: str) -> None:
    query = "SELECT number, searched FROM games WHERE id = ?"
    for number, searched in sqlite.execute(query, [game_id]).fetchall():
        note_words(sqlite, number, str(searched), "")
    for table in ("drafts", "evenings", "events"):
        sqlite.execute(f"DELETE FROM {table} WHERE game = (SELECT number FROM games WHERE id = ?)", [game_id])
    sqlite.execute("DELETE FROM games WHERE id = ?", [game_id])


def _absent(game_id: str) -> NoReturn:
    raise GameNotFound(game_id)
