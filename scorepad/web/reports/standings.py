"""How it stands: the chart, who can still win, what the record says of the players; and a picture of it to send."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template

from scorepad.game.report.chart_series import chart_series
from scorepad.game.report.ending import how_it_stands, result_text, why_it_ended
from scorepad.game.report.outlook import outlook
from scorepad.game.report.statistics import statistics
from scorepad.game.state.record import Game
from scorepad.repository import StoredGame
from scorepad.web.hands.tapped import version_sign
from scorepad.web.reports.chart import Chart, chart
from scorepad.web.reports.drawn import drawn
from scorepad.web.reports.frames import Shown, drawn_parts, shown
from scorepad.web.submit import game_or_404

blueprint = Blueprint("standings", __name__)

# A browser that shows a picture alone makes a page of its own around it, with a style in it.
SHOWN_ALONE = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
NARROW, BROAD = (360, 300), (736, 420)  # px


@blueprint.get("/games/<game_id>/standings")
def show(game_id: str) -> str:
    """The page of how it stands, which follows its game; 404 for no game."""
    stored = game_or_404(game_id)
    game = stored.game
    return render_template(
        "reports/standings.html", game_id=game_id, game=game, sheet=game.sheet, names=game.names,
        shown=shown_standings(stored),
    )  # fmt: skip


def shown_standings(stored: StoredGame) -> Shown:
    """What changes of the page of how it stands."""
    game, sign = stored.game, version_sign(stored)
    return shown("standings", stored, sign, lambda: drawn_parts(
        "standings", game_id=stored.game_id, game=game, sheet=game.sheet, names=game.names, sign=sign,
        **_worked_out(stored),
    ))  # fmt: skip


def charts_of(game: Game) -> list[Chart]:
    """The chart of a game for a narrow and for a wide page."""
    drawn = chart_series(game.sheet)
    return [chart(drawn, game.names, *size) for size in (NARROW, BROAD)]


def _worked_out(stored: StoredGame) -> dict[str, Any]:
    game, sheet = stored.game, stored.game.sheet
    return {"charts": charts_of(game), "outlook": outlook(sheet), "statistics": statistics(sheet)}


@blueprint.get("/games/<game_id>/result")
def result(game_id: str) -> str:
    """How it stands, to be sent: the picture, and a text to copy, to select or to scan; 404 for no game."""
    from printables import qr  # late: no start needs what draws

    game = game_or_404(game_id).game
    text = result_text(game)
    size, path = qr.as_path(text)
    return render_template(
        "reports/result.html", game_id=game_id, game=game, sheet=game.sheet, names=game.names, text=text,
        title=how_it_stands(game), code_drawn={"size": size, "path": path},
        why=why_it_ended(game) if game.sheet.finished and not game.sheet.moved else "",
    )  # fmt: skip


@blueprint.get("/games/<game_id>/standings.png")
def picture(game_id: str) -> Response:
    """The standings to send to a group, as every phone can show it."""
    from printables.picture import standings_picture  # late: drawing takes a library that no page needs

    stored = game_or_404(game_id)
    drawing = drawn(lambda: standings_picture(stored.game), "picture", game_id, stored.hash)
    answer = Response(drawing, content_type="image/png")
    answer.headers["Content-Security-Policy"] = SHOWN_ALONE
    return answer
