"""A host as its pages know it: its groups, the open ones, what it limits."""

from __future__ import annotations

from collections.abc import Callable

from flask import current_app

from scorepad.store.groups import Groups
from scorepad.web.auth.login import TRIES
from scorepad.web.host.limits import HOUR, Begun, Limits
from scorepad.web.host.opened import Opened
from scorepad.web.host.tries import SharedTries
from scorepad.words import _, ngettext


class Host:
    """The groups of `groups` at an `address`, as `public_address` writes it; `most` of them open at once. Whoever runs
    it holds copies of all of it for so many days, None where they do not say."""

    def __init__(self, groups: Groups, address: str, most: int, limits: Limits, copies_days: int | None = None) -> None:
        self.groups, self.address, self.limits, self.copies_days = groups, address, limits, copies_days
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


def held() -> str:
    """How long what was thrown away is in copies of whoever runs the host, in a sentence."""
    days = host().copies_days
    if days is None:
        return _("Whoever runs this host may hold copies of all of it; they know for how long.")
    return ngettext(
        "Whoever runs this host holds copies of all of it for %(num)s day.",
        "Whoever runs this host holds copies of all of it for %(num)s days.",
        days,
    ) % {"num": days}
