"""The permissions of each page by endpoint. Only the owner may open a page that is not listed."""

import contextlib

from flask import Flask, g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorepad.errors import GameInTrash, GameNotFound, StoreUnavailable
from scorepad.store import TRASH_DAYS
from scorepad.web.groups.group import first_mark
from scorepad.web.groups.links import YEARS, Role

PUBLIC_PAGES = frozenset({"static", "worker", "login.enter"})

VIEWER_PAGES = frozenset({
    "game_page.show", "corrections.look", "history.log", "printing.game_file", "printing.sheet_as_csv",
    "printing.sheet_as_json", "printing.sheet_as_pdf", "downloads.bg_stats", "downloads.long_csv", "downloads.xlsx",
    "event_streams.stream", "game_rules.show",
    "standings.picture", "standings.result", "standings.show", "table_view.show", "table_view.version",
})  # fmt: skip
"""Read-only pages of one game. None of them writes, and viewers get no form."""

STATISTICS_PAGES = frozenset({
    "league.as_file", "league.as_pdf", "league.show", "people.as_file", "people.on_paper", "people.person",
    "people.person_as_file", "people.records_as_file", "people.show", "people.show_records",
})  # fmt: skip
"""Read-only pages of the statistics of all games. Their link does not open a game."""

PRINTING = {
    "printing.game_blank_pdf", "printing.game_form", "printing.game_points_pdf", "printing.game_rules_pdf",
}  # fmt: skip

SCORER_PAGES = VIEWER_PAGES | PRINTING | {
    "corrections.correct", "corrections.show", "corrections.preview",
    "current_hand.ask_void", "current_hand.call", "current_hand.keep_draft", "current_hand.record_bids",
    "current_hand.record_tricks", "current_hand.void",
    "history.redo", "history.undo",
    "players.adjust", "players.at_table", "players.come_back", "players.comment", "players.join", "players.leave",
    "players.rename", "players.set_dealer", "players.swap",
    "control.change_house", "control.change_scheme", "control.closing", "control.course", "control.describe",
    "control.end", "control.house", "control.plan", "control.reopen",
    "device.forget", "device.keep", "device.settings", "late_entry.show", "outbox_import.show", "outbox_import.take_in",
}  # fmt: skip
"""Pages for scoring one game, and pages without a game.

Only the owner may start games, end other games, or move a game to the trash.
"""

TRASH_PAGES = VIEWER_PAGES | PRINTING | {
    "game_list.put_in_bin", "game_list.take_out_of_bin", "share.renew", "share.show", "split.made",
}  # fmt: skip
"""Pages of a game in the trash: view, print, revoke links, restore. They do not change the game."""

SAFE_METHODS = frozenset({"GET", "HEAD"})


def required_role(endpoint: str | None, method: str) -> Role:
    """Return the lowest role that may send a request with this endpoint and method."""
    if endpoint in PUBLIC_PAGES:
        return Role.NOBODY
    if endpoint in VIEWER_PAGES | STATISTICS_PAGES and method in SAFE_METHODS:
        return Role.LOOK
    return Role.SCORE if endpoint in SCORER_PAGES else Role.OWNER


def requested_game() -> str | None:
    """Return the id of the requested page's game, YEARS for pages of the statistics, None for other pages."""
    if request.endpoint in STATISTICS_PAGES:
        return YEARS
    game_id: str | None = (request.view_args or {}).get("game_id")
    return game_id


def may(what: str) -> bool:
    """Return whether the client has at least the role "look", "score" or "owner" on the requested page."""
    role: Role = g.get("role", Role.NOBODY)
    return role >= Role[what.upper()] and not (what == "score" and days_left_in_trash())


# --- the trash --------------------------------------------------------------------------------------


def protect_trash(app: Flask) -> None:
    """Refuse all changes of a game in the trash, also by its owner. Redirect its form pages to its page.

    The store refuses changes too, for a game that is moved to the trash at the same moment.
    """

    @app.before_request
    def look_only() -> Response | None:
        if request.endpoint in TRASH_PAGES or not days_left_in_trash():
            return None
        game_id = (request.view_args or {})["game_id"]
        if request.method not in SAFE_METHODS:
            raise GameInTrash(game_id)
        return redirect(url_for("game_page.show", game_id=game_id), code=303)


def days_left_in_trash() -> int:
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
            g.days_left_in_bin = TRASH_DAYS + 1 - days if days else 0
    left: int = g.days_left_in_bin
    return left
