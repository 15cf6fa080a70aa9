"""The limits of a host. Ordinary play does not reach the defaults.

Each worker has its share of them. A running game can be continued even if its group is full.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Flask, Response, render_template, request

from scorepad.errors import GroupFull
from scorepad.web.auth.login import again_in
from scorepad.web.groups.group import group
from scorepad.words import _

HOUR = 3600.0
A_DAY = 86400.0
"""Seconds until a demonstration is deleted."""


@dataclass(frozen=True)
class Limits:
    """The limits of a host for its users."""

    groups: int = 20
    """Groups created per hour from one address. Demonstrations are counted separately, with the same limit."""
    wrong: int = 100
    """Invalid links, keys and recovery codes per hour from one address."""
    games: int = 100_000
    """Games of a group, not counting its trash."""
    megabytes: int = 2_000
    """Megabytes of a group's stored games and rules, without backups."""
    lookers: int = 2_000
    """Viewers of a group's games with an event stream. Further viewers poll every few seconds instead."""
    prints: int = 64
    """Concurrent requests for a sheet, a picture or a zip. The share of a worker is at most its threads."""
    prints_a_group: int = 8
    """Concurrent requests of that kind in one group."""

    def share(self, workers: int) -> Limits:
        """Return the limits of one out of `workers` workers.

        Each worker counts its own visitors. It always allows two prints per group, unless the limit is lower.
        """
        shared = {name: -(-getattr(self, name) // workers) for name in ("groups", "wrong", "lookers", "prints")}
        group_prints = min(self.prints_a_group, max(2, -(-self.prints_a_group // workers)))
        return replace(self, **shared, prints_a_group=group_prints)


def wait_page(why: str, seconds: int) -> Response:
    """Return the answer 429 for a client that must wait for `seconds`."""
    page = render_template("host/failure.html", heading=_("Too many attempts"), text=f"{why} {again_in(seconds)}")
    return Response(page, 429, {"Retry-After": str(seconds)})


# --- limits of a group -----------------------------------------------------------------------------------

GAME_CREATING_PAGES = {
    "importing.read", "importing.read_typed", "new_game.create", "new_game.rematch", "split.make", "game_list.read_in",
    "game_list.try_demo",
}  # fmt: skip
RULE_SAVING_PAGES = {
    "builder.build", "builder.change_sent", "control.keep_rules", "rule_pages.edit_rulebook", "rule_pages.edit_scheme",
    "rule_pages.write_rulebook", "rule_pages.write_scheme", "rulebook_builder.build", "rulebook_builder.change",
}  # fmt: skip
"""Endpoints that create games, and endpoints that save custom rules.

The number of custom rules is not limited, but they count towards the limit of megabytes.
"""


def enforce_quota(app: Flask, limits: Limits) -> None:
    """Register a check of each POST that raises GroupFull if it would exceed the limits of its group."""

    @app.before_request
    def refuse() -> None:
        begins = request.endpoint in GAME_CREATING_PAGES
        is_saving = request.endpoint in RULE_SAVING_PAGES and request.form.get("do", "save") == "save"  # no preview
        if request.method != "POST" or not (begins or is_saving):
            return
        store = group().store
        if begins and store.count("running") + store.count("finished") >= limits.games:
            raise GroupFull(games=limits.games)
        if store.size() >= limits.megabytes * 1_000_000:
            raise GroupFull(megabytes=limits.megabytes)
