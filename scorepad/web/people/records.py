"""The records of the group: who holds them, each with the way to its hand."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from scorepad.game.years import record_words
from scorepad.game.years.data import records_csv, records_json
from scorepad.web.people import choosing

blueprint = Blueprint("records", __name__)


@blueprint.get("/records")
def show() -> str:
    """All records of the evenings that the address chooses."""
    years, choice = choosing.years(), choosing.choice()
    return render_template(
        "people/records.html", years=years, choice=choice, chosen=choosing.said(choice), count=years.count(choice),
        groups=record_words.groups(years.records(choice)), words=record_words,
    )  # fmt: skip


@blueprint.get("/records.csv")
def as_csv() -> Response:
    """A row for each who holds a record, as a spreadsheet reads it."""
    return choosing.csv(records_csv(choosing.whole_years().records(choosing.choice())), "records")


@blueprint.get("/records.json")
def as_json() -> Response:
    """The records as `scorepad people records --format json` answers them."""
    return choosing.data(records_json(choosing.whole_years().records(choosing.choice())))
