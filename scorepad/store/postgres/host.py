"""What a host keeps in its database beside the groups: what is counted for all workers, and whose turn it is to look
after the groups; and the secret of a group, wrapped by the host's own."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from scorepad.errors import StoreUnavailable
from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import WRITE, DatabaseSql, GroupEngine
from scorepad.store.sql.engine import Answer, Tally, TallyUnavailable

LEASE = 1500.0
"""Seconds; whoever has the turn asks for it again within a third of them."""

_NONCE, _SECRET, _SEAL = 16, 32, 16
"""Bytes."""


class HostRows:
    """The database at this address. It is opened when it is first asked, by each process for itself: a copy of this one
    (fork) bears none open."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opened: tuple[int, Database] | None = None
        self._lock = threading.Lock()

    def database(self) -> Database:
        """The database, opened in this process."""
        with self._lock:
            if self._opened is None or self._opened[0] != os.getpid():
                self._opened = os.getpid(), Database(self._address)
            return self._opened[1]

    def close(self) -> None:
        """Let go of what is open; the stores of groups are closed by then."""
        with self._lock:
            if self._opened is not None and self._opened[0] == os.getpid():
                self._opened[1].close()
            self._opened = None

    def read(self, work: Callable[[DatabaseSql], Answer], key: str = "") -> Answer:
        """Do what only reads, by one statement."""
        return GroupEngine(self.database(), key).read(work)

    def rows(self, query: str, values: Sequence[Any] = (), key: str = "") -> list[Any]:
        """All rows that a statement answers, which may be asked again."""
        return self.read(lambda sql: sql.execute(query, values).fetchall(), key)

    def write(self, work: Callable[[DatabaseSql], Answer], key: str = "") -> Answer:
        """What may be done twice."""
        database = self.database()
        return database.transact(WRITE, lambda statements: work(DatabaseSql(statements, key)), seconds=database.wait)

    def run(self, query: str, values: Sequence[Any] = (), key: str = "") -> None:
        """Run one statement that writes and may be run twice."""
        self.write(lambda sql: sql.execute(query, values), key)


# --- the secret of a group ----------------------------------------------------------------------------------

# It is wrapped by the host's own: what lies in a database, and in every dump of it, opens nothing. The host's secret is
# in no database. From it, the key of the group and a random nonce one HMAC-SHA-256 makes the 32 bytes that the group's
# secret is hidden by, another one the seal that tells whether this host's secret is the one.


def wrapped(host: bytes, key: str, secret: bytes) -> str:
    """The secret (32 bytes) of the group of this key as a database may keep it."""
    nonce = secrets.token_bytes(_NONCE)
    hidden = _hidden(host, key, nonce, secret)
    return (nonce + hidden + _seal(host, key, nonce + hidden)).hex()


def unwrapped(host: bytes, key: str, kept: str) -> bytes | None:
    """The secret of a group; None where another host has wrapped it, or what is kept is not as it was."""
    try:
        data = bytes.fromhex(kept)
    except ValueError:
        return None
    nonce, hidden, seal = data[:_NONCE], data[_NONCE:-_SEAL], data[-_SEAL:]
    if len(hidden) != _SECRET or not hmac.compare_digest(seal, _seal(host, key, nonce + hidden)):
        return None
    return _hidden(host, key, nonce, hidden)


def mark_of_host(host: bytes) -> str:
    """What tells the host's secret from another and does not tell it."""
    return hmac.digest(host, b"mark", "sha256").hex()


def _hidden(host: bytes, key: str, nonce: bytes, secret: bytes) -> bytes:
    pad = hmac.digest(host, b"hide\n" + key.encode() + b"\n" + nonce, "sha256")
    return bytes(one ^ other for one, other in zip(secret, pad, strict=True))


def _seal(host: bytes, key: str, data: bytes) -> bytes:
    return hmac.digest(host, b"seal\n" + key.encode() + b"\n" + data, "sha256")[:_SEAL]


# --- of all workers -----------------------------------------------------------------------------------------


class DatabaseTally(Tally):
    """What is counted for all workers of a host on all its machines."""

    def __init__(self, rows: HostRows) -> None:
        self._rows = rows

    def _run(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        try:
            return self._rows.read(work)
        except StoreUnavailable as error:
            raise TallyUnavailable from error


class DatabaseTurn:
    """The turn of this name, which one of several programs on many machines has; as `FileTurn`. A row says who has it,
    and whoever has it counts on there.

    No clock is asked: one who sees the count stand still for LEASE seconds of their own takes over.
    """

    def __init__(self, rows: HostRows, name: str) -> None:
        self._rows, self._name = rows, name
        self._own = ""
        self._seen: tuple[str, int] | None = None
        self._since = 0.0

    def take(self) -> bool:
        """Nobody's where the database cannot be asked."""
        self._own = self._own or secrets.token_hex(8)
        try:
            return self._rows.write(self._taken)
        except StoreUnavailable:
            return False

    def leave(self) -> None:
        """Let another one have it."""
        if self._own:
            query = "UPDATE turns SET holder = '' WHERE name = ? AND holder = ?"
            with contextlib.suppress(StoreUnavailable):  # another one takes over later
                self._rows.run(query, [self._name, self._own])

    def _taken(self, sql: DatabaseSql) -> bool:
        first = "INSERT INTO turns (name, holder, beat) VALUES (?, '', 0) ON CONFLICT (name) DO NOTHING"
        sql.execute(first, [self._name])
        [(holder, beat)] = sql.execute("SELECT holder, beat FROM turns WHERE name = ?", [self._name]).fetchall()
        if holder not in ("", self._own) and not self._stands_still((holder, beat)):
            return False
        sql.execute("UPDATE turns SET holder = ?, beat = beat + 1 WHERE name = ?", [self._own, self._name])
        return True

    def _stands_still(self, now: tuple[str, int]) -> bool:
        """Whether whoever has the turn has not counted on for as long as they may."""
        if now != self._seen:
            self._seen, self._since = now, time.monotonic()
        return time.monotonic() - self._since > LEASE
