"""The bin: games put away, which can be taken out again for some weeks."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorepad.repository import damaged_words
from scorepad.store import BINNED
from scorepad.web.submit import SubmitForm, look_or_404, repository
from scorepad.words import _

blueprint = Blueprint("bin", __name__)


@blueprint.get("/games/bin")
def show() -> str:
    """The games in the bin, with a button each to take it out."""
    games = repository().games("binned", limit=100)
    return render_template(
        "games/bin.html", games=games, damaged=repository().damaged(games), damaged_words=damaged_words,
        form=SubmitForm(), days=BINNED,
    )  # fmt: skip


@blueprint.post("/games/<game_id>/bin")
def put_in(game_id: str) -> Response:
    """Put a game away, a damaged one too; on to the list. 404 for a game there is not."""
    look_or_404(game_id)
    repository().store.remove_game(game_id)
    undo = f"{url_for('bin.take_out', game_id=game_id)} -"
    flash(_("The game is in the bin, from where it can be taken out again."), undo)
    return redirect(url_for("games.list_games"), code=303)


@blueprint.post("/games/<game_id>/unbin")
def take_out(game_id: str) -> Response:
    """Put a game back into the list; on to its page. 404 for a game there is not."""
    look_or_404(game_id)
    repository().store.restore_game(game_id)
    flash(_("The game is back in the list."))
    return redirect(url_for("games.show", game_id=game_id), code=303)
