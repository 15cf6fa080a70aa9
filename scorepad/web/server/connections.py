"""How many browsers may be connected at once: as many as the process may open files for, a stranger only a part.

Someone new always gets in. When all places are taken the connection goes that matters least: one that has asked for
nothing before one that has, the longest idle first, then one that follows a page (which asks now and then instead),
and one from this computer last of all.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from uvicorn.config import Config
from uvicorn.server import ServerState

from scorepad.web.server.bridge import Bridge
from scorepad.web.server.limits import MOST
from scorepad.web.server.lines import Line
from scorepad.words import _

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

STRANGERS_SHARE = 4
"""One address may have a quarter of all connections: a club behind one router has enough, a stranger never all."""

OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The owner's browser on this computer, and the proxy that speaks for everybody."""

SILENT, KEPT = 15.0, 120.0
"""Seconds after which a connection goes that has not asked for anything, and one that has."""

VANISHED = 30.0
"""Seconds after which a connection goes whose other end acknowledges nothing of what it was sent: a phone that lost its
network says no word, and the system would wait for it for a quarter of an hour."""

CLEANING = 5
"""Seconds between two looks for connections that have gone silent."""

AT_ONCE = 32
"""Callers taken on in a round: one each, and a crowd of them would be a long queue for the others."""

DEAF = 1.0
"""Seconds in which nobody is taken on after the process ran out of files with no connection to let go."""

PATIENCE = 5.0
"""Seconds for which, at the end, answers under way are waited for."""

MOST_HEAD = 64 * 1024
"""Bytes of the first line and the headers of a request: browsers send a tenth of that."""

_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}

logger = logging.getLogger("scorepad.server")


class Server:
    """Answers by `app` whoever calls at `listener`, in so many threads; `most` connections at once, bodies of at most
    `most_sent` bytes. `larger` and `proxied` as `Bridge` has them. `run` in one thread, `stop` from any.
    """

    def __init__(
        self,
        app: WSGIApplication,
        listener: socket.socket,
        threads: int,
        most: int = MOST,
        *,
        most_sent: int,
        larger: Mapping[str, int] = MappingProxyType({}),
        proxied: bool = False,
    ) -> None:
        self._most, self._share = most, max(1, most // STRANGERS_SHARE)
        self._listener = listener
        listener.setblocking(False)
        if sys.platform == "linux":  # whoever is taken on has it from the listener
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(VANISHED * 1000))
        listener.listen(MOST)
        self._config = Config(
            Bridge(app, threads, most_sent, larger=larger, proxied=proxied),
            http=Line, ws="none", lifespan="off", interface="asgi3",
            log_config=None, log_level=logging.ERROR, access_log=False, proxy_headers=False,
            h11_max_incomplete_event_size=MOST_HEAD, timeout_keep_alive=int(KEPT),
        )  # fmt: skip
        self._config.load()
        self._state = ServerState()
        self.loop = asyncio.SelectorEventLoop()  # on every system: it alone can be told of a listener
        self._stopped = asyncio.Event()
        self._told = False
        self._beginning: set[asyncio.Task[Any]] = set()
        self.lines: set[Line] = set()
        """All connections that stand or are about to."""
        self.is_deaf = False
        """Whether nobody is taken on just now, for want of files."""

    # --- from the beginning to the end ----------------------------------------------------------------

    def run(self) -> None:
        """Answer until `stop`, and then what was asked until then."""
        with contextlib.closing(self.loop), asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._serve())

    def stop(self) -> None:
        """Come to an end; nothing where it has come."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._stopped.set)

    async def _serve(self) -> None:
        self._hear()
        cleaning = self.loop.create_task(self._keep_clean())
        await self._stopped.wait()
        cleaning.cancel()
        self.loop.remove_reader(self._listener)
        await self._end()

    async def _keep_clean(self) -> None:
        while True:
            self.clean(time.monotonic())
            await asyncio.sleep(CLEANING)

    async def _end(self) -> None:
        """Answer what has come in: somebody's hand may be among it."""
        await asyncio.sleep(0.01)  # what has come in, and was not looked at
        for line in list(self.lines):
            line.answer_and_go()
        end = time.monotonic() + PATIENCE
        while (self.lines or self._state.tasks) and time.monotonic() < end:
            await asyncio.sleep(0.005)

    # --- who calls ------------------------------------------------------------------------------------

    def _hear(self) -> None:
        self.is_deaf = False
        if not self._stopped.is_set():
            self.loop.add_reader(self._listener, self._take_on)

    def _take_on(self) -> None:
        """Take on who calls. All of a round are accepted before a connection is closed for one of them: a number given
        anew within a round would be taken for the connection that had it, and what has come for that."""
        for connection, address in list(self._callers()):
            if self._has_place(address[0]):
                line = Line(self._config, self._state, address[0], self.lines.discard)
                self.lines.add(line)
                self._begin(line, connection)
            else:
                connection.close()

    def _begin(self, line: Line, connection: socket.socket) -> None:
        def begun(task: asyncio.Task[Any]) -> None:
            self._beginning.discard(task)
            if task.cancelled() or task.exception():
                self.lines.discard(line)
                connection.close()

        task = self.loop.create_task(self.loop.connect_accepted_socket(lambda: line, connection))
        self._beginning.add(task)  # the loop itself would let go of it
        task.add_done_callback(begun)

    def _callers(self) -> Iterator[tuple[socket.socket, Any]]:
        for before in range(AT_ONCE):
            try:
                caller = self._listener.accept()
                caller[0].setblocking(False)
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno not in _OUT_OF_FILES:
                    continue  # a caller who has gone already
                if not before:  # else perhaps nobody is waiting any more: this is told before that
                    self._ran_out()
                return
            yield caller

    def _has_place(self, host: str) -> bool:
        """Whether somebody from this address is taken on, after another connection has gone for them if need be."""
        of_host = [line for line in self.lines if line.address == host]
        if host not in OWN and len(of_host) >= self._share:
            return self._let_go(of_host)
        return len(self.lines) < self._most or self._let_go(self.lines) or host in OWN

    def _let_go(self, lines: Iterable[Line]) -> bool:
        """Close the connection that matters least; False where every one waits for an answer."""
        idle = [line for line in lines if not line.is_answering]
        if idle:
            least = min(idle, key=_weight)
            self.lines.discard(least)
            least.go()
        return bool(idle)

    def _ran_out(self) -> None:
        if not self._told:
            logger.warning(_("Too many files and connections are open at once: somebody may have to wait."))
        self._told = True
        if not self._let_go(self.lines):
            self.is_deaf = True
            self.loop.remove_reader(self._listener)
            self.loop.call_later(DEAF, self._hear)

    def clean(self, now: float) -> None:
        """Let go of who has been silent for too long; `now` in seconds of time.monotonic."""
        for line in list(self.lines):
            idle = not (line.is_answering or line.follows)
            if idle and line.active < now - (KEPT if line.has_asked else SILENT):
                line.go()


def _weight(line: Line) -> tuple[bool, bool, bool, float]:
    since = line.active if line.has_asked else line.begun
    return line.address in OWN, line.has_asked, line.follows, since
