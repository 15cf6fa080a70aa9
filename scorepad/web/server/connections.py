"""How many browsers may be connected at once: as many as the process may open files for, a stranger only a part.

Someone new always gets in. When all places are taken the connection goes that matters least: one that has asked for
nothing before one that has, the longest idle first, and one from this computer last of all.
"""

from __future__ import annotations

import contextlib
import errno
import socket
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from scorepad.web.server.hooks import BrowserChannel, Workers
from scorepad.words import _

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MOST = 1100
"""Connections at once, where the process may open as many files: a room of spectators."""

RESERVED = 256
"""Open files that connections leave for all else: 64 threads with the games' file and its journal, copies, printing."""

STRANGERS_SHARE = 4
"""One address may have a quarter of all connections: a club behind one router has enough, a stranger never all."""

OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The owner's browser on this computer, and the proxy that speaks for everybody."""

SILENT = 15.0
"""Seconds after which a connection goes that has not asked for anything; one that has is kept for waitress' 120."""

CLEANING = 5
"""Seconds between two looks for connections that have gone silent."""

AT_ONCE = 32
"""Callers taken on in a round: one each, and a crowd of them would be a long queue for the others."""

DEAF = 1.0
"""Seconds in which nobody is taken on after the process ran out of files with no connection to let go."""

_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


def open_files() -> int:
    """How many files this process may open, sockets among them; the limit is raised as far as needed and allowed."""
    try:
        import resource
    except ImportError:  # Windows, where select() takes 512 sockets
        return 512
    wanted = MOST + RESERVED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):  # a system may allow less than it tells
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """How many connections there may be in a process that may open so many files."""
    return min(MOST, max(files - RESERVED, files // 2))


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Answers by `app` whoever calls at `listener`; `most` connections at once, `options` are waitress's."""

    channel_class = BrowserChannel

    def __init__(
        self, app: WSGIApplication, listener: socket.socket, workers: Workers, most: int, **options: Any
    ) -> None:
        self._most, self._share = most, max(1, most // STRANGERS_SHARE)
        self._deaf_until = 0.0
        self._told = False
        never = 2**31  # waitress' own limit stops taking anybody on
        adjustments = Adjustments(
            sockets=[listener], connection_limit=never, cleanup_interval=CLEANING, ident=None, **options
        )
        where = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(
            app, {}, True, listener, dispatcher=workers, adj=adjustments, sockinfo=where, bind_socket=False
        )

    def readable(self) -> bool:
        """Whether to look for callers."""
        return bool(super().readable()) and time.monotonic() >= self._deaf_until

    def handle_accept(self) -> None:
        """Take on who calls. All of a round are accepted before a connection is closed for one of them: a number given
        anew within a round would be taken for the connection that had it, and what has come for that."""
        for connection, address in list(self._callers()):
            if self._has_place(address[0]):
                self.channel_class(self, connection, address, self.adj, map=self._map)
            else:
                connection.close()

    def _callers(self) -> Iterator[tuple[socket.socket, Any]]:
        for before in range(AT_ONCE):
            try:
                caller = self.accept()
                if caller is None:
                    return
                self.set_socket_options(caller[0])
            except OSError as error:
                if error.errno not in _OUT_OF_FILES:
                    continue  # a caller who has gone already
                if not before:  # else perhaps nobody is waiting any more: this is told before that
                    self._ran_out()
                return
            yield caller

    def _has_place(self, host: str) -> bool:
        """Whether somebody from this address is taken on, after another connection has gone for them if need be."""
        lines = list(self.active_channels.values())
        of_host = [line for line in lines if line.addr[0] == host]
        if host not in OWN and len(of_host) >= self._share:
            return self._let_go(of_host)
        return len(lines) < self._most or self._let_go(lines) or host in OWN

    def _let_go(self, lines: Iterable[BrowserChannel]) -> bool:
        """Close the connection that matters least; False where every one waits for an answer."""
        idle = [line for line in lines if not line.requests]
        if idle:
            min(idle, key=_weight).handle_close()
        return bool(idle)

    def _ran_out(self) -> None:
        if not self._told:
            self.logger.warning(_("Too many files and connections are open at once: somebody may have to wait."))
        self._told = True
        if not self._let_go(self.active_channels.values()):
            self._deaf_until = time.monotonic() + DEAF

    def maintenance(self, now: float) -> None:
        """Let go of who has been silent for too long; `now` in seconds of time.time."""
        super().maintenance(now)
        for line in self.active_channels.values():
            if not (line.has_asked or line.requests) and line.last_activity < now - SILENT:
                line.will_close = True


def _weight(line: BrowserChannel) -> tuple[bool, bool, float]:
    return line.addr[0] in OWN, line.has_asked, line.last_activity if line.has_asked else line.creation_time
