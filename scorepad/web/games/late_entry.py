"""The late-joiner calculator, for a table that keeps its sheet on paper."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired, Length, ValidationError

from scorepad.game.state import standings
from scorepad.web.fields import FieldsForm
from scorepad.words import later

blueprint = Blueprint("late_entry", __name__)

_MOST_CHARACTERS = 500


class LateEntryForm(FieldsForm):
    """The totals at the table, in one field; the form is a GET form, so that its result has an address."""

    totals = StringField(
        later("Totals of the players at the table"),
        description=later("Separated by spaces, like 12 38 44 50. Below zero: -6."),
        validators=[
            InputRequired(later("Enter the totals of the players at the table. Example: 12 38 44.")),
            Length(max=_MOST_CHARACTERS, message=later("Enter at most {most} characters.", most=_MOST_CHARACTERS)),
        ],
        render_kw={  # no number pad, since it has neither space nor minus
            "autocomplete": "off",
            "autocapitalize": "none",
            "spellcheck": "false",
            "enterkeyhint": "go",
        },
    )
    low_wins = BooleanField(later("The lowest total wins"))

    def validate_totals(self, field: StringField) -> None:
        try:
            standings.read_totals(field.data)
        except ValueError as error:
            raise ValidationError(str(error)) from None


@blueprint.get("/late-entry")
def show() -> str | tuple[str, int]:
    """Return the points of a late joiner and how they are computed, for `?totals=12 38 44 50&low_wins=y`."""
    form = LateEntryForm(request.args)
    if "totals" not in request.args:
        return render_template("games/late_entry.html", form=form)
    if not form.validate():
        return render_template("games/late_entry.html", form=form), 422
    entry = standings.late_entry(standings.read_totals(form.totals.data), low_wins=form.low_wins.data)
    sum_in_words = entry.in_words(low_wins=form.low_wins.data)
    return render_template("games/late_entry.html", form=form, entry=entry, sum_in_words=sum_in_words)
