"""Statistics over all finished games: the table of people, a page for each of them, and the records."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request

from scorepad.game.statistics import records, words
from scorepad.game.statistics.export import Export, people_export, person_export, records_export
from scorepad.game.statistics.person import COLUMNS, PersonPage, ordered
from scorepad.game.statistics.table import Years, in_words
from scorepad.game.statistics.year import group_year
from scorepad.slug import slug
from scorepad.web.people import choosing
from scorepad.web.reports.drawn import drawn
from scorepad.web.reports.paper import paper_options, printed_in

blueprint = Blueprint("years", __name__)
blueprint.record_once(lambda state: state.app.url_map.converters.update(person=choosing.Name))

USUAL = "beaten"
"""The column by which rows stand unless the address names another."""


@blueprint.get("/years")
def show() -> str:
    """Everybody, by the year, place, game and players of the address, sorted by the column that it names."""
    years, choice = choosing.years(), choosing.choice()
    by = request.args.get("sort", USUAL)
    by = by if by in COLUMNS else USUAL
    rows = ordered(years.table(choice), by)
    return render_template(
        "people/years.html", years=years, choice=choice, chosen=choosing.said(choice), rows=rows, by=by, usual=USUAL,
        count=years.count(choice),
    )  # fmt: skip


@blueprint.get("/years/<person:name>")
def person(name: str) -> str:
    """One person's evenings, by any of their names; 404 for who has none."""
    choice, years = choosing.choice(), choosing.years()
    return render_template(
        "people/person.html", years=years, page=_page(name, years), which=in_words(choice),
        chosen=choosing.said(choice), words=words,
    )  # fmt: skip


def _page(name: str, years: Years) -> PersonPage:
    key = years.people.find(name)
    if key is None:
        abort(404)
    return years.person(key, choosing.choice())


# --- on paper -------------------------------------------------------------------------------------------


@blueprint.get("/years.pdf")
@printed_in()
def on_paper() -> Response:
    """The evenings that the address chooses on one page; 404 where nobody stands in their table."""
    from printables.year_page import year_page  # late: no start needs what draws

    choice, paper = choosing.choice(), paper_options(request.args)
    year = group_year(choosing.whole_years(), choice)
    if not year.people:
        abort(404)
    data = drawn(lambda: year_page(year, paper), "year", repr(year), paper)
    headers = {"Content-Disposition": f'inline; filename="{slug(year.title, "year")}.pdf"'}
    return Response(data, content_type="application/pdf", headers=headers)


# --- as data --------------------------------------------------------------------------------------------


@blueprint.get("/years.csv")
def as_csv() -> Response:
    """Return the table as CSV."""
    return choosing.csv(_people(), "years")


@blueprint.get("/years.json")
def as_json() -> Response:
    """Return what `scorepad people --format json` writes."""
    return choosing.data(_people())


def _people() -> Export:
    return people_export(choosing.whole_years().table(choosing.choice()))


@blueprint.get("/people/<person:name>.csv")
def person_as_csv(name: str) -> Response:
    """Return one person's figures, one in each row, as CSV; 404 for an unknown name."""
    page = _page(name, choosing.whole_years())
    return choosing.csv(person_export(page), slug(page.row.person, "person"))


@blueprint.get("/people/<person:name>.json")
def person_as_json(name: str) -> Response:
    """Return what `scorepad people show --format json` writes; 404 for an unknown name."""
    return choosing.data(person_export(_page(name, choosing.whole_years())))


# --- records --------------------------------------------------------------------------------------------


@blueprint.get("/records")
def show_records() -> str:
    """Show the records of the evenings that the address chooses."""
    years, choice = choosing.years(), choosing.choice()
    return render_template(
        "people/records.html", years=years, choice=choice, chosen=choosing.said(choice), count=years.count(choice),
        groups=records.groups(years.records(choice)), words=records,
    )  # fmt: skip


@blueprint.get("/records.csv")
def records_as_csv() -> Response:
    """Return one row for each holder of a record, as CSV."""
    return choosing.csv(_records(), "records")


@blueprint.get("/records.json")
def records_as_json() -> Response:
    """Return what `scorepad people records --format json` writes."""
    return choosing.data(_records())


def _records() -> Export:
    return records_export(choosing.whole_years().records(choosing.choice()))
