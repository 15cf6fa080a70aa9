"""The groups of a host in one database: a row each, and all that belongs to a group under its key.

On the disk of a machine lie only the host's own secret, the daily copies (an SQLite file a group and day, as a laptop
has them) and what is kept for quickness.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Hashable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from scorepad.errors import GroupNotFound, StoreDamaged, StoreMoved, StoreUnavailable, database_busy, other_secret
from scorepad.store import Store
from scorepad.store.groups import KEY, SECRET, Beside, new_key
from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.address import checked, shown
from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import DatabaseSql, GroupEngine
from scorepad.store.postgres.moving import drop_games, put_out
from scorepad.store.postgres.rows import HostRows
from scorepad.store.postgres.secret import HostSecret
from scorepad.store.postgres.tally import DatabaseTally
from scorepad.store.postgres.turn import DatabaseTurn
from scorepad.store.postgres.wrapping import unwrapped, wrapped
from scorepad.store.records import Restored
from scorepad.store.sql.copying import copy_whole, pour
from scorepad.store.sqlite import SqliteStore
from scorepad.store.sqlite.backups import TRIES, settle, take_copy
from scorepad.store.sqlite.copies import copies_folder
from scorepad.store.sqlite.daily import DailyCopies
from scorepad.store.sqlite.moving import arriving_in, leaving
from scorepad.store.sqlite.secret import keep_secret, secret_beside
from scorepad.store.sqlite.statements import FileSql

AT_ONCE = 5
"""Requests that one worker runs at once. With two hundred tables on two workers the slowest of a hundred hands were
answered sooner than with a dozen at once, in most runs in half the time."""

_NOBODY = "nobody"
"""The group of whoever asks for one that is not there; no key is so short."""

_UNFINISHED = 3600
"""Seconds after which nobody is still filling a group that arrives."""

_GONE = "gone "
"""Before the key of a group that was thrown away, among what is kept of the host: its copies on other machines go."""


class PostgresGroups:
    """`Groups` (scorepad.store.groups) in the database at this address. StoreUnavailable."""

    def __init__(self, where: str, beside: Beside, environment: Mapping[str, str] = os.environ) -> None:
        self._rows, self._where, self._beside = HostRows(checked(where)), shown(where), beside
        said = environment.get(SECRET, "")
        self._secret = HostSecret(self._rows, self._where, beside.own / "host.secret", said)

    @property
    def where(self) -> str:
        return self._where

    def database(self) -> Database:
        """The database, opened in this process."""
        return self._rows.database()

    def close(self) -> None:
        self._rows.close()

    def _column(self, name: str, key: str) -> Any:
        query = f"SELECT {name} FROM groups WHERE group_key = :group AND arriving = 0"
        row = self._rows.read(lambda sql: sql.execute(query).fetchone(), key)
        return row and row[0]

    # --- the groups -------------------------------------------------------------------------------------

    def create(self, *, demonstration: bool = False) -> str:
        key = new_key()
        self._insert(key, secrets.token_bytes(32), demonstration=int(time.time()) if demonstration else 0)
        return key

    def _insert(self, key: str, secret: bytes, *, demonstration: int = 0, arriving: int = 0) -> None:
        query = """INSERT INTO groups (group_key, which, secret, demonstration, arriving)
                   VALUES (:group, ?, ?, ?, ?) ON CONFLICT (group_key) DO NOTHING"""
        values = [secrets.token_hex(8), wrapped(self.secret(), key, secret), demonstration, arriving]
        self._rows.write(lambda sql: sql.execute(query, values), key)

    @contextlib.contextmanager
    def arriving(self) -> Iterator[tuple[str, PostgresStore]]:
        with self._arriving(new_key(), secrets.token_bytes(32)) as (key, store):
            yield key, store

    @contextlib.contextmanager
    def _arriving(self, key: str, secret: bytes) -> Iterator[tuple[str, PostgresStore]]:
        self._insert(key, secret, arriving=int(time.time()))
        try:
            yield key, PostgresStore(self.database(), key, lambda: secret)
            arrived = "UPDATE groups SET arriving = 0 WHERE group_key = :group RETURNING group_key"
            if self._rows.write(lambda sql: sql.execute(arrived).fetchone(), key) is None:  # swept away meanwhile
                raise GroupNotFound(key)
        except BaseException:
            with contextlib.suppress(StoreUnavailable):  # else the next sweep takes it
                self._throw_away(key)
            raise

    def has(self, key: str) -> bool:
        return KEY.fullmatch(key) is not None and self._column("1", key) is not None

    def which(self, key: str) -> Hashable | None:
        return str(which) if (which := self._column("which", key)) is not None else None

    def changes(self, stores: Mapping[str, Store]) -> dict[str, tuple[Hashable, int]]:
        query = "SELECT group_key, which, changes FROM groups WHERE group_key = ANY(?) AND arriving = 0"
        rows = self._rows.read(lambda sql: sql.execute(query, [list(stores)]).fetchall())
        return {key: (which, changes) for key, which, changes in rows}

    def went_to(self, key: str) -> str | None:
        """Where the games of a group went; "" where they are there, None where there is no such group."""
        return self._column("moved", key) if KEY.fullmatch(key) else None

    def has_moved(self, key: str) -> bool:
        return bool(self.went_to(key))

    def open(self, key: str) -> PostgresStore:
        moved = self.went_to(key)
        if moved is None:
            raise GroupNotFound(key)
        if moved:
            raise StoreMoved(f"{self.where}, {key}", moved)
        return PostgresStore(self.database(), key, lambda: self._secret_of(key))

    def _secret_of(self, key: str) -> bytes:
        secret = unwrapped(self.secret(), key, str(self._column("secret", key)))
        if secret is None:
            raise other_secret(self.where, SECRET, str(self._secret.place))
        return secret

    def stranger(self) -> PostgresStore:
        self._insert(_NOBODY, secrets.token_bytes(32))
        return PostgresStore(self.database(), _NOBODY, lambda: self._secret_of(_NOBODY))

    def keys(self) -> list[str]:
        query = "SELECT group_key FROM groups WHERE arriving = 0"
        return sorted(
            key for (key,) in self._rows.read(lambda sql: sql.execute(query).fetchall()) if KEY.fullmatch(key)
        )

    def is_demonstration(self, key: str) -> bool:
        return bool(self._column("demonstration", key))

    def is_ready(self) -> bool:
        try:
            return bool(self._rows.read(lambda sql: sql.execute("SELECT 1").fetchone()))
        except StoreUnavailable:
            return False

    # --- leaving ----------------------------------------------------------------------------------------

    def remove(self, key: str) -> None:
        now = int(time.time())

        def go(sql: DatabaseSql) -> bool:
            sql.execute("INSERT INTO host (name, value) VALUES (?, '') ON CONFLICT (name) DO NOTHING", [_GONE + key])
            sql.execute("DELETE FROM codes WHERE group_key = :group")
            gone = sql.execute("UPDATE groups SET arriving = ? WHERE group_key = :group RETURNING arriving", [now])
            return gone.fetchone() is not None

        if not self.has(key) or not self._rows.write(go, key):
            raise GroupNotFound(key)
        shutil.rmtree(self._beside.copies / key, ignore_errors=True)
        self._throw_away(key)

    def _throw_away(self, key: str) -> None:
        """What nobody finds any more, some games at a time."""
        while self._rows.write(drop_games, key):
            pass
        self._rows.write(lambda sql: sql.execute("DELETE FROM groups WHERE group_key = :group"), key)

    def sweep(self, seconds: float) -> list[str]:
        now = time.time()
        query = "SELECT group_key FROM groups WHERE arriving > 0 AND arriving < ?"
        for (key,) in self._rows.read(lambda sql: sql.execute(query, [now - _UNFINISHED]).fetchall()):
            self._throw_away(key)
        self._drop_copies()
        old = "SELECT group_key FROM groups WHERE demonstration > 0 AND demonstration < ? AND arriving = 0"
        gone = [key for (key,) in self._rows.read(lambda sql: sql.execute(old, [now - seconds]).fetchall())]
        for key in gone:
            with contextlib.suppress(GroupNotFound):  # another program was quicker
                self.remove(key)
        return gone

    def _drop_copies(self) -> None:
        """The copies on this machine of groups that were thrown away on another one. Only of those: where the database
        itself is lost, the copies are all there is."""
        query = "SELECT name FROM host WHERE name = ANY(?)"
        folders = {_GONE + folder.name: folder for folder in self._beside.copies.glob("*")}
        for (name,) in self._rows.read(lambda sql: sql.execute(query, [list(folders)]).fetchall()):
            shutil.rmtree(folders[name], ignore_errors=True)

    # --- coming and going -------------------------------------------------------------------------------

    def take(self, file: Path) -> str:
        key = new_key()
        with contextlib.closing(SqliteStore(file, made=False)) as store, leaving(store, f"{self.where}, {key}"):
            secret = secret_beside(file)
            if copies_folder(file).is_dir():
                shutil.copytree(copies_folder(file), self._beside.copies / key)
            with self._arriving(key, secret) as (_key, arrived):
                copy_whole(store, arrived)
                if arrived.verify_all():
                    raise StoreDamaged(str(file))
        return key

    def give(self, key: str, file: Path) -> None:
        store, where = self.open(key), str(file.parent.absolute())
        moved = "UPDATE groups SET moved = ?, which = ? WHERE group_key = :group"

        def go(sql: DatabaseSql) -> None:
            put_out(sql, file, f"{self.where}, {key}")
            sql.execute(moved, [where, secrets.token_hex(8)])

        with arriving_in(file):
            keep_secret(file, store.secret())
            if self._beside.copies.joinpath(key).is_dir():
                shutil.copytree(self._beside.copies / key, copies_folder(file), dirs_exist_ok=True)
            store.engine.write(go)

    def bring_back(self, key: str, store: SqliteStore) -> None:
        """Let there be a group of this key again, with these games: it was thrown away, or its games went elsewhere."""
        self._throw_away(key)
        self._rows.write(lambda sql: sql.execute("DELETE FROM host WHERE name = ?", [_GONE + key]))
        with self._arriving(key, secrets.token_bytes(32)) as (_key, arrived):
            copy_whole(store, arrived)

    def replace(self, key: str, store: SqliteStore, seen: int) -> bool:
        """Put these games in the place of those of a group; False, and nothing is replaced, where somebody has written
        since so many changes."""

        def go(sql: DatabaseSql, rows: FileSql) -> bool:
            [(changes,)] = sql.execute("SELECT changes FROM groups WHERE group_key = :group").fetchall()
            if changes != seen + 1:  # with this one
                return False
            while drop_games(sql):
                pass
            pour(rows, sql)
            sql.execute("UPDATE groups SET which = ? WHERE group_key = :group", [secrets.token_hex(8)])
            return True

        return store.engine.apart(lambda rows: GroupEngine(self.database(), key).write(lambda sql: go(sql, rows)))

    # --- of the host ------------------------------------------------------------------------------------

    def secret(self) -> bytes:
        """StoreUnavailable where the groups were begun by a host with another one."""
        return self._secret.told()

    def tally(self) -> DatabaseTally:
        return DatabaseTally(self.database)

    def upkeep(self) -> DatabaseTurn:
        return DatabaseTurn(self.database, "upkeep")

    @property
    def at_once(self) -> int:
        return AT_ONCE

    def copies(self, key: str) -> GroupCopies:
        return GroupCopies(self._beside.copies / key, self, key)

    # --- how many games ---------------------------------------------------------------------------------

    def written(self) -> dict[str, int]:
        query = "SELECT group_key, changes FROM groups WHERE arriving = 0"
        rows = self._rows.read(lambda sql: sql.execute(query).fetchall())
        return {key: changes for key, changes in rows if KEY.fullmatch(key)}

    def number_of_games(self, key: str) -> int:
        query = "SELECT count(*) FROM games WHERE group_key = :group AND binned = 0"
        return int(self._rows.read(lambda sql: sql.execute(query).fetchall(), key)[0][0])

    # --- recovery codes ---------------------------------------------------------------------------------

    def keep_code(self, digest: str, key: str) -> None:
        query = "INSERT INTO codes (digest, group_key) VALUES (?, :group) ON CONFLICT (digest) DO NOTHING"
        self._rows.write(lambda sql: sql.execute(query, [digest]), key)

    def group_of_code(self, digest: str) -> str | None:
        query = "SELECT group_key FROM codes WHERE digest = ?"
        row = self._rows.read(lambda sql: sql.execute(query, [digest]).fetchone())
        return row and str(row[0])

    def drop_code(self, digest: str) -> bool:
        key = self.group_of_code(digest)
        if key is None:
            return False
        engine = GroupEngine(self.database(), key)  # which knows whether it was done, where the connection is lost
        query = "DELETE FROM codes WHERE digest = ? AND group_key = :group RETURNING digest"
        return engine.write(lambda sql: sql.execute(query, [digest]).fetchone()) is not None


class GroupCopies(DailyCopies):
    """The copies of the group of this key, in a folder of this machine."""

    def __init__(self, folder: Path, groups: PostgresGroups, key: str) -> None:
        super().__init__(folder)
        self._groups, self._key = groups, key

    def restore(self, source: Path, today: date) -> Restored:
        """As `Backups.restore`: whoever plays goes on with the games put back."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            take_copy(source, copy)
            moved = self._groups.went_to(self._key)
            there = self._groups.open(self._key) if moved == "" else None
            with contextlib.closing(SqliteStore(copy)) as store:
                if there is None:
                    settle(store, None)
                    self._groups.bring_back(self._key, store)
                    return Restored(None, links_kept=False, copy_of=moved or "")
                return Restored(self._replace(store, there, today), links_kept=True)

    def _replace(self, store: SqliteStore, there: PostgresStore, today: date) -> Path:
        """Put the games of a store in the place of those that are there; where these are kept. Once more where somebody
        has written meanwhile, which would be in neither."""
        aside = self._new("replaced", today.isoformat())
        for _try in range(TRIES):
            seen = there.changes()
            settle(store, there.settings())
            there.backup(aside, even_damaged=True)
            if self._groups.replace(self._key, store, seen):
                return aside
        aside.unlink()
        raise database_busy(self._groups.where)
