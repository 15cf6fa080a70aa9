"""The access of phones that the owner opens and closes while Scorepad otherwise serves this computer only."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import current_app, request

from scorepad.web.groups.links import Links

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

LAN = "scorepad.lan"
"""The key in the WSGI environment that is true for a request at the listener for phones.

It belongs to the connection. No header of a request can change it, and it stays true after the listener is closed.
"""

SIGNED_IN = "signed_in"
"""The key in the state of a request that is set if the request had permission for its page."""


class Lan:
    """A second listener, in the local network; all methods are thread-safe.

    `links` admit phones there. `address` is its host and port, None while it is closed.
    """

    def __init__(self, links: Links) -> None:
        self.links = links
        self.address: tuple[str, int] | None = None
        self._lock = threading.Lock()

    def set_server(self, listen: Callable[[str], tuple[str, int]], close: Callable[[], None]) -> None:
        """Set the functions of the server that open the listener at a host and close it."""
        self._listen, self._close = listen, close

    def open(self, host: str) -> None:
        """Listen at `host`. Raise ScorepadError if this is not possible."""
        with self._lock:
            if self.address is None:
                self.address = self._listen(host)

    def close(self) -> None:
        """Stop listening, and close all connections of phones at once."""
        with self._lock:
            if self.address is not None:
                self.address = None
                self._close()


def lan() -> Lan | None:
    """Return the listener for phones, or None if this server has a fixed kind of access."""
    listener: Lan | None = current_app.extensions["scorepad_lan"]
    return listener


def is_on_lan() -> bool:
    """Return whether this request came to the listener for phones, where only links admit."""
    return bool(request.environ.get(LAN))


def mark_signed_in(environ: WSGIEnvironment) -> None:
    """Report to the server that a request had permission, so that its address may use the reserved connections."""
    environ.get("asgi.scope", {}).get("state", {})[SIGNED_IN] = True
