"""Links: what lets a phone in, and how far. One for the owner, used up by the first browser that comes with it; for
every game one to look and one to score; one to look at the years.

A game's link is worked out whenever it is asked for, from a secret that is kept beside the store and a random word of
the link's own in it: neither alone tells a link, and another word makes another link.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import secrets
import threading
from collections import deque
from datetime import date
from enum import IntEnum
from typing import NamedTuple
from urllib.parse import quote

from scorepad.errors import LastOwner, StoreUnavailable
from scorepad.store import LINKS_BY, Store


class Role(IntEnum):
    """How far somebody has come in; who may do more may do all that is less."""

    NOBODY = 0
    LOOK = 1
    """Sees one game, or the years."""
    SCORE = 2
    """Keeps the score of one game."""
    OWNER = 3
    """Everything."""


SHARED = (Role.LOOK, Role.SCORE)
"""What a link of a game can be for."""

YEARS = "years"
"""Stands in the place of a game in the link that shows the years; no game is ever called so (repository/ids.py)."""

BYTES = 16
"""Of a link: 128 bits, which nobody guesses."""

MOST_UNUSED = 8
"""Links for the owner that wait to be used; another one makes the oldest useless."""


class Links:
    """The links of a store. All methods may be called from many threads."""

    def __init__(self, store: Store, root: str = "") -> None:
        """`root` is what the addresses of the group begin with: "" on a laptop."""
        self._store, self.root = store, root
        self._secret = store.secret()
        self._unused: deque[str] = deque(maxlen=MOST_UNUSED)
        self._lock = threading.Lock()

    # --- the owner ----------------------------------------------------------------------------------

    def way_in(self, address: str) -> str:
        """A fresh link for the owner, good for one browser while this program runs; `address` is like
        "http://192.168.1.5:7234"."""
        key = secrets.token_urlsafe(BYTES)
        with self._lock:
            self._unused.append(key)
        return f"{address}{self.root}/enter?key={key}"

    def use_up(self, key: str) -> bool:
        """Whether this is a key of the owner's; it is none any more afterwards."""
        with self._lock:
            found = [one for one in self._unused if same(one, key)]
            for one in found:
                self._unused.remove(one)
            return bool(found)

    def owner_mark(self) -> str:
        """What the session of an owner bears."""
        return mark_of(self._derived("owner", self._word("owner")))

    def owner_by(self, key: str) -> str:
        """What the session of an owner bears who comes with this key, which it may use up; "" for any other key."""
        return self.owner_mark() if self.use_up(key) else ""

    def owns(self, mark: str) -> bool:
        """Whether this is what the session of an owner bears."""
        return bool(mark) and mark == self.owner_mark()

    def note_use(self, mark: str, today: date) -> None:
        """Keep that an owner was here whose session bears this mark: on a laptop nobody asks when."""

    def renew_owner(self) -> None:
        """Shut every owner out: their sessions bear an old mark, and links not used yet are worth nothing."""
        with self._lock:
            self._unused.clear()
        self._store.drop_setting("owner")

    # --- games --------------------------------------------------------------------------------------

    def key(self, game_id: str, role: Role) -> str:
        """The key of a game's link, for looking or scoring; its first showing makes it."""
        return f"{game_id}.{self._derived(role.name, game_id, self._word(_setting(game_id, role)))}"

    def link(self, address: str, game_id: str, role: Role) -> str:
        """The whole link, on a server that is found at `address`."""
        return f"{address}{self.root}/enter?key={quote(self.key(game_id, role))}"

    def renew(self, game_id: str, role: Role) -> None:
        """Take a link back: whoever came in by it is out, and there is another one."""
        self._store.drop_setting(_setting(game_id, role))

    def opened_by(self, key: str) -> tuple[str, Role] | None:
        """The game that a key opens, and how far; None for any other text."""
        game_id, _dot, _rest = key.rpartition(".")
        found = None
        for role in SHARED:  # all of them, always: how long it takes tells nothing
            if same(self._known_key(game_id, role), key):
                found = game_id, role
        return found

    def mark(self, game_id: str, role: Role) -> str:
        """What the session of somebody bears who came in by this link; "" when there is none."""
        return mark_of(self._known_key(game_id, role))

    def role(self, game_id: str, mark: object) -> Role:
        """How far somebody may go in a game whose session bears this mark for it."""
        known = isinstance(mark, str) and mark
        return next((one for one in reversed(SHARED) if known and self.mark(game_id, one) == mark), Role.NOBODY)

    # --- another secret -------------------------------------------------------------------------------

    @property
    def are_anew(self) -> bool:
        """Whether other links were shown once than those that open anything now: the games were put back from a copy,
        which holds no secret."""
        made_by = self._store.setting(LINKS_BY)
        return made_by is not None and made_by != self._maker

    def note_anew(self) -> None:
        """Somebody has read that."""
        self._store.swap_setting(LINKS_BY, self._store.setting(LINKS_BY), self._maker)

    @property
    def _maker(self) -> str:
        return self._derived("made by")

    # --- how they are made ----------------------------------------------------------------------------

    def _known_key(self, game_id: str, role: Role) -> str:
        """The key as it stands; "" when it was never shown."""
        word = self._store.setting(_setting(game_id, role))
        key = f"{game_id}.{self._derived(role.name, game_id, word or '')}"
        return key if word else ""

    def _word(self, setting: str) -> str:
        return self._store.setting(setting) or self._new_word(setting)

    def _new_word(self, setting: str) -> str:
        self._store.keep_setting(LINKS_BY, self._maker)
        return self._store.keep_setting(setting, secrets.token_hex(BYTES))

    def _derived(self, *words: str) -> str:
        return derived(self._secret, *words)


def derived(secret: bytes, *words: str) -> str:
    """128 bits as 22 letters of an address: who does not know the secret cannot make them, whatever words they know."""
    digest = hmac.digest(secret, "\n".join(words).encode("utf-8", "replace"), "sha256")
    return base64.urlsafe_b64encode(digest[:BYTES]).decode("ascii").rstrip("=")


def _setting(game_id: str, role: Role) -> str:
    return f"link {role.name.lower()} {game_id}"


def mark_of(key: str) -> str:
    """Tells a key from others and does not tell it."""
    return hashlib.sha256(key.encode()).hexdigest()[:32] if key else ""


def same(known: str, tried: str) -> bool:
    """Whether this is the key that is known, if any is; how long it takes tells nothing."""
    return bool(known) & hmac.compare_digest(known.encode(), tried.encode("utf-8", "replace"))


# --- owners of a group on a host -------------------------------------------------------------------------

_OWNER, _USED = "owner.", "owner-used."
_SIGN = "~"
"""Before the id in the key of an owner's link, as in that of no game."""


class Owner(NamedTuple):
    """An owner's link: `since` and `used`, the day of its last use or "", are dates such as 2026-11-20."""

    id: str
    name: str
    since: str
    used: str


class OwnerLinks(Links):
    """The links of a group on a host, where each owner has one that lasts, bears a name and is taken back alone, never
    the last: nobody sits there, and there is no e-mail to fall back on. A link's word and name stand in the setting
    "owner.<id>", the day of its last use beside it. All methods may be called from many threads."""

    def __init__(self, store: Store, root: str) -> None:
        super().__init__(store, root)
        self._noted: dict[str, str] = {}

    def add(self, name: str, today: date) -> str:
        """A link for one more owner; its id."""
        id = secrets.token_hex(6)
        text = json.dumps({"word": secrets.token_hex(BYTES), "name": name, "since": today.isoformat()})
        self._store.keep_setting(LINKS_BY, self._maker)
        self._store.keep_setting(_OWNER + id, text)
        return id

    def owners(self) -> list[Owner]:
        """All of them, the oldest first."""
        kept = self._store.settings()
        found = [(name.removeprefix(_OWNER), text) for name, text in kept.items() if name.startswith(_OWNER)]
        all_of_them = [
            Owner(id, held["name"], held["since"], kept.get(_USED + id, ""))
            for id, held in ((id, json.loads(text)) for id, text in found)
        ]
        return sorted(all_of_them, key=lambda one: (one.since, one.name))

    def link_of(self, address: str, id: str) -> str:
        """The whole link of an owner; `address` is the host's."""
        return f"{address}{self.root}/enter?key={self._key_of(id)}"

    def revoke(self, id: str) -> None:
        """Take an owner's link back, and shut out whoever came by it. LastOwner where no other is left."""
        if not self._store.drop_setting_beside(_OWNER + id, _OWNER):
            raise LastOwner
        self._store.drop_setting(_USED + id)

    def id_of(self, mark: str) -> str:
        """Whose link it is that a session with this mark came by."""
        return mark.partition(".")[0]

    def note_use(self, mark: str, today: date) -> None:
        """Keep the day on which a link was used last; once a day, and not where nothing can be written."""
        id, day = self.id_of(mark), today.isoformat()
        if self._noted.get(id) == day:
            return
        self._noted[id] = day
        with contextlib.suppress(StoreUnavailable):
            if self._store.setting(_USED + id) != day:
                self._store.drop_setting(_USED + id)
                self._store.keep_setting(_USED + id, day)

    # --- as Links has it for a laptop -----------------------------------------------------------------

    def owner_by(self, key: str) -> str:
        id = key.partition(".")[0].removeprefix(_SIGN)
        return f"{id}.{mark_of(key)}" if same(self._key_of(id), key) else ""

    def owns(self, mark: str) -> bool:
        id = self.id_of(mark)
        return bool(mark) and mark == f"{id}.{mark_of(self._key_of(id))}"

    def _key_of(self, id: str) -> str:
        """The key of an owner's link; "" where there is none."""
        text = self._store.setting(_OWNER + id)
        key = f"{_SIGN}{id}.{self._derived('owner', id, json.loads(text)['word'] if text else '')}"
        return key if text else ""
