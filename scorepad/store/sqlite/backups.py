"""Copies of the games in a file, kept by themselves day by day and month by month, and put back on demand.

Numbers order them, not dates: a clock set wrong for an evening neither pushes good copies out nor keeps new ones away.
"""

from __future__ import annotations

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
    GamesAreKept,
    NothingKept,
    ScorepadError,
    StoreBusy,
    StoreDamaged,
    StoreEmptied,
    StoreForeign,
    StoreFull,
    StoreNewer,
    StoreUnavailable,
    copy_damaged,
)
from scorepad.store import GROUP_NAME, LINKS_BY, Store, open_store
from scorepad.store.records import OF_THE_COPY, BackupFile, Restored
from scorepad.store.sqlite.connection import WAIT
from scorepad.store.sqlite.driver import failure, own_words, sqlite3
from scorepad.store.sqlite.files import ENDINGS, copies_folder, copies_in, drop, holds_games, is_begun, went_to
from scorepad.store.sqlite.migrations import is_foreign
from scorepad.words import _

KEPT = {"day": 7, "month": 12}
"""So many days on which Scorepad ran, and so many months, are kept."""

ROOM = 4
"""Copies are made as long as the disk has room for so many: they must not keep the next hand from being recorded."""

UNFINISHED = 3600.0
"""Seconds after which nobody is still at work on a copy."""


class DailyCopies(ABC):
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

    @abstractmethod
    def restore(self, source: Path, today: date) -> Restored:
        """Put the games of a copy in the place of those that are kept; a group that is gone comes back."""

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


TRIES = 10
"""How often games are put back, at most, where somebody writes each time."""


class Backups(DailyCopies):
    """The copies beside the games' file."""

    def __init__(self, file: Path) -> None:
        super().__init__(copies_folder(file))
        self.file = file

    # --- putting back -----------------------------------------------------------------------------------

    def restore(self, source: Path, today: date) -> Restored:
        """Put the games of a copy in the place of those that are kept.

        Links are those of what was there, not of the copy: one taken back since stays worthless. Where that cannot be
        read, and for games that were not there, they are made anew. Who is who and the group's league are as in the
        copy. The copy is checked first: StoreUnavailable leaves everything as it is, also
        where another program's file would be replaced.
        A server that is running goes on with the games put back, unless its file was gone, empty or no database any
        more: then it asks to be started anew. ScorepadError for the very file that would be replaced, StoreBusy where
        somebody writes each time that it is tried.
        """
        if self.file.exists() and os.path.samefile(source, self.file):
            raise ScorepadError(_("“{name}” is the games’ file itself; restore a copy of it.").format(name=str(source)))
        with own_words(self.file), self._unfinished() as copy:
            take_copy(source, copy)
            for _try in range(TRIES):
                settings = self._settings()
                with contextlib.closing(open_store(copy)) as store:
                    settle(store, settings)
                if not is_begun(self.file):
                    drop(self.file)
                    os.replace(copy, self.file)
                    return Restored(None, links_kept=False, copy_of=went_to(self.file))
                if aside := self._replace(copy, today):
                    return Restored(aside, links_kept=settings is not None)
        raise StoreBusy

    def _replace(self, copy: Path, today: date) -> Path | None:
        """Put a sound copy in the place of the games' file; where what was there is kept. None, and nothing is
        replaced, where somebody has written meanwhile, which would be in neither."""
        aside = self._place_aside(today)
        try:
            with contextlib.closing(sqlite3.connect(self.file, timeout=WAIT)) as there:
                before = _changes(there)
                _copy(self.file, aside)
                if _changes(there) != before:
                    drop(aside)
                    return None
            _copy(copy, self.file)
        except sqlite3.DatabaseError as error:
            if not isinstance(failure(error, self.file), StoreDamaged):
                raise
            self._move(aside)
            os.replace(copy, self.file)
        return aside

    def _place_aside(self, today: date) -> Path:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._new("replaced", today.isoformat())

    def _settings(self) -> dict[str, str] | None:
        """The settings of the games that are kept now; None where there are none or they cannot be read."""
        if not is_begun(self.file):
            return None
        _refuse_foreign(self.file)
        try:
            with contextlib.closing(open_store(self.file, made=False)) as there:
                return there.settings()
        except StoreBusy:  # it can be read in a moment
            raise
        except (StoreUnavailable, NothingKept):
            return None

    @contextlib.contextmanager
    def _unfinished(self) -> Iterator[Path]:
        """A name beside the games' file, free again afterwards."""
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.file.with_name(f".restore.{secrets.token_hex(4)}.db")
        try:
            yield path
        finally:
            drop(path)

    def begin_anew(self, today: date) -> Path | None:
        """Put a file without games in the place of one that is gone, empty or without its tables; copies stay.

        Where what was left of it is kept, None when that was nothing. GamesAreKept where a file of games is,
        StoreForeign where another program's is.
        """
        try:
            with contextlib.closing(open_store(self.file, made=False)):
                raise GamesAreKept(str(self.file))
        except (StoreEmptied, NothingKept):
            pass
        with own_words(self.file), self._unfinished() as fresh:
            open_store(fresh).close()
            aside = None
            if is_begun(self.file):
                _refuse_foreign(self.file)
                aside = self._place_aside(today)
                self._move(aside)
            drop(self.file)
            os.replace(fresh, self.file)
            return aside

    def _move(self, aside: Path) -> None:
        """Put aside what is no database, with what SQLite has beside it: its journal would spoil the next file."""
        aside.unlink(missing_ok=True)
        for ending in ENDINGS:
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{self.file}{ending}", f"{aside}{ending}")


def settle(store: Store, settings: dict[str, str] | None) -> None:
    """Let the games of a copy, in `store`, go by the settings of those in whose place they are put; None where there
    are none or they cannot be read."""
    copied = store.settings()
    said = {name: copied[name] for name in OF_THE_COPY if name in copied}
    stays = {GROUP_NAME: copied[GROUP_NAME]} if GROUP_NAME in copied else {}
    others = {name: value for name, value in (settings or {}).items() if name not in OF_THE_COPY}
    anew = {LINKS_BY: ""} if settings is None else {}  # of which the pages tell
    store.put_settings(stays | others | said | anew)


def take_copy(source: Path, copy: Path) -> None:
    """Copy what is to be put back, and look whether it is sound. StoreUnavailable, StoreNewer."""
    try:
        with own_words(source):
            _copy(source, copy, mode="ro")
        with contextlib.closing(open_store(copy, made=False)) as store:
            problems = store.verify_all()
    except StoreNewer as error:
        raise StoreNewer(str(source)) from error
    except (StoreDamaged, NothingKept) as error:
        raise copy_damaged(str(source)) from error
    if problems:
        raise copy_damaged(str(source))


def damaged_backups(backups: Sequence[BackupFile]) -> Iterator[str]:
    """Yield one sentence for each backup that cannot be restored. Files put aside by a restore may be damaged."""
    for backup in backups:
        if backup.kind != "replaced":
            with tempfile.TemporaryDirectory() as folder:
                try:
                    take_copy(
                        backup.path, Path(folder, ".backup.db")
                    )  # the dot: no backup is made before it is updated
                except StoreUnavailable as error:
                    told = error if isinstance(error, StoreNewer) else _("The backup “{path}” is damaged.")
                    yield str(told).format(path=backup.path)


def _refuse_foreign(file: Path) -> None:
    """Raise StoreForeign where a file is another program's; one that cannot be read may be ours."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    with (
        contextlib.suppress(sqlite3.DatabaseError),
        contextlib.closing(sqlite3.connect(address, uri=True)) as there,
    ):
        if is_foreign(there):
            raise StoreForeign(str(file))


def _changes(there: sqlite3.Connection) -> int:
    """Another number after each time that others have written."""
    return int(there.execute("PRAGMA data_version").fetchone()[0])


def _copy(source: Path, to: Path, mode: str = "rw") -> None:
    """All of a database at one instant, in one transaction of the other. `ro`: a copy may lie where nobody can write;
    one that a crash has left half-written can only be read by whoever may mend it."""
    if not to.exists():
        os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with (
        contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode={mode}", uri=True, timeout=WAIT)) as one,
        contextlib.closing(sqlite3.connect(to, timeout=WAIT, isolation_level=None)) as other,
    ):
        other.execute("PRAGMA synchronous = FULL")
        one.backup(other)
