"""Error handlers, which render a page that explains the error and the next step."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorepad.errors import (
    FormulaError,
    GameInTrash,
    GameNotFound,
    GroupFull,
    RecordDamaged,
    RuleFileError,
    StoreEmptied,
    StoreUnavailable,
    TooBusy,
    UnknownLanguage,
)
from scorepad.web.auth import login
from scorepad.web.auth.access import MAX_REQUEST_BYTES, TOO_LARGE
from scorepad.web.auth.permissions import may
from scorepad.web.form_state import FormState, ResendForm
from scorepad.web.groups.group import unavailable_message
from scorepad.web.submit import SubmitForm
from scorepad.words import _

TOKEN = "Scorepad-Token"
"""The header with the value "expired" for an expired form token.

A script then reads a new token from another page and sends the form again.
"""

A_DAY = 86400
"""Seconds after which a full group may have room again."""


def _resend_button() -> FormState:
    """Return a button that sends the same form again.

    The form keeps its event id, so it counts once even if the first attempt was saved.
    """
    return FormState(resend=ResendForm(_("Send it again"), SubmitForm().hidden_tag()))


def _page(
    title: str, text: str, status: int, way: tuple[str, str] | None = None, form_state: FormState | None = None
) -> tuple[str, int]:
    """Render the error page. `way` is the address and the text of a link below the message."""
    form_state = form_state or FormState()
    return render_template("errors/failure.html", heading=title, text=text, way=way, form_state=form_state), status


def _not_found(_error: Exception) -> tuple[str, int]:
    return _page(
        _("Page not found"),
        _("This page does not exist. The link may be incomplete or withdrawn, or its page deleted."),
        404,
    )


def _only_sent(error: MethodNotAllowed) -> tuple[str, int, dict[str, str]]:
    text = _("There is nothing to see here. Go back to the page with the form.")
    return *_page(_("No page here"), text, 405), {"Allow": ", ".join(error.valid_methods or ())}


def _too_large(_error: Exception) -> tuple[str, int]:
    most = (request.max_content_length or MAX_REQUEST_BYTES) // 1024
    return _page(_("Too large"), str(TOO_LARGE).format(most=most, command="scorepad import"), 413)


def _expired_token(_error: CSRFError) -> tuple[str, int, dict[str, str]]:
    """Return the page for an expired form token.

    Offer the form again only if a browser sent it from this site.
    """
    form_state = None
    if "Origin" not in request.headers:  # requests from other sites are refused earlier
        text = _("This page has expired. Go back, reload it and send the form again. Nothing was changed.")
    elif request.files:
        text = _("This page has expired. Go back, choose the file again and send it.")
    else:
        text = _("This page has expired. What you typed is still here: send it again.")
        form_state = _resend_button()
    with contextlib.suppress(StoreUnavailable):
        if (links := login.all_links()) and links.has_changed:
            text = _("The secret of these games is new, so earlier links and open pages are invalid.") + " " + text
    return *_page(_("Please send it again"), text, 400, form_state=form_state), {TOKEN: "expired"}


def _no_such(error: RuleFileError | UnknownLanguage) -> tuple[str, int]:
    return _page(_("Page not found"), str(error), 404)


def _damaged(error: RecordDamaged) -> tuple[str, int]:
    text = _("{what} It cannot be changed. You can still see the readable part.").format(what=error)
    way = (url_for("game_page.show", game_id=error.game_id), _("Show the readable part")) if error.seq > 1 else None
    return _page(_("This game is damaged"), text, 409, way)


def _binned(error: GameInTrash) -> tuple[str, int]:
    who = _("Restore the game") if may("owner") else _("Ask the person who gave you the link to restore it")
    text = _("{what} {who}, then send it again. What you typed is still here.").format(what=error, who=who)
    way = url_for("game_page.show", game_id=error.game_id), _("To the game")
    return _page(_("This game is in the trash"), text, 409, way, _resend_button())


def _too_many(error: TooBusy) -> tuple[str, int, dict[str, str]]:
    way = (request.root_path + request.full_path).rstrip("?"), _("Try again")
    return *_page(_("One moment"), str(error), 429, way), {"Retry-After": "1"}


def _full(error: GroupFull) -> tuple[str, int, dict[str, str]]:
    way = url_for("game_list.list_games"), _("To the games")
    return *_page(_("The group is full"), str(error), 429, way), {"Retry-After": str(A_DAY)}


def _unavailable(error: StoreUnavailable) -> tuple[str, int]:
    if request.method in ("GET", "HEAD"):
        is_lost = isinstance(error, StoreEmptied)  # a retry does not help
        heading = _("The games are not where they were") if is_lost else _("The games cannot be read right now")
        return _page(heading, unavailable_message(error), 503)
    if request.files:  # a page cannot contain an uploaded file
        text = _("{reason} Go back, choose the file again and send it.").format(reason=unavailable_message(error))
        return _page(_("This could not be saved"), text, 507)
    text = _("{reason} What you typed is still here.").format(reason=unavailable_message(error))
    return _page(_("This could not be saved"), text, 507, form_state=_resend_button())


PAGES: Mapping[type[Exception] | int, Callable[..., Any]] = {
    404: _not_found,
    GameNotFound: _not_found,
    MethodNotAllowed: _only_sent,
    413: _too_large,
    CSRFError: _expired_token,
    # A scheme failed on a hand that its trial did not have.
    FormulaError: lambda error: _page(_("These points cannot be calculated"), str(error), 422),
    RuleFileError: _no_such,
    UnknownLanguage: _no_such,
    RecordDamaged: _damaged,
    GameInTrash: _binned,
    TooBusy: _too_many,
    GroupFull: _full,
    StoreUnavailable: _unavailable,
    HTTPException: lambda error: _page(error.name, error.description or "", error.code or 500),
}
"""The handler of each error class. The most specific class wins."""


def register(app: Flask) -> None:
    """Register the handlers of `PAGES` with an application."""
    for failure, page in PAGES.items():
        app.register_error_handler(failure, page)
