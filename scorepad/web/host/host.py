"""A host as its pages know it: its groups, the open ones, what it limits."""

from __future__ import annotations

from collections.abc import Callable

from flask import current_app

from scorepad.store.groups import Groups
from scorepad.web.auth.login import TRIES
from scorepad.web.host.limits import HOUR, Begun, Limits
from scorepad.web.host.opened import Opened
from scorepad.web.host.tries import SharedTries


class Host:
    """The groups of `groups` at an `address`, as `public_address` writes it; `most` of them open at once."""

    def __init__(self, groups: Groups, address: str, most: int, limits: Limits) -> None:
        self.groups, self.address, self.limits = groups, address, limits
        self.opened = Opened(groups, most)
        self.begun = Begun(groups, limits)
        self.is_outdated = False
        self.end: Callable[[], None] = lambda: None
        """Have the server come to its end, which answers what was asked before."""
        self.wrong = SharedTries(groups, "wrong", max(limits.wrong, TRIES), HOUR)

    def meet_newer(self) -> None:
        """A newer Scorepad has opened a group: this one writes nothing more that might be amiss there, and ends."""
        self.is_outdated = True
        self.end()

    def close(self) -> None:
        """Close what is open."""
        self.opened.close()


def host() -> Host:
    """The host that is asked."""
    found: Host = current_app.extensions["scorepad_host"]
    return found
