"""Migrations of the SQLite file.

A released step never changes. A later step changes its result.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any, Protocol

from scorepad.errors import StoreNewer
from scorepad.formats import searchable
from scorepad.store.records import rank_of, row_hash
from scorepad.store.sqlite.driver import sqlite3

if TYPE_CHECKING:
    from sqlite_utils import Migrations


class Runs(Protocol):
    """An object that executes SQL: a sqlite-utils Database or a plain connection."""

    def execute(self, sql: str, parameters: Any = ..., /) -> sqlite3.Cursor: ...


def m001_record(db: Runs) -> None:
    """Create games and their events.

    The `number` of an event counts over all games, so it shows which game was played last.
    """
    db.execute("""
        CREATE TABLE games (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            head TEXT NOT NULL,  -- hash of the last event: notices that the end of a record is gone
            title TEXT NOT NULL, rulebook TEXT NOT NULL, players TEXT NOT NULL, state TEXT NOT NULL,
            leader TEXT NOT NULL, hands INTEGER NOT NULL, date TEXT NOT NULL,
            updated TEXT NOT NULL,
            place INTEGER NOT NULL,  -- number of the last event
            searched TEXT NOT NULL,
            binned INTEGER NOT NULL DEFAULT 0,
            shelf TEXT AS (CASE binned WHEN 0 THEN state ELSE 'binned' END)
        )""")
    db.execute("CREATE INDEX games_on_shelf ON games (shelf, place)")
    # A covering index: a search for a rare word among 100,000 games does not touch the table itself.
    db.execute("CREATE INDEX games_searched ON games (shelf, place, searched)")
    db.execute("""
        CREATE TABLE events (
            number INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (number),
            seq INTEGER NOT NULL,
            id TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, event TEXT NOT NULL,
            previous TEXT NOT NULL, hash TEXT NOT NULL,
            UNIQUE (game, seq), UNIQUE (game, id)
        )""")


def m002_drafts(db: Runs) -> None:
    """Create drafts, with one row per field so that two phones do not conflict."""
    db.execute("""
        CREATE TABLE drafts (
            game INTEGER NOT NULL REFERENCES games (number),
            field TEXT NOT NULL, hand INTEGER NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (game, field)
        ) WITHOUT ROWID""")


def m003_names(db: Runs) -> None:
    """Create the names of players with their numbers of games, counted when games are written."""
    db.execute("""
        CREATE TABLE names (
            name TEXT PRIMARY KEY, folded TEXT NOT NULL, games INTEGER NOT NULL, place INTEGER NOT NULL
        ) WITHOUT ROWID""")
    db.execute("CREATE INDEX names_by_use ON names (games DESC, place DESC)")
    db.execute("CREATE INDEX names_folded ON names (folded)")
    for players, place in db.execute("SELECT players, place FROM games WHERE binned = 0").fetchall():
        for name in json.loads(players):
            db.execute(
                """INSERT INTO names VALUES (?, ?, 1, ?)
                   ON CONFLICT DO UPDATE SET games = games + 1, place = max(place, excluded.place)""",
                [name, name.casefold(), place],
            )


def m004_beside(db: Runs) -> None:
    """Create custom rule files (laws) and settings."""
    db.execute("CREATE TABLE laws (kind TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (kind, key))")
    db.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)")


def m005_hashed_laws(db: Runs) -> None:
    """Add hashes to custom rule files, so that a damaged byte does not affect scores."""
    db.execute("ALTER TABLE laws ADD COLUMN hash TEXT NOT NULL DEFAULT ''")
    for kind, key, text in db.execute("SELECT kind, key, text FROM laws").fetchall():
        db.execute("UPDATE laws SET hash = ? WHERE kind = ? AND key = ?", [row_hash(kind, key, text), kind, key])


def m006_hashed_rest(db: Runs) -> None:
    """Add hashes to draft fields, settings, list rows and trash flags.

    A damaged bit must neither bid for a player nor delete a game.
    """
    for table, column in (("drafts", "hash"), ("settings", "hash"), ("games", "line_hash"), ("games", "bin_hash")):
        db.execute(f"ALTER TABLE {table} ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    taps = "SELECT id, field, hand, value, game FROM drafts JOIN games ON number = game"
    for *tap, game in db.execute(taps).fetchall():
        db.execute("UPDATE drafts SET hash = ? WHERE game = ? AND field = ?", [_hash(*tap), game, tap[1]])
    for name, value in db.execute("SELECT name, value FROM settings").fetchall():
        db.execute("UPDATE settings SET hash = ? WHERE name = ?", [_hash(name, value), name])
    line = "id, title, rulebook, players, state, leader, hands, date, updated, place, searched"
    for number, binned, *values in db.execute(f"SELECT number, binned, {line} FROM games").fetchall():
        bin_hash = _hash(values[0], binned) if binned else ""
        db.execute("UPDATE games SET line_hash = ?, bin_hash = ? WHERE number = ?", [_hash(*values), bin_hash, number])


def m007_who_tapped(db: Runs) -> None:
    """Add the author to each draft field, as events have; "" for existing fields."""
    db.execute("ALTER TABLE drafts ADD COLUMN by TEXT NOT NULL DEFAULT ''")


def m008_plain_search(db: Runs) -> None:
    """Remove accents from the text for searches; damaged rows stay, to be reported."""
    line = "id, title, rulebook, players, state, leader, hands, date, updated, place, searched"
    for number, line_hash, *values in db.execute(f"SELECT number, line_hash, {line} FROM games").fetchall():
        if str(values[-1]).isascii() or line_hash != _hash(*values):
            continue
        plain = [*values[:-1], searchable(values[-1])]
        change = "UPDATE games SET searched = ?, line_hash = ? WHERE number = ?"
        db.execute(change, [plain[-1], _hash(*plain), number])


def m009_years(db: Runs) -> None:
    """Create the facts of each evening for the statistics, and joined names.

    Facts are computed once for each state of the game (`mark`).
    """
    db.execute("""
        CREATE TABLE evenings (
            game INTEGER PRIMARY KEY REFERENCES games (number),
            mark TEXT NOT NULL, facts TEXT NOT NULL, hash TEXT NOT NULL
        )""")
    db.execute("""
        CREATE TABLE people (
            name TEXT PRIMARY KEY, person TEXT NOT NULL, hash TEXT NOT NULL
        ) WITHOUT ROWID""")


def m010_played(db: Runs) -> None:
    """Sort the list by the day a game was played (`rank`).

    Versions before `m012_scanned_search` also created an index of words here.
    """
    db.execute("ALTER TABLE games ADD COLUMN rank INTEGER NOT NULL DEFAULT 0")
    lines = "SELECT number, state, date, updated, place FROM games"
    for number, state, date, updated, place in db.execute(lines).fetchall():
        db.execute("UPDATE games SET rank = ? WHERE number = ?", [rank_of(state, date, updated, place), number])
    for index, columns in (("games_on_shelf", "shelf, rank"), ("games_searched", "shelf, rank, searched")):
        db.execute(f"DROP INDEX IF EXISTS {index}")
        db.execute(f"CREATE INDEX {index} ON games ({columns})")


def m011_actions(db: Runs) -> None:
    """Create the actions of a game for Undo, in order.

    They are changes of its draft, and the author of each event.
    """
    db.execute("""
        CREATE TABLE actions (
            game INTEGER NOT NULL REFERENCES games (number),
            number INTEGER NOT NULL, version INTEGER NOT NULL, action TEXT NOT NULL, hash TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""")


def m012_scanned_search(db: Runs) -> None:
    """Drop the index of words: a search scans the list rows."""
    for table in ("words", "endings"):
        db.execute(f"DROP TABLE IF EXISTS {table}")


def m013_group_key(db: Runs) -> None:
    """Give each table the column `group_key`, so that one statement serves files and multi-group databases.

    The column is always '' and takes no space. A search reads only the index, so it contains the column. The column is
    not the first there: SQLite would then read the index for every statement that names the group.
    """
    for table in ("actions", "drafts", "evenings", "events", "games", "laws", "names", "people", "settings"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN group_key TEXT AS ('')")
    for index, columns in (("games_on_shelf", "rank"), ("games_searched", "rank, searched")):
        db.execute(f"DROP INDEX IF EXISTS {index}")
        db.execute(f"CREATE INDEX {index} ON games (shelf, group_key, {columns})")


def _hash(*values: object) -> str:
    """Return the hash of a row; "" for a damaged row, which is reported once the file is open."""
    try:
        return row_hash(*values)
    except (TypeError, ValueError):
        return ""


STEPS = (
    m001_record, m002_drafts, m003_names, m004_beside, m005_hashed_laws, m006_hashed_rest, m007_who_tapped,
    m008_plain_search, m009_years, m010_played, m011_actions, m012_scanned_search, m013_group_key,
)  # fmt: skip
SET = "scorepad"
_KNOWN = {step.__name__ for step in STEPS}


def apply_migrations(sqlite: sqlite3.Connection, path: str) -> None:
    """Apply the missing steps in one transaction.

    Raise StoreNewer if the file has unknown steps.
    """
    if refuse_newer(sqlite, path) != _KNOWN:
        _take(sqlite)


def is_behind(sqlite: sqlite3.Connection, path: str) -> bool:
    """Return whether an older Scorepad wrote the file, so that steps are missing.

    Raise StoreNewer as `refuse_newer` does.
    """
    return refuse_newer(sqlite, path) not in (set(), _KNOWN)


def refuse_newer(sqlite: sqlite3.Connection, path: str) -> set[str]:
    """Return the steps of the file; raise StoreNewer if some of them are unknown."""
    taken = _taken(sqlite)
    if not taken <= _KNOWN:
        raise StoreNewer(path)
    return taken


def is_foreign(sqlite: sqlite3.Connection) -> bool:
    """Return whether a database belongs to another program.

    Such a database has tables, but no recorded steps of Scorepad.
    """
    tables = f"{_PARTS} AND tbl_name <> '_sqlite_migrations'"  # sqlite-utils creates it before the first step
    # In this order: another Scorepad may be creating tables and steps now, in one transaction.
    return sqlite.execute(tables).fetchone() is not None and not _taken(sqlite)


def schema_differences(sqlite: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """Return the missing tables and indexes, and all triggers.

    Scorepad creates no triggers. A trigger could delete data after Scorepad confirmed a write.
    """
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for step in STEPS:
            step(fresh)  # without sqlite-utils, so that a check does not import it
        ours, present = (set(database.execute(_PARTS)) for database in (fresh, sqlite))
    return sorted(name for _kind, name in ours - present), sorted(name for kind, name in present if kind == "trigger")


_PARTS = "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"


def _taken(sqlite: sqlite3.Connection) -> set[str]:
    """Return the steps that sqlite-utils recorded in the file; none in a new file."""
    notes = sqlite.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone()
    if notes is None:
        return set()
    return {name for (name,) in sqlite.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = ?", [SET])}


def steps() -> Migrations:
    """Return the steps for sqlite-utils, which is imported only if a step is missing."""
    from sqlite_utils import Migrations

    migrations = Migrations(SET)
    for step in STEPS:
        migrations()(step)
    return migrations


def _take(sqlite: sqlite3.Connection) -> None:
    from sqlite_utils import Database

    db, migrations = Database(sqlite, execute_plugins=False), steps()
    db.execute("BEGIN IMMEDIATE")  # if two programs start at once, the second has nothing to do
    try:
        migrations.apply(db)
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
