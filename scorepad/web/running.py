"""Running a game: hands to come, the last ones, the end; house rules, scheme and head of the sheet changed."""

from __future__ import annotations

import tomllib
from typing import Any

from flask import Blueprint, render_template, request, url_for

from scorepad.errors import BadHouse, NotWhole, RuleError
from scorepad.game import running, setting_up
from scorepad.game.events import Event
from scorepad.game.record import Game
from scorepad.game.setting_up import MOST_STAKE
from scorepad.shelf import Kept
from scorepad.web import hand_form
from scorepad.web.acting import Again, Answer, act, kept_or_404, signs
from scorepad.web.laws import all_schemes, find_scheme
from scorepad.web.new_game import CHOICES
from scorepad.words import _

blueprint = Blueprint("running", __name__)


def _course_page(kept: Kept, again: Again) -> str:
    sheet = kept.game.sheet
    return render_template(
        "running/course.html", game_id=kept.game_id, game=kept.game, sheet=sheet, names=kept.game.names,
        coming=sheet.coming(), form=signs(kept), again=again,
    )  # fmt: skip


def _house_page(kept: Kept, again: Again) -> str:
    return render_template(
        "running/house.html", game_id=kept.game_id, game=kept.game, sheet=kept.game.sheet, names=kept.game.names,
        schemes=all_schemes(), choices=CHOICES, form=signs(kept), again=again,
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
        return running.plan_text(game, request.form.get("cards", ""))

    return act(game_id, decide, _course_page, said=_("The hands to come are planned."))


@blueprint.post("/games/<game_id>/closing")
def closing(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        return running.announce_closing(game, hand_form.number(request.form.get("hands")))

    return act(game_id, decide, _course_page, said=_("The end is announced."))


@blueprint.post("/games/<game_id>/end")
def end(game_id: str) -> Answer:
    return act(game_id, running.end, _course_page, said=_("The game is over."))


@blueprint.post("/games/<game_id>/reopen")
def reopen(game_id: str) -> Answer:
    return act(game_id, running.reopen, _course_page, said=_("The game goes on."))


@blueprint.post("/games/<game_id>/house")
def change_house(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        return running.change_house(game, _house_typed(game))

    said = _("The house rules are changed.")
    return act(game_id, decide, _house_page, said=said, to=url_for("running.house", game_id=game_id))


def _house_typed(game: Game) -> dict[str, Any]:
    try:
        house = tomllib.loads(request.form.get("house", ""))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadHouse("house", _("This cannot be read: {reason}").format(reason=error)) from error
    for name in CHOICES:
        value = request.form.get(name, "")
        if value:
            house[name] = {"yes": True, "no": False}.get(value, value)
    ladder = request.form.get("ladder", "").strip()
    if ladder and ladder != str(game.sheet.rulebook.to_dict()["ladder"]):
        house["ladder"] = ladder
    if not house:
        raise BadHouse("house", _("Nothing is changed yet."))
    return house


@blueprint.post("/games/<game_id>/scheme")
def change_scheme(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        key = request.form.get("scheme", "")
        if not key:
            raise RuleError("scheme", _("Choose a scheme."))
        return running.change_scheme(game, find_scheme(key))

    return act(game_id, decide, _house_page, said=_("The whole game is counted anew."))


@blueprint.post("/games/<game_id>/details")
def describe(game_id: str) -> Answer:
    def decide(game: Game) -> Event:
        details: dict[str, Any] = {name: request.form.get(name, "") for name in ("scorer", "location", "date")}
        stake = hand_form.number(request.form.get("stake"))
        if stake is not None and not isinstance(stake, int):
            raise NotWhole("stake", 0, MOST_STAKE)
        details["stake"] = stake
        dealer = request.form.get("first_dealer", "")
        if dealer and dealer != game.sheet.first_dealer:
            details["first_dealer"] = dealer
        return setting_up.describe(game, **details)

    return act(game_id, decide, _house_page, said=_("The head of the sheet is changed."))
