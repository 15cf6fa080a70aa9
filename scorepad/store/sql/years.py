"""What stands beside the games for the years: facts of each evening, kept for quickness, and who is who."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorepad.store.records import Facts, Pile, bears, row_hash
from scorepad.store.sql.engine import Engine, Sql, reading, reading_apart, writing
from scorepad.store.sql.listing import OURS, SHELF


class Years:
    """The part of the store that keeps facts of evenings, and names that were joined into people."""

    engine: Engine

    @reading
    def heads(self, sql: Sql, pile: Pile, *, latest: int | None = None) -> list[tuple[str, str]]:
        query = f"SELECT id, head FROM games WHERE {OURS}{SHELF} = ? ORDER BY rank DESC LIMIT ?"
        # As they are: thousands of them, each time anything is written.
        return sql.execute(query, [pile, 2**62 if latest is None else latest]).fetchall()[::-1]

    @reading_apart
    def facts(self, sql: Sql, of: Sequence[str] | None = None) -> dict[str, Facts]:
        if of is not None and not of:
            return {}
        those = "" if of is None else f" AND id IN ({', '.join('?' * len(of))})"
        query = f"""SELECT id, mark, evenings.facts, hash
                    FROM evenings JOIN games ON {{games.group_key = evenings.group_key AND }}number = game
                    WHERE {{1 = 1|games.group_key = :group}}{those}"""
        rows = sql.execute(query, of or ())
        return {game_id: Facts(mark, text) for game_id, mark, text, hash in rows if bears(hash, game_id, mark, text)}

    @writing
    def keep_facts(self, sql: Sql, facts: Mapping[str, Facts]) -> None:
        write_facts(sql, facts)

    @reading
    def joined(self, sql: Sql) -> dict[str, str]:
        rows = sql.execute("SELECT name, person, hash FROM people{ WHERE group_key = :group}")
        return dict(sorted((name, person) for name, person, hash in rows if bears(hash, name, person)))

    @writing
    def join(self, sql: Sql, name: str, person: str) -> None:
        sql.execute(
            """INSERT INTO people ({group_key, }name, person, hash) VALUES ({:group, }?, ?, ?)
               ON CONFLICT ({group_key, }name) DO UPDATE SET person = excluded.person, hash = excluded.hash""",
            [name, person, row_hash(name, person)],
        )

    @writing
    def part(self, sql: Sql, name: str) -> bool:
        query = "DELETE FROM people WHERE {group_key = :group AND }name = ? RETURNING name"
        return bool(sql.execute(query, [name]).fetchall())


def write_facts(sql: Sql, facts: Mapping[str, Facts]) -> None:
    """Keep what these games say; inside a transaction."""
    query = """INSERT INTO evenings ({group_key, }game, mark, facts, hash)
               SELECT {group_key, }number, ?, ?, ? FROM games WHERE {group_key = :group AND }id = ?
               ON CONFLICT ({group_key, }game) DO UPDATE
               SET mark = excluded.mark, facts = excluded.facts, hash = excluded.hash"""
    rows = [(mark, text, row_hash(game_id, mark, text), game_id) for game_id, (mark, text) in facts.items()]
    sql.executemany(query, rows)
