"""What a host lets others do: the defaults are such that no table ever meets them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Response, render_template, request

from scorepad.store.groups import Groups
from scorepad.web.auth.login import again_in
from scorepad.web.host.tries import SharedTries
from scorepad.words import _

HOUR = 3600.0
A_DAY = 86400.0
"""Seconds for which a demonstration is kept."""


@dataclass(frozen=True)
class Limits:
    """What a host lets others do."""

    groups: int = 20
    """Groups begun in an hour from one address; demonstrations count apart."""
    wrong: int = 100
    """Links, keys and recovery codes that open nothing, likewise."""
    games: int = 100_000
    """That a group keeps beside those in its bin."""
    megabytes: int = 2_000
    """That they take on the disk, without copies."""
    lookers: int = 2_000
    """Who follow the games of a group at once; more ask every few seconds instead."""
    prints: int = 64
    """Who wait at once for a sheet, a picture or a zip, each worker's share at most what its threads allow."""
    prints_a_group: int = 8
    """Of them in one group."""

    def share(self, workers: int) -> Limits:
        """What each of so many workers lets others do: it counts for itself who looks on and who waits for a print, and
        two of a group may always wait where that is allowed at all."""
        a_group = min(self.prints_a_group, max(2, -(-self.prints_a_group // workers)))
        return replace(
            self, lookers=-(-self.lookers // workers), prints=-(-self.prints // workers), prints_a_group=a_group
        )


class Begun:
    """Groups and demonstrations begun, by address. May be used by many threads."""

    def __init__(self, groups: Groups, limits: Limits) -> None:
        kinds = ("group", "demonstration")
        self._kinds = {kind: SharedTries(groups, kind, limits.groups, HOUR) for kind in kinds}

    def wait(self, kind: str) -> int:
        """Seconds until whoever asks may begin another; 0 where they may now, which counts."""
        tries, address = self._kinds[kind], request.remote_addr or ""
        wait = tries.wait(address)
        if not wait:
            tries.count(address)
        return wait

    def tidy(self) -> None:
        """Forget the addresses that have not begun anything for so long."""
        for tries in self._kinds.values():
            tries.tidy()


def refused(why: str, seconds: int) -> Response:
    """The page of whoever has to wait, with how long."""
    page = render_template("host/failure.html", heading=_("Too often"), text=f"{why} {again_in(seconds)}")
    return Response(page, 429, {"Retry-After": str(seconds)})
