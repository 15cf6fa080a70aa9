"""Statistics over all finished games: the table of people, a page for each of them, and the records."""

from __future__ import annotations

import json
from urllib.parse import unquote

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.routing import PathConverter

from scorepad.formats import slug
from scorepad.game.statistics import records, words
from scorepad.game.statistics.export import Export, people_export, person_export, records_export
from scorepad.game.statistics.person import COLUMNS, PersonPage, ordered
from scorepad.game.statistics.table import Choice, Years, in_words
from scorepad.game.statistics.year import group_year
from scorepad.web.reports.drawn import drawn
from scorepad.web.reports.printing import paper_options, printed_in
from scorepad.web.submit import repository

blueprint = Blueprint("years", __name__)
blueprint.record_once(lambda state: state.app.url_map.converters.update(person=Name))

USUAL = "beaten"
"""The column by which rows stand unless the address names another."""

LONGEST = 80
"""Letters of a place or a game that are looked at."""


class Name(PathConverter):
    """Any name. Of one that browsers would take for a way through folders (`..`, `/a`), dots and strokes are written
    as figures once more."""

    def to_python(self, value: str) -> str:
        return unquote(value)

    def to_url(self, value: str) -> str:
        name = value.replace("%", "%25")
        if {"", ".", ".."} & set(name.split("/")):
            name = name.replace(".", "%2E").replace("/", "%2F")
        return super().to_url(name)


def statistics() -> Years:
    """What all finished games say together."""
    return repository().evenings.years()


def complete_statistics() -> Years:
    """What all finished games say together, for a file; RecordDamaged where a damaged game would be missing in it."""
    found = statistics()
    for error in found.left_out:
        raise error
    return found


def _choice() -> Choice:
    """Which evenings the address asks for."""
    return Choice(*(request.args.get(name, "").strip()[:LONGEST] for name in Choice._fields))


def _chosen() -> dict[str, str]:
    """The same for the addresses of other pages: only what is chosen."""
    return {name: value for name, value in _choice()._asdict().items() if value}


def file(export: Export, kind: str, name: str) -> Response:
    """Return the rows as a CSV file of this name, or the data as JSON as the command line writes it."""
    if kind == "json":
        return Response(json.dumps(export.data, ensure_ascii=False), content_type="application/json; charset=utf-8")
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(export.csv(), content_type="text/csv; charset=utf-8", headers=headers)


def pdf(data: bytes, name: str) -> Response:
    """Return a page on paper, to be shown by the browser."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(data, content_type="application/pdf", headers=headers)


@blueprint.get("/years")
def show() -> str:
    """Everybody, by the year, place, game and players of the address, sorted by the column that it names."""
    years, choice = statistics(), _choice()
    by = request.args.get("sort", USUAL)
    by = by if by in COLUMNS else USUAL
    return render_template(
        "people/years.html", years=years, choice=choice, chosen=_chosen(), rows=ordered(years.table(choice), by), by=by,
        usual=USUAL, count=years.count(choice),
    )  # fmt: skip


@blueprint.get("/years/<person:name>")
def person(name: str) -> str:
    """One person's evenings, by any of their names; 404 for who has none."""
    years = statistics()
    return render_template(
        "people/person.html", years=years, page=_page(name, years), which=in_words(_choice()), chosen=_chosen(),
        words=words,
    )  # fmt: skip


def _page(name: str, years: Years) -> PersonPage:
    key = years.people.find(name)
    if key is None:
        abort(404)
    return years.person(key, _choice())


@blueprint.get("/years.pdf")
@printed_in()
def on_paper() -> Response:
    """The evenings that the address chooses on one page; 404 where nobody stands in their table."""
    from printables.year_page import year_page  # late: no start needs what draws

    year, paper = group_year(complete_statistics(), _choice()), paper_options(request.args)
    if not year.people:
        abort(404)
    return pdf(drawn(lambda: year_page(year, paper), "year", repr(year), paper), slug(year.title, "year"))


@blueprint.get("/years.csv", defaults={"kind": "csv"})
@blueprint.get("/years.json", defaults={"kind": "json"})
def as_file(kind: str) -> Response:
    """Return the table as CSV, or what `scorepad people --format json` writes."""
    return file(people_export(complete_statistics().table(_choice())), kind, "years")


@blueprint.get("/people/<person:name>.csv", defaults={"kind": "csv"})
@blueprint.get("/people/<person:name>.json", defaults={"kind": "json"})
def person_as_file(name: str, kind: str) -> Response:
    """Return one person's figures as CSV, or what `scorepad people show --format json` writes; 404 for no such name."""
    page = _page(name, complete_statistics())
    return file(person_export(page), kind, slug(page.row.person, "person"))


@blueprint.get("/records")
def show_records() -> str:
    """Show the records of the evenings that the address chooses."""
    years, choice = statistics(), _choice()
    return render_template(
        "people/records.html", years=years, choice=choice, chosen=_chosen(), count=years.count(choice),
        groups=records.groups(years.records(choice)), words=records,
    )  # fmt: skip


@blueprint.get("/records.csv", defaults={"kind": "csv"})
@blueprint.get("/records.json", defaults={"kind": "json"})
def records_as_file(kind: str) -> Response:
    """Return one row for each holder of a record as CSV, or what `scorepad people records --format json` writes."""
    return file(records_export(complete_statistics().records(_choice())), kind, "records")
