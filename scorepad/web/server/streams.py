"""Streams that send viewers every change of a page, rendered once for all of them.

A thread checks 50 times a second whether this or another process has written. A frame is rendered from the store, so
all workers send the same. The event loop sends it shortly after the write, so that the writer has the answer first.
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
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from functools import cached_property
from random import uniform
from typing import Any, NamedTuple

from scorepad.errors import GameNotFound, RecordDamaged, StoreUnavailable
from scorepad.store.records import Moment
from scorepad.web.groups.group import Group
from scorepad.words import ENGLISH

EVERY = 0.02
"""Seconds between two looks whether anything was written."""

DELAY, CROWD = 0.03, 1000
"""Seconds from a write until a crowd of this size is notified. Fewer viewers are notified sooner."""

BATCH = 25
"""Streams that are written to before the loop handles other events."""

BEAT, LIFE, STUCK = 15.0, 900.0, 30.0
"""Seconds between two keep-alive lines, until a stream ends (the browser reconnects), and until a reader that takes
nothing is dropped.
"""

AGAIN = 3000
"""ms after which a browser comes back whose stream has ended."""

MOST_EACH, MOST_BY_LINK = 8, 1000
"""Streams of one browser and by one link; by no link, on this computer, they are only counted in all."""

STREAM = "stream"
"""The key in the state of a request for the viewer's place, set once the page has answered with a stream."""

Message = MutableMapping[str, Any]

logger = logging.getLogger("scorepad.server")

HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""The head of a compressed stream. Each frame that follows is deflated separately."""


# --- possible changes ------------------------------------------------------------------------------------


class Page(NamedTuple):
    """A page that can be followed, in the language of who follows."""

    group: Group
    game_id: str
    kind: str
    language: str = ENGLISH


class Wanted(NamedTuple):
    """Pages with new snapshots (None for a deleted game), and pages whose permissions must be checked again."""

    new: Mapping[Page, Moment | None]
    doubted: Collection[Page]


@dataclass
class _Known:
    """The last known state of a group: its change counter, the snapshot of each page, and a sign of its settings."""

    changes: int | None = None
    moments: dict[Page, Moment | None] = field(default_factory=dict)
    settings: Hashable = None


class Looks:
    """Finds the followed pages that may have changed, for one thread.

    In a group with many tables only the pages of changed games are rendered again.
    """

    def __init__(self) -> None:
        self._known: dict[Group, _Known] = {}

    def changed(self, group: Group, changes: int) -> bool:
        """Whether anything was written in a group since it was looked at."""
        return self._known.get(group, _Known()).changes != changes

    def wanted(self, group: Group, pages: Collection[Page], changes: int) -> Wanted:
        """Those of a group's followed pages that are to be looked at, where `Store.changes` says this."""
        known = self._known.setdefault(group, _Known())
        if known.changes == changes and known.moments.keys() >= set(pages):
            return Wanted({}, [])
        games, settings = group.store.moments({page.game_id for page in pages}), group.store.settings_sign()
        now = {page: games.get(page.game_id) for page in pages}
        self._known[group] = _Known(changes, now, settings)
        unseen = [page for page in pages if page not in known.moments]
        new = {page: now[page] for page in pages if page in unseen or known.moments[page] != now[page]}
        # Which setting admits to a page is known to the links only. Settings are few and seldom change.
        return Wanted(new, unseen if settings == known.settings else pages)

    def look_again(self, pages: Iterable[Page]) -> None:
        """Check these pages again for a new viewer, who may have rendered them before the last write."""
        for page in pages:
            if page.group in self._known:
                self._known[page.group].moments.pop(page, None)

    def forget(self, groups: Iterable[Group]) -> None:
        """Forget the state of these groups, so that they are read again."""
        for group in groups:
            self._known.pop(group, None)

    def keep(self, groups: Collection[Group]) -> None:
        """No others are followed any more."""
        self.forget(self._known.keys() - set(groups))


# --- viewers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Frame:
    """A page as rendered from one snapshot. `sign` differs for different content."""

    sign: str
    html: str

    @cached_property
    def event(self) -> bytes:
        """As a stream has it."""
        lines = "".join(f"data:{line}\n" for line in self.html.split("\n"))
        return f"id:{self.sign}\n{lines}\n".encode()

    @cached_property
    def packed(self) -> bytes:
        """Return the frame for a compressed stream. It does not depend on frames before it."""
        return pack(self.event)


def pack(data: bytes) -> bytes:
    """Deflate data so that it can follow anything in a compressed stream."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    return deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)


class Streams:
    """The viewers of all pages, at most `most` at once.

    `draw` renders the frame of a page at a snapshot of its game, or of a deleted game. If it raises GameNotFound or
    RecordDamaged, the streams of that page end. `may` returns whether a link or session still admits to a page. It is
    called again after a link was made or revoked. All methods are thread-safe.
    """

    def __init__(
        self, draw: Callable[[Page, Moment | None], Frame], may: Callable[[Page, Any], bool], most: int
    ) -> None:
        self._draw, self._may, self._most = draw, may, most
        self.most_in_group = most
        """Of one group of a host."""
        self.changes: Callable[[Collection[Group]], Mapping[Group, int | None]] = _changes
        """Return what `Store.changes` returns for each followed group. The value is None for a deleted group. A group
        that cannot be read at the moment is missing.
        """
        self.told: Callable[[int], None] = lambda _number: None
        """Told how many follow, whenever that changes."""
        self._seats: dict[Page, set[Seat]] = {}
        self._counted: Counter[Hashable] = Counter()
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._new: set[Page] = set()
        self._is_looking = False

    def __len__(self) -> int:
        """How many follow."""
        return self._counted[None]

    def seat(self, page: Page, sign: str, by: Hashable, device: str, *, packed: bool) -> Seat | None:
        """Return a place for a viewer who has `sign` of a page, or None if there is none left.

        `by` is the link or session that admitted the viewer. `device` is "" for the browser on this computer, which
        has no limit of its own. `is_full` tells whether the limit of the whole server was reached.
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
            seat = Seat(self, page, sign, by, counts, packed=packed)
            self._seats.setdefault(page, set()).add(seat)
            self.told(len(self))
            return seat

    @property
    def is_full(self) -> bool:
        """Whether the limit of the whole server is reached."""
        return len(self) >= self._most

    def forget(self, seat: Seat) -> None:
        """Give back a place."""
        with self._lock:
            seats = self._seats.get(seat.page, set())
            if seat in seats:
                seats.remove(seat)
                self._counted.subtract(seat.counts.keys())
                self._counted += Counter()  # those that are nought are let go of
                self.told(len(self))
            if not seats:
                self._seats.pop(seat.page, None)

    # --- changes ---------------------------------------------------------------------------------------

    def begin(self, loop: asyncio.AbstractEventLoop, page: Page) -> None:
        """Add a page with a new viewer, whose connection belongs to this loop."""
        with self._lock:
            self._loop = loop
            self._new.add(page)
            if not self._is_looking:  # nor is there, where no thread could be begun: the next who comes tries again
                threading.Thread(target=self._look_on, name="streams", daemon=True).start()
                self._is_looking = True

    def _look_on(self) -> None:
        """Look for changes while there is a viewer."""
        looks = Looks()
        while True:
            followed, new = self._followed()
            if not followed:
                return
            try:
                changes = self.changes(followed)
            except StoreUnavailable:
                changes = {}
            looks.keep(changes)
            looks.look_again(new)
            crowds = [len(self._seats_in(one)) for one, now in changes.items() if now and looks.changed(one, now)]
            if crowds:
                time.sleep(DELAY * min(1, max(crowds) / CROWD))
            for group, now in changes.items():
                if now is None:
                    self._tell(self._seats_in(group), None)
                    continue
                try:
                    self._look(group, now, looks)
                except StoreUnavailable:
                    looks.forget([group])  # looked at again
            time.sleep(EVERY)

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

    def _seats_in(self, group: Group) -> list[Seat]:
        with self._lock:
            return [seat for page, seats in self._seats.items() if page.group is group for seat in seats]

    def _look(self, group: Group, now: int, looks: Looks) -> None:
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
            except (GameNotFound, RecordDamaged):
                self._tell(seats, None)
                continue
            except StoreUnavailable:
                raise
            except Exception:  # an error in one page must not stop the updates of the others
                logger.exception("A page that is followed could not be drawn.")
                self._tell(seats, None)
                continue
            self._tell([seat for seat in seats if seat.sign != frame.sign], frame)

    def _tell(self, seats: list[Seat], frame: Frame | None) -> None:
        """Send a frame to these viewers and wait for all of them, so that a later frame cannot overtake it."""
        if seats and self._loop is not None:
            with contextlib.suppress(RuntimeError, CancelledError, TimeoutError):  # the loop has just come to its end
                asyncio.run_coroutine_threadsafe(_hand_round(seats, frame), self._loop).result(STUCK)


def _changes(groups: Collection[Group]) -> Mapping[Group, int | None]:
    return {group: group.store.changes() for group in groups}


async def _hand_round(seats: list[Seat], frame: Frame | None) -> None:
    for number, seat in enumerate(seats, 1):
        seat.give(frame)
        if number % BATCH == 0:
            await asyncio.sleep(0)


class Seat:
    """The subscription of a viewer to a page. After `flow` has started, only the event loop may use it."""

    def __init__(
        self, streams: Streams, page: Page, sign: str, by: Hashable, counts: Mapping[Hashable, int], *, packed: bool
    ) -> None:
        self.page, self.sign, self.by, self.counts = page, sign, by, counts
        self._streams, self._packed = streams, packed
        self._frame: Frame | None = None
        self._has_ended = False
        self._woken: asyncio.Event | None = None

    def give(self, frame: Frame | None) -> None:
        """Replace the frame that is not sent yet; None ends the stream."""
        self._has_ended |= frame is None
        if frame is not None:
            self._frame, self.sign = frame, frame.sign
        if self._woken is not None:
            self._woken.set()

    def opening(self, frame: Frame | None) -> bytes:
        """Return the first bytes of a stream, with a frame if the page has changed."""
        return (HEAD if self._packed else b"") + self._words(f"retry:{AGAIN}\n\n".encode(), frame)

    def _words(self, said: bytes, frame: Frame | None) -> bytes:
        told = (pack(said) if self._packed else said) if said else b""
        return told + (b"" if frame is None else frame.packed if self._packed else frame.event)

    async def flow(self, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]) -> None:
        """Send each new frame until the viewer is gone or the stream is old.

        Raise TimeoutError if the viewer reads nothing.
        """
        loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        if self._frame is not None or self._has_ended:  # since the page was asked for
            self._woken.set()
        gone = asyncio.ensure_future(receive())
        gone.add_done_callback(lambda _gone: self.give(None))
        self._streams.begin(loop, self.page)
        end = loop.time() + LIFE * uniform(0.9, 1)  # not all at once
        try:
            while not self._has_ended and loop.time() < end:
                body = await self._next()
                if body:
                    async with asyncio.timeout(STUCK):
                        await send({"type": "http.response.body", "body": body, "more_body": True})
            async with asyncio.timeout(STUCK):
                await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    async def _next(self) -> bytes:
        assert self._woken is not None
        try:
            async with asyncio.timeout(BEAT):
                await self._woken.wait()
        except TimeoutError:
            return self._words(b":\n\n", None)
        self._woken.clear()
        frame, self._frame = self._frame, None
        return b"" if self._has_ended else self._words(b"", frame)

    def leave(self) -> None:
        """Free the place for another viewer."""
        self._streams.forget(self)
