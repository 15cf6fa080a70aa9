"""The public pages of a host, for visitors without a link.

They explain Scorepad, hosting and privacy, create and import groups, and accept recovery codes. They show no game. They
have no session, and no cookie except for a chosen language. A form from another website is refused.
"""

import base64
import hashlib
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import (
    EmptyImport,
    GroupFull,
    SheetUnreadable,
    StoreMoved,
    StoreNewer,
    StoreUnavailable,
    TooBusy,
)
from scorepad.store import GROUP_NAME, KEY
from scorepad.web.auth import access, language
from scorepad.web.auth.access import LATER, MANY_IMPORTS
from scorepad.web.auth.login import disable_caching, outbox_panel
from scorepad.web.groups.group import CopyNotice, Group, mark_copy, root_of
from scorepad.web.host import limits
from scorepad.web.host.host import FAILURE, Host, backup_retention_text, host
from scorepad.web.host.owners import MOST_NAME, new_owner, redeem_recovery_code, typed_name
from scorepad.web.server import own_files
from scorepad.words import _

blueprint = Blueprint("front_pages", __name__)

POLICY = "Content-Security-Policy"

PUBLIC_CACHE = "public, max-age=60"
"""The Cache-Control of pages that are the same for all readers of a language."""


def set_up(app: Flask, kept: Host, static: Path) -> None:
    """Set up `app` to serve the public pages of a host. The caller sets up its templates."""
    app.extensions |= {"scorepad_host": kept, "scorepad_address": kept.address, "scorepad_tries": kept.wrong}
    app.config["MAX_CONTENT_LENGTH"] = access.MAX_REQUEST_BYTES
    language.register_language(app)
    app.before_request(_refuse)
    app.before_request(language.choose)
    access.secure(app)
    own_files.compress_answers(app)
    files = own_files.serve(app, static)
    base = files.sent("style.css").split(b"@layer parts")[0]
    _add_style(app, (base + files.sent("host.css")).decode())
    app.register_blueprint(blueprint)
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(StoreMoved, _moved)
    app.register_error_handler(StoreUnavailable, _unavailable)


def _add_style(app: Flask, style: str) -> None:
    """Put the style sheet inline into every page, and allow it in the content security policy.

    On a slow network a second request would delay the first paint.
    """
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = access.HEADERS[POLICY].replace("style-src 'self'", f"style-src 'self' 'sha256-{digest}'")
    app.jinja_env.globals["style"] = Markup(style)

    @app.after_request
    def may_bear_it(answer: AnyResponse) -> AnyResponse:
        if answer.mimetype == "text/html":
            answer.headers.setdefault(POLICY, policy)
        return answer


def _refuse() -> None:
    access.check_host(on_lan=True)
    error = request.environ.get(FAILURE)
    if error is not None:
        raise error


# --- home page, privacy, health ---------------------------------------------------------------------------


@blueprint.get("/")
def show() -> AnyResponse:
    """Render the home page: what Scorepad is, how to start, how to host it."""
    return _cacheable(render_template("host/front.html", name="", why="", most=MOST_NAME))


@blueprint.get("/privacy")
def privacy() -> AnyResponse:
    """Render the privacy page."""
    return _cacheable(render_template("host/privacy.html", held=backup_retention_text()))


def _cacheable(page: str) -> AnyResponse:
    """Let browsers and proxies cache a page for 60 seconds."""
    answer = Response(page)
    answer.headers["Cache-Control"] = PUBLIC_CACHE
    return answer


@blueprint.get("/gone")
def gone() -> AnyResponse:
    """Render the page after an owner has deleted a group."""
    return _cacheable(render_template("host/gone.html"))


@blueprint.get("/g/<key>")
def without_slash(key: str) -> AnyResponse:
    """Redirect an address that lost its final slash, as in a chat. The answer is the same for unknown groups."""
    if not KEY.fullmatch(key):
        abort(404)
    return redirect(f"{root_of(key)}/", code=308)


@blueprint.get("/health")
def health() -> AnyResponse:
    """Answer 200 if a proxy may send requests to this process, otherwise 503. No group is opened."""
    is_ready = host().groups.is_ready() and not host().is_outdated
    text, status = ("ready\n", 200) if is_ready else ("not ready\n", 503)
    return disable_caching(Response(text, status, mimetype="text/plain"))


# --- creating and recovering a group ------------------------------------------------------------------------


@blueprint.post("/begin")
def begin() -> AnyResponse | tuple[str, int]:
    """Create a group and redirect to the owner's link, which signs the owner in."""
    name, why = typed_name("name")
    if why:
        return render_template("host/front.html", name=name, why=why, most=MOST_NAME), 422
    wait = host().wait_to_begin("group")
    if wait:
        return limits.wait_page(_("Too many groups were created from your network."), wait)
    return _enter_new_group(host().groups.create(), lambda group: group.store.keep_setting(GROUP_NAME, name))


@blueprint.post("/demonstration")
def demonstrate() -> AnyResponse:
    """Create a demonstration group with one game. It is deleted after one day."""
    wait = host().wait_to_begin("demonstration")
    if wait:
        return limits.wait_page(_("Too many demos were created from your network."), wait)
    return _enter_new_group(host().groups.create(demonstration=True), _fill_demonstration)


def _fill_demonstration(group: Group) -> None:
    """Give a demonstration group its name and one running game."""
    from scorepad.game.files.demo_game import PLAYERS, demo_game  # imported late: startup needs no code for files

    group.store.keep_setting(GROUP_NAME, _("Demo"))
    group.games.keep(demo_game(), by=PLAYERS[0])


def _enter_new_group(key: str, furnish: Callable[[Group], object]) -> AnyResponse:
    """Fill a new group with `furnish`, create its first owner, and redirect to the owner's link."""
    with host().opened.lease(key) as group:
        furnish(group)
        return _redirect_to_owner_link(new_owner(group, _("Founder"), date.today()))


@blueprint.get("/back")
def back() -> AnyResponse:
    """Render the form for a recovery code."""
    return _cacheable(render_template("host/back.html", code="", why=""))


@blueprint.post("/back")
def come_back() -> AnyResponse | tuple[str, int]:
    """Use up a recovery code and redirect to a new owner's link."""
    code, address = request.form.get("code", "")[:200], request.remote_addr or ""
    wait = host().wrong.wait(address)
    if wait:
        return limits.wait_page(_("Too many wrong links and codes came from your network."), wait)
    way_in = redeem_recovery_code(host().groups, host().opened, code, date.today())
    if way_in is None:
        host().wrong.count(address)
        why = _("This code is not valid, or no longer valid: each code works once. Compare it letter by letter.")
        return render_template("host/back.html", code=code, why=why), 422
    return _redirect_to_owner_link(way_in)


def _redirect_to_owner_link(path: str) -> AnyResponse:
    """Redirect to the link of an owner, which signs the owner in."""
    return disable_caching(redirect(path, code=303))


# --- import of a group from a laptop or another host ----------------------------------------------

MAX_IMPORT_BYTES = 16_000_000
"""Maximum size of an imported file in bytes, enough for thousands of games."""

MAX_BODY_BYTES = {"/bring": MAX_IMPORT_BYTES * 3 // 2}
"""Maximum body size in bytes by path.

It exceeds the size of the file, so that the page can report a file that is too large.
"""

_import_lock = threading.Lock()
"""The lock of imports. Each worker runs one at a time, so that other requests are not delayed."""


@blueprint.get("/bring")
def show_bring() -> AnyResponse:
    """Render the form for importing the games of a computer."""
    return _cacheable(_import_page())


@blueprint.post("/bring")
def bring() -> AnyResponse | tuple[str, int]:
    """Create a group from an uploaded file and sign its owner in.

    Answer 422 with the errors, or 429 if other imports are running or this address has created too many groups.
    """
    request.max_content_length = MAX_IMPORT_BYTES
    try:
        (name, why_name), file = typed_name("name"), request.files.get("file")
        data = file.read() if file else b""
    except RequestEntityTooLarge:
        why = _("A browser can send {most} MB at most. Leave the folder “backups” out of the zip.")
        return _import_page(why=why.format(most=MAX_IMPORT_BYTES // 1_000_000)), 413
    if why_name:
        return _import_page(name=name, why_name=why_name), 422
    if not data:
        return _import_page(name=name, why=_("Choose a file first. This one is empty, or none was sent.")), 422
    return _import_in_turn(name, data)


def _import_in_turn(name: str, data: bytes) -> AnyResponse | tuple[str, int]:
    if not _import_lock.acquire(blocking=False):
        return limits.wait_page(str(MANY_IMPORTS), LATER)
    try:
        wait = host().wait_to_begin("group")
        if wait:
            return limits.wait_page(_("Too many groups were created from your network."), wait)
        return _create_imported_group(name, data)
    except TooBusy as error:
        return limits.wait_page(str(error), LATER)
    except (EmptyImport, GroupFull, SheetUnreadable) as error:
        return _import_page(name=name, why=str(error)), 422
    finally:
        _import_lock.release()


def _create_imported_group(name: str, data: bytes) -> AnyResponse:
    """Create a group with these games and this name. Raise EmptyImport, GroupFull or SheetUnreadable."""
    from scorepad.importing.group_import import import_group  # late: the start needs no importers

    with host().groups.arriving() as (key, store):
        brought = import_group(data, store, most_games=host().limits.games)
        store.keep_setting(GROUP_NAME, name)
        mark_copy(store, CopyNotice(date.today().isoformat(), left_out=tuple(brought.left_out)))
    return _enter_new_group(key, lambda _group: None)


def _import_page(**words: object) -> str:
    return render_template("host/bring.html", most=MOST_NAME, **{"name": "", **words})


# --- errors ---------------------------------------------------------------------------------------------------


def _failed(error: HTTPException) -> tuple[str, int]:
    if error.code == 404:
        text = _("This page does not exist. A link to a group is longer: perhaps it was cut short.")
        return render_template("host/failure.html", heading=_("Page not found"), text=text), 404
    return render_template("host/failure.html", heading=error.name, text=error.description or ""), error.code or 500


def _moved(_error: StoreMoved) -> tuple[str, int]:
    text = _("This group has moved, with its games. Ask its owner for a new link.")
    return render_template("host/failure.html", heading=_("The group has moved"), text=text, unsent=outbox_panel()), 410


def _unavailable(error: StoreUnavailable) -> tuple[str, int, dict[str, str]]:
    """Render the error page, and log the error: only the admin sees the folder and the system's message."""
    if isinstance(error, StoreNewer):
        host().stop_outdated()
    current_app.logger.error("%s", error)
    text = _("This group cannot be opened right now. Try again in a moment; otherwise ask the server’s administrator.")
    return render_template("host/failure.html", heading=_("One moment"), text=text), 503, {"Retry-After": "10"}
