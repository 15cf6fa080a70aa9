"""The groups that are open: as many as there are files for. The one that was used longest ago is closed for another.

A group is taken for a request and given back after it; one that is in use, or that somebody follows, stays open. One
that another worker has thrown away, that went elsewhere, or in the place of whose file lies another, is let go of when
it is next asked for.
"""

from __future__ import annotations

import contextlib
import copy
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator

from scorepad import aside
from scorepad.errors import GroupNotFound, too_many_open
from scorepad.store.groups import Groups
from scorepad.web.groups.group import Group, root_of
from scorepad.web.groups.owners import OwnerLinks


class Opened:
    """The open ones of `groups`, `most` of them. `is_needed` tells of a group that is in no request whether it has to
    stay. All methods may be called from many threads."""

    def __init__(self, groups: Groups, most: int, is_needed: Callable[[Group], bool] = lambda _group: False) -> None:
        self._groups, self._most, self.is_needed = groups, most, is_needed
        self._open: OrderedDict[str, Group] = OrderedDict()
        self._files: dict[Group, Hashable | None] = {}
        self._leaving: set[Group] = set()
        self._uses: Counter[Group] = Counter()
        self._opening: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()
        self._nobody = _group_over(groups, "")

    def __len__(self) -> int:
        return len(self._open)

    def take(self, key: str) -> Group:
        """The group of this key, to be given back; for one that is not there a group without games, which answers as
        any other does whoever has no link. StoreUnavailable where it cannot be opened."""
        self._look(key)
        with self._lock:
            found = self._taken(key)
            turn = self._opening.setdefault(key, threading.Lock()) if found is None else None
        if found is not None:
            return found
        if not self._groups.has(key):
            self._opening.pop(key, None)
            return self.stranger(key)
        assert turn is not None
        with aside.turn(turn):  # one opens it, others wait: and only who asks for this group
            try:
                return self._found_or_opened(key)
            finally:
                self._opening.pop(key, None)

    @contextlib.contextmanager
    def lease(self, key: str) -> Iterator[Group]:
        """The group of this key for a while; GroupNotFound where there is none."""
        if not self._groups.has(key):
            raise GroupNotFound(key)
        group = self.take(key)
        try:
            yield group
        finally:
            self.give_back(group)

    def give_back(self, group: Group) -> None:
        """A request is over."""
        with self._lock:
            self._uses[group] -= 1
            if self._uses[group] <= 0:
                del self._uses[group]
                self._close_left(group)

    def close(self) -> None:
        """Close all of them."""
        for group in [*self._open.values(), *self._leaving, self._nobody]:
            group.store.close()
        self._open.clear()

    def forget(self, key: str) -> None:
        """Let go of a group that is thrown away; whoever is in it finds nothing any more."""
        with self._lock:
            group = self._open.pop(key, None)
        if group is not None:
            self._files.pop(group, None)
            group.store.close()

    def changes(self, groups: Collection[Group]) -> dict[Group, int | None]:
        """What `Store.changes` says of each of these groups, which are or were open; None of one that is thrown away or
        went elsewhere, or in the place of whose games others are, and nothing of one that cannot be asked just now."""
        told = self._groups.changes({group.key: group.store for group in groups})
        found: dict[Group, int | None] = {}
        for group in groups:
            which, changes = told.get(group.key, (None, 0))
            if self._open.get(group.key) is not group or self._is_another(group, which):
                found[group] = None
            elif group.key in told:
                found[group] = changes
        return found

    def _is_another(self, group: Group, now: Hashable | None) -> bool:
        """Whether a group is not the one any more which was opened, where `now` tells which one is there."""
        if now is None:  # where the file alone is gone, the group itself tells of it
            return not self._groups.has(group.key) or self._groups.has_moved(group.key)
        return now != self._files.get(group, now)

    def _look(self, key: str) -> None:
        """Let go of a group that is not the one any more which was opened, once nobody is in it."""
        group = self._open.get(key)
        if group is not None and self._is_another(group, self._groups.which(key)):
            with self._lock:
                if self._open.get(key) is group:
                    del self._open[key]
                    self._leaving.add(group)
                    self._close_left(group)

    def _close_left(self, group: Group) -> None:
        if group in self._leaving and group not in self._uses:
            self._leaving.discard(group)
            self._files.pop(group, None)
            group.store.close()

    def _taken(self, key: str) -> Group | None:
        found = self._open.get(key)
        if found is not None:
            self._open.move_to_end(key)
            self._uses[found] += 1
        return found

    def _found_or_opened(self, key: str) -> Group:
        with self._lock:
            found = self._taken(key)
            if found is not None:
                return found
            self._make_room()
        which = self._groups.which(key)  # before it is opened: another one meanwhile is noticed the next time
        group = _group_over(self._groups, key)
        self._files[group] = which
        with self._lock:
            before = self._open.setdefault(key, group)
            self._uses[before] += 1
        if before is not group:
            del self._files[group]
            group.store.close()
        return before

    def _make_room(self) -> None:
        while len(self._open) >= self._most:
            idle = (one for one, group in self._open.items() if group not in self._uses and not self.is_needed(group))
            key = next(idle, None)
            if key is None:
                raise too_many_open()
            group = self._open.pop(key)
            self._files.pop(group, None)
            group.store.close()

    def stranger(self, key: str) -> Group:
        """As the group of this key would be, had it no games; to be given back or not."""
        stranger = copy.copy(self._nobody)
        stranger.key = key
        return stranger


def _group_over(groups: Groups, key: str) -> Group:
    store = groups.open(key) if key else groups.stranger()
    try:
        return Group(store, OwnerLinks(store, root_of(key)), key)
    except BaseException:
        store.close()
        raise
