"""The groups of a host, each of which opens as a `Store`.

`open_groups` is the entry point.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from scorepad.errors import ScorepadError, StoreUnavailable
from scorepad.store import HostFolders
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.store.postgres.groups import PostgresGroups
    from scorepad.store.sqlite.groups import FolderGroups

Groups: TypeAlias = "FolderGroups | PostgresGroups"
"""The groups of a host. FolderGroups documents the methods."""

DATABASES = ("postgresql://", "postgres://")


def is_database(where: str) -> bool:
    """Return whether this is the address of a database, not of a folder or file."""
    return where.startswith(DATABASES)


def open_groups(
    where: str | os.PathLike[str], environment: Mapping[str, str] = os.environ, beside: HostFolders | None = None
) -> Groups:
    """Open the groups in a folder, or in the database at a `postgresql://` address.

    A missing folder is created. For a database, `beside` names the folders on this machine.

    Raise ScorepadError if the folder holds the games of a laptop, or if the database driver is not installed. Raise
    StoreUnavailable if the address contains a password or is of another kind.
    """
    if not is_database(os.fspath(where)):
        if "://" in os.fspath(where):
            raise StoreUnavailable(
                _("The groups of a public server are in a folder, or at an address like postgresql://…")
            )
        from scorepad.store.sqlite.groups import FolderGroups  # imported late, as in open_store

        return FolderGroups(Path(where).expanduser(), environment)
    try:
        from scorepad.store.postgres.groups import PostgresGroups
    except ImportError as error:
        raise ScorepadError(
            _("Games in PostgreSQL need one more package: pip install 'scorepad[postgres]'.")
        ) from error
    assert beside is not None
    return PostgresGroups(os.fspath(where), beside, environment)
