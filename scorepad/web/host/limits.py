"""The limits of a host. Ordinary play does not reach the defaults.

Attempts from an address are counted across all workers. A running game can be continued even if its group is full.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, ip_address, ip_network
from math import ceil

from flask import Flask, Response, render_template, request

from scorepad.errors import GroupFull, StoreUnavailable
from scorepad.store.groups import Groups
from scorepad.web.auth.login import WrongKeyLimiter, again_in
from scorepad.web.groups.group import group
from scorepad.web.groups.links import derive_key
from scorepad.words import _

HOUR = 3600.0
A_DAY = 86400.0
"""Seconds until a demonstration is deleted."""


@dataclass(frozen=True)
class Limits:
    """The limits of a host for its users."""

    groups: int = 20
    """Groups created per hour from one address. Demonstrations are counted separately, with the same limit."""
    wrong: int = 100
    """Invalid links, keys and recovery codes per hour from one address."""
    games: int = 100_000
    """Games of a group, not counting its trash."""
    megabytes: int = 2_000
    """Megabytes of a group's stored games and rules, without backups."""
    lookers: int = 2_000
    """Viewers of a group's games with an event stream. Further viewers poll every few seconds instead."""
    prints: int = 64
    """Concurrent requests for a sheet, a picture or a zip. The share of a worker is at most its threads."""
    prints_a_group: int = 8
    """Concurrent requests of that kind in one group."""

    def share(self, workers: int) -> Limits:
        """Return the limits of one out of `workers` workers.

        Each worker counts its own viewers and prints. It always allows two prints per group, unless the limit is
        lower.
        """
        group_prints = min(self.prints_a_group, max(2, -(-self.prints_a_group // workers)))
        return replace(
            self, lookers=-(-self.lookers // workers), prints=-(-self.prints // workers), prints_a_group=group_prints
        )


def wait_page(why: str, seconds: int) -> Response:
    """Return the answer 429 for a client that must wait for `seconds`."""
    page = render_template("host/failure.html", heading=_("Too many attempts"), text=f"{why} {again_in(seconds)}")
    return Response(page, 429, {"Retry-After": str(seconds)})


# --- limits per hour -------------------------------------------------------------------------------------


class SharedRateLimit(WrongKeyLimiter):
    """A rate limit shared by all workers through a file of the host, or kept in memory if the file fails.

    Addresses are stored only as keyed hashes.
    """

    def __init__(self, groups: Groups, kind: str, tries: int, window: float) -> None:
        super().__init__(tries, window)
        self._tally, self._kind, self._secret = groups.tally(), kind, groups.secret()

    def wait(self, address: str) -> int:
        now, sender = time.time(), self._who(address)
        try:
            oldest = self._tally.latest(self._kind, sender, number=self._tries, after=now - self._window, until=now)
        except StoreUnavailable:
            return super().wait(sender)
        return 0 if oldest is None else max(1, ceil(oldest + self._window - now))

    def count(self, address: str) -> None:
        sender = self._who(address)
        try:
            self._tally.note(self._kind, sender, time.time())
        except StoreUnavailable:
            super().count(sender)

    def tidy(self) -> None:
        """Delete attempts outside the time window."""
        now = time.time()
        with contextlib.suppress(StoreUnavailable):
            self._tally.forget(self._kind, before=now - self._window, after=now)

    def _who(self, address: str) -> str:
        return derive_key(self._secret, "asker", household_address(address))


def household_address(address: str) -> str:
    """Return the part of an IP address that identifies a household.

    That is a complete IPv4 address, or the first half of an IPv6 address. Devices choose the second half freely.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv4Address):
        return address
    return str(ip.ipv4_mapped or ip_network((ip.packed[:8] + bytes(8), 64)))


# --- limits of a group -----------------------------------------------------------------------------------

GAME_CREATING_PAGES = {
    "importing.read", "importing.read_typed", "new_game.create", "new_game.rematch", "split.make", "game_list.read_in",
    "game_list.try_demo",
}  # fmt: skip
RULE_SAVING_PAGES = {
    "builder.build", "builder.change_sent", "control.keep_rules", "rule_pages.edit_rulebook", "rule_pages.edit_scheme",
    "rule_pages.write_rulebook", "rule_pages.write_scheme", "rulebook_builder.build", "rulebook_builder.change",
}  # fmt: skip
"""Endpoints that create games, and endpoints that save custom rules.

The number of custom rules is not limited, but they count towards the limit of megabytes.
"""


def enforce_quota(app: Flask, limits: Limits) -> None:
    """Register a check of each POST that raises GroupFull if it would exceed the limits of its group."""

    @app.before_request
    def refuse() -> None:
        begins = request.endpoint in GAME_CREATING_PAGES
        is_saving = request.endpoint in RULE_SAVING_PAGES and request.form.get("do", "save") == "save"  # no preview
        if request.method != "POST" or not (begins or is_saving):
            return
        store = group().store
        if begins and store.count("running") + store.count("finished") >= limits.games:
            raise GroupFull(games=limits.games)
        if store.size() >= limits.megabytes * 1_000_000:
            raise GroupFull(megabytes=limits.megabytes)
