"""Fold stored events to games, and create unused ids.

Ids are random, or derived from the id of the event that creates a game.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import uuid
from collections.abc import Iterable, Sequence

from scorepad.errors import BrokenEvent, RecordDamaged
from scorepad.game.state import events as e
from scorepad.game.state.event_json import from_json
from scorepad.game.state.record import Game
from scorepad.store.records import StoredEvent

Known = tuple[int, str]
"""Version and last hash, which together tell one state of a record from every other."""


def fold(game_id: str, stored: Sequence[StoredEvent]) -> Game:
    """Return the game that these events make.

    RecordDamaged, with the number of the first event that does not fit, when they make none.
    """
    events: list[e.Event] = []
    for one in stored:
        event = _readable(one, first=not events)
        if event is None:
            raise RecordDamaged(game_id, one.seq)
        events.append(event)
    try:
        return Game.replay(events)
    except Exception as error:  # any error of the fold on a record that was never decided
        raise RecordDamaged(game_id, fold_sound(stored)[1] + 1) from error


def fold_sound(stored: Iterable[StoredEvent]) -> tuple[Game | None, int]:
    """Return the game of the longest beginning of these events that can be folded, and how many they are.

    (None, 0) when not even the first can.
    """
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
    """Return the event as the game knows it; None when it says nothing to us, or where no such event can stand."""
    try:
        event = from_json(stored.event)
    except BrokenEvent:
        return None
    return event if isinstance(event, e.Opened) == first else None


# --- ids -------------------------------------------------------------------------------------------------------


def new_event_id() -> str:
    """128 random bits as 32 hexadecimal digits."""
    return uuid.uuid4().hex


def new_game_id() -> str:
    """64 random bits as 11 characters for addresses; never with a dash in front, which a command line would misread."""
    while True:
        game_id = secrets.token_urlsafe(8)
        if game_id[0] not in "-_":
            return game_id


def game_id_for(event_id: str) -> str:
    """Return the id of the game that this event begins, in the shape of the random ones.

    Sent twice, it begins one game.
    """
    digest = hashlib.sha256(event_id.encode("utf-8", "replace")).digest()
    return "g" + base64.urlsafe_b64encode(digest[:8]).decode("ascii").rstrip("=")[:10]


def ids_begun_by(event_id: str, count: int) -> list[str]:
    """Return the ids of the `count` games that `GameRepository.append_together` begins with an event of this id."""
    return [game_id_for(f"{event_id} {number}") for number in range(1, count + 1)]
