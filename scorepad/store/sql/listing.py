"""The list of games, updated with each event so that reads are fast."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from scorepad.errors import GameInTrash, GameNotFound, StaleVersion
from scorepad.formats import searchable
from scorepad.store.records import DEMO_GAME, Listed, Mark, Pile, Summary, rank_of, row_hash, verify_hash
from scorepad.store.sql.engine import Part, Sql, reading, writing

# `place` is the number of the last event.
COLUMNS = "title, rulebook, players, state, leader, hands, date"
LINE = f"id, {COLUMNS}, updated, place, searched, line_hash, rank, binned, bin_hash"


GAME = """games.number, games.id, version, head, binned, bin_hash,
          (SELECT coalesce(max(a.number), 0) FROM actions AS a
           WHERE a.group_key = games.group_key AND a.game = games.number)"""


class GameRow(NamedTuple):
    """The columns of a game that are read before a write (`GAME`). They may hold damaged values."""

    number: int
    id: str
    version: Any
    head: Any
    binned: Any = 0
    bin_hash: Any = ""
    actions: Any = 0
    """The number of the last action."""

    @property
    def bin_holds(self) -> bool:
        """Return whether the trash flag of the game passes its hash check."""
        return _is_trash_flag_intact([self.id, self.binned, self.bin_hash])

    @property
    def days(self) -> int:
        """Return the number of days in the trash; 0 outside the trash.

        A damaged flag counts as 0. The next read of the list repairs it.
        """
        return int(self.binned) if self.binned and self.bin_holds else 0

    @property
    def mark(self) -> Mark:
        """Return the state of the game; its version is 0 if the stored version is damaged."""
        version, head = (self.version, self.head) if isinstance(self.version, int) else (0, "")
        return Mark(version, head, self.days)

    def must_not_be_binned(self) -> None:
        """Raise GameInTrash if the game is in the trash."""
        if self.days:
            raise GameInTrash(self.id)


class Listing(Part):
    """The part of the store that lists games."""

    @reading
    def games(
        self, sql: Sql, pile: Pile, *, limit: int = 50, before: int | None = None, search: str = ""
    ) -> list[Listed]:
        """Return at most `limit` games of a pile, latest played first.

        The result begins after the game whose `place` is `before`. `search` selects the games that contain all of its
        words, also as parts of words. It ignores case and accents.

        The date of a game determines when it was played. Without a date, the day of its last event counts.
        """
        words = searchable(search).split()
        start = 2**63 - 1 if before is None else before
        holds = " AND {position}(searched, ?) > 0" * len(words)
        query = f"""SELECT version, head, {LINE} FROM games
                    WHERE group_key = :group AND {{shelf}} = ? AND rank < ?{holds} ORDER BY rank DESC LIMIT ?"""
        rows = sql.execute(query, [pile, start, *words, limit])
        return [
            Listed(row[0], _summary(row[1:8]), row[8], row[-3], _is_row_intact(row), (version, head))
            for version, head, *row in rows
        ]

    @reading
    def count(self, sql: Sql, pile: Pile) -> int:
        """Return the number of games in a pile."""
        query = "SELECT count(*) FROM games{by_shelf} WHERE group_key = :group AND {shelf} = ?"
        return int(sql.execute(query, [pile]).fetchone()[0])

    @reading
    def game_ids(self, sql: Sql) -> list[str]:
        """Return the ids of all games, including the trash but not the demo game, in order of creation."""
        query = f"SELECT id FROM games WHERE group_key = :group AND id <> '{DEMO_GAME}' ORDER BY number"
        return [game_id for (game_id,) in sql.execute(query)]

    @reading
    def summary(self, sql: Sql, game_id: str) -> Summary:
        """Return the list row of a game."""
        row = sql.execute(f"SELECT {COLUMNS} FROM games WHERE group_key = :group AND id = ?", [game_id]).fetchone()
        return _summary(row or _absent(game_id))

    @writing
    def rewrite_summary(self, sql: Sql, game_id: str, summary: Summary, *, seen: int | None = None) -> None:
        """Rebuild the list row of a game; its last event determines its position.

        If only a damaged flag put the game in the trash, take it out. `seen` is the version of the summary. Raise
        StaleVersion if the game has more events by now, since they have rewritten the row.
        """
        row = sql.execute(
            f"""SELECT {GAME}, at, events.number, seq
               FROM games JOIN events ON events.group_key = games.group_key AND game = games.number
               WHERE games.group_key = :group AND games.id = ? ORDER BY seq DESC LIMIT 1""",
            [game_id],
        ).fetchone()
        *game, updated, place, version = row or _absent(game_id)
        line = GameRow(*game)
        if seen is not None and seen != version:
            raise StaleVersion(seen, version)
        if not line.bin_holds:
            sql.execute("UPDATE games SET binned = 0, bin_hash = '' WHERE group_key = :group AND id = ?", [game_id])
        write_line(sql, line, summary, updated=updated, place=place)

    @reading
    def is_list_row_intact(self, sql: Sql, game_id: str) -> bool:
        """Return whether the list row and the trash flag of a game pass their hash checks."""
        row = sql.execute(f"SELECT {LINE} FROM games WHERE group_key = :group AND id = ?", [game_id]).fetchone()
        return _is_row_intact(row or _absent(game_id))

    @reading
    def latest_tables(self, sql: Sql, *, limit: int) -> list[list[str]]:
        """Return the names of the players of the games created last, the latest first, without games in the trash."""
        query = "SELECT players FROM games WHERE group_key = :group AND binned = 0 ORDER BY number DESC LIMIT ?"
        return [_names(players) for (players,) in sql.execute(query, [limit])]

    @writing
    def remove_game(self, sql: Sql, game_id: str) -> None:
        """Move a game to the trash; delete the demo game for good.

        A game in the trash is listed only in the pile "binned", and its record stays.
        """
        if game_id == DEMO_GAME:
            _delete_game(sql, game_id)
        else:
            _move_game(sql, game_id, binned=True)

    @writing
    def restore_game(self, sql: Sql, game_id: str) -> None:
        """Restore a game from the trash."""
        _move_game(sql, game_id, binned=False)

    @writing
    def age_bin(self, sql: Sql, most: int) -> None:
        """Age every game in the trash by one day.

        Delete games for good that have been there for more than `most` days.
        """
        query = f"SELECT {LINE} FROM games WHERE group_key = :group AND {{shelf}} = 'binned'"
        for row in sql.execute(query).fetchall():
            if _is_trash_flag_intact(row):  # a damaged flag must not delete a game
                game_id, days = row[0], row[-2] + 1
                if days > most:
                    _delete_game(sql, game_id)
                else:
                    _set_trash_days(sql, game_id, days)


def game_row(sql: Sql, game_id: str) -> GameRow:
    """Return the row of a game; raise GameNotFound for an unknown id."""
    row = sql.execute(f"SELECT {GAME} FROM games WHERE group_key = :group AND id = ?", [game_id]).fetchone()
    return GameRow(*(row or _absent(game_id)))


def write_line(sql: Sql, game: GameRow, summary: Summary, *, updated: str, place: int, **grown: object) -> None:
    """Write the list row of a game.

    `grown` holds further columns that the event changes. Call this within a transaction.
    """
    names = [_storable(name) for name in summary.players]
    title, rulebook, leader, date = texts = [
        _storable(text) for text in (summary.title, summary.rulebook, summary.leader, summary.date)
    ]
    line = {
        "title": title, "rulebook": rulebook, "players": json.dumps(names), "state": summary.state,
        "leader": leader, "hands": summary.hands, "date": date,
        "updated": updated, "place": place, "searched": searchable("\n".join([*texts, *names])),
    }  # fmt: skip
    rank = rank_of(summary.state, date, updated, place)
    columns = {**line, "line_hash": row_hash(game.id, *line.values()), "rank": rank, **grown}
    changes = ", ".join(f"{column} = ?" for column in columns)
    sql.put(f"UPDATE games SET {changes} WHERE group_key = :group AND number = ?", [*columns.values(), game.number])


def _summary(row: Sequence[object]) -> Summary:
    title, rulebook, players, state, leader, hands, date = row
    return Summary(title, rulebook, _names(players), state, leader, hands, date)  # type: ignore[arg-type]


def _names(players: object) -> list[str]:
    """Return the stored names; [] for a damaged value.

    So the list still opens and can be rebuilt.
    """
    try:
        names = json.loads(str(players))
    except (ValueError, RecursionError):
        return []
    return [str(name) for name in names] if isinstance(names, list) else []


def _storable(text: str) -> str:
    """Replace the characters that a database cannot store: lone surrogates and NUL.

    JSON can contain them, and the record still has them.
    """
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def _is_row_intact(row: Sequence[Any]) -> bool:
    """Return whether a list row passes its hash checks."""
    *line, line_hash, rank, _binned, _bin_hash = row
    state, date, updated, place = line[4], *line[7:10]
    return verify_hash(line_hash, *line) and rank == rank_of(state, date, updated, place) and _is_trash_flag_intact(row)


def _is_trash_flag_intact(row: Sequence[Any]) -> bool:
    """Return whether the trash flag of a game passes its hash check."""
    game_id, binned, bin_hash = row[0], *row[-2:]
    return bool(bin_hash == "") if binned == 0 else verify_hash(bin_hash, game_id, binned)


def _move_game(sql: Sql, game_id: str, *, binned: bool) -> None:
    """Move a game to the trash, or out of it."""
    query = "SELECT binned FROM games WHERE group_key = :group AND id = ?"
    (was,) = sql.execute(query, [game_id]).fetchone() or _absent(game_id)
    if bool(was) != binned:  # 0, or the days in the trash, from 1
        _set_trash_days(sql, game_id, int(binned))


def _set_trash_days(sql: Sql, game_id: str, binned: int) -> None:
    """Set the number of days of a game in the trash; 0 takes it out."""
    bin_hash = row_hash(game_id, binned) if binned else ""
    sql.execute(
        "UPDATE games SET binned = ?, bin_hash = ? WHERE group_key = :group AND id = ?", [binned, bin_hash, game_id]
    )


def _delete_game(sql: Sql, game_id: str) -> None:
    query = "SELECT number FROM games WHERE group_key = :group AND id = ?"
    for (number,) in sql.execute(query, [game_id]).fetchall():
        for table in ("actions", "drafts", "evenings", "events"):
            sql.execute(f"DELETE FROM {table} WHERE group_key = :group AND game = ?", [number])
        sql.execute("DELETE FROM games WHERE group_key = :group AND number = ?", [number])


def _absent(game_id: str) -> NoReturn:
    raise GameNotFound(game_id)
