"""From the event loop to the pages: a request is read whole before a thread is taken for it, so that whoever sends
slowly holds none; an answer that goes on (a stream) is taken over by the loop, and its thread is free again."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableMapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from a2wsgi import WSGIMiddleware

from scorepad.web.auth.access import TOO_LARGE
from scorepad.web.auth.addresses import hostname, is_well_formed
from scorepad.web.server.lines import Line
from scorepad.web.server.straight_on import straight_on
from scorepad.web.server.streams import STREAM
from scorepad.words import _, later

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PROXY = "127.0.0.1"

LARGER_AT_ONCE, LONGEST = 2, 120.0
"""Larger bodies that are in memory at once, and seconds that one may take to come: each keeps others waiting."""

LINGER = 2
"""Seconds, and bodies as large as may be, that are taken in of one that is too large before it is refused."""


LATER = 60
"""Seconds after which whoever is refused for that may try again."""

MANY = later("Others are bringing their games in just now. Try again in a minute; nothing was begun.")


SHOWN = 80
"""Letters of a malformed Host header that the log shows."""

logger = logging.getLogger("scorepad.server")


class Bridge:
    """`app` as an event loop asks it, in so many threads at most; no body is larger than `most_sent` bytes, or than
    what `larger` says of its address.

    With `proxied` the proxy on this machine says who asks, so that the wrong keys of one shut nobody else out.
    Nothing more than that hangs on it.
    """

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        most_sent: int,
        *,
        proxied: bool,
        larger: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._pages = WSGIMiddleware(_as_ever(straight_on(app)), workers=threads)  # type: ignore[arg-type]
        self._most_sent, self._proxied, self._larger = most_sent, proxied, larger
        self._large = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if not is_well_formed(host):  # Werkzeug cannot write addresses for such a host, so no page can be rendered
            logger.warning(_("Refused a request with a malformed Host header: {host}").format(host=ascii(host[:SHOWN])))
            scope["state"]["line"].refuse(400)
            return
        is_large = scope["method"] == "POST" and scope["path"] in self._larger
        if is_large and self._large >= LARGER_AT_ONCE:
            scope["state"]["line"].refuse(429, str(MANY), LATER)
            return
        self._large += is_large
        try:
            most = self._larger[scope["path"]] if is_large else self._most_sent
            await self._asked(scope, receive, send, most)
        finally:
            self._large -= is_large

    async def _asked(self, scope: Message, receive: Receive, send: Send, most: int) -> None:
        line: Line = scope["state"]["line"]
        try:
            async with asyncio.timeout(LONGEST if most > self._most_sent else None):
                body = await self._whole(scope, receive, most)
        except TimeoutError:
            line.refuse(408)
            return
        if body is None:
            return
        line.has_asked = True
        line.under_way += 1
        try:
            await self._answer({**scope, "headers": self._headers(scope, body)}, body, receive, send)
        finally:
            line.under_way -= 1

    async def _whole(self, scope: Message, receive: Receive, most: int) -> bytes | None:
        """The body of a request; None where it is refused as too large, or whoever sent it is gone."""
        said = next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
        body, more = bytearray(), True
        while more and max(said, len(body)) <= most:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message["body"]
            more = message["more_body"]
        if max(said, len(body)) <= most:
            return bytes(body)
        await self._thrown_away(receive, more, LINGER * most)
        scope["state"]["line"].refuse(413, str(TOO_LARGE).format(most=most // 1024, command="scorepad import"))
        return None

    async def _thrown_away(self, receive: Receive, more: bool, left: int) -> None:
        """Take in for a moment what is too much all the same: whoever is cut off while they send reads no answer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                while more and left > 0:
                    message = await receive()
                    left -= len(message.get("body", b""))
                    more = message.get("more_body", False)

    def _headers(self, scope: Message, body: bytes) -> list[tuple[bytes, bytes]]:
        """Those that the pages get: none that could pass for another (X_Forwarded_For), the length as it is."""
        kept = [(name, value) for name, value in scope["headers"] if b"_" not in name and name not in _OF_THE_BODY]
        return [*kept, (b"content-length", b"%d" % len(body))] if body else kept

    async def _answer(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        line, state = scope["state"]["line"], scope["state"]
        state["body"] = body
        if self._proxied and scope["client"] and scope["client"][0] == PROXY:
            scope["client"] = _asker(scope["headers"]) or PROXY, scope["client"][1]

        async def given() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        head: list[Message] = []

        async def passed_on(message: Message) -> None:
            if message["type"] == "http.response.start":  # kept until what it announces is there too: a worker that is
                head.append(message)  # killed between the two would have a proxy pass on half an answer
                return
            while head:
                await send(head.pop())
            if message.get("more_body") or STREAM not in state:
                await send(message)

        try:
            await self._pages(scope, given, passed_on)  # type: ignore[arg-type]
            if STREAM in state:
                line.follow()
                try:
                    await state[STREAM].flow(receive, send)
                except TimeoutError:
                    line.go()
        finally:
            if STREAM in state:
                line.follows = False
                state[STREAM].leave()


_OF_THE_BODY = {b"content-length", b"transfer-encoding"}


def _as_ever(app: WSGIApplication) -> WSGIApplication:
    """What pages expect of the server: a body to be read at once, complaints on stderr, addresses from the root on."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        state = environ["asgi.scope"]["state"]
        environ |= {"wsgi.input": io.BytesIO(state["body"]), "wsgi.errors": sys.stderr, "SCRIPT_NAME": ""}
        return _AsLongAsAsked(app(environ, start_response), state["line"])

    return answer


class _AsLongAsAsked:
    """An answer piece by piece: no more are made for whoever is gone."""

    def __init__(self, pieces: Iterable[bytes], line: Line) -> None:
        self._pieces, self._line = pieces, line

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if self._line.is_left:
                return
            yield piece

    def close(self) -> None:
        """However it ended."""
        getattr(self._pieces, "close", lambda: None)()


def _asker(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The address of whoever asked a proxy, as the proxy itself has written it: the last one. "" for none."""
    said = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    last = ",".join(said).rpartition(",")[2].strip()
    return hostname(last) or last
