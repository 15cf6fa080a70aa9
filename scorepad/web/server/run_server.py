"""Server startup and shutdown: listen, print the addresses, open the browser, stop on a signal."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from scorepad.errors import ScorepadError
from scorepad.web.auth.addresses import LocalName, is_loopback, lan_address, url_host
from scorepad.web.auth.lan import Lan
from scorepad.web.groups.links import Links
from scorepad.web.server.connection_limits import most_connections, open_files
from scorepad.words import _

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

    from scorepad.web.server.http_server import Server

PORT = 7234
ALL_INTERFACES = "0.0.0.0"
"""The host that listens on all network interfaces."""

_LOOPBACK_OF = {ALL_INTERFACES: "127.0.0.1", "::": "::1"}
"""Addresses on this machine of hosts that listen on all interfaces and are no addresses themselves."""

MAX_RESOLVE_SECONDS = 0.05
"""Maximum time in seconds that the start waits for the name of this machine to resolve."""

THREADS = 64
"""Maximum of threads for requests. Streams need none. A thread does not give back the memory that it has used."""

SWITCH_INTERVAL = 0.0005
"""Seconds for which a thread may hold the interpreter lock.

Python's default of 0.005 is most of the time of a page. Threads that only forward answers or poll for changes would
wait for one page after another.
"""

GC_THRESHOLDS = 5_000, 20, 50
"""Thresholds of the garbage collector.

With Python's defaults a worker of 200 tables pauses for 0.1 s every few seconds.
"""


def tune_interpreter() -> None:
    """Prepare garbage collection and thread switching for serving, after all long-lived objects are created."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)


def start(
    app: WSGIApplication,
    host: str = "127.0.0.1",
    port: int = PORT,
    *,
    links: Links | None = None,
    address: str | None = None,
    name: LocalName | None = None,
    lan: Lan | None = None,
    listening: Callable[[], None] = lambda: None,
    no_open: bool = False,
    threads: int = THREADS,
) -> None:
    """Serve `app` until SIGINT or SIGTERM, and finish the requests under way.

    Call `listening` as soon as the socket listens at `port` (0: any). With `links` (and host ALL_INTERFACES), sign in
    the browser on this machine as the owner, and print a link for the owner's phone. The link uses the public
    `address`. Without one it uses the `name` of this machine, if the network resolves it. `lan` can open a second
    listener. Raise ScorepadError if the port is taken, or if the host is not an address of this machine.
    """

    def ready(_stop: Callable[[], None]) -> None:
        listening()
        here = address_of(listener, host)
        phones = [address] if address else _lan_addresses(host, listener.getsockname()[1], name) if links else []
        for text in startup_lines(here, links, phones):
            print(text, flush=True)
        if not no_open:
            open_browser(links.new_owner_link(here) if links else here + "/")

    with contextlib.closing(listen(host, port)) as listener:
        serve_at(app, listener, threads=threads, proxied=address is not None, lan=lan, ready=ready)


def serve_at(
    app: WSGIApplication,
    listener: socket.socket,
    *,
    threads: int = THREADS,
    connections: int | None = None,
    larger: Mapping[str, int] = MappingProxyType({}),
    proxied: bool = True,
    lan: Lan | None = None,
    ready: Callable[[Callable[[], None]], None] = lambda _stop: None,
) -> None:
    """Serve `app` at a listening socket until SIGINT or SIGTERM, and finish the requests under way.

    Other processes may share the socket. `ready` receives a function that also stops the server. `larger` is as in
    `WsgiAdapter`.
    """
    from scorepad.web.server.http_server import Server

    most = connections or most_connections(open_files())
    server = Server(app, listener, threads, most, larger=larger, proxied=proxied)
    if lan:
        lan.set_server(lambda host: _listen_on_lan(server, host, listener.getsockname()[1]), server.close_lan)
    with _stopped_by_signals(server.stop):
        ready(server.stop)
        server.run()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `port` (0: any).

    Raise ScorepadError if the port is taken or not permitted, or if the address is not this machine's.
    """
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        is_dual_stack = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        listener = socket.create_server(address, family=family, dualstack_ipv6=is_dual_stack)
    except OSError as error:
        text = _("Cannot listen on {host}, port {port}: this is not an address of this computer, or it is not allowed.")
        if error.errno == errno.EADDRINUSE:  # no other port is tried, because phones know this one
            text = _(
                "Port {port} is in use: Scorepad is already open, or another program uses it. Close that one, "
                "or choose another port with --port; phones then need new links."
            )
        raise ScorepadError(text.format(host=host, port=port)) from error
    # Accepted connections inherit this option. asyncio does not set it, because the protocol number is 0 here.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _listen_on_lan(server: Server, host: str, port: int) -> tuple[str, int]:
    """Make the server listen at this host too, at any port if `port` is taken there. Return the host and port."""
    try:
        listener = listen(host, port)
    except ScorepadError:
        listener = listen(host, 0)
    address = host, listener.getsockname()[1]
    server.open_lan(listener)
    return address


SYSTEMD_FIRST_FD = 3
"""The first file descriptor that systemd passes to a program."""


def inherited_socket() -> socket.socket | None:
    """Return the socket that systemd has passed (from a socket unit with a port), or None.

    While Scorepad restarts, clients that connect wait at this socket and are not refused.
    """
    passed = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    return socket.socket(fileno=SYSTEMD_FIRST_FD) if passed == (str(os.getpid()), "1") else None


def address_of(listener: socket.socket, host: str) -> str:
    """Return the address on this machine of a server that listens at this host."""
    return _address(_LOOPBACK_OF.get(host, host), listener.getsockname()[1])


def _address(host: str, port: int) -> str:
    return f"http://{url_host(host)}:{port}"


# --- messages -----------------------------------------------------------------------------------------


def _lan_addresses(host: str, port: int, name: LocalName | None) -> list[str]:
    """Return the addresses of a server in the local network, [] without a network.

    The name of this machine comes first, because it stays the same when the IP address changes.
    """
    outside = lan_address() if host in _LOOPBACK_OF or is_loopback(host) else host
    if not outside:
        return []
    known = [name.name] if name and name.leads_to(outside, MAX_RESOLVE_SECONDS) else []
    return [_address(host_name, port) for host_name in [*known, outside]]


def startup_lines(here: str, links: Links | None, phones: Sequence[str]) -> list[str]:
    """Return the lines to print at the start: the address and, with `links`, the link for the owner's phone.

    The link uses the first address in `phones`, or this computer's own.
    """
    if links is None and phones:
        text = _("Groups are created at {address}. Scorepad listens at {here} (Ctrl+C stops it).")
        return [text.format(address=phones[0], here=here)]
    if links is None:
        return [_("Scorepad is open at {address} (Ctrl+C stops it)").format(address=here + "/")]
    lines = [
        _("Scorepad is open at {address} (Ctrl+C stops it). The link signs one browser in as yours, once.").format(
            address=links.new_owner_link(here)
        )
    ]
    if not phones:
        return [*lines, _("There is no network here, so phones cannot reach it.")]
    way_in = links.new_owner_link(phones[0])
    return [
        *lines,
        _("Your own phone, once: {address}").format(address=way_in),
        *_terminal_qr_code(way_in),
        *(
            _("If the phone does not find it: {address}").format(address=other + way_in.removeprefix(phones[0]))
            for other in phones[1:]
        ),
        _("For all others, each game shows its links under “Share”: to view, to score."),
    ]


def _terminal_qr_code(address: str) -> list[str]:
    """Return a QR code for the terminal as a list of one text, or [] if the terminal cannot show it.

    It is white on black in any colour scheme.
    """
    from printables.page import qr

    code = qr.as_text(address)
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    if sys.stdout.isatty():
        code = "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in code.splitlines())
    return [code]


def open_browser(address: str) -> None:
    """Open the browser if this machine has a screen. A browser inside the terminal would hide the output."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


# --- shutdown ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on SIGTERM and SIGINT, and restore the earlier handlers afterwards."""
    handlers = {signum: signal.signal(signum, lambda *_signal: stop()) for signum in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for signum, handler in handlers.items():
            signal.signal(signum, handler)
