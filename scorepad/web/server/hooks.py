"""How the server (waitress) answers: with our headers where it refuses by itself, and at the end all it was asked."""

from __future__ import annotations

import logging
import time

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, Task, ThreadedTaskDispatcher

from scorepad.web.auth.access import HEADERS


class Refusal(ErrorTask):  # type: ignore[misc]
    """An answer of the server's own: to what is no request, or far too large a one."""

    def execute(self) -> None:
        self.response_headers.extend(HEADERS.items())
        super().execute()


class BrowserChannel(HTTPChannel):  # type: ignore[misc]
    """The line to a browser."""

    error_task_class = Refusal
    has_asked = False
    """Whether a whole request has come by it, so far."""

    def service(self) -> None:
        """Answer a request."""
        self.has_asked = True
        super().service()


class Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads that answer, as many as are needed at once. Told to end they first answer what has come in:
    somebody's hand may be among it."""

    queue_logger = logging.Logger("scorepad.queue", logging.ERROR)  # that somebody waits their turn is nobody's news

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def add_task(self, task: Task) -> None:
        """Answer this; by one thread more where all are busy. Each holds memory that it has needed once."""
        super().add_task(task)
        with self.lock:
            waiting = len(self.queue) > len(self.threads) - self.stop_count - self.active_count
        if waiting:
            self.set_thread_count(min(len(self.threads) + 1, self._most))

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        end = time.monotonic() + timeout
        while self.queue and time.monotonic() < end:
            time.sleep(0.01)
        return bool(super().shutdown(cancel_pending, timeout))
