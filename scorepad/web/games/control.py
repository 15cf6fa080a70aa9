"""The course of a game: coming hands, the announced end, the end; changes of house rules, scheme and head."""

from flask import Blueprint, flash, redirect, request, url_for

from scorepad.errors import RuleError, RuleFileError
from scorepad.game.decide import control, setup
from scorepad.game.state.events import Event
from scorepad.game.state.game import Game
from scorepad.game.state.turns import hands_to_come, next_shuffler
from scorepad.repository import StoredGame
from scorepad.rules.rulebook.ladder import as_ladder_text
from scorepad.web.fields import parse_bounded_int
from scorepad.web.form_state import FormState
from scorepad.web.games.forms import read_head
from scorepad.web.hands.game_page import pace_of
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.submit import Answer, game_or_404, game_template, refusal_of, rule_library, submit
from scorepad.words import _

blueprint = Blueprint("control", __name__)

NEXT_HANDS = 8  # coming hands listed with dealer, first bidder and shuffler


def _course_page(stored: StoredGame, form_state: FormState) -> str:
    sheet = stored.game.sheet
    following = [(hand, next_shuffler(sheet, hand.dealer)) for hand in hands_to_come(sheet)[:NEXT_HANDS]]
    coming = [str(hand.cards) for hand in sheet.coming()]
    typed = form_state.typed.get("cards", "").split()
    return game_template(
        "games/course.html", stored, form_state, coming=coming, following=following,
        plan=as_ladder_text([*map(int, coming)]),
        sizes=typed if typed and all(map(str.isdigit, typed)) else coming or ["1"],
        pace=pace_of(stored), most=sheet.rulebook.most_for(len(sheet.seats.present)),
    )  # fmt: skip


def _house_page(stored: StoredGame, form_state: FormState) -> str:
    sheet = stored.game.sheet
    typed = form_state.at(url_for("control.change_house", game_id=stored.game_id)).typed
    return game_template(
        "games/house.html", stored, form_state, head=sheet.head, players=dict(stored.game.opened.players),
        schemes=rule_library().schemes(), house=HouseForm.typed(sheet.rulebook, sheet.scheme, typed),
        known=rule_library().key_of_rulebook(sheet.rulebook, sheet.scheme, [len(sheet.seats.present)]),
    )  # fmt: skip


@blueprint.get("/games/<game_id>/course")
def course(game_id: str) -> str:
    """Return the page of the coming hands, the forms that change them, and the pace; 404 if there is no such game."""
    return _course_page(game_or_404(game_id), FormState())


@blueprint.get("/games/<game_id>/house")
def house(game_id: str) -> str:
    """Return the page of this game's rules and scoring, with the forms to change them; 404 for an unknown game."""
    return _house_page(game_or_404(game_id), FormState())


@blueprint.post("/games/<game_id>/plan")
def plan(game_id: str) -> Answer:
    """Change the coming hands to the ladder typed in `cards`; answer 422 at `cards` if it is not a ladder."""
    cards, message = request.form.get("cards", ""), _("Remaining hands changed.")
    return submit(game_id, lambda game: control.plan_text(game, cards), _course_page, said=message)


@blueprint.post("/games/<game_id>/closing")
def closing(game_id: str) -> Answer:
    """Announce the end after `hands` more hands; 0 cancels that. Answer 422 at `hands` for any other number."""
    hands = request.form.get("hands")
    message = _("The last hands are no longer announced.") if hands == "0" else _("The last hands are announced.")
    return submit(
        game_id, lambda game: control.announce_closing(game, parse_bounded_int(hands)), _course_page, said=message
    )


@blueprint.post("/games/<game_id>/end")
def end(game_id: str) -> Answer:
    """End the game now, even before its last hand; answer 422 if it is already over."""
    return submit(game_id, control.end, _course_page, said=_("The game is over."))


@blueprint.post("/games/<game_id>/reopen")
def reopen(game_id: str) -> Answer:
    """Reopen a finished game; answer 422 if it is not finished."""
    return submit(game_id, control.reopen, _course_page, said=_("The game continues."))


@blueprint.post("/games/<game_id>/house")
def change_house(game_id: str) -> Answer:
    """Change the house rules from the next hand on; answer 422 at the invalid field, or if nothing is changed."""

    def decide(game: Game) -> Event:
        typed = HouseForm.typed(game.sheet.rulebook, game.sheet.scheme, request.form)
        if typed.changes_nothing():
            raise RuleError("house", _("Nothing is changed yet."))
        with typed.translate_errors():
            return control.change_house(game, typed.house())

    message = _("House rules changed.")
    return submit(game_id, decide, _house_page, said=message, to=url_for("control.house", game_id=game_id))


@blueprint.post("/games/<game_id>/scheme")
def change_scheme(game_id: str) -> Answer:
    """Score all hands again by another `scheme`, a key of the library; answer 422 if it does not fit."""

    def decide(game: Game) -> Event:
        key = request.form.get("scheme", "")
        if not key:
            raise RuleError("scheme", _("Choose a scoring."))
        return control.change_scheme(game, rule_library().find_scheme(key))

    return submit(game_id, decide, _house_page, said=_("The whole game is rescored."))


@blueprint.post("/games/<game_id>/keep-rules")
def keep_rules(game_id: str) -> Answer:
    """Save the custom rules of this game in the library, for new games."""
    stored = game_or_404(game_id)
    sheet = stored.game.sheet
    try:
        key = rule_library().save_game_rules(sheet.rulebook, sheet.scheme)
    except RuleFileError as error:
        return _house_page(stored, FormState({"rules": refusal_of(error)}, request.form)), 422
    flash(_("These rules are now among your custom rules. New games can use them."))
    return redirect(url_for("rule_pages.rulebook", key=key), code=303)


@blueprint.post("/games/<game_id>/details")
def describe(game_id: str) -> Answer:
    """Change the head of the sheet, for the recorded hands too; answer 422 with the form at an invalid field."""

    def decide(game: Game) -> Event:
        dealer = request.form.get("first_dealer")
        changed = {"first_dealer": dealer} if dealer and dealer != game.sheet.first_dealer else {}
        head = {name: value for name, value in game.sheet.head.items() if name != "first_dealer"}
        return setup.describe(game, **head | read_head(request.form) | changed)

    return submit(game_id, decide, _house_page, said=_("Game details changed."))
