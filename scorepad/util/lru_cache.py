"""An LRU cache."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class LruCache(Generic[K, T]):
    """A thread-safe LRU cache, bounded by the number of entries and by their total weight.

    It removes the least recently used entries first, and never the newest one.
    """

    def __init__(self, most: int, *, most_weight: int = 0, weight: Callable[[T], int] = lambda _thing: 0) -> None:
        self.most, self._most_weight, self._weight = most, most_weight, weight
        self._kept: OrderedDict[K, tuple[T, int]] = OrderedDict()
        self._all = 0
        self._lock = threading.Lock()

    def get(self, key: K) -> T | None:
        """Return the value of this key, or None."""
        with self._lock:
            entry = self._kept.get(key)
            if entry is None:
                return None
            self._kept.move_to_end(key)
            return entry[0]

    def keep(self, key: K, thing: T) -> T:
        """Store a value under this key and return it."""
        weight = self._weight(thing)
        with self._lock:
            self._all += weight - self._kept.pop(key, (thing, 0))[1]
            self._kept[key] = thing, weight
            while len(self._kept) > self.most or (self._all > self._most_weight and len(self._kept) > 1):
                _key, (_thing, weight) = self._kept.popitem(last=False)
                self._all -= weight
        return thing

    def clear(self) -> None:
        """Remove all entries."""
        with self._lock:
            self._kept.clear()
            self._all = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: object) -> bool:
        return key in self._kept
