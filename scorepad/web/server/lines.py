"""The line to a browser: what has come by it, what is answered on it, and with which words a line itself refuses."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import time
from email.utils import formatdate
from http import HTTPStatus
from typing import TYPE_CHECKING

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from scorepad.web.auth.access import HEADERS

if TYPE_CHECKING:
    from collections.abc import Callable


HEARD_OUT = 2.0
"""Seconds for which somebody may go on sending who was refused."""

UNREAD = 32 * 1024
"""Bytes that the system keeps for a follower who has not taken them in, in its own measure; without a word it would
keep megabytes, and nobody would notice that nothing is read."""


class Line(H11Protocol):
    """One connection. It goes when it is told to, and by itself when whoever asked is gone."""

    def __init__(self, config: Config, state: ServerState, address: str, ended: Callable[[Line], None]) -> None:
        super().__init__(config, state, {"line": self})
        self.address = address
        self._ended = ended
        self._gone = self._refused = False
        self.has_asked = False
        """Whether a whole request has come by it, so far."""
        self.under_way = 0
        """Requests of which work is not at its end. The next may come before it is: their answer is there already."""
        self.follows = False
        self.begun = self.active = time.monotonic()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The connection stands; perhaps it had to go before that."""
        super().connection_made(transport)
        if self._gone:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        self.active = time.monotonic()
        self.server_state.default_headers = [(b"date", formatdate(usegmt=True).encode())]
        if not self._refused:
            super().data_received(data)

    def follow(self) -> None:
        """From now on it brings what is new on a page, and waits as soon as that is not taken in."""
        self.follows = True
        self.transport.set_write_buffer_limits(high=0)
        with contextlib.suppress(OSError):  # whoever asked is gone meanwhile
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever asked is gone, or was told to go."""
        self._ended(self)
        super().connection_lost(exc)

    def go(self) -> None:
        """Close at once, whatever is under way."""
        self._gone = True
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.transport is not None:
            self.transport.abort()

    @property
    def is_answering(self) -> bool:
        """Whether a request waits for its answer. Who follows a page waits for none."""
        return self.under_way > self.follows

    @property
    def is_left(self) -> bool:
        """Whether whoever asked is gone before the answer was whole."""
        return self.cycle is not None and self.cycle.disconnected

    def answer_and_go(self) -> None:
        """Close as soon as what was asked is answered."""
        if self.is_answering:
            self.cycle.keep_alive = False
        else:
            self.go()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is no request; with our headers, and by the number that says what is wrong with it."""
        error = sys.exc_info()[1]
        self.refuse(error.error_status_hint if isinstance(error, h11.RemoteProtocolError) else 400)

    def refuse(self, status: int, said: str = "", wait: int = 0) -> None:
        """Say that this is not answered, with a sentence and after how many seconds it may be, and hang up: whoever is
        still sending is heard out for a moment, for else they would lose what was said."""
        if self._refused:
            return
        self._refused = True
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(refusal(status, said, wait))
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        with contextlib.suppress(OSError):  # the client is gone already
            self.transport.write_eof()
        self.loop.call_later(HEARD_OUT, self.transport.abort)


def refusal(status: int, said: str = "", wait: int = 0) -> bytes:
    """An answer of the server's own: to what is no request, or far too large a one."""
    phrase = HTTPStatus(status).phrase
    words = (said or phrase).encode()
    plain = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(words)), "Connection": "close"}
    later = {"Retry-After": str(wait)} if wait else {}
    heads = "".join(f"{name}: {value}\r\n" for name, value in {**HEADERS, **plain, **later}.items())
    return f"HTTP/1.1 {status} {phrase}\r\n{heads}\r\n".encode() + words
