"""The language of who asks: the one that was chosen on this device, else the first of the browser's that is there.

`?lang=nl` after any address chooses; the answer leads back without it. What is chosen lies in a cookie of its own,
readable and unsealed, which tells nothing but that and holds for all groups of a host.
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
    """Answer everybody in their own language, who are refused too."""

    @app.before_request
    def spoken() -> None:
        speak(_asked())

    @app.after_request
    def varies(response: Response) -> Response:
        if request.endpoint not in ANYBODY or response.mimetype == "text/html":
            response.vary.update(("Accept-Language", "Cookie"))
        return response


def choose() -> AnyResponse | None:
    """Keep the language that the address names. To be asked before every request that was let in."""
    is_chosen = CHOSEN in request.args and request.method in READING and request.endpoint not in ANYBODY
    return _chosen(request.args[CHOSEN]) if is_chosen else None


class Choice(NamedTuple):
    """A language as a page offers it; `address` of the same page in it, "" for the one that it is in."""

    code: str
    name: str
    address: str


def choices() -> list[Choice]:
    """All languages, each as it calls itself; none where there is one only."""
    known = languages() if len(codes()) > 1 else {}
    return [Choice(one, name, "" if one == language() else _here(one)) for one, name in known.items()]


def _asked() -> str:
    kept = request.cookies.get(COOKIE, "")
    if kept in codes():
        return kept
    offered = [ENGLISH, *sorted(codes() - {ENGLISH})]  # the first to whoever takes any
    return request.accept_languages.best_match(offered) or ENGLISH


def _chosen(code: str) -> AnyResponse:
    """Back to the page, which is in that language from now on; in the browser's, where there is none of this code."""
    answer = redirect(_here(), code=303)
    if code in codes():
        answer.set_cookie(COOKIE, code, max_age=A_YEAR, secure=request.is_secure, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(COOKIE)
    return answer


def _here(code: str = "") -> str:
    """The address that was asked for, with all that it says of itself; the first page where that only takes a form."""
    is_page = request.method in READING
    said = [(name, text) for name, text in request.args.items(multi=True) if is_page and name != CHOSEN]
    if code:
        said.append((CHOSEN, code))
    return f"{request.root_path}{request.path if is_page else '/'}" + (f"?{urlencode(said)}" if said else "")
