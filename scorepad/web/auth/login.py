"""Sign-in by a link or a key, if phones can reach Scorepad. The session stores what a browser's links permit."""

import contextlib
import secrets
import time
from collections import deque
from collections.abc import Callable
from math import ceil
from typing import NamedTuple, TypeVar

from flask import Blueprint, Response, current_app, g, redirect, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import StoreUnavailable
from scorepad.util.lru_cache import LruCache
from scorepad.web.auth.addresses import household_address
from scorepad.web.auth.lan import is_on_lan, lan
from scorepad.web.auth.permissions import may, requested_game
from scorepad.web.groups.group import group
from scorepad.web.groups.links import YEARS, Links, Role, derive_key
from scorepad.words import _, direction, language, ngettext

blueprint = Blueprint("login", __name__)

TRIES, WINDOW = 5, 1.0
"""The number of wrong keys that an address may try within a period, and the period in seconds."""

WRONG_KEY_DELAY, SHORT_WAIT = 0.2, 5
"""Seconds until a wrong key is answered, and the longest wait that is shown without a number."""

MAX_LINKS = 20
"""Maximum number of links in a session, because the session is stored in a cookie."""

LETTERS = 12
"""Length of an owner's id in characters, 72 bits."""

SESSION_OWNER, SESSION_LINKS, SESSION_DEVICE = "owns", "holds", "device"
"""Session keys: the owner's mark, the marks of links by game, and an id of this browser."""

R = TypeVar("R", bound=AnyResponse)


class Pass(NamedTuple):
    """The credentials of a browser for a game: the owner's mark and the mark of a link, "" for none.

    `links` are those that admit it, None for a browser on this computer that needs no link.
    """

    game_id: str
    owns: str
    holds: str
    links: Links | None


def links() -> Links | None:
    """Return the links that admit this request, or None if it came from this computer and needs no link."""
    listener = lan()
    return listener.links if listener and is_on_lan() else group().links


def all_links() -> Links | None:
    """Return the links of this group, also those for phones that are not admitted; None if it has none."""
    listener = lan()
    return listener.links if listener else group().links


def shared_links() -> Links | None:
    """Return the links for phones, or None if no phone can reach Scorepad."""
    listener = lan()
    return listener.links if listener and listener.address else links()


def public_address() -> str | None:
    """Return the public address behind a proxy, or None."""
    address: str | None = current_app.extensions["scorepad_address"]
    return address


@blueprint.get("/enter")
def enter() -> AnyResponse:
    """Sign in with the key in the address, and redirect to an address without it.

    On a laptop an owner's key works once. Answer 403 for a wrong key, 429 after too many.
    """
    group_links, address = links(), request.remote_addr or ""
    if group_links is None:  # no key is needed here
        return disable_caching(redirect("/", code=303))
    key = request.args.get("key", "").strip().rpartition("key=")[2]
    if not key or request.method == "HEAD":  # a preview of a link must not use it up
        return key_page(ask_for_key(), 200)
    wait = _tries().wait(address)
    if wait:
        if wait <= SHORT_WAIT:
            return key_page(_("Too many wrong keys. Wait a moment and try again."), 429, wait)
        why = _("Too many wrong links and codes came from your network.")
        return key_page(f"{why} {again_in(wait)}", 429, wait)
    mark = group_links.owner_mark_for(key)
    if mark:
        update_session({SESSION_OWNER: mark})
        first_page: Callable[[], str] = current_app.extensions["scorepad_first_page"]
        return disable_caching(redirect(first_page(), code=303))
    opened = group_links.opened_by(key)
    if opened is None:
        _tries().count(address)
        time.sleep(WRONG_KEY_DELAY)
        return key_page(_("This key is not valid, or no longer valid. Ask the owner of the sheet for a new one."), 403)
    game_id, role = opened
    marks = dict(session.get(SESSION_LINKS, {}))
    if group_links.role(game_id, marks.get(game_id)) < role:  # a view link does not replace a scoring link
        marks.pop(game_id, None)
        update_session({SESSION_LINKS: dict([*marks.items(), (game_id, group_links.mark(game_id, role))][-MAX_LINKS:])})
    return disable_caching(redirect(_game_link(game_id), code=303))


def again_in(seconds: int) -> str:
    """Return a sentence that says when the next attempt is allowed."""
    minutes = ceil(seconds / 60)
    return ngettext("Try again in %(num)s minute.", "Try again in %(num)s minutes.", minutes) % {"num": minutes}


def _game_link(game_id: str) -> str:
    return url_for("people.show") if game_id == YEARS else url_for("game_page.show", game_id=game_id)


def update_session(more: dict[str, object]) -> None:
    """Store `more` in the session.

    At the first link, and for an owner, replace the CSRF token too: another site may have set the present one.
    """
    if not (session.get(SESSION_OWNER) or session.get(SESSION_LINKS)) or SESSION_OWNER in more:
        session.pop("csrf_token", None)
    session.setdefault(SESSION_DEVICE, secrets.token_urlsafe(6))
    session.update(more)


def role_in(game_id: str | None) -> Role:
    """Return the role of this browser in a game, or for None its highest role in any game."""
    games = [game_id] if game_id is not None else [*session.get(SESSION_LINKS, {}), ""]
    return max(_role_by(pass_of(game)) for game in games)


def _role_by(by: Pass) -> Role:
    """Return the role for these credentials, cached for the request because links on the page need it too."""
    known: dict[Pass, Role] = g.setdefault("roles", {})
    if by not in known:
        known[by] = role_by(by)
    return known[by]


def pass_of(game_id: str) -> Pass:
    """Return the credentials of this browser for a game."""
    return Pass(game_id, session.get(SESSION_OWNER, ""), session.get(SESSION_LINKS, {}).get(game_id, ""), links())


def role_by(by: Pass) -> Role:
    """Return the role for these credentials. Where no link is needed, every client is an owner."""
    if by.links is None or by.links.owns(by.owns):
        return Role.OWNER
    return by.links.role(by.game_id, by.holds)


def device() -> str:
    """Return an id that separates browsers with the same link, or "" in a group without links."""
    return str(session.get(SESSION_DEVICE) or request.remote_addr) if links() else ""


def data_owner_id(game_id: str) -> str:
    """Return an id for the data that this browser stores of a game, either as the group's owner or by a link.

    The id stays the same while the link is valid, differs between links, and does not reveal the link.
    """
    known = "" if role_in(game_id) == Role.OWNER else session.get(SESSION_LINKS, {}).get(game_id, "")
    return derive_key(group().secret.encode(), "whose", game_id, known)[:LETTERS]


def home_link() -> str:
    """Return the link of the Scorepad logo: the list of games for the owner, otherwise a game or the statistics.

    Out of several games it is the game on this page, otherwise the game whose link was opened last.
    """
    if may("owner"):
        return url_for("game_list.list_games")
    games = [*session.get(SESSION_LINKS, {}), requested_game()] if "role" in g else []
    with contextlib.suppress(StoreUnavailable):  # the error page has no link
        home = next((game for game in reversed(games) if game and role_in(game) > Role.NOBODY), None)
        return _game_link(home) if home else ""
    return ""


def ask_for_key() -> str:
    """Return the sentence of the key page for a visitor without a key."""
    return _("Scan the code that the owner of this sheet shows you, or type the key below it.")


def key_page(sentence: str, status: int, wait: int = 0) -> Response:
    """Return the plain page with a sentence and a field for a key. It shows nothing of the group.

    If a key was typed, the sentence is the error of the field. `wait` is the number of seconds until the next key is
    checked.
    """
    typed = request.endpoint == "login.enter" and status != 200
    wrong = Markup('<p class="refusal" id="why-key" role="alert">{}</p>').format(sentence) if typed else ""
    page = Markup(
        '<!doctype html><html lang="{}" dir="{}"><head><meta charset="utf-8"><title>{} · Scorepad</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="{}"><link rel="stylesheet" href="{}">'
        '<link rel="icon" href="{}" type="image/svg+xml"></head>'
        '<body><header class="bar"><span class="brand">Scorepad</span></header>'
        '<main><section><h1>{}</h1><p class="lead">{}</p></section><form action="{}"><div class="field">'
        '<label for="key">{}</label>'
        '<p class="hint" id="hint-key">{}</p>{}'
        '<input id="key" name="key" required autocomplete="off" autocapitalize="none" spellcheck="false" {}></div>'
        '<p class="acts"><button class="do">{}</button></p></form>{}</main></body></html>'
    ).format(
        language(), direction(), _("Open a score sheet"),
        *(url_for("static", filename=name) for name in ("style.css", "elsewhere.css", "icon.svg")),
        _("Open a score sheet"), ask_for_key() if typed else sentence, url_for("login.enter"), _("Key"),
        _("The letters and digits at the end of the link."), wrong,
        Markup('aria-invalid="true" aria-describedby="why-key" autofocus') if typed else "", _("Open"),
        outbox_panel(),
    )  # fmt: skip
    response = Response(page, status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    return disable_caching(response)


def disable_caching(response: R) -> R:
    """Forbid browsers and proxies to store an answer, and return it."""
    response.headers["Cache-Control"] = "no-store"
    return response


def outbox_panel() -> Markup:
    """Render the panel of the outbox, the unsent hands on this device. It is hidden unless its script fills it."""
    return Markup(
        '<section id="kept" hidden data-hands="{}" data-unknown="{}" data-save="{}" data-drop="{}" data-sure="{}" '
        'data-ask="{}"><h2>{}</h2><p class="hint">{}</p></section><script type="module" src="{}"></script>'
    ).format(
        _("{players}: hand {hands}"), _("A game that this phone may not open"), _("Save as a file"), _("Delete"),
        _("Delete for good"),
        _("The hands that were not sent are nowhere else. Save them first, or tap again to delete them."),
        _("On this phone only"),
        _("Hands that are not sent yet. The page of their game sends them automatically, and imports a file of them."),
        url_for("static", filename="outbox_panel.js"),
    )  # fmt: skip


class RateLimit:
    """A limit of attempts per household and period, such as wrong keys.

    Only the latest `most_addresses` addresses are in memory, so that attackers cannot fill it.
    """

    def __init__(self, tries: int = TRIES, window: float = WINDOW, most_addresses: int = 1000) -> None:
        self._times: LruCache[str, deque[float]] = LruCache(most_addresses)
        self._tries, self._window = tries, window

    def wait(self, address: str) -> int:
        """Return the seconds until this address may try again, 0 if it may now."""
        times = self._times.get(household_address(address))
        if times is None or len(times) < self._tries:
            return 0
        return max(0, ceil(times[0] + self._window - time.monotonic()))

    def count(self, address: str) -> None:
        """Record an attempt of this address."""
        household = household_address(address)
        times = self._times.get(household) or self._times.keep(household, deque(maxlen=self._tries))
        times.append(time.monotonic())


def _tries() -> RateLimit:
    tries: RateLimit = current_app.extensions["scorepad_tries"]
    return tries
