"""What is told of a group of a host, and the link of an owner."""

from __future__ import annotations

import contextlib
from datetime import date
from typing import TYPE_CHECKING

from scorepad.commands.files import put
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.store import Store
    from scorepad.store.groups import Groups


def told_of(groups: Groups, key: str) -> dict[str, str | int]:
    """Key and name of a group and how many games it keeps; why it cannot be opened in the place of its name."""
    from scorepad.errors import StoreUnavailable

    try:
        with contextlib.closing(groups.open(key)) as store:
            return {"key": key, "name": _name(store), "games": len(store.game_ids())}
    except StoreUnavailable as error:
        return {"key": key, "name": str(error), "games": 0}


def _name(store: Store) -> str:
    from scorepad.store import GROUP_NAME

    return store.setting(GROUP_NAME) or ""


def tell_link(groups: Groups, key: str, name: str, address: str | None) -> None:
    """Another owner's link of a group, which is called `name` unless it has one. GroupNotFound."""
    from scorepad.store import GROUP_NAME
    from scorepad.web.groups.group import root_of
    from scorepad.web.groups.owners import OwnerLinks

    with contextlib.closing(groups.open(key)) as store:
        if name:
            store.keep_setting(GROUP_NAME, name)
        links = OwnerLinks(store, root_of(key))
        link = links.link_of(address or "", links.add(_("Who began it"), date.today()))
    put(_("Group {key}. Its owner comes in by {link}").format(key=key, link=link) + "\n")
