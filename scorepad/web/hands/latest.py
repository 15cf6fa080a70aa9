"""What was made of a game as it stands, kept until the game stands otherwise."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from scorepad.game.state.record import Game
from scorepad.repository import StoredGame
from scorepad.web.groups.group import group
from scorepad.words import language

GAMES = 512
"""Of so many games is kept what was made last: more are not played at a time on one worker."""

T = TypeVar("T")


class Latest(Generic[T]):
    """What a function made of each game that it was asked for, in each language apart; what it was told beside the game
    counts too. Of a game only one state is kept: who plays asks for the newest. May be called from many threads."""

    def __init__(self, make: Callable[..., T]) -> None:
        self.anew = make
        self._kept: OrderedDict[Hashable, tuple[Game, T]] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, stored: StoredGame, *told: Hashable) -> T:
        what = language(), group().key, stored.game_id, *told
        known, made = self._kept.get(what, (None, None))
        if made is None or known is not stored.game:
            made = self.anew(stored, *told)
        with self._lock:
            self._kept[what] = stored.game, made
            self._kept.move_to_end(what)
            if len(self._kept) > GAMES:
                self._kept.popitem(last=False)
        return made
