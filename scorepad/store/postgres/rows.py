"""What is asked of the rows of a host's groups, by each of its processes through connections of its own."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TypeVar

from scorepad.store.postgres.database import Database
from scorepad.store.postgres.engine import WRITE, DatabaseSql, GroupEngine

Answer = TypeVar("Answer")


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
        with self._lock:
            if self._opened is not None and self._opened[0] == os.getpid():
                self._opened[1].close()
            self._opened = None

    def read(self, work: Callable[[DatabaseSql], Answer], key: str = "") -> Answer:
        return GroupEngine(self.database(), key).read(work)

    def write(self, work: Callable[[DatabaseSql], Answer], key: str = "") -> Answer:
        """What may be done twice."""
        database = self.database()
        return database.transact(WRITE, lambda statements: work(DatabaseSql(statements, key)), seconds=database.wait)
