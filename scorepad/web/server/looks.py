"""What of the pages that somebody follows may have become another: of a group in which many tables play only those of
the games that were written in are drawn again."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorepad.store.records import Moment
from scorepad.web.groups.group import Group
from scorepad.words import ENGLISH


class Page(NamedTuple):
    """A page that can be followed, in the language of who follows."""

    group: Group
    game_id: str
    kind: str
    language: str = ENGLISH


class Wanted(NamedTuple):
    """Pages that may show something new, with how their games stand, None for one that is gone; and those of which it
    is asked again who may see them."""

    new: Mapping[Page, Moment | None]
    doubted: Collection[Page]


@dataclass
class _Known:
    """What is known of a group: its changes so far, how each page's game stood, and a sign of the settings."""

    changes: int | None = None
    moments: dict[Page, Moment | None] = field(default_factory=dict)
    settings: Hashable = None


class Looks:
    """For one thread."""

    def __init__(self) -> None:
        self._known: dict[Group, _Known] = {}

    def changed(self, group: Group, changes: int) -> bool:
        """Whether anything was written in a group since it was looked at."""
        return self._known.get(group, _Known()).changes != changes

    def wanted(self, group: Group, pages: Collection[Page], changes: int) -> Wanted:
        """Those of a group's followed pages that are to be looked at, where `Store.changes` says this."""
        known = self._known.setdefault(group, _Known())
        if known.changes == changes and known.moments.keys() >= set(pages):
            return Wanted({}, [])
        games, settings = group.store.moments({page.game_id for page in pages}), group.store.settings_sign()
        now = {page: games.get(page.game_id) for page in pages}
        self._known[group] = _Known(changes, now, settings)
        unseen = [page for page in pages if page not in known.moments]
        new = {page: now[page] for page in pages if page in unseen or known.moments[page] != now[page]}
        # By what setting somebody may see a page, only the links know; they are few, and seldom another.
        return Wanted(new, unseen if settings == known.settings else pages)

    def look_again(self, pages: Iterable[Page]) -> None:
        """Somebody new follows these, who may have seen them before what was written last."""
        for page in pages:
            if page.group in self._known:
                self._known[page.group].moments.pop(page, None)

    def forget(self, groups: Iterable[Group]) -> None:
        """These are looked at anew, or not any more."""
        for group in groups:
            self._known.pop(group, None)

    def keep(self, groups: Collection[Group]) -> None:
        """No others are followed any more."""
        self.forget(self._known.keys() - set(groups))
