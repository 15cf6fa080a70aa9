"""The way in to the groups of a host."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from scorepad.store.groups import Groups


def open_groups(where: str | os.PathLike[str], environment: Mapping[str, str] = os.environ) -> Groups:
    """The groups in a folder, which is made where there is none. NotAHost where it keeps the games of a laptop."""
    from scorepad.store.sqlite.groups import FolderGroups  # late, as open_store does

    return FolderGroups(Path(where).expanduser(), environment)
