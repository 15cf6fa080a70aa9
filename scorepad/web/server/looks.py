"""Which of the pages that somebody follows may show something new: of a group in which many tables play only those of
the games that were written in are drawn again."""

from __future__ import annotations

import time
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from scorepad.web.groups.group import Group
from scorepad.words import ENGLISH

ALL = 3.0
"""Seconds between two looks at all pages of a group. What is written beside the games (a link is taken back) is seen by
such a look: at once in a group where little happens."""


class Page(NamedTuple):
    """A page that can be followed, in the language of who follows."""

    group: Group
    game_id: str
    kind: str
    language: str = ENGLISH


@dataclass
class _Known:
    """What is known of a group: its changes so far, a sign of each page's game, and when all were looked at."""

    changes: int | None = None
    signs: dict[Page, Hashable] = field(default_factory=dict)
    at: float = float("-inf")
    is_due: bool = False


class Looks:
    """For one thread."""

    def __init__(self) -> None:
        self._known: dict[Group, _Known] = {}

    def changed(self, group: Group, changes: int) -> bool:
        """Whether anything was written in a group since it was looked at."""
        return self._known.get(group, _Known()).changes != changes

    def wanted(self, group: Group, pages: Collection[Page], changes: int) -> Collection[Page]:
        """Those of a group's followed pages that are to be looked at, where `Store.changes` says this."""
        known = self._known.setdefault(group, _Known())
        known.is_due |= known.changes != changes
        is_time = known.is_due and time.monotonic() - known.at >= ALL
        if known.changes == changes and not is_time and known.signs.keys() >= set(pages):
            return ()
        signs = group.store.signs({page.game_id for page in pages})
        now = {page: signs.get(page.game_id) for page in pages}
        before, known.changes, known.signs = known.signs, changes, now
        if is_time:
            known.at, known.is_due = time.monotonic(), False
            return pages
        return [page for page in pages if page not in before or before[page] != now[page]]

    def look_again(self, pages: Iterable[Page]) -> None:
        """Somebody new follows these, who may have seen them before what was written last."""
        for page in pages:
            if page.group in self._known:
                self._known[page.group].signs.pop(page, None)

    def forget(self, groups: Iterable[Group]) -> None:
        """These are looked at anew, or not any more."""
        for group in groups:
            self._known.pop(group, None)

    def keep(self, groups: Collection[Group]) -> None:
        """No others are followed any more."""
        self.forget(self._known.keys() - set(groups))
