"""A copy of a group that goes on elsewhere says that it is one, until whoever owns it writes on in it."""

from __future__ import annotations

import json
from typing import NamedTuple

from scorepad.store import Store

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


def mark(store: Store, copy: Copy) -> None:
    """Let the games of a store say that they are a copy."""
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


def go_on(store: Store) -> None:
    """From now on it is written here."""
    store.drop_setting(COPY)
