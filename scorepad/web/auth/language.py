"""The language of a request: the one chosen on this device, otherwise the browser's preferred available one.

`?lang=nl` after any address chooses a language, and the answer redirects to the address without it. A separate,
unsigned cookie stores the choice for all groups.
"""

from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from scorepad.web.auth.permissions import PUBLIC_PAGES, SAFE_METHODS
from scorepad.words import ENGLISH, codes, language, languages, set_language

COOKIE, CHOSEN = "language", "lang"
A_YEAR = 365 * 86400
"""Seconds."""


def register_language(app: Flask) -> None:
    """Set the language of every answer of an application, including errors."""

    @app.before_request
    def spoken() -> None:
        stored, known = request.cookies.get(COOKIE, ""), codes()
        offered = [ENGLISH, *sorted(known - {ENGLISH})]  # the first one for a client that accepts any
        set_language(stored if stored in known else request.accept_languages.best_match(offered) or ENGLISH)

    @app.after_request
    def varies(response: Response) -> Response:
        if request.endpoint not in PUBLIC_PAGES or response.mimetype == "text/html":
            response.vary.update(("Accept-Language", "Cookie"))
        return response


def choose() -> AnyResponse | None:
    """Store the language that the address asks for, if any, and redirect to the page in that language.

    An unknown code deletes the stored language. Run this before every permitted request.
    """
    code = request.args.get(CHOSEN)
    if code is None or request.method not in SAFE_METHODS or request.endpoint in PUBLIC_PAGES:
        return None
    answer = redirect(_current_address(), code=303)
    if code in codes():
        answer.set_cookie(COOKIE, code, max_age=A_YEAR, secure=request.is_secure, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(COOKIE)
    return answer


class Choice(NamedTuple):
    """A language that a page offers. `address` is the same page in that language, "" for the current language."""

    code: str
    name: str
    address: str


def choices() -> list[Choice]:
    """Return all languages with their native names, or [] if there is only one language."""
    known = languages() if len(codes()) > 1 else {}
    return [Choice(code, name, "" if code == language() else _current_address(code)) for code, name in known.items()]


def _current_address(code: str = "") -> str:
    """Return the requested address with its query, and with `code` as its language.

    For the address of a submitted form return the first page.
    """
    is_page = request.method in SAFE_METHODS
    pairs = [(name, text) for name, text in request.args.items(multi=True) if is_page and name != CHOSEN]
    if code:
        pairs.append((CHOSEN, code))
    return f"{request.root_path}{request.path if is_page else '/'}" + (f"?{urlencode(pairs)}" if pairs else "")
