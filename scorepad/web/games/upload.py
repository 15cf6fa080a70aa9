"""A game file brought in: from another machine, or typed in from an old paper sheet."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import FileError, ScorepadError
from scorepad.repository.folding import new_event_id
from scorepad.web.submit import Answer, fresh, idempotency_key, repository, rule_library, who
from scorepad.words import _

blueprint = Blueprint("upload", __name__)


@blueprint.post("/games/upload")
def read_in() -> Answer:
    """Keep the game of a file and go to its page; 422 with what is wrong with the file."""
    from scorepad import json_text  # late, with all that reads files: no start needs it
    from scorepad.game.files.game_file import read_game
    from scorepad.importing.keeping import KnownEvenings
    from scorepad.importing.preview import goes_on

    file = request.files.get("file")
    data = file.read() if file else b""
    try:
        if not data:
            raise FileError(_("Choose a file first; this one is empty, or none was sent."))
        game = read_game(json_text.parse(data), rule_library())
    except ScorepadError as error:
        return _refused_upload(error)
    known, sent_as = KnownEvenings(repository()), idempotency_key(data) or new_event_id()
    twin, added = known.twin_of(game), known.continued_by(game)
    if twin:
        game_id, told = twin, _("This evening is kept already; here it is.")
    elif added:
        more = {added.game_id: (added.seen, added.game.events[added.seen :])}
        repository().append_together(more, [], by=who(), event_id=sent_as)
        game_id, told = added.game_id, goes_on(added)
    else:
        game_id = repository().keep(game, by=who(), event_id=sent_as)
        told = _("The game has been read in.")
    flash(told)
    return redirect(url_for("games.show", game_id=game_id), code=303)


def _refused_upload(error: ScorepadError) -> Answer:
    return render_template("games/refused_upload.html", error=error, form=fresh()), 422
