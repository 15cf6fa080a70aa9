"""How the server (waitress) answers: with our headers where it refuses by itself, and at the end all it was asked."""

from __future__ import annotations

import logging
import time

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, ThreadedTaskDispatcher

from scorepad.web.access import HEADERS


class Refusal(ErrorTask):  # type: ignore[misc]
    """An answer of the server's own: to what is no request, or far too large a one."""

    def execute(self) -> None:
        self.response_headers.extend(HEADERS.items())
        super().execute()


class Line(HTTPChannel):  # type: ignore[misc]
    """The line to a browser."""

    error_task_class = Refusal


class Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads that answer. Told to end they first answer what has come in: somebody's hand may be among it."""

    queue_logger = logging.Logger("scorepad.queue", logging.ERROR)  # that somebody waits his turn is nobody's news

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        end = time.monotonic() + timeout
        while self.queue and time.monotonic() < end:
            time.sleep(0.01)
        return bool(super().shutdown(cancel_pending, timeout))
