"""Several workers on one machine: processes that take callers from one socket, each with all of the program; and how
many files and connections a process may have.

The process that was started only looks after them: it begins them as copies of itself (fork), which is why it has
opened no database and begun no thread before, begins another one where one has died, and ends with all of them. Callers
who wait in the socket's queue while a worker dies are taken on by another.
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
"""Seconds until a worker that was told to end is killed: it gives those whom it answers a third of that."""

TOO_SOON = 1.0
"""Seconds. A worker that has died sooner is not begun anew at once, for it would die again and again."""

TICK = 0.2
"""Seconds between two looks whether something is due."""

GIVES_UP = 3
"""The exit status of a worker that could do no better if it were begun anew; then all of them end."""

_ENDING = (signal.SIGTERM, signal.SIGINT)

Work = Callable[[], int]
"""What a worker does until it is told to end by SIGTERM; its exit status."""


def can_fork() -> bool:
    """Whether this system knows workers at all."""
    return hasattr(os, "fork")


class Workers:
    """Workers that do these works, one each; `ended` is told the id of each that has ended."""

    def __init__(self, works: list[Work], *, ended: Callable[[int], None] = lambda _pid: None) -> None:
        self._ended = ended
        self._running: dict[int, tuple[Work, float]] = {}
        self._due = [(0.0, work) for work in works]
        self._killed_at = float("inf")
        self._status = 0

    def run(self, ready: Callable[[], None] = lambda: None) -> int:
        """Keep all of them at work until SIGTERM or SIGINT, then end them; the exit status: 0, or that of the one that
        gave up. `ready` is called once signals are heeded, for which this process waits from now on."""
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
    """The id of a process that does this work and nothing else: it never comes back from here. OSError where there is
    no room for another one."""
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
    """In the worker: heed signals as any process does, and end where nobody looks after it any more."""
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
"""Open files of an open group: its database twice, and what SQLite lays beside it."""

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
        with contextlib.suppress(OSError, ValueError):  # a system may allow less than it tells
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """How many connections there may be in a process that may open so many files."""
    return min(MOST, max(files - RESERVED, files // 2))


def host_shares() -> tuple[int, int]:
    """How many groups a host may have open, for which half of what is not reserved is taken, and how many connections
    there may be beside them."""
    files = open_files(MOST + RESERVED + 2 * FILES_A_GROUP * MOST_GROUPS)
    groups = max(1, min(MOST_GROUPS, max(files - RESERVED, files // 2) // 2 // FILES_A_GROUP))
    return groups, most_connections(files - FILES_A_GROUP * groups)


def most_streams(connections: int) -> int:
    """How many of so many connections may follow a page: who asks and who taps have the others."""
    return connections - max(connections // 22, 8)
