"""What the server refuses before it reaches our pages: no request at all, or far too large a one. With our headers."""

from __future__ import annotations

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from scorepad.web.access import HEADERS


class Refusal(ErrorTask):  # type: ignore[misc]
    """An answer of the server's own."""

    def execute(self) -> None:
        self.response_headers.extend(HEADERS.items())
        super().execute()


class Line(HTTPChannel):  # type: ignore[misc]
    """The line to a browser."""

    error_task_class = Refusal
