"""The file of a group's games, and what lies beside it: its copies and what they say of it, and its secret. A copy of
the file alone opens nothing.

A file that is gone or holds no tables is a new one only where no copy beside it holds games.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
from datetime import date
from pathlib import Path

from scorepad.errors import StoreEmptied, StoreMoved
from scorepad.store.records import BackupFile
from scorepad.store.sqlite.driver import refusal, sqlite3

_NAME = re.compile(r"(day|month|replaced|older)-(\d{5,9})-([\d-]+)\.db", re.ASCII)


ENDINGS = ("", "-journal", "-wal", "-shm")
"""Of a database, and of what SQLite has beside it."""


def drop(file: Path) -> None:
    """Take a database away, and what SQLite has beside it, which would spoil the one that takes its place."""
    for ending in ENDINGS:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            Path(f"{file}{ending}").unlink()


def copies_folder(file: Path) -> Path:
    """Where the copies of a games file are kept."""
    return file.parent / ("backups" if file.name == "scorepad.db" else f"{file.stem}-backups")


def moved_note(file: Path) -> Path:
    """What is left in the place of a games file that went elsewhere: where."""
    return file.with_suffix(".moved")


def went_to(file: Path) -> str:
    """Where the games of this file went that were there; "" where none went elsewhere."""
    with contextlib.suppress(FileNotFoundError):
        return moved_note(file).read_text("utf-8", "replace").strip()
    return ""


def copies_in(folder: Path) -> list[BackupFile]:
    """The copies in a folder, latest first."""
    if not folder.is_dir():
        return []
    found = ((path, _NAME.fullmatch(path.name)) for path in folder.iterdir())
    copies = [BackupFile(name[1], int(name[2]), name[3], path) for path, name in found if name]
    return sorted(copies, key=lambda one: (one.path.stat().st_mtime_ns, one.number), reverse=True)


def place_of_older(file: Path, today: date) -> Path:
    """Where a games file is copied to before it is brought up to date."""
    number = 1 + max((one.number for one in copies_in(copies_folder(file)) if one.kind == "older"), default=0)
    return copies_folder(file) / f"older-{number:05}-{today.isoformat()}.db"


def is_begun(file: Path) -> bool:
    """Whether a games file is there and has a byte in it. SQLite takes one of 0 bytes for new, and throws away what
    it has beside it, so this is asked before it opens the file."""
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def has_tables(sqlite: sqlite3.Connection) -> bool:
    """Whether a database has the tables of the record, by which alone games are kept."""
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('games', 'events')"
    return bool(sqlite.execute(query).fetchone()[0] == 2)


def holds_games(path: Path) -> bool:
    """Whether a copy at rest holds a game, binned or not. One that cannot be read may hold some."""
    if not is_begun(path):
        return False
    # immutable: nobody writes in a copy, and SQLite lays nothing beside it
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as sqlite:
            return has_tables(sqlite) and sqlite.execute("SELECT 1 FROM games LIMIT 1").fetchone() is not None
    except sqlite3.DatabaseError as error:
        return "not a database" not in str(error)


def refuse_emptied(file: Path) -> None:
    """Raise StoreEmptied where copies of a games file, which is gone or without tables, hold games, and StoreMoved
    where it has gone elsewhere on purpose. It opens copies: ask only when the file looks like a new one."""
    if where := went_to(file):
        raise StoreMoved(str(file.parent), where)
    if any(holds_games(one.path) for one in copies_in(copies_folder(file))):
        raise StoreEmptied(str(file), str(copies_folder(file)))


# --- its secret ---------------------------------------------------------------------------------------------

_WHOLE_SECRET = re.compile(r"[0-9a-f]{64}")


def place_of_secret(file: Path) -> Path:
    """Where the secret of the games in `file` is kept."""
    return file.with_suffix(".secret")


def secret_beside(file: Path) -> bytes:
    """256 random bits, made once for the games in `file` and readable by their owner only; in no backup.

    Raises StoreUnavailable where it is missing and cannot be kept.
    """
    path = place_of_secret(file)
    try:
        kept = _secret_in(path)
        if kept is None:
            _write_secret(path, secrets.token_hex(32))
            kept = _secret_in(path)
        if not kept:  # nor may anybody be let in by a secret that is none
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        _make_secret_private(path)
    except OSError as error:
        raise refusal(error, path) from error
    return bytes.fromhex(kept)


def is_secret_damaged(file: Path) -> bool:
    """Return whether the games in `file` have a secret that is none; it is replaced when it is needed next."""
    return place_of_secret(file).is_file() and _secret_in(place_of_secret(file)) is None


def keep_secret(file: Path, secret: bytes) -> None:
    """Let this be the secret of the games in `file`, whatever was kept there."""
    place_of_secret(file).unlink(missing_ok=True)  # of games that were there before
    _write_secret(place_of_secret(file), secret.hex())


def _secret_in(path: Path) -> str | None:
    """What is kept; None when that is nothing, or what a power cut or a hand has left of it."""
    with contextlib.suppress(FileNotFoundError):
        text = path.read_text(encoding="ascii", errors="replace").strip()
        return text if _WHOLE_SECRET.fullmatch(text) else None
    return None


def _make_secret_private(path: Path) -> None:
    """A secret that was copied from another machine may have come with anybody's rights."""
    with contextlib.suppress(OSError):  # somebody else's file, a disk that takes nothing or knows no rights
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _put_secret(unfinished: Path, path: Path) -> None:
    """Put it in its place; of several who make one at the same moment, the first has made it for all of them."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        if _secret_in(path) is None:  # what is no secret any more
            os.replace(unfinished, path)
    except OSError:  # a disk that knows no links
        os.replace(unfinished, path)


def _write_secret(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        _put_secret(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
