"""The PostgreSQL database of many groups: its address, connections, retries and error messages."""

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

from scorepad.errors import StoreUnavailable, database_busy, store_full
from scorepad.store.postgres.migrations import apply_migrations
from scorepad.store.sql.engine import Answer
from scorepad.util.thread_slots import released_slot
from scorepad.words import _

WAIT = 8.0
"""Seconds for which a write is retried, as on a laptop."""

WAIT_TO_READ = 3.0
"""Seconds for which a read is retried."""

FIRST_PAUSE, LONGEST_PAUSE, AFTER_CONFLICT = 0.002, 0.5, 0.01
"""Limits in seconds for the pause between two attempts. They are the first limit, the longest, and the longest after a
conflict. The limit doubles with each attempt. After a longer pause, the next conflict would be just as likely. The
pause is random, since two programs in step would conflict again and again."""

_PATIENCE = 0.3
"""Seconds for which the pool tries to connect, and for which a thread waits for a connection. Then Scorepad retries.
The pool alone would double its delay each time, and still wait long after the server is back."""

MOST = 10
"""Connections per process."""

READERS, WRITERS = 3, 1
"""Connections that may read or write the same group at a time. So a blocked group does not block others. Two concurrent
writers of a group would conflict in its row, and one would have to retry."""

Link = psycopg.Connection[Any]
Rows = RawCursor[Any]

# The pool logs a warning while the server is away. Scorepad reports this itself, in one sentence.
logging.getLogger("psycopg").setLevel(logging.CRITICAL)

_SETTINGS = (
    ("statement_timeout", int(WAIT * 1000)),  # milliseconds
    ("idle_in_transaction_session_timeout", int(WAIT * 500)),  # limits how long a stalled client blocks others
)

_WAY = {
    "application_name": "scorepad", "client_encoding": "utf8", "connect_timeout": 3, "keepalives_idle": 10,
    "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": int(WAIT * 1000),
    "target_session_attrs": "read-write",
}  # fmt: skip
"""Connection parameters, unless the address sets them. They detect a machine that is off within seconds, and select the
primary of several servers."""


class Statements:
    """The statements of one connection.

    In a transaction, `line` is its pipeline: the results of `put` arrive with the next `ask` or at the end.
    """

    def __init__(self, link: Link, line: psycopg.Pipeline | None = None) -> None:
        self._link, self._line = link, line
        self._is_waiting = False

    def put(self, text: bytes, values: Sequence[Any] = (), *, prepare: bool | None = None) -> Rows:
        """Run a statement. Its rows can be fetched after the next `ask`."""
        self._is_waiting = True
        return Rows(self._link).execute(text, values, prepare=prepare)

    def ask(self, text: bytes, values: Sequence[Any] = ()) -> Rows:
        """Run a statement and wait for its rows, and for those of the statements before."""
        rows = self.put(text, values)
        self.wait()
        return rows

    def wait(self) -> None:
        """Wait for the results of all statements."""
        waits, self._is_waiting = self._is_waiting, False
        if waits and self._line is not None:
            # Do not end the pipeline here, since that sends one more message. The server would then take a stalled
            # client for an active one, and the idle timeout would not release the group.
            self._line.sync()


class Database:
    """An open database with all migrations applied; close it after use.

    Open it after a fork, never before.

    Raise StoreUnavailable if the address contains a password or the database refuses the connection. Raise StoreNewer
    if a later version of Scorepad changed it, StoreForeign if it belongs to another program.
    """

    def __init__(self, where: str, *, most: int = MOST) -> None:
        self.address, self.where = validate_address(where), redact_address(where)
        self.wait, self.wait_to_read = WAIT, WAIT_TO_READ
        parameters = conninfo_to_dict(where)
        self._way: dict[str, Any] = {**_WAY, **parameters, "autocommit": True}
        self._turns: WeakValueDictionary[tuple[str, int], BoundedSemaphore] = WeakValueDictionary()
        self._lock = Lock()
        self._again(self._migrate, self.wait_to_read)
        self._pool = ConnectionPool(
            kwargs=self._way, min_size=1, max_size=most, open=True, configure=_configure, reconnect_timeout=_PATIENCE
        )

    def _migrate(self) -> None:
        """Apply the migrations on a separate connection, to report connection errors unchanged."""
        with contextlib.closing(psycopg.connect(**self._way)) as link:
            apply_migrations(link, self.where)

    def ask(self, question: Callable[[Statements], Answer]) -> Answer:
        """Run one statement, which may be retried."""

        def once() -> Answer:
            with self._pool.connection(timeout=_PATIENCE) as link:
                return question(Statements(link))

        return self._again(once, self.wait_to_read)

    def transact(self, how: str, work: Callable[[Statements], Answer], *, seconds: float) -> Answer:
        """Run `work` in a transaction that begins with the statement `how`.

        Retry transient errors for this number of seconds.
        """

        def once() -> Answer:
            with self._pool.connection(timeout=_PATIENCE) as link, link.pipeline() as line:
                statements = Statements(link, line)
                statements.put(how.encode(), prepare=False)
                answer = work(statements)
                statements.put(b"COMMIT", prepare=False)
            return answer

        return self._again(once, seconds)

    @contextlib.contextmanager
    def turn(self, group: str, at_once: int, seconds: float) -> Iterator[None]:
        """Wait until fewer than `at_once` threads are in this context for a group.

        Data of the host itself (group "") may use all connections. Raise StoreBusy after this number of seconds.
        """
        with self._lock:
            semaphore = self._turns.setdefault((group, at_once), BoundedSemaphore(at_once if group else MOST))
        if not semaphore.acquire(blocking=False):
            with released_slot():
                acquired = semaphore.acquire(timeout=seconds)
            if not acquired:
                raise database_busy(self.where)
        try:
            yield
        finally:
            semaphore.release()

    def _again(self, attempt: Callable[[], Answer], seconds: float) -> Answer:
        deadline = time.monotonic() + seconds
        longest = FIRST_PAUSE
        while True:
            try:
                return attempt()
            except psycopg.Error as error:
                pause = random.uniform(0, min(longest, AFTER_CONFLICT if is_conflict(error) else LONGEST_PAUSE))
                is_transient = is_conflict(error) or is_lost(error)
                if not is_transient or time.monotonic() + pause > deadline:
                    raise translate_error(error, self.where) from error
            time.sleep(pause)
            longest *= 2

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


def _configure(link: Link) -> None:
    for name, value in _SETTINGS:
        link.execute(f"SET {name} = {value}".encode())


# --- errors ----------------------------------------------------------------------------------------

_CONFLICTS = ("40001", "40P01")
"""Codes of a serialization failure and of a deadlock. The transaction has to be retried."""

_LOST = ("08", "57P", "25P03")
"""Prefixes of the codes for a lost connection, for a server that starts or stops, and for an idle timeout."""

_BEHIND = "25006"
"""The code of a read-only standby. After a failover, the address soon leads to the new primary."""

_TAKES_LONG = ("57014", "55P03")
"""Codes of a statement timeout and of a lock timeout."""

_FULL = ("53100", "54000")
_TOO_MANY = "53300"


def is_conflict(error: psycopg.Error) -> bool:
    """Return whether a concurrent transaction caused the error, so that it can be retried."""
    return error.sqlstate in _CONFLICTS


def is_lost(error: psycopg.Error) -> bool:
    """Return whether the connection is lost or not available, as during a restart of the server."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate.startswith(_LOST) or error.sqlstate in (_BEHIND, _TOO_MANY)


def translate_error(error: psycopg.Error, where: str) -> StoreUnavailable:
    """Return the Scorepad error for a PostgreSQL error; `where` is an address that may be shown."""
    if error.sqlstate in _FULL:
        return store_full()
    if is_conflict(error) or error.sqlstate in _TAKES_LONG:
        return database_busy(where)
    message = str(error).strip().partition("\n")[0]
    if is_lost(error) or isinstance(error, PoolTimeout):
        text = _("The database {where} does not answer ({said}). Try again in a moment.")
    else:
        text = _("The database {where} refuses this: {said}")
    return StoreUnavailable(text.format(where=where, said=message))


# --- addresses ------------------------------------------------------------------------------------

# An address must not contain a password: all users of the machine could read it in the list of processes. It would also
# get into messages and logs.


def validate_address(where: str) -> str:
    """Return the address if it is safe to use and to show.

    Raise StoreUnavailable if it contains a password, or if libpq cannot parse it. A password belongs in PGPASSWORD,
    PGPASSFILE or ~/.pgpass.
    """
    parts = urlsplit(where)
    if parts.password or parse_qs(parts.query).keys() & {"password", "sslpassword"}:
        text = _(
            "All users of this machine can read a password in an address. Remove it from {where}. Put it in the "
            "variable PGPASSWORD or in the file that PGPASSFILE names."
        )
        raise StoreUnavailable(text.format(where=redact_address(where)))
    try:
        conninfo_to_dict(where)
    except psycopg.ProgrammingError as error:
        raise translate_error(error, redact_address(where)) from error
    return where


def redact_address(where: str) -> str:
    """Return an address for messages, without user name, password and parameters."""
    parts = urlsplit(where)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def hosts_of(where: str) -> list[str]:
    """Return the machines of an address, each a host name or an IP address.

    A local socket is a path or "".
    """
    parameters = conninfo_to_dict(where)
    return str(parameters.get("hostaddr") or parameters.get("host") or "").split(",")
