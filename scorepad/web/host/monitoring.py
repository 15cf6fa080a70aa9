"""The access log and the metrics of a host, without names, links, keys or groups.

The metrics are in the Prometheus text format, at an address that is not public. Each worker writes its counts to its
own file in a shared folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Request
from werkzeug.wsgi import ClosingIterator

from scorepad.errors import ScorepadError
from scorepad.store.groups import Groups
from scorepad.web.groups.group import GROUP
from scorepad.words import _

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from prometheus_client import Metric

_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
_POLL = "/g/<group>/games/<game_id>/version"
"""The route of a poll. Polls are mostly answered from a cache, before Flask finds their route."""


class RequestRecord(NamedTuple):
    """A request and its answer. A stream counts as answered when it is open. `route` is "-" for an unknown page."""

    method: str
    route: str
    status: int
    seconds: float
    bytes: int


RequestHandler = Callable[[RequestRecord], None]


def record_requests(app: WSGIApplication, tells: Sequence[RequestHandler]) -> WSGIApplication:
    """Call each function in `tells` with every request whose answer is complete."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        begun, status, route, size = time.monotonic(), 500, "-", 0

        def begin(text: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            nonlocal status, route
            status, route = int(text[:3]), _route(environ)
            return start_response(text, headers, *error)

        def counted(pieces: Iterable[bytes]) -> Iterator[bytes]:
            nonlocal size
            for piece in pieces:
                size += len(piece)
                yield piece

        def over() -> None:
            method = environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in _METHODS else "-"
            entry = RequestRecord(method, route, status, time.monotonic() - begun, size)
            for tell in tells:
                tell(entry)

        with contextlib.ExitStack() as stack:
            stack.callback(over)
            pieces = app(environ, begin)
            stack.callback(getattr(pieces, "close", lambda: None))
            return ClosingIterator(counted(pieces), stack.pop_all().close)

    return answer


def _route(environ: WSGIEnvironment) -> str:
    """Return the route of the page with its parameter names. Call this while Flask handles the request."""
    request: Request | None = environ.get("werkzeug.request")
    if request is None:
        return _POLL if environ["PATH_INFO"].endswith("/version") else "-"
    return "-" if request.url_rule is None else ("/g/<group>" if GROUP in environ else "") + request.url_rule.rule


# --- access log -------------------------------------------------------------------------------------------


def access_log(kind: str) -> RequestHandler:
    """Return a function that writes each request to stdout as one line, or nothing if stdout is closed.

    A line is "POST /begin 303 12.5 ms 217 B", or for the kind "json" an object that also has the time in UTC.
    """

    def line(asked: RequestRecord) -> str:
        ms = round(asked.seconds * 1000, 1)
        if kind == "text":
            return f"{asked.method} {asked.route} {asked.status} {ms} ms {asked.bytes} B"
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        what = {"method": asked.method, "route": asked.route, "status": asked.status}
        return json.dumps({"at": at, **what, "ms": ms, "bytes": asked.bytes})

    def tell(asked: RequestRecord) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.write(line(asked) + "\n")  # one call: all workers write to the same stdout
            sys.stdout.flush()

    return tell


# --- metrics ---------------------------------------------------------------------------------------------

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that makes prometheus_client combine the counts of several processes."""

TIME_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Bounds of the histogram of request times, in seconds."""

CONFLICT = 409
"""The HTTP status of a conflict with another scorer."""

COUNT_INTERVAL = 60.0
"""The least number of seconds between two counts of the games."""


def parse_metrics_address(text: str) -> tuple[str, int]:
    """Parse the host and port of an address such as "127.0.0.1:9100".

    Raise ValueError with a message for the user if it is not such an address, or if the internet could reach it.
    """
    host, _colon, port = text.rpartition(":")
    host = host.strip("[]")
    try:
        port_number, ip = int(port), ip_address(host)
    except ValueError:
        raise ValueError(_("Enter an IP address of this computer and a port. Example: 127.0.0.1:9100.")) from None
    if ip.is_unspecified or not ip.is_private or not 0 <= port_number <= 65535:
        raise ValueError(
            _("{address} could be reached from outside. Use an address such as 127.0.0.1:9100.").format(address=text)
        )
    return host, port_number


@contextlib.contextmanager
def shared_metrics() -> Iterator[None]:
    """Combine the metrics of the processes that are started inside the `with` block.

    Raise ScorepadError if the metrics library is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="scorepad-figures-", ignore_cleanup_errors=True) as folder:
        os.environ[_FOLDER] = folder  # before the import, which reads it once
        try:
            import prometheus_client  # noqa: F401  here, so that the workers need not import it again
        except ImportError as error:
            raise ScorepadError(_("Figures need one more package: pip install 'scorepad[host]'.")) from error
        yield


def forget_worker(pid: int) -> None:
    """Remove an ended worker's viewers from the gauge. Its counters stay."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of a worker. Create them in the worker's process, within `shared_metrics`."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        own = CollectorRegistry()
        self._requests = Counter("scorepad_requests", "Requests answered", ["method", "route", "status"], registry=own)
        self._seconds = Histogram(
            "scorepad_request_seconds",
            "Seconds until an answer was whole",
            ["route"],
            buckets=TIME_BUCKETS,
            registry=own,
        )
        self._conflicts = Counter(
            "scorepad_conflicts", "Writes upon what somebody else had changed meanwhile", registry=own
        )
        self._streams = Gauge("scorepad_streams", "Lookers-on by a stream", registry=own, multiprocess_mode="livesum")
        self.follow(0)

    def tell(self, asked: RequestRecord) -> None:
        """Count a request."""
        self._requests.labels(asked.method, asked.route, str(asked.status)).inc()
        self._seconds.labels(asked.route).observe(asked.seconds)
        if asked.status == CONFLICT:
            self._conflicts.inc()

    def follow(self, number: int) -> None:
        """Set the number of viewers of this worker."""
        self._streams.set(number)


def metrics_page(groups: Groups) -> WSGIApplication:
    """Return the metrics page."""
    from prometheus_client import CollectorRegistry, make_wsgi_app, multiprocess

    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(_GameCounts(groups))
    return make_wsgi_app(registry)


class _GameCounts:
    """A collector of the numbers of groups and games. It counts the games at most once a minute."""

    def __init__(self, groups: Groups) -> None:
        self._groups, self._games, self._due = groups, 0, 0.0

    def collect(self) -> Iterable[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        if time.monotonic() >= self._due:
            self._games, self._due = self._groups.number_of_games(), time.monotonic() + COUNT_INTERVAL
        yield GaugeMetricFamily("scorepad_groups", "Groups", value=len(self._groups.keys()))
        yield GaugeMetricFamily("scorepad_games", "Games, counted once a minute", value=self._games)
