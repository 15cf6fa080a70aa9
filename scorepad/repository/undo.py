"""What Undo and Redo do next: the taps and events of a game in the order in which they came."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from scorepad.errors import RuleError
from scorepad.game.decide import again
from scorepad.game.report.log_text import event_words, tap_words
from scorepad.game.state import events as e
from scorepad.game.state.record import Game
from scorepad.store.records import Action
from scorepad.words import _


class Step(NamedTuple):
    """An event of the record, or a tap: what one Undo takes back."""

    version: int
    number: int
    """Counts the taps of a game; 0 of an event."""
    author: str
    """The browser's session; "" if it is unknown, so that anyone may undo the step."""
    action: Action | None = None
    event: e.Event | None = None

    @property
    def key(self) -> str:
        """The step's name in a form."""
        return f"{self.version}.{self.number}"

    def is_of(self, author: str | None) -> bool:
        """Whether `author` may undo it, None being the command line."""
        return author is None or self.author in ("", author)


class Timeline:
    """The steps of a game that stand, oldest first, and the undone ones, the last undone last."""

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
                self._undo(lambda one: one.event is not None and of in (None, one.version))
            case e.Redone(of=of):
                self._redo(lambda one: one.event is not None and of in (None, one.version))
            case Action(undoes=int(number)):
                self._undo(lambda one: one.number == number)
            case Action(redoes=int(number)):
                self._redo(lambda one: one.number == number)
            case _:
                self.standing.append(step)
                self._replaced.update(one.key for one in self.undone if not step.author or one.is_of(step.author))

    def _undo(self, is_meant: Callable[[Step], bool]) -> None:
        for found in [one for one in self.standing if is_meant(one)][-1:]:
            self.standing.remove(found)
            self._replaced.discard(found.key)
            self.undone.append(found)

    def _redo(self, is_meant: Callable[[Step], bool]) -> None:
        for found in [one for one in self.undone if is_meant(one)][-1:]:
            self.undone.remove(found)
            insort(self.standing, found, key=lambda one: one[:2])

    # --- what comes next ------------------------------------------------------------------------------

    def undoable(self, author: str | None) -> list[Step]:
        """Return the steps that `author` may undo, the next one last."""
        return [one for one in self.standing[1:] if one.is_of(author)]

    def redoable(self, author: str | None) -> list[Step]:
        """Return the steps that `author` may redo, the next one last."""
        found = [one for one in self.undone if one.is_of(author) and one.key not in self._replaced]
        return found if found and self._fits(found[-1]) else []

    def _fits(self, step: Step) -> bool:
        """Whether nothing that came after a step is in its way."""
        later = [one for one in self.standing if one[:2] > step[:2]]
        if step.action is not None:
            hand = self.game.sheet.open_hand
            of_hand = hand is not None and hand.number == step.action.hand
            return of_hand and not any(_ends_tapping(one) or _fields(step) & _fields(one) for one in later)
        if any(map(_is_tap, later)) and _is_of_hands(step):
            return False
        try:
            return not later or bool(again.redo(self.game, step.version))
        except RuleError:
            return False

    def ended_by_others(self, author: str) -> int:
        """Return the version of the last event of another that ended what was tapped for a hand, 0 for none."""
        others = (one for one in self.standing if not one.is_of(author))
        return max((one.version for one in others if _ends_tapping(one)), default=0)

    def must_be_free(self, step: Step) -> None:
        """Raise RuleError, which names the action, if a later one depends on a step."""
        later = self.dependent(step)
        if later is not None:
            raise RuleError("undo", self.refusal(step, later))

    def refusal(self, step: Step, later: Step) -> str:
        """Return why a step cannot be undone."""
        words = _("“{what}” cannot be undone, because “{later}” came after it.")
        return words.format(what=self.words(step).rstrip("."), later=self.words(later).rstrip("."))

    def words(self, step: Step, *, undoes: bool = False) -> str:
        """Return a step in a few words, the other way round for its Undo."""
        if step.action is None:
            return event_words(self.game, step.version)
        return tap_words(self.game.names, swapped(step.action.fields) if undoes else step.action.fields)

    def undo_label(self, step: Step) -> str:
        """Return what a button says that undoes a step."""
        return _label(_("Undo {what}"), _("Undo: {what}"), self.words(step, undoes=True))

    def redo_label(self, step: Step) -> str:
        """Return what a button says that redoes a step."""
        return _label(_("Redo {what}"), _("Redo: {what}"), self.words(step))

    def dependent(self, step: Step) -> Step | None:
        """Return the first later step that depends on this one, None if there is none."""
        later = self.standing[self.standing.index(step) + 1 :]
        if step.action is not None:
            return next((one for one in later if _ends_tapping(one) or _fields(step) & _fields(one)), None)
        place = again.first_dependent(self.game, step.version) if later else None
        of_hands = _is_of_hands(step)
        return next((one for one in later if (of_hands if _is_tap(one) else one.version == place)), None)


def _label(short: str, long: str, what: str) -> str:
    return (long if what.endswith(".") else short).format(what=what)


def _fields(step: Step) -> set[str]:
    return set(step.action.fields) if step.action else set()


def _is_tap(step: Step) -> bool:
    return step.action is not None


def _is_of_hands(step: Step) -> bool:
    return not isinstance(step.event, again.BESIDE_A_HAND)


def _ends_tapping(step: Step) -> bool:
    return isinstance(step.event, again.ENDS_TAPPING)


def _steps(game: Game, actions: Collection[Action]) -> Iterator[Step]:
    """Every event and tap in its order, undo and redo among them."""
    authors = {one.version: one.author for one in actions if not one.fields}
    tapped = (one for one in actions if one.fields)
    taps = {version: [*found] for version, found in groupby(tapped, lambda one: one.version)}
    for version, event in enumerate(game.events, 1):
        yield Step(version, 0, authors.get(version, ""), event=event)
        for one in taps.get(version, ()):
            yield Step(version, one.number, one.author, action=one)


def swapped(fields: Mapping[str, tuple[Any, Any]]) -> dict[str, tuple[Any, Any]]:
    """Return what takes changes back: the value now and the one before, by field."""
    return {field: (now, before) for field, (before, now) in fields.items()}
