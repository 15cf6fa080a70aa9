"""Links that sign a device in, and their roles.

An owner's link works for the first browser that opens it. Every game has a link for viewers and one for scorers. One
link shows the statistics.

The server derives a game's link from two values: a secret stored next to the store, and a random word stored in it.
Neither reveals the link without the other. A new word makes a new link.
"""

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

from scorepad.errors import StoreUnavailable
from scorepad.store import LINKS_BY, Store


class Role(IntEnum):
    """The access of a device; each role includes all lower ones."""

    NOBODY = 0
    LOOK = 1
    """View one game, or the statistics."""
    SCORE = 2
    """Record one game."""
    OWNER = 3
    """Do everything."""


SHARED = (Role.LOOK, Role.SCORE)
"""The possible roles of a game's link."""

YEARS = "years"
"""Takes the place of a game id in the link to the statistics; no game has this id (see new_game_id)."""

BYTES = 16
"""The bytes of a link's key; 128 bits cannot be guessed."""

MOST_UNUSED = 8
"""The most unused links for owners; a further one invalidates the oldest."""


class Links:
    """The links of a store; all methods are thread-safe."""

    def __init__(self, store: Store, root: str = "") -> None:
        """Initialize the links; `root` is the prefix of the group's addresses, "" on a laptop."""
        self._store, self.root = store, root
        self._secret = store.secret()
        self._unused: deque[str] = deque(maxlen=MOST_UNUSED)
        self._lock = threading.Lock()

    # --- the owner ----------------------------------------------------------------------------------

    def new_owner_link(self, address: str) -> str:
        """Return a new owner's link, which one browser can use until the server stops.

        `address` is like "http://192.168.1.5:7234".
        """
        key = secrets.token_urlsafe(BYTES)
        with self._lock:
            self._unused.append(key)
        return f"{address}{self.root}/enter?key={key}"

    def consume_key(self, key: str) -> bool:
        """Invalidate the key of an owner's link; return True if it was valid."""
        with self._lock:
            before = len(self._unused)
            self._unused = deque((unused for unused in self._unused if not are_equal_keys(unused, key)), MOST_UNUSED)
            return len(self._unused) < before

    def owner_mark(self) -> str:
        """Return the mark of an owner's session."""
        return hash_key(self._derive("owner", self._word("owner")))

    def owner_mark_for(self, key: str) -> str:
        """Return the mark for the session of an owner with this key; "" for an invalid key.

        The call uses up a key that is valid only once.
        """
        return self.owner_mark() if self.consume_key(key) else ""

    def owns(self, mark: str) -> bool:
        """Return True if this is the mark of an owner's session."""
        return bool(mark) and mark == self.owner_mark()

    def note_use(self, mark: str, today: date) -> None:
        """Record the day of an owner's visit; a laptop does not need it."""

    def renew_owner(self) -> None:
        """Sign out every owner and invalidate all unused links."""
        with self._lock:
            self._unused.clear()
        self._store.drop_setting("owner")

    # --- games --------------------------------------------------------------------------------------

    def key(self, game_id: str, role: Role) -> str:
        """Return the key of a game's link for viewers or scorers; create the link on first use."""
        return f"{game_id}.{self._derive(role.name, game_id, self._word(_setting(game_id, role)))}"

    def link(self, address: str, game_id: str, role: Role) -> str:
        """Return the full link on a server at `address`."""
        return f"{address}{self.root}/enter?key={quote(self.key(game_id, role))}"

    def renew(self, game_id: str, role: Role) -> None:
        """Revoke a link and replace it; sign out all devices that used it."""
        self._store.drop_setting(_setting(game_id, role))

    def opened_by(self, key: str) -> tuple[str, Role] | None:
        """Return the game and role of a key; None for an invalid key."""
        game_id, _dot, _rest = key.rpartition(".")
        result = None
        for role in SHARED:  # always check all, so that the time reveals nothing
            if are_equal_keys(self._known_key(game_id, role), key):
                result = game_id, role
        return result

    def mark(self, game_id: str, role: Role) -> str:
        """Return the mark of a session that was opened by this link; "" if the link does not exist."""
        return hash_key(self._known_key(game_id, role))

    def role(self, game_id: str, mark: object) -> Role:
        """Return the role in a game of a session that has this mark for it."""
        is_mark = isinstance(mark, str) and mark
        return next((role for role in reversed(SHARED) if is_mark and self.mark(game_id, role) == mark), Role.NOBODY)

    # --- a changed secret -----------------------------------------------------------------------------

    @property
    def has_changed(self) -> bool:
        """Return True if earlier links and form tokens no longer work because the secret changed.

        This happens when the games are restored from a backup, which does not contain the secret, or when its file is
        replaced, damaged or deleted.
        """
        made_by = self._store.setting(LINKS_BY)
        return made_by is not None and made_by != self._maker

    def remember_secret(self) -> None:
        """Store the fingerprint of the secret, unless one is stored, so that a change is noticed."""
        self._store.keep_setting(LINKS_BY, self._maker)

    def dismiss_change(self) -> None:
        """Record that an owner has read the notice about changed links."""
        self._store.swap_setting(LINKS_BY, self._store.setting(LINKS_BY), self._maker)

    @property
    def _maker(self) -> str:
        return self._derive("made by")

    # --- deriving keys --------------------------------------------------------------------------------

    def _known_key(self, game_id: str, role: Role) -> str:
        """Return the current key; "" if the link does not exist."""
        word = self._store.setting(_setting(game_id, role))
        key = f"{game_id}.{self._derive(role.name, game_id, word or '')}"
        return key if word else ""

    def _word(self, setting: str) -> str:
        word = self._store.setting(setting)
        if not word:
            self.remember_secret()
            word = self._store.keep_setting(setting, secrets.token_hex(BYTES))
        return word

    def _derive(self, *words: str) -> str:
        return derive_key(self._secret, *words)


def derive_key(secret: bytes, *words: str) -> str:
    """Return 128 bits derived from the secret and the words, as 22 URL-safe characters.

    Without the secret they cannot be computed, even if all words are known.
    """
    digest = hmac.digest(secret, "\n".join(words).encode("utf-8", "replace"), "sha256")
    return base64.urlsafe_b64encode(digest[:BYTES]).decode("ascii").rstrip("=")


def _setting(game_id: str, role: Role) -> str:
    return f"link {role.name.lower()} {game_id}"


def hash_key(key: str) -> str:
    """Return a hash that identifies a key and does not reveal it."""
    return hashlib.sha256(key.encode()).hexdigest()[:32] if key else ""


def are_equal_keys(known: str, tried: str) -> bool:
    """Return True if the tried key equals the known one, which may be ""; compare in constant time."""
    return bool(known) & hmac.compare_digest(known.encode(), tried.encode("utf-8", "replace"))


# --- owners of a group on a host -------------------------------------------------------------------------

_OWNER, _USED = "owner.", "owner-used."
_SIGN = "~"
"""The prefix of the id in the key of an owner's link; no game id begins with it."""


class Owner(NamedTuple):
    """An owner's link; `since` and `used` are dates such as 2026-11-20, `used` is "" before the first use."""

    id: str
    name: str
    since: str
    used: str


class OwnerLinks(Links):
    """The links of a group on a host; all methods are thread-safe.

    Each owner has a permanent link with a name, which can be revoked separately. The last one cannot be revoked, since
    the owners could not sign in again: a host has no console for them and no e-mail recovery. The setting "owner.<id>"
    holds the word and name of a link. The setting "owner-used.<id>" holds the day of its last use.
    """

    def __init__(self, store: Store, root: str) -> None:
        super().__init__(store, root)
        self._noted: dict[str, str] = {}

    def add(self, name: str, today: date) -> str:
        """Create a link for another owner and return its id."""
        id = secrets.token_hex(6)
        text = json.dumps({"word": secrets.token_hex(BYTES), "name": name, "since": today.isoformat()})
        self.remember_secret()
        self._store.keep_setting(_OWNER + id, text)
        return id

    def owners(self) -> list[Owner]:
        """Return all owners, the oldest first."""
        settings, owners = self._store.settings(), []
        for setting, text in settings.items():
            if setting.startswith(_OWNER):
                id, held = setting.removeprefix(_OWNER), json.loads(text)
                owners.append(Owner(id, held["name"], held["since"], settings.get(_USED + id, "")))
        return sorted(owners, key=lambda owner: (owner.since, owner.name))

    def link_of(self, address: str, id: str) -> str:
        """Return the full link of an owner; `address` is the host's."""
        return f"{address}{self.root}/enter?key={self._key_of(id)}"

    def revoke(self, id: str) -> bool:
        """Revoke an owner's link and sign out its devices; return False if no other owner would be left."""
        is_revoked = self._store.drop_setting_unless_last(_OWNER + id, _OWNER)
        if is_revoked:
            self._store.drop_setting(_USED + id)
        return is_revoked

    def id_of(self, mark: str) -> str:
        """Return the id of the owner's link from which a session has this mark."""
        return mark.partition(".")[0]

    def note_use(self, mark: str, today: date) -> None:
        """Record the day of a link's last use, at most once a day; ignore a store that cannot be written."""
        id, day = self.id_of(mark), today.isoformat()
        if self._noted.get(id) == day:
            return
        self._noted[id] = day
        with contextlib.suppress(StoreUnavailable):
            if self._store.setting(_USED + id) != day:
                self._store.drop_setting(_USED + id)
                self._store.keep_setting(_USED + id, day)

    # --- overrides for permanent links ----------------------------------------------------------------

    def owner_mark_for(self, key: str) -> str:
        id = key.partition(".")[0].removeprefix(_SIGN)
        return f"{id}.{hash_key(key)}" if are_equal_keys(self._key_of(id), key) else ""

    def owns(self, mark: str) -> bool:
        id = self.id_of(mark)
        return bool(mark) and mark == f"{id}.{hash_key(self._key_of(id))}"

    def _key_of(self, id: str) -> str:
        """Return the key of an owner's link; "" if there is no such link."""
        text = self._store.setting(_OWNER + id)
        key = f"{_SIGN}{id}.{self._derive('owner', id, json.loads(text)['word'] if text else '')}"
        return key if text else ""
