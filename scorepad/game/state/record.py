"""Game: its events and their Sheet. Decide, then apply.

The modules of `decide` look at a game's sheet and return an event, or raise a RuleError that names the field.
`Game.then` applies it; the fold never refuses.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from scorepad.errors import nothing_to_redo, nothing_to_undo
from scorepad.game.state import events as e
from scorepad.game.state.history import History, StandingEvent, with_corrections
from scorepad.game.state.position import rulebook_with
from scorepad.game.state.rows import HandRow
from scorepad.game.state.scoring import own_options
from scorepad.game.state.sheet import Sheet
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme

# These change what was written before them, so everything is worked out anew.
_RETROACTIVE = e.Corrected | e.SchemeChanged | e.HouseChanged | e.Described
_ENDS_A_DEAL = e.TricksRecorded | e.Misdealt | e.Misplayed


class Game:
    """One sitting. Two games with the same events are the same game."""

    def __init__(self, events: tuple[e.Event, ...], history: History, sheet: Sheet) -> None:
        self.events, self.history, self.sheet = events, history, sheet
        self._tried: tuple[e.Event, Game] | None = None

    @classmethod
    def replay(cls, events: Iterable[e.Event]) -> Game:
        """The game that these events make; the first one opens it."""
        all_events = tuple(events)
        history = History.of(all_events)
        return cls(all_events, history, fold(history.standing))

    def then(self, event: e.Event) -> Game:
        """This game with one more event, as decided; what was tried to decide it is not worked out again."""
        tried, self._tried = self._tried, None  # a game that kept the next one would keep all that come after
        return tried[1] if tried is not None and tried[0] is event else self._with(event)

    def tried(self, event: e.Event) -> Game:
        """This game as it would be with one more event, to see whether that may be; `then` takes it from here."""
        game = self._with(event)
        self._tried = event, game
        return game

    def _with(self, event: e.Event) -> Game:
        history = self.history.after(event)
        if self.anew(event):
            sheet = fold(history.standing)
        else:
            done = history.standing[-1]
            sheet = self.sheet.after(StandingEvent(done, self._mended_already()))
        return Game((*self.events, event), history, sheet)

    def anew(self, event: e.Event) -> int:
        """How many events must be worked out anew for this one: none, or all that stand; more for an undo or redo of
        an earlier event, for which later ones are decided again."""
        standing, places, gone = self.history.standing, self.history.places, self.history.gone
        if isinstance(event, e.Undone | e.Redone) and event.of is not None:
            return len(standing) * (2 + sum(isinstance(one, _RETROACTIVE) for one in standing))
        place, done = gone[-1] if isinstance(event, e.Redone) and gone else (len(self.events), event)
        return len(standing) if isinstance(done, e.Undone | _RETROACTIVE) or place < places[-1] else 0

    def _mended_already(self) -> bool:
        """Whether the open hand's bids were corrected before its tricks came."""
        open_hand = takewhile(lambda one: not isinstance(one, _ENDS_A_DEAL), reversed(self.history.standing))
        return any(isinstance(one, e.Corrected) and one.hand > self.sheet.hands_played for one in open_hand)

    @property
    def opened(self) -> e.Opened:
        """The event that opened the game, as it was then: what was mended in the head since is the sheet's."""
        first = self.events[0]
        assert isinstance(first, e.Opened)
        return first

    @property
    def names(self) -> dict[str, str]:
        """Player ids and the names they have now."""
        return self.sheet.names

    def undo(self) -> e.Undone:
        """The event that takes back the last thing that stands; RuleError where only the opening does."""
        if len(self.history.standing) < 2:
            raise nothing_to_undo()
        return e.Undone()

    def redo(self) -> e.Redone:
        """The event that puts back what was last taken back; RuleError where there is none any more."""
        if not self.history.undone:
            raise nothing_to_redo()
        return e.Redone()

    def hand_row(self, hand: int) -> HandRow | None:
        """The row of a hand by its number, once it was played (not the void ones before it), else None."""
        return next((row for row in played_rows(self.sheet) if row.hand == hand), None)


def played_rows(sheet: Sheet) -> list[HandRow]:
    """The hands that count, in order; void ones are left out."""
    return [row for row in sheet.rows if isinstance(row, HandRow) and not row.void]


def fold(standing: Sequence[e.Done]) -> Sheet:
    """The sheet of the events that stand, the first of which opened the game.

    The scheme, its options and the head of the sheet count as they are now, for every hand; only a new scorer
    counts from then on, as the scorer deals no cards (rules.md MU-26).
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
    scheme = _scheme(json.dumps(scheme_data))  # in the order given: a term may use those before it
    options = options_for(scheme, rulebook_with(opened.rulebook, house))
    rulebook = rulebook_with(opened.rulebook, opened.house)
    return Sheet(opened, rulebook, scheme, options, head).write(with_corrections(standing[1:]))


@lru_cache(maxsize=64)  # games of one evening share their scheme; parsing one takes longer than scoring a game
def _scheme(text: str) -> Scheme:
    return Scheme.from_dict(json.loads(text))


def options_for(scheme: Scheme, rulebook: Rulebook) -> dict[str, Any]:
    """The scheme's options as the rulebook sets them; those meant for another scheme are left alone.

    SchemeError where the rulebook, for all hands or a special one, chooses what the scheme does not offer.
    """
    for special in rulebook.special:
        scheme.option_values(own_options(scheme, special.options))
    return scheme.option_values(own_options(scheme, rulebook.options))
