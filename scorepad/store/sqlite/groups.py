"""The groups of a host: a folder each, which is what a laptop has for its one, games, secret and copies.

In the folder of a host lie `groups/<key>/`, a folder a group; `codes/<digest>`, the key of the group that a recovery
code leads back to; `host.secret`, the host's own; `host.db`, what is counted for a while (tally.py); and `nobody/`, a
group without games for all who ask for one that is not there. What they raise beside what they name: StoreUnavailable
where the disk refuses something.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.errors import GroupNotFound, StoreUnavailable, not_a_host
from scorepad.store import Store, open_store
from scorepad.store.groups import KEY, SECRET, new_key
from scorepad.store.sqlite.copies import went_to
from scorepad.store.sqlite.driver import sqlite3
from scorepad.store.sqlite.failures import own_words
from scorepad.store.sqlite.secret import secret_beside
from scorepad.store.sqlite.tally import FileTally
from scorepad.store.sqlite.turn import FileTurn

if TYPE_CHECKING:
    from scorepad.store.sqlite.backups import Backups

_FILE = "scorepad.db"
_OWN = "host.db"
_DEMONSTRATION = "demonstration"
"""In the folder of a group that is thrown away after a day; how old the file is tells when."""

_GOING = ".going-"
"""What the folder of a group is called first that is being thrown away: it is none any more at once."""

_COMING, _UNFINISHED = ".coming-", 3600.0
"""And that of one that arrives; after so many seconds nobody is still at it."""


class FolderGroups:
    """`Groups` (scorepad.store.groups) in the folders of `where`, which is made where there is none. ScorepadError
    if it keeps the games of a laptop."""

    def __init__(self, where: Path, environment: Mapping[str, str] = os.environ) -> None:
        if (where / _FILE).exists():
            raise not_a_host(str(where))
        self._groups, self._codes, self._nobody = where / "groups", where / "codes", where / "nobody"
        self._where, self._environment = where, environment
        with own_words(where):
            for folder in (where, self._groups, self._codes):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def create(self, *, demonstration: bool = False) -> str:
        key = new_key()
        folder = self._groups / key
        with own_words(folder):
            folder.mkdir(mode=0o700)
            if demonstration:
                (folder / _DEMONSTRATION).touch()
        open_store(folder).close()
        return key

    @contextlib.contextmanager
    def arriving(self) -> Iterator[tuple[str, Store]]:
        key = new_key()
        folder = self._groups / f"{_COMING}{key}"
        try:
            with own_words(folder):
                folder.mkdir(mode=0o700)
            with contextlib.closing(open_store(folder)) as store:
                yield key, store
            with own_words(folder):
                os.replace(folder, self._groups / key)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def has(self, key: str) -> bool:
        return KEY.fullmatch(key) is not None and (self._groups / key).is_dir()

    def which(self, key: str) -> tuple[int, int] | None:
        try:
            there = os.stat(self._groups / key / _FILE)
        except OSError:
            return None
        return there.st_dev, there.st_ino

    def changes(self, stores: Mapping[str, Store]) -> dict[str, tuple[Hashable, int]]:
        found: dict[str, tuple[Hashable, int]] = {}
        for key, store in stores.items():
            which = self.which(key)
            if which is not None:
                with contextlib.suppress(StoreUnavailable):
                    found[key] = which, store.changes()
        return found

    def has_moved(self, key: str) -> bool:
        return bool(went_to(self._groups / key / _FILE))

    def open(self, key: str) -> Store:
        if not self.has(key):
            raise GroupNotFound(key)
        return open_store(self._groups / key, made=False)

    def copies(self, key: str) -> Backups:
        from scorepad.store.sqlite.backups import Backups

        return Backups(self._groups / key / _FILE)

    def take(self, file: Path) -> str:
        from scorepad.store.sqlite import SqliteStore  # late, as open_store does
        from scorepad.store.sqlite.moving import move

        key = new_key()
        with contextlib.closing(SqliteStore(file, made=False)) as store:
            move(store, self._groups / key / _FILE, f"{self._where.absolute()}, {key}")
        return key

    def give(self, key: str, file: Path) -> None:
        from scorepad.store.sqlite import SqliteStore
        from scorepad.store.sqlite.moving import move

        if not self.has(key):
            raise GroupNotFound(key)
        with contextlib.closing(SqliteStore(self._groups / key / _FILE, made=False)) as store:
            move(store, file, str(file.parent.absolute()))

    def is_demonstration(self, key: str) -> bool:
        return (self._groups / key / _DEMONSTRATION).exists()

    def keys(self) -> list[str]:
        with own_words(self._groups):
            return sorted(one.name for one in self._groups.iterdir() if KEY.fullmatch(one.name))

    def remove(self, key: str) -> None:
        if not self.has(key):
            raise GroupNotFound(key)
        going = self._groups / f"{_GOING}{key}"
        with own_words(going):
            os.replace(self._groups / key, going)
            for code in self._codes.iterdir():
                if _read(code) == key:
                    code.unlink(missing_ok=True)
        shutil.rmtree(going, ignore_errors=True)  # what is left of it the next sweep takes

    def sweep(self, seconds: float) -> list[str]:
        for left in (*self._groups.glob(f"{_GOING}*"), *filter(_is_left, self._groups.glob(f"{_COMING}*"))):
            shutil.rmtree(left, ignore_errors=True)
        gone = [key for key in self.keys() if self._is_old(key, seconds)]
        for key in gone:
            with contextlib.suppress(GroupNotFound):  # another program was quicker
                self.remove(key)
        return gone

    def _is_old(self, key: str, seconds: float) -> bool:
        try:
            return time.time() - (self._groups / key / _DEMONSTRATION).stat().st_mtime > seconds
        except OSError:  # it is none
            return False

    def stranger(self) -> Store:
        return open_store(self._nobody)

    def secret(self) -> bytes:
        said = self._environment.get(SECRET, "").strip()
        return said.encode() if said else secret_beside(self._where / _OWN)

    def tally(self) -> FileTally:
        return FileTally(self._where / _OWN)

    def upkeep(self) -> FileTurn:
        return FileTurn(self._where / "upkeep.lock")

    @property
    def where(self) -> str:
        return str(self._where)

    @property
    def at_once(self) -> None:
        return None

    def is_ready(self) -> bool:
        return os.access(self._groups, os.R_OK | os.W_OK | os.X_OK)

    # --- how many games -----------------------------------------------------------------------------

    def written(self) -> dict[str, float]:
        return {key: self._written(key) for key in self.keys()}

    def _written(self, key: str) -> float:
        """When its files were written to, as the disk has it; 0 where there are none."""
        latest = 0.0
        for name in (_FILE, f"{_FILE}-wal"):
            with contextlib.suppress(OSError):
                latest = max(latest, os.stat(self._groups / key / name).st_mtime)
        return latest

    def number_of_games(self, key: str) -> int:
        address = f"{(self._groups / key / _FILE).absolute().as_uri()}?mode=ro"
        try:
            with contextlib.closing(sqlite3.connect(address, uri=True)) as sqlite:
                return int(sqlite.execute("SELECT count(*) FROM games WHERE binned = 0").fetchone()[0])
        except sqlite3.Error:
            return 0

    def close(self) -> None:
        """Nothing is open."""

    # --- recovery codes -----------------------------------------------------------------------------

    def keep_code(self, digest: str, key: str) -> None:
        path = self._codes / digest
        with own_words(path), open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())

    def group_of_code(self, digest: str) -> str | None:
        return _read(self._codes / digest)

    def drop_code(self, digest: str) -> bool:
        with own_words(self._codes):
            try:
                (self._codes / digest).unlink()
            except FileNotFoundError:
                return False
            return True


def _is_left(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return time.time() - folder.stat().st_mtime > _UNFINISHED
    return False


def _read(path: Path) -> str | None:
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return None
