"""A game: its events and the sheet folded from them.

The modules of `decide` read a game's sheet and return an event, or raise a RuleError that names the field. `Game.then`
applies the event; the fold never refuses.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from scorepad.errors import nothing_to_redo, nothing_to_undo
from scorepad.game.state import events as e
from scorepad.game.state.history import EffectiveEvent, History, merge_corrections, names_in
from scorepad.game.state.position import rulebook_with
from scorepad.game.state.rows import HandRow
from scorepad.game.state.scoring import own_options
from scorepad.game.state.sheet import Sheet
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme

# Events that affect earlier events, so that the whole sheet is folded again.
_RETROACTIVE = e.Corrected | e.SchemeChanged | e.HouseChanged | e.Described
_ENDS_A_DEAL = e.TricksRecorded | e.Misdealt | e.Misplayed


class Game:
    """A game with its history and sheet, which depend only on its events."""

    def __init__(self, events: tuple[e.Event, ...], history: History, sheet: Sheet) -> None:
        self.events, self.history, self.sheet = events, history, sheet
        self._tried: tuple[e.Event, Game] | None = None

    @classmethod
    def replay(cls, events: Iterable[e.Event]) -> Game:
        """Build the game of these events; the first event opens it."""
        all_events = tuple(events)
        history = History.of(all_events)
        return cls(all_events, history, fold(history.standing))

    def name_of(self, player: str) -> str:
        """Return the last name of a player, also if the joining was undone; the id if no event names it."""
        return names_in(self.events).get(player, player)

    def then(self, event: e.Event) -> Game:
        """Return this game with one more event.

        If `preview` has just applied this event, its result is reused.
        """
        tried, self._tried = self._tried, None  # a reference to the next game would keep all later games in memory
        return tried[1] if tried is not None and tried[0] is event else self._with(event)

    def preview(self, event: e.Event) -> Game:
        """Return this game with one more event, to check whether it is allowed.

        `then` reuses the result.
        """
        game = self._with(event)
        self._tried = event, game
        return game

    def _with(self, event: e.Event) -> Game:
        history = self.history.after(event)
        if self.anew(event):
            sheet = fold(history.standing)
        else:
            open_hand = takewhile(lambda done: not isinstance(done, _ENDS_A_DEAL), reversed(self.history.standing))
            corrected = any(isinstance(done, e.Corrected) and done.hand > self.sheet.hands_played for done in open_hand)
            sheet = self.sheet.after(EffectiveEvent(history.standing[-1], corrected))
        return Game((*self.events, event), history, sheet)

    def anew(self, event: e.Event) -> int:
        """Return how many events to fold again after this event.

        The number is 0, or all events in effect for a retroactive event. It is larger for an undo or redo of an earlier
        event, because later events are decided again.
        """
        standing, places, gone = self.history.standing, self.history.places, self.history.gone
        if isinstance(event, e.Undone | e.Redone) and event.of is not None:
            return len(standing) * (2 + sum(isinstance(earlier, _RETROACTIVE) for earlier in standing))
        place, done = gone[-1] if isinstance(event, e.Redone) and gone else (len(self.events), event)
        return len(standing) if isinstance(done, e.Undone | _RETROACTIVE) or place < places[-1] else 0

    @property
    def opened(self) -> e.Opened:
        """Return the opening event as recorded; the sheet has later changes of the head."""
        first = self.events[0]
        assert isinstance(first, e.Opened)
        return first

    @property
    def names(self) -> dict[str, str]:
        """Return the players' current names by id."""
        return self.sheet.names

    def undo(self) -> e.Undone:
        """Return the event that undoes the last event in effect.

        Raise RuleError if only the opening is left.
        """
        if len(self.history.standing) < 2:
            raise nothing_to_undo()
        return e.Undone()

    def redo(self) -> e.Redone:
        """Return the event that restores the last undone event; raise RuleError if there is none."""
        if not self.history.undone:
            raise nothing_to_redo()
        return e.Redone()

    def hand_row(self, hand: int) -> HandRow | None:
        """Return the row of a hand by its number, or None before it is played; void hands do not count."""
        return next((row for row in played_rows(self.sheet) if row.hand == hand), None)


def played_rows(sheet: Sheet) -> list[HandRow]:
    """Return the rows of the hands that count, in order, without void hands."""
    return [row for row in sheet.rows if isinstance(row, HandRow) and not row.void]


def fold(standing: Sequence[e.PlainEvent]) -> Sheet:
    """Fold the events in effect into a sheet; the first event opens the game.

    The current scheme, its options and the current head apply to every hand. Only a new scorer applies from that event
    on, because the scorer deals no cards (rules.md MU-26).
    """
    opened = standing[0]
    assert isinstance(opened, e.Opened)
    scheme_data: dict[str, Any] = opened.scheme
    house = dict(opened.house)
    head = {name: getattr(opened, name) for name in e.HEAD}
    for event in standing:
        if isinstance(event, e.SchemeChanged):
            scheme_data = event.scheme
        elif isinstance(event, e.HouseChanged):
            house |= event.house
        elif isinstance(event, e.Described):
            head |= {name: value for name, value in event.details.items() if name != "scorer"}
    scheme = _scheme(json.dumps(scheme_data))  # keep the order: a term may use earlier terms
    options = options_for(scheme, rulebook_with(opened.rulebook, house))
    rulebook = rulebook_with(opened.rulebook, opened.house)
    return Sheet(opened, rulebook, scheme, options, head).write(merge_corrections(standing[1:]))


@lru_cache(maxsize=64)  # many games share a scheme; parsing one takes longer than scoring a game
def _scheme(text: str) -> Scheme:
    return Scheme.from_dict(json.loads(text))


def options_for(scheme: Scheme, rulebook: Rulebook) -> dict[str, Any]:
    """Return the scheme's options with the rulebook's values, without those of other schemes.

    Raise RuleFileError if the rulebook or one of its special hands sets a value that the scheme does not offer.
    """
    for special in rulebook.special:
        scheme.option_values(own_options(scheme, special.options))
    return scheme.option_values(own_options(scheme, rulebook.options))
