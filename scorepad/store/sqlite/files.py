"""The games' file of a group, with its backups, its secret and the note of a move.

A copy of the file alone grants no access. A missing or empty file counts as new only if none of its backups holds
games.
"""

import contextlib
import errno
import os
import re
import secrets
from datetime import date
from pathlib import Path

from scorepad.errors import StoreEmptied, StoreMoved
from scorepad.store.records import BackupFile
from scorepad.store.sqlite.driver import sqlite3, translate_system_error

_NAME = re.compile(r"(day|month|replaced|older)-(\d{5,9})-([\d-]+)\.db", re.ASCII)


ENDINGS = ("", "-journal", "-wal", "-shm")
"""Name suffixes of a database and of SQLite's auxiliary files."""


def drop(file: Path) -> None:
    """Delete a database and SQLite's auxiliary files.

    The auxiliary files would damage a new database in its place.
    """
    for ending in ENDINGS:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            Path(f"{file}{ending}").unlink()


def copies_folder(file: Path) -> Path:
    """Return the folder for the backups of a games file."""
    return file.parent / ("backups" if file.name == "scorepad.db" else f"{file.stem}-backups")


def moved_note(file: Path) -> Path:
    """Return the path of the note that replaces a moved games file."""
    return file.with_suffix(".moved")


def moved_to(file: Path) -> str:
    """Return where the games of this file moved to; "" if they did not move."""
    with contextlib.suppress(FileNotFoundError):
        return moved_note(file).read_text("utf-8", "replace").strip()
    return ""


def copies_in(folder: Path) -> list[BackupFile]:
    """Return the backups in a folder, latest first."""
    if not folder.is_dir():
        return []
    matches = ((path, _NAME.fullmatch(path.name)) for path in folder.iterdir())
    copies = [BackupFile(name[1], int(name[2]), name[3], path) for path, name in matches if name]
    return sorted(copies, key=lambda copy: (copy.path.stat().st_mtime_ns, copy.number), reverse=True)


def place_of_older(file: Path, today: date) -> Path:
    """Return the path for the backup of a games file before a migration."""
    number = 1 + max((copy.number for copy in copies_in(copies_folder(file)) if copy.kind == "older"), default=0)
    return copies_folder(file) / f"older-{number:05}-{today.isoformat()}.db"


def has_content(file: Path) -> bool:
    """Return whether a games file exists and is not empty.

    SQLite treats a file of 0 bytes as new and deletes its auxiliary files. So call this before SQLite opens the file.
    """
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def has_tables(sqlite: sqlite3.Connection) -> bool:
    """Return whether a database has the tables of game records."""
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('games', 'events')"
    return bool(sqlite.execute(query).fetchone()[0] == 2)


def holds_games(path: Path) -> bool:
    """Return whether a backup, which no program has open, holds a game, in the trash or not.

    A damaged database may hold games, so this returns True for it.
    """
    if not has_content(path):
        return False
    # immutable: no program writes to a backup, and SQLite must not create auxiliary files
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as sqlite:
            return has_tables(sqlite) and sqlite.execute("SELECT 1 FROM games LIMIT 1").fetchone() is not None
    except sqlite3.DatabaseError as error:
        return "not a database" not in str(error)


def refuse_emptied(file: Path) -> None:
    """Raise StoreEmptied if a games file was lost but its backups hold games.

    Raise StoreMoved if the games moved elsewhere. This opens backups, so call it only if the file looks new.
    """
    if where := moved_to(file):
        raise StoreMoved(str(file.parent), where)
    if any(holds_games(copy.path) for copy in copies_in(copies_folder(file))):
        raise StoreEmptied(str(file), str(copies_folder(file)))


# --- the secret ---------------------------------------------------------------------------------------------

_WHOLE_SECRET = re.compile(r"[0-9a-f]{64}")


def place_of_secret(file: Path) -> Path:
    """Return the path of the secret of the games in `file`."""
    return file.with_suffix(".secret")


def load_secret(file: Path) -> bytes:
    """Return the 256-bit secret of the games in `file`, created on first use.

    Only the owner of the file can read it, and no backup contains it. Raise StoreUnavailable if it is missing and
    cannot be saved.
    """
    path = place_of_secret(file)
    try:
        stored = _secret_in(path)
        if stored is None:
            _write_secret(path, secrets.token_hex(32))
            stored = _secret_in(path)
        if not stored:  # an invalid secret must not grant access
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if path.stat().st_mode & 0o077:  # a copy from another machine may be readable for all users
            with contextlib.suppress(OSError):  # another user's, a read-only disk, a file system without permissions
                path.chmod(0o600)
    except OSError as error:
        raise translate_system_error(error, path) from error
    return bytes.fromhex(stored)


def is_secret_damaged(file: Path) -> bool:
    """Return whether the secret of the games in `file` is invalid; its next use replaces it."""
    return place_of_secret(file).is_file() and _secret_in(place_of_secret(file)) is None


def keep_secret(file: Path, secret: bytes) -> None:
    """Save the secret of the games in `file`, replacing any other."""
    place_of_secret(file).unlink(missing_ok=True)  # the secret of earlier games
    _write_secret(place_of_secret(file), secret.hex())


def _secret_in(path: Path) -> str | None:
    """Return the stored secret; None if it is missing or invalid.

    A power cut or an edit by hand can make it invalid.
    """
    with contextlib.suppress(FileNotFoundError):
        text = path.read_text(encoding="ascii", errors="replace").strip()
        return text if _WHOLE_SECRET.fullmatch(text) else None
    return None


def _write_secret(path: Path, text: str) -> None:
    """Save a secret; the first of several concurrent writers wins."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(unfinished, path)
        except FileExistsError:
            if _secret_in(path) is None:  # an invalid secret
                os.replace(unfinished, path)
        except (AttributeError, OSError):  # a system or a file system without hard links
            os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
