"""The list of games and the names of players: written with each event, so that reading them stays quick."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from scorepad.errors import GameBinned, GameNotFound, StaleVersion
from scorepad.formats import searchable
from scorepad.store.records import Listed, Mark, Pile, Summary, bears, rank_of, row_hash
from scorepad.store.sql.engine import Part, Sql, reading, reading_apart, writing

# `place` is the number of the last event. A pile is the column `shelf` of a file, as 0.1.0 wrote it; not every database
# knows a column that is worked out.
SHELF = "{shelf|CASE binned WHEN 0 THEN state ELSE 'binned' END}"
COLUMNS = "title, rulebook, players, state, leader, hands, date"
OURS = "{group_key = :group AND }"
LINE = f"id, {COLUMNS}, updated, place, searched, line_hash, rank, binned, bin_hash"


_LAST = "\U0010ffff"
"""Behind every letter."""

_OF_ONE_GAME = 100
"""More names than a game has players."""


GAME = """games.number, games.id, version, head, players, searched, binned, bin_hash,
          (SELECT coalesce(max(a.number), 0) FROM actions AS a
           WHERE {a.group_key = games.group_key AND }a.game = games.number)"""


class GameRow(NamedTuple):
    """What is asked of a game's row before something is written on it (`GAME`), whatever the disk has made of it."""

    number: int
    id: str
    version: Any
    head: Any
    players: Any = "[]"
    searched: Any = ""
    binned: Any = 0
    bin_hash: Any = ""
    actions: Any = 0
    """The number of the last action."""

    @property
    def bin_holds(self) -> bool:
        """Whether somebody has put the game where it lies, in the bin or not."""
        return _bin_holds([self.id, self.binned, self.bin_hash])

    @property
    def days(self) -> int:
        """On how many days it has lain in the bin; 0 too where only a spoilt bit has put it there: it comes out with
        the next look at the list."""
        return int(self.binned) if self.binned and self.bin_holds else 0

    @property
    def mark(self) -> Mark:
        """In which state the game is; of version 0 where the record itself does not bear out what stands here."""
        version, head = (self.version, self.head) if isinstance(self.version, int) else (0, "")
        return Mark(version, head, self.days)

    def must_not_be_binned(self) -> None:
        """GameBinned where it lies in the bin."""
        if self.days:
            raise GameBinned(self.id)


class Listing(Part):
    """The part of the store that lists games."""

    @reading
    def games(
        self, sql: Sql, pile: Pile, *, limit: int = 50, before: int | None = None, search: str = ""
    ) -> list[Listed]:
        """At most `limit` games of a pile, latest played first, behind the one whose `place` is `before`; with `search`
        those only that hold all its words, or words they are parts of, in whatever letters: capital or small, with
        accents or without.

        When a game was played its date tells; where that is none, the day of its last event does."""
        words = searchable(search).split()
        start = 2**63 - 1 if before is None else before
        few = sql.games_with(words) if words else None
        # By its number a line is found at once; the list in its order is gone through where most lines are right.
        where = f"{SHELF} = ?" if few is None else f"number IN ({', '.join('?' * len(few))}) AND {{+|}}{SHELF} = ?"
        holds = " AND {instr|strpos}(searched, ?) > 0" * len(words)
        query = f"""SELECT version, head, {LINE} FROM games
                    WHERE {OURS}{where} AND rank < ?{holds} ORDER BY rank DESC LIMIT ?"""
        rows = sql.execute(query, [*(few or ()), pile, start, *words, limit])
        return [
            Listed(row[0], _summary(row[1:8]), row[8], row[-3], _holds(row), (version, head))
            for version, head, *row in rows
        ]

    @reading
    def count(self, sql: Sql, pile: Pile) -> int:
        """How many games lie on a pile."""
        query = f"SELECT count(*) FROM games {{INDEXED BY games_on_shelf |}}WHERE {OURS}{SHELF} = ?"
        return int(sql.execute(query, [pile]).fetchone()[0])

    @reading
    def game_ids(self, sql: Sql) -> list[str]:
        """Every game, binned ones too, in the order they were begun."""
        query = "SELECT id FROM games {WHERE group_key = :group }ORDER BY number"
        return [game_id for (game_id,) in sql.execute(query)]

    @reading
    def summary(self, sql: Sql, game_id: str) -> Summary:
        """The line that lists a game."""
        row = sql.execute(f"SELECT {COLUMNS} FROM games WHERE {OURS}id = ?", [game_id]).fetchone()
        return _summary(row or _absent(game_id))

    @writing
    def rewrite_summary(self, sql: Sql, game_id: str, summary: Summary, *, seen: int | None = None) -> None:
        """Put right the line that lists a game; its place in the list is that of its last event.

        A game that only a spoilt bit has put in the bin comes out of it. `seen` is the version that the summary is of:
        StaleVersion when the game has gone on, for then its line was written anew.
        """
        row = sql.execute(
            f"""SELECT {GAME}, at, events.number, seq
               FROM games JOIN events ON {{events.group_key = games.group_key AND }}game = games.number
               WHERE {{games.group_key = :group AND }}games.id = ? ORDER BY seq DESC LIMIT 1""",
            [game_id],
        ).fetchone()
        *game, updated, place, version = row or _absent(game_id)
        line = GameRow(*game)
        if seen is not None and seen != version:
            raise StaleVersion(seen, version)
        if not line.bin_holds:
            sql.execute("UPDATE games SET binned = 0, bin_hash = '' WHERE {group_key = :group AND }id = ?", [game_id])
        write_line(sql, line, summary, updated=updated, place=place)

    @reading
    def line_holds(self, sql: Sql, game_id: str) -> bool:
        """Whether the line that lists a game, and whether it is binned, are as they were written."""
        row = sql.execute(f"SELECT {LINE} FROM games WHERE {OURS}id = ?", [game_id]).fetchone()
        return _holds(row or _absent(game_id))

    @reading
    def known_names(self, sql: Sql, prefix: str = "", *, limit: int = 50) -> list[str]:
        """At most `limit` names of players that begin with `prefix`, in capital or small letters, out of games that are
        not binned: those of most games first, then the latest."""
        folded = prefix.casefold()
        begins = f" AND {{folded >= ? AND folded < ?|substr(folded, 1, length(?)) || '{_LAST}' = ?}}" if folded else ""
        query = f"""SELECT name, games, place FROM names WHERE {{1 = 1|group_key = :group}}{begins}
                    ORDER BY games DESC, place DESC LIMIT ?"""
        # Those of one game stand at one place; which of them come first no database need know.
        rows = sql.execute(query, [*([folded, folded + _LAST] if folded else []), limit + _OF_ONE_GAME])
        return [name for name, _games, _place in sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))[:limit]]

    def recount_names(self) -> bool:
        """Count the names of players anew from the lines of the list; whether they were miscounted."""
        return not self._names_are_right() and self._write_names()

    @reading_apart
    def _names_are_right(self, sql: Sql) -> bool:
        kept = sql.execute("SELECT name, folded, games FROM names{ WHERE group_key = :group}")
        return {tuple(row) for row in kept} == {row[:3] for row in _used(sql)}

    @writing
    def _write_names(self, sql: Sql) -> bool:
        sql.execute("DELETE FROM names{ WHERE group_key = :group}")
        sql.executemany(_NAME, _used(sql))
        return True

    @writing
    def mend_search(self, sql: Sql) -> bool:
        """Put right what a search goes by, from the lines of the list; whether anything was amiss."""
        return sql.mend_words()

    def remove_game(self, game_id: str) -> None:
        """Put a game in the bin: it is listed on the pile "binned" alone, and its record stays."""
        self._move(game_id, binned=True)

    def restore_game(self, game_id: str) -> None:
        """Take a game out of the bin."""
        self._move(game_id, binned=False)

    @writing
    def age_bin(self, sql: Sql, most: int) -> None:
        """Count one day more for every game in the bin, and throw away for good what has lain there for more than
        `most` days."""
        for row in sql.execute(f"SELECT {LINE} FROM games WHERE {OURS}{SHELF} = 'binned'").fetchall():
            if _bin_holds(row):  # else the disk has put it there, and it is not thrown away for that
                game_id, lain = row[0], row[-2] + 1
                if lain > most:
                    _throw_away(sql, game_id)
                else:
                    _put(sql, game_id, lain)

    @writing
    def _move(self, sql: Sql, game_id: str, *, binned: bool) -> None:
        query = "SELECT players, place, binned FROM games WHERE {group_key = :group AND }id = ?"
        players, place, was = sql.execute(query, [game_id]).fetchone() or _absent(game_id)
        if bool(was) != binned:  # 0, or 1 and the days it has lain there
            _put(sql, game_id, int(binned))
            names = _names(players)
            _count_names(sql, names if binned else [], [] if binned else names, place)


def game_row(sql: Sql, game_id: str) -> GameRow:
    """GameNotFound where there is no game of the id."""
    row = sql.execute(f"SELECT {GAME} FROM games WHERE {OURS}id = ?", [game_id]).fetchone()
    return GameRow(*(row or _absent(game_id)))


def write_line(sql: Sql, game: GameRow, summary: Summary, *, updated: str, place: int, **grown: object) -> None:
    """Write the line that lists a game, with what else has `grown` by an event, and count its players' names; inside a
    transaction."""
    names = [_storable(name) for name in summary.players]
    if not game.binned:
        _count_names(sql, _names(game.players), names, place)
    title, rulebook, leader, date = texts = [
        _storable(text) for text in (summary.title, summary.rulebook, summary.leader, summary.date)
    ]
    line = {
        "title": title, "rulebook": rulebook, "players": json.dumps(names), "state": summary.state,
        "leader": leader, "hands": summary.hands, "date": date,
        "updated": updated, "place": place, "searched": searchable("\n".join([*texts, *names])),
    }  # fmt: skip
    sql.note_words(game.number, str(game.searched), str(line["searched"]))
    rank = rank_of(summary.state, date, updated, place)
    columns = {**line, "line_hash": row_hash(game.id, *line.values()), "rank": rank, **grown}
    changes = ", ".join(f"{column} = ?" for column in columns)
    sql.put(f"UPDATE games SET {changes} WHERE {OURS}number = ?", [*columns.values(), game.number])


def _count_names(sql: Sql, before: Sequence[str], now: Sequence[str], place: int) -> None:
    """Count a game for the names that came into it, and no more for those that left it (a slip that was mended)."""
    for name in set(now) - set(before):
        sql.put(_NAME, [name, name.casefold(), 1, place])
    for name in set(before) - set(now):
        sql.put("UPDATE names SET games = games - 1 WHERE {group_key = :group AND }name = ?", [name])
        sql.put("DELETE FROM names WHERE {group_key = :group AND }name = ? AND games <= 0", [name])


_NAME = """INSERT INTO names ({group_key, }name, folded, games, place) VALUES ({:group, }?, ?, ?, ?)
           ON CONFLICT ({group_key, }name) DO UPDATE
           SET games = names.games + 1, place = {max|greatest}(names.place, excluded.place)"""


def _used(sql: Sql) -> list[tuple[str, str, int, int]]:
    """Names of players as they should be kept: of how many games, and which was the last."""
    games: Counter[str] = Counter()
    latest: dict[str, int] = {}
    query = "SELECT players, place FROM games WHERE {group_key = :group AND }binned = 0 ORDER BY place"
    for players, place in sql.execute(query):
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
    """Half a character (a lone surrogate, which JSON can bring) and NUL are no text to a database; the record itself
    keeps them."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def _holds(row: Sequence[Any]) -> bool:
    """Whether a line of the list is as it was written."""
    *line, line_hash, rank, _binned, _bin_hash = row
    state, date, updated, place = line[4], *line[7:10]
    return bears(line_hash, *line) and rank == rank_of(state, date, updated, place) and _bin_holds(row)


def _bin_holds(row: Sequence[Any]) -> bool:
    """Whether somebody has put a game where it lies, in the bin or not."""
    game_id, binned, bin_hash = row[0], *row[-2:]
    return bool(bin_hash == "") if binned == 0 else bears(bin_hash, game_id, binned)


def _put(sql: Sql, game_id: str, binned: int) -> None:
    """Into the bin, for so many days; or out of it, for 0."""
    bin_hash = row_hash(game_id, binned) if binned else ""
    sql.execute(
        "UPDATE games SET binned = ?, bin_hash = ? WHERE {group_key = :group AND }id = ?", [binned, bin_hash, game_id]
    )


def _throw_away(sql: Sql, game_id: str) -> None:
    query = "SELECT number, searched FROM games WHERE {group_key = :group AND }id = ?"
    for number, searched in sql.execute(query, [game_id]).fetchall():
        sql.note_words(number, str(searched), "")
        for table in ("actions", "drafts", "evenings", "events"):
            sql.execute(f"DELETE FROM {table} WHERE {OURS}game = ?", [number])
        sql.execute("DELETE FROM games WHERE {group_key = :group AND }number = ?", [number])


def _absent(game_id: str) -> NoReturn:
    raise GameNotFound(game_id)
