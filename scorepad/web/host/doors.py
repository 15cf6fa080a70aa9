"""The doors of a host: an address that names a group leads into it, every other one to the host's own pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scorepad.errors import StoreUnavailable
from scorepad.store import KEY
from scorepad.web.groups.group import GROUP, Group, root_of
from scorepad.web.host.opened import Opened

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FAILURE = "scorepad.failure"
"""In the WSGI environment: why a group could not be opened, for the host's own page that says so."""

_INTO = re.compile(rf"/g/({KEY.pattern})(/.*)", re.DOTALL)


class Doors:
    """Whoever asks for /g/<key>/… is answered by `pages`, whether there is such a group or not; whoever asks for
    anything else by `front`."""

    def __init__(self, front: WSGIApplication, pages: WSGIApplication, opened: Opened) -> None:
        self._front, self._pages, self._opened = front, pages, opened

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        found = _INTO.fullmatch(environ["PATH_INFO"])
        if found is None:
            return self._front(environ, start_response)
        key, path = found.groups()
        try:
            # What is the same for all of them hangs on no games: an open page goes on asking for its scripts.
            group = self._opened.stranger(key) if path.startswith("/static/") else self._opened.take(key)
        except StoreUnavailable as error:
            environ[FAILURE] = error
            return self._front(environ, start_response)
        environ |= {GROUP: group, "SCRIPT_NAME": root_of(key), "PATH_INFO": path}
        try:
            answer = self._pages(environ, start_response)
        except BaseException:
            self._opened.give_back(group)
            raise
        return _InUse(answer, group, self._opened)


class _InUse:
    """An answer, for as long as whose group stays open."""

    def __init__(self, pieces: Iterable[bytes], group: Group, opened: Opened) -> None:
        self._pieces, self._group, self._opened = pieces, group, opened

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)

    def close(self) -> None:
        """However it ended."""
        try:
            getattr(self._pieces, "close", lambda: None)()
        finally:
            self._opened.give_back(self._group)
