"""Statistics over all finished games: the table of people, the page of a person, and the records."""

import json
from urllib.parse import unquote

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.routing import PathConverter

from scorepad.formats import slug
from scorepad.game.statistics import records, statistics_text
from scorepad.game.statistics.export import Export, people_export, person_export, records_export
from scorepad.game.statistics.group_statistics import Choice, GroupStatistics, in_words
from scorepad.game.statistics.person import COLUMNS, PersonPage, ordered
from scorepad.game.statistics.year import group_year
from scorepad.web.reports.printing import paper_options, pdf_response, print_language
from scorepad.web.submit import repository

blueprint = Blueprint("people", __name__)
blueprint.record_once(lambda state: state.app.url_map.converters.update(person=Name))

USUAL = "beaten"
"""The default sort column."""

LONGEST = 80
"""The most letters of a place or game in the query; the rest is ignored."""


class Name(PathConverter):
    """A URL converter for any name.

    Browsers interpret some names as paths (`..`, `/a`). In such names, dots and slashes are percent-encoded twice.
    """

    def to_python(self, value: str) -> str:
        return unquote(value)

    def to_url(self, value: str) -> str:
        name = value.replace("%", "%25")
        if {"", ".", ".."} & set(name.split("/")):
            name = name.replace(".", "%2E").replace("/", "%2F")
        return super().to_url(name)


def statistics() -> GroupStatistics:
    """Return the statistics of all finished games."""
    return repository().evenings.years()


def complete_statistics() -> GroupStatistics:
    """Return the statistics of all finished games, for a file; raise RecordDamaged if a damaged game is left out."""
    years = statistics()
    for error in years.left_out:
        raise error
    return years


def _choice() -> Choice:
    """Return the selection of evenings in the query."""
    return Choice(*(request.args.get(name, "").strip()[:LONGEST] for name in Choice._fields))


def _chosen() -> dict[str, str]:
    """Return the selected filters as query parameters for links to other pages."""
    return {name: value for name, value in _choice()._asdict().items() if value}


def file_response(export: Export, kind: str, name: str) -> Response:
    """Return the rows as a CSV file with this name, or the data as JSON like the command line."""
    if kind == "json":
        return Response(json.dumps(export.data, ensure_ascii=False), content_type="application/json; charset=utf-8")
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(export.csv(), content_type="text/csv; charset=utf-8", headers=headers)


@blueprint.get("/years")
def show() -> str:
    """Return the table of all people.

    The query filters by year, place, game and number of players, and names the sort column.
    """
    years, choice = statistics(), _choice()
    by = request.args.get("sort", USUAL)
    by = by if by in COLUMNS else USUAL
    rows = ordered(years.table(choice), by)
    return render_template(
        "statistics/statistics.html", years=years, choice=choice, chosen=_chosen(), rows=rows, by=by, usual=USUAL,
        count=len(years.chosen(choice)), is_rated=bool(years.ratings(choice)), words=statistics_text,
        has_money=any(row.money is not None for row in rows),
    )  # fmt: skip


@blueprint.get("/years/<person:name>")
def person(name: str) -> str:
    """Return the page of a person's evenings, by any of their names; 404 for an unknown name."""
    years = statistics()
    return render_template(
        "statistics/person.html", years=years, page=_page(name, years), which=in_words(_choice()), chosen=_chosen(),
        words=statistics_text,
    )  # fmt: skip


def _page(name: str, years: GroupStatistics) -> PersonPage:
    key = years.people.find(name)
    if key is None:
        abort(404)
    return years.person(key, _choice())


@blueprint.get("/years.pdf")
@print_language()
def on_paper() -> Response:
    """Return the selected evenings as a PDF of one page; 404 if their table has no people."""
    from printables.statistics.year_page import year_page  # imported late: startup needs no code that draws

    year, paper = group_year(complete_statistics(), _choice()), paper_options(request.args)
    if not year.people:
        abort(404)
    return pdf_response(year.title, lambda: year_page(year, paper), "year", repr(year), paper)


@blueprint.get("/years.csv", defaults={"kind": "csv"})
@blueprint.get("/years.json", defaults={"kind": "json"})
def as_file(kind: str) -> Response:
    """Return the table as CSV, or as JSON like `scorepad people --format json`."""
    return file_response(people_export(complete_statistics().table(_choice())), kind, "years")


@blueprint.get("/people/<person:name>.csv", defaults={"kind": "csv"})
@blueprint.get("/people/<person:name>.json", defaults={"kind": "json"})
def person_as_file(name: str, kind: str) -> Response:
    """Return a person's figures as CSV, or as JSON like `scorepad people show --format json`; 404 if unknown."""
    page = _page(name, complete_statistics())
    return file_response(person_export(page), kind, slug(page.row.person, "person"))


@blueprint.get("/records")
def show_records() -> str:
    """Return the page of the records of the selected evenings."""
    years, choice = statistics(), _choice()
    return render_template(
        "statistics/records.html", years=years, choice=choice, chosen=_chosen(), count=len(years.chosen(choice)),
        groups=records.groups(years.records(choice)), words=records,
    )  # fmt: skip


@blueprint.get("/records.csv", defaults={"kind": "csv"})
@blueprint.get("/records.json", defaults={"kind": "json"})
def records_as_file(kind: str) -> Response:
    """Return one row for each holder of a record as CSV, or as JSON like `scorepad people records --format json`."""
    return file_response(records_export(complete_statistics().records(_choice())), kind, "records")
