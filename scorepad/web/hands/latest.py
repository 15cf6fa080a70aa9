"""A cache of rendered parts of pages; an entry is valid as long as its game does not change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from scorepad.game.state.record import Game
from scorepad.newest import Newest
from scorepad.repository import StoredGame
from scorepad.web.groups.group import group
from scorepad.words import language

T = TypeVar("T")

FEW, MANY = 400, 3_000
"""The number of cached parts of pages, on a laptop and on a host.

A running game has 6 parts, together about 350 kB. 400 parts are enough for the tables of an evening and some archive
pages. 3,000 parts are enough for 200 tables in two languages.
"""

MOST_BYTES = 32 * 1024 * 1024
"""The most bytes of all cached texts; a long sheet takes 60 kB."""

KEPT: Newest[Hashable, tuple[Game, Any]] = Newest(
    FEW, most_weight=MOST_BYTES, weight=lambda kept: sys.getsizeof(kept[1])
)


def for_many_tables() -> None:
    """Enlarge the cache for a host with many tables, which has the memory for it."""
    KEPT.most = MANY


class Latest(Generic[T]):
    """A decorator that caches the result of a function of a game; may be used by many threads.

    The key is the language, the group, the game, and all other arguments.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self.anew = make

    def __call__(self, stored: StoredGame, *told: Hashable) -> T:
        key = self, language(), group().key, stored.game_id, *told
        entry = KEPT.get(key)
        if entry is None or entry[0] is not stored.game:
            entry = KEPT.keep(key, (stored.game, self.anew(stored, *told)))
        result: T = entry[1]
        return result
