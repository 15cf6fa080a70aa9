"""Games: the list, a new one, the page of one, a game file brought in."""

from __future__ import annotations

import random
from datetime import date

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.errors import FileError, RuleError, RuleFileError, SchemeMissing, ScorepadError
from scorepad.game.decide import setup
from scorepad.game.state.events import Opened
from scorepad.rules.rulebook import Rulebook
from scorepad.store import BINNED, Listed, Pile
from scorepad.web.auth.permissions import may
from scorepad.web.games.new_game_form import NewGame
from scorepad.web.hands import game_page
from scorepad.web.reports import view
from scorepad.web.submit import (
    Answer,
    FormState,
    SubmitForm,
    field_of,
    fresh,
    game_or_404,
    idempotency_key,
    look_or_404,
    repository,
    rule_library,
    who,
)
from scorepad.words import _

blueprint = Blueprint("games", __name__)

PAGE = 30  # games on one page of the list
LATELY = 3  # rulebooks offered first, because they were played last


@blueprint.get("/")
def list_games() -> str:
    """Games in progress first, then the finished ones, or those that a search finds; `?running=` or `?before=` and a
    place goes on with one of the two."""
    search = request.args.get("search", "").strip()[:80]
    running, before = _place(request.args.get("running", "")), _place(request.args.get("before", ""))
    return render_template(
        "games/list.html",
        running=None if before else _page_of("running", running, search),
        finished=None if running else _page_of("finished", before, search),
        search=search,
        binned=repository().store.count("binned"),
        form=fresh(),
    )


def _page_of(pile: Pile, before: int | None, search: str) -> tuple[list[Listed], int | None]:
    """Some games of a pile, and the place before which more of them come."""
    found = repository().games(pile, limit=PAGE + 1, before=before, search=search)
    return found[:PAGE], found[PAGE - 1].place if len(found) > PAGE else None


def _place(text: str) -> int | None:
    """A place in the list from an address; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


@blueprint.get("/games/bin")
def list_bin() -> str:
    """Games put away; they can be taken out again."""
    return render_template(
        "games/bin.html", games=repository().games("binned", limit=100), form=SubmitForm(), days=BINNED
    )


@blueprint.post("/games/<game_id>/bin")
def put_in_bin(game_id: str) -> Response:
    look_or_404(game_id)
    repository().store.remove_game(game_id)
    flash(_("The game is in the bin, from where it can be taken out again."))
    return redirect(url_for("games.list_games"), code=303)


@blueprint.post("/games/<game_id>/unbin")
def take_from_bin(game_id: str) -> Response:
    look_or_404(game_id)
    repository().store.restore_game(game_id)
    flash(_("The game is back in the list."))
    return redirect(url_for("games.show", game_id=game_id), code=303)


@blueprint.get("/games/new")
def new_game() -> str:
    """Choose a rulebook; then the form for it."""
    key = request.args.get("rulebook", "")
    rulebook = rule_library().rulebooks().get(key)
    if rulebook is None:
        return render_template("games/choose.html", rulebooks=rule_library().rulebooks(), lately=_played_lately())
    form = NewGame.blank(key, rulebook, today=date.today().isoformat())
    return _form_page(form, FormState())


def _played_lately() -> dict[str, Rulebook]:
    """The rulebooks of the latest games, latest first."""
    find = repository().games
    games = sorted(find("running", limit=10) + find("finished", limit=10), key=lambda one: one.updated)
    by_name = {rulebook.name: key for key, rulebook in rule_library().rulebooks().items()}
    names = dict.fromkeys(one.summary.rulebook for one in reversed(games))
    keys = [by_name[name] for name in names if name in by_name]
    return {key: rule_library().find_rulebook(key) for key in keys[:LATELY]}


def _form_page(form: NewGame, form_state: FormState) -> str:
    return render_template(
        "games/new.html", form=form, house=form.house_form, form_state=form_state, schemes=rule_library().schemes(),
        known=repository().store.known_names(limit=200),
    )  # fmt: skip


@blueprint.post("/games")
def create_game() -> Answer:
    form = NewGame.typed(rule_library().find_rulebook(request.form.get("rulebook", "")), request.form)
    if form.csrf.event_id.data and request.form.get("again") == "1":
        return _form_page(form, FormState())  # another scheme was chosen: show its options
    try:
        opened = _opened(form)
    except (RuleError, RuleFileError) as error:
        return _form_page(form, FormState({field_of(error): str(error)}, request.form)), 422
    game_id = repository().create(opened, by=who(), event_id=idempotency_key())
    return redirect(url_for("games.show", game_id=game_id), code=303)


def _opened(form: NewGame) -> Opened:
    if not form.scheme:
        raise SchemeMissing(form.rulebook.name)
    names = form.names
    dealer = form.first_dealer
    if dealer == "draw" and "draw" not in names:  # as a table draws cards: chance belongs here, not in the model
        dealer = random.SystemRandom().choice(names) if names else ""
    with form.house_form.refusing_at_the_text():
        return setup.open_game(
            form.rulebook, rule_library().find_scheme(form.scheme), names, first_dealer=dealer or None,
            house=form.house_form.house(), scorer=form.scorer, location=form.location, date=form.date, stake=form.stake,
            until=form.until,
        )  # fmt: skip


@blueprint.post("/games/<game_id>/rematch")
def rematch(game_id: str) -> Answer:
    """The same table plays again, in one tap; the deal goes on where it stopped."""
    stored = game_or_404(game_id)
    try:
        opened = setup.rematch(stored.game, date=date.today().isoformat())
    except (RuleError, RuleFileError) as error:  # such as a ladder that fitted fewer players
        return game_page.page(stored, FormState({"rematch": str(error)})), 422
    new_id = repository().create(opened, by=who(), event_id=idempotency_key())
    return redirect(url_for("games.show", game_id=new_id), code=303)


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> str:
    stored = look_or_404(game_id)
    if stored.damage:
        return game_page.damaged_page(stored)
    return game_page.page(stored) if may("score") else view.look_page(stored)


@blueprint.post("/games/upload")
def upload() -> Answer:
    """A game file from another machine, or one typed in from an old paper sheet."""
    from scorepad import json_text  # late, with all that reads files: no start needs it
    from scorepad.game.files.game_file import read_game

    file = request.files.get("file")
    data = file.read() if file else b""
    try:
        if not data:
            raise FileError(_("Choose a file first; this one is empty, or none was sent."))
        game = read_game(json_text.parse(data), rule_library())
    except ScorepadError as error:
        return _refused_upload(error)
    sent = idempotency_key(data)
    game_id = repository().keep(game, by=who(), event_id=sent)
    flash(_("The game has been read in."))
    return redirect(url_for("games.show", game_id=game_id), code=303)


def _refused_upload(error: ScorepadError) -> Answer:
    return render_template("games/refused_upload.html", error=error, form=fresh()), 422
