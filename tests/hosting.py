"""A host with groups, and its users."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from flask import Flask
from scorekeeper import Scorekeeper, Within

from scorepad.store import GROUP_NAME, HostFolders
from scorepad.store.groups import open_groups
from scorepad.web import create_host
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import Role
from scorepad.web.host.host import Host
from scorepad.web.host.limits import Limits
from scorepad.web.host.owners import new_owner

ADDRESS = "https://scores.example.org"
NOBODY = "abcdefghijkmnpqr"
"""A key of no existing group."""


SAID = {"SCOREPAD_SECRET": "of all hosts over a database"}
"""The environment of every machine of a host over a database."""


@dataclass
class Hosted:
    """A host: `front` is the application that the server calls, `pages` the application of all groups behind it."""

    front: Flask
    host: Host

    @property
    def pages(self) -> Flask:
        pages: Flask = self.front.extensions["scorepad_inside"]
        return pages

    def begin(self, name: str) -> Group:
        """Create a group and keep it open."""
        key = self.host.groups.create()
        group = self.host.opened.take(key)
        group.store.keep_setting(GROUP_NAME, name)
        return group

    def stranger(self) -> Scorekeeper:
        return Scorekeeper(Within(self.front))

    def owner(self, group: Group) -> Scorekeeper:
        somebody = self.stranger()
        somebody.visit(new_owner(group, "Ann", date(2026, 11, 20)))
        return somebody

    def by_link(self, group: Group, game_id: str, role: Role) -> Scorekeeper:
        assert group.links is not None
        somebody = self.stranger()
        somebody.visit(group.links.link("", game_id, role))
        return somebody


def beside(folder: Path) -> HostFolders:
    """Return the local folders of a host whose groups are in a database."""
    return HostFolders(folder / "own", folder / "copies")


@contextlib.contextmanager
def hosted(
    folder: Path,
    database: str = "",
    *,
    most_open: int = 8,
    limits: Limits | None = None,
    copies_days: int | None = None,
) -> Iterator[Hosted]:
    """Yield a host over a folder, or over the database at this address, closed afterwards."""
    with contextlib.closing(open_groups(database or folder, SAID if database else {}, beside(folder))) as groups:
        front = create_host(groups, ADDRESS, limits=limits, copies_days=copies_days, most_open=most_open)
        host: Host = front.extensions["scorepad_host"]
        with contextlib.closing(host.opened):
            yield Hosted(front, host)
