"""Ids that nobody has used: random ones, and those that follow from the id of the event that begins a game."""

from __future__ import annotations

import base64
import hashlib
import secrets
import uuid


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
    """The id of the game that this event begins, in the shape of the random ones: sent twice, it begins one game."""
    digest = hashlib.sha256(event_id.encode("utf-8", "replace")).digest()
    return "g" + base64.urlsafe_b64encode(digest[:8]).decode("ascii").rstrip("=")[:10]


def ids_begun_by(event_id: str, count: int) -> list[str]:
    """The ids of the `count` games that `GameRepository.append_together` begins with an event of this id."""
    return [game_id_for(f"{event_id} {number}") for number in range(1, count + 1)]
