"""History: the log of a game, undo and redo."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, flash, request

from scorepad.errors import DraftChanged, RuleError, StaleVersion, nothing_to_redo, nothing_to_undo
from scorepad.formats import short_day
from scorepad.game.decide import again
from scorepad.game.report.log_text import log_lines
from scorepad.game.state import events as e
from scorepad.game.state.record import Game
from scorepad.repository import StoredGame
from scorepad.repository.undo import Step
from scorepad.web.hands import game_page
from scorepad.web.submit import (
    Answer,
    FormState,
    author,
    game_or_404,
    game_template,
    idempotency_key,
    look_or_404,
    named,
    onward,
    queued_key,
    refused,
    repository,
    submit,
    version_seen,
    who,
)
from scorepad.words import _

blueprint = Blueprint("history", __name__)


@blueprint.get("/games/<game_id>/log")
def log(game_id: str) -> str:
    """Everything that was ever recorded, latest first: who, when, what, and whether it was taken back."""
    stored = look_or_404(game_id)
    entries = repository().store.read(game_id).sound
    stands = set(stored.game.history.places)
    told = log_lines(stored.game.events)
    turns = (e.Undone.kind, e.Redone.kind)
    lines = [
        {"by": named(entry.by), "at": entry.at, "time": _clock(entry.at), "said": said,
         "undone": entry.seq not in stands and entry.event["kind"] not in turns}
        for entry, said in zip(entries, told, strict=False)
    ]  # fmt: skip
    return game_template("reports/log.html", stored, FormState(), damage=stored.damage, lines=lines[::-1])


def _clock(at: str) -> str:
    """The day and the time as the clock at the table showed it; whatever was kept, if that is no time."""
    try:
        day, time = f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}".split()
        return f"{short_day(day)} {time}"
    except (ValueError, OverflowError):
        return at


@blueprint.post("/games/<game_id>/undo", endpoint="undo", defaults={"turn": "undo"})
@blueprint.post("/games/<game_id>/redo", endpoint="redo", defaults={"turn": "redo"})
def undo_or_redo(game_id: str, turn: str) -> Answer:
    """Take back the `step` that the page names, else the last one of this browser; or put back what it took back last.

    422 where there is none, where a later one depends on it (the answer names that one), or where it does not fit now.
    """
    stored: StoredGame = game_or_404(game_id)
    timeline = repository().timeline(stored)
    own = timeline.undoable(author()) if turn == "undo" else timeline.redoable(author())
    named, fresh = request.form.get("step", ""), version_seen(game_id) == stored.version
    key = named or _made_by_the_one_before() or (own[-1].key if own and fresh else "")
    there, gone = (timeline.standing, timeline.undone) if turn == "undo" else (timeline.undone, timeline.standing)
    step = next((one for one in there if one.key == key), None)
    if any(one.key == key for one in gone):
        if repository().store.version_of(game_id, idempotency_key() or "") is None:
            flash(_("Somebody else has just recorded the same."))
        return onward(game_id)
    if step is None and not fresh:
        return submit(game_id, Game.undo if turn == "undo" else Game.redo, game_page.page)
    if step is None or (named and step not in own):
        nothing = nothing_to_undo() if turn == "undo" else nothing_to_redo()
        return refused(game_page.page, stored, {turn: str(nothing)}), 422
    later = own[-1] if named and step != own[-1] else timeline.dependent(step) if turn == "undo" else None
    if later is not None:
        return refused(game_page.page, stored, {"stale": timeline.refusal(step, later)}), 409
    return _turn_event(stored, step, turn) if step.event else _turn_tap(stored, step, turn)


def _made_by_the_one_before() -> str:
    """The key of the event that a phone's queue takes back: that of the entry before."""
    after, game_id = request.form.get("after"), (request.view_args or {})["game_id"]
    made = repository().store.version_of(game_id, queued_key(after)) if after else None
    return f"{made}.0" if made else ""


def _turn_event(stored: StoredGame, step: Step, turn: str) -> Answer:
    decide, event = (again.undo, e.Undone) if turn == "undo" else (again.redo, e.Redone)
    said = log_lines((*stored.game.events, event(step.version)))[-1]
    return submit(
        stored.game_id, lambda game: decide(game, step.version), game_page.page, said=said, whatever_came=True
    )  # fmt: skip


def _turn_tap(stored: StoredGame, step: Step, turn: str) -> Answer:
    act = repository().undo if turn == "undo" else repository().redo
    try:
        act(stored, step, by=who(), author=author())
    except (RuleError, DraftChanged) as error:
        return refused(game_page.page, stored, {turn: str(error)}), 422
    except StaleVersion:  # written on in this instant
        return undo_or_redo(stored.game_id, turn)
    return onward(stored.game_id)
