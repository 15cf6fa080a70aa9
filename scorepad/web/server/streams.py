"""Event streams that send every change of a page to its viewers, rendered once for all of them.

A thread checks 50 times a second whether this or another process has written. Frames are rendered from the store, so
all workers send the same frames. The event loop sends a frame shortly after the write, so that the writer gets the
answer first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Mapping, MutableMapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import cached_property
from random import uniform
from typing import Any, NamedTuple

from scorepad.errors import GameNotFound, RecordDamaged, StoreUnavailable
from scorepad.store.records import Snapshot
from scorepad.web.groups.group import Group
from scorepad.words import ENGLISH

CHECK_INTERVAL = 0.02
"""Seconds between two checks for changes."""

DELAY, CROWD = 0.03, 1000
"""Seconds from a write until this number of viewers is notified. Fewer viewers are notified sooner."""

BATCH = 25
"""Streams that get a frame before the event loop handles other events."""

KEEP_ALIVE_INTERVAL, LIFE, STUCK_TIMEOUT = 15.0, 900.0, 30.0
"""Three times in seconds: between two keep-alive lines, until a stream ends, until a stuck reader is dropped.

The browser reconnects when a stream ends. A stuck reader is one that reads nothing.
"""

RECONNECT_MS = 3000
"""ms until a browser reconnects after its stream has ended."""

MOST_EACH, MOST_BY_LINK = 8, 1000
"""Maximum streams of one browser, and of one link. For the browser on this computer only the total is limited."""

STREAM = "stream"
"""The key of the viewer's subscription in the state of a request, set when the page answers with a stream."""

Message = MutableMapping[str, Any]

logger = logging.getLogger("scorepad.server")

HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""The gzip header of a compressed stream. Each frame after it is deflated separately."""


# --- tracking of changes ---------------------------------------------------------------------------------


class Page(NamedTuple):
    """A page with live updates, in the language of the viewer."""

    group: Group
    game_id: str
    kind: str
    language: str = ENGLISH


class Changes(NamedTuple):
    """Pages with new snapshots (None for a deleted game), and pages whose permissions must be checked again."""

    new: Mapping[Page, Snapshot | None]
    doubted: Collection[Page]


@dataclass
class _Known:
    """The last known state of a group: its change counter, the snapshot of each page, and a sign of its settings."""

    changes: int | None = None
    moments: dict[Page, Snapshot | None] = field(default_factory=dict)
    settings: Hashable = None


class ChangeTracker:
    """A tracker of the followed pages that may have changed, for use by one thread.

    In a group with many tables it reports only the pages of changed games.
    """

    def __init__(self) -> None:
        self._known: dict[Group, _Known] = {}

    def changed(self, group: Group, changes: int) -> bool:
        """Return whether the group was written to since the last check."""
        return self._known.get(group, _Known()).changes != changes

    def wanted(self, group: Group, pages: Collection[Page], changes: int) -> Changes:
        """Return the pages to render or check, out of a group's followed `pages`.

        `changes` is the current value of `Store.changes`.
        """
        known = self._known.setdefault(group, _Known())
        if known.changes == changes and known.moments.keys() >= set(pages):
            return Changes({}, [])
        games, settings = group.store.moments({page.game_id for page in pages}), group.store.settings_sign()
        now = {page: games.get(page.game_id) for page in pages}
        self._known[group] = _Known(changes, now, settings)
        unseen = [page for page in pages if page not in known.moments]
        new = {page: now[page] for page in pages if page in unseen or known.moments[page] != now[page]}
        # Only the links know which setting admits to a page. As settings change seldom, any change rechecks all pages.
        return Changes(new, unseen if settings == known.settings else pages)

    def recheck(self, pages: Iterable[Page]) -> None:
        """Report these pages again: a new viewer's copy may be older than the last write."""
        for page in pages:
            if page.group in self._known:
                self._known[page.group].moments.pop(page, None)

    def forget(self, group: Group) -> None:
        """Forget the state of a group, so that it is read again."""
        self._known.pop(group, None)

    def keep(self, groups: Collection[Group]) -> None:
        """Forget all groups but these."""
        self._known = {group: known for group, known in self._known.items() if group in groups}


# --- viewers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Frame:
    """A page rendered from one snapshot. `sign` is a fingerprint of the content."""

    sign: str
    html: str

    @cached_property
    def event(self) -> bytes:
        """Return the frame as a server-sent event."""
        lines = "".join(f"data:{line}\n" for line in self.html.split("\n"))
        return f"id:{self.sign}\n{lines}\n".encode()

    @cached_property
    def packed(self) -> bytes:
        """Return the frame for a compressed stream. It does not depend on earlier frames."""
        return deflate_frame(self.event)


def deflate_frame(data: bytes) -> bytes:
    """Deflate data independently of anything before it in a compressed stream."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    return deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)


class Streams:
    """The viewers of all pages, at most `most` at the same time.

    `draw` renders the frame of a page from a snapshot of its game, None for a deleted game. If it raises GameNotFound
    or RecordDamaged, the streams of that page end. `may` returns whether a link or session still admits to a page. It
    is called again after a setting has changed, such as a revoked link. All methods are thread-safe.
    """

    def __init__(
        self, draw: Callable[[Page, Snapshot | None], Frame], may: Callable[[Page, Any], bool], most: int
    ) -> None:
        self._draw, self._may, self._most = draw, may, most
        self.most_in_group = most
        """Maximum viewers of one group of a host."""
        self.changes: Callable[[Collection[Group]], Mapping[Group, int | None]] = lambda groups: {
            group: group.store.changes() for group in groups
        }
        """A function that returns `Store.changes` of each followed group. The value is None for a deleted group. A
        group that cannot be read at the moment is missing.
        """
        self.on_count: Callable[[int], None] = lambda _number: None
        """A function that is called with the number of viewers whenever it changes."""
        self._seats: dict[Page, set[Subscriber]] = {}
        self._counted: Counter[Hashable] = Counter()
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._new: set[Page] = set()
        self._sending: list[Future[None]] = []
        self._is_looking = False

    def __len__(self) -> int:
        """Return the number of viewers."""
        return self._counted[None]

    def seat(self, page: Page, sign: str, by: Hashable, device: str, *, packed: bool) -> Subscriber | None:
        """Subscribe a viewer to a page. Return None if a limit is reached; `is_full` is True for the server's limit.

        `sign` is the fingerprint of the viewer's copy of the page. `by` is the link or session that admitted the
        viewer. `device` is "" for the browser on this computer, which has no separate limit.
        """
        counts: dict[Hashable, int] = {None: self._most}
        if device:
            counts |= {("device", device): MOST_EACH, ("link", by): MOST_BY_LINK}
        if page.group.key:
            counts["group", page.group.key] = self.most_in_group
        with self._lock:
            if any(self._counted[what] >= most for what, most in counts.items()):
                return None
            self._counted.update(counts.keys())
            seat = Subscriber(self, page, sign, by, counts, packed=packed)
            self._seats.setdefault(page, set()).add(seat)
            self.on_count(len(self))
            return seat

    @property
    def is_full(self) -> bool:
        """Return whether the limit of the server is reached."""
        return len(self) >= self._most

    def forget(self, seat: Subscriber) -> None:
        """End a subscription and update the counts."""
        with self._lock:
            seats = self._seats.get(seat.page, set())
            if seat in seats:
                seats.remove(seat)
                self._counted.subtract(seat.counts.keys())
                self._counted += Counter()  # removes counts of 0
                self.on_count(len(self))
            if not seats:
                self._seats.pop(seat.page, None)

    # --- changes ---------------------------------------------------------------------------------------

    def begin(self, loop: asyncio.AbstractEventLoop, page: Page) -> None:
        """Add the page of a new viewer, whose connection belongs to this loop. Start the thread if none runs."""
        with self._lock:
            self._loop = loop
            self._new.add(page)
            if not self._is_looking:  # set after the start: if no thread can start, the next viewer tries again
                threading.Thread(target=self._watch, name="streams", daemon=True).start()
                self._is_looking = True

    def _watch(self) -> None:
        """Check for changes and send them while there is a viewer."""
        looks = ChangeTracker()
        while True:
            followed, new = self._followed()
            if not followed:
                return
            try:
                changes = self.changes(followed)
            except StoreUnavailable:
                changes = {}
            looks.keep(changes)
            looks.recheck(new)
            crowds = [
                len(self._subscribers_in(followed_group))
                for followed_group, now in changes.items()
                if now and looks.changed(followed_group, now)
            ]
            if crowds:
                time.sleep(DELAY * min(1, max(crowds) / CROWD))
            for group, now in changes.items():
                if now is None:
                    self._tell(self._subscribers_in(group), None)
                    continue
                try:
                    self._look(group, now, looks)
                except StoreUnavailable:
                    looks.forget(group)  # checked again in the next round
            wait(self._sending, STUCK_TIMEOUT)  # so that no later frame overtakes these
            self._sending.clear()
            time.sleep(CHECK_INTERVAL)

    def follows(self, group: Group) -> bool:
        """Return whether a page of this group has a viewer."""
        with self._lock:
            return any(page.group is group for page in self._seats)

    def _followed(self) -> tuple[set[Group], set[Page]]:
        """Return the followed groups, and the pages with a new viewer."""
        with self._lock:
            self._is_looking = bool(self._seats)
            new, self._new = self._new, set()
            return {page.group for page in self._seats}, new

    def _subscribers_in(self, group: Group) -> list[Subscriber]:
        with self._lock:
            return [seat for page, seats in self._seats.items() if page.group is group for seat in seats]

    def _look(self, group: Group, now: int, looks: ChangeTracker) -> None:
        with self._lock:
            pages = {page: list(seats) for page, seats in self._seats.items() if page.group is group}
        wanted = looks.wanted(group, pages, now)
        for page in wanted.doubted:
            for by in {seat.by for seat in pages[page]}:
                if not self._may(page, by):
                    self._tell([seat for seat in pages[page] if seat.by == by], None)
        for page, moment in wanted.new.items():
            seats = pages[page]
            try:
                frame = self._draw(page, moment)
            except StoreUnavailable:
                raise
            except Exception as error:  # an error in one page must not stop the updates of the others
                if not isinstance(error, GameNotFound | RecordDamaged):
                    logger.exception("A page that is followed could not be drawn.")
                self._tell(seats, None)
                continue
            self._tell([seat for seat in seats if seat.sign != frame.sign], frame)

    def _tell(self, seats: list[Subscriber], frame: Frame | None) -> None:
        """Begin to send a frame to these viewers, None to end their streams."""
        if seats and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                self._sending.append(asyncio.run_coroutine_threadsafe(_send_to_all(seats, frame), self._loop))


async def _send_to_all(seats: list[Subscriber], frame: Frame | None) -> None:
    for number, seat in enumerate(seats, 1):
        seat.give(frame)
        if number % BATCH == 0:
            await asyncio.sleep(0)


class Subscriber:
    """A viewer's subscription to a page. After `flow` has started, only the event loop may use it."""

    def __init__(
        self, streams: Streams, page: Page, sign: str, by: Hashable, counts: Mapping[Hashable, int], *, packed: bool
    ) -> None:
        self.page, self.sign, self.by, self.counts = page, sign, by, counts
        self._streams, self._packed = streams, packed
        self._frame: Frame | None = None
        self._has_ended = False
        self._woken: asyncio.Event | None = None

    def give(self, frame: Frame | None) -> None:
        """Replace the frame that is waiting to be sent. None ends the stream."""
        self._has_ended |= frame is None
        if frame is not None:
            self._frame, self.sign = frame, frame.sign
        if self._woken is not None:
            self._woken.set()

    def opening(self, frame: Frame | None) -> bytes:
        """Return the first bytes of a stream, with `frame` unless it is None."""
        return (HEAD if self._packed else b"") + self._words(f"retry:{RECONNECT_MS}\n\n".encode(), frame)

    def _words(self, token: bytes, frame: Frame | None) -> bytes:
        encoded = (deflate_frame(token) if self._packed else token) if token else b""
        return encoded + (b"" if frame is None else frame.packed if self._packed else frame.event)

    async def flow(self, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]) -> None:
        """Send each new frame until the viewer disconnects or the stream is LIFE seconds old.

        Raise TimeoutError if the viewer reads nothing.
        """
        loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        if self._frame is not None or self._has_ended:  # set since the page was requested
            self._woken.set()
        gone = asyncio.ensure_future(receive())
        gone.add_done_callback(lambda _gone: self.give(None))
        self._streams.begin(loop, self.page)
        end = loop.time() + LIFE * uniform(0.9, 1)  # random, so that not all viewers reconnect at the same time
        try:
            while not self._has_ended and loop.time() < end:
                body = await self._next()
                if body:
                    async with asyncio.timeout(STUCK_TIMEOUT):
                        await send({"type": "http.response.body", "body": body, "more_body": True})
            async with asyncio.timeout(STUCK_TIMEOUT):
                await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    async def _next(self) -> bytes:
        assert self._woken is not None
        try:
            async with asyncio.timeout(KEEP_ALIVE_INTERVAL):
                await self._woken.wait()
        except TimeoutError:
            return self._words(b":\n\n", None)
        self._woken.clear()
        frame, self._frame = self._frame, None
        return b"" if self._has_ended else self._words(b"", frame)

    def leave(self) -> None:
        """End the subscription."""
        self._streams.forget(self)
