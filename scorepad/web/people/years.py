"""The years: a row a person over all finished games, and a page for each of them."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request

from scorepad.game.years import words
from scorepad.game.years.choice import in_words
from scorepad.game.years.data import people_csv, person_csv, person_json
from scorepad.game.years.person import PersonPage
from scorepad.game.years.row import COLUMNS, ordered
from scorepad.game.years.table import Years
from scorepad.game.years.year import group_year
from scorepad.slug import slug
from scorepad.web.people import choosing
from scorepad.web.people.addresses import Name
from scorepad.web.reports.drawn import drawn
from scorepad.web.reports.paper import paper_options, printed_in

blueprint = Blueprint("years", __name__)
blueprint.record_once(lambda state: state.app.url_map.converters.update(person=Name))

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
    """The table as a spreadsheet reads it."""
    return choosing.csv(people_csv(choosing.whole_years().table(choosing.choice())), "years")


@blueprint.get("/years.json")
def as_json() -> Response:
    """The table as `scorepad people --format json` answers it."""
    return choosing.data([row._asdict() for row in choosing.whole_years().table(choosing.choice())])


@blueprint.get("/people/<person:name>.csv")
def person_as_csv(name: str) -> Response:
    """One person's figures, one a row, as a spreadsheet reads them; 404 as above."""
    page = _page(name, choosing.whole_years())
    return choosing.csv(person_csv(page), slug(page.row.person, "person"))


@blueprint.get("/people/<person:name>.json")
def person_as_json(name: str) -> Response:
    """One person as `scorepad people show --format json` answers it; 404 as above."""
    return choosing.data(person_json(_page(name, choosing.whole_years())))
