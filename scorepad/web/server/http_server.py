"""A Uvicorn server with the limits that a laptop without a proxy needs, and an ASGI adapter for the pages.

A request is read completely before it takes a thread, so a slow sender holds no thread. The event loop sends streams,
so a stream holds no thread either.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextvars import Context
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import uvicorn
from a2wsgi import WSGIMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from scorepad.util.lru_cache import LruCache
from scorepad.web.auth.access import HEADERS, LATER, MANY_IMPORTS, MAX_REQUEST_BYTES, TOO_LARGE
from scorepad.web.auth.addresses import hostname, is_well_formed
from scorepad.web.auth.lan import LAN, SIGNED_IN
from scorepad.web.server.connection_limits import MOST
from scorepad.web.server.middleware import redirect_inline
from scorepad.web.server.streams import STREAM, Message, Subscriber
from scorepad.words import _

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ADDRESS_SHARE = 4
"""The divisor of all connections for the share of one address. A quarter is enough for a club behind one router."""

OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""Addresses without that limit: the owner's browser on this computer, and the proxy of all other clients."""

RESERVED_SHARE, SIGNED_IN_SECONDS = 4, 600.0
"""The divisor of all connections for those reserved for `OWN` and for addresses that have signed in, and the seconds
since the last such request. Strangers with many addresses can take the other connections only.
"""

FIRST_REQUEST_TIMEOUT, KEEP_ALIVE = 15.0, 120
"""Seconds until a connection without any request is closed, and until an idle one is closed after its last answer."""

ACK_TIMEOUT = 30.0
"""Seconds until a connection is closed if the client acknowledges nothing.

A phone that lost its network sends no packet. The operating system would wait for 15 minutes.
"""

STREAM_BUFFER_BYTES = 32 * 1024
"""Size of the send buffer of a stream, in bytes. Without a limit the system would buffer megabytes."""

ACCEPT_BACKLOG = 32
"""Connections accepted in a row. More could use up the open files of the process before one of them is closed."""

PATIENCE = 5
"""Seconds for which a shutdown waits for requests under way."""

MOST_HEAD = 64 * 1024
"""Maximum size of the first line and the headers of a request, in bytes. Browsers send a tenth of it."""


class Connection(H11Protocol):
    """A connection that is closed if it sends no request, or if its address has too many connections.

    It extends a class that Uvicorn does not document. Uvicorn has no public way to see a connection before its first
    request, and its own limits count neither silent connections nor addresses.
    """

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], **more: Any
    ) -> None:
        super().__init__(config, server_state, {**app_state, "connection": self}, **more)

    def follow(self) -> None:
        """Make the buffers of a stream small, so that the server notices a reader that reads nothing."""
        self.transport.set_write_buffer_limits(high=0)
        with contextlib.suppress(OSError):  # the reader has closed the connection
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, STREAM_BUFFER_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request, and close the connection if its address or strangers have too many."""
        super().connection_made(transport)
        self._silence = self.loop.call_later(FIRST_REQUEST_TIMEOUT, self._close_if_silent)
        if self.host in OWN:
            return
        open_connections = (item for item in self.connections if isinstance(item, Connection))
        hosts = Counter(item.host for item in open_connections if not item.transport.is_closing())
        most = self.config.limit_concurrency or MOST
        strangers = sum(count for host, count in hosts.items() if not self._is_known(host))
        known = max(hosts.total() - strangers, most // RESERVED_SHARE)
        is_full = strangers + known >= most and not self._is_known(self.host)
        if is_full or hosts[self.host] > max(1, most // ADDRESS_SHARE):
            transport.close()

    def _is_known(self, host: str) -> bool:
        """Return whether this is one of our own addresses, or one that has signed in a short time ago."""
        adapter: WsgiAdapter = self.config.app  # type: ignore[assignment]
        signed_in = adapter.signed_in.get(host)
        return host in OWN or (signed_in is not None and time.monotonic() - signed_in < SIGNED_IN_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop what would keep this object alive until a full garbage collection: a timer and reference cycles."""
        super().connection_lost(exc)
        self._silence.cancel()
        self.app_state.pop("connection", None)
        self.cycle = None  # type: ignore[assignment]

    @property
    def host(self) -> str:
        """Return the address of the client, or "" if its socket has none."""
        return self.client[0] if self.client else ""

    def _close_if_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """A Uvicorn server for the pages of `app` at the socket `listener`, with at most `threads` threads.

    `most` limits the connections. `larger` and `proxied` are as in `WsgiAdapter`. Call `run` in one thread, `stop` from
    any thread.
    """

    def __init__(
        self,
        app: WSGIApplication,
        listener: socket.socket,
        threads: int,
        most: int = MOST,
        *,
        larger: Mapping[str, int] = MappingProxyType({}),
        proxied: bool = False,
    ) -> None:
        self._listener = listener
        self.adapter = WsgiAdapter(app, threads, proxied=proxied, larger=larger)
        _limit_ack_time(listener)
        # Other workers accept at this socket too. If this copy were blocking, it would be blocking for all of them.
        listener.setblocking(False)
        listener.listen(MOST)
        config = uvicorn.Config(
            self.adapter, http=Connection, loop="asyncio", ws="none", lifespan="off", interface="asgi3",
            log_config=None, log_level=logging.CRITICAL, access_log=False, server_header=False,
            proxy_headers=False, backlog=ACCEPT_BACKLOG, limit_concurrency=most,
            h11_max_incomplete_event_size=MOST_HEAD, timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=PATIENCE,
        )  # fmt: skip
        super().__init__(config)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until `stop` is called, then finish the requests under way."""
        if not self.should_exit:
            super().run(sockets or [self._listener.dup()])

    def stop(self) -> None:
        """Make `run` return."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, with a queue of MOST connections.

        asyncio uses its backlog also as the number of connections to accept in a row. So it is ACCEPT_BACKLOG at first,
        and the second call sets only the length of the queue.
        """
        await super().startup(sockets)
        self._listener.listen(MOST)
        self._loop = asyncio.get_running_loop()

    def open_lan(self, listener: socket.socket) -> None:
        """Listen for phones at a second socket, from a thread of a request. It closes with the server."""
        _limit_ack_time(listener)
        self._run_in_loop(self._open_lan(listener))

    async def _open_lan(self, listener: socket.socket) -> None:
        def connect() -> Connection:
            return Connection(self.config, self.server_state, {LAN: True})

        self._lan = await self._loop.create_server(connect, sock=listener, backlog=ACCEPT_BACKLOG)
        listener.listen(MOST)
        self.servers.append(self._lan)

    def close_lan(self) -> None:
        """Close the second socket and its connections at once, from a thread of a request."""
        self._run_in_loop(self._close_lan())

    async def _close_lan(self) -> None:
        self.servers.remove(self._lan)
        self._lan.close()
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection) and LAN in connection.app_state:
                connection.transport.abort()

    def _run_in_loop(self, task: Coroutine[None, None, None]) -> None:
        # In an empty context: connections inherit it, and Flask would reuse the owner's `g` of this request for phones.
        Context().run(asyncio.run_coroutine_threadsafe, task, self._loop).result(PATIENCE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would not end themselves, and then all other connections."""
        self.adapter.end_streams()
        with contextlib.suppress(asyncio.CancelledError):
            await super().shutdown(sockets)


def _limit_ack_time(listener: socket.socket) -> None:
    if sys.platform == "linux":  # accepted connections inherit this option
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(ACK_TIMEOUT * 1000))


# --- the pages ------------------------------------------------------------------------------------------

Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PROXY = "127.0.0.1"

MOST_AT_ALL = 2 * MAX_REQUEST_BYTES
"""Maximum size of a request body in bytes.

It exceeds MAX_REQUEST_BYTES, so that a page can report a file that is too large.
"""

LARGER_AT_ONCE, LARGE_BODY_TIMEOUT = 2, 120.0
"""Larger bodies in memory at the same time, and the seconds that each may take to arrive.

Further ones are refused meanwhile.
"""

DISCARD_SECONDS = 2
"""Seconds for which a body that is too large is read. A browser that is cut off earlier does not show the answer."""

SHOWN = 80
"""Characters of a malformed Host header that the log shows."""

logger = logging.getLogger("scorepad.server")


class WsgiAdapter:
    """An ASGI application that runs `app` in at most `threads` threads.

    A body has at most MOST_AT_ALL bytes, or the limit in `larger` for its path. With `proxied` the proxy on this
    machine gives the address of the client. No other header of the proxy is trusted.
    """

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        *,
        proxied: bool,
        larger: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._pages = WSGIMiddleware(_with_body(redirect_inline(app)), workers=threads)  # type: ignore[arg-type]
        self._proxied, self._larger = proxied, larger
        self._large = 0
        self._streams: set[Subscriber] = set()
        self.signed_in: LruCache[str, float] = LruCache(MOST)
        """The time of the last signed-in request of each address (time.monotonic)."""

    def end_streams(self) -> None:
        """End all streams, so that a shutdown does not wait for them."""
        for seat in self._streams:
            seat.give(None)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if not is_well_formed(host):  # Werkzeug cannot build addresses for such a host, so no page can be rendered
            logger.warning(_("Refused a request with a malformed Host header: {host}").format(host=ascii(host[:SHOWN])))
            await _refuse(send, 400, "")
            return
        if {name for name, _value in scope["headers"]} >= _BODY_HEADERS:  # a proxy may take the other one as the end
            await _refuse(send, 400, "")
            return
        is_large = scope["method"] == "POST" and scope["path"] in self._larger
        if is_large and self._large >= LARGER_AT_ONCE:
            await _refuse(send, 429, str(MANY_IMPORTS), {"Retry-After": str(LATER)})
            return
        self._large += is_large
        try:
            async with asyncio.timeout(LARGE_BODY_TIMEOUT if is_large else None):
                body = await _read(receive, self._larger[scope["path"]] if is_large else MOST_AT_ALL)
        except TimeoutError:
            await _refuse(send, 408, "")
        except ConnectionError:
            pass
        except OverflowError as error:
            await _refuse(send, 413, str(error))
        else:
            await self._answer(scope, body, receive, send)
        finally:
            self._large -= is_large

    async def _answer(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        headers = [pair for pair in scope["headers"] if b"_" not in pair[0] and pair[0] not in _BODY_HEADERS]
        state = {**scope["state"], "body": body}
        head: list[Message] = []

        async def given() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def passed_on(message: Message) -> None:
            if message["type"] == "http.response.start":  # sent together with the body: if a worker is killed between
                head.append(message)  # the two, a proxy would forward half an answer
                return
            while head:
                await send(head.pop())
            if message.get("more_body") or STREAM not in state:
                await send(message)

        length = [(b"content-length", b"%d" % len(body))] if body else []
        if self._proxied and scope["client"] and scope["client"][0] == PROXY:
            scope["client"] = _client(scope["headers"]) or PROXY, scope["client"][1]
        inner = {**scope, "headers": [*headers, *length], "state": state}
        try:
            await self._pages(inner, given, passed_on)  # type: ignore[arg-type]
            self._note_signed_in(scope, state)
            if seat := state.get(STREAM):
                self._streams.add(seat)
                scope["state"]["connection"].follow()
                with contextlib.suppress(TimeoutError):
                    await seat.flow(receive, send)
        finally:
            if seat := state.get(STREAM):
                self._streams.discard(seat)
                seat.leave()
                self._note_signed_in(scope, state)  # again: a stream may last longer than the reservation

    def _note_signed_in(self, scope: Message, state: Mapping[str, Any]) -> None:
        if SIGNED_IN in state:
            self.signed_in.keep(scope["state"]["connection"].host, time.monotonic())


async def _read(receive: Receive, most: int) -> bytes:
    """Return the body of a request.

    Raise OverflowError if it is larger than `most` bytes, ConnectionError if the client has disconnected.
    """
    body, more = bytearray(), True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        body += message["body"]
        more = message["more_body"]
    if len(body) <= most:
        return bytes(body)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DISCARD_SECONDS):
            while more:
                more = (await receive()).get("more_body", False)
    raise OverflowError(str(TOO_LARGE).format(most=most // 1024, command="scorepad import"))


async def _refuse(send: Send, status: int, text: str, headers: Mapping[str, str] = MappingProxyType({})) -> None:
    """Answer with a sentence and close the connection."""
    own = {**HEADERS, "Content-Type": "text/plain; charset=utf-8", "Connection": "close", **headers}
    pairs = [(name.encode(), value.encode()) for name, value in own.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": text.encode()})


def _client(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the last address in X-Forwarded-For, which our own proxy has added, or ""."""
    addresses = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    last = ",".join(addresses).rpartition(",")[2].strip()
    return hostname(last) or last


_BODY_HEADERS = {b"content-length", b"transfer-encoding"}


def _with_body(app: WSGIApplication) -> WSGIApplication:
    """Set the WSGI values that the pages need: the body in memory, the listener, errors on stderr, no SCRIPT_NAME."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        state = environ["asgi.scope"]["state"]
        body, on_lan = io.BytesIO(state["body"]), LAN in state
        own = {"wsgi.input": body, "wsgi.errors": sys.stderr, "SCRIPT_NAME": "", LAN: on_lan}
        return app({**environ, **own}, start_response)

    return answer
