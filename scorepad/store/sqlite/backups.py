"""Automatic daily and monthly backups of the games in a file, and their restore.

Numbers order the backups, not dates. So a wrong clock neither deletes good backups nor prevents new ones.
"""

import contextlib
import os
import secrets
import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from scorepad.errors import (
    NoStore,
    ScorepadError,
    StoreBusy,
    StoreDamaged,
    StoreEmptied,
    StoreForeign,
    StoreNewer,
    StoreUnavailable,
    copy_damaged,
    games_exist,
    store_full,
)
from scorepad.store import GROUP_NAME, LINKS_BY, Store, open_store
from scorepad.store.records import OF_THE_COPY, BackupFile, Restored
from scorepad.store.sqlite.connection import WAIT
from scorepad.store.sqlite.driver import sqlite3, translate_error, translate_errors
from scorepad.store.sqlite.files import ENDINGS, copies_folder, copies_in, drop, has_content, holds_games, moved_to
from scorepad.store.sqlite.migrations import is_foreign
from scorepad.words import _

BACKUP_LIMITS = {"day": 7, "month": 12}
"""Numbers of daily backups (one for each day on which Scorepad ran) and monthly backups to keep."""

ROOM = 4
"""A backup is made only with free disk space for this number of them. The next hand must still fit on the disk."""

UNFINISHED = 3600.0
"""Seconds after which an unfinished backup counts as abandoned."""


class DailyCopies(ABC):
    """The backups of a group's games in a folder, which the first backup creates."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def copies(self) -> list[BackupFile]:
        """Return the existing backups, latest first."""
        return copies_in(self.folder)

    def due(self, today: date) -> list[str]:
        """Return the kinds of backups that are still to be made on the day `today`."""
        return [kind for kind in BACKUP_LIMITS if self._latest(kind)[1] != _stamp(kind, today)]

    def keep(self, store: Store, today: date) -> bool:
        """Make the backups that are due on the day `today`; return whether the daily one was made.

        Raise StoreUnavailable if the disk has no room for ROOM backups. Raise StoreDamaged if the record is damaged.
        Then the good backups remain, and `damaged.db` holds the present state.
        """
        with translate_errors(self.folder):
            due = self.due(today)
            size = store.size()  # raises if the games are gone
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if due and shutil.disk_usage(self.folder).free < ROOM * size:
                raise store_full()
            self._drop_unfinished()
            try:
                for kind in due:
                    store.backup(self._new(kind, _stamp(kind, today)))
                    self._drop_oldest(kind)
            except StoreDamaged:
                store.backup(self.folder / "damaged.db", even_damaged=True)
                raise
            return "day" in due

    @abstractmethod
    def restore(self, source: Path, today: date) -> Restored:
        """Replace the present games by those of a backup; a deleted group is created again."""

    def _of(self, kind: str) -> list[BackupFile]:
        return sorted(copy for copy in self.copies() if copy.kind == kind)

    def _latest(self, kind: str) -> tuple[int, str]:
        copies = self._of(kind)
        return (copies[-1].number, copies[-1].stamp) if copies else (0, "")

    def _new(self, kind: str, stamp: str) -> Path:
        return self.folder / f"{kind}-{self._latest(kind)[0] + 1:05}-{stamp}.db"

    def _drop_oldest(self, kind: str) -> None:
        """Delete surplus backups of a kind, first those without games.

        The latest backup replaces one with games only if it holds games itself.
        """
        *earlier, latest = self._of(kind)
        surplus = len(earlier) + 1 - BACKUP_LIMITS[kind]
        if surplus <= 0:
            return
        with_games = [copy for copy in earlier if holds_games(copy.path)]
        empty = [copy for copy in earlier if copy not in with_games]
        for copy in (empty + (with_games if holds_games(latest.path) else []))[:surplus]:
            copy.path.unlink(missing_ok=True)

    def _drop_unfinished(self) -> None:
        """Delete backups that a stopped server left unfinished.

        Another program may be making one at this moment, so only old ones are deleted.
        """
        for path in self.folder.glob(".*.db.*"):
            with contextlib.suppress(OSError):
                if abs(time.time() - path.stat().st_mtime) > UNFINISHED:
                    path.unlink()


def _stamp(kind: str, today: date) -> str:
    return today.isoformat() if kind == "day" else today.isoformat()[:7]


TRIES = 10
"""Maximum attempts of a restore while other programs write."""


class Backups(DailyCopies):
    """The backups next to the games' file."""

    def __init__(self, file: Path) -> None:
        super().__init__(copies_folder(file))
        self.file = file

    # --- restore -----------------------------------------------------------------------------------

    def restore(self, source: Path, today: date) -> Restored:
        """Replace the present games by those of a backup.

        The present settings stay, so that revoked links stay invalid. If they cannot be read, or if there are no games,
        new links are created. The data about people and the group's league come from the backup.

        The backup is verified first. StoreUnavailable leaves everything unchanged, also if the file belongs to another
        program. A running server continues with the restored games. If its file was missing, empty or damaged, it asks
        for a restart.

        Raise ScorepadError if `source` is the games' file itself. Raise StoreBusy if other programs write during each
        attempt.
        """
        if self.file.exists() and os.path.samefile(source, self.file):
            raise ScorepadError(
                _("“{name}” is the file with the games. Restore a backup of it.").format(name=str(source))
            )
        with translate_errors(self.file), self._unfinished() as copy:
            copy_and_verify(source, copy)
            for _try in range(TRIES):
                settings = self._settings()
                with contextlib.closing(open_store(copy)) as store:
                    restore_settings(store, settings)
                if not has_content(self.file):
                    drop(self.file)
                    os.replace(copy, self.file)
                    return Restored(None, links_kept=False, copy_of=moved_to(self.file))
                if aside := self._replace(copy, today):
                    return Restored(aside, links_kept=settings is not None)
        raise StoreBusy

    def _replace(self, copy: Path, today: date) -> Path | None:
        """Replace the games' file by a verified copy; return the backup of the replaced file.

        Return None, and replace nothing, if a program writes in the meantime, since neither file would contain that
        write.
        """
        aside = self._place_aside(today)
        try:
            with contextlib.closing(sqlite3.connect(self.file, timeout=WAIT)) as present:
                before = _changes(present)
                _copy(self.file, aside)
                if _changes(present) != before:
                    drop(aside)
                    return None
            _copy(copy, self.file)
        except sqlite3.DatabaseError as error:
            if not isinstance(translate_error(error, self.file), StoreDamaged):
                raise
            self._move(aside)
            os.replace(copy, self.file)
        return aside

    def _place_aside(self, today: date) -> Path:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._new("replaced", today.isoformat())

    def _settings(self) -> dict[str, str] | None:
        """Return the settings of the present games; None if there are none or they are unreadable."""
        if not has_content(self.file):
            return None
        _refuse_foreign(self.file)
        try:
            with contextlib.closing(open_store(self.file, made=False)) as present:
                return present.settings()
        except StoreBusy:  # it can be read later
            raise
        except (StoreUnavailable, NoStore):
            return None

    @contextlib.contextmanager
    def _unfinished(self) -> Iterator[Path]:
        """Yield an unused path next to the games' file, and delete the file there afterwards."""
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.file.with_name(f".restore.{secrets.token_hex(4)}.db")
        try:
            yield path
        finally:
            drop(path)

    def begin_anew(self, today: date) -> Path | None:
        """Replace a missing or empty file, or one without tables, by a file without games.

        Backups remain. Return where the old file is saved, None if there was none. Raise ScorepadError if the file is a
        games file, StoreForeign if it belongs to another program.
        """
        try:
            with contextlib.closing(open_store(self.file, made=False)):
                raise games_exist(str(self.file))
        except (StoreEmptied, NoStore):
            pass
        with translate_errors(self.file), self._unfinished() as fresh:
            open_store(fresh).close()
            aside = None
            if has_content(self.file):
                _refuse_foreign(self.file)
                aside = self._place_aside(today)
                self._move(aside)
            drop(self.file)
            os.replace(fresh, self.file)
            return aside

    def _move(self, aside: Path) -> None:
        """Move a damaged file aside, with SQLite's auxiliary files.

        The journal would damage the next file.
        """
        aside.unlink(missing_ok=True)
        for ending in ENDINGS:
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{self.file}{ending}", f"{aside}{ending}")


def restore_settings(store: Store, settings: dict[str, str] | None) -> None:
    """Prepare the settings of restored games in `store`, based on the present `settings`.

    `settings` is None if there are none or they cannot be read.
    """
    copied = store.settings()
    restored = {name: copied[name] for name in OF_THE_COPY if name in copied}
    group_name = {GROUP_NAME: copied[GROUP_NAME]} if GROUP_NAME in copied else {}
    others = {name: value for name, value in (settings or {}).items() if name not in OF_THE_COPY}
    new_links = {LINKS_BY: ""} if settings is None else {}  # the pages report this
    store.put_settings(group_name | others | restored | new_links)


def copy_and_verify(source: Path, copy: Path) -> None:
    """Copy a backup for a restore, and verify it; raise StoreUnavailable or StoreNewer."""
    try:
        with translate_errors(source):
            _copy(source, copy, mode="ro")
        with contextlib.closing(open_store(copy, made=False)) as store:
            problems = store.verify_all()
    except StoreNewer as error:
        raise StoreNewer(str(source)) from error
    except (StoreDamaged, NoStore) as error:
        raise copy_damaged(str(source)) from error
    if problems:
        raise copy_damaged(str(source))


def damaged_backups(backups: Sequence[BackupFile]) -> Iterator[str]:
    """Yield one sentence for each backup that cannot be restored.

    Files that a restore put aside may be damaged, so they are not checked.
    """
    for backup in backups:
        if backup.kind != "replaced":
            with tempfile.TemporaryDirectory() as folder:
                try:
                    copy_and_verify(
                        backup.path, Path(folder, ".backup.db")
                    )  # the dot prevents a backup before a migration
                except StoreUnavailable as error:
                    message = error if isinstance(error, StoreNewer) else _("The backup “{path}” is damaged.")
                    yield str(message).format(path=backup.path)


def _refuse_foreign(file: Path) -> None:
    """Raise StoreForeign if a file belongs to another program; an unreadable one may be ours."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(sqlite3.connect(address, uri=True)) as sqlite:
        if is_foreign(sqlite):
            raise StoreForeign(str(file))


def _changes(there: sqlite3.Connection) -> int:
    """Return a number that changes with each write by others."""
    return int(there.execute("PRAGMA data_version").fetchone()[0])


def _copy(source: Path, to: Path, mode: str = "rw") -> None:
    """Copy a snapshot of a database into another one, in one transaction.

    The mode `ro` allows a read-only folder. A file that a crash left half-written can be read only with permission to
    repair it.
    """
    if not to.exists():
        os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with (
        contextlib.closing(
            sqlite3.connect(f"{source.resolve().as_uri()}?mode={mode}", uri=True, timeout=WAIT)
        ) as origin,
        contextlib.closing(sqlite3.connect(to, timeout=WAIT, isolation_level=None)) as target,
    ):
        target.execute("PRAGMA synchronous = FULL")
        origin.backup(target)
