"""Whose turn it is, of several programs on one machine."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where there is one worker
    fcntl = None  # type: ignore[assignment]


class FileTurn:
    """A `Turn` (scorepad.store.groups) by a lock on the file at `path`; a copy of this process (fork) asks for
    itself."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: int | None = None

    def take(self) -> bool:
        """Nobody's where the file cannot be made."""
        if fcntl is None or self._held is not None:
            return True
        with contextlib.suppress(OSError):
            file = os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
            else:
                self._held = file
        return self._held is not None

    def leave(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None
