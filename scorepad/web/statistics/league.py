"""A league over several evenings: the query holds its settings, and the owner can save it as the group's league."""

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import RuleError
from scorepad.game.statistics.export import league_export
from scorepad.game.statistics.league import (
    USUAL_POINTS,
    League,
    counting,
    from_text,
    league_evenings,
    league_table,
    read_league,
    span,
    to_text,
)
from scorepad.store.records import LEAGUE
from scorepad.web.fields import Typed
from scorepad.web.form_state import FormState
from scorepad.web.reports.printing import paper_options, pdf_response, print_language
from scorepad.web.statistics.people import LONGEST, complete_statistics, file_response, statistics
from scorepad.web.submit import repository
from scorepad.words import _, ours

blueprint = Blueprint("league", __name__)

FIELDS = ("from", "to", "points", "best", "place", "game")


@blueprint.get("/league")
def show() -> str | tuple[str, int]:
    """Return the league of the query, or the group's own; answer 422 for an invalid field."""
    try:
        return _page(_requested_league(), FormState())
    except RuleError as error:
        return _page(None, FormState({error.field: str(error)}, request.args)), 422


@blueprint.post("/league")
def keep() -> AnyResponse | tuple[str, int]:
    """Save the typed league as the group's."""
    try:
        league = _read(request.form)
    except RuleError as error:
        return _page(None, FormState({error.field: str(error)}, request.form)), 422
    store = repository().store
    while not store.swap_setting(LEAGUE, store.setting(LEAGUE), to_text(league)):
        pass  # another request changed it in the meantime
    flash(_("League saved."))
    return redirect(url_for("league.show"), code=303)


@blueprint.get("/league.pdf")
@print_language()
def as_pdf() -> Response:
    """Return the table as a PDF."""
    from printables.statistics.league_page import league_page  # imported late: startup needs no code that draws

    league, years, paper = _requested_league_or_404(), complete_statistics(), paper_options(request.args)
    (rows, _count), evenings = league_table(years, league), league_evenings(years, league)
    key = "league", to_text(league), repr((rows, evenings)), paper
    return pdf_response(_("League"), lambda: league_page(league, rows, evenings, paper), *key)


@blueprint.get("/league.csv", defaults={"kind": "csv"})
@blueprint.get("/league.json", defaults={"kind": "json"})
def as_file(kind: str) -> Response:
    """Return the table as CSV, or as JSON like `scorepad people league --format json`."""
    league = _requested_league_or_404()
    rows, _count = league_table(complete_statistics(), league)
    return file_response(league_export(league, rows), kind, "league")


def _page(league: League | None, form_state: FormState) -> str:
    years = statistics()
    rows, count = league_table(years, league) if league else ([], 0)
    typed = _as_typed(league) if league else form_state.typed
    return render_template(
        "statistics/league.html", years=years, league=league, form_state=form_state, rows=rows, count=count,
        typed=typed, span=span, counting=counting, kept=league == _saved_league(),
        places=[(place, place) for place in years.places], games=[(game, ours(game)) for game in years.games],
        said={name: value for name, value in typed.items() if value},
    )  # fmt: skip


def _requested_league() -> League:
    """Return the league of the query, or the group's own; raise RuleError for an invalid field of the query."""
    if any(name in request.args for name in FIELDS):
        return _read(request.args)
    return _saved_league() or League()


def _saved_league() -> League | None:
    """Return the saved league of the group; None if there is none."""
    return from_text(repository().store.setting(LEAGUE))


def _requested_league_or_404() -> League:
    try:
        return _requested_league()
    except RuleError:
        abort(404)


def _read(typed: Typed) -> League:
    first, last, points, *others = (
        typed.get(name, USUAL_POINTS if name == "points" else "")[:LONGEST] for name in FIELDS
    )
    return read_league(first, last, points, *others)


def _as_typed(league: League) -> dict[str, str]:
    first, last, points, best, place, game = league
    texts = (first, last, " ".join(map(str, points)), str(best or ""), place, game)
    return dict(zip(FIELDS, texts, strict=True))
