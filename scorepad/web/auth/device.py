"""The settings of a device: the name of its user, colours, keys and vibration, stored in the signed session cookie."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response
from wtforms import RadioField, SelectChoice

from scorepad.game.decide.setup import MOST_NAME, normalize_name
from scorepad.web.auth.login import key_page, links, shared_links
from scorepad.web.fields import FieldsForm, TextField
from scorepad.web.submit import WRITES_AS
from scorepad.words import _, later

blueprint = Blueprint("device", __name__)

LOOK, ASKED, KEYS, BUZZ = "look", "asked", "keys", "buzz"
LOOKS = {"": later("Same as device"), "light": later("Light"), "dark": later("Dark"), "black": later("Black")}
ON_KEYS = {"": later("Digits bid, Enter saves, Backspace undoes"), "off": later("Off")}
ON_BUZZ = {"": later("Nothing"), "yes": later("A short vibration, if the device can")}


def _offered(answers: Mapping[str, later]) -> list[SelectChoice]:
    return [SelectChoice(value, words) for value, words in answers.items()]


A_NAME = {"maxlength": MOST_NAME, "autocomplete": "nickname"}


class HolderForm(FieldsForm):
    """The form next to a game for the name of this device's user, which a device is shown only once."""

    name = TextField(
        later("Your name"),
        id="holder",
        description=later("The log shows it with each of your entries."),
        render_kw=A_NAME,
    )


class DeviceForm(FieldsForm):
    """The form with all settings of a device."""

    name = TextField(
        later("Who uses it?"),
        description=later("The log of a game shows this name with each entry. Without a name it shows “scorer”."),
        render_kw=A_NAME,
    )
    look = RadioField(
        later("Colours"),
        description=later("Black saves battery on many phones and suits a dark room."),
        choices=_offered(LOOKS),
        default="",
    )
    keys = RadioField(later("Keyboard"), choices=_offered(ON_KEYS), default="")
    buzz = RadioField(later("When a hand is saved"), choices=_offered(ON_BUZZ), default="")


def _form() -> DeviceForm:
    """Return the form with the submitted values, or with the stored ones."""
    return DeviceForm(
        request.form, name=session.get(WRITES_AS, ""), **{key: session.get(key, "") for key in (LOOK, KEYS, BUZZ)}
    )


@blueprint.get("/device")
def settings() -> str:
    """Render the settings of this device. For the owner, the page also offers to sign in another device."""
    return render_template(
        "auth/device.html", device=_form(), reached=links() is not None,
        has_links=shared_links() is not None, game_id=request.args.get("game"),
    )  # fmt: skip


@blueprint.post("/device")
def keep() -> Response:
    """Store the settings of the form, and redirect to the game or to the settings."""
    form = _form()
    session[ASKED] = True
    _keep(WRITES_AS, normalize_name(form.name.data)[:MOST_NAME].strip())
    for chosen, answers in ((form.look, LOOKS), (form.keys, ON_KEYS), (form.buzz, ON_BUZZ)):
        _keep(chosen.name, chosen.data if chosen.data in answers else "")
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
