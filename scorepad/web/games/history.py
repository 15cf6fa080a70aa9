"""History: the log of a game, undo and redo."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, render_template

from scorepad.formats import short_day
from scorepad.game.report.log_text import log_lines
from scorepad.game.state import events as e
from scorepad.game.state.record import Game
from scorepad.repository import StoredGame
from scorepad.web.hands import game_page
from scorepad.web.submit import Answer, game_or_404, hidden_fields, look_or_404, named, repository, submit

blueprint = Blueprint("history", __name__)


@blueprint.get("/games/<game_id>/log")
def log(game_id: str) -> str:
    """Everything that was ever recorded, latest first: who, when, what, and whether it was taken back."""
    stored = look_or_404(game_id)
    entries = repository().store.read(game_id).sound
    undone = _taken_back(stored.game.events)
    told = log_lines(stored.game.events)
    lines = [
        {"by": named(entry.by), "at": entry.at, "time": _clock(entry.at), "said": said, "undone": at in undone}
        for at, (entry, said) in enumerate(zip(entries, told, strict=False))
    ]
    return render_template(
        "reports/log.html",
        game_id=game_id,
        game=stored.game,
        sheet=stored.game.sheet,
        damage=stored.damage,
        lines=lines[::-1],
        form=hidden_fields(stored),
    )


def _clock(at: str) -> str:
    """The day and the time as the clock at the table showed it; whatever was kept, if that is no time."""
    try:
        day, time = f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}".split()
        return f"{short_day(day)} {time}"
    except (ValueError, OverflowError):
        return at


def _taken_back(events: tuple[e.Event, ...]) -> set[int]:
    """Places (from 0) of the events that do not stand now."""
    standing: list[int] = []
    undone: list[int] = []
    for at, event in enumerate(events):
        if isinstance(event, e.Undone):
            undone.append(standing.pop())
        elif isinstance(event, e.Redone):
            standing.append(undone.pop())
        else:
            standing.append(at)
            undone = []
    stands = set(standing)
    return {at for at, event in enumerate(events) if at not in stands and not isinstance(event, e.Undone | e.Redone)}


def _told(game: Game, event: e.Event) -> str:
    """What the log will say of an event that comes now."""
    return log_lines((*game.events, event))[-1]


@blueprint.post("/games/<game_id>/undo")
def undo(game_id: str) -> Answer:
    """Take back what was recorded last; 422 where nothing was."""
    stored: StoredGame = game_or_404(game_id)
    return submit(game_id, Game.undo, game_page.page, said=_told(stored.game, e.Undone()))


@blueprint.post("/games/<game_id>/redo")
def redo(game_id: str) -> Answer:
    """Record again what was taken back last; 422 where nothing was."""
    stored: StoredGame = game_or_404(game_id)
    said = _told(stored.game, e.Redone()) if stored.game.history.undone else ""
    return submit(game_id, Game.redo, game_page.page, said=said)
