"""Several worker processes on one machine, which accept from one socket.

The process that was started only supervises. It forks the workers, so it opens no database and starts no thread
before. The module also computes how many files and connections a process may have.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

PATIENCE = 15.0
"""Seconds until a worker that was asked to end is killed. It gives requests under way a third of that."""

TOO_SOON = 1.0
"""Seconds. A worker that dies sooner is not restarted at once, because it would die again."""

TICK = 0.2
"""Seconds between two looks whether something is due."""

GIVES_UP = 3
"""The exit status of a worker that a restart would not help. All workers end then."""

_ENDING = (signal.SIGTERM, signal.SIGINT)

Work = Callable[[], int]
"""The function of a worker. It runs until SIGTERM and returns the exit status."""


def can_fork() -> bool:
    """Whether this system knows workers at all."""
    return hasattr(os, "fork")


class Workers:
    """One worker process for each function in `works`. `ended` is called with the id of each worker that has ended."""

    def __init__(self, works: list[Work], *, ended: Callable[[int], None] = lambda _pid: None) -> None:
        self._ended = ended
        self._running: dict[int, tuple[Work, float]] = {}
        self._due = [(0.0, work) for work in works]
        self._killed_at = float("inf")
        self._status = 0

    def run(self, ready: Callable[[], None] = lambda: None) -> int:
        """Keep all workers running until SIGTERM or SIGINT, then end them.

        Return the exit status: 0, or the status of the worker that gave up. `ready` is called once signals are
        blocked, for which this process waits from then on.
        """
        for one in (signal.SIGCHLD, signal.SIGALRM):
            signal.signal(one, lambda *_signal: None)  # without a handler some systems do not keep them for sigwait
        heeded = {*_ENDING, signal.SIGCHLD, signal.SIGALRM}
        signal.pthread_sigmask(signal.SIG_BLOCK, heeded)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        ready()
        while self._due or self._running:
            self._begin_due()
            if signal.sigwait(heeded) in _ENDING:
                self._stop()
            self._gather()
            if time.monotonic() > self._killed_at:
                self._send(signal.SIGKILL)
        signal.setitimer(signal.ITIMER_REAL, 0)
        return self._status

    def _stop(self) -> None:
        """Have all of them end what runs."""
        self._due = []
        self._killed_at = min(self._killed_at, time.monotonic() + PATIENCE)
        self._send(signal.SIGTERM)

    def _send(self, sign: signal.Signals) -> None:
        for pid in self._running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sign)

    def _begin_due(self) -> None:
        now = time.monotonic()
        for due in [one for one in self._due if one[0] <= now]:
            self._due.remove(due)
            sys.stdout.flush()
            sys.stderr.flush()
            try:
                self._running[_forked(due[1])] = due[1], now
            except OSError:  # there is no room for another process just now
                self._due.append((now + TOO_SOON, due[1]))

    def _gather(self) -> None:
        """Those that have ended."""
        for pid in list(self._running):
            found, status = os.waitpid(pid, os.WNOHANG)
            if not found:
                continue
            work, since = self._running.pop(pid)
            self._ended(pid)
            if os.waitstatus_to_exitcode(status) == GIVES_UP:
                self._status = GIVES_UP
                self._stop()
            if self._killed_at == float("inf"):
                now = time.monotonic()
                self._due.append((now if now - since > TOO_SOON else now + TOO_SOON, work))


def _forked(work: Work) -> int:
    """Fork a process that runs `work` and exits; return its id. Raise OSError if there is no room for a process."""
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        _come_of_age(parent)
        status = work()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _come_of_age(parent: int) -> None:
    """Restore the signal handlers in a worker, and end it if its supervisor is gone."""
    for one in _ENDING:  # one that comes now would find no server to end
        signal.signal(one, lambda *_signal: os._exit(0))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())

    def look_on() -> None:
        while os.getppid() == parent:
            time.sleep(TICK)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look_on, name="parent", daemon=True).start()


# --- files and connections --------------------------------------------------------------------------------

MOST = 1100
"""Connections at once, where the process may open as many files: a room of spectators."""

RESERVED = 256
"""Open files that connections leave for all else: 64 threads with the games' file and its journal, copies, printing."""

FILES_A_GROUP = 6
"""The open files of an open group: two connections to its database, and SQLite's own files."""

MOST_GROUPS = 256
"""Groups open at once on a host, where the process may open as many files."""


def open_files(wanted: int = MOST + RESERVED) -> int:
    """How many files this process may open, sockets among them; the limit is raised as far as `wanted` and allowed."""
    try:
        import resource
    except ImportError:  # Windows, where select() takes 512 sockets
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):  # a system may allow less than it reports
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """Return how many connections a process with this many open files can accept."""
    return min(MOST, max(files - RESERVED, files // 2))


def host_shares() -> tuple[int, int]:
    """Return how many groups a host may have open and how many connections it may accept besides.

    Half of the files that are not reserved are for groups.
    """
    files = open_files(MOST + RESERVED + 2 * FILES_A_GROUP * MOST_GROUPS)
    groups = max(1, min(MOST_GROUPS, max(files - RESERVED, files // 2) // 2 // FILES_A_GROUP))
    return groups, most_connections(files - FILES_A_GROUP * groups)


def most_streams(connections: int) -> int:
    """Return how many of these connections may be streams; the others are for requests."""
    return connections - max(connections // 22, 8)
