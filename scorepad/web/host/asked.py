"""What was asked and how it was answered, for whoever runs a host: without a name, a link, a key or a group in it."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_ROUTE = "scorepad.route"
"""In the WSGI environment: the pattern of the page that was asked for, with the names of its parts for them."""

_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
_POLL = "/g/<group>/games/<game_id>/version"
"""Asked so often that it is mostly answered before any page is looked for."""


class Asked(NamedTuple):
    """A request and its answer; a stream is answered as soon as it is open. `route` is "-" where there is no page."""

    method: str
    route: str
    status: int
    seconds: float
    bytes: int


Tell = Callable[[Asked], None]


def note_routes(app: Flask, root: str = "") -> None:
    """Have an application note which of its pages is asked for, below `root`."""

    @app.url_value_preprocessor
    def note(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
        rule = request.url_rule
        request.environ[_ROUTE] = "-" if rule is None else root + rule.rule


class Watched:
    """`app`, of which every answer is told of."""

    def __init__(self, app: WSGIApplication, tells: Iterable[Tell]) -> None:
        self._app, self._tells = app, list(tells)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        begun, said = time.monotonic(), [""]

        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            said[0] = status
            return start_response(status, headers, *error)

        def over(size: int) -> None:
            path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
            route = environ.get(_ROUTE) or (_POLL if path.endswith("/version") else "-")
            status = int(said[0].partition(" ")[0] or 500)
            known = method if method in _METHODS else "-"
            asked = Asked(known, route, status, time.monotonic() - begun, size)
            for tell in self._tells:
                tell(asked)

        try:
            return _Counted(self._app(environ, begin), over)
        except BaseException:
            over(0)
            raise


class _Counted:
    """An answer, whose bytes are counted; `over` is told how many there were, when it is over."""

    def __init__(self, pieces: Iterable[bytes], over: Callable[[int], None]) -> None:
        self._pieces, self._over, self._size = pieces, over, 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self._size += len(piece)
            yield piece

    def close(self) -> None:
        try:
            getattr(self._pieces, "close", lambda: None)()
        finally:
            self._over(self._size)


# --- told as a line ---------------------------------------------------------------------------------------


def as_text(asked: Asked) -> str:
    """Such as "POST /begin 303 12.5 ms 217 B"."""
    return f"{asked.method} {asked.route} {asked.status} {asked.seconds * 1000:.1f} ms {asked.bytes} B"


def as_json(asked: Asked) -> str:
    """An object: `at` in UTC, `method`, `route`, `status`, `ms`, `bytes`."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    what = {"method": asked.method, "route": asked.route, "status": asked.status}
    return json.dumps({"at": at, **what, "ms": round(asked.seconds * 1000, 1), "bytes": asked.bytes})


LINES: dict[str, Callable[[Asked], str]] = {"text": as_text, "json": as_json}
"""The kinds of log."""


def log(kind: str) -> Tell:
    """Tells of each on a line on stdout; nothing where nobody takes it."""
    line = LINES[kind]

    def tell(asked: Asked) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.write(line(asked) + "\n")  # at one go: workers write to the same place
            sys.stdout.flush()

    return tell
