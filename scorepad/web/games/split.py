"""Splitting a table: the form, the tables as they would be, and one button that makes them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorepad.errors import GameNotFound, RuleError, RuleFileError, StaleVersion
from scorepad.game.decide import splitting
from scorepad.game.decide.again import in_the_way
from scorepad.game.decide.splitting import LETTERS, Groups, Newcomer, NewTable, Party
from scorepad.game.state.events import Ended
from scorepad.game.state.record import Game
from scorepad.repository import StoredGame, ids_begun_by
from scorepad.store.records import Listed
from scorepad.web.fields import whole
from scorepad.web.submit import (
    Answer,
    FormState,
    field_of,
    game_or_404,
    game_template,
    hidden_fields,
    idempotency_key,
    refusal_of,
    repository,
    who,
)
from scorepad.words import _, ngettext, ours

WAYS = ("seat", "draw", "hand")
MOST_NEWCOMERS = 21
MOST_PLACES = 999  # in an order that was drawn
MOST_OTHERS = 20  # running games offered to be taken in

Pairs = Iterator[tuple[str, str]]


@dataclass(frozen=True)
class SplitForm:
    """`others` are ids of games; `order` was drawn; `chosen` says a table by name, `dealers` and `scorers` a name by
    letter ("" where there is only one table)."""

    newcomers: list[Newcomer]
    others: list[str]
    way: str
    order: list[int]
    chosen: dict[str, str]
    restart: bool
    dealers: dict[str, str]
    scorers: dict[str, str]

    @classmethod
    def read(cls, sent: MultiDict[str, str]) -> SplitForm:
        """The form out of an address or what was sent; what makes no sense in it counts as not said."""
        way = next((one for one in WAYS if one == sent.get("way")), WAYS[0])
        by_hand = [key for key in sent if key.startswith("table.")] if way == "hand" else []
        order = sent.get("order", "").split(".")
        numbers = range(1, MOST_NEWCOMERS + 1)
        come = [Newcomer(sent.get(f"name.{n}", "").strip(), sent.get(f"before.{n}") or None) for n in numbers]
        return cls(
            newcomers=[one for one in come if one.name],
            others=list(dict.fromkeys(sent.getlist("with")))[:MOST_OTHERS],
            way=way,
            order=[place for one in order if (place := whole(one, 0, MOST_PLACES)) is not None],
            chosen={key.removeprefix("table."): sent[key] for key in by_hand},
            restart=bool(sent.get("restart")),
            dealers=_by_letter(sent, "dealer"),
            scorers=_by_letter(sent, "scorer"),
        )

    @property
    def drawn(self) -> str:
        """The order as the form carries it."""
        return ".".join(map(str, self.order))

    def pairs(self) -> Pairs:
        """Everything that says who sits where, as fields; who deals and scores is asked anew."""
        for number, one in enumerate(self.newcomers, 1):
            yield f"name.{number}", one.name
            yield f"before.{number}", one.before or ""
        yield from (("with", game_id) for game_id in self.others)
        yield "way", self.way
        yield "order", self.drawn
        yield from ((f"table.{name}", letter) for name, letter in self.chosen.items())
        yield "restart", "1" if self.restart else ""


def _by_letter(sent: MultiDict[str, str], field: str) -> dict[str, str]:
    return {letter: sent[f"{field}.{letter}"] for letter in ("", *LETTERS) if f"{field}.{letter}" in sent}


blueprint = Blueprint("split", __name__)


def _games(stored: StoredGame, form: SplitForm) -> list[StoredGame]:
    """The game and those taken in."""
    return [stored, *(game_or_404(game_id) for game_id in form.others if game_id != stored.game_id)]


def _party(games: list[StoredGame], form: SplitForm) -> Party:
    return splitting.gather([one.game for one in games], form.newcomers, carry=not form.restart)


def _groups(party: Party, form: SplitForm) -> Groups:
    match form.way:
        case "draw":
            return splitting.by_draw(party, form.order)
        case "hand":
            return splitting.by_hand(party, form.chosen)
    return splitting.by_seat(party)


def _tables(party: Party, form: SplitForm) -> list[NewTable]:
    return splitting.tables(party, _groups(party, form), form.dealers, form.scorers)


def _page(stored: StoredGame, form: SplitForm, form_state: FormState) -> str:
    games = _games(stored, form)
    shown: dict[str, Any] = {}
    try:
        party = _party(games, form)
        shown["by_seat"] = splitting.by_seat(party)
        shown["tables"] = _tables(party, form)
    except (RuleError, RuleFileError):
        pass  # what is wrong stands in the form state; the rest is shown as far as it is known
    return game_template(
        "games/split.html", stored, form_state, form=form, hidden_fields=hidden_fields(stored), games=games,
        others=_others(stored), known=repository().evenings.offered(),
        titles=[_title(one.game) for one in games], letters=splitting.LETTERS, **shown,
    )  # fmt: skip


def _title(game: Game) -> str:
    return game.sheet.location or ours(game.sheet.rulebook.name)


def _others(stored: StoredGame) -> list[Listed]:
    """Running games of the same rulebook."""
    name = stored.game.sheet.rulebook.name
    listed = repository().games("running", limit=MOST_OTHERS, search=name)
    return [one for one in listed if one.game_id != stored.game_id and one.summary.rulebook == name]


@blueprint.get("/games/<game_id>/split")
def show(game_id: str) -> Answer:
    """The form, and the tables as they would be. What is drawn goes into the address, so that it stands."""
    stored, form = game_or_404(game_id), SplitForm.read(request.args)
    try:
        party = _party(_games(stored, form), form)
        if form.way == "draw" and (request.args.get("draw") or not splitting.fits(form.order, party)):
            order = random.SystemRandom().sample(range(len(party.arrivals)), len(party.arrivals))
            return redirect(_address(stored, replace(form, order=order)))
        splitting.openings(party, _tables(party, form))
    except (RuleError, RuleFileError) as error:
        field = field_of(error)
        if request.args:
            return _page(stored, form, FormState({field: refusal_of(error)}, request.args)), 422
        if field == "hand":  # no table can be made yet, whoever arrives
            return _page(stored, form, FormState({field: refusal_of(error)}))
    return _page(stored, form, FormState())


def _address(stored: StoredGame, form: SplitForm) -> str:
    return f"{url_for('split.show', game_id=stored.game_id)}?{urlencode(list(form.pairs()))}"


@blueprint.post("/games/<game_id>/split")
def make(game_id: str) -> Answer:
    """End the games that were shown and begin the tables that were shown."""
    stored, form = game_or_404(game_id), SplitForm.read(request.form)
    sent = idempotency_key()
    if sent is None:
        abort(400)
    onward = redirect(url_for("split.made", game_id=game_id, sent=sent), code=303)
    if repository().store.version_of(game_id, sent) is not None:
        return onward  # sent twice: it counts once
    games = _games(stored, form)
    try:
        seen = [_seen(one, request.form) for one in games]
        party = _party(games, form)
        tables = _tables(party, form)
        beginning, ending = splitting.openings(party, tables), splitting.endings(party, tables)
        going_on = {one.game_id: (seen, more) for one, seen, more in zip(games, seen, ending, strict=True)}
        repository().append_together(going_on, beginning, by=who(), event_id=sent)
    except StaleVersion:
        stale = _("Nothing was made, for a game has gone on meanwhile. These are the tables as it stands now.")
        return _page(game_or_404(game_id), form, FormState({"stale": stale}, request.form)), 409
    except (RuleError, RuleFileError) as error:
        return _page(stored, form, FormState({field_of(error): refusal_of(error)}, request.form)), 422
    count = len(tables)
    flash(ngettext("One table goes on.", "{count} tables go on.", count).format(count=count))
    return onward


def _seen(stored: StoredGame, sent: MultiDict[str, str]) -> int:
    """Return the version of a game to end; StaleVersion if it has not gone by the totals shown."""
    seen = whole(sent.get(f"seen.{stored.game_id}"), 1, stored.version)
    if seen is None or in_the_way(stored.game, Ended(moved=True), seen):
        raise StaleVersion(-1, stored.version)
    return stored.version


def _begun_by(sent: str) -> Iterator[StoredGame]:
    for game_id in ids_begun_by(sent, splitting.MOST_TABLES):
        with suppress(GameNotFound):  # one table or two are fewer
            yield repository().load(game_id)


@blueprint.get("/games/<game_id>/split/<sent>")
def made(game_id: str, sent: str) -> str:
    """The tables that one such form has made."""
    stored = game_or_404(game_id)
    if repository().store.version_of(game_id, sent) is None:
        abort(404)
    tables = list(_begun_by(sent))
    return render_template(
        "games/split_made.html", game_id=game_id, title=_title(stored.game),
        tables=[(one.game_id, _title(one.game), one.game) for one in tables],
    )  # fmt: skip
