"""Copies of all games: kept by themselves day by day and month by month, and put back on demand.

Numbers order them, not dates: a clock set wrong for an evening neither pushes good copies out nor keeps new ones away.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from scorepad.errors import (
    CopyDamaged,
    GamesAreKept,
    NothingKept,
    StoreBusy,
    StoreDamaged,
    StoreEmptied,
    StoreForeign,
    StoreFull,
    StoreNewer,
    StoreUnavailable,
)
from scorepad.store import GROUP_NAME, LINKS_BY, Store, open_store
from scorepad.store.records import OF_THE_COPY
from scorepad.store.sqlite.connection import WAIT
from scorepad.store.sqlite.copies import BackupFile, copies_folder, copies_of, holds_games, is_begun, refuse_emptied
from scorepad.store.sqlite.driver import sqlite3
from scorepad.store.sqlite.failures import failure, refusal
from scorepad.store.sqlite.migrations import is_foreign

KEPT = {"day": 7, "month": 12}
"""So many days on which Scorepad ran, and so many months, are kept."""

ROOM = 4
"""Copies are made as long as the disk has room for so many: they must not keep the next hand from being recorded."""

UNFINISHED = 3600.0
"""Seconds after which nobody is still at work on a copy."""

_ENDINGS = ("", "-journal", "-wal", "-shm")
"""Of a database, and of what SQLite has beside it."""


class Restored(NamedTuple):
    """What a restore has done."""

    aside: Path | None
    """Where what was there before is now; None when there was nothing."""
    links_kept: bool
    """Whether the links of what was there before open the games that are there now."""


class Backups:
    """The copies beside the games' file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.folder = copies_folder(file)

    def copies(self) -> list[BackupFile]:
        """The copies that are there, latest first."""
        return copies_of(self._file)

    def keep(self, store: Store, today: date) -> bool:
        """Make the copies that are due on the day `today`; whether that day's was made.

        StoreFull when the disk has no room for ROOM copies. StoreDamaged when the record is damaged: then the good
        copies stay as they are, and `damaged.db` is what there is now.
        """
        with _own_words(self.folder):
            due = [kind for kind in KEPT if self._latest(kind)[1] != _stamp(kind, today)]
            if not is_begun(self._file):
                refuse_emptied(self._file)
            if due and shutil.disk_usage(self._file.parent).free < ROOM * self._file.stat().st_size:
                raise StoreFull()
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
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

    # --- putting back -----------------------------------------------------------------------------------

    def restore(self, source: Path, today: date) -> Restored:
        """Put the games of a copy in the place of those that are kept.

        Links are those of what was there, not of the copy: one taken back since stays worthless. Where that cannot be
        read, and for games that were not there, they are made anew. Who is who and the group's league are as in the
        copy. The copy is checked first: CopyDamaged and StoreNewer leave everything as it is, and so does StoreForeign,
        where another program's file would be replaced.
        A server that is running goes on with the games put back, unless its file was gone, empty or no database any
        more: then it asks to be started anew.
        """
        with _own_words(self._file), self._checked(source) as copy:
            settings = self._settings()
            with contextlib.closing(open_store(copy)) as store:
                copied = store.settings()
                said = {name: copied[name] for name in OF_THE_COPY if name in copied}
                stays = {GROUP_NAME: copied[GROUP_NAME]} if GROUP_NAME in copied else {}
                others = {name: value for name, value in (settings or {}).items() if name not in OF_THE_COPY}
                anew = {LINKS_BY: ""} if settings is None else {}  # of which the pages tell
                store.put_settings(stays | others | said | anew)
            if not is_begun(self._file):
                self._drop_rest()
                os.replace(copy, self._file)
                return Restored(None, links_kept=False)
            return Restored(self._replace(copy, today), links_kept=settings is not None)

    def _replace(self, copy: Path, today: date) -> Path:
        """Put a sound copy in the place of the games' file; where what was there is kept."""
        aside = self._place_aside(today)
        try:
            _copy(self._file, aside)
            _copy(copy, self._file)
        except sqlite3.DatabaseError as error:
            if not _is_wreck(error):
                raise
            self._move(aside)
            os.replace(copy, self._file)
        return aside

    def _place_aside(self, today: date) -> Path:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._new("replaced", today.isoformat())

    def _settings(self) -> dict[str, str] | None:
        """The settings of the games that are kept now; None where there are none or they cannot be read."""
        if not is_begun(self._file):
            return None
        _refuse_foreign(self._file)
        try:
            with contextlib.closing(open_store(self._file, made=False)) as there:
                return there.settings()
        except StoreBusy:  # it can be read in a moment
            raise
        except (StoreUnavailable, NothingKept):
            return None

    @contextlib.contextmanager
    def _checked(self, source: Path) -> Iterator[Path]:
        """A copy of `source`, sound and brought up to date, where it can be moved into place; gone afterwards."""
        with self._unfinished() as copy:
            _take(source, copy)
            yield copy

    @contextlib.contextmanager
    def _unfinished(self) -> Iterator[Path]:
        """A name beside the games' file, free again afterwards."""
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._file.with_name(f".restore.{secrets.token_hex(4)}.db")
        try:
            yield path
        finally:
            for ending in _ENDINGS:
                Path(f"{path}{ending}").unlink(missing_ok=True)

    def begin_anew(self, today: date) -> Path | None:
        """Put a file without games in the place of one that is gone, empty or without its tables; copies stay.

        Where what was left of it is kept, None when that was nothing. GamesAreKept where a file of games is,
        StoreForeign where another program's is.
        """
        try:
            with contextlib.closing(open_store(self._file, made=False)):
                raise GamesAreKept(str(self._file))
        except (StoreEmptied, NothingKept):
            pass
        with _own_words(self._file), self._unfinished() as fresh:
            open_store(fresh).close()
            aside = None
            if is_begun(self._file):
                _refuse_foreign(self._file)
                aside = self._place_aside(today)
                self._move(aside)
            self._drop_rest()
            os.replace(fresh, self._file)
            return aside

    def _drop_rest(self) -> None:
        """What SQLite had beside a file that is gone or empty would spoil the one that takes its place."""
        for ending in _ENDINGS:
            Path(f"{self._file}{ending}").unlink(missing_ok=True)

    def _move(self, aside: Path) -> None:
        """Put aside what is no database, with what SQLite has beside it: its journal would spoil the next file."""
        aside.unlink(missing_ok=True)
        for ending in _ENDINGS:
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{self._file}{ending}", f"{aside}{ending}")


def _take(source: Path, copy: Path) -> None:
    """Copy what is to be put back, and look whether it is sound."""
    try:
        with _own_words(source):
            _copy(source, copy, mode="ro")
        with contextlib.closing(open_store(copy, made=False)) as store:
            problems = store.verify_all()
    except StoreNewer as error:
        raise StoreNewer(str(source)) from error
    except (StoreDamaged, NothingKept) as error:
        raise CopyDamaged(str(source)) from error
    if problems:
        raise CopyDamaged(str(source))


def _refuse_foreign(file: Path) -> None:
    """Raise StoreForeign where a file is another program's; one that cannot be read may be ours."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    with (
        contextlib.suppress(sqlite3.DatabaseError),
        contextlib.closing(sqlite3.connect(address, uri=True)) as there,
    ):
        if is_foreign(there):
            raise StoreForeign(str(file))


def _stamp(kind: str, today: date) -> str:
    return today.isoformat() if kind == "day" else today.isoformat()[:7]


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


def _is_wreck(error: sqlite3.DatabaseError) -> bool:
    return "malformed" in str(error) or "not a database" in str(error)


@contextlib.contextmanager
def _own_words(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise failure(error, path) from error
    except UnicodeDecodeError as error:  # as in Connection
        raise StoreDamaged(str(path)) from error
    except OSError as error:
        raise refusal(error, path) from error
