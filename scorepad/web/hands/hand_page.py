"""The page of one hand: all that was written down of it, and how everybody's points came about."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorepad.game.report import hand_detail
from scorepad.game.report.notes import Notation, marks, notes, on_paper
from scorepad.game.state.record import Game
from scorepad.game.state.rows import HandRow, Row
from scorepad.rules.phrases import capital
from scorepad.web.filters import trump_signs
from scorepad.web.submit import game_or_404

blueprint = Blueprint("hand_page", __name__)

# What has its own place on the page.
_ELSEWHERE = ("doubled", "marks", "mend", "paper")


@blueprint.get("/games/<game_id>/hands/<int:number>")
def show(game_id: str, number: int) -> str:
    """A hand with its void deals and what was given after it; 404 where there is no such hand."""
    game = game_or_404(game_id).game
    rows = hand_detail.rows_of(game, number)
    if not rows:
        abort(404)
    return render_template(
        "hands/hand.html",
        game_id=game_id,
        game=game,
        names=game.names,
        number=number,
        rows=rows,
        played=game.hand_row(number),
        dealt=any(isinstance(row, HandRow) for row in rows),
        later=bool(hand_detail.rows_of(game, number + 1)),
        said=lambda row: _said(game, row),
        marks=lambda row, player: marks(game.sheet.scheme, row, player),
        look=hand_detail,
        on_paper=lambda row, player: capital(on_paper(row, player)),
    )


def _said(game: Game, row: Row) -> list[str]:
    return [one.text for one in notes(game, row, Notation(suits=trump_signs())) if one.about not in _ELSEWHERE]
