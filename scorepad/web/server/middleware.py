"""WSGI middleware: a limit of concurrent requests, cached answers to polls, and redirects answered directly."""

from __future__ import annotations

import io
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote_to_bytes, urlsplit
from weakref import WeakKeyDictionary

from werkzeug.test import run_wsgi_app

from scorepad.aside import Places
from scorepad.errors import StoreUnavailable
from scorepad.web.groups.group import GROUP, Group

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Headers = list[tuple[str, str]]


def abreast(app: WSGIApplication, places: Places) -> WSGIApplication:
    """Limit the requests that run at once: more of them would slow each other down."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with places.taken():
            return app(environ, start_response)

    return answer


# --- polls ----------------------------------------------------------------------------------------------

ASKED = "/version"
"""What the address ends in."""

MOST_KEPT = 4096

Answers: TypeAlias = dict[bytes, tuple[Headers, bytes]]
"""Answers by the digest of the request's identifying values, whose length is not limited."""

_WHO = ("HTTP_HOST", "HTTP_COOKIE", "REMOTE_ADDR", "wsgi.url_scheme")
"""The values of a request that identify its sender."""


class Polls:
    """Answer polls for a new version from a cache that is valid until the next write of the group.

    Everything that the answer depends on, permissions too, is in the store. `only` is the group of addresses that
    name none. Thread-safe.
    """

    def __init__(self, app: WSGIApplication, only: Group | None = None) -> None:
        self._app, self._only = app, only
        self._kept: WeakKeyDictionary[Group, tuple[int, Answers]] = WeakKeyDictionary()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path: str = environ["PATH_INFO"]
        if not path.endswith(ASKED) or environ["REQUEST_METHOD"] != "GET":
            return self._app(environ, start_response)
        try:
            whose: Any = environ.get(GROUP) or self._only
            changes = whose.store.changes()
        except StoreUnavailable:
            return self._app(environ, start_response)
        at, kept = self._kept.get(whose, (0, {}))
        if at != changes or len(kept) >= MOST_KEPT:
            kept = {}
            self._kept[whose] = changes, kept
        who = sha256("\n".join([path, *(str(environ.get(name)) for name in _WHO)]).encode()).digest()
        if who in kept:
            headers, body = kept[who]
            start_response("200 OK", headers)
            return [body]
        pieces, status, said = run_wsgi_app(self._app, environ, buffered=True)
        headers, body = list(said), b"".join(pieces)
        if status == "200 OK" and "Set-Cookie" not in said:
            kept[who] = headers, body
        start_response(status, headers)
        return [body]


# --- redirects --------------------------------------------------------------------------------------------

PREFERRED = "return=representation"

_OF_THE_CHANGE = {"CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_PREFER"}


def straight_on(app: WSGIApplication) -> WSGIApplication:
    """Return the page that a change redirects to, instead of the redirect, if the client prefers so.

    The answer names its address in `Content-Location` (`Prefer: return=representation`, RFC 7240). A phone on a slow
    network then waits for one round trip instead of two.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or environ.get("HTTP_PREFER") != PREFERRED:
            return app(environ, start_response)
        pieces, status, headers = run_wsgi_app(app, environ)
        to = urlsplit(headers.get("Location", ""))
        if not status.startswith("303") or to.netloc or not to.path.startswith("/"):
            start_response(status, list(headers))
            return pieces
        getattr(pieces, "close", lambda: None)()
        address, cookies = to._replace(fragment="").geturl(), headers.getlist("Set-Cookie")
        pieces, status, there = run_wsgi_app(app, _then(environ, address, cookies))
        anew = {_name(cookie) for cookie in there.getlist("Set-Cookie")}
        kept = [("Set-Cookie", cookie) for cookie in cookies if _name(cookie) not in anew]
        of_the_change = [one for one in headers if one[0].startswith("Scorepad-")]
        start_response(status, [*there, *kept, *of_the_change, ("Content-Location", address)])
        return pieces

    return answer


def _name(cookie: str) -> str:
    return cookie.partition("=")[0]


def _then(asked: WSGIEnvironment, to: str, cookies: list[str]) -> WSGIEnvironment:
    """Return the request that a browser would make next, with new cookies before the old ones."""
    path, _mark, query = to.partition("?")
    held = [cookie.partition(";")[0] for cookie in cookies] + [asked.get("HTTP_COOKIE", "")]
    return {name: value for name, value in asked.items() if name not in _OF_THE_CHANGE} | {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "HTTP_COOKIE": "; ".join(filter(None, held)),
        "wsgi.input": io.BytesIO(),
    }
