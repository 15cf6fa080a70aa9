"""The late-joiner calculator, for a table that keeps its sheet on paper."""

from __future__ import annotations

import re
from fractions import Fraction

from flask import Blueprint, render_template, request
from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired, Length, ValidationError

from scorepad.formats import with_thousands
from scorepad.game.state import standings
from scorepad.game.state.rows import Points
from scorepad.rules.scheme.variables import LARGEST_TOTAL
from scorepad.web.fields import FieldsForm
from scorepad.words import _, later

blueprint = Blueprint("late_entry", __name__)

MOST_TOTALS = 50
_MOST_CHARACTERS = 500
_TOTAL = re.compile(r"-?(?=[0-9½])[0-9]{0,6}(?:½|\.5|\.0)?")


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
            read_totals(field.data)
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
    entry = standings.late_entry(read_totals(form.totals.data), low_wins=form.low_wins.data)
    sum_in_words = entry.in_words(low_wins=form.low_wins.data)
    return render_template("games/late_entry.html", form=form, entry=entry, sum_in_words=sum_in_words)


def read_totals(text: str) -> list[Points]:
    """Parse totals separated by spaces, commas or semicolons; halves are ½ or .5.

    Raise ValueError with a sentence about the invalid total.
    """
    words = re.sub("[−–]", "-", text).replace(",", " ").replace(";", " ").split()
    if not words:
        raise ValueError(_("Enter the totals of the players at the table. Example: 12 38 44."))
    if len(words) > MOST_TOTALS:
        raise ValueError(_("Enter at most {most} totals.").format(most=MOST_TOTALS))
    return [_total(word) for word in words]


def _total(word: str) -> Points:
    if not _TOTAL.fullmatch(word):
        raise ValueError(
            _("“{word}” is not a total. Enter numbers separated by spaces. Example: 12 38 44.").format(word=word[:40])
        )
    total = Fraction(word.replace("½", ".5"))
    if abs(total) > LARGEST_TOTAL:
        raise ValueError(
            _("{word} is too large. The most is {most}.").format(word=word, most=with_thousands(LARGEST_TOTAL))
        )
    return standings.simplify_points(total)
