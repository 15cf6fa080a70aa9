"""Running a game: hands to come, the last ones, the end; house rules, scheme and head of the sheet changed."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import BadHouse, LawError, RuleError
from scorepad.game.decide import control, setup
from scorepad.game.state.events import Event
from scorepad.game.state.record import Game
from scorepad.game.state.turns import hands_to_come, next_shuffler
from scorepad.repository import Kept
from scorepad.rules.rulebook.ladder import as_ladder_text
from scorepad.web.games.evening import pace_of
from scorepad.web.hands import hand_form
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.submit import Again, Answer, act, kept_or_404, rule_library, signs
from scorepad.words import _

blueprint = Blueprint("running", __name__)

NEXT_HANDS = 8  # told one by one: who deals, bids first, shuffles


def _course_page(kept: Kept, again: Again) -> str:
    sheet = kept.game.sheet
    following = [(hand, next_shuffler(sheet, hand.dealer)) for hand in hands_to_come(sheet)[:NEXT_HANDS]]
    return render_template(
        "games/course.html", game_id=kept.game_id, game=kept.game, sheet=sheet, names=kept.game.names,
        coming=sheet.coming(), plan=as_ladder_text([one.cards for one in sheet.coming()]), form=signs(kept),
        again=again, following=following, apart=sheet.rulebook.bids_apart, pace=pace_of(kept),
    )  # fmt: skip


def _house_page(kept: Kept, again: Again) -> str:
    sheet = kept.game.sheet
    typed = again.at(url_for("running.change_house", game_id=kept.game_id)).typed
    return render_template(
        "games/house.html", game_id=kept.game_id, game=kept.game, sheet=sheet, names=kept.game.names,
        schemes=rule_library().schemes(), house=HouseForm.typed(sheet.rulebook, sheet.scheme, typed), form=signs(kept),
        again=again, known=rule_library().key_of_rulebook(sheet.rulebook, sheet.scheme),
    )  # fmt: skip


@blueprint.get("/games/<game_id>/course")
def course(game_id: str) -> str:
    return _course_page(kept_or_404(game_id), Again())


@blueprint.get("/games/<game_id>/house")
def house(game_id: str) -> str:
    return _house_page(kept_or_404(game_id), Again())


@blueprint.post("/games/<game_id>/plan")
def plan(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        return control.plan_text(game, request.form.get("cards", ""))

    return act(game_id, decide, _course_page, said=_("The hands to come are planned."))


@blueprint.post("/games/<game_id>/closing")
def closing(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        return control.announce_closing(game, hand_form.number(request.form.get("hands")))

    taken_back = request.form.get("hands") == "0"
    said = _("These are not the last hands after all.") if taken_back else _("The end is announced.")
    return act(game_id, decide, _course_page, said=said)


@blueprint.post("/games/<game_id>/end")
def end(game_id: str) -> Answer:
    return act(game_id, control.end, _course_page, said=_("The game is over."))


@blueprint.post("/games/<game_id>/reopen")
def reopen(game_id: str) -> Answer:
    return act(game_id, control.reopen, _course_page, said=_("The game goes on."))


@blueprint.post("/games/<game_id>/house")
def change_house(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        typed = HouseForm.typed(game.sheet.rulebook, game.sheet.scheme, request.form)
        if typed.changes_nothing():
            raise BadHouse("house", _("Nothing is changed yet."))
        with typed.telling():
            return control.change_house(game, typed.house())

    said = _("The house rules are changed.")
    return act(game_id, decide, _house_page, said=said, to=url_for("running.house", game_id=game_id))


@blueprint.post("/games/<game_id>/scheme")
def change_scheme(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        key = request.form.get("scheme", "")
        if not key:
            raise RuleError("scheme", _("Choose a scheme."))
        return control.change_scheme(game, rule_library().find_scheme(key))

    return act(game_id, decide, _house_page, said=_("The whole game is counted anew."))


@blueprint.post("/games/<game_id>/keep-rules")
def keep_rules(game_id: str) -> Answer:
    """Rules that came in with a game, or that this table has made, for games to come."""
    kept = kept_or_404(game_id)
    sheet = kept.game.sheet
    try:
        key = rule_library().take_over(sheet.rulebook, sheet.scheme)
    except LawError as error:
        return _house_page(kept, Again({"rules": str(error)}, request.form)), 422
    flash(_("These rules are among your own now: new games can be played by them."))
    return redirect(url_for("rules.rulebook", key=key), code=303)


@blueprint.post("/games/<game_id>/details")
def describe(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        details: dict[str, Any] = {name: request.form.get(name, "") for name in ("scorer", "location", "date", "until")}
        details["stake"] = hand_form.number(request.form.get("stake"))
        dealer = request.form.get("first_dealer", "")
        if dealer and dealer != game.sheet.first_dealer:
            details["first_dealer"] = dealer
        return setup.describe(game, **details)

    return act(game_id, decide, _house_page, said=_("The head of the sheet is changed."))
