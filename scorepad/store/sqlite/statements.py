"""The statements of the store as the file of one group runs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scorepad.store.sql.engine import keepable, rendered
from scorepad.store.sqlite.driver import sqlite3
from scorepad.store.sqlite.searching import games_with, mend, note_words


class FileSql:
    """The statements of one transaction, as the file of one group has them (scorepad.store.sql.engine.Sql)."""

    def __init__(self, sqlite: sqlite3.Connection) -> None:
        self.sqlite = sqlite

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement."""
        return self.sqlite.execute(rendered(statement, "file"), keepable(statement, values))

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement with each of these rows of values."""
        self.sqlite.executemany(rendered(statement, "file"), (keepable(statement, row) for row in rows))

    def put(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Run a statement: it has no way to go that could be saved, and is run at once."""
        self.execute(statement, values)

    def take_places(self, number: int) -> int:
        """The last of the next numbers, which an event takes as it is kept."""
        return int(self.execute("SELECT coalesce(max(number), 0) + ? FROM events", [number]).fetchone()[0])

    def games_with(self, words: list[str]) -> list[int] | None:
        """Numbers of the few games that may hold all of these words; None where they are more."""
        return games_with(self, words)

    def note_words(self, game: int, before: str, now: str) -> None:
        """Note what the line of the game of this number holds `now`, and no more what it held `before`."""
        note_words(self.sqlite, game, before, now)

    def mend_words(self) -> bool:
        """Note the words of all lines anew where they are not noted as they should be; whether they were not."""
        return mend(self.sqlite)
