"""A new game: a rulebook is chosen, then its form filled in; or the same table plays again."""

from __future__ import annotations

import random
from datetime import date

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import RuleError, RuleFileError, scheme_missing
from scorepad.game.decide import setup
from scorepad.game.state.events import Opened
from scorepad.repository import StoredGame
from scorepad.web.games import choosing
from scorepad.web.games.new_game_form import DRAW, NewGameForm
from scorepad.web.hands import game_page
from scorepad.web.numbers_typed import whole
from scorepad.web.submit import (
    Answer,
    FormState,
    field_of,
    game_or_404,
    hidden_fields,
    idempotency_key,
    refusal_of,
    repository,
    rule_library,
    who,
)

blueprint = Blueprint("new_game", __name__)

NEWCOMERS = 3  # whom the page of a rematch asks for


@blueprint.get("/games/new")
def choose() -> str:
    """`?rulebook=pike&players=4`: the form of a new game by these rules; without one that is known, all to choose from,
    or those with `?q=` in a name and for so many players."""
    key, query = request.args.get("rulebook", ""), request.args.get("q", "")
    players = whole(request.args.get("players"), 2, choosing.MANY)
    rulebook = rule_library().rulebooks().get(key)
    if rulebook is None:
        found = choosing.groups(query, players)
        return render_template("games/choose.html", groups=found, query=query, players=players, many=choosing.MANY)
    return _page(NewGameForm.blank(key, rulebook, today=date.today().isoformat()), FormState(), seats=players or 0)


def _page(form: NewGameForm, form_state: FormState, seats: int = 0) -> str:
    known = repository().evenings.offered()
    return render_template(
        "games/new.html", form=form, house=form.house, form_state=form_state, known=known, seats=seats
    )


@blueprint.post("/games")
def create() -> Answer:
    """Begin the game and go to its page; 422 with the form where something does not fit, 404 for an unknown rulebook.

    `again=1` begins nothing: another scheme was chosen, so the form comes back with its options.
    """
    form = NewGameForm.typed(rule_library().find_rulebook(request.form.get("rulebook", "")), request.form)
    if form.hidden.event_id.data and request.form.get("again") == "1":
        return _page(form, FormState())
    try:
        opened = _opened(form)
    except (RuleError, RuleFileError) as error:
        return _page(form, FormState({field_of(error): refusal_of(error)}, request.form)), 422
    if remark := form.played.remark_on_ladder(len(form.names)):
        flash(remark)
    return _begin(opened)


def _begin(opened: Opened) -> Answer:
    game_id = repository().create(opened, by=who(), event_id=idempotency_key())
    return redirect(url_for("games.show", game_id=game_id), code=303)


def _opened(form: NewGameForm) -> Opened:
    if not form.scheme.data:
        raise scheme_missing(form.rulebook.name)
    scheme = rule_library().find_scheme(form.scheme.data)
    with form.house.refusing_at_the_text():
        house = form.house.house()
        return setup.open_game(form.rulebook, scheme, form.names, first_dealer=_dealer(form), house=house, **form.head)


def _dealer(form: NewGameForm) -> str | None:
    """The name chosen, None for the first player; chance belongs here, not in the model."""
    if form.dealer == DRAW and DRAW not in form.names:
        return random.SystemRandom().choice(form.names) if form.names else None
    return form.dealer or None


@blueprint.get("/games/<game_id>/rematch")
def ask_rematch(game_id: str) -> str:
    """Who of the table, those who left too, plays again, who is new, and where; 404 for no game."""
    return _ask_rematch(game_or_404(game_id), FormState())


def _ask_rematch(stored: StoredGame, form_state: FormState) -> str:
    game = stored.game
    known = repository().evenings.offered(without=game.names.values())
    return render_template(
        "games/rematch.html", game_id=stored.game_id, sheet=game.sheet, names=game.names, known=known, new=NEWCOMERS,
        form=hidden_fields(stored), form_state=form_state,
    )  # fmt: skip


@blueprint.post("/games/<game_id>/rematch")
def rematch(game_id: str) -> Answer:
    """Another game of this table, as before or, with `asked`, of those who are ticked and named; the deal goes on where
    it stopped. 422 where the rules do not fit them."""
    stored, typed, today = game_or_404(game_id), request.form, date.today().isoformat()
    try:
        if not typed.get("asked"):
            return _begin(setup.rematch(stored.game, date=today))
        ticked = [stored.game.names[one] for one in stored.game.sheet.seats.everyone if typed.get(f"plays.{one}")]
        came = [name for at in range(NEWCOMERS) if (name := typed.get(f"new.{at}", "").strip())]
        return _begin(setup.rematch(stored.game, [*ticked, *came], date=today, location=typed.get("location", "")))
    except (RuleError, RuleFileError) as error:  # such as a ladder that fitted fewer players
        state = FormState({"rematch": refusal_of(error)}, typed)
        return (_ask_rematch(stored, state) if typed.get("asked") else game_page.page(stored, state)), 422
