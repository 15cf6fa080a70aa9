"""Failures: a page that says what happened and what to do, for everything that goes wrong."""

from __future__ import annotations

from flask import Flask, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorepad.errors import (
    GameBinned,
    GameNotFound,
    RecordDamaged,
    RuleFileError,
    StoreEmptied,
    StoreUnavailable,
    TooManyDrawings,
)
from scorepad.web.auth.access import MOST_SENT
from scorepad.web.auth.permissions import may
from scorepad.web.resend import Resend
from scorepad.web.submit import FormState, SubmitForm
from scorepad.words import _


def _to_send_again() -> FormState:
    """What was sent, on a button; with its own id, so that it counts once should it have been written after all."""
    return FormState(resend=Resend(_("Send it again"), SubmitForm().hidden_tag()))


def register(app: Flask) -> None:
    """Give every failure its page."""

    def page(
        title: str, text: str, status: int, way: tuple[str, str] | None = None, form_state: FormState | None = None
    ) -> tuple[str, int]:
        form_state = form_state or FormState()
        return render_template("errors/failure.html", heading=title, text=text, way=way, form_state=form_state), status

    @app.errorhandler(404)
    @app.errorhandler(GameNotFound)
    def not_found(error: Exception) -> tuple[str, int]:  # noqa: ARG001
        return page(
            _("Nothing here"),
            _("There is no such page. The link may be cut short or taken back, or what it led to thrown away."),
            404,
        )

    @app.errorhandler(MethodNotAllowed)
    def only_sent(error: MethodNotAllowed) -> tuple[str, int, dict[str, str]]:
        text = _("This address only takes what a form sends. Go back to the page with the form.")
        return *page(_("No page to look at"), text, 405), {"Allow": ", ".join(error.valid_methods or ())}

    @app.errorhandler(413)
    def too_large(error: Exception) -> tuple[str, int]:  # noqa: ARG001
        text = _("A browser can send {most} kB at most. A larger game file is read in by the command line: {command}.")
        return page(_("Too large"), text.format(most=MOST_SENT // 1024, command="scorepad import"), 413)

    @app.errorhandler(CSRFError)
    def forged(error: CSRFError) -> tuple[str, int]:  # noqa: ARG001
        text = _(
            "This form has lost its seal. Go back, load the page again and send it once more; nothing was changed."
        )
        return page(_("Please send it again"), text, 400)

    @app.errorhandler(RuleFileError)
    def no_such_rule_file(error: RuleFileError) -> tuple[str, int]:
        return page(_("Nothing here"), str(error), 404)

    @app.errorhandler(RecordDamaged)
    def damaged(error: RecordDamaged) -> tuple[str, int]:
        text = _("{what} Nothing can be written on it; what is sound of it can be looked at.").format(what=error)
        way = (url_for("games.show", game_id=error.game_id), _("What is sound of it")) if error.seq > 1 else None
        return page(_("This game is damaged"), text, 409, way)

    @app.errorhandler(GameBinned)
    def binned(error: GameBinned) -> tuple[str, int]:
        who = _("Take it out of the bin") if may("owner") else _("Ask whoever gave you the link to take it out")
        text = _("{what} {who}, then send it again: what you typed is kept in this page.").format(what=error, who=who)
        way = url_for("games.show", game_id=error.game_id), _("To the game")
        return page(_("This game is in the bin"), text, 409, way, _to_send_again())

    @app.errorhandler(TooManyDrawings)
    def too_many(error: TooManyDrawings) -> tuple[str, int, dict[str, str]]:
        way = request.full_path.rstrip("?"), _("Try again")
        return *page(_("One moment"), str(error), 503, way), {"Retry-After": "1"}

    @app.errorhandler(StoreUnavailable)
    def unavailable(error: StoreUnavailable) -> tuple[str, int]:
        if request.method in ("GET", "HEAD"):
            lost = isinstance(error, StoreEmptied)  # and does not come back by itself
            heading = _("The games are not where they were") if lost else _("The games cannot be read just now")
            return page(heading, str(error), 503)
        if request.files:  # which a page cannot hand back
            text = _("{reason} Go back, choose the file once more and send it again.").format(reason=error)
            return page(_("This could not be written down"), text, 507)
        text = _("{reason} What you typed is kept in this page.").format(reason=error)
        return page(_("This could not be written down"), text, 507, form_state=_to_send_again())

    @app.errorhandler(HTTPException)
    def any_other(error: HTTPException) -> tuple[str, int]:
        return page(error.name, error.description or "", error.code or 500)
