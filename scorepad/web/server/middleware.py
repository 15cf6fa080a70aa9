"""WSGI middleware: a limit of concurrent requests, a cache for polls, and redirects resolved on the server."""

from __future__ import annotations

import io
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote_to_bytes, urlsplit
from weakref import WeakKeyDictionary

from werkzeug.test import run_wsgi_app

from scorepad.errors import StoreUnavailable
from scorepad.util.thread_slots import ThreadSlots
from scorepad.web.auth.lan import LAN, mark_signed_in
from scorepad.web.groups.group import GROUP, Group

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Headers = list[tuple[str, str]]


def limit_concurrency(app: WSGIApplication, places: ThreadSlots) -> WSGIApplication:
    """Limit the requests that run concurrently, because more of them would slow each other down."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with places.taken():
            return app(environ, start_response)

    return answer


# --- polls ----------------------------------------------------------------------------------------------

POLL_SUFFIX = "/version"
"""The end of the path of a poll."""

MOST_KEPT = 4096

Answers: TypeAlias = dict[bytes, tuple[Headers, bytes]]
"""Answers by the digest of the values that identify a request. A digest, because those values may be long."""

_WHO = ("HTTP_HOST", "HTTP_COOKIE", "REMOTE_ADDR", "wsgi.url_scheme", LAN)
"""The values of a request that identify its sender."""


class PollCache:
    """A thread-safe cache of answers to polls for a new version. The next write to the group clears it.

    The answer depends only on the store, which holds the permissions too. `only` is the group of addresses without a
    group key.
    """

    def __init__(self, app: WSGIApplication, only: Group | None = None) -> None:
        self._app, self._only = app, only
        self._kept: WeakKeyDictionary[Group, tuple[int, Answers]] = WeakKeyDictionary()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path: str = environ["PATH_INFO"]
        if not path.endswith(POLL_SUFFIX) or environ["REQUEST_METHOD"] != "GET":
            return self._app(environ, start_response)
        try:
            group: Any = environ.get(GROUP) or self._only
            changes = group.store.changes()
        except StoreUnavailable:
            return self._app(environ, start_response)
        cached_changes, answers = self._kept.get(group, (0, {}))
        if cached_changes != changes or len(answers) >= MOST_KEPT:
            answers = {}
            self._kept[group] = changes, answers
        digest = sha256("\n".join([path, *(str(environ.get(name)) for name in _WHO)]).encode()).digest()
        if digest in answers:
            mark_signed_in(environ)
            headers, body = answers[digest]
            start_response("200 OK", headers)
            return [body]
        pieces, status, response_headers = run_wsgi_app(self._app, environ, buffered=True)
        headers, body = list(response_headers), b"".join(pieces)
        if status == "200 OK" and "Set-Cookie" not in response_headers:
            answers[digest] = headers, body
        start_response(status, headers)
        return [body]


# --- redirects --------------------------------------------------------------------------------------------

PREFERRED = "return=representation"

_REQUEST_BODY_KEYS = {"CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_PREFER"}


def redirect_inline(app: WSGIApplication) -> WSGIApplication:
    """Answer a change with the page it redirects to, if the client asks for that.

    The client sends `Prefer: return=representation` (RFC 7240). The answer has the address of the page in
    `Content-Location`. A phone on a slow network then waits for one round trip instead of two.
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
        pieces, status, page_headers = run_wsgi_app(app, _next_request(environ, address, cookies))
        page_cookies = {_name(cookie) for cookie in page_headers.getlist("Set-Cookie")}
        change_cookies = [("Set-Cookie", cookie) for cookie in cookies if _name(cookie) not in page_cookies]
        change_headers = [header for header in headers if header[0].startswith("Scorepad-")]
        start_response(status, [*page_headers, *change_cookies, *change_headers, ("Content-Location", address)])
        return pieces

    return answer


def _name(cookie: str) -> str:
    return cookie.partition("=")[0]


def _next_request(asked: WSGIEnvironment, to: str, cookies: list[str]) -> WSGIEnvironment:
    """Return the request that a browser would send next, with the new cookies before the old ones."""
    path, _mark, query = to.removeprefix(asked["SCRIPT_NAME"]).partition("?")
    cookie_values = [cookie.partition(";")[0] for cookie in cookies] + [asked.get("HTTP_COOKIE", "")]
    return {name: value for name, value in asked.items() if name not in _REQUEST_BODY_KEYS} | {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "HTTP_COOKIE": "; ".join(filter(None, cookie_values)),
        "wsgi.input": io.BytesIO(),
    }
