"""How much a group of a host may keep: what begins games or keeps rules is asked. Whoever plays goes on, whatever is
kept."""

from __future__ import annotations

from flask import Flask, request

from scorepad.errors import GroupFull
from scorepad.store import Store
from scorepad.web.groups.group import group
from scorepad.web.host.limits import Limits

BEGINNING = {
    "importing.read", "importing.read_typed", "new_game.create", "new_game.rematch", "split.make", "upload.read_in",
}  # fmt: skip
KEEPING = {
    "builder.build", "builder.change_sent", "control.keep_rules", "rules.edit_rulebook", "rules.edit_scheme",
    "rules.write_rulebook", "rules.write_scheme",
}  # fmt: skip
"""What begins games, and what keeps own rules: their number is not limited, but the room that all takes is."""


def keep_within(app: Flask, limits: Limits) -> None:
    """Let nobody begin a game or keep rules in a group that is full: GroupFull."""

    @app.before_request
    def refuse() -> None:
        begins = request.endpoint in BEGINNING
        if request.method != "POST" or not (begins or _keeps_rules()):
            return
        store = group().store
        if begins and store.count("running") + store.count("finished") >= limits.games:
            raise GroupFull(games=limits.games)
        if _megabytes(store) >= limits.megabytes:
            raise GroupFull(megabytes=limits.megabytes)


def _keeps_rules() -> bool:
    """Whether rules are kept, and not only looked at on the way."""
    return request.endpoint in KEEPING and request.form.get("do", "save") == "save"


def _megabytes(store: Store) -> float:
    """What the games take on the disk, without copies."""
    return store.size() / 1e6
