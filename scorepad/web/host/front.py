"""The host's own pages, for who comes without a link: what Scorepad is, how to begin, how to come back, how to run it
oneself, what is kept of whom. None of them knows anything of a game.

They have no session, and no cookie but that of a language which somebody has chosen; what another website has a browser
send is refused by what the browser says of it.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import date
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request
from flask.sessions import SessionInterface
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import StoreMoved, StoreNewer, StoreUnavailable
from scorepad.game.decide.setup import as_written
from scorepad.store import GROUP_NAME, KEY
from scorepad.web.auth import access, language
from scorepad.web.auth.kept import unsent_section
from scorepad.web.groups.group import root_of
from scorepad.web.host import demonstration, limits, recovery
from scorepad.web.host.doors import FAILURE
from scorepad.web.host.host import Host, held, host
from scorepad.web.server import own_files, packing
from scorepad.words import _

blueprint = Blueprint("front", __name__)

MOST_NAME = 60
"""Letters of a group's name."""

POLICY = "Content-Security-Policy"

KEPT = "public, max-age=60"
"""These pages are the same for everybody who reads the same language."""


class NoSession(SessionInterface):
    """Of whoever comes here nothing is remembered."""

    def open_session(self, app: Flask, request: object) -> None:
        """There is none."""


def set_up(app: Flask, kept: Host, static: Path) -> None:
    """Make of an application, whose templates are set up, the front of a host."""
    app.session_interface = NoSession()
    app.extensions |= {"scorepad_host": kept, "scorepad_address": kept.address, "scorepad_tries": kept.wrong}
    app.config["MAX_CONTENT_LENGTH"] = access.MOST_SENT
    language.listen(app)
    app.before_request(_refuse)
    app.before_request(language.choose)
    access.secure(app)
    packing.pack(app)
    _dress(app, own_files.serve(app, static).sent("host.css").decode())
    app.register_blueprint(blueprint)
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(StoreMoved, _moved)
    app.register_error_handler(StoreUnavailable, _unavailable)


def _dress(app: Flask, style: str) -> None:
    """The style stands in the page: on a slow network nothing would be painted until one beside it had come. It alone
    may stand there."""
    mark = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = access.HEADERS[POLICY].replace("style-src 'self'", f"style-src 'self' 'sha256-{mark}'")
    app.jinja_env.globals["style"] = Markup(style)

    @app.after_request
    def may_bear_it(answer: AnyResponse) -> AnyResponse:
        if answer.mimetype == "text/html":
            answer.headers.setdefault(POLICY, policy)
        return answer


def _refuse() -> None:
    access.refuse_strange_names(on_lan=True)
    error = request.environ.get(FAILURE)
    if error is not None:
        raise error


# --- what it is -------------------------------------------------------------------------------------------


@blueprint.get("/")
def show() -> AnyResponse:
    """What Scorepad is, how to begin, how to run it oneself."""
    return same_for_all(render_template("host/front.html", name="", why="", most=MOST_NAME))


@blueprint.get("/privacy")
def privacy() -> AnyResponse:
    """What is kept of whom, for how long, and who sees it."""
    return same_for_all(render_template("host/privacy.html", held=held()))


def same_for_all(page: str) -> AnyResponse:
    """A page that may be kept for a while."""
    answer = Response(page)
    answer.headers["Cache-Control"] = KEPT
    return answer


@blueprint.get("/gone")
def gone() -> AnyResponse:
    """Where an owner comes to who has deleted their group."""
    return same_for_all(render_template("host/gone.html"))


@blueprint.get("/g/<key>")
def without_slash(key: str) -> AnyResponse:
    """An address that lost its last letter in a chat; whether there is such a group is not told."""
    if not KEY.fullmatch(key):
        abort(404)
    return redirect(f"{root_of(key)}/", code=308)


@blueprint.get("/health")
def health() -> AnyResponse:
    """Whether a proxy may send people here: 200 or 503. No group is opened for that, and none is told of."""
    is_ready = host().groups.is_ready() and not host().is_outdated
    answer = Response("ready\n" if is_ready else "not ready\n", 200 if is_ready else 503, mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer


# --- in -----------------------------------------------------------------------------------------------------


@blueprint.post("/begin")
def begin() -> AnyResponse | tuple[str, int]:
    """Begin a group; its owner goes straight into it, by the link that its page then shows."""
    name = as_written(request.form.get("name", "")).strip()
    if not 0 < len(name) <= MOST_NAME:
        why = _("Say what your group is called, in {most} letters at most.").format(most=MOST_NAME)
        return render_template("host/front.html", name=name[: 2 * MOST_NAME], why=why, most=MOST_NAME), 422
    wait = host().begun.wait("group")
    if wait:
        return limits.refused(_("Many groups have been begun from where you are."), wait)
    key = host().groups.create()
    with host().opened.lease(key) as group:
        group.store.keep_setting(GROUP_NAME, name)
        return in_by(recovery.new_owner(group, _("Who began it"), date.today()))


@blueprint.post("/demonstration")
def demonstrate() -> AnyResponse:
    """A group with a game in it, to try everything; it is thrown away after a day."""
    wait = host().begun.wait("demonstration")
    if wait:
        return limits.refused(_("Many demonstrations have been begun from where you are."), wait)
    key = host().groups.create(demonstration=True)
    with host().opened.lease(key) as group:
        demonstration.furnish(group)
        return in_by(recovery.new_owner(group, _("Who began it"), date.today()))


@blueprint.get("/back")
def back() -> AnyResponse:
    """Where a recovery code is typed."""
    return same_for_all(render_template("host/back.html", code="", why=""))


@blueprint.post("/back")
def come_back() -> AnyResponse | tuple[str, int]:
    """In again by a recovery code, which is none any more afterwards."""
    typed, asker = request.form.get("code", "")[:200], request.remote_addr or ""
    wait = host().wrong.wait(asker)
    if wait:
        return limits.refused(_("Too many wrong links and codes have come from where you are."), wait)
    way_in = recovery.use_up(host().groups, host().opened, typed, date.today())
    if way_in is None:
        host().wrong.count(asker)
        why = _("This code opens nothing, or no more: each works once. Compare it letter by letter.")
        return render_template("host/back.html", code=typed, why=why), 422
    return in_by(way_in)


def in_by(path: str) -> AnyResponse:
    """Into a group, by the link of its owner."""
    answer = redirect(path, code=303)
    answer.headers["Cache-Control"] = "no-store"
    return answer


# --- what goes wrong ------------------------------------------------------------------------------------------


def _failed(error: HTTPException) -> tuple[str, int]:
    if error.code == 404:
        text = _("There is no such page. A link to a group is longer: it was cut short, perhaps.")
        return render_template("host/failure.html", heading=_("Nothing here"), text=text), 404
    return render_template("host/failure.html", heading=error.name, text=error.description or ""), error.code or 500


def _moved(_error: StoreMoved) -> tuple[str, int]:
    text = _("This group lives elsewhere now. Its games went with it; ask whoever owns it for a new link.")
    return render_template(
        "host/failure.html", heading=_("The group has moved"), text=text, unsent=unsent_section()
    ), 410


def _unavailable(error: StoreUnavailable) -> tuple[str, int, dict[str, str]]:
    """Which folder it is and what the disk says is for whoever runs the host alone."""
    if isinstance(error, StoreNewer):
        host().meet_newer()
    current_app.logger.error("%s", error)
    text = _("This group cannot be opened just now. Try again in a moment, else tell whoever runs this host.")
    return render_template("host/failure.html", heading=_("One moment"), text=text), 503, {"Retry-After": "10"}
