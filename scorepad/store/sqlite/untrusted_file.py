"""Read-only access to an untrusted games file from another person.

SQLite may read only rows of Scorepad's tables, within limits of time and size (https://sqlite.org/security.html). The
caller has to validate the contents of the rows.
"""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from scorepad.errors import StoreForeign
from scorepad.store.records import DEMO_GAME, OF_THE_COPY, Chain, RuleFileKind, check_chain
from scorepad.store.sql import parse_events
from scorepad.store.sqlite.driver import sqlite3
from scorepad.store.sqlite.files import has_tables
from scorepad.store.sqlite.migrations import refuse_newer
from scorepad.words import _

BEGINS = b"SQLite format 3\0"
"""The first bytes of an SQLite file."""

MOST_GAMES, MOST_EVENTS, MOST_BESIDE = 100_000, 5_000, 2_000
"""Maximum numbers of games, events per game, and rows of any other kind."""

MOST_TEXT = 2_000_000
"""Maximum bytes of a value. An event has about 1,000."""

MOST_READ = 10_000_000
"""Maximum characters and bytes in the result of one query."""

PATIENCE = 5.0
"""Maximum seconds for one query."""

_STEPS = 10_000
"""SQLite instructions between two checks of the time limit."""

_READ = frozenset({"sqlite_master", "_sqlite_migrations", "games", "events", "laws", "settings", "people"})
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION})


class UntrustedGame(NamedTuple):
    """A game in an untrusted file.

    `id` and `heading` may be any text. They are truncated.
    """

    id: str
    heading: str
    is_binned: bool
    chain: Chain


class UntrustedFile:
    """An open untrusted file; close it after use.

    Raise StoreForeign if it is no games file, StoreNewer if a later version of Scorepad wrote it.
    """

    def __init__(self, path: Path) -> None:
        wal = path.with_name(f"{path.name}-wal")  # the latest writes of a Scorepad that was running
        how = "mode=rw" if wal.exists() else "mode=ro&immutable=1"
        self._path, self._deadline = path, 0.0
        self._sqlite = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
        try:
            self._restrict()
            with self._asked():
                if not has_tables(self._sqlite):
                    raise StoreForeign(str(path))
                refuse_newer(self._sqlite, str(path))
        except BaseException:
            self.close()
            raise

    def _restrict(self) -> None:
        with self._asked():
            for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "query_only = ON"):
                self._sqlite.execute(f"PRAGMA {pragma}")
            # A generated column could call a function for each row. Our own ones are never read.
            for table in sorted(_READ):
                for _number, name, *_rest, hidden in self._sqlite.execute(f"PRAGMA table_xinfo({table})"):
                    if hidden and name != "group_key" and (table, name) != ("games", "shelf"):
                        raise StoreForeign(str(self._path))
        self._sqlite.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT)
        self._sqlite.text_factory = lambda data: data.decode("utf-8", "replace")
        self._sqlite.set_authorizer(_only_rows)
        self._sqlite.set_progress_handler(lambda: time.monotonic() > self._deadline, _STEPS)

    def close(self) -> None:
        """Close the file."""
        self._sqlite.close()

    @contextlib.contextmanager
    def _asked(self) -> Iterator[None]:
        """Limit the time of a query, and raise StoreForeign for any SQLite error."""
        self._deadline = time.monotonic() + PATIENCE
        try:
            yield
        except (sqlite3.Error, MemoryError, OverflowError) as error:
            raise StoreForeign(str(self._path)) from error

    def _rows(self, query: str, *values: object, most: int = MOST_BESIDE) -> list[tuple[Any, ...]]:
        """Return at most `most` rows; raise StoreForeign if they are larger than any record."""
        rows, size = [], 0
        with self._asked():
            for row in self._sqlite.execute(f"{query} LIMIT {most}", values):
                size += sum(len(value) for value in row if isinstance(value, str | bytes))
                if size > MOST_READ:
                    raise StoreForeign(str(self._path))
                rows.append(row)
        return rows

    def games(self) -> Iterator[UntrustedGame]:
        """Yield all games but the demo game; the chain of a damaged game lists its problems."""
        query = "SELECT number, id, version, head, title, date, binned FROM games WHERE id <> ? ORDER BY number"
        for number, game_id, version, head, title, date, binned in self._rows(query, DEMO_GAME, most=MOST_GAMES):
            heading = " ".join(str(part)[:40] for part in (title, date) if part)
            chain = self._chain(number, str(game_id), version, head)
            yield UntrustedGame(str(game_id)[:40], heading, bool(binned), chain)

    def _chain(self, number: object, game_id: str, version: Any, head: Any) -> Chain:
        query = "SELECT 0, '', seq, id, at, by, event, previous, hash FROM events WHERE game = ? ORDER BY seq"
        try:
            rows = self._rows(query, number, most=MOST_EVENTS + 1)
        except StoreForeign:  # this part of the file is damaged
            return Chain([], [_("Its record cannot be read.")])
        return check_chain(game_id, parse_events(rows), version, head)

    def rule_files(self, kind: RuleFileKind) -> list[tuple[str, str]]:
        """Return the keys and texts of the custom rules of a kind."""
        return self._texts("SELECT key, text FROM laws WHERE kind = ? ORDER BY key", kind)

    def harmless_settings(self) -> dict[str, str]:
        """Return the settings that belong to the games and grant no access."""
        return {name: value for key in OF_THE_COPY for name, value in self._texts(_SETTING, key)}

    def joined(self) -> list[tuple[str, str]]:
        """Return the names that were joined to other people, each with the name of the person."""
        return self._texts("SELECT name, person FROM people ORDER BY name")

    def _texts(self, query: str, *values: object) -> list[tuple[str, str]]:
        """Return pairs of texts; [] if an older Scorepad wrote a file without this table."""
        table = query.partition(" FROM ")[2].partition(" ")[0]
        if not self._rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table):
            return []
        rows = self._rows(query, *values)
        return [(first, second) for first, second in rows if isinstance(first, str) and isinstance(second, str)]


_SETTING = "SELECT name, value FROM settings WHERE name = ?"


def _only_rows(action: int, what: str | None, more: str | None, *_where: str | None) -> int:
    """Allow SQLite to read Scorepad's tables and to count rows; deny everything else."""
    reads = action == sqlite3.SQLITE_READ and what in _READ
    counts = action == sqlite3.SQLITE_FUNCTION and more == "count"
    return sqlite3.SQLITE_OK if reads or counts or action in _ALLOWED else sqlite3.SQLITE_DENY
