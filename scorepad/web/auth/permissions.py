"""The permissions of each page by endpoint. Only the owner may open a page that is not listed."""

from __future__ import annotations

import contextlib

from flask import Flask, g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorepad.errors import GameBinned, GameNotFound, StoreUnavailable
from scorepad.store import BINNED
from scorepad.web.groups.group import first_mark
from scorepad.web.groups.links import YEARS, Role

ANYBODY = frozenset({"static", "worker", "login.enter"})

LOOKING = frozenset({
    "games.show", "corrections.look", "history.log", "printing.game_file", "printing.sheet_as_csv",
    "printing.sheet_as_json", "printing.sheet_as_pdf", "follow.stream", "game_rules.show",
    "standings.picture", "standings.result", "standings.show", "view.show", "view.version",
})  # fmt: skip
"""Read-only pages of one game. None of them writes, and viewers get no form."""

OF_THE_YEARS = frozenset({
    "league.as_file", "league.as_pdf", "league.show", "years.as_file", "years.on_paper", "years.person",
    "years.person_as_file", "years.records_as_file", "years.show", "years.show_records",
})  # fmt: skip
"""Read-only pages of the statistics of all games. Their link does not open a game."""

PRINTING = {
    "printing.game_blank_pdf", "printing.game_form", "printing.game_points_pdf", "printing.game_rules_pdf",
}  # fmt: skip

SCORING = LOOKING | PRINTING | {
    "corrections.correct", "corrections.show", "corrections.preview",
    "hands.ask_void", "hands.call", "hands.keep_draft", "hands.record_bids", "hands.record_tricks", "hands.void",
    "history.redo", "history.undo",
    "table.adjust", "table.at_table", "table.come_back", "table.comment", "table.join", "table.leave",
    "table.rename", "table.set_dealer", "table.swap",
    "control.change_house", "control.change_scheme", "control.closing", "control.course", "control.describe",
    "control.end", "control.house", "control.plan", "control.reopen",
    "device.forget", "device.keep", "device.settings", "late_entry.show", "unsent.show", "unsent.take_in",
}  # fmt: skip
"""Pages for scoring one game, and pages without a game.

Only the owner may start games, end other games, or move a game to the trash.
"""

IN_BIN = LOOKING | PRINTING | {
    "games.put_in_bin", "games.take_out_of_bin", "share.renew", "share.show", "split.made",
}  # fmt: skip
"""Pages of a game in the trash: view, print, revoke links, restore. They do not change the game."""

READING = frozenset({"GET", "HEAD"})


def least(endpoint: str | None, method: str) -> Role:
    """Return the lowest role that may send a request with this endpoint and method."""
    if endpoint in ANYBODY:
        return Role.NOBODY
    if endpoint in LOOKING | OF_THE_YEARS and method in READING:
        return Role.LOOK
    return Role.SCORE if endpoint in SCORING else Role.OWNER


def asked_for() -> str | None:
    """Return the id of the requested page's game, YEARS for pages of the statistics, None for other pages."""
    if request.endpoint in OF_THE_YEARS:
        return YEARS
    game_id: str | None = (request.view_args or {}).get("game_id")
    return game_id


def may(what: str) -> bool:
    """Return whether the client has at least the role "look", "score" or "owner" on the requested page."""
    role: Role = g.get("role", Role.NOBODY)
    return role >= Role[what.upper()] and not (what == "score" and days_left_in_bin())


# --- the trash --------------------------------------------------------------------------------------


def close_bin(app: Flask) -> None:
    """Refuse all changes of a game in the trash, also by its owner. Redirect its form pages to its page.

    The store refuses changes too, for a game that is moved to the trash at the same moment.
    """

    @app.before_request
    def look_only() -> Response | None:
        if request.endpoint in IN_BIN or not days_left_in_bin():
            return None
        game_id = (request.view_args or {})["game_id"]
        if request.method not in READING:
            raise GameBinned(game_id)
        return redirect(url_for("games.show", game_id=game_id), code=303)


def days_left_in_bin() -> int:
    """Return the days until the game leaves the trash, counting only days on which Scorepad runs.

    Return 0 if it is not in the trash, or if the client may not see it.
    """
    game_id = (request.view_args or {}).get("game_id")
    if game_id is None or g.get("role", Role.NOBODY) < Role.LOOK:
        return 0
    if "days_left_in_bin" not in g:
        g.days_left_in_bin = 0
        with contextlib.suppress(GameNotFound, StoreUnavailable):  # the page itself reports it
            days = first_mark(game_id).days_binned
            g.days_left_in_bin = BINNED + 1 - days if days else 0
    left: int = g.days_left_in_bin
    return left
