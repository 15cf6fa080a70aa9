"""Migrations of the multi-group database.

A released step never changes. It removes nothing that the previous version reads, since both versions run during a
rolling upgrade.

Each step is a transaction and is recorded in the table `steps`. It can be repeated from the start, since in some
databases each of its statements commits separately. Every write checks the number of recorded steps. If there are
unknown steps, the program writes nothing.
"""

from typing import Any

import psycopg

from scorepad.errors import StoreForeign, StoreNewer

STEPS = {
    "001 tables": (
        # `place` is the number of the group's last event, `changes` the number of writes. `recent` holds the marks of
        # its latest writes, newest first. `moved` is where its games moved to.
        """CREATE TABLE IF NOT EXISTS groups (
             group_key TEXT PRIMARY KEY,
             place BIGINT NOT NULL DEFAULT 0, changes BIGINT NOT NULL DEFAULT 0,
             recent TEXT NOT NULL DEFAULT '', moved TEXT NOT NULL DEFAULT '',
             which TEXT NOT NULL DEFAULT '', secret TEXT NOT NULL DEFAULT '',
             demonstration BIGINT NOT NULL DEFAULT 0, arriving BIGINT NOT NULL DEFAULT 0)""",
        # Tables of the host: recovery codes, and values such as the secret's fingerprint.
        "CREATE TABLE IF NOT EXISTS codes (digest TEXT PRIMARY KEY, group_key TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS host (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        # For the columns of the other tables, see scorepad/store/sqlite/migrations.py.
        """CREATE TABLE IF NOT EXISTS games (
             group_key TEXT NOT NULL REFERENCES groups (group_key), number BIGINT NOT NULL,
             id TEXT NOT NULL, version BIGINT NOT NULL, head TEXT NOT NULL,
             title TEXT NOT NULL, rulebook TEXT NOT NULL, players TEXT NOT NULL, state TEXT NOT NULL,
             leader TEXT NOT NULL, hands BIGINT NOT NULL, date TEXT NOT NULL, updated TEXT NOT NULL,
             place BIGINT NOT NULL, searched TEXT NOT NULL, line_hash TEXT NOT NULL DEFAULT '',
             rank BIGINT NOT NULL DEFAULT 0, binned BIGINT NOT NULL DEFAULT 0, bin_hash TEXT NOT NULL DEFAULT '',
             PRIMARY KEY (group_key, number), UNIQUE (group_key, id))""",
        "CREATE INDEX IF NOT EXISTS games_by_rank ON games (group_key, rank)",
        """CREATE TABLE IF NOT EXISTS events (
             group_key TEXT NOT NULL, game BIGINT NOT NULL, seq BIGINT NOT NULL, number BIGINT NOT NULL,
             id TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, event TEXT NOT NULL,
             previous TEXT NOT NULL, hash TEXT NOT NULL,
             PRIMARY KEY (group_key, game, seq), UNIQUE (group_key, game, id),
             FOREIGN KEY (group_key, game) REFERENCES games (group_key, number))""",
        """CREATE TABLE IF NOT EXISTS drafts (
             group_key TEXT NOT NULL, game BIGINT NOT NULL, field TEXT NOT NULL, hand BIGINT NOT NULL,
             value TEXT NOT NULL, by TEXT NOT NULL, hash TEXT NOT NULL,
             PRIMARY KEY (group_key, game, field),
             FOREIGN KEY (group_key, game) REFERENCES games (group_key, number))""",
        """CREATE TABLE IF NOT EXISTS evenings (
             group_key TEXT NOT NULL, game BIGINT NOT NULL, mark TEXT NOT NULL, facts TEXT NOT NULL,
             hash TEXT NOT NULL,
             PRIMARY KEY (group_key, game),
             FOREIGN KEY (group_key, game) REFERENCES games (group_key, number))""",
        """CREATE TABLE IF NOT EXISTS laws (
             group_key TEXT NOT NULL REFERENCES groups (group_key), kind TEXT NOT NULL, key TEXT NOT NULL,
             text TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (group_key, kind, key))""",
        """CREATE TABLE IF NOT EXISTS settings (
             group_key TEXT NOT NULL REFERENCES groups (group_key), name TEXT NOT NULL, value TEXT NOT NULL,
             hash TEXT NOT NULL, PRIMARY KEY (group_key, name))""",
        """CREATE TABLE IF NOT EXISTS people (
             group_key TEXT NOT NULL REFERENCES groups (group_key), name TEXT NOT NULL, person TEXT NOT NULL,
             hash TEXT NOT NULL, PRIMARY KEY (group_key, name))""",
    ),
    "002 actions": (
        """CREATE TABLE IF NOT EXISTS actions (
             group_key TEXT NOT NULL, game BIGINT NOT NULL, number BIGINT NOT NULL, version BIGINT NOT NULL,
             action TEXT NOT NULL, hash TEXT NOT NULL,
             PRIMARY KEY (group_key, game, number),
             FOREIGN KEY (group_key, game) REFERENCES games (group_key, number))""",
    ),
    "003 names from list": ("DROP TABLE IF EXISTS names",),  # no release had it
}
"""The statements of each step, by name."""

OURS = (
    "actions", "codes", "drafts", "evenings", "events", "games", "groups", "host", "laws", "people",
    "settings", "steps",
)  # fmt: skip

_BEGIN = b"BEGIN ISOLATION LEVEL SERIALIZABLE"
ALL_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"

_WAS_QUICKER = ("23505", "42P07", "42701", "42710", "40001", "40P01")
"""Error codes when two programs create the same table, or its type, column or recorded step, at the same time."""

_MOST_TRIES = 100
"""Maximum attempts per step: each concurrent program can make a few of them fail."""


def apply_migrations(link: psycopg.Connection[Any], where: str) -> None:
    """Apply the missing steps.

    Raise StoreNewer if the database has unknown steps, StoreForeign if another program's tables have our names.
    """
    for name, statements in STEPS.items():
        attempts = 0
        while name not in refuse_newer(link, where):
            attempts += 1
            try:
                _take(link, name, statements)
            except psycopg.Error as error:
                link.rollback()
                if error.sqlstate not in _WAS_QUICKER or attempts == _MOST_TRIES:
                    raise


def refuse_newer(link: psycopg.Connection[Any], where: str) -> set[str]:
    """Return the steps of the database; raise StoreNewer or StoreForeign as `apply_migrations` does."""
    tables = {name for (name,) in link.execute(ALL_TABLES.encode())}
    if "steps" not in tables:
        if tables.intersection(OURS):
            raise StoreForeign(where)
        return set()
    taken = {name for (name,) in link.execute(b"SELECT name FROM steps")}
    if not taken <= STEPS.keys():
        raise StoreNewer(where)
    return taken


def _take(link: psycopg.Connection[Any], name: str, statements: tuple[str, ...]) -> None:
    link.execute(b"CREATE TABLE IF NOT EXISTS steps (name TEXT PRIMARY KEY)")
    link.execute(_BEGIN)
    for statement in statements:
        link.execute(statement.encode())
    link.execute(b"INSERT INTO steps (name) VALUES (%s)", [name])
    link.execute(b"COMMIT")
