"""Access: the browser of this machine freely, others on the network with a link; and the headers of answers.

`create_app` calls `configure`, `guard` and `secure`, in this order.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING

from flask import Flask, Request, Response, abort, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from scorepad.web.auth import language, login
from scorepad.web.auth.addresses import hostname, is_loopback, is_ours, leads_to
from scorepad.web.auth.permissions import READING, asked_for, least
from scorepad.web.groups.group import Group, group
from scorepad.web.groups.links import YEARS, Role
from scorepad.words import _, later

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types scorepad"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: Flask-WTF would refuse every form sent over https.
    "Referrer-Policy": "same-origin",
    # To keep the screen awake and to share are a page's own anyway.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}

NO_PAGES = {"text/css", "text/javascript", "application/manifest+json", "image/svg+xml"}
"""Files that a browser does not render as a page, or with their own policy, like the icon."""

OF_NO_PAGE = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""The headers that matter for files: content type and cross-origin use."""

ACCESS = "Scorepad-Access"
"""The header with which a refusal says "none".

The link was revoked or never allowed this. The script then stops sending and forgets its stored pages.
"""

PRIVATE = "private"
"""How long a shared cache may keep what a view does not call public: never. A browser may, to go back to a page."""

STAYS_SECURE = 365 * 86400
"""Seconds for which a browser that came by https comes by nothing else."""

MOST_SENT = 256 * 1024
"""Bytes that a browser may send at once, a game file among them: an evening has 20 kB. The command line reads more
(json_text.MOST_BYTES)."""

TOO_LARGE = later(
    "This is more than the {most} kB that a browser can send at once. Files go in as a zip, or by the command line: "
    "{command}."
)
"""The message for a request that is too large, with or without a page."""


# --- settings of every application -----------------------------------------------------------------


class LastingSession(SecureCookieSessionInterface):
    """Sessions that a clock set wrong neither ends nor makes unreadable: their age is counted by the browser alone."""

    def get_cookie_name(self, app: Flask) -> str:  # noqa: ARG002
        return group().cookie

    def get_cookie_path(self, app: Flask) -> str:  # noqa: ARG002
        """Return the path of a group, so that the browser sends a group's cookie to that group only."""
        return group().root + "/"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session and session.accessed and not session.permanent:
            session.permanent = True  # a browser that is closed comes back with its unsent hands
        super().save_session(app, session, response)
        cookies = response.headers.getlist("Set-Cookie")
        if session and cookies:
            seconds = int(app.permanent_session_lifetime.total_seconds())
            name = self.get_cookie_name(app) + "="
            response.headers.setlist(
                "Set-Cookie",
                [f"{cookie}; Max-Age={seconds}" if cookie.startswith(name) else cookie for cookie in cookies],
            )


def configure(app: Flask, group: Group | None = None) -> None:
    """Set what every Scorepad is set to: forms that do not grow old, small bodies.

    `group` is the one that is asked for wherever an address names none, as on a laptop.
    """
    app.extensions["scorepad"] = group
    app.config.update(
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        # An answer that comes late would put an old cookie in the place of one with a link more.
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,  # a hand tapped an hour ago is still to be recorded
        MAX_CONTENT_LENGTH=MOST_SENT,
    )
    app.session_interface = LastingSession()
    app.json.sort_keys = False  # type: ignore[attr-defined]  # a session keeps the order in which links came


def secure(app: Flask) -> None:
    """Add the security headers to every answer.

    Styles, scripts, the manifest and the icon have only those that matter for files. The others have no effect there
    and would cost 480 bytes each.
    """

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name in OF_NO_PAGE if response.mimetype in NO_PAGES else HEADERS:
            response.headers.setdefault(name, HEADERS[name])
        response.headers.setdefault("Cache-Control", PRIVATE)
        if g.get("kept_out"):
            response.headers[ACCESS] = "none"
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = f"max-age={STAYS_SECURE}"
        return response


# --- the network ------------------------------------------------------------------------------------


def guard(app: Flask, address: str | None = None, tries: login.Tries | None = None) -> None:
    """Refuse unknown host names, requests from other websites, and clients without permission.

    If a group has no links, the browser on this machine is the owner's and no other is admitted. Otherwise every
    browser shows a key at /enter first, and `permissions` decides. `g.role` has the result. `address` is the public
    address behind a proxy, or None.
    """
    app.extensions["scorepad_address"], only = address, app.extensions["scorepad"]
    if address and only and only.links is None:
        raise ValueError("all who come by a proxy come from this machine: they have to show a link")
    if address:
        app.wsgi_app = by_proxy(app.wsgi_app, address)  # type: ignore[assignment, method-assign]
    app.extensions["scorepad_tries"] = login.Tries() if tries is None else tries
    app.extensions["scorepad_first_page"] = lambda: group().root + "/"
    app.register_blueprint(login.blueprint)
    language.listen(app)
    app.before_request(_refuse_strange_names)
    app.before_request(_let_in_who_may)
    app.before_request(_refuse_what_has_no_name)
    app.before_request(language.choose)


def _refuse_strange_names() -> None:
    refuse_strange_names(on_lan=login.links() is not None)
    if login.links() is None and not is_loopback(request.remote_addr or ""):
        abort(403, _("This Scorepad is for the computer it runs on."))


def refuse_strange_names(*, on_lan: bool) -> None:
    """Abort with 400 or 403 for an unknown host name, or for a request from another website.

    Another site can let its own name resolve to this machine (DNS rebinding); the browser then sends that name.
    """
    host, address = request.headers.get("Host", ""), login.public_address()
    by_address = address is not None and leads_to(host, address)
    if not (by_address or is_ours(hostname(host), on_lan=on_lan)):
        abort(400, _("This is not an address of Scorepad."))
    if request.method not in READING and _from_elsewhere(address if by_address else None):
        abort(403, _("Another website has sent this. Nothing was changed."))


def _let_in_who_may() -> Response | None:
    needed = least(request.endpoint, request.method)
    if needed == Role.NOBODY:  # and do not read the cookie: a static file is the same for all
        return None
    g.role = login.role_in(asked_for())
    if g.role >= needed:
        there, mark = login.links(), session.get(login.OWNS, "")
        if there is not None and mark and g.role == Role.OWNER:
            there.note_use(mark, date.today())
        return None
    g.kept_out = True
    elsewhere = login.role_in(None)
    if elsewhere > Role.NOBODY:
        if asked_for() == YEARS:
            g.role = elsewhere  # as on an address that leads nowhere
        abort(404)  # whether it is there or not
    if group().key:
        asks = _("What a group keeps here opens by its links alone. Open yours, scan its code, or type its key.")
    else:
        asks = _("This sheet is kept on somebody’s computer. Scan the code that is shown to you, or type it.")
    return login.key_page(asks, 403)


def _refuse_what_has_no_name() -> None:
    """No browser sends such a field, and nothing behind this expects one."""
    if None in request.form or None in request.files:
        abort(400, _("A field of this form has no name."))


def by_proxy(wsgi_app: WSGIApplication, address: str) -> WSGIApplication:
    """Set the scheme of requests from the public `address`, because a proxy speaks http to this server.

    Headers like X-Forwarded-Proto are not trusted.
    """
    scheme, _colon, name = address.partition("://")

    def asked(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if leads_to(environ.get("HTTP_HOST", ""), address):
            environ |= {"wsgi.url_scheme": scheme, "HTTP_HOST": name}
        return wsgi_app(environ, start_response)

    return asked


def _from_elsewhere(address: str | None) -> bool:
    """Whether the browser says that another website had it send this; `address` is the public one it was asked for."""
    origin = request.headers.get("Origin")
    if origin is not None and (origin != address if address else origin.partition("://")[2] != request.host):
        return True
    return request.headers.get("Sec-Fetch-Site", "same-origin") in ("cross-site", "same-site")
