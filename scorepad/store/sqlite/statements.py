"""The statements of the store as the file of one group runs them; and what a search goes by there: the words of every
line, and the endings of each word, so that any part of it is found.

It only tells where to look: which lines hold a word is asked of the lines themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from scorepad.store.sql.engine import Sql, keepable, rendered
from scorepad.store.sqlite.driver import sqlite3

FEW = 64
"""Games looked at one by one; words that more of them hold are soon met in the list itself."""

LONGEST = 40
"""Letters kept of an ending: of a longer word sought, the first so many are looked up."""


class Runs(Protocol):
    """What is asked of a database: sqlite-utils' Database and a bare connection both have it."""

    def execute(self, sql: str, parameters: Any = ..., /) -> sqlite3.Cursor: ...


def note_words(db: Runs, game: int, before: str, now: str) -> None:
    """Note what the line of a game holds `now` and no more what it held `before`; inside a transaction."""
    was, is_ = set(before.split()), set(now.split())
    for word in is_ - was:
        if not _is_noted(db, word):
            for ending in endings(word):
                db.execute("INSERT OR IGNORE INTO endings VALUES (?, ?)", [ending, word])
        db.execute("INSERT OR IGNORE INTO words VALUES (?, ?)", [word, game])
    for word in was - is_:
        db.execute("DELETE FROM words WHERE word = ? AND game = ?", [word, game])
        if not _is_noted(db, word):
            for ending in endings(word):
                db.execute("DELETE FROM endings WHERE ending = ? AND word = ?", [ending, word])


def _is_noted(db: Runs, word: str) -> bool:
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM words WHERE word = ?)", [word]).fetchone()[0])


def endings(word: str) -> set[str]:
    """`ann`, `nn` and `n` of `ann`."""
    return {word[start : start + LONGEST] for start in range(len(word))}


class FileSql(Sql):
    """The statements of one transaction, as the file of one group has them."""

    def __init__(self, sqlite: sqlite3.Connection) -> None:
        self.sqlite = sqlite

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self.sqlite.execute(rendered(statement, "file"), keepable(statement, values))

    def take_places(self, number: int) -> int:
        """The last of the next numbers, which an event takes as it is kept."""
        return int(self.execute("SELECT coalesce(max(number), 0) + ? FROM events", [number]).fetchone()[0])

    def games_with(self, words: list[str]) -> list[int] | None:
        """Numbers of the games, fewer than FEW, that may hold all of these words, and all that do; None where each of
        the words is in more of them."""
        query = "SELECT game FROM endings JOIN words USING (word) WHERE ending >= ? AND ending < ? LIMIT ?"
        fewest: list[int] | None = None
        for word in words:
            start = word[:LONGEST]
            found = self.execute(query, [start, start + "\U0010ffff", FEW]).fetchall()
            if len(found) < FEW and (fewest is None or len(found) < len(fewest)):
                fewest = [game for (game,) in found]
        return fewest

    def note_words(self, game: int, before: str, now: str) -> None:
        note_words(self.sqlite, game, before, now)

    def mend_words(self) -> bool:
        """Note the words of all lines anew where they are not noted as they should be; whether they were not. Inside a
        transaction."""
        lines = self.sqlite.execute("SELECT number, searched FROM games")
        words = {(word, number) for number, searched in lines for word in str(searched).split()}
        ends = {(ending, word) for word in {word for word, _number in words} for ending in endings(word)}
        if words == set(self.sqlite.execute("SELECT word, game FROM words")) and ends == set(
            self.sqlite.execute("SELECT ending, word FROM endings")
        ):
            return False
        for table, rows in (("words", words), ("endings", ends)):
            self.sqlite.execute(f"DELETE FROM {table}")
            self.sqlite.executemany(f"INSERT INTO {table} VALUES (?, ?)", sorted(rows))
        return True
