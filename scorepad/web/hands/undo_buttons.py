"""What the buttons Undo and Redo of the game's page say and do, for a script that goes on without the server too."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from scorepad.game.report.undo_words import words_of_hand, words_of_players
from scorepad.repository.undo import Step, Timeline
from scorepad.web.submit import author
from scorepad.words import _


def turns(timeline: Timeline) -> dict[str, list[dict[str, Any]]]:
    """Return what this browser can undo and redo, the next one last: taps of the open hand, before them one event.

    Each has its `key` and `label`; a tap that the page's script can take back itself also its `fields`.
    """
    return {
        "undo": [_told(timeline, one, timeline.undo_label(one)) for one in _near(timeline.undoable(author()))],
        "redo": [_told(timeline, one, timeline.redo_label(one)) for one in _near(timeline.redoable(author()))],
    }


def _near(steps: list[Step]) -> list[Step]:
    """The last steps, as far back as the last event."""
    taps = [*takewhile(lambda step: step.event is None, reversed(steps))]
    return steps[-len(taps) - 1 :]


def _told(timeline: Timeline, step: Step, label: str) -> dict[str, Any]:
    told = {"key": step.key, "label": label}
    hand, action = timeline.game.sheet.open_hand, step.action
    if step.event is not None:
        return {**told, "kind": step.event.kind}
    if action is None or hand is None or action.hand != hand.number or step.version < timeline.ended:
        return told
    return told if "calls" in action.fields else {**told, "fields": action.fields}


def words() -> dict[str, Any]:
    """Return the words with which the page's script names a tap or a stage."""
    return {
        "undo": _("Undo {what}"), "redo": _("Redo {what}"), "change": _("Change {what}"), "players": words_of_players(),
        "hand": words_of_hand(), "bids": _("bids of hand {number}"), "taken": _("tricks of hand {number}"),
        "comment": _("a comment"),
    }  # fmt: skip
