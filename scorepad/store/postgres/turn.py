"""Whose turn it is, of several programs on many machines: a row says who has it, and whoever has it counts on there.

No clock is asked: one who sees the count stand still for LEASE seconds of their own takes over.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import TypeVar

from scorepad.errors import StoreUnavailable
from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import WRITE, DatabaseSql

LEASE = 1500.0
"""Seconds; whoever has the turn asks for it again within a third of them."""


Answer = TypeVar("Answer")


class DatabaseTurn:
    """A `Turn` (scorepad.store.groups) of this name, in the database that `opened` gives."""

    def __init__(self, opened: Callable[[], Database], name: str) -> None:
        self._opened, self._name = opened, name
        self._own = ""
        self._seen: tuple[str, int] | None = None
        self._since = 0.0

    def take(self) -> bool:
        """Nobody's where the database cannot be asked."""
        self._own = self._own or secrets.token_hex(8)
        try:
            return self._transact(self._taken)
        except StoreUnavailable:
            return False

    def leave(self) -> None:
        if not self._own:
            return
        query = "UPDATE turns SET holder = '' WHERE name = ? AND holder = ?"
        try:
            self._transact(lambda sql: sql.execute(query, [self._name, self._own]))
        except StoreUnavailable:  # another one takes over later
            return

    def _transact(self, work: Callable[[DatabaseSql], Answer]) -> Answer:
        database = self._opened()
        return database.transact(WRITE, lambda statements: work(DatabaseSql(statements, "")), seconds=database.wait)

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
