"""Starting the server: a free port, its address told and opened, and a clean end."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from scorepad.errors import PortTaken
from scorepad.web.auth.access import MOST_SENT
from scorepad.web.auth.addresses import is_loopback, lan_address
from scorepad.web.auth.links import Links
from scorepad.words import _

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PORT = 7234
ANYBODY = "0.0.0.0"
"""The host that listens to the whole network."""

_FROM_HERE = {ANYBODY: "127.0.0.1", "::": "::1"}
"""Hosts that listen to the whole network are no address; these lead there from this machine."""

MOST_AT_ALL = 2 * MOST_SENT
"""Bytes of a request that are read at all: enough for our own page to say that a file is too large."""

THREADS = 64
"""At most: enough for 48 live views and the forms beside them."""


def start(
    app: WSGIApplication,
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    links: Links | None = None,
    address: str | None = None,
    no_open: bool = False,
    threads: int = THREADS,
    say: Callable[[str], None] = lambda text: print(text, flush=True),
) -> None:
    """Serve `app` until SIGINT or SIGTERM; requests under way are answered first.

    Without `port` the first free one from 7234 on; PortTaken when the one asked for is not to be had (port 0: any).
    With `links` (and host ANYBODY) the browser opened here comes in as the owner's, and a way for their phone is told;
    by `address`, where there is a public one.
    """
    from scorepad.web.server.connections import Server
    from scorepad.web.server.limits import most_connections, open_files

    listener = listen(host, port)
    server = Server(
        app, listener, threads, most_connections(open_files()), most_sent=MOST_AT_ALL, proxied=address is not None
    )
    port = listener.getsockname()[1]
    here = _address(_FROM_HERE.get(host, host), port)
    with _stopped_by_signals(server.stop), contextlib.closing(listener):
        phones = address or _for_phones(host, port)
        for text in welcome(here, links, phones):
            say(text)
        if not no_open:
            open_browser(links.way_in(here) if links else here + "/")
        server.run()


def listen(host: str, port: int | None) -> socket.socket:
    """A bound socket: on `port`, or without one on the first free port from 7234 on."""
    ports = range(PORT, PORT + 50) if port is None else [port]
    for one in ports:
        with contextlib.suppress(_TakenError):
            return _bind(host, one)
    raise PortTaken(host, ports[0])


class _TakenError(Exception):
    """Somebody listens there already."""


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise PortTaken(host, port) from error
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere this would let two programs share one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise _TakenError from error
        raise PortTaken(host, port) from error
    return listener


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


# --- what is told ------------------------------------------------------------------------------------


def _for_phones(host: str, port: int) -> str | None:
    """Where the network finds a server that listens on this host; None without a network."""
    outside = lan_address() if host in _FROM_HERE or is_loopback(host) else host
    return _address(outside, port) if outside else None


def welcome(here: str, links: Links | None, phones: str | None) -> list[str]:
    """What is told at the start: where Scorepad is, and, with `links`, how the owner's phone comes in."""
    if links is None:
        return [_("Scorepad is open at {address} (Ctrl+C ends it)").format(address=here + "/")]
    lines = [
        _("Scorepad is open at {address} (Ctrl+C ends it). The link lets one browser in as yours, once.").format(
            address=links.way_in(here)
        )
    ]
    if phones is None:
        return [*lines, _("There is no network here, so no phone can reach it.")]
    way_in = links.way_in(phones)
    return [
        *lines,
        _("Your own phone, once: {address}").format(address=way_in),
        *_drawn(way_in),
        _("For all others, each game shows its links under “Share”: to look, to score."),
    ]


def _drawn(address: str) -> list[str]:
    """The QR code for the terminal, where the terminal can show it: white on black whatever its colours."""
    from printables import qr

    code = qr.as_text(address)
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    if sys.stdout.isatty():
        code = "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in code.splitlines())
    return [code]


def open_browser(address: str) -> None:
    """Open the browser beside us, if this machine has a screen; a browser inside the terminal would be in the way."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


# --- the end -------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM ends the server as Ctrl+C does; what was set before is set again."""
    before = {one: signal.signal(one, lambda *_signal: stop()) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
