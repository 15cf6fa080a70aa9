"""A cache for results that take long to render: sheets, cards, pictures, game files.

Rendering a sheet takes as long as ten pages. Without limits, a viewer could occupy all threads of the server and block
the scorer. Therefore only one thread renders at a time. A limited number of requests wait for it, and fewer per link.
"""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple, TypeVar

from flask import current_app, g, render_template, request, session
from markupsafe import Markup

from scorepad.errors import TooBusy
from scorepad.repository import StoredGame
from scorepad.util import thread_slots
from scorepad.util.lru_cache import LruCache
from scorepad.web.auth.login import SESSION_LINKS
from scorepad.web.groups.group import group
from scorepad.web.groups.links import Role
from scorepad.web.server.streams import Frame, Page
from scorepad.words import _, language

MOST_KEPT = 128
"""The most cached drawings: the sheets, rules and cards of some tables, with their paper options."""

MOST_BYTES = 16 * 1024 * 1024
"""The most bytes of all cached drawings; a sheet takes 30 kB. The cache always keeps the latest drawing."""

MOST_WAITING = 16
"""The most requests that render or wait: a quarter of the server's threads, so that the others can record.

A host may set a lower limit.
"""

MOST_EACH = 8
"""The most of these requests by one link, or by one address without a link."""

T = TypeVar("T")


class Drawings:
    """A cache of drawings with a queue; all methods are thread-safe."""

    def __init__(self, most_kept: int = MOST_KEPT, most_bytes: int = MOST_BYTES) -> None:
        self.most_waiting = self.most_in_group = MOST_WAITING
        self._kept: LruCache[Hashable, bytes] = LruCache(most_kept, most_weight=most_bytes, weight=len)
        self._waiting: Counter[Hashable] = Counter()
        self._lock = threading.Lock()  # guards the counts of waiting requests
        self._turn = threading.Lock()  # held by the thread that renders

    def get(self, what: Hashable, draw: Callable[[], bytes], asker: str, group: str = "") -> bytes:
        """Return the drawing for the key `what`, from the cache or rendered now.

        Raise TooBusy if too many requests wait already.
        """
        drawing = self._kept.get(what)
        if drawing is not None:
            return drawing
        with self.waiting(asker, group), thread_slots.locked(self._turn):
            drawing = self._kept.get(what)  # another thread may have rendered it
            return self._kept.keep(what, draw()) if drawing is None else drawing

    @contextlib.contextmanager
    def waiting(self, asker: str, group: str = "") -> Iterator[None]:
        """Count a request among the waiting ones, in total and of its group; raise TooBusy above a limit."""
        limits: dict[Hashable, int] = {None: self.most_waiting, ("asker", asker): MOST_EACH}
        if group:
            limits["group", group] = self.most_in_group
        with self._lock:
            if any(self._waiting[key] >= most for key, most in limits.items()):
                raise TooBusy(_("Too many sheets and pictures are being created. Try again in a moment."))
            self._waiting.update(limits.keys())
        try:
            yield
        finally:
            with self._lock:
                self._waiting.subtract(limits.keys())
                self._waiting += Counter()  # removes entries of 0

    def in_turn(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Yield pieces that are rendered one by one.

        Other requests can render between two pieces, and while a piece is sent.
        """
        while True:
            with thread_slots.locked(self._turn):
                piece = next(pieces, None)
            if piece is None:
                return
            yield piece


def drawings() -> Drawings:
    """Return the drawings of this application."""
    extension: Drawings = current_app.extensions["scorepad_drawings"]
    return extension


def cached_drawing(draw: Callable[[], bytes], *what: Hashable) -> bytes:
    """Return the cached result of `draw` for the key `what`, which covers all content except the language."""
    return drawings().get((language(), group().key, *what), draw, client_key(), group().key)


def count_waiting() -> contextlib.AbstractContextManager[None]:
    """Count this request among the waiting ones; raise TooBusy if too many wait."""
    return drawings().waiting(client_key(), group().key)


def client_key() -> str:
    """Return the link of this request, or its IP address; requests with the same one share a limit."""
    link = session.get(SESSION_LINKS, {}).get((request.view_args or {}).get("game_id"))
    return link if link and g.role < Role.OWNER else request.remote_addr or ""


MOST_FRAMES = 256
"""The most cached frames; a frame takes 40 kB for the sheet of a long game, 5 kB for a table view.

With more pages followed at the same time, each is rendered again for every viewer.
"""


class PageParts(NamedTuple):
    """The parts of a page that change, each an element with an id, and all of them as a frame."""

    title: Markup
    this: Markup
    board: Markup
    frame: Frame


_FRAMES: LruCache[tuple[Page, str, str], PageParts] = LruCache(MOST_FRAMES)
_DRAWING = threading.RLock()


def follow_page(kind: str, stored: StoredGame, shown: PageParts) -> str:
    """Return a page of this kind, which updates with its game."""
    game = stored.game
    return render_template(
        f"reports/{kind}.html", game_id=stored.game_id, game=game, sheet=game.sheet, names=game.names, shown=shown
    )


def cached_parts(kind: str, stored: StoredGame, sign: str, words: Callable[[], dict[str, Any]]) -> PageParts:
    """Return the changing parts of a page, from the cache or rendered with the game and these `words`."""
    key = Page(group(), stored.game_id, kind, language()), sign, stored.hash
    with _DRAWING:
        parts = _FRAMES.get(key)
        return _FRAMES.keep(key, render_parts(kind, stored, sign, **words())) if parts is None else parts


def render_parts(kind: str, stored: StoredGame, sign: str, **words: Any) -> PageParts:
    """Render the title, the status bar and the board of a kind of page; the title is "" if it does not change."""
    game, sheet = stored.game, stored.game.sheet
    known = {"game_id": stored.game_id, "game": game, "sheet": sheet, "names": game.names, "hand": sheet.open_hand}
    title, this, board = (
        Markup(render_template(template, **known, sign=sign, **words)) if template else Markup()
        for template in (
            "games/_title.html" if kind != "standings" else "",
            *(f"reports/_{kind}_{part}.html" for part in ("this", "board")),
        )
    )
    return PageParts(title, this, board, Frame(sign, f"<title>{title}</title>{this}{board}"))
