"""The pages as an ASGI application: a request is read whole before a thread is taken for it, so that a slow sender
holds no thread; an answer that goes on (a stream) is sent by the event loop, and its thread is free again."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from a2wsgi import WSGIMiddleware

from scorepad.web.auth.access import HEADERS, TOO_LARGE
from scorepad.web.auth.addresses import hostname, is_well_formed
from scorepad.web.server.straight_on import straight_on
from scorepad.web.server.streams import STREAM, Seat
from scorepad.words import _, later

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PROXY = "127.0.0.1"

LARGER_AT_ONCE, LONGEST = 2, 120.0
"""Larger bodies in memory at once, and seconds that one may take to arrive: each keeps others waiting."""

LINGER = 2
"""Seconds for which a body that is too large is still read: a browser that is cut off meanwhile reads no answer."""

LATER = 60
"""Seconds after which a refused sender may try again."""

MANY = later("Others are bringing their games in just now. Try again in a minute; nothing was begun.")

SHOWN = 80
"""Letters of a malformed Host header that the log shows."""

logger = logging.getLogger("scorepad.server")


class WsgiAdapter:
    """`app` for an event loop, in at most `threads` threads; no body is larger than `most_sent` bytes, or than `larger`
    says of its path. With `proxied` the proxy on this machine names the client; nothing else of its headers counts."""

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        most_sent: int,
        *,
        proxied: bool,
        larger: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._pages = WSGIMiddleware(_with_body(straight_on(app)), workers=threads)  # type: ignore[arg-type]
        self._most_sent, self._proxied, self._larger = most_sent, proxied, larger
        self._large = 0
        self._streams: set[Seat] = set()

    def end_streams(self) -> None:
        """End all streams, so that a shutdown need not wait for them."""
        for seat in self._streams:
            seat.give(None)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if not is_well_formed(host):  # Werkzeug cannot write addresses for such a host, so no page can be rendered
            logger.warning(_("Refused a request with a malformed Host header: {host}").format(host=ascii(host[:SHOWN])))
            await _refuse(send, 400, "")
            return
        is_large = scope["method"] == "POST" and scope["path"] in self._larger
        if is_large and self._large >= LARGER_AT_ONCE:
            await _refuse(send, 429, str(MANY), {"Retry-After": str(LATER)})
            return
        self._large += is_large
        try:
            async with asyncio.timeout(LONGEST if is_large else None):
                body = await _read(receive, self._larger[scope["path"]] if is_large else self._most_sent)
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
        headers = [pair for pair in scope["headers"] if b"_" not in pair[0] and pair[0] not in _OF_THE_BODY]
        state = {**scope["state"], "body": body}
        head: list[Message] = []

        async def given() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def passed_on(message: Message) -> None:
            if message["type"] == "http.response.start":  # sent with its body: a worker that is killed between the two
                head.append(message)  # would have a proxy pass on half an answer
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
            if seat := _seat(state):
                self._streams.add(seat)
                scope["state"]["connection"].follow()
                with contextlib.suppress(TimeoutError):
                    await seat.flow(receive, send)
        finally:
            if seat := _seat(state):
                self._streams.discard(seat)
                seat.leave()


def _seat(state: Mapping[str, Any]) -> Seat | None:
    """The stream that a page has opened for its reader, or None."""
    return state.get(STREAM)


async def _read(receive: Receive, most: int) -> bytes:
    """Return the body of a request. OverflowError if it is larger than `most` bytes, ConnectionError if the sender is
    gone."""
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
        async with asyncio.timeout(LINGER):
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
    """Return the address that the proxy itself has written, the last one; "" for none."""
    addresses = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    last = ",".join(addresses).rpartition(",")[2].strip()
    return hostname(last) or last


_OF_THE_BODY = {b"content-length", b"transfer-encoding"}


def _with_body(app: WSGIApplication) -> WSGIApplication:
    """Give pages what they expect of a server: a body that is there, errors on stderr, addresses from the root on."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        body = io.BytesIO(environ["asgi.scope"]["state"]["body"])
        return app({**environ, "wsgi.input": body, "wsgi.errors": sys.stderr, "SCRIPT_NAME": ""}, start_response)

    return answer
