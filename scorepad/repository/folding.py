"""Folding of stored events into games, and new ids.

Ids are random, or derived from the id of the event that creates a game.
"""

import base64
import hashlib
import secrets
import uuid
from collections.abc import Iterable, Sequence

from scorepad.errors import BrokenEvent, RecordDamaged
from scorepad.game.state import events as e
from scorepad.game.state.event_json import from_json
from scorepad.game.state.game import Game
from scorepad.store.records import StoredEvent

RecordState = tuple[int, str]
"""Version and last hash, which identify one state of a record."""


def fold(game_id: str, stored: Sequence[StoredEvent]) -> Game:
    """Return the game that these events make.

    Raise RecordDamaged with the number of the first event that does not fit.
    """
    events: list[e.Event] = []
    for stored_event in stored:
        event = _parse_event(stored_event, first=not events)
        if event is None:
            raise RecordDamaged(game_id, stored_event.seq)
        events.append(event)
    try:
        return Game.replay(events)
    except Exception as error:  # folding events that were never decided can raise any error
        raise RecordDamaged(game_id, fold_sound(stored)[1] + 1) from error


def fold_sound(stored: Iterable[StoredEvent]) -> tuple[Game | None, int]:
    """Return the game of the longest valid beginning of these events, and its number of events.

    Return (None, 0) if the first event is invalid.
    """
    game: Game | None = None
    number = 0
    for stored_event in stored:
        event = _parse_event(stored_event, first=game is None)
        try:
            game = game.then(event) if game and event else Game.replay([event] if event else [])
        except Exception:  # as in `fold`
            break
        number += 1
    return game, number


def _parse_event(stored: StoredEvent, *, first: bool) -> e.Event | None:
    """Return the parsed event, or None if it is unknown.

    Return None also if an event other than Opened is first, or Opened is not.
    """
    try:
        event = from_json(stored.event)
    except BrokenEvent:
        return None
    return event if isinstance(event, e.Opened) == first else None


# --- ids -------------------------------------------------------------------------------------------------------


def new_event_id() -> str:
    """Return 128 random bits as 32 hexadecimal digits."""
    return uuid.uuid4().hex


def new_game_id() -> str:
    """Return 64 random bits as 11 characters for addresses.

    The first is not a dash, which a command line would take for an option.
    """
    while True:
        game_id = secrets.token_urlsafe(8)
        if game_id[0] not in "-_":
            return game_id


def game_id_for(event_id: str) -> str:
    """Return the id of the game that this event creates, in the form of the random ids.

    A repeated request therefore creates one game.
    """
    digest = hashlib.sha256(event_id.encode("utf-8", "replace")).digest()
    return "g" + base64.urlsafe_b64encode(digest[:8]).decode("ascii").rstrip("=")[:10]


def ids_begun_by(event_id: str, count: int) -> list[str]:
    """Return the ids of the `count` games that `append_together` creates with this event id."""
    return [game_id_for(f"{event_id} {number}") for number in range(1, count + 1)]
