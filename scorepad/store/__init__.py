"""Keeping: games as chains of events, and what stands beside them.

`open_store` is the only way in; what it returns is a `Store`. Every write is on the disk when its call returns.
All methods may be called from many threads. StoreUnavailable is raised where something cannot be kept or read,
or where a text holds what no database keeps (NUL, half a character); GameNotFound where there is no game of the
id, GameBinned where a game in the bin would be written or tapped on.
"""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from scorepad.errors import StoreUnavailable
from scorepad.store.sql import Store
from scorepad.words import _

__all__ = ["BINNED", "GROUP_NAME", "KEY", "LINKS_BY", "SECRET", "Beside", "Store", "file_of", "new_key", "open_store"]

BINNED = 30
"""A game lies in the bin for so many days on which Scorepad runs; a clock that jumps is one day."""

GROUP_NAME = "group-name"
"""The setting that keeps what a group on a host is called."""

LINKS_BY = "links-made-by"
"""The setting that tells by which secret the links were made; nobody learns the secret from it."""

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of a key: small ones only, as some disks take large ones for the same, and none that is taken for another."""

LENGTH = 16
"""Letters of a key: 80 bits, which nobody guesses; what lets somebody in is a link all the same."""

KEY = re.compile(f"[{LETTERS}]{{{LENGTH}}}")

SECRET = "SCOREPAD_SECRET"
"""The variable that holds the host's own secret, where it is not to lie in a file."""


def new_key() -> str:
    """The key of a group that is begun: random."""
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


class Beside(NamedTuple):
    """Folders of this machine for a host whose groups lie in a database."""

    own: Path
    """For the host's own secret, where it is not said otherwise."""
    copies: Path


def open_store(where: str | os.PathLike[str], *, made: bool = True) -> Store:
    """The store in a folder, in a file ending in `.db`, or at a `sqlite:///` address; with `made` it is made where
    there is none, else NothingKept is raised.

    StoreUnavailable when it cannot be opened: StoreNewer when a later Scorepad has written it, StoreEmptied when it is
    gone or empty while copies beside it hold games, StoreForeign where it would be made in another program's file.
    """
    from scorepad.store.sqlite import SqliteStore  # late: sqlite-utils takes longer to import than `--version` may

    return SqliteStore(file_of(os.fspath(where)), made=made)


def file_of(where: str) -> Path:
    """The file that the store at a folder, file or address keeps its games in. StoreUnavailable for an address that is
    not SQLite's, RuntimeError for the home (`~name`) of nobody."""
    address = urlsplit(where)
    if len(address.scheme) > 1 and "://" in where:  # one letter is a Windows drive
        if address.scheme != "sqlite":
            raise StoreUnavailable(_("“{where}” is no SQLite address.").format(where=address.scheme + "://"))
        where = unquote(where.removeprefix("sqlite://").removeprefix("/"))
    path = Path(where).expanduser()
    return path if path.suffix == ".db" else path / "scorepad.db"
