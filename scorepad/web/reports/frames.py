"""What a page that somebody looks at shows of a game: drawn once a version, for all who ask and all who follow."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from flask import current_app, render_template
from markupsafe import Markup

from scorepad.newest import Newest
from scorepad.repository import StoredGame
from scorepad.web.groups.group import group
from scorepad.web.server.streams import Frame, Page
from scorepad.words import language

MOST_KEPT = 256
"""Frames; that of a long game's sheet takes 40 kB, that of a table view 5. Of more pages that are followed at once each
would be drawn anew whenever all of them are looked at."""


class Shown(NamedTuple):
    """The parts of a page that change, each an element with an id, and all of them as a frame."""

    title: Markup
    this: Markup
    board: Markup
    frame: Frame


class Frames:
    """Frames by what they show. May be called from many threads."""

    def __init__(self) -> None:
        self._kept: Newest[tuple[object, ...], Shown] = Newest(MOST_KEPT)
        self._lock = threading.RLock()

    def get(self, page: Page, mark: tuple[object, ...], draw: Callable[[], Shown]) -> Shown:
        """The frame of a page at this mark of its game, drawn now unless it is kept."""
        with self._lock:
            return self._kept.keep((page, *mark), self._kept.get((page, *mark)) or draw())


def shown(kind: str, stored: StoredGame, sign: str, draw: Callable[[], tuple[str, str, str]]) -> Shown:
    """The frame of a kind of page; `draw` gives its title, what stands in the bar and the board."""

    def drawn() -> Shown:
        title, this, board = (Markup(one) for one in draw())
        return Shown(title, this, board, Frame(sign, f"<title>{title}</title>{this}{board}"))

    frames: Frames = current_app.extensions["scorepad_frames"]
    return frames.get(Page(group(), stored.game_id, kind, language()), (sign, stored.hash), drawn)


def drawn_parts(kind: str, **words: Any) -> tuple[str, str, str]:
    """The title, what stands in the bar and the board of a kind of page; "" for a title that stays as it is."""
    title = "" if kind == "standings" else render_template("games/_title.html", **words)
    this, board = (render_template(f"reports/_{kind}_{part}.html", **words) for part in ("this", "board"))
    return title, this, board
