"""The log of a game, undo and redo."""

from datetime import datetime

from flask import Blueprint, flash, request

from scorepad.errors import DraftChanged, RuleError, StaleVersion
from scorepad.formats import short_day
from scorepad.game.decide import conflicts
from scorepad.game.report.log_text import log_lines, undo_refusal
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.repository import StoredGame
from scorepad.repository.timeline import Step
from scorepad.web.form_state import FormState
from scorepad.web.hands import game_page
from scorepad.web.submit import (
    Answer,
    author,
    author_name,
    game_or_404,
    game_template,
    idempotency_key,
    look_or_404,
    queued_key,
    redirect_after_change,
    render_refusal,
    repository,
    submit,
    version_seen,
    who,
)
from scorepad.words import _

blueprint = Blueprint("history", __name__)


@blueprint.get("/games/<game_id>/log")
def log(game_id: str) -> str:
    """Return the page of all events ever recorded, latest first.

    Each has its author, time and description, and whether it was undone.
    """
    stored = look_or_404(game_id)
    entries = repository().store.read(game_id).sound
    effective = set(stored.game.history.places)
    descriptions = log_lines(stored.game.events)
    turns = (e.Undone.kind, e.Redone.kind)
    lines = [
        {"by": author_name(entry.by), "at": entry.at, "time": _clock(entry.at), "text": description,
         "undone": entry.seq not in effective and entry.event["kind"] not in turns}
        for entry, description in zip(entries, descriptions, strict=False)
    ]  # fmt: skip
    return game_template("reports/log.html", stored, FormState(), damage=stored.damage, lines=lines[::-1])


def _clock(at: str) -> str:
    """Return the local day and time of a timestamp; the stored text if it is not a timestamp."""
    try:
        day, time = f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}".split()
        return f"{short_day(day)} {time}"
    except (ValueError, OverflowError):
        return at


@blueprint.post("/games/<game_id>/undo", endpoint="undo", defaults={"turn": "undo"})
@blueprint.post("/games/<game_id>/redo", endpoint="redo", defaults={"turn": "redo"})
def undo_or_redo(game_id: str, turn: str) -> Answer:
    """Undo the `step` that the page names, or the last step of this browser; or redo the last undone step.

    Answer 422 if there is no such step or if it no longer fits. Answer 409 if a later step depends on it; the answer
    names that step.
    """
    stored: StoredGame = game_or_404(game_id)
    timeline = repository().timeline(stored)
    own_steps = timeline.undoable(author()) if turn == "undo" else timeline.redoable(author())
    named, fresh = request.form.get("step", ""), version_seen(game_id) == stored.version
    after = request.form.get("after")  # the previous entry of a phone's queue, to which a queued undo refers
    made = repository().store.version_of(game_id, queued_key(after)) if after else None
    key = named or (f"{made}.0" if made else "") or (own_steps[-1].key if own_steps and fresh else "")
    candidates, turned = (
        (timeline.standing, timeline.undone) if turn == "undo" else (timeline.undone, timeline.standing)
    )
    step = next((step for step in candidates if step.key == key), None)
    if any(step.key == key for step in turned):
        if repository().store.version_of(game_id, idempotency_key() or "") is None:
            flash(_("Another scorer has just recorded the same."))
        return redirect_after_change(game_id)
    if step is None and not fresh:
        return submit(game_id, Game.undo if turn == "undo" else Game.redo, game_page.page)
    if step is None or (named and step not in own_steps):
        nothing = _("You have no action to undo.") if turn == "undo" else _("You have no action to redo.")
        return render_refusal(game_page.page, stored, {turn: nothing}), 422
    later = own_steps[-1] if named and step != own_steps[-1] else timeline.dependent(step) if turn == "undo" else None
    if later is not None:
        return render_refusal(
            game_page.page, stored, {"stale": undo_refusal(timeline.words(step), timeline.words(later))}
        ), 409
    return _turn_event(stored, step, turn) if step.event else _turn_tap(stored, step, turn)


def _turn_event(stored: StoredGame, step: Step, turn: str) -> Answer:
    decide, event = (conflicts.undo, e.Undone) if turn == "undo" else (conflicts.redo, e.Redone)
    description = log_lines((*stored.game.events, event(step.version)))[-1]
    return submit(
        stored.game_id, lambda game: decide(game, step.version), game_page.page, said=description, check_conflicts=False
    )  # fmt: skip


def _turn_tap(stored: StoredGame, step: Step, turn: str) -> Answer:
    act = repository().undo if turn == "undo" else repository().redo
    try:
        act(stored, step, by=who(), author=author())
    except (RuleError, DraftChanged) as error:
        return render_refusal(game_page.page, stored, {turn: str(error)}), 422
    except StaleVersion:  # a concurrent event
        return undo_or_redo(stored.game_id, turn)
    return redirect_after_change(stored.game_id)
