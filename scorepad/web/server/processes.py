"""Several worker processes on one machine that share a listening socket.

The main process only supervises. It forks the workers, so it opens no database and starts no thread before that. The
module also computes how many files and connections a process may have.
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
"""Seconds until a worker that got SIGTERM is killed. The worker itself waits a third of that for requests under way."""

TOO_SOON = 1.0
"""Seconds. A worker that ends sooner is restarted with this delay, because it would probably end again."""

TICK = 0.2
"""Seconds between two checks."""

EXIT_HOPELESS = 3
"""The exit status of a worker for which a restart is useless. All workers end then."""

_ENDING = (signal.SIGTERM, signal.SIGINT)

Work = Callable[[], int]
"""The function of a worker. It runs until SIGTERM and returns the exit status."""


def can_fork() -> bool:
    """Return whether this system can fork worker processes."""
    return hasattr(os, "fork")


class Workers:
    """A supervisor of one worker process for each function in `works`.

    It calls `ended` with the process id of each worker that has ended.
    """

    def __init__(self, works: list[Work], *, ended: Callable[[int], None] = lambda _pid: None) -> None:
        self._ended = ended
        self._running: dict[int, tuple[Work, float]] = {}
        self._due = [(0.0, work) for work in works]
        self._killed_at = float("inf")
        self._status = 0

    def run(self, ready: Callable[[], None] = lambda: None) -> int:
        """Keep all workers running until SIGTERM or SIGINT, then end them.

        Return the exit status: 0, or EXIT_HOPELESS if a worker gave up. `ready` is called once the signals are blocked.
        From then on this process waits for them.
        """
        for signum in (signal.SIGCHLD, signal.SIGALRM):
            signal.signal(signum, lambda *_signal: None)  # without a handler some systems discard them before sigwait
        awaited_signals = {*_ENDING, signal.SIGCHLD, signal.SIGALRM}
        signal.pthread_sigmask(signal.SIG_BLOCK, awaited_signals)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        ready()
        while self._due or self._running:
            self._start_due()
            if signal.sigwait(awaited_signals) in _ENDING:
                self._stop()
            self._reap()
            if time.monotonic() > self._killed_at:
                self._send(signal.SIGKILL)
        signal.setitimer(signal.ITIMER_REAL, 0)
        return self._status

    def _stop(self) -> None:
        """Send SIGTERM to all workers and set the time at which they are killed."""
        self._due = []
        self._killed_at = min(self._killed_at, time.monotonic() + PATIENCE)
        self._send(signal.SIGTERM)

    def _send(self, sign: signal.Signals) -> None:
        for pid in self._running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sign)

    def _start_due(self) -> None:
        now = time.monotonic()
        for entry in [item for item in self._due if item[0] <= now]:
            self._due.remove(entry)
            sys.stdout.flush()
            sys.stderr.flush()
            try:
                self._running[_fork(entry[1])] = entry[1], now
            except OSError:  # the system has no resources for another process at the moment
                self._due.append((now + TOO_SOON, entry[1]))

    def _reap(self) -> None:
        """Reap the workers that have ended, and schedule their restart."""
        for pid in list(self._running):
            ended_pid, status = os.waitpid(pid, os.WNOHANG)
            if not ended_pid:
                continue
            work, since = self._running.pop(pid)
            self._ended(pid)
            if os.waitstatus_to_exitcode(status) == EXIT_HOPELESS:
                self._status = EXIT_HOPELESS
                self._stop()
            if self._killed_at == float("inf"):
                now = time.monotonic()
                self._due.append((now if now - since > TOO_SOON else now + TOO_SOON, work))


def _fork(work: Work) -> int:
    """Fork a process that runs `work` and exits. Return its id. Raise OSError if the system cannot fork."""
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        _start_as_worker(parent)
        status = work()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _start_as_worker(parent: int) -> None:
    """Restore the signal handlers in a worker, and end it if its supervisor is gone."""
    for signum in _ENDING:  # there is no server to stop yet, so a signal ends the process
        signal.signal(signum, lambda *_signal: os._exit(0))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())

    def look_on() -> None:
        while os.getppid() == parent:
            time.sleep(TICK)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look_on, name="parent", daemon=True).start()


# --- files and connections --------------------------------------------------------------------------------

MOST = 1100
"""Maximum of concurrent connections, if the process may open enough files. It suits a room of spectators."""

RESERVED = 256
"""Open files not available to connections: 64 threads with database and journal, backups, printing."""

FILES_A_GROUP = 6
"""Open files of an open group: two connections to its database, and SQLite's own files."""

MOST_GROUPS = 256
"""Maximum of groups that a host has open at the same time, if the process may open enough files."""


def open_files(wanted: int = MOST + RESERVED) -> int:
    """Return how many files this process may open, including sockets.

    Increase the limit to `wanted` first, as far as the system allows.
    """
    try:
        import resource
    except ImportError:  # Windows, where select() is limited to 512 sockets
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
    """Return how many groups a host may have open, and how many connections it may accept in addition.

    Groups get half of the files that are not reserved.
    """
    files = open_files(MOST + RESERVED + 2 * FILES_A_GROUP * MOST_GROUPS)
    groups = max(1, min(MOST_GROUPS, max(files - RESERVED, files // 2) // 2 // FILES_A_GROUP))
    return groups, most_connections(files - FILES_A_GROUP * groups)


def most_streams(connections: int) -> int:
    """Return how many of these connections may be streams; the others are for requests."""
    return connections - max(connections // 22, 8)
