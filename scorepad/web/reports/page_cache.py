"""A cache of rendered parts of pages; an entry is valid as long as its game does not change."""

import sys
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from scorepad.repository import StoredGame
from scorepad.util.lru_cache import LruCache
from scorepad.web.groups.group import group
from scorepad.words import language

T = TypeVar("T")

LAPTOP_ENTRIES, HOST_ENTRIES = 400, 3_000
"""The number of cached parts of pages, on a laptop and on a host.

A running game has 6 parts, together about 350 kB. 400 parts are enough for the tables of an evening and some archive
pages. 3,000 parts are enough for 200 tables in two languages.
"""

MOST_BYTES = 32 * 1024 * 1024
"""The most bytes of all cached texts; a long sheet takes 60 kB."""

PAGE_CACHE: LruCache[Hashable, tuple[Hashable, Any]] = LruCache(
    LAPTOP_ENTRIES, most_weight=MOST_BYTES, weight=lambda kept: sys.getsizeof(kept[1])
)


def enlarge_cache() -> None:
    """Enlarge the cache for a host with many tables, which has the memory for it."""
    PAGE_CACHE.most = HOST_ENTRIES


class CachedPerGame(Generic[T]):
    """A decorator that caches the result of a function of a game; may be used by many threads.

    The key is the language, the group, the game, and all other arguments.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self.anew = make

    def __call__(self, stored: StoredGame, *hashable: Hashable) -> T:
        key = self, language(), group().key, stored.game_id, *hashable
        state = stored.version, stored.hash  # not the game, which an old part would keep in memory
        entry = PAGE_CACHE.get(key)
        if entry is None or entry[0] != state:
            entry = PAGE_CACHE.keep(key, (state, self.anew(stored, *hashable)))
        result: T = entry[1]
        return result
