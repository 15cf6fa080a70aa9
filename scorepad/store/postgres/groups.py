"""The groups of a host in one database: one row per group, and all of its data under its key.

The disk of a machine holds only the host's secret, the daily backups and caches. A backup is one SQLite file per group
and day, as on a laptop.
"""

from __future__ import annotations

import contextlib
import functools
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Hashable, Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from scorepad.errors import GroupNotFound, StoreDamaged, StoreMoved, StoreUnavailable, database_busy, other_secret
from scorepad.store import KEY, SECRET, HostFolders, Store, new_key
from scorepad.store.postgres import PostgresStore, copy_group, copy_rows, drop_games, write_out
from scorepad.store.postgres.database import redact_address, validate_address
from scorepad.store.postgres.engine import DatabaseSql, GroupEngine
from scorepad.store.postgres.host import (
    HostRows,
    secret_fingerprint,
    unwrap_secret,
    wrap_secret,
)
from scorepad.store.records import DEMO_GAME, Restored
from scorepad.store.sqlite import SqliteStore, lock_for_move, prepare_arrival, write_backup
from scorepad.store.sqlite.backups import TRIES, DailyCopies, copy_and_verify, restore_settings
from scorepad.store.sqlite.driver import FileSql
from scorepad.store.sqlite.files import copies_folder, keep_secret, load_secret

AT_ONCE = 5
"""Requests that one worker handles at a time. Measured with 200 tables on 2 workers, the slowest 1 % of hands were
faster than with 12 requests at a time. In most runs they took half the time."""

_NOBODY = "nobody"
"""The group that answers requests for unknown groups. Real keys are longer."""

_UNFINISHED = 3600
"""Seconds after which an arriving group counts as abandoned."""

_GONE = "gone "
"""Prefix of the key of a deleted group in the table `host`, so that other machines delete its backups."""


class PostgresGroups(HostRows):
    """The groups in the database at this address; FolderGroups documents the methods.

    They raise StoreUnavailable if the database fails.
    """

    at_once = AT_ONCE

    def __init__(self, where: str, beside: HostFolders, environment: Mapping[str, str] = os.environ) -> None:
        super().__init__(validate_address(where))
        self.where, self._beside = redact_address(where), beside
        self._said, self._place = environment.get(SECRET, "").strip().encode(), beside.own / "host.secret"

    def _column(self, name: str, key: str) -> Any:
        query = f"SELECT {name} FROM groups WHERE group_key = :group AND arriving = 0"
        return next((value for (value,) in self.rows(query, key=key)), None)

    # --- the groups -------------------------------------------------------------------------------------

    def create(self, *, demonstration: bool = False) -> str:
        key = new_key()
        self._insert(key, secrets.token_bytes(32), demonstration=int(time.time()) if demonstration else 0)
        return key

    def _insert(self, key: str, secret: bytes, *, demonstration: int = 0, arriving: int = 0) -> None:
        query = """INSERT INTO groups (group_key, which, secret, demonstration, arriving)
                   VALUES (:group, ?, ?, ?, ?) ON CONFLICT (group_key) DO NOTHING"""
        values = [secrets.token_hex(8), wrap_secret(self.secret(), key, secret), demonstration, arriving]
        self.run(query, values, key)

    @contextlib.contextmanager
    def arriving(self, key: str = "", secret: bytes = b"") -> Iterator[tuple[str, PostgresStore]]:
        """Create a group as `FolderGroups.arriving` does, with a new key and secret unless they are given."""
        key, secret = key or new_key(), secret or secrets.token_bytes(32)
        self._insert(key, secret, arriving=int(time.time()))
        try:
            yield key, PostgresStore(self.database(), key, lambda: secret)
            arrived = "UPDATE groups SET arriving = 0 WHERE group_key = :group RETURNING group_key"
            if self.write(lambda sql: sql.execute(arrived).fetchone(), key) is None:  # deleted by a sweep
                raise GroupNotFound(key)
        except BaseException:
            with contextlib.suppress(StoreUnavailable):  # otherwise the next sweep deletes it
                self._throw_away(key)
            raise

    def has(self, key: str) -> bool:
        return KEY.fullmatch(key) is not None and self._column("1", key) is not None

    def which(self, key: str) -> Hashable | None:
        return str(which) if (which := self._column("which", key)) is not None else None

    def changes(self, stores: Mapping[str, Store]) -> dict[str, tuple[Hashable, int]]:
        query = "SELECT group_key, which, changes FROM groups WHERE group_key = ANY(?) AND arriving = 0"
        return {key: (which, changes) for key, which, changes in self.rows(query, [list(stores)])}

    def moved_to(self, key: str) -> str | None:
        """Return where the games of a group moved to.

        Return "" if they did not move, None for an unknown group.
        """
        return self._column("moved", key) if KEY.fullmatch(key) else None

    def has_moved(self, key: str) -> bool:
        return bool(self.moved_to(key))

    def open(self, key: str) -> PostgresStore:
        moved = self.moved_to(key)
        if moved is None:
            raise GroupNotFound(key)
        if moved:
            raise StoreMoved(f"{self.where}, {key}", moved)
        return PostgresStore(self.database(), key, lambda: self._secret_of(key))

    def _secret_of(self, key: str) -> bytes:
        secret = unwrap_secret(self.secret(), key, str(self._column("secret", key)))
        if secret is None:
            raise other_secret(self.where, SECRET, str(self._place))
        return secret

    def stranger(self) -> PostgresStore:
        self._insert(_NOBODY, secrets.token_bytes(32))
        return PostgresStore(self.database(), _NOBODY, lambda: self._secret_of(_NOBODY))

    def keys(self) -> list[str]:
        query = "SELECT group_key FROM groups WHERE arriving = 0"
        return sorted(key for (key,) in self.rows(query) if KEY.fullmatch(key))

    def is_demonstration(self, key: str) -> bool:
        return bool(self._column("demonstration", key))

    def is_ready(self) -> bool:
        try:
            return bool(self.rows("SELECT 1"))
        except StoreUnavailable:
            return False

    # --- deletion ----------------------------------------------------------------------------------------

    def remove(self, key: str) -> None:
        now = int(time.time())

        def go(sql: DatabaseSql) -> bool:
            sql.execute("INSERT INTO host (name, value) VALUES (?, '') ON CONFLICT (name) DO NOTHING", [_GONE + key])
            sql.execute("DELETE FROM codes WHERE group_key = :group")
            gone = sql.execute("UPDATE groups SET arriving = ? WHERE group_key = :group RETURNING arriving", [now])
            return gone.fetchone() is not None

        if not self.has(key) or not self.write(go, key):
            raise GroupNotFound(key)
        shutil.rmtree(self._beside.copies / key, ignore_errors=True)
        self._throw_away(key)

    def _throw_away(self, key: str) -> None:
        """Delete a hidden group, some games at a time."""
        while self.write(drop_games, key):
            pass
        self.run("DELETE FROM groups WHERE group_key = :group", key=key)

    def sweep(self, seconds: float) -> list[str]:
        now = time.time()
        query = "SELECT group_key FROM groups WHERE arriving > 0 AND arriving < ?"
        for (key,) in self.rows(query, [now - _UNFINISHED]):
            self._throw_away(key)
        # Backups on this machine of groups that another machine deleted, and no others: if the database itself is lost,
        # the backups are all that remains.
        folders = {_GONE + folder.name: folder for folder in self._beside.copies.glob("*")}
        for (name,) in self.rows("SELECT name FROM host WHERE name = ANY(?)", [list(folders)]):
            shutil.rmtree(folders[name], ignore_errors=True)
        old = "SELECT group_key FROM groups WHERE demonstration > 0 AND demonstration < ? AND arriving = 0"
        gone = [key for (key,) in self.rows(old, [now - seconds])]
        for key in gone:
            with contextlib.suppress(GroupNotFound):  # another program was faster
                self.remove(key)
        return gone

    # --- moving groups -------------------------------------------------------------------------------

    def take(self, file: Path) -> str:
        key = new_key()
        with contextlib.closing(SqliteStore(file, made=False)) as store, lock_for_move(store, f"{self.where}, {key}"):
            secret = load_secret(file)
            if copies_folder(file).is_dir():
                shutil.copytree(copies_folder(file), self._beside.copies / key)
            with self.arriving(key, secret) as (_key, arrived):
                copy_group(store, arrived)
                if arrived.verify_all():
                    raise StoreDamaged(str(file))
        return key

    def give(self, key: str, file: Path) -> None:
        store, where = self.open(key), str(file.parent.absolute())
        moved = "UPDATE groups SET moved = ?, which = ? WHERE group_key = :group"

        def go(sql: DatabaseSql) -> None:
            write_backup(file, partial(write_out, sql), f"{self.where}, {key}", even_damaged=False)
            sql.execute(moved, [where, secrets.token_hex(8)])

        with prepare_arrival(file):
            keep_secret(file, store.secret())
            if self._beside.copies.joinpath(key).is_dir():
                shutil.copytree(self._beside.copies / key, copies_folder(file), dirs_exist_ok=True)
            store.engine.write(go)

    def bring_back(self, key: str, store: SqliteStore) -> None:
        """Recreate a group, which was deleted or has moved, under its key with these games."""
        self._throw_away(key)
        self.run("DELETE FROM host WHERE name = ?", [_GONE + key])
        with self.arriving(key) as (_key, arrived):
            copy_group(store, arrived)

    def replace(self, key: str, store: SqliteStore, seen: int) -> bool:
        """Replace the games of a group by these.

        Return False, and replace nothing, if the number of changes is no longer `seen`.
        """

        def go(sql: DatabaseSql, rows: FileSql) -> bool:
            [(changes,)] = sql.execute("SELECT changes FROM groups WHERE group_key = :group").fetchall()
            if changes != seen + 1:  # this transaction adds 1
                return False
            while drop_games(sql):
                pass
            copy_rows(rows, sql)
            sql.execute("UPDATE groups SET which = ? WHERE group_key = :group", [secrets.token_hex(8)])
            return True

        return store.engine.apart(lambda rows: GroupEngine(self.database(), key).write(lambda sql: go(sql, rows)))

    # --- of the host ------------------------------------------------------------------------------------

    def secret(self) -> bytes:
        """Return the host's secret from the environment, or from a file on this machine.

        Raise StoreUnavailable if a host with a different secret created the groups.
        """
        return self._secret

    @functools.cached_property
    def _secret(self) -> bytes:
        secret, mark = self._said, self._mark()
        if not secret and (mark is None or self._place.exists()):  # a new secret would be a different one
            self._place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            secret = load_secret(self._place)
        if secret and mark is None:
            first = "INSERT INTO host (name, value) VALUES ('secret', ?) ON CONFLICT (name) DO NOTHING"
            self.run(first, [secret_fingerprint(secret)])
            mark = self._mark()
        if not secret or mark != secret_fingerprint(secret):
            raise other_secret(self.where, SECRET, str(self._place))
        return secret

    def _mark(self) -> str | None:
        """Return the fingerprint of the secret with which the groups were created."""
        return next((mark for (mark,) in self.rows("SELECT value FROM host WHERE name = 'secret'")), None)

    def copies(self, key: str) -> GroupCopies:
        return GroupCopies(self._beside.copies / key, self, key)

    # --- how many games ---------------------------------------------------------------------------------

    def number_of_games(self) -> int:
        query = """SELECT count(*) FROM games JOIN groups ON groups.group_key = games.group_key
                   WHERE arriving = 0 AND binned = 0 AND id <> ?"""
        return int(self.rows(query, [DEMO_GAME])[0][0])

    # --- recovery codes ---------------------------------------------------------------------------------

    def keep_code(self, digest: str, key: str) -> None:
        query = "INSERT INTO codes (digest, group_key) VALUES (?, :group) ON CONFLICT (digest) DO NOTHING"
        self.run(query, [digest], key)

    def group_of_code(self, digest: str) -> str | None:
        query = "SELECT group_key FROM codes WHERE digest = ?"
        return next((key for (key,) in self.rows(query, [digest])), None)

    def drop_code(self, digest: str) -> bool:
        key = self.group_of_code(digest)
        if key is None:
            return False
        engine = GroupEngine(self.database(), key)  # detects a commit after a lost connection
        query = "DELETE FROM codes WHERE digest = ? AND group_key = :group RETURNING digest"
        return engine.write(lambda sql: sql.execute(query, [digest]).fetchone()) is not None


class GroupCopies(DailyCopies):
    """The backups of the group with this key, in a folder on this machine."""

    def __init__(self, folder: Path, groups: PostgresGroups, key: str) -> None:
        super().__init__(folder)
        self._groups, self._key = groups, key

    def restore(self, source: Path, today: date) -> Restored:
        """Restore a backup, as `Backups.restore` does; running games continue with its data."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            copy_and_verify(source, copy)
            moved = self._groups.moved_to(self._key)
            present = self._groups.open(self._key) if moved == "" else None
            with contextlib.closing(SqliteStore(copy)) as store:
                if present is None:
                    restore_settings(store, None)
                    self._groups.bring_back(self._key, store)
                    return Restored(None, links_kept=False, copy_of=moved or "")
                return Restored(self._replace(store, present, today), links_kept=True)

    def _replace(self, store: SqliteStore, there: PostgresStore, today: date) -> Path:
        """Replace the present games by those of a store; return the backup of the replaced games.

        Retry if another program writes in the meantime, since neither would contain that write.
        """
        aside = self._new("replaced", today.isoformat())
        for _try in range(TRIES):
            seen = there.changes()
            restore_settings(store, there.settings())
            there.backup(aside, even_damaged=True)
            if self._groups.replace(self._key, store, seen):
                return aside
        aside.unlink()
        raise database_busy(self._groups.where)
