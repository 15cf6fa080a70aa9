"""The store for games (hash-chained event records) and the data that belongs to them.

`open_store` is the entry point and returns a `Store`. Every write is on disk when its call returns. All methods are
thread-safe.

Methods raise StoreUnavailable if the store cannot be read or written. They also raise it for texts that no database can
store (NUL, a lone surrogate). An unknown game id raises GameNotFound. A write to a game in the trash, or to its draft,
raises GameInTrash.
"""

import os
import re
import secrets
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from scorepad.errors import StoreUnavailable
from scorepad.store.sql import Store
from scorepad.words import _

__all__ = [
    "GROUP_NAME",
    "KEY",
    "LINKS_BY",
    "SECRET",
    "TRASH_DAYS",
    "HostFolders",
    "Store",
    "database_file",
    "new_key",
    "open_store",
]

TRASH_DAYS = 30
"""Days a game stays in the trash. Only days on which Scorepad runs count, so a clock that jumps counts as one day."""

GROUP_NAME = "group-name"
"""The setting with the name of a group on a host."""

LINKS_BY = "links-made-by"
"""The setting that identifies the secret behind the links. It does not reveal the secret."""

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""The alphabet of a group key. Lower case only, since some file systems ignore case, and without letters that look
alike."""

LENGTH = 16
"""Characters in a group key: 80 bits, which cannot be guessed. Access still requires a link."""

KEY = re.compile(f"[{LETTERS}]{{{LENGTH}}}")

SECRET = "SCOREPAD_SECRET"
"""The environment variable with the host's secret, for hosts that do not store it in a file."""


def new_key() -> str:
    """Return a random key for a new group."""
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


class HostFolders(NamedTuple):
    """Folders on this machine for a host whose groups are in a database."""

    own: Path
    """Holds the file with the host's secret, unless the environment sets the secret."""
    copies: Path


def open_store(where: str | os.PathLike[str], *, made: bool = True) -> Store:
    """Open the store in a folder, in a file ending in `.db`, or at a `sqlite:///` address.

    If no store exists, create it. With `made=False`, raise NoStore instead.

    Raise StoreUnavailable if the store cannot be opened:

    - StoreNewer: a later version of Scorepad wrote it.
    - StoreEmptied: it is missing or empty, but its backups hold games.
    - StoreForeign: the file belongs to another program, and `made` is true.
    """
    from scorepad.store.sqlite import SqliteStore  # imported late: sqlite-utils would slow down `--version`

    return SqliteStore(database_file(os.fspath(where)), made=made)


def database_file(where: str) -> Path:
    """Return the database file for a folder, a file or an SQLite address.

    Raise StoreUnavailable for the address of another database. Raise RuntimeError for the home folder (`~name`) of an
    unknown user.
    """
    address = urlsplit(where)
    if len(address.scheme) > 1 and "://" in where:  # one letter is a Windows drive
        if address.scheme != "sqlite":
            raise StoreUnavailable(_("“{where}” is not an SQLite address.").format(where=address.scheme + "://"))
        where = unquote(where.removeprefix("sqlite://").removeprefix("/"))
    path = Path(where).expanduser()
    return path if path.suffix == ".db" else path / "scorepad.db"
