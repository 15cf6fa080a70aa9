"""Whoever gets no stream asks again and again whether there is something new: the same question has the same answer as
long as nobody has written anything, for all that it hangs on, who may ask too, stands in the store."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from scorepad.errors import StoreUnavailable
from scorepad.web.groups.group import GROUP, Group

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ASKED = "/version"
"""What the address ends in."""

MOST_KEPT = 4096

Answers: TypeAlias = dict[bytes, tuple[list[Any], bytes]]
"""By who asked what, which is digested: what somebody says of themselves may be long."""

_WHO = ("HTTP_HOST", "HTTP_COOKIE", "REMOTE_ADDR", "wsgi.url_scheme")
"""All that tells one who asks from another."""


class Polls:
    """`app`, which is asked such a question once between two writes of a group's; `only` is the group where an address
    names none. May be called from many threads."""

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
        if who not in kept:
            return self._asked(environ, start_response, kept, who)
        headers, body = kept[who]
        start_response("200 OK", headers)
        return [body]

    def _asked(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        kept: Answers,
        who: bytes,
    ) -> Iterable[bytes]:
        said: list[Any] = []

        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            said[:] = status, headers
            return start_response(status, headers, *error)

        answer = self._app(environ, begin)
        try:
            body = b"".join(answer)
        finally:
            getattr(answer, "close", lambda: None)()
        if said[0] == "200 OK" and not any(name == "Set-Cookie" for name, _value in said[1]):
            kept[who] = said[1], body
        return [body]
