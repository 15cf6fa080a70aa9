"""Coming in, where phones can reach Scorepad: a page asks for a key, and a browser keeps what the key has opened."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from math import ceil
from typing import NamedTuple, TypeVar

from flask import Blueprint, Response, current_app, g, redirect, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import StoreUnavailable
from scorepad.web.auth.permissions import asked_for, may
from scorepad.web.groups.group import group
from scorepad.web.groups.links import YEARS, Links, Role, derived
from scorepad.words import _, direction, language, ngettext

blueprint = Blueprint("login", __name__)

TRIES, WINDOW = 5, 1.0
"""The number of wrong keys that an address may try, and the period in seconds."""

SLOWLY, A_MOMENT = 0.2, 5
"""Seconds until a wrong key is answered, and the shortest wait that is shown."""

MOST_HELD = 20
"""Games that a session holds links to: it travels in a cookie."""

LETTERS = 12
"""Bytes of an owner's id: 72 bits."""

OWNS, HOLDS, DEVICE = "owns", "holds", "device"
"""Session keys: the owner's mark, the marks of links by game, an id of this browser."""

R = TypeVar("R", bound=AnyResponse)


class Pass(NamedTuple):
    """By what a browser has come in to a game: the owner's mark and that of a link, "" for none."""

    game_id: str
    owns: str
    holds: str


def links() -> Links | None:
    """Return the links of this group; None where only this computer reaches it."""
    return group().links


def public_address() -> str | None:
    """Return the public address behind a proxy, or None."""
    found: str | None = current_app.extensions["scorepad_address"]
    return found


@blueprint.get("/enter")
def enter() -> AnyResponse:
    """Come in with a key, once; the address that follows is clean of it."""
    there, address = links(), request.remote_addr or ""
    if there is None:  # no key is needed here
        return unkept(redirect("/", code=303))
    key = request.args.get("key", "").strip().rpartition("key=")[2]
    if not key or request.method == "HEAD":  # who only looks where a link leads does not use it up
        return key_page(_("Scan the code that the owner of this sheet shows you, or type what stands below it."), 200)
    wait = _tries().wait(address)
    if wait:
        return key_page(_too_many(wait), 429, wait)
    mark = there.owner_by(key)
    if mark:
        remember({OWNS: mark})
        first_page: Callable[[], str] = current_app.extensions["scorepad_first_page"]
        return unkept(redirect(first_page(), code=303))
    opened = there.opened_by(key)
    if opened is None:
        _tries().count(address)
        time.sleep(SLOWLY)
        return key_page(_("This key opens nothing, or no more. Ask the owner of the sheet for a new one."), 403)
    game_id, role = opened
    held = dict(session.get(HOLDS, {}))
    if there.role(game_id, held.get(game_id)) < role:  # who scores already goes on scoring
        held.pop(game_id, None)
        remember({HOLDS: dict([*held.items(), (game_id, there.mark(game_id, role))][-MOST_HELD:])})
    return unkept(redirect(_way_to(game_id), code=303))


def _too_many(seconds: int) -> str:
    if seconds <= A_MOMENT:
        return _("Too many wrong keys. Wait a moment and try again.")
    why = _("Too many wrong links and codes have come from where you are.")
    return f"{why} {again_in(seconds)}"


def again_in(seconds: int) -> str:
    """Return a sentence that says when the next attempt is allowed."""
    minutes = ceil(seconds / 60)
    return ngettext("Try again in %(num)s minute.", "Try again in %(num)s minutes.", minutes) % {"num": minutes}


def _way_to(game_id: str) -> str:
    return url_for("years.show") if game_id == YEARS else url_for("games.show", game_id=game_id)


def remember(more: dict[str, object]) -> None:
    """Store `more` in the session.

    A browser without permission gets a new CSRF token: another site may have set the present one.
    """
    if not (session.get(OWNS) or session.get(HOLDS)) or OWNS in more:
        session.pop("csrf_token", None)
    session.setdefault(DEVICE, secrets.token_urlsafe(6))
    session.update(more)


def role_in(game_id: str | None) -> Role:
    """How far this browser may go in a game; without one, in any."""
    asked = [game_id] if game_id is not None else [*session.get(HOLDS, {}), ""]
    return max(_role_by(pass_of(one)) for one in asked)


def _role_by(by: Pass) -> Role:
    """Return the role, looked up once per request because links on the page need it too."""
    known: dict[Pass, Role] = g.setdefault("roles", {})
    if by not in known:
        known[by] = role_by(by, links())
    return known[by]


def pass_of(game_id: str) -> Pass:
    """By what this browser has come in to a game."""
    return Pass(game_id, session.get(OWNS, ""), session.get(HOLDS, {}).get(game_id, ""))


def role_by(by: Pass, there: Links | None) -> Role:
    """Return the role of a client in a group with these links, given the link it came by."""
    if there is None or there.owns(by.owns):
        return Role.OWNER
    return there.role(by.game_id, by.holds)


def device() -> str:
    """Return an id of this browser among those with the same link; "" if it needs none."""
    return str(session.get(DEVICE) or request.remote_addr) if links() else ""


def whose(game_id: str) -> str:
    """Return an id for the owner of the data that this browser stores of a game: the group's owner or a link.

    It stays the same while the link is valid, differs between links, and reveals none.
    """
    known = "" if role_in(game_id) == Role.OWNER else session.get(HOLDS, {}).get(game_id, "")
    return derived(group().secret.encode(), "whose", game_id, known)[:LETTERS]


def way_home() -> str:
    """Return the link of the Scorepad logo: all games for the owner, otherwise the client's game or the statistics.

    Of several games it is the one on this page, otherwise the one whose link was used last.
    """
    if may("owner"):
        return url_for("games.list_games")
    games = [*session.get(HOLDS, {}), asked_for()] if "role" in g else []
    with contextlib.suppress(StoreUnavailable):  # the page that says so has a way nowhere
        home = next((one for one in reversed(games) if one and role_in(one) > Role.NOBODY), None)
        return _way_to(home) if home else ""
    return ""


def key_page(sentence: str, status: int, wait: int = 0) -> Response:
    """Return the plain page that asks for a key, below a sentence.

    It says nothing about the group. `wait` is the number of seconds until the next key is checked.
    """
    page = Markup(
        '<!doctype html><html lang="{}" dir="{}"><head><meta charset="utf-8"><title>Scorepad</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="{}"><link rel="icon" href="{}" type="image/svg+xml"></head>'
        '<body><header class="bar"><span class="brand">Scorepad</span></header>'
        '<main><section><h1>{}</h1><p>{}</p></section><form action="{}"><div class="field"><label for="key">{}</label>'
        '<input id="key" name="key" required autocomplete="off" autocapitalize="none" spellcheck="false"></div>'
        '<button class="do">{}</button></form>{}</main></body></html>'
    ).format(
        language(), direction(),
        url_for("static", filename="style.css"), url_for("static", filename="icon.svg"), _("A score sheet"), sentence,
        url_for("login.enter"), _("Key"), _("Come in"),
        unsent_section(),
    )  # fmt: skip
    response = Response(page, status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    return unkept(response)


def unkept(response: R) -> R:
    """Return an answer that no browser keeps."""
    response.headers["Cache-Control"] = "no-store"
    return response


def unsent_section() -> Markup:
    """Render the panel for unsent hands on this device. Its script fills it; otherwise it is hidden."""
    return Markup(
        '<section id="kept" hidden data-hands="{}" data-unknown="{}" data-save="{}" data-drop="{}" data-sure="{}" '
        'data-ask="{}"><h2>{}</h2><p class="hint">{}</p></section><script type="module" src="{}"></script>'
    ).format(
        _("{players}: hand {hands}"), _("A game that this phone may not see"), _("Save as a file"), _("Forget"),
        _("Forget for good"),
        _("The hands that were not sent are nowhere else. Save them first, or tap once more to forget them."),
        _("On this phone only"),
        _("Hands that have not been sent. The page of their game sends them by itself, and takes in a file of them."),
        url_for("static", filename="kept.js"),
    )  # fmt: skip


class Tries:
    """Wrong keys, by address; old addresses are forgotten, so that strangers cannot fill the memory."""

    def __init__(self, tries: int = TRIES, window: float = WINDOW, most_addresses: int = 1000) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._tries, self._window, self._most = tries, window, most_addresses
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """Seconds until this address may try again; 0 where it may now."""
        with self._lock:
            times = self._wrong.get(address)
            if times is None or len(times) < self._tries:
                return 0
            return max(0, ceil(times[0] + self._window - time.monotonic()))

    def count(self, address: str) -> None:
        """Another one."""
        with self._lock:
            self._wrong.setdefault(address, deque(maxlen=self._tries)).append(time.monotonic())
            self._wrong.move_to_end(address)
            if len(self._wrong) > self._most:
                self._wrong.popitem(last=False)


def _tries() -> Tries:
    found: Tries = current_app.extensions["scorepad_tries"]
    return found
