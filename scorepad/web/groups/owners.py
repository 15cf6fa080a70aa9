"""The owners of a group on a host: each has a link that lasts, bears a name and is taken back alone, never the last.

A laptop's owner sits before it; a link of theirs is good once (links.py). On a host nobody sits there, and there is no
e-mail to fall back on. A link's word and name stand in the setting "owner.<id>", the day of its last use beside it.
"""

from __future__ import annotations

import contextlib
import json
import secrets
from datetime import date
from typing import NamedTuple

from scorepad.errors import LastOwner, StoreUnavailable
from scorepad.store import LINKS_BY, Store
from scorepad.web.groups.links import BYTES, Links, mark_of, same

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
    """The links of a group on a host. All methods may be called from many threads."""

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
