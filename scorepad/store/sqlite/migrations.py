"""Migrations of the SQLite file.

A released step never changes. A later step changes its result. Steps between two releases are one step.
"""

import contextlib
from typing import Any, Protocol

from scorepad.errors import StoreNewer
from scorepad.formats import searchable
from scorepad.store.records import rank_of, row_hash, verify_hash
from scorepad.store.sqlite.driver import sqlite3


class Runs(Protocol):
    """An object that executes SQL: a sqlite-utils Database or a plain connection."""

    def execute(self, sql: str, parameters: Any = ..., /) -> sqlite3.Cursor: ...


def m006_hashed_rest(db: Runs) -> None:
    """Create the tables of release 0.1.0, whose last step had this name.

    The `number` of an event counts over all games, so it shows which game was played last. Drafts have one row per
    field, so that two phones do not conflict. `names` counts the games of each player. `laws` are custom rule files.
    Rows outside the record have hashes: a damaged bit must neither bid for a player nor delete a game.
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
            shelf TEXT AS (CASE binned WHEN 0 THEN state ELSE 'binned' END),
            line_hash TEXT NOT NULL DEFAULT '', bin_hash TEXT NOT NULL DEFAULT ''
        )""")
    db.execute("""
        CREATE TABLE events (
            number INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (number),
            seq INTEGER NOT NULL,
            id TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, event TEXT NOT NULL,
            previous TEXT NOT NULL, hash TEXT NOT NULL,
            UNIQUE (game, seq), UNIQUE (game, id)
        )""")
    db.execute("""
        CREATE TABLE drafts (
            game INTEGER NOT NULL REFERENCES games (number),
            field TEXT NOT NULL, hand INTEGER NOT NULL, value TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (game, field)
        ) WITHOUT ROWID""")
    db.execute("""
        CREATE TABLE names (
            name TEXT PRIMARY KEY, folded TEXT NOT NULL, games INTEGER NOT NULL, place INTEGER NOT NULL
        ) WITHOUT ROWID""")
    db.execute("CREATE INDEX names_by_use ON names (games DESC, place DESC)")
    db.execute("CREATE INDEX names_folded ON names (folded)")
    db.execute("""
        CREATE TABLE laws (
            kind TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (kind, key)
        )""")
    db.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '')")


def m014_names_from_list(db: Runs) -> None:
    """Bring the tables of release 0.1.0 up to date, or those of a program after it, which has part of this.

    - `by` is the author of a draft field; "" for existing fields.
    - `evenings` are the facts of a game for the statistics, computed once for each state of the game (`mark`).
    - `people` are joined names.
    - `rank` sorts the list by the day a game was played.
    - `actions` are the changes of a draft, and the authors of events, for Undo.
    - The list shows which names are used, so there is no table of names.
    - `group_key` is in each table, so that one statement serves files and multi-group databases. It is always '' and
      takes no space. A search reads only the index, so that contains the column. The column is not the first there:
      SQLite would then read the index for every statement that names the group.
    """
    _add_column(db, "drafts", "by TEXT NOT NULL DEFAULT ''")
    db.execute("""
        CREATE TABLE IF NOT EXISTS evenings (
            game INTEGER PRIMARY KEY REFERENCES games (number),
            mark TEXT NOT NULL, facts TEXT NOT NULL, hash TEXT NOT NULL
        )""")
    db.execute("""
        CREATE TABLE IF NOT EXISTS people (
            name TEXT PRIMARY KEY, person TEXT NOT NULL, hash TEXT NOT NULL
        ) WITHOUT ROWID""")
    db.execute("""
        CREATE TABLE IF NOT EXISTS actions (
            game INTEGER NOT NULL REFERENCES games (number),
            number INTEGER NOT NULL, version INTEGER NOT NULL, action TEXT NOT NULL, hash TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""")
    _add_column(db, "games", "rank INTEGER NOT NULL DEFAULT 0")
    _update_list_rows(db)
    for table in ("words", "endings", "names"):  # an index of words between 0.1.0 and today, and names of 0.1.0
        db.execute(f"DROP TABLE IF EXISTS {table}")
    for table in ("actions", "drafts", "evenings", "events", "games", "laws", "people", "settings"):
        _add_column(db, table, "group_key TEXT AS ('')")
    for index in ("games_on_shelf", "games_searched"):  # of 0.1.0
        db.execute(f"DROP INDEX IF EXISTS {index}")
    db.execute("CREATE INDEX games_on_shelf ON games (shelf, group_key, rank)")
    # A covering index: a search for a rare word among 100,000 games does not touch the table itself.
    db.execute("CREATE INDEX games_searched ON games (shelf, group_key, rank, searched)")


def _add_column(db: Runs, table: str, column: str) -> None:
    """Add a column, given by its definition, unless the table has it."""
    if column.split()[0] not in {name for _id, name, *_rest in db.execute(f"PRAGMA table_xinfo({table})")}:
        db.execute(f"ALTER TABLE {table} ADD COLUMN {column}")


def _update_list_rows(db: Runs) -> None:
    """Compute the ranks, and remove accents from the text for searches; damaged texts stay, to be reported."""
    line = "id, title, rulebook, players, state, leader, hands, date, updated, place, searched"
    for number, line_hash, *values in db.execute(f"SELECT number, line_hash, {line} FROM games").fetchall():
        date, updated, place, searched = values[7:]
        changes: dict[str, Any] = {"rank": rank_of(values[4], date, updated, place)}
        if verify_hash(line_hash, *values):
            plain = searchable(searched)
            changes |= {"searched": plain, "line_hash": row_hash(*values[:-1], plain)}
        assignments = ", ".join(f"{column} = ?" for column in changes)
        db.execute(f"UPDATE games SET {assignments} WHERE number = ?", [*changes.values(), number])


STEPS = (m006_hashed_rest, m014_names_from_list)
_EARLIER = frozenset({
    "m001_record", "m002_drafts", "m003_names", "m004_beside", "m005_hashed_laws", "m007_who_tapped",
    "m008_plain_search", "m009_years", "m010_played", "m011_actions", "m012_scanned_search", "m013_group_key",
})  # fmt: skip
"""Recorded steps that later ones contain."""

SET = "scorepad"
_CURRENT = frozenset(step.__name__ for step in STEPS)


def apply_migrations(sqlite: sqlite3.Connection, path: str) -> None:
    """Apply the missing steps in one transaction.

    Raise StoreNewer if the file has unknown steps.
    """
    if refuse_newer(sqlite, path) >= _CURRENT:
        return
    from sqlite_utils import Database, Migrations  # imported only if a step is missing

    db, migrations = Database(sqlite, execute_plugins=False), Migrations(SET)
    for step in STEPS:
        migrations()(step)
    db.execute("BEGIN IMMEDIATE")  # if two programs start at once, the second has nothing to do
    try:
        migrations.apply(db)
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def is_behind(sqlite: sqlite3.Connection, path: str) -> bool:
    """Return whether an older Scorepad wrote the file, so that steps are missing.

    Raise StoreNewer as `refuse_newer` does.
    """
    taken = refuse_newer(sqlite, path)
    return bool(taken) and not taken >= _CURRENT


def refuse_newer(sqlite: sqlite3.Connection, path: str) -> set[str]:
    """Return the steps of the file; raise StoreNewer if some of them are unknown."""
    taken = _taken(sqlite)
    if not taken <= _CURRENT | _EARLIER:
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
