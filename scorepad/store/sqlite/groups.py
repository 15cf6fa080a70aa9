"""The groups of a host in folders, each with the same contents as the folder of a laptop.

The folder of a host contains:

- `groups/<key>/`: one folder per group, with its games, secret and backups.
- `codes/<digest>`: the key of the group that a recovery code leads to.
- `host.secret`: the host's secret.
- `nobody/`: a group without games that answers requests for unknown groups.

Methods also raise StoreUnavailable if the disk refuses something.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import time
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path

from scorepad.errors import GroupNotFound, ScorepadError, StoreUnavailable
from scorepad.store import KEY, SECRET, Store, new_key, open_store
from scorepad.store.records import DEMO_GAME
from scorepad.store.sqlite import SqliteStore, move
from scorepad.store.sqlite.backups import Backups
from scorepad.store.sqlite.driver import sqlite3, translate_errors
from scorepad.store.sqlite.files import load_secret, moved_to
from scorepad.words import _

_FILE = "scorepad.db"
_DEMONSTRATION = "demonstration"
"""Marker file in the folder of a demonstration, a group that is deleted after a day. The age of the file counts."""

_GOING = ".going-"
"""Prefix for the folder of a group during its deletion, so that the group disappears immediately."""

_COMING, _UNFINISHED = ".coming-", 3600.0
"""Prefix for the folder of an arriving group, and the seconds after which the group counts as abandoned."""


class FolderGroups:
    """The groups in the folders of `where`, which is created if missing.

    Raise ScorepadError if the folder holds the games of a laptop.

    All methods may be called from many threads and programs. They also raise StoreUnavailable if something cannot be
    saved or read.
    """

    at_once = None
    """The best number of concurrent requests per worker; None for no limit."""

    def __init__(self, where: Path, environment: Mapping[str, str] = os.environ) -> None:
        if (where / _FILE).exists():
            text = _(
                "{folder} has the games of this computer, so it cannot have groups. Choose another folder (--data)."
            )
            raise ScorepadError(text.format(folder=where))
        self._groups, self._codes, self._nobody = where / "groups", where / "codes", where / "nobody"
        self.where, self._where, self._environment = str(where), where, environment
        with translate_errors(where):
            for folder in (where, self._groups, self._codes):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def create(self, *, demonstration: bool = False) -> str:
        """Create a group without games; return its key.

        `sweep` later deletes a `demonstration`.
        """
        key = new_key()
        folder = self._groups / key
        with translate_errors(folder):
            folder.mkdir(mode=0o700)
            if demonstration:
                (folder / _DEMONSTRATION).touch()
        open_store(folder).close()
        return key

    @contextlib.contextmanager
    def arriving(self) -> Iterator[tuple[str, Store]]:
        """Create a group and fill it before it becomes visible; yield its key and store.

        After an error, there is no such group.
        """
        key = new_key()
        folder = self._groups / f"{_COMING}{key}"
        try:
            with translate_errors(folder):
                folder.mkdir(mode=0o700)
            with contextlib.closing(open_store(folder)) as store:
                yield key, store
            with translate_errors(folder):
                os.replace(folder, self._groups / key)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def has(self, key: str) -> bool:
        """Return whether there is a group with this key."""
        return KEY.fullmatch(key) is not None and (self._groups / key).is_dir()

    def which(self, key: str) -> tuple[int, int] | None:
        """Return the identity of a group's games, which changes if they are replaced.

        Return None if there are no games. This is cheap enough to call with every request.
        """
        try:
            status = os.stat(self._groups / key / _FILE)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def changes(self, stores: Mapping[str, Store]) -> dict[str, tuple[Hashable, int]]:
        """Return `which` and the store's `changes` for each of these open groups, by key.

        Deleted and unavailable groups are left out. This is cheap enough to call fifty times a second.
        """
        states: dict[str, tuple[Hashable, int]] = {}
        for key, store in stores.items():
            which = self.which(key)
            if which is not None:
                with contextlib.suppress(StoreUnavailable):
                    states[key] = which, store.changes()
        return states

    def has_moved(self, key: str) -> bool:
        """Return whether the games of a group moved elsewhere."""
        return bool(moved_to(self._groups / key / _FILE))

    def open(self, key: str) -> Store:
        """Open the store of a group.

        Raise GroupNotFound for an unknown group, StoreMoved for a group that was moved to a laptop.
        """
        if not self.has(key):
            raise GroupNotFound(key)
        return open_store(self._groups / key, made=False)

    def copies(self, key: str) -> Backups:
        """Return the backups of an existing or lost group on this machine."""
        return Backups(self._groups / key / _FILE)

    def take(self, file: Path) -> str:
        """Move the games of a laptop, with all their data, into a new group; return its key.

        Raise what `move` raises.
        """
        key = new_key()
        with contextlib.closing(SqliteStore(file, made=False)) as store:
            move(store, self._groups / key / _FILE, f"{self._where.absolute()}, {key}")
        return key

    def give(self, key: str, file: Path) -> None:
        """Move a group into this file of a laptop.

        Raise GroupNotFound, or what `move` raises.
        """
        if not self.has(key):
            raise GroupNotFound(key)
        with contextlib.closing(SqliteStore(self._groups / key / _FILE, made=False)) as store:
            move(store, file, str(file.parent.absolute()))

    def is_demonstration(self, key: str) -> bool:
        """Return whether a group is a demonstration, which `sweep` deletes."""
        return (self._groups / key / _DEMONSTRATION).exists()

    def keys(self) -> list[str]:
        """Return the keys of all groups, sorted."""
        with translate_errors(self._groups):
            return sorted(folder.name for folder in self._groups.iterdir() if KEY.fullmatch(folder.name))

    def remove(self, key: str) -> None:
        """Delete a group for good, with its backups and recovery code.

        Raise GroupNotFound for an unknown group.
        """
        if not self.has(key):
            raise GroupNotFound(key)
        going = self._groups / f"{_GOING}{key}"
        with translate_errors(going):
            os.replace(self._groups / key, going)
            for code in self._codes.iterdir():
                if _read(code) == key:
                    code.unlink(missing_ok=True)
        shutil.rmtree(going, ignore_errors=True)  # the next sweep deletes any remains

    def sweep(self, seconds: float) -> list[str]:
        """Delete demonstrations older than this number of seconds; return their keys.

        Also delete the remains of deleted groups, and groups that did not arrive.
        """
        abandoned = [folder for folder in self._groups.glob(f"{_COMING}*") if _age(folder) > _UNFINISHED]
        for folder in (*self._groups.glob(f"{_GOING}*"), *abandoned):
            shutil.rmtree(folder, ignore_errors=True)
        expired = [key for key in self.keys() if _age(self._groups / key / _DEMONSTRATION) > seconds]
        for key in expired:
            with contextlib.suppress(GroupNotFound):  # another program was faster
                self.remove(key)
        return expired

    def stranger(self) -> Store:
        """Return a store without games, for requests for an unknown group.

        Such requests then get ordinary responses.
        """
        return open_store(self._nobody)

    def secret(self) -> bytes:
        """Return the host's secret from the environment or a file, never from a database."""
        configured = self._environment.get(SECRET, "").strip()
        return configured.encode() if configured else load_secret(self._where / "host")

    def is_ready(self) -> bool:
        """Return whether groups can be found and created, without opening one."""
        return os.access(self._groups, os.R_OK | os.W_OK | os.X_OK)

    # --- how many games -----------------------------------------------------------------------------

    def number_of_games(self) -> int:
        """Return the number of games of all groups outside the trash, without demo games.

        This does not open a group as a store, so it changes nothing in it.
        """
        return sum(map(self._number_of_games, self.keys()))

    def _number_of_games(self, key: str) -> int:
        address = f"{(self._groups / key / _FILE).absolute().as_uri()}?mode=ro"
        try:
            with contextlib.closing(sqlite3.connect(address, uri=True)) as sqlite:
                query = "SELECT count(*) FROM games WHERE binned = 0 AND id <> ?"
                return int(sqlite.execute(query, [DEMO_GAME]).fetchone()[0])
        except sqlite3.Error:
            return 0

    def close(self) -> None:
        """Do nothing: no file is open."""

    # --- recovery codes -----------------------------------------------------------------------------

    def keep_code(self, digest: str, key: str) -> None:
        """Save the digest of a recovery code that leads to a group."""
        path = self._codes / digest
        with (
            translate_errors(path),
            open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file,
        ):
            file.write(key)
            file.flush()
            os.fsync(file.fileno())

    def group_of_code(self, digest: str) -> str | None:
        """Return the key of the group that a code leads to; None for an unknown code."""
        return _read(self._codes / digest)

    def drop_code(self, digest: str) -> bool:
        """Delete a code; return whether it existed.

        Of several concurrent callers, only one gets True.
        """
        with translate_errors(self._codes):
            try:
                (self._codes / digest).unlink()
            except FileNotFoundError:
                return False
            return True


def _age(path: Path) -> float:
    """Return the seconds since a file or folder was last modified; -inf if it is missing."""
    with contextlib.suppress(OSError):
        return time.time() - path.stat().st_mtime
    return -math.inf


def _read(path: Path) -> str | None:
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return None
