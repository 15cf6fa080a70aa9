"""The games' file of a stranger, only read: whatever somebody has made of it, SQLite is asked for rows of our own
tables and nothing else, for so long and so large (https://sqlite.org/security.html). What the rows say is for who asks
to judge."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from scorepad.errors import StoreForeign
from scorepad.store.records import OF_THE_COPY, Chain, RuleFileKind, check_chain
from scorepad.store.sql import events_or_wrecks
from scorepad.store.sqlite.driver import sqlite3
from scorepad.store.sqlite.files import has_tables
from scorepad.store.sqlite.migrations import refuse_newer
from scorepad.words import _

BEGINS = b"SQLite format 3\0"
"""A file of SQLite's."""

MOST_GAMES, MOST_EVENTS, MOST_BESIDE = 100_000, 5_000, 2_000
"""Games that are looked at, events of one, and rows of anything else."""

MOST_TEXT = 2_000_000
"""Bytes of a value: an event has a thousand."""

MOST_READ = 10_000_000
"""Letters and bytes that one question is answered with."""

PATIENCE = 5.0
"""Seconds that one question may take."""

_STEPS = 10_000
"""Of SQLite's own, between two looks at the clock."""

_READ = frozenset({"sqlite_master", "_sqlite_migrations", "games", "events", "laws", "settings", "people"})
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION})


class StrangeGame(NamedTuple):
    """A game as a stranger's file has it; `id` and `heading` may be anything, cut short."""

    id: str
    heading: str
    is_binned: bool
    chain: Chain


class StrangeFile:
    """An open file of a stranger's, to be closed. StoreForeign where it is no file of games, StoreNewer."""

    def __init__(self, path: Path) -> None:
        wal = path.with_name(f"{path.name}-wal")  # what a Scorepad that was running has written last
        how = "mode=rw" if wal.exists() else "mode=ro&immutable=1"
        self._path, self._deadline = path, 0.0
        self._sqlite = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
        try:
            self._shut_in()
            with self._asked():
                if not has_tables(self._sqlite):
                    raise StoreForeign(str(path))
                refuse_newer(self._sqlite, str(path))
        except BaseException:
            self.close()
            raise

    def _shut_in(self) -> None:
        with self._asked():
            for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "query_only = ON"):
                self._sqlite.execute(f"PRAGMA {pragma}")
            # Nor may a column that is read call something for each row; our own one that does is not read.
            for table in sorted(_READ):
                for _number, name, *_rest, hidden in self._sqlite.execute(f"PRAGMA table_xinfo({table})"):
                    if hidden and (table, name) != ("games", "shelf"):
                        raise StoreForeign(str(self._path))
        self._sqlite.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT)
        self._sqlite.text_factory = lambda data: data.decode("utf-8", "replace")
        self._sqlite.set_authorizer(_only_rows)
        self._sqlite.set_progress_handler(lambda: time.monotonic() > self._deadline, _STEPS)

    def close(self) -> None:
        """Let go of it."""
        self._sqlite.close()

    @contextlib.contextmanager
    def _asked(self) -> Iterator[None]:
        """StoreForeign for whatever SQLite stumbles over."""
        self._deadline = time.monotonic() + PATIENCE
        try:
            yield
        except (sqlite3.Error, MemoryError, OverflowError) as error:
            raise StoreForeign(str(self._path)) from error

    def _rows(self, query: str, *values: object, most: int = MOST_BESIDE) -> list[tuple[Any, ...]]:
        """At most so many; StoreForeign where they are more than any record says."""
        found, size = [], 0
        with self._asked():
            for row in self._sqlite.execute(f"{query} LIMIT {most}", values):
                size += sum(len(one) for one in row if isinstance(one, str | bytes))
                if size > MOST_READ:
                    raise StoreForeign(str(self._path))
                found.append(row)
        return found

    def games(self) -> Iterator[StrangeGame]:
        """All games, one after the other; of one that is damaged what is wrong stands in its chain."""
        query = "SELECT number, id, version, head, title, date, binned FROM games ORDER BY number"
        for number, game_id, version, head, title, date, binned in self._rows(query, most=MOST_GAMES):
            heading = " ".join(str(part)[:40] for part in (title, date) if part)
            chain = self._chain(number, str(game_id), version, head)
            yield StrangeGame(str(game_id)[:40], heading, bool(binned), chain)

    def _chain(self, number: object, game_id: str, version: Any, head: Any) -> Chain:
        query = "SELECT 0, '', seq, id, at, by, event, previous, hash FROM events WHERE game = ? ORDER BY seq"
        try:
            rows = self._rows(query, number, most=MOST_EVENTS + 1)
        except StoreForeign:  # the file is damaged just here
            return Chain([], [_("Its record cannot be read.")])
        return check_chain(game_id, events_or_wrecks(rows), version, head)

    def rule_files(self, kind: RuleFileKind) -> list[tuple[str, str]]:
        """Keys and texts of own rules of a kind."""
        return self._texts("SELECT key, text FROM laws WHERE kind = ? ORDER BY key", kind)

    def said(self) -> dict[str, str]:
        """The settings that open nothing and belong to the games."""
        return {name: one for key in OF_THE_COPY for name, one in self._texts(_SETTING, key)}

    def joined(self) -> list[tuple[str, str]]:
        """Names that are somebody else's too, and whose."""
        return self._texts("SELECT name, person FROM people ORDER BY name")

    def _texts(self, query: str, *values: object) -> list[tuple[str, str]]:
        """Pairs of texts; none where an earlier Scorepad had no such table."""
        table = query.partition(" FROM ")[2].partition(" ")[0]
        if not self._rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table):
            return []
        found = self._rows(query, *values)
        return [(one, other) for one, other in found if isinstance(one, str) and isinstance(other, str)]


_SETTING = "SELECT name, value FROM settings WHERE name = ?"


def _only_rows(action: int, what: str | None, more: str | None, *_where: str | None) -> int:
    """Whether SQLite may do this: read our own tables, count their rows, and nothing else."""
    reads = action == sqlite3.SQLITE_READ and what in _READ
    counts = action == sqlite3.SQLITE_FUNCTION and more == "count"
    return sqlite3.SQLITE_OK if reads or counts or action in _ALLOWED else sqlite3.SQLITE_DENY
