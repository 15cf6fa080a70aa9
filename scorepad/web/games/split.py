"""Splitting a table: who comes, which way, the tables as they would be, and one button that makes them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorepad.errors import GameNotFound, LawError, RuleError, StaleVersion
from scorepad.game.decide import new_tables, splitting
from scorepad.game.decide.new_tables import NewTable
from scorepad.game.decide.splitting import Groups, Party
from scorepad.repository import Kept, ids_begun_by
from scorepad.store import Listed
from scorepad.web.games.split_form import MOST_OTHERS, SplitForm
from scorepad.web.submit import Again, Answer, field_of, kept_or_404, sending, shelf, signs, who
from scorepad.words import _, ngettext

blueprint = Blueprint("splitting", __name__)


def _games(kept: Kept, form: SplitForm) -> list[Kept]:
    """The game and those taken in."""
    return [kept, *(kept_or_404(game_id) for game_id in form.others if game_id != kept.game_id)]


def _party(games: list[Kept], form: SplitForm) -> Party:
    return splitting.gather([one.game for one in games], form.newcomers, carry=not form.restart)


def _groups(party: Party, form: SplitForm) -> Groups:
    match form.way:
        case "draw":
            return splitting.by_draw(party, form.order)
        case "hand":
            return splitting.by_hand(party, form.chosen)
    return splitting.by_seat(party)


def _tables(party: Party, form: SplitForm) -> list[NewTable]:
    return new_tables.tables(party, _groups(party, form), form.dealers, form.scorers)


def _page(kept: Kept, form: SplitForm, again: Again) -> str:
    games = _games(kept, form)
    shown: dict[str, Any] = {}
    try:
        party = _party(games, form)
        shown["by_seat"] = splitting.by_seat(party)
        shown["tables"] = _tables(party, form)
    except (RuleError, LawError):
        pass  # what is wrong stands in `again`; the rest is shown as far as it is known
    return render_template(
        "games/split.html", game_id=kept.game_id, sheet=kept.game.sheet, names=kept.game.names, form=form,
        signs=signs(kept), again=again, others=_others(kept), games=games, known=shelf().store.known_names(limit=200),
        titles=[splitting.title(one.game) for one in games], letters=splitting.LETTERS, **shown,
    )  # fmt: skip


def _others(kept: Kept) -> list[Listed]:
    """Running games of the same rulebook."""
    name = kept.game.sheet.rulebook.name
    listed = shelf().games("running", limit=MOST_OTHERS, search=name)
    return [one for one in listed if one.game_id != kept.game_id and one.summary.rulebook == name]


@blueprint.get("/games/<game_id>/split")
def split(game_id: str) -> Answer:
    """The form, and the tables as they would be. What is drawn goes into the address, so that it stands."""
    kept, form = kept_or_404(game_id), SplitForm.read(request.args)
    try:
        party = _party(_games(kept, form), form)
        if form.way == "draw" and (request.args.get("draw") or not splitting.fits(form.order, party)):
            order = random.SystemRandom().sample(range(len(party.comers)), len(party.comers))
            return redirect(_address(kept, replace(form, order=order)))
        new_tables.openings(party, _tables(party, form))
    except (RuleError, LawError) as error:
        field = field_of(error)
        if request.args:
            return _page(kept, form, Again({field: str(error)}, request.args)), 422
        if field == "hand":  # no table can be made yet, whoever arrives
            return _page(kept, form, Again({field: str(error)}))
    return _page(kept, form, Again())


def _address(kept: Kept, form: SplitForm) -> str:
    return f"{url_for('splitting.split', game_id=kept.game_id)}?{urlencode(list(form.pairs()))}"


@blueprint.post("/games/<game_id>/split")
def make(game_id: str) -> Answer:
    """End the games that were shown and begin the tables that were shown."""
    kept, form = kept_or_404(game_id), SplitForm.read(request.form)
    sent = sending()
    if sent is None:
        abort(400)
    onward = redirect(url_for("splitting.made", game_id=game_id, sent=sent), code=303)
    if shelf().store.version_of(game_id, sent) is not None:
        return onward  # sent twice: it counts once
    games = _games(kept, form)
    try:
        seen = [_seen(one, request.form) for one in games]
        party = _party(games, form)
        tables = _tables(party, form)
        beginning, ending = new_tables.openings(party, tables), new_tables.endings(party, tables)
        going_on = {one.game_id: (seen, more) for one, seen, more in zip(games, seen, ending, strict=True)}
        shelf().keep_together(going_on, beginning, by=who(), event_id=sent)
    except StaleVersion:
        stale = _("Nothing was made, for a game has gone on meanwhile. These are the tables as it stands now.")
        return _page(kept_or_404(game_id), form, Again({"stale": stale}, request.form)), 409
    except (RuleError, LawError) as error:
        return _page(kept, form, Again({field_of(error): str(error)}, request.form)), 422
    count = len(tables)
    flash(ngettext("One table goes on.", "{count} tables go on.", count).format(count=count))
    return onward


def _seen(kept: Kept, sent: MultiDict[str, str]) -> int:
    """The version of a game whose totals were shown; StaleVersion where that is not how it stands."""
    if sent.get(f"seen.{kept.game_id}") != str(kept.version):
        raise StaleVersion(-1, kept.version)
    return kept.version


def _begun_by(sent: str) -> Iterator[Kept]:
    for game_id in ids_begun_by(sent, splitting.MOST_TABLES):
        with suppress(GameNotFound):  # one table or two are fewer
            yield shelf().load(game_id)


@blueprint.get("/games/<game_id>/split/<sent>")
def made(game_id: str, sent: str) -> str:
    """The tables that one such form has made."""
    kept = kept_or_404(game_id)
    if shelf().store.version_of(game_id, sent) is None:
        abort(404)
    tables = list(_begun_by(sent))
    return render_template(
        "games/split_made.html", game_id=game_id, title=splitting.title(kept.game),
        tables=[(one.game_id, splitting.title(one.game), one.game) for one in tables],
    )  # fmt: skip
