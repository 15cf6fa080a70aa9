"""Splitting a table: the form, a preview of the new tables, and the request that creates them."""

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
from scorepad.game.decide.conflicts import find_conflicts
from scorepad.game.decide.splitting import LETTERS, Groups, Newcomer, NewTable, Party
from scorepad.game.state.events import Ended
from scorepad.game.state.game import Game
from scorepad.repository import StoredGame, ids_begun_by
from scorepad.store.records import Listed
from scorepad.web.fields import parse_int
from scorepad.web.form_state import FormState
from scorepad.web.submit import (
    Answer,
    errors_of,
    game_or_404,
    game_template,
    hidden_fields,
    idempotency_key,
    repository,
    who,
)
from scorepad.words import _, ngettext, ours

WAYS = ("seat", "draw", "hand")
MOST_NEWCOMERS = 21
MOST_PLACES = 999  # in a drawn order
MOST_OTHERS = 20  # running games offered to merge

Pairs = Iterator[tuple[str, str]]


@dataclass(frozen=True)
class SplitForm:
    """The form of a split.

    `others` are ids of games. `order` is the drawn order. `chosen` is the table of each player, by name. `dealers` and
    `scorers` are a name by letter of the table ("" if there is only one table).
    """

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
        """Parse the form from a query or a request body; ignore invalid values."""
        way = next((known for known in WAYS if known == sent.get("way")), WAYS[0])
        by_hand = [key for key in sent if key.startswith("table.")] if way == "hand" else []
        order = sent.get("order", "").split(".")
        numbers = range(1, MOST_NEWCOMERS + 1)
        newcomers = [Newcomer(sent.get(f"name.{n}", "").strip(), sent.get(f"before.{n}") or None) for n in numbers]
        return cls(
            newcomers=[newcomer for newcomer in newcomers if newcomer.name],
            others=list(dict.fromkeys(sent.getlist("with")))[:MOST_OTHERS],
            way=way,
            order=[place for text in order if (place := parse_int(text, 0, MOST_PLACES)) is not None],
            chosen={key.removeprefix("table."): sent[key] for key in by_hand},
            restart=bool(sent.get("restart")),
            dealers=_by_letter(sent, "dealer"),
            scorers=_by_letter(sent, "scorer"),
        )

    @property
    def drawn(self) -> str:
        """Return the order as a form field."""
        return ".".join(map(str, self.order))

    def pairs(self) -> Pairs:
        """Yield all fields that determine the seats; the form asks for dealers and scorers again."""
        for number, newcomer in enumerate(self.newcomers, 1):
            yield f"name.{number}", newcomer.name
            yield f"before.{number}", newcomer.before or ""
        yield from (("with", game_id) for game_id in self.others)
        yield "way", self.way
        yield "order", self.drawn
        yield from ((f"table.{name}", letter) for name, letter in self.chosen.items())
        yield "restart", "1" if self.restart else ""


def _by_letter(sent: MultiDict[str, str], field: str) -> dict[str, str]:
    return {letter: sent[f"{field}.{letter}"] for letter in ("", *LETTERS) if f"{field}.{letter}" in sent}


blueprint = Blueprint("split", __name__)


def _games(stored: StoredGame, form: SplitForm) -> list[StoredGame]:
    """Return the game and the games merged with it."""
    return [stored, *(game_or_404(game_id) for game_id in form.others if game_id != stored.game_id)]


def _party(games: list[StoredGame], form: SplitForm) -> Party:
    return splitting.gather([stored.game for stored in games], form.newcomers, carry=not form.restart)


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
        pass  # the form state holds the error; show the known parts
    return game_template(
        "games/split.html", stored, form_state, form=form, hidden_fields=hidden_fields(stored), games=games,
        others=_others(stored), known=repository().evenings.suggested_names(),
        titles=[_title(table.game) for table in games], letters=splitting.LETTERS, **shown,
    )  # fmt: skip


def _title(game: Game) -> str:
    return game.sheet.location or ours(game.sheet.rulebook.name)


def _others(stored: StoredGame) -> list[Listed]:
    """Return running games with the same rulebook."""
    name = stored.game.sheet.rulebook.name
    listed = repository().games("running", limit=MOST_OTHERS, search=name)
    return [line for line in listed if line.game_id != stored.game_id and line.summary.rulebook == name]


@blueprint.get("/games/<game_id>/split")
def show(game_id: str) -> Answer:
    """Return the form and a preview of the tables.

    After a draw, redirect to an address that contains the drawn order, so that a reload does not draw again.
    """
    stored, form = game_or_404(game_id), SplitForm.read(request.args)
    try:
        party = _party(_games(stored, form), form)
        if form.way == "draw" and (request.args.get("draw") or not splitting.is_valid_draw(form.order, party)):
            order = random.SystemRandom().sample(range(len(party.arrivals)), len(party.arrivals))
            return redirect(_address(stored, replace(form, order=order)))
        splitting.openings(party, _tables(party, form))
    except (RuleError, RuleFileError) as error:
        errors = errors_of(error)
        if request.args:
            return _page(stored, form, FormState(errors, request.args)), 422
        if "hand" in errors:  # no split is possible yet, with any players
            return _page(stored, form, FormState(errors))
    return _page(stored, form, FormState())


def _address(stored: StoredGame, form: SplitForm) -> str:
    return f"{url_for('split.show', game_id=stored.game_id)}?{urlencode(list(form.pairs()))}"


@blueprint.post("/games/<game_id>/split")
def make(game_id: str) -> Answer:
    """End the games and start the tables that the page showed."""
    stored, form = game_or_404(game_id), SplitForm.read(request.form)
    sent = idempotency_key()
    if sent is None:
        abort(400)
    onward = redirect(url_for("split.made", game_id=game_id, sent=sent), code=303)
    if repository().store.version_of(game_id, sent) is not None:
        return onward  # a duplicate request counts once
    games = _games(stored, form)
    try:
        seen = [_seen(game, request.form) for game in games]
        party = _party(games, form)
        tables = _tables(party, form)
        beginning, ending = splitting.openings(party, tables), splitting.endings(party, tables)
        appended = {game.game_id: (seen, events) for game, seen, events in zip(games, seen, ending, strict=True)}
        repository().append_together(appended, beginning, by=who(), event_id=sent)
    except StaleVersion:
        stale = _("Nothing was split, because a game has continued in the meantime. These are the present tables.")
        return _page(game_or_404(game_id), form, FormState({"stale": stale}, request.form)), 409
    except (RuleError, RuleFileError) as error:
        return _page(stored, form, FormState(errors_of(error), request.form)), 422
    count = len(tables)
    flash(ngettext("One table continues.", "{count} tables continue.", count).format(count=count))
    return onward


def _seen(stored: StoredGame, sent: MultiDict[str, str]) -> int:
    """Return the version of a game to end; StaleVersion if a later event conflicts with the version shown."""
    seen = parse_int(sent.get(f"seen.{stored.game_id}"), 1, stored.version)
    if seen is None or find_conflicts(stored.game, Ended(moved=True), seen):
        raise StaleVersion(-1, stored.version)
    return stored.version


@blueprint.get("/games/<game_id>/split/<sent>")
def made(game_id: str, sent: str) -> str:
    """Return the page of the tables that one submitted form created."""
    stored = game_or_404(game_id)
    if repository().store.version_of(game_id, sent) is None:
        abort(404)
    tables = list[StoredGame]()
    for new_id in ids_begun_by(sent, splitting.MOST_TABLES):
        with suppress(GameNotFound):  # a split can make fewer tables
            tables.append(repository().load(new_id))
    return render_template(
        "games/split_made.html", game_id=game_id, title=_title(stored.game),
        tables=[(table.game_id, _title(table.game), table.game) for table in tables],
    )  # fmt: skip
