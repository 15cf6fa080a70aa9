"""The database of many groups: where it is, its connections, how what passes is tried again, and the rest of what it
refuses in our own words."""

from __future__ import annotations

import contextlib
import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from threading import BoundedSemaphore, Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit
from weakref import WeakValueDictionary

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.raw_cursor import RawCursor
from psycopg_pool import ConnectionPool, PoolTimeout

from scorepad.aside import aside
from scorepad.errors import StoreFull, StoreUnavailable, address_unsafe, database_busy, database_lost
from scorepad.store.postgres.migrations import bring_up
from scorepad.store.sql.engine import Answer
from scorepad.words import _

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
        said = conninfo_to_dict(where)
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
        if not turn.acquire(blocking=False):
            with aside():
                waited = turn.acquire(timeout=seconds)
            if not waited:
                raise database_busy(self.where)
        try:
            yield
        finally:
            turn.release()

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


# --- what is refused ----------------------------------------------------------------------------------------

_CONFLICTS = ("40001", "40P01")
"""Two who wrote at once, and one of them has to begin again; a deadlock."""

_LOST = ("08", "57P", "25P03")
"""How codes begin that tell of a connection that is lost, of a server that ends or begins, or that it has given up
waiting for what comes next."""

_BEHIND = "25006"
"""A server that only follows another one: after a failover the address soon leads to the one that leads."""

_TAKES_LONG = ("57014", "55P03")
"""A statement or a lock that has waited for as long as it may."""

_FULL = ("53100", "54000")
_TOO_MANY = "53300"


def is_conflict(error: psycopg.Error) -> bool:
    """Whether somebody else was quicker, so that the same is tried again from its beginning."""
    return error.sqlstate in _CONFLICTS


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is gone, or there was none, as while a server starts anew."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate.startswith(_LOST) or error.sqlstate in (_BEHIND, _TOO_MANY)


def failure(error: psycopg.Error, where: str) -> StoreUnavailable:
    """What PostgreSQL complains of at an address that may be shown."""
    if error.sqlstate in _FULL:
        return StoreFull()
    if is_conflict(error) or error.sqlstate in _TAKES_LONG:
        return database_busy(where)
    said = str(error).strip().partition("\n")[0]
    if is_lost(error) or isinstance(error, PoolTimeout):
        return database_lost(where, said)
    return StoreUnavailable(_("The database {where} refuses this: {said}").format(where=where, said=said))


# --- where a database is ------------------------------------------------------------------------------------

# Its address has no password, which everybody on the machine could read in the list of programs, and which would come
# into messages and logs.


def checked(where: str) -> str:
    """The address as it may be used and shown. StoreUnavailable where a password stands in it: libpq takes one from
    PGPASSWORD, PGPASSFILE or ~/.pgpass. StoreUnavailable where it is none that libpq can read."""
    parts = urlsplit(where)
    if parts.password or parse_qs(parts.query).keys() & {"password", "sslpassword"}:
        raise address_unsafe(shown(where))
    try:
        conninfo_to_dict(where)
    except psycopg.ProgrammingError as error:
        raise failure(error, shown(where)) from error
    return where


def shown(where: str) -> str:
    """An address as a message may have it: who lets themselves in, and by what, is cut out."""
    parts = urlsplit(where)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def servers(where: str) -> list[str]:
    """The machines that an address leads to, a name or a number each; a path, or "", where that is a file of this
    one."""
    said = conninfo_to_dict(where)
    return str(said.get("hostaddr") or said.get("host") or "").split(",")
