"""What takes long to draw or write – sheets, cards, pictures, game files – is kept for whoever asks next.

Drawing a sheet takes the time of ten pages. Whoever holds a link to look could keep every thread of the server busy
with it, and the scorer waiting: so one drawing is under way at a time, few wait for it, and of one link fewer still.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple, TypeVar

from flask import current_app, g, render_template, request, session
from markupsafe import Markup

from scorepad import aside
from scorepad.errors import TooManyDrawings
from scorepad.newest import Newest
from scorepad.repository import StoredGame
from scorepad.web.auth.login import HOLDS
from scorepad.web.groups.group import group
from scorepad.web.groups.links import Role
from scorepad.web.server.streams import Frame, Page
from scorepad.words import language

MOST_KEPT = 128
"""Drawings: the sheet of a game, its rules and its cards, of some tables, as they like their paper."""

MOST_BYTES = 16 * 1024 * 1024
"""Of all that are kept; a sheet takes 30 kB. The one drawn last is kept whatever it takes."""

MOST_WAITING = 16
"""For a drawing, whoever draws it counted: a quarter of the server's threads, the others are for writing. A host may
let fewer wait."""

MOST_EACH = 8
"""Of them by one link, or from one address that came by none."""

T = TypeVar("T")


class Drawings:
    """Drawings kept by what they show. All methods may be called from many threads."""

    def __init__(self, most_kept: int = MOST_KEPT, most_bytes: int = MOST_BYTES) -> None:
        self.most_waiting = self.most_in_group = MOST_WAITING
        self._kept: Newest[Hashable, bytes] = Newest(most_kept, most_weight=most_bytes, weight=len)
        self._waiting: Counter[Hashable] = Counter()
        self._lock = threading.Lock()  # of who waits
        self._turn = threading.Lock()  # of who draws

    def get(self, what: Hashable, draw: Callable[[], bytes], asker: str, group: str = "") -> bytes:
        """The drawing of `what`, drawn now unless it is kept. TooManyDrawings where too many wait already."""
        found = self._kept.get(what)
        if found is not None:
            return found
        with self.waiting(asker, group), aside.turn(self._turn):
            found = self._kept.get(what)  # drawn while we waited
            return self._kept.keep(what, draw()) if found is None else found

    @contextlib.contextmanager
    def waiting(self, asker: str, group: str = "") -> Iterator[None]:
        """A place among those who wait, and among those of a group of a host. TooManyDrawings without one."""
        places: dict[Hashable, int] = {None: self.most_waiting, ("asker", asker): MOST_EACH}
        if group:
            places["group", group] = self.most_in_group
        with self._lock:
            if any(self._waiting[what] >= most for what, most in places.items()):
                raise TooManyDrawings
            self._waiting.update(places.keys())
        try:
            yield
        finally:
            with self._lock:
                self._waiting.subtract(places.keys())
                self._waiting += Counter()  # forgets whoever does not wait

    def in_turn(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """What is drawn piece by piece; others may have their turn between two of them, and while one is sent."""
        while True:
            with aside.turn(self._turn):
                piece = next(pieces, None)
            if piece is None:
                return
            yield piece


def drawings() -> Drawings:
    """The drawings of this application."""
    found: Drawings = current_app.extensions["scorepad_drawings"]
    return found


def drawn(draw: Callable[[], bytes], *what: Hashable) -> bytes:
    """What `draw` gives, or gave for the same `what` before: all that shows in the drawing, but for the language."""
    return drawings().get((language(), group().key, *what), draw, asker(), group().key)


def waiting() -> contextlib.AbstractContextManager[None]:
    """A place among those who wait, for whoever asks. TooManyDrawings without one."""
    return drawings().waiting(asker(), group().key)


def asker() -> str:
    """Whose requests count together: those of a link, else those of an address."""
    link = session.get(HOLDS, {}).get((request.view_args or {}).get("game_id"))
    return link if link and g.role < Role.OWNER else request.remote_addr or ""


MOST_FRAMES = 256
"""Frames; that of a long game's sheet takes 40 kB, that of a table view 5. Of more pages that are followed at once each
would be drawn anew whenever all of them are looked at."""


class Shown(NamedTuple):
    """The parts of a page that change, each an element with an id, and all of them as a frame."""

    title: Markup
    this: Markup
    board: Markup
    frame: Frame


_FRAMES: Newest[tuple[Page, str, str], Shown] = Newest(MOST_FRAMES)
_DRAWING = threading.RLock()


def follow_page(kind: str, stored: StoredGame, shown: Shown) -> str:
    """Return a page of this kind, which follows its game."""
    game = stored.game
    return render_template(
        f"reports/{kind}.html", game_id=stored.game_id, game=game, sheet=game.sheet, names=game.names, shown=shown
    )


def shown(kind: str, stored: StoredGame, sign: str, words: Callable[[], dict[str, Any]]) -> Shown:
    """Return what changes of a page as it is kept, else drawn with the game and these `words`."""
    what = Page(group(), stored.game_id, kind, language()), sign, stored.hash
    with _DRAWING:
        found = _FRAMES.get(what)
        return _FRAMES.keep(what, drawn_parts(kind, stored, sign, **words())) if found is None else found


def drawn_parts(kind: str, stored: StoredGame, sign: str, **words: Any) -> Shown:
    """Draw the title, what stands in the bar and the board of a kind of page; "" for a title that stays as it is."""
    game, sheet = stored.game, stored.game.sheet
    known = {"game_id": stored.game_id, "game": game, "sheet": sheet, "names": game.names, "hand": sheet.open_hand}
    title, this, board = (
        Markup(render_template(template, **known, sign=sign, **words)) if template else Markup()
        for template in (
            "games/_title.html" if kind != "standings" else "",
            *(f"reports/_{kind}_{part}.html" for part in ("this", "board")),
        )
    )
    return Shown(title, this, board, Frame(sign, f"<title>{title}</title>{this}{board}"))
