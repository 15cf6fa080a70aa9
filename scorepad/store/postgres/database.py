"""The database of many groups: its connections, and how what passes is tried again."""

from __future__ import annotations

import contextlib
import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from threading import BoundedSemaphore, Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import psycopg
from psycopg.raw_cursor import RawCursor
from psycopg_pool import ConnectionPool

from scorepad.aside import aside
from scorepad.errors import database_busy
from scorepad.store.postgres.address import checked, shown
from scorepad.store.postgres.failures import failure, is_conflict, is_lost
from scorepad.store.postgres.migrations import bring_up

WAIT = 8.0
"""Seconds that a write is tried, as on a laptop."""

WAIT_TO_READ = 3.0
"""Seconds that reading is tried."""

FIRST_PAUSE, LONGEST_PAUSE, AFTER_CONFLICT = 0.002, 0.5, 0.01
"""Seconds between two tries at most, doubled each time up to so many, or so many where somebody else was quicker, for
whoever waits for longer meets the next one too. By chance, as two in step would meet again and again."""

_PATIENCE = 0.3
"""Seconds that the pool tries to reach a server and somebody waits for one of its connections; then it is begun again
here. The pool by itself would wait for twice as long each time, and long after the server is back."""

MOST = 10
"""Connections that one process has."""

READERS, WRITERS = 3, 1
"""Of these, those by which one group is read and written at once: a group that hangs keeps no other waiting. Two who
write in a group at once would meet in its row, and one begin again."""

_AT_ONCE = 500
"""Statements that wait for one way at most: a group that arrives has more than fit into the memory."""

Answer = TypeVar("Answer")
Link = psycopg.Connection[Any]
Rows = RawCursor[Any]

# What its pool complains of while a server is away, whoever asks is told in a sentence.
logging.getLogger("psycopg").setLevel(logging.CRITICAL)

_SETTINGS = (
    ("statement_timeout", int(WAIT * 1000)),  # milliseconds
    ("idle_in_transaction_session_timeout", int(WAIT * 500)),  # whoever is cut off holds up nobody for longer
)

_WAY = {
    "application_name": "scorepad", "client_encoding": "utf8", "connect_timeout": 3, "keepalives_idle": 10,
    "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": int(WAIT * 1000),
    "target_session_attrs": "read-write",
}  # fmt: skip
"""How it is gone to, where the address says nothing of it: a machine that is off is noticed in seconds, and of several
the one is taken that leads."""


class Statements:
    """What is asked by one connection. What nobody waits for goes along with what is asked next, by one way there, and
    at last with the end of the `line`, the pipeline of a transaction."""

    def __init__(self, link: Link, line: psycopg.Pipeline | None = None) -> None:
        self._link, self._line = link, line
        self._waiting: list[tuple[Rows, bytes, Sequence[Any], bool | None]] = []

    def put(self, text: bytes, values: Sequence[Any] = (), *, prepare: bool | None = None) -> Rows:
        """Send a statement with the next; its rows can be fetched then."""
        rows = Rows(self._link)
        self._waiting.append((rows, text, values, prepare))
        if len(self._waiting) == _AT_ONCE:
            self.send()
        return rows

    def ask(self, text: bytes, values: Sequence[Any] = (), *, prepare: bool | None = None) -> Rows:
        """Send a statement now, and what waits before it."""
        rows = self.put(text, values, prepare=prepare)
        self.send()
        return rows

    def send(self) -> None:
        """Send what waits."""
        waited = bool(self._waiting)
        self.hand_over()
        if waited and self._line is not None:
            # Not by the end of a pipeline, which says one word more: whoever stood still after that, the server would
            # take for somebody who speaks, and let them hold up their group for as long as they like.
            self._line.sync()

    def hand_over(self) -> None:
        """Let what waits go with the end of the line."""
        waiting, self._waiting = self._waiting, []
        for rows, text, values, prepare in waiting:
            rows.execute(text, values, prepare=prepare)


class Database:
    """An open database, its tables brought up to date; to be closed. Opened after a fork, never before.

    StoreUnavailable where a password stands in the address, StoreUnavailable where the database does not let us in,
    StoreNewer where a later Scorepad has changed it, StoreForeign where it is another program's.
    """

    def __init__(self, where: str, *, most: int = MOST) -> None:
        self.address, self.where = checked(where), shown(where)
        self.wait, self.wait_to_read = WAIT, WAIT_TO_READ
        said = psycopg.conninfo.conninfo_to_dict(where)
        self._way: dict[str, Any] = {**_WAY, **said, "autocommit": True}
        self._turns: WeakValueDictionary[tuple[str, int], BoundedSemaphore] = WeakValueDictionary()
        self._lock = Lock()
        self._bring_up()
        self._pool = ConnectionPool(
            kwargs=self._way, min_size=1, max_size=most, open=True, configure=_configure, reconnect_timeout=_PATIENCE
        )

    def _bring_up(self) -> None:
        """By a connection of its own, so that what keeps us out is said as it is."""

        def once() -> None:
            with contextlib.closing(psycopg.connect(**self._way)) as link:
                bring_up(link, self.where)

        self._again(once, self.wait_to_read)

    def ask(self, question: Callable[[Statements], Answer]) -> Answer:
        """Ask by one statement, which may be asked again."""

        def once() -> Answer:
            with self._pool.connection(timeout=_PATIENCE) as link:
                return question(Statements(link))

        return self._again(once, self.wait_to_read)

    def transact(self, how: str, work: Callable[[Statements], Answer], *, seconds: float) -> Answer:
        """Do `work` in a transaction that begins with `how`; again where it failed by what passes, for so long."""

        def once() -> Answer:
            with self._pool.connection(timeout=_PATIENCE) as link, link.pipeline() as line:
                statements = Statements(link, line)
                statements.put(how.encode(), prepare=False)
                answer = work(statements)
                statements.put(b"COMMIT", prepare=False)
                statements.hand_over()
            return answer

        return self._again(once, seconds)

    @contextlib.contextmanager
    def turn(self, group: str, at_once: int, seconds: float) -> Iterator[None]:
        """Wait for so long until less than so many are at the same in a group; what is the host's own ("") waits for
        nobody. StoreBusy."""
        with self._lock:
            turn = self._turns.setdefault((group, at_once), BoundedSemaphore(at_once if group else MOST))
        if not (turn.acquire(blocking=False) or self._waited(turn, seconds)):
            raise database_busy(self.where)
        try:
            yield
        finally:
            turn.release()

    def _waited(self, turn: BoundedSemaphore, seconds: float) -> bool:
        with aside():
            return turn.acquire(timeout=seconds)

    def _again(self, attempt: Callable[[], Answer], seconds: float) -> Answer:
        deadline = time.monotonic() + seconds
        longest = FIRST_PAUSE
        while True:
            try:
                return attempt()
            except psycopg.Error as error:
                pause = random.uniform(0, min(longest, AFTER_CONFLICT if is_conflict(error) else LONGEST_PAUSE))
                passes = is_conflict(error) or is_lost(error)
                if not passes or time.monotonic() + pause > deadline:
                    raise failure(error, self.where) from error
            time.sleep(pause)
            longest *= 2

    def close(self) -> None:
        """Let go of it."""
        self._pool.close()


def _configure(link: Link) -> None:
    for name, value in _SETTINGS:
        link.execute(f"SET {name} = {value}".encode())
