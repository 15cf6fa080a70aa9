"""The tables, step by step. A step that has been released is never changed: a later one changes what it made."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

from scorepad.errors import StoreNewer
from scorepad.formats import searchable
from scorepad.store.records import rank_of, row_hash
from scorepad.store.sqlite.driver import Runs, note_words, sqlite3

if TYPE_CHECKING:
    from sqlite_utils import Migrations


def m001_record(db: Runs) -> None:
    """Games and their events. An event's `number` counts over all games, so it tells which game was played last."""
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
    # Holds what a search compares, so that a rare word among 100,000 games does not touch the table itself.
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
    """What is tapped for the open hand: a row a field, so that two phones do not collide."""
    db.execute("""
        CREATE TABLE drafts (
            game INTEGER NOT NULL REFERENCES games (number),
            field TEXT NOT NULL, hand INTEGER NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (game, field)
        ) WITHOUT ROWID""")


def m003_names(db: Runs) -> None:
    """Names of players, with the number of their games: counted as games are written, not when a name is typed."""
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
    """Own rule files (laws), and settings."""
    db.execute("CREATE TABLE laws (kind TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (kind, key))")
    db.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)")


def m005_hashed_laws(db: Runs) -> None:
    """An own rule file bears its hash, so that a byte the disk has spoilt does not count points."""
    db.execute("ALTER TABLE laws ADD COLUMN hash TEXT NOT NULL DEFAULT ''")
    for kind, key, text in db.execute("SELECT kind, key, text FROM laws").fetchall():
        db.execute("UPDATE laws SET hash = ? WHERE kind = ? AND key = ?", [row_hash(kind, key, text), kind, key])


def m006_hashed_rest(db: Runs) -> None:
    """Taps, settings and lines of the list bear a hash too, and whether a game is binned one of its own: a spoilt bit
    neither bids for somebody nor throws a game away."""
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
    """A tap bears who has tapped it, as events do: "" of one that was tapped before."""
    db.execute("ALTER TABLE drafts ADD COLUMN by TEXT NOT NULL DEFAULT ''")


def m008_plain_search(db: Runs) -> None:
    """What a search compares is without accents; a line that the disk has spoilt stays as it is, to be told."""
    line = "id, title, rulebook, players, state, leader, hands, date, updated, place, searched"
    for number, line_hash, *values in db.execute(f"SELECT number, line_hash, {line} FROM games").fetchall():
        if str(values[-1]).isascii() or line_hash != _hash(*values):
            continue
        plain = [*values[:-1], searchable(values[-1])]
        change = "UPDATE games SET searched = ?, line_hash = ? WHERE number = ?"
        db.execute(change, [plain[-1], _hash(*plain), number])


def m009_years(db: Runs) -> None:
    """Facts of each evening, worked out once for each state of its game (`mark`); names that are others' too."""
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
    """The list goes by the day on which a game was played (`rank`); a search by the words of its lines."""
    db.execute("ALTER TABLE games ADD COLUMN rank INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE TABLE words (word TEXT NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (word, game)) WITHOUT ROWID")
    db.execute("""
        CREATE TABLE endings (
            ending TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (ending, word)
        ) WITHOUT ROWID""")
    lines = "SELECT number, state, date, updated, place, searched FROM games"
    for number, state, date, updated, place, searched in db.execute(lines).fetchall():
        db.execute("UPDATE games SET rank = ? WHERE number = ?", [rank_of(state, date, updated, place), number])
        note_words(db, number, "", str(searched))
    for index, columns in (("games_on_shelf", "shelf, rank"), ("games_searched", "shelf, rank, searched")):
        db.execute(f"DROP INDEX IF EXISTS {index}")
        db.execute(f"CREATE INDEX {index} ON games ({columns})")


def m011_actions(db: Runs) -> None:
    """The actions of a game in their order, for Undo: changes of its draft, and the author of each event."""
    db.execute("""
        CREATE TABLE actions (
            game INTEGER NOT NULL REFERENCES games (number),
            number INTEGER NOT NULL, version INTEGER NOT NULL, action TEXT NOT NULL, hash TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""")


def _hash(*values: object) -> str:
    """The hash of a row; "" of one that the disk has spoilt already, which is told once the file is open."""
    try:
        return row_hash(*values)
    except (TypeError, ValueError):
        return ""


STEPS = (
    m001_record, m002_drafts, m003_names, m004_beside, m005_hashed_laws, m006_hashed_rest, m007_who_tapped,
    m008_plain_search, m009_years, m010_played, m011_actions,
)  # fmt: skip
SET = "scorepad"
_KNOWN = {step.__name__ for step in STEPS}


def bring_up(sqlite: sqlite3.Connection, path: str) -> None:
    """Take the steps that are missing, all or none; StoreNewer when the file has steps that are not known here."""
    if refuse_newer(sqlite, path) != _KNOWN:
        _take(sqlite)


def is_behind(sqlite: sqlite3.Connection, path: str) -> bool:
    """Whether an earlier Scorepad has written the file, so that steps are missing. StoreNewer as `refuse_newer`."""
    return refuse_newer(sqlite, path) not in (set(), _KNOWN)


def refuse_newer(sqlite: sqlite3.Connection, path: str) -> set[str]:
    """The steps that the file has; StoreNewer when some of them are not known here."""
    taken = _taken(sqlite)
    if not taken <= _KNOWN:
        raise StoreNewer(path)
    return taken


def is_foreign(sqlite: sqlite3.Connection) -> bool:
    """Whether a database is another program's: it has tables, and Scorepad has noted no step of its own."""
    tables = f"{_PARTS} AND tbl_name <> '_sqlite_migrations'"  # which sqlite-utils makes before the first step
    # In this order: a Scorepad that begins the file just now makes all of it at one instant.
    return sqlite.execute(tables).fetchone() is not None and not _taken(sqlite)


def unlike_ours(sqlite: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """Tables and indexes that the file should have and has not; triggers, which no Scorepad has made: one could drop
    what is written after it was answered."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for step in STEPS:
            step(fresh)  # not by sqlite-utils: a server that checks its file need not fetch it
        ours, there = (set(one.execute(_PARTS)) for one in (fresh, sqlite))
    return sorted(name for _kind, name in ours - there), sorted(name for kind, name in there if kind == "trigger")


_PARTS = "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"


def _taken(sqlite: sqlite3.Connection) -> set[str]:
    """The steps that sqlite-utils has noted in the file, none in a new one."""
    notes = sqlite.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone()
    if notes is None:
        return set()
    return {name for (name,) in sqlite.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = ?", [SET])}


def steps() -> Migrations:
    """The steps as sqlite-utils takes them; it is fetched only where there is one to take."""
    from sqlite_utils import Migrations

    migrations = Migrations(SET)
    for step in STEPS:
        migrations()(step)
    return migrations


def _take(sqlite: sqlite3.Connection) -> None:
    from sqlite_utils import Database

    db, migrations = Database(sqlite, execute_plugins=False), steps()
    db.execute("BEGIN IMMEDIATE")  # two programs starting at once: the second finds nothing left to do
    try:
        migrations.apply(db)
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
