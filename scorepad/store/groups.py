"""The groups of a host, each of which opens as a `Store`; `open_groups` is the way in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from scorepad.errors import ScorepadError, StoreUnavailable
from scorepad.store import Beside
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.store.postgres.groups import PostgresGroups
    from scorepad.store.sqlite.groups import FolderGroups

Groups: TypeAlias = "FolderGroups | PostgresGroups"
"""What the rest of the house may ask of the groups of a host, the methods of FolderGroups tell."""

DATABASES = ("postgresql://", "postgres://")


def is_database(where: str) -> bool:
    """Whether this is the address of a database of many groups, and no folder or file."""
    return where.startswith(DATABASES)


def open_groups(
    where: str | os.PathLike[str], environment: Mapping[str, str] = os.environ, beside: Beside | None = None
) -> Groups:
    """The groups in a folder, which is made where there is none, or in the database at a `postgresql://` address, for
    which `beside` says where on this machine the rest is. ScorepadError where a folder keeps the games of a laptop,
    and where no driver for the database is installed; StoreUnavailable where a password stands in the address.
    """
    if not is_database(os.fspath(where)):
        if "://" in os.fspath(where):
            raise StoreUnavailable(_("The groups of a host are in a folder, or at an address like postgresql://…"))
        from scorepad.store.sqlite.groups import FolderGroups  # late, as open_store does

        return FolderGroups(Path(where).expanduser(), environment)
    try:
        from scorepad.store.postgres.groups import PostgresGroups
    except ImportError as error:
        raise ScorepadError(
            _("Games in PostgreSQL need one more package: pip install 'scorepad[postgres]'.")
        ) from error
    assert beside is not None
    return PostgresGroups(os.fspath(where), beside, environment)
