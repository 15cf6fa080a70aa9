"""Several worker processes on one machine that share a listening socket.

The main process only supervises. It forks the workers, so it opens no database and starts no thread before that.
Uvicorn's supervisor starts a new interpreter for each worker, which costs half as much memory again. Its workers keep
the port if it is killed, and it waits without end for a worker that hangs.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

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
    return "fork" in multiprocessing.get_all_start_methods()


class Workers:
    """A supervisor of one worker process for each function in `works`.

    It calls `ended` with the process id of each worker that has ended.
    """

    def __init__(self, works: list[Work], *, ended: Callable[[int], None] = lambda _pid: None) -> None:
        self._ended = ended
        self._due = [(0.0, work) for work in works]
        self._running: dict[BaseProcess, tuple[Work, float]] = {}

    def run(self, ready: Callable[[], None] = lambda: None) -> int:
        """Keep all workers running until SIGTERM or SIGINT, then end them.

        Return the exit status: 0, or EXIT_HOPELESS if a worker gave up. `ready` is called once a signal is awaited.
        """
        received: list[int] = []
        for signum in _ENDING:
            signal.signal(signum, lambda signum, _frame: received.append(signum))
        ready()
        status = 0
        while not (received or status):
            self._start_due()
            wait([process.sentinel for process in self._running], TICK)
            status = self._reap()
        self._end()
        return status

    def _start_due(self) -> None:
        now = time.monotonic()
        for entry in [item for item in self._due if item[0] <= now]:
            self._due.remove(entry)
            process = multiprocessing.get_context("fork").Process(target=_run_worker, args=[entry[1], os.getpid()])
            signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # until the worker has its own handlers
            try:
                process.start()
                self._running[process] = entry[1], now
            except OSError:  # the system has no resources for another process at the moment
                self._due.append((now + TOO_SOON, entry[1]))
            finally:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)

    def _reap(self) -> int:
        """Schedule the restart of the workers that have ended. Return EXIT_HOPELESS if one gave up, otherwise 0."""
        for process in [worker for worker in self._running if not worker.is_alive()]:
            work, since = self._running.pop(process)
            self._ended(process.pid or 0)
            if process.exitcode == EXIT_HOPELESS:
                return EXIT_HOPELESS
            now = time.monotonic()
            self._due.append((now if now - since > TOO_SOON else now + TOO_SOON, work))
        return 0

    def _end(self) -> None:
        """Send SIGTERM to all workers, and kill those that have not ended after PATIENCE seconds."""
        for process in self._running:
            process.terminate()
        end = time.monotonic() + PATIENCE
        for process in self._running:
            process.join(max(0.0, end - time.monotonic()))
            process.kill()
            process.join()


def _run_worker(work: Work, supervisor: int) -> None:
    """Run `work` in a worker process. End it if the process `supervisor` is gone."""
    for signum in _ENDING:  # there is no server to stop yet, so a signal ends the process
        signal.signal(signum, lambda *_signal: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)

    def look_on() -> None:
        while os.getppid() == supervisor:
            time.sleep(TICK)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look_on, name="parent", daemon=True).start()
    status = 1
    try:
        status = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)  # without waiting for the thread of a request that hangs
