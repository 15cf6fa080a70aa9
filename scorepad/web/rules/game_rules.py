"""The rules of a running game: how this table plays it, for whoever plays or looks on."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorepad.web.submit import game_or_404

blueprint = Blueprint("game_rules", __name__)


@blueprint.get("/games/<game_id>/rules")
def show(game_id: str) -> str:
    """Section by section, with the house rules and the points as they are now; 404 for no game."""
    from scorepad.rules.telling import GameTold, told  # late: no start needs it

    stored = game_or_404(game_id)
    sheet = stored.game.sheet
    sections = told(GameTold(sheet.rulebook, sheet.scheme, len(sheet.seats.present) or None, sheet.options))
    return render_template("rules/game.html", game_id=game_id, sheet=sheet, sections=sections)
