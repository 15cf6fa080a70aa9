"""What the buttons Undo and Redo of the game's page say and do, for a script that goes on without the server too."""

from __future__ import annotations

from typing import Any

from scorepad.game.report.undo_words import words_of_hand, words_of_players
from scorepad.repository.undo import Step, Timeline
from scorepad.web.submit import author
from scorepad.words import _

EVENTS = 2
"""How many events back a page knows the steps: a phone may be that far ahead of the page that it gets."""


def turns(timeline: Timeline) -> dict[str, list[dict[str, Any]]]:
    """Return what this browser can undo and redo, the next one last.

    Each has its `key` and `label`; a tap that the page's script can take back itself also its `fields`.
    """
    own = author()
    return {
        "undo": [_told(timeline, one, timeline.undo_label(one)) for one in _near(timeline.undoable(own))],
        "redo": [_told(timeline, one, timeline.redo_label(one)) for one in _near(timeline.redoable(own))],
    }


def _near(steps: list[Step]) -> list[Step]:
    """Return the last steps, as far back as the second event from the end."""
    events = [at for at, step in enumerate(steps) if step.event is not None][-EVENTS:]
    return steps[events[0] if len(events) == EVENTS else 0 :]


def _told(timeline: Timeline, step: Step, label: str) -> dict[str, Any]:
    told = {"key": step.key, "label": label}
    if step.event is not None:
        return {**told, "kind": step.event.kind}
    if step.action is None or "calls" in step.action.fields or step.version < timeline.ended_by_others(author()):
        return told
    return {**told, "fields": step.action.fields}


def words() -> dict[str, Any]:
    """Return the words with which the page's script names a tap or a stage."""
    return {
        "undo": _("Undo {what}"), "redo": _("Redo {what}"), "change": _("Change {what}"), "players": words_of_players(),
        "hand": words_of_hand(), "bids": _("bids of hand {number}"), "taken": _("tricks of hand {number}"),
        "comment": _("a comment"),
    }  # fmt: skip
