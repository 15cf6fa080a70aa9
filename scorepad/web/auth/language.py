"""The language of a request: the one chosen on this device, otherwise the browser's first that exists.

`?lang=nl` after any address chooses one; the answer redirects to the address without it. The choice is in its own
readable cookie, which contains nothing else and holds for all groups.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from scorepad.web.auth.permissions import ANYBODY, READING
from scorepad.words import ENGLISH, codes, language, languages, speak

COOKIE, CHOSEN = "language", "lang"
A_YEAR = 365 * 86400
"""Seconds."""


def listen(app: Flask) -> None:
    """Answer in the client's language, refusals too."""

    @app.before_request
    def spoken() -> None:
        speak(_asked())

    @app.after_request
    def varies(response: Response) -> Response:
        if request.endpoint not in ANYBODY or response.mimetype == "text/html":
            response.vary.update(("Accept-Language", "Cookie"))
        return response


def choose() -> AnyResponse | None:
    """Store the language in the address. Call it before every admitted request."""
    is_chosen = CHOSEN in request.args and request.method in READING and request.endpoint not in ANYBODY
    return _chosen(request.args[CHOSEN]) if is_chosen else None


class Choice(NamedTuple):
    """A language as a page offers it; `address` of the same page in it, "" for the one that it is in."""

    code: str
    name: str
    address: str


def choices() -> list[Choice]:
    """Return all languages with their own names; none if there is only one."""
    known = languages() if len(codes()) > 1 else {}
    return [Choice(one, name, "" if one == language() else _here(one)) for one, name in known.items()]


def _asked() -> str:
    kept = request.cookies.get(COOKIE, "")
    if kept in codes():
        return kept
    offered = [ENGLISH, *sorted(codes() - {ENGLISH})]  # the first one for a client that accepts any
    return request.accept_languages.best_match(offered) or ENGLISH


def _chosen(code: str) -> AnyResponse:
    """Redirect to the page in that language, or in the browser's for an unknown code."""
    answer = redirect(_here(), code=303)
    if code in codes():
        answer.set_cookie(COOKIE, code, max_age=A_YEAR, secure=request.is_secure, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(COOKIE)
    return answer


def _here(code: str = "") -> str:
    """Return the address that was asked for, with all that it says of itself.

    The first page where that only takes a form.
    """
    is_page = request.method in READING
    said = [(name, text) for name, text in request.args.items(multi=True) if is_page and name != CHOSEN]
    if code:
        said.append((CHOSEN, code))
    return f"{request.root_path}{request.path if is_page else '/'}" + (f"?{urlencode(said)}" if said else "")
