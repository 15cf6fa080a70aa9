"""This device: the name of whoever holds it, and its look. Kept in its own signed cookie and nowhere else."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorepad.game.decide.setup import MOST_NAME, as_written
from scorepad.web.auth.login import links
from scorepad.web.submit import WRITES_AS, fresh
from scorepad.words import _

blueprint = Blueprint("device", __name__)

LOOK, ASKED = "look", "asked"
LOOKS = ("light", "dark", "black")


@blueprint.get("/device")
def settings() -> str:
    words = {"": _("As the device"), "light": _("Light"), "dark": _("Dark"), "black": _("Black")}
    return render_template("auth/device.html", form=fresh(), looks=words, most=MOST_NAME, reached=links() is not None)


@blueprint.post("/device")
def keep() -> Response:
    """The name and the look, as far as the form has them; back to the game that it came from, if it is from one."""
    session.permanent = True
    session[ASKED] = True
    if "name" in request.form:
        _keep(WRITES_AS, as_written(request.form["name"])[:MOST_NAME].strip())
    look = request.form.get("look")
    if look is not None:
        _keep(LOOK, look if look in LOOKS else "")
    game_id = request.form.get("game", "")
    if game_id:
        return redirect(url_for("games.show", game_id=game_id), code=303)
    flash(_("Kept on this device."))
    return redirect(url_for("device.settings"), code=303)


def _keep(name: str, value: str) -> None:
    if value:
        session[name] = value
    else:
        session.pop(name, None)
