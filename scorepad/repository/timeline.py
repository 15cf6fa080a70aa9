"""The steps of a game for Undo and Redo: draft changes and events in their order."""

from bisect import insort
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from scorepad.errors import RuleError
from scorepad.game.decide import conflicts
from scorepad.game.report.log_text import Names, event_words, tap_words
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.store.records import Action


class Step(NamedTuple):
    """An event, or a change of the draft: what one Undo takes back."""

    version: int
    number: int
    """The number of the draft change in its game, from 1; 0 for an event."""
    author: str
    """The browser's session. If it is unknown (""), anyone may undo the step."""
    action: Action | None = None
    event: e.Event | None = None

    @property
    def key(self) -> str:
        """Return the step's identifier in a form."""
        return f"{self.version}.{self.number}"

    def may_be_undone_by(self, author: str | None) -> bool:
        """Return whether `author` may undo the step; None is the command line."""
        return author is None or self.author in ("", author)


class Timeline:
    """The current steps of a game, oldest first, and the undone ones, last undone last."""

    def __init__(self, game: Game, actions: Collection[Action]) -> None:
        self.game = game
        self.standing: list[Step] = []
        self.undone: list[Step] = []
        self._replaced: set[str] = set()
        for step in _steps(game, actions):
            self._add(step)

    def _add(self, step: Step) -> None:
        match step.event or step.action:
            case e.Undone(of=of):
                self._undo(lambda earlier: earlier.event is not None and of in (None, earlier.version))
            case e.Redone(of=of):
                self._redo(lambda undone: undone.event is not None and of in (None, undone.version))
            case Action(undoes=int(number)):
                self._undo(lambda earlier: earlier.number == number)
            case Action(redoes=int(number)):
                self._redo(lambda undone: undone.number == number)
            case _:
                self.standing.append(step)
                self._replaced.update(
                    undone.key for undone in self.undone if not step.author or undone.may_be_undone_by(step.author)
                )

    def _undo(self, is_meant: Callable[[Step], bool]) -> None:
        last = next(filter(is_meant, reversed(self.standing)), None)
        if last is not None:
            self.standing.remove(last)
            self._replaced.discard(last.key)
            self.undone.append(last)

    def _redo(self, is_meant: Callable[[Step], bool]) -> None:
        last = next(filter(is_meant, reversed(self.undone)), None)
        if last is not None:
            self.undone.remove(last)
            insort(self.standing, last, key=lambda step: step[:2])

    # --- the next undo and redo ---------------------------------------------------------------------

    def undoable(self, author: str | None) -> list[Step]:
        """Return the steps that `author` may undo, without the opening; the next one is last."""
        return [step for step in self.standing[1:] if step.may_be_undone_by(author)]

    def redoable(self, author: str | None) -> list[Step]:
        """Return the steps that `author` may redo, the next one last.

        Return [] if the next one conflicts with later steps.
        """
        steps = [step for step in self.undone if step.may_be_undone_by(author) and step.key not in self._replaced]
        return steps if steps and self._can_redo(steps[-1]) else []

    def _can_redo(self, step: Step) -> bool:
        """Return whether no later step prevents the redo of a step."""
        later = [other for other in self.standing if other[:2] > step[:2]]
        if step.action is not None:
            hand = self.game.sheet.open_hand
            of_hand = hand is not None and hand.number == step.action.hand
            return of_hand and not any(_ends_draft(other) or _fields(step) & _fields(other) for other in later)
        if any(map(_is_draft_change, later)) and _affects_hands(step):
            return False
        try:
            return not later or bool(conflicts.redo(self.game, step.version))
        except RuleError:
            return False

    def last_draft_end_by_others(self, author: str) -> int:
        """Return the version of the last event of another author that ended a draft; 0 for none."""
        others = (step for step in self.standing if not step.may_be_undone_by(author))
        return max((step.version for step in others if _ends_draft(step)), default=0)

    def words(self, step: Step, *, undoes: bool = False) -> str:
        """Return a description of a step; with `undoes`, of its Undo."""
        if step.action is None:
            return event_words(self.game, step.version)
        fields = reverse_changes(step.action.fields) if undoes else step.action.fields
        if self.game.sheet.rulebook.covers_bids:
            fields = {field: ("", "") if field.startswith("bid.") else pair for field, pair in fields.items()}
        return tap_words(Names(self.game.names, self.game.sheet.rulebook.suits), fields)

    def dependent(self, step: Step) -> Step | None:
        """Return the first later step that depends on this one, or None."""
        later = self.standing[self.standing.index(step) + 1 :]
        if step.action is not None:
            return next((other for other in later if _ends_draft(other) or _fields(step) & _fields(other)), None)
        position = conflicts.first_dependent(self.game, step.version) if later else None
        of_hands = _affects_hands(step)
        return next(
            (other for other in later if (of_hands if _is_draft_change(other) else other.version == position)), None
        )


def _fields(step: Step) -> set[str]:
    return set(step.action.fields) if step.action else set()


def _is_draft_change(step: Step) -> bool:
    return step.action is not None


def _affects_hands(step: Step) -> bool:
    return not isinstance(step.event, conflicts.INDEPENDENT_OF_HANDS)


def _ends_draft(step: Step) -> bool:
    return isinstance(step.event, conflicts.ENDS_DRAFT)


def _steps(game: Game, actions: Collection[Action]) -> Iterator[Step]:
    """Yield every event and draft change in order, including each Undo and Redo."""
    authors = {action.version: action.author for action in actions if not action.fields}
    changes = (action for action in actions if action.fields)
    by_version = {version: [*group] for version, group in groupby(changes, lambda action: action.version)}
    for version, event in enumerate(game.events, 1):
        yield Step(version, 0, authors.get(version, ""), event=event)
        for action in by_version.get(version, ()):
            yield Step(version, action.number, action.author, action=action)


def reverse_changes(fields: Mapping[str, tuple[Any, Any]]) -> dict[str, tuple[Any, Any]]:
    """Return draft changes with old and new values exchanged, by field."""
    return {field: (now, before) for field, (before, now) in fields.items()}
