"""How it stands: the chart, who can still win, what the record says of the players; and a picture of it to send."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, render_template

from scorepad.game.report.chart_series import chart_series
from scorepad.game.report.outlook import outlook
from scorepad.game.report.statistics import statistics
from scorepad.repository import StoredGame
from scorepad.web.reports.chart import chart
from scorepad.web.reports.drawn import drawn
from scorepad.web.submit import game_or_404

blueprint = Blueprint("standings", __name__)

# A browser that shows a picture alone makes a page of its own around it, with a style in it.
SHOWN_ALONE = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
NARROW, BROAD = (360, 300), (736, 420)  # px


@lru_cache(maxsize=64)
def _worked_out(stored: StoredGame) -> dict[str, Any]:
    """Of a game at one version: whoever looks again gets what was worked out."""
    game, sheet = stored.game, stored.game.sheet
    drawn = chart_series(sheet)
    charts = [chart(drawn, game.names, *size) for size in (NARROW, BROAD)]
    return {"charts": charts, "outlook": outlook(sheet), "statistics": statistics(sheet)}


@blueprint.get("/games/<game_id>/standings")
def show(game_id: str) -> str:
    """The page of how it stands; 404 for no game."""
    stored = game_or_404(game_id)
    game = stored.game
    return render_template(
        "reports/standings.html", game_id=game_id, game=game, sheet=game.sheet, names=game.names, **_worked_out(stored)
    )


@blueprint.get("/games/<game_id>/standings.png")
def picture(game_id: str) -> Response:
    """The standings to send to a group, as every phone can show it."""
    from printables.picture import standings_picture  # late: drawing takes a library that no page needs

    stored = game_or_404(game_id)
    drawing = drawn(lambda: standings_picture(stored.game), "picture", game_id, stored.hash)
    answer = Response(drawing, content_type="image/png")
    answer.headers["Content-Security-Policy"] = SHOWN_ALONE
    return answer
