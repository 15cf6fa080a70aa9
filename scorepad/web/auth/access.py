"""Access control, session settings and security headers of every application.

The browser on this machine has access, other devices on the network need a link. `create_app` calls `configure`,
`guard` and `secure`, in this order.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING

from flask import Flask, Request, Response, abort, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from scorepad.web.auth import language, login
from scorepad.web.auth.addresses import hostname, is_loopback, is_own_host, matches_public_address
from scorepad.web.auth.lan import is_on_lan, lan, mark_signed_in
from scorepad.web.auth.permissions import SAFE_METHODS, requested_game, required_role
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
    # Wake lock and sharing need no entry: by default only our own pages may use them.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}

FILE_TYPES = {"text/css", "text/javascript", "application/manifest+json", "image/svg+xml"}
"""Content types that a browser does not render as a page, or that have a separate policy, like the icon."""

FILE_HEADERS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""The headers that have an effect on such files."""

ACCESS = "Scorepad-Access"
"""The header with the value "none" for a client without permission.

Its link was revoked or never allowed the request. The script then stops sending and deletes its stored pages.
"""

PRIVATE = "private"
"""The default Cache-Control. Shared caches must not store a page; a browser may, for its Back button."""

STAYS_SECURE = 365 * 86400
"""Seconds for which a browser uses only https after a request by https."""

MAX_REQUEST_BYTES = 256 * 1024
"""Maximum size of a request body in bytes. The file of a long game has 20 kB. The command line accepts larger files
(json_text.MOST_BYTES)."""

TOO_LARGE = later(
    "This is more than the {most} kB that a browser can send at once. Send files as a zip, or use the command "
    "line: {command}."
)
"""The message for a request body that is too large."""

MANY_IMPORTS = later("Other people are importing games right now. Nothing was created. Try again in a minute.")
LATER = 60
"""The message for a group that cannot be imported at the moment, and the seconds after which it can be tried again."""


# --- settings of every application -----------------------------------------------------------------


class LastingSession(SecureCookieSessionInterface):
    """Session cookies whose age is counted by the browser only.

    So a wrong clock of this machine neither ends a session nor makes it unreadable.
    """

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
            session.permanent = True  # unsent hands need the session after the browser was closed
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
    """Configure sessions, forms without an expiry, and the maximum size of a request body.

    `group` is the group of addresses without a group key, as on a laptop.
    """
    app.extensions |= {"scorepad": group, "scorepad_lan": None, "scorepad_in_browser": False}
    app.config.update(
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        # With True, a late answer could replace a newer cookie, which has one more link.
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,  # a form may be submitted hours after it was rendered
        MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES,
    )
    app.session_interface = LastingSession()
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the links in a session stay in order of use


def secure(app: Flask) -> None:
    """Add the security headers to every answer.

    Styles, scripts, the manifest and the icon get only `FILE_HEADERS`. The other headers have no effect there and take
    480 bytes.
    """

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name in FILE_HEADERS if response.mimetype in FILE_TYPES else HEADERS:
            response.headers.setdefault(name, HEADERS[name])
        response.headers.setdefault("Cache-Control", PRIVATE)
        if g.get("kept_out"):
            response.headers[ACCESS] = "none"
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = f"max-age={STAYS_SECURE}"
        return response


# --- requests from the network ----------------------------------------------------------------------


def guard(app: Flask, address: str | None = None, tries: login.RateLimit | None = None) -> None:
    """Refuse unknown host names, requests from other websites, and clients without permission.

    If a group has no links, the browser on this machine is the owner, and no other client is admitted. Otherwise every
    browser must present a key at /enter first, and `permissions` decides. The result is in `g.role`. `address` is the
    public address behind a proxy, or None. Raise ValueError for a proxy without links.
    """
    app.extensions["scorepad_address"], single_group = address, app.extensions["scorepad"]
    in_browser = app.extensions["scorepad_in_browser"]
    if address and single_group and single_group.links is None and not in_browser:
        raise ValueError("all who come by a proxy come from this machine: they have to show a link")
    if address:
        app.wsgi_app = by_proxy(app.wsgi_app, address)  # type: ignore[assignment, method-assign]
    app.extensions["scorepad_tries"] = login.RateLimit() if tries is None else tries
    app.extensions["scorepad_first_page"] = lambda: group().root + "/"
    app.register_blueprint(login.blueprint)
    language.register_language(app)
    app.before_request(_check_local_client)
    app.before_request(_authorize)
    app.before_request(_refuse_unnamed_fields)
    app.before_request(language.choose)


def _check_local_client() -> None:
    listener = lan()
    if listener and is_on_lan() and not listener.address:
        abort(403)  # accepted at the moment when the listener was closed
    check_host(on_lan=login.links() is not None)
    if login.links() is None and not is_loopback(request.remote_addr or ""):
        abort(403, _("Only the computer that runs this Scorepad can open it."))


def check_host(*, on_lan: bool) -> None:
    """Abort with 400 or 403 for an unknown host name, or for a request from another website.

    Another site can make its own name resolve to this machine (DNS rebinding). The browser then sends that name.
    """
    host, address = request.headers.get("Host", ""), login.public_address()
    by_address = address is not None and matches_public_address(host, address)
    if not (by_address or is_own_host(hostname(host), on_lan=on_lan)):
        abort(400, _("This page does not exist in Scorepad."))
    if request.method not in SAFE_METHODS and _is_cross_site(address if by_address else None):
        abort(403, _("This form came from another website. Nothing was changed."))


def _authorize() -> Response | None:
    needed = required_role(request.endpoint, request.method)
    if needed == Role.NOBODY:  # the cookie is not read, because a static file is the same for all clients
        return None
    g.role = login.role_in(requested_game())
    if g.role >= needed:
        mark_signed_in(request.environ)
        group_links, mark = login.links(), session.get(login.SESSION_OWNER, "")
        if group_links is not None and mark and g.role == Role.OWNER:
            group_links.note_use(mark, date.today())
        return None
    g.kept_out = True
    other_role = login.role_in(None)
    if other_role > Role.NOBODY:
        if requested_game() == YEARS:
            g.role = other_role  # as for an unknown address
        abort(404)  # the same answer whether the page exists or not
    if group().key:
        prompt = _("The games of a group open with their links only. Open yours, scan its code, or type its key.")
    else:
        prompt = _("This sheet is on another person’s computer. Scan the code that is shown to you, or type it.")
    return login.key_page(prompt, 403)


def _refuse_unnamed_fields() -> None:
    """Abort with 400 for a form field without a name. No browser sends one, and no view expects one."""
    if None in request.form or None in request.files:
        abort(400, _("A field of this form has no name."))


def by_proxy(wsgi_app: WSGIApplication, address: str) -> WSGIApplication:
    """Set the scheme and host of requests for the public `address`, because the proxy connects to this server by http.

    Headers such as X-Forwarded-Proto are not trusted.
    """
    scheme, _colon, name = address.partition("://")

    def asked(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if matches_public_address(environ.get("HTTP_HOST", ""), address):
            environ |= {"wsgi.url_scheme": scheme, "HTTP_HOST": name}
        return wsgi_app(environ, start_response)

    return asked


def _is_cross_site(address: str | None) -> bool:
    """Return whether another website made the browser send this request.

    `address` is the public address to which the request was sent, None for any other address of this machine.
    """
    origin = request.headers.get("Origin")
    if origin is not None and (origin != address if address else origin.partition("://")[2] != request.host):
        return True
    return request.headers.get("Sec-Fetch-Site", "same-origin") in ("cross-site", "same-site")
