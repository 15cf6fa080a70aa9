"""How it stands: the chart, who can still win, what the record says of the players; and a picture of it to send."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, render_template

from scorepad.game.report.chart_series import curves
from scorepad.game.report.outlook import outlook
from scorepad.game.report.statistics import feats
from scorepad.repository import Kept
from scorepad.web.reports.chart import chart
from scorepad.web.reports.drawn import drawn
from scorepad.web.submit import kept_or_404

blueprint = Blueprint("standings", __name__)

# A browser that shows a picture alone makes a page of its own around it, with a style in it.
SHOWN_ALONE = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
NARROW, BROAD = (360, 300), (736, 420)  # px


@lru_cache(maxsize=64)
def _worked_out(kept: Kept) -> dict[str, Any]:
    """Of a game at one version: whoever looks again gets what was worked out."""
    game, sheet = kept.game, kept.game.sheet
    drawn = curves(sheet)
    charts = [chart(drawn, game.names, *size) for size in (NARROW, BROAD)]
    return {"charts": charts, "outlook": outlook(sheet), "feats": feats(sheet)}


@blueprint.get("/games/<game_id>/standings")
def show(game_id: str) -> str:
    kept = kept_or_404(game_id)
    game = kept.game
    return render_template(
        "reports/standings.html", game_id=game_id, game=game, sheet=game.sheet, names=game.names, **_worked_out(kept)
    )


@blueprint.get("/games/<game_id>/standings.png")
def picture(game_id: str) -> Response:
    """The standings to send to a group, as every phone can show it."""
    from printables.picture import standings_picture  # late: drawing takes a library that no page needs

    kept = kept_or_404(game_id)
    drawing = drawn(lambda: standings_picture(kept.game), "picture", game_id, kept.hash)
    answer = Response(drawing, content_type="image/png")
    answer.headers["Content-Security-Policy"] = SHOWN_ALONE
    return answer
