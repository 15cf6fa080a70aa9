"""Copies of all games, kept by themselves day by day and month by month.

Numbers order them, not dates: a clock set wrong for an evening neither pushes good copies out nor keeps new ones away.
"""

from __future__ import annotations

import contextlib
import shutil
import time
from datetime import date
from pathlib import Path

from scorepad.errors import StoreDamaged, StoreFull
from scorepad.store import Store
from scorepad.store.records import BackupFile
from scorepad.store.sqlite.copies import copies_in, holds_games
from scorepad.store.sqlite.failures import own_words

KEPT = {"day": 7, "month": 12}
"""So many days on which Scorepad ran, and so many months, are kept."""

ROOM = 4
"""Copies are made as long as the disk has room for so many: they must not keep the next hand from being recorded."""

UNFINISHED = 3600.0
"""Seconds after which nobody is still at work on a copy."""


class DailyCopies:
    """Copies of a group's games in a folder, which is made with the first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def copies(self) -> list[BackupFile]:
        """The copies that are there, latest first."""
        return copies_in(self.folder)

    def keep(self, store: Store, today: date) -> bool:
        """Make the copies that are due on the day `today`; whether that day's was made.

        StoreFull when the disk has no room for ROOM copies. StoreDamaged when the record is damaged: then the good
        copies stay as they are, and `damaged.db` is what there is now.
        """
        with own_words(self.folder):
            due = [kind for kind in KEPT if self._latest(kind)[1] != _stamp(kind, today)]
            size = store.size()  # refused where the games are gone
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if due and shutil.disk_usage(self.folder).free < ROOM * size:
                raise StoreFull()
            self._drop_unfinished()
            try:
                for kind in due:
                    store.backup(self._new(kind, _stamp(kind, today)))
                    self._drop_oldest(kind)
            except StoreDamaged:
                store.backup(self.folder / "damaged.db", even_damaged=True)
                raise
            return "day" in due

    def _of(self, kind: str) -> list[BackupFile]:
        return sorted(one for one in self.copies() if one.kind == kind)

    def _latest(self, kind: str) -> tuple[int, str]:
        copies = self._of(kind)
        return (copies[-1].number, copies[-1].stamp) if copies else (0, "")

    def _new(self, kind: str, stamp: str) -> Path:
        return self.folder / f"{kind}-{self._latest(kind)[0] + 1:05}-{stamp}.db"

    def _drop_oldest(self, kind: str) -> None:
        """Drop what is too many of a kind: copies without games go first, and the latest pushes out one that holds
        games only if it holds some itself."""
        *earlier, latest = self._of(kind)
        surplus = len(earlier) + 1 - KEPT[kind]
        if surplus <= 0:
            return
        good = [one for one in earlier if holds_games(one.path)]
        without = [one for one in earlier if one not in good]
        for one in (without + (good if holds_games(latest.path) else []))[:surplus]:
            one.path.unlink(missing_ok=True)

    def _drop_unfinished(self) -> None:
        """What a server that was ended in the middle of a copy has left; another may be making one just now."""
        for path in self.folder.glob(".*.db.*"):
            with contextlib.suppress(OSError):
                if abs(time.time() - path.stat().st_mtime) > UNFINISHED:
                    path.unlink()


def _stamp(kind: str, today: date) -> str:
    return today.isoformat() if kind == "day" else today.isoformat()[:7]
