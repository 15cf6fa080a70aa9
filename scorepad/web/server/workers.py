"""Several workers on one machine: processes that take callers from one socket, each with all of the program.

The process that was started only looks after them: it begins them as copies of itself (fork), which is why it has
opened no database and begun no thread before, begins another one where one has died, and ends with all of them. Callers
who wait in the socket's queue while a worker dies are taken on by another.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

PATIENCE = 15.0
"""Seconds until a worker that was told to end is killed: it gives those whom it answers a third of that."""

TOO_SOON = 1.0
"""Seconds. A worker that has died sooner is not begun anew at once, for it would die again and again."""

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
        self._works, self._ended = works, ended
        self._running: dict[int, tuple[Work, float]] = {}
        self._due: list[tuple[float, Work]] = []
        self._is_ending = False
        self._status = 0
        self._alive: tuple[int, int] = (-1, -1)

    def run(self, ready: Callable[[], None] = lambda: None) -> int:
        """Keep all of them at work until SIGTERM or SIGINT, then end them; the exit status: 0, or that of the one that
        gave up. `ready` is called once signals are heeded."""
        self._alive = os.pipe()  # closed when this process is gone, however it went
        self._due = [(0.0, work) for work in self._works]
        with _woken_by_signals(self.stop) as wakes:
            ready()
            killed_at = float("inf")
            while self._due or self._running:
                self._begin_due()
                self._wait(wakes, 0.2 if self._due or self._is_ending else 5.0)
                self._gather()
                if self._is_ending:
                    self._due = []
                    killed_at = min(killed_at, time.monotonic() + PATIENCE)
                if time.monotonic() > killed_at:
                    self._send(signal.SIGKILL)
        for end in self._alive:
            os.close(end)
        return self._status

    def stop(self) -> None:
        """Have all of them end what runs."""
        self._is_ending = True
        self._send(signal.SIGTERM)

    def _send(self, sign: signal.Signals) -> None:
        for pid in self._running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sign)

    def _wait(self, wakes: int, seconds: float) -> None:
        if select.select([wakes], [], [], seconds)[0]:
            os.read(wakes, 64)

    def _begin_due(self) -> None:
        now = time.monotonic()
        for due in [one for one in self._due if one[0] <= now]:
            self._due.remove(due)
            sys.stdout.flush()
            sys.stderr.flush()
            try:
                pid = _forked(due[1], self._alive)
            except OSError:  # there is no room for another process just now
                self._due.append((now + TOO_SOON, due[1]))
                continue
            self._running[pid] = due[1], now
            if self._is_ending:  # all others were told so before this one was known
                self._send(signal.SIGTERM)

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
                self.stop()
            now = time.monotonic()
            self._due.append((now if now - since > TOO_SOON else now + TOO_SOON, work))


def _forked(work: Work, alive: tuple[int, int]) -> int:
    """The id of a process that does this work and nothing else: it never comes back from here. OSError where there is
    no room for another one."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # one that comes before the worker heeds it waits
    try:
        pid = os.fork()
    except OSError:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
        raise
    if pid:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
        return pid
    status = 1
    try:
        _come_of_age(alive)
        status = work()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _come_of_age(alive: tuple[int, int]) -> None:
    """In the worker: heed signals as any process does, and end where nobody looks after it any more."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for one in _ENDING:  # one that comes now would find no server to end
        signal.signal(one, lambda *_signal: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    watched, own = alive
    os.close(own)

    def look_on() -> None:
        os.read(watched, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look_on, name="parent", daemon=True).start()


@contextlib.contextmanager
def _woken_by_signals(stop: Callable[[], None]) -> Iterator[int]:
    """What can be read from when a worker has ended, or all are to; what was set before is set again."""
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    handlers = {signal.SIGCHLD: lambda *_signal: None} | {one: lambda *_signal: stop() for one in _ENDING}
    before = {one: signal.signal(one, handler) for one, handler in handlers.items()}
    woken = signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
    try:
        yield reads
    finally:
        signal.set_wakeup_fd(woken)
        for one, handler in before.items():
            signal.signal(one, handler)
        for end in (reads, writes):
            os.close(end)
