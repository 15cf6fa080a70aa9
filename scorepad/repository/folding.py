"""Stored events folded to games, and the games that stay folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorepad.errors import BrokenEvent, RecordDamaged
from scorepad.game.state import events as e
from scorepad.game.state.event_json import from_json
from scorepad.game.state.record import Game
from scorepad.newest import Newest
from scorepad.store import StoredEvent
from scorepad.words import language

FOLDED = 64
"""Games kept folded: an evening's table, its spectators and some archive pages; about 100 kB each at most."""

Known = tuple[int, str]
"""Version and last hash, which together tell one state of a record from every other."""


class FoldedGames:
    """The last FOLDED games that were folded or asked for, each as it reads in one language: it bears sentences, on
    what cannot have been and on special hands. All methods may be called from many threads."""

    def __init__(self) -> None:
        self._games: Newest[tuple[str, str], tuple[Known, Game]] = Newest(FOLDED)

    def __contains__(self, game_id: object) -> bool:
        return (game_id, language()) in self._games

    def get(self, game_id: str, state: Known) -> Game | None:
        """The game as it was folded in this state; None when it is not here, or another state of it is."""
        known, game = self._games.get((game_id, language())) or (None, None)
        return game if known == state else None  # else written on by another program, or put back from a backup

    def at(self, game_id: str, version: int) -> tuple[Game, Known] | None:
        """The game as it was folded last, and its state; None where that was at another version."""
        found = self._games.get((game_id, language()))
        return (found[1], found[0]) if found and found[0][0] == version else None

    def put(self, game_id: str, state: Known, game: Game) -> None:
        """Keep the game as it is in this state; the one that was asked for longest ago makes room for it."""
        self._games.keep((game_id, language()), (state, game))


def fold(game_id: str, stored: Sequence[StoredEvent]) -> Game:
    """The game that these events make. RecordDamaged, with the number of the first event that does not fit, when they
    make none."""
    events: list[e.Event] = []
    for one in stored:
        event = _readable(one, first=not events)
        if event is None:
            raise RecordDamaged(game_id, one.seq)
        events.append(event)
    try:
        return Game.replay(events)
    except Exception as error:  # whatever the fold stumbles over in a record that was never decided
        raise RecordDamaged(game_id, fold_sound(stored)[1] + 1) from error


def fold_sound(stored: Iterable[StoredEvent]) -> tuple[Game | None, int]:
    """The game of the longest beginning of these events that can be folded, and how many they are; (None, 0) when
    not even the first can."""
    game: Game | None = None
    number = 0
    for one in stored:
        event = _readable(one, first=game is None)
        try:
            game = game.then(event) if game and event else Game.replay([event] if event else [])
        except Exception:  # as above
            break
        number += 1
    return game, number


def _readable(stored: StoredEvent, *, first: bool) -> e.Event | None:
    """The event as the game knows it; None when it says nothing to us, or where no such event can stand."""
    try:
        event = from_json(stored.event)
    except BrokenEvent:
        return None
    return event if isinstance(event, e.Opened) == first else None
