"""Recovery codes: the one way back for an owner who has lost every device and link, as there is no e-mail to fall back
on. A code works once. Kept is only what tells that it is the one, made with the host's own secret."""

from __future__ import annotations

import contextlib
import re
import secrets
from datetime import date

from scorepad.errors import StoreUnavailable
from scorepad.store.groups import Groups
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import derived
from scorepad.web.groups.owners import OwnerLinks
from scorepad.web.host.opened import Opened
from scorepad.words import _

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""None of them looks like another one or a number, written by hand."""

WORDS, LONG = 4, 5
"""Of a code: ABCDE FGHJK LMNPQ RSTUV, 91 bits."""

CODE, ASKED = "recovery", "recovery-asked"
"""Settings: what tells the code; that it was asked for again, after some games."""

ASK_AGAIN = 3
"""Games after which it is asked again whether the code is kept."""


def make(groups: Groups, group: Group) -> str:
    """A new code for a group; the one before it is worth nothing any more."""
    code = " ".join("".join(secrets.choice(LETTERS) for _letter in range(LONG)) for _word in range(WORDS))
    digest = _digest(groups, code)
    groups.keep_code(digest, group.key)
    while not group.store.swap_setting(CODE, before := group.store.setting(CODE), digest):
        pass  # another one was made in this moment, and is worth nothing now
    if before:
        groups.drop_code(before)
    if _has_played(group):
        group.store.keep_setting(ASKED, "yes")
    return code


def use_up(groups: Groups, opened: Opened, typed: str, today: date) -> str | None:
    """The path by which an owner comes in again who has typed a code; None where it is none, or none any more."""
    digest = _digest(groups, typed)
    key = groups.group_of_code(digest)
    if key is None or not groups.has(key):
        return None
    with opened.lease(key) as group:
        if group.store.setting(CODE) != digest:
            return None
        links = _links(group)
        owner = links.add(_("Recovered"), today)  # before the code is used up, for this may fail
        if not groups.drop_code(digest):  # somebody else was quicker
            links.revoke(owner)
            return None
        with contextlib.suppress(StoreUnavailable):  # it is used up all the same, and they are in
            group.store.drop_setting(CODE)
            group.store.drop_setting(ASKED)
        return links.link_of("", owner)


def new_owner(group: Group, name: str, today: date) -> str:
    """The path of a link for one more owner of a group."""
    links = _links(group)
    return links.link_of("", links.add(name, today))


def _links(group: Group) -> OwnerLinks:
    assert isinstance(group.links, OwnerLinks)
    return group.links


def is_to_ask(group: Group) -> bool:
    """Whether the owner is to be asked for a code, or again whether it is kept: before anything, and after some
    games."""
    if group.store.setting(CODE) is None:
        return True
    return group.store.setting(ASKED) is None and _has_played(group)


def _has_played(group: Group) -> bool:
    return sum(group.store.count(pile) for pile in ("running", "finished")) >= ASK_AGAIN


def _digest(groups: Groups, code: str) -> str:
    return derived(groups.secret(), "recovery", re.sub(r"[^A-Z]", "", code.upper()))
