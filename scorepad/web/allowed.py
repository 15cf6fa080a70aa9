"""What each page takes: who may ask for what. A page that is not named here is the owner's."""

from __future__ import annotations

from flask import g

from scorepad.web.links import Role

ANYBODY = frozenset({"static", "entrance.enter"})

LOOKING = frozenset({
    "games.show", "hand_page.show", "history.log", "sheets.game_file", "sheets.sheet_as_csv", "sheets.sheet_as_json",
    "sheets.sheet_as_pdf", "standings.picture", "standings.show", "view.show", "view.version",
})  # fmt: skip
"""Of one game, to read only: none of these pages may write anything, nor hold a form for somebody who looks."""

SCORING = LOOKING | {
    "calls.call", "calls.take_back",
    "hands.correct", "hands.correction", "hands.keep_draft", "hands.preview", "hands.record_bids",
    "hands.record_tricks", "hands.show_becomes", "hands.void",
    "history.redo", "history.undo",
    "players.adjust", "players.at_table", "players.come_back", "players.comment", "players.join", "players.leave",
    "players.rename", "players.set_dealer", "players.swap",
    "running.change_house", "running.change_scheme", "running.closing", "running.course", "running.describe",
    "running.end", "running.house", "running.plan", "running.reopen",
    "printing.game_blank_pdf", "printing.game_form", "printing.game_points_pdf", "printing.game_rules_pdf",
    "device.keep", "device.settings", "tools.late_entry",
}  # fmt: skip
"""Of one game, its score; and what is no game's. What begins games, ends other ones or puts one away is the owner's."""

READING = frozenset({"GET", "HEAD"})


def least(endpoint: str | None, method: str) -> Role:
    """Who may ask this at least."""
    if endpoint in ANYBODY:
        return Role.NOBODY
    if endpoint in LOOKING and method in READING:
        return Role.LOOK
    return Role.SCORE if endpoint in SCORING else Role.OWNER


def may(what: str) -> bool:
    """Whether whoever asks may "look", "score" or do all that its "owner" may, on the page that was asked for."""
    role: Role = g.get("role", Role.NOBODY)
    return role >= Role[what.upper()]
