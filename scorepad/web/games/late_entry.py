"""The late-joiner calculator, for a table that keeps its sheet on paper."""

from flask import Blueprint, render_template, request

from scorepad.game.state import standings
from scorepad.web.form_state import FormState
from scorepad.words import _

blueprint = Blueprint("late_entry", __name__)

MOST_CHARACTERS = 500


@blueprint.get("/late-entry")
def show() -> str | tuple[str, int]:
    """Return the points of a late joiner and how they are computed, for `?totals=12 38 44 50&low_wins=y`."""
    text, low_wins = request.args.get("totals"), "low_wins" in request.args
    if text is None:
        return render_template("games/late_entry.html", form_state=FormState())
    try:
        if len(text) > MOST_CHARACTERS:
            raise ValueError(_("Enter at most {most} characters.").format(most=MOST_CHARACTERS))
        entry = standings.late_entry(standings.read_totals(text), low_wins=low_wins)
    except ValueError as error:
        return render_template(
            "games/late_entry.html", form_state=FormState({"totals": str(error)}, request.args), low_wins=low_wins
        ), 422
    return render_template(
        "games/late_entry.html", form_state=FormState(typed=request.args), entry=entry, low_wins=low_wins,
        sum_in_words=entry.in_words(low_wins=low_wins),
    )  # fmt: skip
