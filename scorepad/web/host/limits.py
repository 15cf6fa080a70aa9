"""The limits of a host. No table reaches the defaults.

Attempts of an address are counted across all workers. A running game goes on even if its group is full.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, ip_address, ip_network
from math import ceil

from flask import Flask, Response, render_template, request

from scorepad.errors import GroupFull
from scorepad.store.groups import Groups
from scorepad.store.sql.engine import TallyUnavailable
from scorepad.web.auth.login import Tries, again_in
from scorepad.web.groups.group import group
from scorepad.web.groups.links import derived
from scorepad.words import _

HOUR = 3600.0
A_DAY = 86400.0
"""Seconds until a demonstration is deleted."""


@dataclass(frozen=True)
class Limits:
    """What a host lets others do."""

    groups: int = 20
    """Groups begun in an hour from one address; demonstrations count apart."""
    wrong: int = 100
    """Links, keys and recovery codes that open nothing, likewise."""
    games: int = 100_000
    """Games of a group, without its trash."""
    megabytes: int = 2_000
    """That they take on the disk, without copies."""
    lookers: int = 2_000
    """Who follow the games of a group at once; more ask every few seconds instead."""
    prints: int = 64
    """Concurrent requests for a sheet, a picture or a zip. Each worker's share is at most its threads."""
    prints_a_group: int = 8
    """Of them in one group."""

    def share(self, workers: int) -> Limits:
        """Return the limits of one worker out of several.

        Each worker counts its own viewers and waiting prints. Two per group are always allowed, unless the limit is
        0.
        """
        a_group = min(self.prints_a_group, max(2, -(-self.prints_a_group // workers)))
        return replace(
            self, lookers=-(-self.lookers // workers), prints=-(-self.prints // workers), prints_a_group=a_group
        )


def refused(why: str, seconds: int) -> Response:
    """Render the page for a client that must wait, with the seconds."""
    page = render_template("host/failure.html", heading=_("Too often"), text=f"{why} {again_in(seconds)}")
    return Response(page, 429, {"Retry-After": str(seconds)})


# --- in an hour ------------------------------------------------------------------------------------------


class SharedTries(Tries):
    """Counters of attempts, in a file of the host or, if that fails, in memory.

    Addresses are stored as keyed hashes only.
    """

    def __init__(self, groups: Groups, kind: str, tries: int, window: float) -> None:
        super().__init__(tries, window)
        self._tally, self._kind, self._secret = groups.tally(), kind, groups.secret()

    def wait(self, address: str) -> int:
        now, who = time.time(), self._who(address)
        try:
            oldest = self._tally.latest(self._kind, who, number=self._tries, after=now - self._window, until=now)
        except TallyUnavailable:
            return super().wait(who)
        return 0 if oldest is None else max(1, ceil(oldest + self._window - now))

    def count(self, address: str) -> None:
        who = self._who(address)
        try:
            self._tally.note(self._kind, who, time.time())
        except TallyUnavailable:
            super().count(who)

    def tidy(self) -> None:
        """Forget addresses without a recent attempt."""
        now = time.time()
        with contextlib.suppress(TallyUnavailable):
            self._tally.forget(self._kind, before=now - self._window, after=now)

    def _who(self, address: str) -> str:
        return derived(self._secret, "asker", network_of(address))


def network_of(address: str) -> str:
    """Return the part of an address that identifies a household.

    That is an IPv4 address, or the first half of an IPv6 address. Devices can choose the second half freely.
    """
    try:
        there = ip_address(address)
    except ValueError:
        return address
    if isinstance(there, IPv4Address):
        return address
    return str(there.ipv4_mapped or ip_network((there.packed[:8] + bytes(8), 64)))


# --- in all ----------------------------------------------------------------------------------------------

BEGINNING = {
    "importing.read", "importing.read_typed", "new_game.create", "new_game.rematch", "split.make", "games.read_in",
}  # fmt: skip
KEEPING = {
    "builder.build", "builder.change_sent", "control.keep_rules", "rules.edit_rulebook", "rules.edit_scheme",
    "rules.write_rulebook", "rules.write_scheme",
}  # fmt: skip
"""What begins games, and what keeps own rules: their number is not limited, but the room that all takes is."""


def keep_within(app: Flask, limits: Limits) -> None:
    """Raise GroupFull if a full group would get another game or rule file."""

    @app.before_request
    def refuse() -> None:
        begins = request.endpoint in BEGINNING
        if request.method != "POST" or not (begins or _keeps_rules()):
            return
        store = group().store
        if begins and store.count("running") + store.count("finished") >= limits.games:
            raise GroupFull(games=limits.games)
        if store.size() >= limits.megabytes * 1_000_000:
            raise GroupFull(megabytes=limits.megabytes)


def _keeps_rules() -> bool:
    """Return whether this request saves rules, and does not only preview them."""
    return request.endpoint in KEEPING and request.form.get("do", "save") == "save"
