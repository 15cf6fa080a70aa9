"""A group: its games, own rules, links and secret. A laptop has one; on a host each request is for one of many."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from flask import current_app, g, request

from scorepad.errors import StoreMoved, StoreNewer, StoreUnavailable
from scorepad.repository import GameRepository
from scorepad.rule_library import RuleLibrary
from scorepad.store import GROUP_NAME, Store
from scorepad.store.records import Mark
from scorepad.web.groups.links import Links, derived
from scorepad.words import _

GROUP = "scorepad.group"
"""In the WSGI environment on a host: the group that the address names."""


class Group:
    """A group over its store. `key` is its word in addresses on a host, "" on a laptop; `links` are None where only
    this computer reaches it. May be used by many threads. StoreUnavailable where its secret cannot be kept."""

    def __init__(self, store: Store, links: Links | None = None, key: str = "") -> None:
        self.store, self.links, self.key = store, links, key
        self.games = GameRepository(store)
        self.rules = RuleLibrary(lambda: store)
        self.secret = derived(store.secret(), "sessions")
        """What its sessions and the seals of its forms are made from."""
        # Cookies know no ports: two Scorepads on one machine must not take each other's.
        self.cookie = "scorepad_" + hashlib.sha256(self.secret.encode()).hexdigest()[:8]
        self.uses = 0
        """On a host: by requests under way."""
        self.how_far: dict[str, tuple[int, int]] = {}
        """Of long work in requests under way: by a word of whoever asked for it, which part it is at, of how many."""

    @property
    def root(self) -> str:
        """What its addresses begin with: "" on a laptop, "/g/abc" on a host."""
        return root_of(self.key)

    @property
    def name(self) -> str:
        """What it is called on a host; "" on a laptop, where nobody has to tell it from another."""
        return (self.store.setting(GROUP_NAME) or "") if self.key else ""


def reason(error: StoreUnavailable) -> str:
    """Why nothing could be read or written, for whoever reads this page: on a host which folder it is, and what the
    disk says of it, is for whoever runs it."""
    if not group().key:
        return str(error)
    if isinstance(error, StoreNewer):
        current_app.extensions["scorepad_outdated"]()
    if isinstance(error, StoreMoved):
        return _("This group lives elsewhere now. Its games went with it; ask whoever owns it for a new link.")
    current_app.logger.error("%s", error)
    return _(
        "The games of this group cannot be used just now. Try again in a moment, else tell whoever runs this host."
    )


def root_of(key: str) -> str:
    """What the addresses of the group of this key begin with."""
    return f"/g/{key}" if key else ""


def first_mark(game_id: str) -> Mark:
    """In which state the record of a game was when the request that is answered first asked, which it does once.
    GameNotFound."""
    marks: dict[str, Mark] = g.setdefault("marks", {})
    if game_id not in marks:
        marks[game_id] = group().store.mark(game_id)
    return marks[game_id]


def group() -> Group:
    """The group of the request that is answered."""
    found: Group = request.environ.get(GROUP) or current_app.extensions["scorepad"]
    return found


# --- a copy of one that goes on elsewhere, until whoever owns it writes on in it -------------------------

COPY = "copy"
"""The setting that says so."""

MOST_TOLD = 20
"""Games that are left out, one by one."""


class Copy(NamedTuple):
    """What a copy says of itself: since which day it is one, of which group at which address ("" where it was brought
    here), and what is left out, as sentences."""

    day: str
    of: str = ""
    at: str = ""
    left_out: tuple[str, ...] = ()


def mark_copy(store: Store, copy: Copy) -> None:
    """Let the games of a store say that they are a copy of a group that goes on elsewhere."""
    told = copy._replace(left_out=copy.left_out[:MOST_TOLD])
    store.drop_setting(COPY)
    store.keep_setting(COPY, json.dumps(told))


def copy_of(store: Store) -> Copy | None:
    """What they say; None where they are no copy, or it is not to be read."""
    try:
        day, of, at, left_out = json.loads(store.setting(COPY) or "")
        return Copy(str(day), str(of), str(at), tuple(map(str, left_out)))
    except (ValueError, TypeError):
        return None


def drop_copy(store: Store) -> None:
    """From now on it is written here."""
    store.drop_setting(COPY)
