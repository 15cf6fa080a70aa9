"""Who may come in: the browser of this machine freely, others on the network with a key; and what each answer bears.

`create_app` calls `configure`, `guard` and `secure`, in this order.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar
from urllib.parse import quote

from flask import Flask, Request, Response, abort, redirect, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorepad.store import Store
from scorepad.web.addresses import hostname, is_loopback, is_ours
from scorepad.words import _

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: Flask-WTF would refuse every form sent over https.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self), web-share=(self)"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}

MOST_SENT = 256 * 1024
"""Bytes that a browser may send at once, a game file among them: an evening has 20 kB. The command line reads more
(json_text.MOST_BYTES)."""

TRIES, WINDOW = 5, 1.0
"""So many wrong keys an address may try in so many seconds."""

R = TypeVar("R", bound=AnyResponse)

ENTERED = "entered"
"""In the session: the fingerprint of the key somebody came in with."""


# --- what every app of ours is set to ---------------------------------------------------------------


class LastingSession(SecureCookieSessionInterface):
    """Sessions that a clock set wrong neither ends nor makes unreadable: their age is counted by the browser alone."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        super().save_session(app, session, response)
        cookies = response.headers.getlist("Set-Cookie")
        if session and session.permanent and cookies:
            seconds = int(app.permanent_session_lifetime.total_seconds())
            name = self.get_cookie_name(app) + "="
            response.headers.setlist(
                "Set-Cookie",
                [f"{cookie}; Max-Age={seconds}" if cookie.startswith(name) else cookie for cookie in cookies],
            )


def configure(app: Flask, store: Store) -> None:
    """Set what every Scorepad is set to: a secret made once a store, forms that do not grow old, small bodies."""
    secret = store.keep_setting("secret_key", secrets.token_hex(32))
    app.config.update(
        SECRET_KEY=secret,
        # Cookies know no ports: two Scorepads on one machine must not take each other's.
        SESSION_COOKIE_NAME="scorepad_" + _fingerprint(secret)[:8],
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        WTF_CSRF_TIME_LIMIT=None,  # a hand tapped an hour ago is still to be recorded
        MAX_CONTENT_LENGTH=MOST_SENT,
    )
    app.session_interface = LastingSession()


def secure(app: Flask) -> None:
    """Give every answer the headers that keep other sites, scripts and caches out."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


# --- the network ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LanAccess:
    """What lets phones on the network in: whoever has shown this key once."""

    key: str

    def way_in(self, address: str) -> str:
        """The link that lets a browser in; `address` is like "http://192.168.1.5:7234"."""
        return f"{address}/enter?key={quote(self.key)}"


def lan_access(store: Store) -> LanAccess:
    """The key of this store's network, made once: 128 random bits. Drop the setting "lan_key" to shut everybody out."""
    return LanAccess(store.keep_setting("lan_key", secrets.token_urlsafe(16)))


def guard(app: Flask, lan: LanAccess | None = None) -> None:
    """Refuse strange names for this machine, and whoever is not on it: without `lan` at all, with it until the key
    has been shown at /enter."""

    @app.before_request
    def refuse_strange_names() -> None:
        # A page elsewhere can have its own name lead here (DNS rebinding); the browser then sends that name.
        if not is_ours(hostname(request.headers.get("Host", "")), on_lan=lan is not None):
            abort(400, _("This is not an address of Scorepad."))
        if lan is None and not is_loopback(request.remote_addr or ""):
            abort(403, _("This Scorepad is for the computer it runs on."))

    if lan is not None:
        _ask_for_key(app, lan)


def _ask_for_key(app: Flask, lan: LanAccess) -> None:
    tries = Tries()
    entered = _fingerprint(lan.key)

    @app.before_request
    def let_in_who_showed_the_key() -> Response | None:
        # Nobody can guess a signed session, so this comparison leaks nothing; static files tell nothing.
        if session.get(ENTERED) == entered or request.endpoint in {"enter", "static"}:
            return None
        return _door(_("This sheet is kept on somebody’s computer. Scan the code shown there, or type its key."), 403)

    @app.get("/enter")
    def enter() -> AnyResponse:
        address = request.remote_addr or ""
        key = request.args.get("key", "").strip()
        if not key:
            return _door(_("Type the key that is shown where Scorepad was started."), 200)
        if tries.too_many(address):
            return _door(_("Too many wrong keys. Wait a moment and try again."), 429)
        if not secrets.compare_digest(key.encode("utf-8", "replace"), lan.key.encode()):
            tries.count(address)
            return _door(_("That is not the key. Scan the code again, or type what stands below it."), 403)
        session.permanent = True
        session[ENTERED] = entered
        return _unkept(redirect("/", code=303))


class Tries:
    """Wrong keys, by address; old addresses are forgotten, so that strangers cannot fill the memory."""

    def __init__(self, most_addresses: int = 1000) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._most = most_addresses
        self._lock = threading.Lock()

    def too_many(self, address: str) -> bool:
        with self._lock:
            times = self._wrong.get(address)
            return times is not None and len(times) == TRIES and time.monotonic() - times[0] < WINDOW

    def count(self, address: str) -> None:
        with self._lock:
            self._wrong.setdefault(address, deque(maxlen=TRIES)).append(time.monotonic())
            self._wrong.move_to_end(address)
            if len(self._wrong) > self._most:
                self._wrong.popitem(last=False)


def _door(sentence: str, status: int) -> Response:
    """A plain page that stands before everything else: it may not tell a stranger more than that there is a door."""
    page = Markup(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Scorepad</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"></head><body><main><h1>Scorepad</h1><p>{}</p>'
        '<form action="/enter"><p><label>{} <input name="key" required autocomplete="off" autocapitalize="none"'
        ' spellcheck="false"></label> <button>{}</button></p></form></main></body></html>'
    ).format(sentence, _("Key"), _("Come in"))
    response = Response(page, status)
    if status == 429:
        response.headers["Retry-After"] = "1"
    return _unkept(response)


def _unkept(response: R) -> R:
    response.headers["Cache-Control"] = "no-store"
    return response


def _fingerprint(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]
