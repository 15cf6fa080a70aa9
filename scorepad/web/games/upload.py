"""A game file brought in: from another machine, or typed in from an old paper sheet."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import FileError, ScorepadError
from scorepad.web.submit import Answer, fresh, idempotency_key, repository, rule_library, who
from scorepad.words import _

blueprint = Blueprint("upload", __name__)


@blueprint.post("/games/upload")
def read_in() -> Answer:
    """Keep the game of a file and go to its page; 422 with what is wrong with the file."""
    from scorepad import json_text  # late, with all that reads files: no start needs it
    from scorepad.game.files.game_file import read_game
    from scorepad.importing.twins import KnownEvenings

    file = request.files.get("file")
    data = file.read() if file else b""
    try:
        if not data:
            raise FileError(_("Choose a file first; this one is empty, or none was sent."))
        game = read_game(json_text.parse(data), rule_library())
    except ScorepadError as error:
        return _refused_upload(error)
    twin = KnownEvenings(repository()).twin_of(game)
    game_id = twin or repository().keep(game, by=who(), event_id=idempotency_key(data))
    flash(_("This evening is kept already; here it is.") if twin else _("The game has been read in."))
    return redirect(url_for("games.show", game_id=game_id), code=303)


def _refused_upload(error: ScorepadError) -> Answer:
    return render_template("games/refused_upload.html", error=error, form=fresh()), 422
