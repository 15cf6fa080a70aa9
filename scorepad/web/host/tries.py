"""What an address may do so often in so long, counted once for all workers of a host."""

from __future__ import annotations

import contextlib
import time
from ipaddress import IPv4Address, ip_address, ip_network
from math import ceil

from scorepad.store.groups import Groups
from scorepad.store.sql.tally import TallyUnavailable
from scorepad.web.auth.login import Tries
from scorepad.web.groups.links import derived


class SharedTries(Tries):
    """Tries of one kind, in a file of the host's; where that cannot be used, in the memory of this process.

    No address is written down, only what the host's own secret makes of it.
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
        super().tidy()
        now = time.time()
        with contextlib.suppress(TallyUnavailable):
            self._tally.forget(self._kind, before=now - self._window, after=now)

    def __len__(self) -> int:
        return self._tally.size(self._kind)

    def _who(self, address: str) -> str:
        return derived(self._secret, "asker", network_of(address))


def network_of(address: str) -> str:
    """What one household has of the addresses: all of an IPv4 address, half of an IPv6 one, whose other half its
    devices choose for themselves as often as they like."""
    try:
        there = ip_address(address)
    except ValueError:
        return address
    if isinstance(there, IPv4Address):
        return address
    return str(there.ipv4_mapped or ip_network((there.packed[:8] + bytes(8), 64)))
