"""The database of a host, and the secrets of its groups, wrapped with the host's secret."""

import hmac
import os
import secrets
import threading
from collections.abc import Callable, Sequence
from typing import Any

from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import WRITE, DatabaseSql, GroupEngine
from scorepad.store.sql.engine import Answer

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
