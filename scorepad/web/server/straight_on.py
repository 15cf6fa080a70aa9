"""The page to which a change leads, in the answer to the change itself: a phone on a slow network waits for one way
there and back, not for two. Scripts ask so (`Prefer: return=representation`, RFC 7240); all others are led there."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFERRED = "return=representation"

Headers = list[tuple[str, str]]


def straight_on(app: WSGIApplication) -> WSGIApplication:
    """The application; where a change leads to a page of its own, it answers with that, and says its address
    (`Content-Location`), if whoever asks prefers so."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or environ.get("HTTP_PREFER") != PREFERRED:
            return app(environ, start_response)
        asked, led = dict(environ), _Led(start_response)
        pieces = app(environ, led.start_response)
        if not led.to:
            return pieces
        getattr(pieces, "close", lambda: None)()
        return app(_then(asked, led.to, led.cookies), led.start_there)

    return answer


class _Led:
    """The head of an answer, passed on unless it leads to another page; then of that one's."""

    def __init__(self, start_response: StartResponse) -> None:
        self._pass_on = start_response
        self.to = ""  # path and query of a page of this server
        self.cookies: Headers = []
        self.others: Headers = []  # of ours, about the change itself

    def start_response(self, status: str, headers: Headers, *error: Any) -> Any:
        to = urlsplit(dict(headers).get("Location", ""))
        if not status.startswith("303") or to.netloc or not to.path.startswith("/"):
            return self._pass_on(status, headers, *error)
        self.to = to._replace(fragment="").geturl()
        self.cookies = [one for one in headers if one[0] == "Set-Cookie"]
        self.others = [one for one in headers if one[0].startswith("Scorepad-")]
        return lambda _piece: None

    def start_there(self, status: str, headers: Headers, *error: Any) -> Any:
        anew = {_name(value) for name, value in headers if name == "Set-Cookie"}
        kept = [one for one in self.cookies if _name(one[1]) not in anew]
        return self._pass_on(status, [*headers, *kept, *self.others, ("Content-Location", self.to)], *error)


def _name(cookie: str) -> str:
    return cookie.partition("=")[0]


def _then(asked: WSGIEnvironment, to: str, cookies: Headers) -> WSGIEnvironment:
    """What a browser would ask for next, with the cookies that it was just given before those it had."""
    path, _mark, query = to.partition("?")
    held = [value.partition(";")[0] for _name, value in cookies] + [asked.get("HTTP_COOKIE", "")]
    return {name: value for name, value in asked.items() if name not in _OF_THE_CHANGE} | {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "HTTP_COOKIE": "; ".join(filter(None, held)),
        "wsgi.input": io.BytesIO(),
    }


_OF_THE_CHANGE = {"CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_PREFER"}
