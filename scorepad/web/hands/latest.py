"""What was made of a game as it stands, kept until the game stands otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from scorepad.game.state.record import Game
from scorepad.newest import Newest
from scorepad.repository import StoredGame
from scorepad.web.groups.group import group
from scorepad.words import language

T = TypeVar("T")

FEW, MANY = 400, 3_000
"""Parts of pages, six of a game that goes on, together some 350 kB: of an evening's tables and some archive pages; and
of two hundred tables in two languages."""

MOST_BYTES = 32 * 1024 * 1024
"""Of all texts among them; a long sheet takes 60 kB."""

KEPT: Newest[Hashable, tuple[Game, Any]] = Newest(
    FEW, most_weight=MOST_BYTES, weight=lambda kept: sys.getsizeof(kept[1])
)


def for_many_tables() -> None:
    """Have room for those of a host that has many tables, and the memory for them."""
    KEPT.most = MANY


class Latest(Generic[T]):
    """What a function made of each game that it was asked for, in each language apart; what it was told beside the game
    counts too. For many threads."""

    def __init__(self, make: Callable[..., T]) -> None:
        self.anew = make

    def __call__(self, stored: StoredGame, *told: Hashable) -> T:
        what = self, language(), group().key, stored.game_id, *told
        found = KEPT.get(what)
        if found is None or found[0] is not stored.game:
            found = KEPT.keep(what, (stored.game, self.anew(stored, *told)))
        made: T = found[1]
        return made
