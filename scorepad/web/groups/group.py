"""A group with its games, custom rules, links and secret.

A laptop has one group. On a host each request belongs to one of many.
"""

import hashlib
import json
from typing import NamedTuple

from flask import current_app, g, request

from scorepad.errors import StoreMoved, StoreNewer, StoreUnavailable
from scorepad.library import RuleLibrary
from scorepad.repository import GameRepository
from scorepad.store import GROUP_NAME, Store
from scorepad.store.records import Mark
from scorepad.web.groups.links import Links, derive_key
from scorepad.words import _

GROUP = "scorepad.group"
"""The key in the WSGI environment for the group that the address names, on a host."""


class Group:
    """A group on top of its store; may be used by many threads.

    `key` identifies the group in addresses on a host, and is "" on a laptop. `links` is None if only this computer can
    reach the server. Raise StoreUnavailable if its secret cannot be stored.
    """

    def __init__(self, store: Store, links: Links | None = None, key: str = "") -> None:
        self.store, self.links, self.key = store, links, key
        self.games = GameRepository(store)
        self.rules = RuleLibrary(lambda: store)
        self.secret = derive_key(store.secret(), "sessions")
        """The key of its session cookies and CSRF tokens."""
        # Cookies ignore ports. The name must differ between two servers on one machine.
        self.cookie = "scorepad_" + hashlib.sha256(self.secret.encode()).hexdigest()[:8]
        self.uses = 0
        """The number of current requests, on a host."""
        self.progress: dict[str, tuple[int, int]] = {}
        """The progress of long requests: (current part, number of parts), by the `event_id` of the form."""

    @property
    def root(self) -> str:
        """Return the prefix of its addresses: "" on a laptop, "/g/abc" on a host."""
        return root_of(self.key)

    @property
    def name(self) -> str:
        """Return its name on a host; "" on a laptop, which has only one group."""
        return (self.store.setting(GROUP_NAME) or "") if self.key else ""


def unavailable_message(error: StoreUnavailable) -> str:
    """Return the message about an unavailable store for the user of this page.

    On a host the folder and the error of the disk go only to the log, for the administrator.
    """
    if not group().key:
        return str(error)
    if isinstance(error, StoreNewer):
        current_app.extensions["scorepad_outdated"]()
    if isinstance(error, StoreMoved):
        return _("This group has moved, with its games. Ask its owner for a new link.")
    current_app.logger.error("%s", error)
    return _(
        "The games of this group cannot be used right now. Try again in a moment; otherwise ask the server’s "
        "administrator."
    )


def root_of(key: str) -> str:
    """Return the prefix of the addresses of the group with this key."""
    return f"/g/{key}" if key else ""


def first_mark(game_id: str) -> Mark:
    """Return the state of a game's record when this request first read it; read it at most once per request.

    Raise GameNotFound if there is no such game.
    """
    marks: dict[str, Mark] = g.setdefault("marks", {})
    if game_id not in marks:
        marks[game_id] = group().store.mark(game_id)
    return marks[game_id]


def group() -> Group:
    """Return the group of the current request."""
    current: Group = request.environ.get(GROUP) or current_app.extensions["scorepad"]
    return current


# --- the notice that a group is a copy, until its owner continues in it ----------------------------------

COPY = "copy"
"""The setting that holds the notice."""

MOST_OMITTED = 20
"""The most omitted games that the notice lists."""


class CopyNotice(NamedTuple):
    """The notice of a copy: its day, the name and address of the original group, and sentences about omitted games.

    `of` and `at` are "" if the copy was imported.
    """

    day: str
    of: str = ""
    at: str = ""
    left_out: tuple[str, ...] = ()


def mark_copy(store: Store, copy: CopyNotice) -> None:
    """Mark the games of a store as a copy of a group that continues elsewhere."""
    shortened = copy._replace(left_out=copy.left_out[:MOST_OMITTED])
    store.drop_setting(COPY)
    store.keep_setting(COPY, json.dumps(shortened))


def read_copy_notice(store: Store) -> CopyNotice | None:
    """Return the notice of a copy; None if the store is not a copy or the notice cannot be read."""
    try:
        day, of, at, left_out = json.loads(store.setting(COPY) or "")
        return CopyNotice(str(day), str(of), str(at), tuple(map(str, left_out)))
    except (ValueError, TypeError):
        return None
