"""How much a group of a host may keep: what begins games is asked. Whoever plays one goes on, whatever is kept."""

from __future__ import annotations

from flask import Flask, request

from scorepad.errors import GroupFull
from scorepad.store import Store
from scorepad.web.groups.group import group
from scorepad.web.host.limits import Limits

BEGINNING = {"importing.read", "new_game.create", "new_game.rematch", "split.make", "upload.read_in"}


def keep_within(app: Flask, limits: Limits) -> None:
    """Let nobody begin a game in a group that is full: GroupFull."""

    @app.before_request
    def refuse() -> None:
        if request.method != "POST" or request.endpoint not in BEGINNING:
            return
        store = group().store
        games = store.count("running") + store.count("finished")
        if games >= limits.games:
            raise GroupFull(games=limits.games)
        if _megabytes(store) >= limits.megabytes:
            raise GroupFull(megabytes=limits.megabytes)


def _megabytes(store: Store) -> float:
    """What the games take on the disk, without copies."""
    return store.size() / 1e6
