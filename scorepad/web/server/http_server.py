"""Uvicorn with the limits that a laptop needs, which has no proxy in front of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from scorepad.web.server.limits import MOST
from scorepad.web.server.wsgi_adapter import WsgiAdapter

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

STRANGERS_SHARE = 4
"""One address may have a quarter of all connections: enough for a club behind one router, never all."""

OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The owner's browser on this computer, and the proxy that speaks for all others."""

SILENT, KEEP_ALIVE = 15.0, 120
"""Seconds after which a connection is closed that has not sent a request, and one whose last answer is so old."""

VANISHED = 30.0
"""Seconds after which a connection is closed whose other end acknowledges nothing: a phone that lost its network sends
no packet, and the system would wait for a quarter of an hour."""

UNREAD = 32 * 1024
"""Bytes of a stream that the system keeps unread; without a limit it would keep megabytes."""

AT_ONCE = 32
"""Connections accepted in a row: more could take all open files of the process before one of them is closed again."""

PATIENCE = 5
"""Seconds for which a shutdown waits for answers."""

MOST_HEAD = 64 * 1024
"""Bytes of the first line and the headers of a request: browsers send a tenth of that."""


class Connection(H11Protocol):
    """A connection that is closed when it sends no request, or when its address has too many."""

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], **more: Any
    ) -> None:
        super().__init__(config, server_state, {**app_state, "connection": self}, **more)

    def follow(self) -> None:
        """Keep little of a stream in buffers, so that a reader who takes nothing is noticed."""
        self.transport.set_write_buffer_limits(high=0)
        with contextlib.suppress(OSError):  # the reader is gone meanwhile
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self.loop.call_later(SILENT, self._close_if_silent)
        share = max(1, (self.config.limit_concurrency or MOST) // STRANGERS_SHARE)
        same = [other for other in self.connections if isinstance(other, Connection) and other.host == self.host]
        if self.host not in OWN and len(same) > share:
            transport.close()

    @property
    def host(self) -> str:
        """The address of the other end; "" for a socket that has none."""
        return self.client[0] if self.client else ""

    def _close_if_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Answers at `listener` by `app`, in at most `threads` threads; `most` connections at once, bodies of at most
    `most_sent` bytes. `larger` and `proxied` as in `WsgiAdapter`. Call `run` in one thread, `stop` from any.
    """

    def __init__(
        self,
        app: WSGIApplication,
        listener: socket.socket,
        threads: int,
        most: int = MOST,
        *,
        most_sent: int,
        larger: Mapping[str, int] = MappingProxyType({}),
        proxied: bool = False,
    ) -> None:
        self._listener = listener
        self.adapter = WsgiAdapter(app, threads, most_sent, proxied=proxied, larger=larger)
        if sys.platform == "linux":  # accepted connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(VANISHED * 1000))
        # Other workers accept at this socket too: a copy of a blocking one would make it blocking for all of them.
        listener.setblocking(False)
        listener.listen(MOST)
        config = uvicorn.Config(
            self.adapter, http=Connection, loop="asyncio", ws="none", lifespan="off", interface="asgi3",
            log_config=None, log_level=logging.CRITICAL, access_log=False, server_header=False,
            proxy_headers=False, backlog=AT_ONCE, limit_concurrency=most,
            h11_max_incomplete_event_size=MOST_HEAD, timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=PATIENCE,
        )  # fmt: skip
        super().__init__(config)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer until `stop`, then finish what was requested until then."""
        if not self.should_exit:
            super().run(sockets or [self._listener.dup()])

    def stop(self) -> None:
        """End `run`."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, with room in the queue for a crowd: asyncio takes its length for the number to accept in a row."""
        await super().startup(sockets)
        self._listener.listen(MOST)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would go on, and then all other connections."""
        self.adapter.end_streams()
        with contextlib.suppress(asyncio.CancelledError):
            await super().shutdown(sockets)
