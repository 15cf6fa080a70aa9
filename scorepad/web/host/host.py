"""A host with its groups, the pool of open groups, and the routing of requests to groups."""

from __future__ import annotations

import contextlib
import copy
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING

from flask import current_app, request
from werkzeug.wsgi import ClosingIterator

from scorepad.errors import GroupNotFound, StoreUnavailable, too_many_open
from scorepad.store import KEY
from scorepad.store.groups import Groups
from scorepad.util import thread_slots
from scorepad.web.auth.login import TRIES, RateLimit
from scorepad.web.groups.group import GROUP, Group, root_of
from scorepad.web.groups.links import OwnerLinks
from scorepad.web.host.limits import HOUR, Limits
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Host:
    """A host: its groups, its public address, its limits, and the pool of open groups.

    At most `most` groups are open at the same time. The admin deletes backups after `copies_days` days, None if
    unknown.
    """

    def __init__(self, groups: Groups, address: str, most: int, limits: Limits, copies_days: int | None = None) -> None:
        self.groups, self.address, self.limits, self.copies_days = groups, address, limits, copies_days
        self.opened = GroupPool(groups, most)
        self.is_outdated = False
        self.end: Callable[[], None] = lambda: None
        """A function that stops the server after the requests under way."""
        self.wrong = RateLimit(max(limits.wrong, TRIES), HOUR)
        self.begun = {kind: RateLimit(limits.groups, HOUR) for kind in ("group", "demonstration")}

    def wait_to_begin(self, kind: str) -> int:
        """Return the seconds until this address may create another group or demonstration. If 0, count this one."""
        tries, address = self.begun[kind], request.remote_addr or ""
        wait = tries.wait(address)
        if not wait:
            tries.count(address)
        return wait

    def stop_outdated(self) -> None:
        """Stop this process, because a newer Scorepad has opened a group and this one could damage it."""
        self.is_outdated = True
        self.end()


def host() -> Host:
    """Return the host of the current request."""
    current: Host = current_app.extensions["scorepad_host"]
    return current


def backup_retention_text() -> str:
    """Return a sentence on how long deleted data stays in the admin's backups."""
    days = host().copies_days
    if days is None:
        return _("The server’s administrator may store backups of everything, and knows for how long.")
    return ngettext(
        "The server’s administrator stores backups of everything for %(num)s day.",
        "The server’s administrator stores backups of everything for %(num)s days.",
        days,
    ) % {"num": days}


# --- pool of open groups ----------------------------------------------------------------------------------


class OpenGroup(Group):
    """A group that is open on a host."""

    def __init__(self, groups: Groups, key: str) -> None:
        self.which = groups.which(key) if key else None
        """The identity of the stored group, read before opening. So the next request notices if it was replaced."""
        store = groups.open(key) if key else groups.stranger()
        try:
            super().__init__(store, OwnerLinks(store, root_of(key)), key)
        except BaseException:
            store.close()
            raise


class GroupPool:
    """A pool of at most `most` open groups, which closes the least recently used one to open another.

    A request leases a group and gives it back. A group in use stays open. `is_needed` returns whether a group must stay
    open without a request.
    """

    def __init__(self, groups: Groups, most: int, is_needed: Callable[[Group], bool] = lambda _group: False) -> None:
        self._groups, self._most, self.is_needed = groups, most, is_needed
        self._open: OrderedDict[str, OpenGroup] = OrderedDict()
        self._opening: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()
        self._nobody = OpenGroup(groups, "")

    def __len__(self) -> int:
        return len(self._open)

    def take(self, key: str) -> OpenGroup:
        """Lease the group with this key until `give_back`.

        For an unknown key, return an empty group, which answers like any group to a client without a link. Raise
        StoreUnavailable if the group cannot be opened.
        """
        self._look(key)
        with self._lock:
            if group := self._taken(key):
                return group
            turn = self._opening.setdefault(key, threading.Lock())
        try:
            if not self._groups.has(key):
                return self.stranger(key)
            with thread_slots.locked(turn):  # one lock per group: requests for other groups do not wait
                return self._get_or_open(key)
        finally:
            self._opening.pop(key, None)

    @contextlib.contextmanager
    def lease(self, key: str) -> Iterator[Group]:
        """Lease the group with this key for a `with` block. Raise GroupNotFound if there is none."""
        if not self._groups.has(key):
            raise GroupNotFound(key)
        group = self.take(key)
        try:
            yield group
        finally:
            self.give_back(group)

    def give_back(self, group: Group) -> None:
        """End the lease of a group."""
        with self._lock:
            group.uses -= 1
            self._close_if_unused(group)

    def close(self) -> None:
        """Close all open groups."""
        for group in [*self._open.values(), self._nobody]:
            group.store.close()
        self._open.clear()

    def forget(self, key: str) -> None:
        """Close a deleted group. Later requests for it get the empty group of an unknown key."""
        with self._lock:
            group = self._open.pop(key, None)
        if group is not None:
            group.store.close()

    def changes(self, groups: Collection[Group]) -> dict[Group, int | None]:
        """Return what `Store.changes` returns for each of these groups.

        The value is None for a group that was deleted, moved or replaced. A group that cannot be read at the moment
        is missing.
        """
        states = self._groups.changes({group.key: group.store for group in groups})
        result: dict[Group, int | None] = {}
        for group in groups:
            which, changes = states.get(group.key, (None, 0))
            opened = self._open.get(group.key)
            if opened is None or opened is not group or self._was_replaced(opened, which):
                result[group] = None
            elif group.key in states:
                result[group] = changes
        return result

    def _was_replaced(self, group: OpenGroup, now: Hashable | None) -> bool:
        """Return whether the stored group was replaced, deleted or moved since it was opened. `now` is its identity."""
        if now is None:  # if the file is only missing, the group itself reports it
            return not self._groups.has(group.key) or self._groups.has_moved(group.key)
        return now != group.which

    def _look(self, key: str) -> None:
        """Remove a replaced group from the pool, and close it once no request uses it."""
        group = self._open.get(key)
        if group is not None and self._was_replaced(group, self._groups.which(key)):
            with self._lock:
                if self._open.get(key) is group:
                    del self._open[key]
                    self._close_if_unused(group)

    def _close_if_unused(self, group: Group) -> None:
        """Close a group that has left the pool, after its last request.

        The lease of the empty group of an unknown key is not counted.
        """
        if group.uses == 0 and self._open.get(group.key) is not group:
            group.store.close()

    def _taken(self, key: str) -> OpenGroup | None:
        group = self._open.get(key)
        if group is not None:
            self._open.move_to_end(key)
            group.uses += 1
        return group

    def _get_or_open(self, key: str) -> OpenGroup:
        with self._lock:
            if pooled := self._taken(key):
                return pooled
            while len(self._open) >= self._most:
                idle = (key for key, group in self._open.items() if not group.uses and not self.is_needed(group))
                if (closed := next(idle, None)) is None:
                    raise too_many_open()
                self._open.pop(closed).store.close()
        group = OpenGroup(self._groups, key)
        group.uses = 1
        with self._lock:
            self._open[key] = group
        return group

    def stranger(self, key: str) -> OpenGroup:
        """Return an empty group with this key. It need not be given back."""
        stranger = copy.copy(self._nobody)
        stranger.key = key
        return stranger


# --- routing to groups ------------------------------------------------------------------------------------

FAILURE = "scorepad.failure"
"""The key in the WSGI environment of the error that prevented opening a group. The public pages render it."""

_GROUP_PATH = re.compile(rf"/g/({KEY.pattern})(/.*)", re.DOTALL)


def route_groups(front: WSGIApplication, pages: WSGIApplication, opened: GroupPool) -> WSGIApplication:
    """Route /g/<key>/… to `pages`, also for unknown groups, and every other path to `front`."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        match = _GROUP_PATH.fullmatch(environ["PATH_INFO"])
        if match is None:
            return front(environ, start_response)
        key, path = match.groups()
        try:
            # Static files need no open group: they are the same for all groups, and a page still loads its scripts.
            group = opened.stranger(key) if path.startswith("/static/") else opened.take(key)
        except StoreUnavailable as error:
            environ[FAILURE] = error
            return front(environ, start_response)
        environ |= {GROUP: group, "SCRIPT_NAME": root_of(key), "PATH_INFO": path}
        with contextlib.ExitStack() as stack:
            stack.callback(opened.give_back, group)
            pieces = pages(environ, start_response)
            stack.callback(getattr(pieces, "close", lambda: None))
            return ClosingIterator((piece for piece in pieces), stack.pop_all().close)

    return answer
