"""How it stands: the chart, who can still win, what the record says of the players; and a picture of it to send."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, render_template

from scorepad.game.curves import curves
from scorepad.game.feats import feats
from scorepad.game.outlook import Outlook, outlook
from scorepad.shelf import Kept
from scorepad.web.acting import kept_or_404
from scorepad.web.chart import chart

blueprint = Blueprint("standings", __name__)

# A browser that shows a picture alone makes a page of its own around it, with a style in it.
SHOWN_ALONE = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
NARROW, BROAD = (360, 300), (736, 420)  # px


@lru_cache(maxsize=64)
def _outlook(kept: Kept) -> Outlook:
    """Of a game at one version: whoever looks again gets what was worked out."""
    return outlook(kept.game.sheet)


@blueprint.get("/games/<game_id>/standings")
def show(game_id: str) -> str:
    kept = kept_or_404(game_id)
    game, sheet = kept.game, kept.game.sheet
    drawn = curves(sheet)
    return render_template(
        "standings/standings.html", game_id=game_id, game=game, sheet=sheet, names=game.names,
        charts=[chart(drawn, game.names, *size) for size in (NARROW, BROAD)], outlook=_outlook(kept),
        feats=feats(sheet),
    )  # fmt: skip


@lru_cache(maxsize=16)
def _picture(kept: Kept) -> bytes:
    from printables.picture import standings_picture  # late: drawing takes a library that no page needs

    return standings_picture(kept.game)


@blueprint.get("/games/<game_id>/standings.png")
def picture(game_id: str) -> Response:
    """The standings to send to a group, as every phone can show it."""
    answer = Response(_picture(kept_or_404(game_id)), content_type="image/png")
    answer.headers["Content-Security-Policy"] = SHOWN_ALONE
    return answer
