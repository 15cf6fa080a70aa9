"""The settings of a device: the name of its user, colours, keys and vibration, stored in the signed session cookie."""

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorepad.game.decide.setup import MOST_NAME, normalize_name
from scorepad.web.auth.login import key_page, links, shared_links
from scorepad.web.submit import WRITES_AS
from scorepad.words import _, later

blueprint = Blueprint("device", __name__)

LOOK, ASKED, KEYS, BUZZ = "look", "asked", "keys", "buzz"
LOOKS = {"": later("Same as device"), "light": later("Light"), "dark": later("Dark"), "black": later("Black")}
ON_KEYS = {"": later("Digits bid, Enter saves, Backspace undoes"), "off": later("Off")}
ON_BUZZ = {"": later("Nothing"), "yes": later("A short vibration, if the device can")}


@blueprint.get("/device")
def settings() -> str:
    """Render the settings of this device. For the owner, the page also offers to sign in another device."""
    return render_template(
        "auth/device.html", looks=LOOKS, on_keys=ON_KEYS, on_buzz=ON_BUZZ, reached=links() is not None,
        has_links=shared_links() is not None, game_id=request.args.get("game"),
    )  # fmt: skip


@blueprint.post("/device")
def keep() -> Response:
    """Store the settings of the form, and redirect to the game or to the settings."""
    session[ASKED] = True
    _keep(WRITES_AS, normalize_name(request.form.get(WRITES_AS, session.get(WRITES_AS)))[:MOST_NAME].strip())
    for name, answers in ((LOOK, LOOKS), (KEYS, ON_KEYS), (BUZZ, ON_BUZZ)):
        chosen = request.form.get(name, session.get(name, ""))
        _keep(name, chosen if chosen in answers else "")
    game_id = request.form.get("game", "")
    if game_id:
        return redirect(url_for("game_page.show", game_id=game_id), code=303)
    flash(_("Settings saved on this device."))
    return redirect(url_for("device.settings"), code=303)


@blueprint.post("/device/forget")
def forget() -> Response:
    """Clear the session of this browser: settings and links.

    The script has asked about unsent hands before and keeps them.
    """
    session.clear()
    if links() is not None:
        return key_page(_("This device is signed out. A link or its key signs it in again."), 200)
    flash(_("This device is signed out."))
    return redirect(url_for("device.settings"), code=303)


def _keep(name: str, value: str) -> None:
    if value:
        session[name] = value
    else:
        session.pop(name, None)
