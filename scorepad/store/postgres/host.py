"""Data of a host outside its groups: the maintenance lease.

It also wraps the secret of a group with the host's secret.
"""

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
from scorepad.store.sql.engine import Answer

LEASE = 1500.0
"""Duration of the lease in seconds. Its holder must renew it within a third of that time."""

_NONCE, _SECRET, _SEAL = 16, 32, 16
"""Lengths in bytes."""


class HostRows:
    """The database at this address, opened on first use.

    Each process opens it for itself: a forked process does not use the connections of its parent.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._opened: tuple[int, Database] | None = None
        self._lock = threading.Lock()

    def database(self) -> Database:
        """Return the database as opened in this process."""
        with self._lock:
            if self._opened is None or self._opened[0] != os.getpid():
                self._opened = os.getpid(), Database(self._address)
            return self._opened[1]

    def close(self) -> None:
        """Close the database. Close the stores of groups first."""
        with self._lock:
            if self._opened is not None and self._opened[0] == os.getpid():
                self._opened[1].close()
            self._opened = None

    def read(self, work: Callable[[DatabaseSql], Answer], key: str = "") -> Answer:
        """Run `work`, which only reads, with one statement."""
        return GroupEngine(self.database(), key).read(work)

    def rows(self, query: str, values: Sequence[Any] = (), key: str = "") -> list[Any]:
        """Return all rows of a query, which may be retried."""
        return self.read(lambda sql: sql.execute(query, values).fetchall(), key)

    def write(self, work: Callable[[DatabaseSql], Answer], key: str = "") -> Answer:
        """Run `work` in a transaction. It may run twice."""
        database = self.database()
        return database.transact(WRITE, lambda statements: work(DatabaseSql(statements, key)), seconds=database.wait)

    def run(self, query: str, values: Sequence[Any] = (), key: str = "") -> None:
        """Run one writing statement, which may run twice."""
        self.write(lambda sql: sql.execute(query, values), key)


# --- the secret of a group ----------------------------------------------------------------------------------

# The host's secret wraps it, so that the database and its dumps grant no access. No database has the host's secret.
# An HMAC-SHA-256 of the host's secret, the group's key and a random nonce yields 32 bytes. They are XORed with the
# group's secret. A second HMAC, the seal, shows whether this host's secret is the right one.


def wrap_secret(host: bytes, key: str, secret: bytes) -> str:
    """Return the secret (32 bytes) of the group with this key in its wrapped form for the database."""
    nonce = secrets.token_bytes(_NONCE)
    hidden = _hidden(host, key, nonce, secret)
    return (nonce + hidden + _seal(host, key, nonce + hidden)).hex()


def unwrap_secret(host: bytes, key: str, kept: str) -> bytes | None:
    """Return the secret of a group; None if another host wrapped it or the value is damaged."""
    try:
        data = bytes.fromhex(kept)
    except ValueError:
        return None
    nonce, hidden, seal = data[:_NONCE], data[_NONCE:-_SEAL], data[-_SEAL:]
    if len(hidden) != _SECRET or not hmac.compare_digest(seal, _seal(host, key, nonce + hidden)):
        return None
    return _hidden(host, key, nonce, hidden)


def secret_fingerprint(host: bytes) -> str:
    """Return a fingerprint of the host's secret that does not reveal the secret."""
    return hmac.digest(host, b"mark", "sha256").hex()


def _hidden(host: bytes, key: str, nonce: bytes, secret: bytes) -> bytes:
    pad = hmac.digest(host, b"hide\n" + key.encode() + b"\n" + nonce, "sha256")
    return bytes(left ^ right for left, right in zip(secret, pad, strict=True))


def _seal(host: bytes, key: str, data: bytes) -> bytes:
    return hmac.digest(host, b"seal\n" + key.encode() + b"\n" + data, "sha256")[:_SEAL]


# --- shared by all workers -----------------------------------------------------------------------------------------


class DatabaseLease:
    """A named lease for one of several programs on many machines, like `FileLease`.

    A row names the holder, which increments a counter in it. No program compares clocks. A program takes over if the
    counter does not change for LEASE seconds on the program's own clock.
    """

    def __init__(self, rows: HostRows, name: str) -> None:
        self._rows, self._name = rows, name
        self._own = ""
        self._seen: tuple[str, int] | None = None
        self._since = 0.0

    def take(self) -> bool:
        """Acquire or renew the lease; return False if that fails or the database is unavailable."""
        self._own = self._own or secrets.token_hex(8)
        try:
            return self._rows.write(self._taken)
        except StoreUnavailable:
            return False

    def leave(self) -> None:
        """Release the lease."""
        if self._own:
            query = "UPDATE turns SET holder = '' WHERE name = ? AND holder = ?"
            with contextlib.suppress(StoreUnavailable):  # another program takes over later
                self._rows.run(query, [self._name, self._own])

    def _taken(self, sql: DatabaseSql) -> bool:
        first = "INSERT INTO turns (name, holder, beat) VALUES (?, '', 0) ON CONFLICT (name) DO NOTHING"
        sql.execute(first, [self._name])
        [(holder, beat)] = sql.execute("SELECT holder, beat FROM turns WHERE name = ?", [self._name]).fetchall()
        if (holder, beat) != self._seen:
            self._seen, self._since = (holder, beat), time.monotonic()
        if holder not in ("", self._own) and time.monotonic() - self._since <= LEASE:
            return False
        sql.execute("UPDATE turns SET holder = ?, beat = beat + 1 WHERE name = ?", [self._own, self._name])
        return True
