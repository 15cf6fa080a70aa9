"""Pages of a recorded hand: its details, the correction form, the preview of a correction, and the correction."""

from collections.abc import Container
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup

from scorepad.errors import RuleError
from scorepad.formats import capital
from scorepad.game.decide import hands
from scorepad.game.report import hand_detail
from scorepad.game.report.notes import Notation, marks, notes, on_paper
from scorepad.game.report.outcome import Change
from scorepad.game.report.outcome import changes as preview_of
from scorepad.game.state.events import BidsRecorded, Event
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow
from scorepad.repository import StoredGame
from scorepad.web.form_state import FormState
from scorepad.web.hands import game_page, hand_form, versions
from scorepad.web.reports.sheet_rows import sheet_html
from scorepad.web.submit import Answer, ShowPage, game_or_404, hidden_fields, submit
from scorepad.words import _

blueprint = Blueprint("corrections", __name__)

# Notes that the page shows in other places.
_ELSEWHERE = ("doubled", "marks", "mend", "paper")


@blueprint.get("/games/<game_id>/hands/<int:number>")
def look(game_id: str, number: int) -> str:
    """Return the page of a hand with its void deals and the adjustments after it; 404 if there is no such hand."""
    game = game_or_404(game_id).game
    rows = hand_detail.rows_of(game, number)
    if not rows:
        abort(404)
    in_suits = Notation(symbols=True)
    return render_template(
        "hands/hand.html",
        game_id=game_id,
        game=game,
        names=game.names,
        number=number,
        rows=rows,
        played=game.hand_row(number),
        dealt=any(isinstance(row, HandRow) for row in rows),
        later=bool(hand_detail.rows_of(game, number + 1)),
        said=lambda row: [note.text for note in notes(game, row, in_suits) if note.about not in _ELSEWHERE],
        marks=lambda row, player: marks(game, row, player),
        look=hand_detail,
        on_paper=lambda row, player: capital(on_paper(row, player)),
    )


@blueprint.get("/games/<game_id>/hands/<int:number>/correction")
def show(game_id: str, number: int) -> str:
    """Return the correction form with the saved numbers, or those in the query; 404 for a hand that is not saved."""
    numbers = {field: value for field, value in request.args.items() if versions.FIELD.fullmatch(field)}
    form_state = FormState(typed=numbers)
    form_state.address = ""  # no form was sent: fields without a number show the saved one
    return correction_form_of(number)(game_or_404(game_id), form_state)


def correction_form_of(
    number: int, changes: list[Change] | None = None, becomes: HandRow | None = None, sheet: Markup | None = None
) -> ShowPage:
    """Return a function that renders the correction form of this hand.

    `changes` are the effects that a preview found. `becomes` is the hand as corrected, in this `sheet`.
    """

    def correction_page(stored: StoredGame, form_state: FormState) -> str:
        recorded = hand_form.recorded_hand(stored.game, number)
        versions.show_conflict(stored, number, form_state)
        if recorded is None and (form_state.is_wrong("stale") or hand_form.replaces_recorded(request.form)):
            return game_page.page(stored, form_state)  # another scorer has undone the hand
        if recorded is None:
            abort(404)
        return render_template(
            "hands/correction.html", game_id=stored.game_id, number=number, form=hidden_fields(stored),
            form_state=form_state, changes=changes, becomes=becomes, total_before=hand_detail.total_before,
            sheet_html=sheet_html(stored) if sheet is None else sheet, **_of_hand(stored.game, recorded),
        )  # fmt: skip

    return correction_page


def _of_hand(game: Game, recorded: HandRow | BidsRecorded) -> dict[str, Any]:
    """Return the template values of the form: its players, the hook, and the hand's current problems."""
    players: Container[str]
    if isinstance(recorded, HandRow):
        players, hook = recorded.points, recorded.hook
    else:
        hand = game.sheet.open_hand  # None once the game is over, even if bids are recorded
        players, hook = {*recorded.bids, *(hand.bidders if hand else ())}, hand is not None and hand.hook
    problems = recorded.problems if isinstance(recorded, HandRow) else hands.open_problems(game)
    return {
        "game": game, "sheet": game.sheet, "names": game.names, "row": recorded,
        "played": isinstance(recorded, HandRow), "problems": {problem.field: str(problem) for problem in problems},
        "hook": hook, "contract": hand_detail.contract_in_words(game, recorded),
        "players": [player for player in game.sheet.seats.everyone if player in players],
    }  # fmt: skip


@blueprint.post("/games/<game_id>/hands/<int:number>/preview")
def preview(game_id: str, number: int) -> Answer:
    """Return the correction form with the effects of the typed correction; record nothing.

    Answer 422 if the correction is refused.
    """
    stored = game_or_404(game_id)
    try:
        typed = hand_form.read_correction(stored.game, number, request.form)
        event = hands.correct(stored.game, number, typed)
        becomes = stored.game.preview(event)
        changes, row = preview_of(stored.game, event), becomes.hand_row(number)
    except RuleError as error:
        return correction_form_of(number)(stored, FormState({error.field: str(error)}, request.form)), 422
    # Phones show no sheet next to the form.
    sheet = sheet_html.anew(replace(stored, game=becomes)) if request.form.get("sheet") else Markup()
    return correction_form_of(number, changes, row, sheet)(stored, FormState({}, request.form))


@blueprint.post("/games/<game_id>/hands/<int:number>/correction")
def correct(game_id: str, number: int) -> Answer:
    """Record the values that differ from the saved ones; redirect to the hand's row in the sheet."""

    def decide(game: Game) -> Event:
        return hands.correct(game, number, hand_form.read_correction(game, number, request.form))

    message = _("Hand {hand} is changed, and all later totals are calculated again.").format(hand=number)
    return submit(game_id, decide, correction_form_of(number), said=message, anchor=f"#hand-{number}")
