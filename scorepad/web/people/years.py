"""The years: a row a person over all finished games, and a page for each of them."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, render_template, request

from scorepad.game.years.choice import Choice
from scorepad.game.years.row import COLUMNS, ordered
from scorepad.game.years.table import Years
from scorepad.game.years.words import bests, half, people_csv, stood, total
from scorepad.web.submit import repository

blueprint = Blueprint("years", __name__)

LONGEST = 80
"""Letters of a place or a game that are looked at."""

USUAL = "beaten"
"""The column by which rows stand unless the address names another."""


@blueprint.get("/years")
def show() -> str:
    """Everybody, by the year, place and game of the address, sorted by the column that it names."""
    years, choice = _years(), _choice()
    by = request.args.get("sort", USUAL)
    by = by if by in COLUMNS else USUAL
    rows = ordered(years.table(choice), by)
    return render_template(
        "people/years.html", years=years, choice=choice, chosen=_said(choice), rows=rows, by=by, usual=USUAL,
        count=years.count(choice), pairs=lambda found: [(one, one) for one in found],
    )  # fmt: skip


@blueprint.get("/years/<path:name>")
def person(name: str) -> str:
    """One person's evenings, by any of their names; 404 for who has none."""
    years, choice = _years(), _choice()
    key = years.people.find(name)
    if key is None:
        abort(404)
    page = years.person(key, choice)
    return render_template(
        "people/person.html", page=page, choice=choice, chosen=_said(choice), bests=bests(page), half=half, stood=stood,
        total=total,
    )  # fmt: skip


@blueprint.get("/years.csv")
def as_csv() -> Response:
    """The table as a spreadsheet reads it."""
    headers = {"Content-Disposition": 'attachment; filename="years.csv"'}
    return Response(people_csv(_years().table(_choice())), content_type="text/csv; charset=utf-8", headers=headers)


@blueprint.get("/years.json")
def as_json() -> Response:
    """The table as `scorepad people --format json` answers it."""
    rows = [row._asdict() for row in _years().table(_choice())]
    return Response(json.dumps(rows, ensure_ascii=False), content_type="application/json; charset=utf-8")


def _years() -> Years:
    return repository().evenings.years()


def _choice() -> Choice:
    """Which evenings the address asks for."""
    return Choice(*(request.args.get(name, "").strip()[:LONGEST] for name in Choice._fields))


def _said(choice: Choice) -> dict[str, str]:
    """The same for the addresses of other pages: only what is chosen."""
    return {name: value for name, value in choice._asdict().items() if value}
