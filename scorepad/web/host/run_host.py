"""The processes of a running host: one, or several workers that share a listening socket.

They delete old demonstrations, back up each group once a day and empty its trash.
"""

from __future__ import annotations

import contextlib
import gc
import random
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from scorepad.errors import GroupNotFound, ScorepadError, StoreMoved, host_outdated
from scorepad.store.groups import Groups
from scorepad.store.maintenance import Maintenance
from scorepad.util.thread_slots import ThreadSlots
from scorepad.web import create_host
from scorepad.web.host import monitoring
from scorepad.web.host.front_pages import MAX_BODY_BYTES
from scorepad.web.host.host import Host
from scorepad.web.host.limits import A_DAY, Limits
from scorepad.web.reports import page_cache
from scorepad.web.server import run_server
from scorepad.web.server.connection_limits import MOST, host_shares
from scorepad.web.server.middleware import limit_concurrency
from scorepad.web.server.processes import EXIT_HOPELESS, Workers, can_fork
from scorepad.words import _

METRICS_THREADS = 4
"""Threads and connections of the metrics server."""


@dataclass(frozen=True)
class Serving:
    """The configuration of a host: groups, address, host and port to listen on, limits, workers and log.

    The admin deletes backups after `copies_days` days, None if unknown. `log` is the format of the access log ("" for
    none). `figures` is the host and port of the metrics, None for no metrics. `complain` receives error messages.
    """

    groups: Groups
    address: str
    host: str
    port: int
    limits: Limits
    copies_days: int | None
    workers: int
    log: str
    figures: tuple[str, int] | None
    complain: Callable[[str], None]

    def run(self) -> None:
        """Serve until SIGINT or SIGTERM.

        Raise ScorepadError if the port is taken, or if a newer Scorepad has opened a group. Raise SystemExit if a
        worker gave up.
        """
        with contextlib.ExitStack() as stack:
            stack.callback(self.groups.close)
            listener = stack.enter_context(run_server.inherited_socket() or run_server.listen(self.host, self.port))
            listener.listen(MOST)  # from now on connections wait for the first worker
            counting = stack.enter_context(run_server.listen(*self.figures)) if self.figures else None
            if self.workers == 1 and counting is None:
                self._answer(listener, ready=lambda: self._tell(listener))
                return
            if not can_fork():
                text = _(
                    "On this system a public server has one worker and no figures. Leave out --workers and --figures."
                )
                raise ScorepadError(text)
            works = [lambda: self._work(lambda: self._answer(listener, counted=counting is not None))] * self.workers
            if counting:
                stack.enter_context(monitoring.shared_metrics())
                works.append(lambda: self._work(lambda: self._count(counting)))
            gc.freeze()  # the collector would copy memory pages that the workers share
            ended = monitoring.forget_worker if counting else lambda _pid: None
            if Workers(works, ended=ended).run(lambda: self._tell(listener)) == EXIT_HOPELESS:
                raise SystemExit(1)  # the worker has printed the reason

    def _tell(self, listener: socket.socket) -> None:
        for text in run_server.startup_lines(run_server.address_of(listener, self.host), None, [self.address]):
            print(text, flush=True)

    def _work(self, work: Callable[[], None]) -> int:
        try:
            work()
        except ScorepadError as error:
            self.complain(str(error))
            return EXIT_HOPELESS
        return 0

    def _answer(
        self, listener: socket.socket, *, counted: bool = False, ready: Callable[[], None] = lambda: None
    ) -> None:
        """Serve the pages in this process, which is one of the workers or the only process."""
        gc.disable()  # as `scorepad serve` does
        most_open, connections = host_shares()
        figures = monitoring.Metrics() if counted else None
        tells = ([monitoring.access_log(self.log)] if self.log else []) + ([figures.tell] if figures else [])
        app = create_host(
            self.groups, self.address, limits=self.limits.share(self.workers), copies_days=self.copies_days,
            most_open=most_open, most_connections=connections, tells=tells,
        )  # fmt: skip
        host: Host = app.extensions["scorepad_host"]
        if figures:
            app.extensions["scorepad_inside"].extensions["scorepad_streams"].on_count = figures.follow

        def begun(stop: Callable[[], None]) -> None:
            host.end = stop
            ready()

        with contextlib.closing(host.opened):
            run_server.tune_interpreter()
            page_cache.enlarge_cache()
            at_once = self.groups.at_once
            bearable = app if at_once is None else limit_concurrency(app, ThreadSlots(at_once))
            with GroupMaintenance(host, say=self.complain):
                run_server.serve_at(bearable, listener, connections=connections, larger=MAX_BODY_BYTES, ready=begun)
            if host.is_outdated:
                raise host_outdated()

    def _count(self, counting: socket.socket) -> None:
        """Run the process that serves the metrics."""
        page = monitoring.metrics_page(self.groups)
        run_server.serve_at(page, counting, threads=METRICS_THREADS, connections=METRICS_THREADS, proxied=False)


# --- maintenance -----------------------------------------------------------------------------------------

FIRST, AGAIN = 5.0, 600.0
"""The shortest time from the start to the first round, and the longest between two rounds, in seconds.

The times are random, so that workers that start together maintain different groups.
"""

PAUSE = 0.02
"""Seconds between two groups, so that requests come first."""


class GroupMaintenance:
    """A background thread that maintains all groups. Each worker has one, and skips what another one has done.

    `say` receives error messages of one sentence.
    """

    def __init__(self, host: Host, *, say: Callable[[str], None], today: Callable[[], date] = date.today) -> None:
        self._host, self._say, self._today = host, say, today
        self._copied: dict[str, date] = {}
        self._told: dict[str, str] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def __enter__(self) -> GroupMaintenance:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join(5)

    def _run(self) -> None:
        wait = random.uniform(FIRST, 10 * FIRST)
        while not self._over.wait(wait):
            wait = random.uniform(AGAIN / 2, AGAIN)
            try:
                self.sweep()
                self.copy_all()
            except Exception as error:  # after any error, try again in the next round
                text = _("The maintenance of the groups failed and will be tried again: {reason}")
                self._say(text.format(reason=repr(error)))

    def sweep(self) -> None:
        """Delete old demonstrations."""
        for key in self._host.groups.sweep(A_DAY):
            self._host.opened.forget(key)

    def copy_all(self) -> None:
        """Back up every group that has no backup of today, and age its trash by one day."""
        today, keys = self._today(), self._host.groups.keys()
        for key in random.sample(keys, len(keys)):  # so that workers seldom back up the same group
            is_due = self._copied.get(key) != today and self._host.groups.copies(key).due(today)
            if is_due and not self._over.wait(PAUSE) and self._copy(key):
                self._copied[key] = today

    def _copy(self, key: str) -> bool:
        """Back up a group. Return False if a retry may succeed today."""

        def say(text: str) -> None:
            if text != self._told.get(key):  # report it once, not every ten minutes
                self._say(_("Group {group}: {problem}").format(group=key, problem=text))
            self._told[key] = text

        try:
            with self._host.opened.lease(key) as group:
                store = group.store
                if group.links and group.links.has_changed:
                    say(_("The secret of these games is new, so earlier links and open pages are invalid."))
                return Maintenance(
                    store, self._host.groups.copies(key), mend=group.games.rebuild_list_row, say=say, today=self._today
                ).keep()
        except (GroupNotFound, StoreMoved):  # deleted or moved in the meantime
            return True
        except ScorepadError as error:
            say(str(error))
            return False
