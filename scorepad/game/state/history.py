"""The events that stand: undo and redo followed, corrections written into their hands.

Nothing is ever taken out of a game's events. What counts is worked out here, each time, so that an undo
can be undone and a correction of hand 3 moves everything that came after it.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeVar

from scorepad.game.state.events import (
    BY_PLAYER,
    BidsRecorded,
    Contract,
    Corrected,
    Done,
    Event,
    Misdealt,
    Misplayed,
    Redone,
    TricksRecorded,
    Undone,
)

_SETTLED = {"bids", "contract", "trump"}  # by the calls of an auction
_FIELDS = {kind: {one.name for one in fields(kind)} for kind in (BidsRecorded, TricksRecorded)}
_OUTCOMES = ("made", "off", "taken")  # ways to write down the tricks of a hand


class History(NamedTuple):
    """The standing events, oldest first, and the undone ones, the last undone last."""

    standing: tuple[Done, ...]
    places: tuple[int, ...] = ()
    """The place of each standing event in the record, from 1."""
    gone: tuple[tuple[int, Done], ...] = ()
    """Every undone event after its place."""
    redoable: int = 0
    """The number of events undone since the last other event."""
    length: int = 0
    """The number of events in the record."""

    @property
    def undone(self) -> tuple[Done, ...]:
        """The events undone since the last other event, the last undone last."""
        return tuple(event for _place, event in self.gone[len(self.gone) - self.redoable :])

    @classmethod
    def of(cls, events: Iterable[Event]) -> History:
        """The history of a game's events, oldest first."""
        history = cls(())
        for event in events:
            history = history.after(event)
        return history

    def after(self, event: Event) -> History:
        """Return the history with one more event. An undo or a redo must have an event to move."""
        length = self.length + 1
        match event:
            case Undone(of=of):
                at = -1 if of is None else self.places.index(of)
                gone = (*self.gone, (self.places[at], self.standing[at]))
                return History(_without(self.standing, at), _without(self.places, at), gone, self.redoable + 1, length)
            case Redone(of=of):
                found = -1 if of is None else [place for place, _event in self.gone].index(of)
                place, done = self.gone[found]
                at = bisect(self.places, place)
                standing = (*self.standing[:at], done, *self.standing[at:])
                places = (*self.places[:at], place, *self.places[at:])
                redoable = self.redoable - (found % len(self.gone) >= len(self.gone) - self.redoable)
                return History(standing, places, _without(self.gone, found), redoable, length)
        return History((*self.standing, event), (*self.places, length), self.gone, 0, length)

    def meant(self, event: Event) -> Done:
        """Return the event that an undo or redo moves, otherwise `event` itself."""
        match event:
            case Undone(of=of):
                return self.standing[-1 if of is None else self.places.index(of)]
            case Redone(of=of):
                return self.gone[-1][1] if of is None else dict(self.gone)[of]
        return event

    def place_of(self, undone: Undone) -> int:
        """Return the place of the event that an undo takes back."""
        return self.places[-1] if undone.of is None else undone.of


_Item = TypeVar("_Item")


def _without(items: tuple[_Item, ...], at: int) -> tuple[_Item, ...]:
    at %= len(items)
    return (*items[:at], *items[at + 1 :])


class StandingEvent(NamedTuple):
    """An event as it counts now; `corrected` when its hand was mended later."""

    event: Done
    corrected: bool = False


def with_corrections(standing: Iterable[Done]) -> list[StandingEvent]:
    """Every standing event but the corrections, which are written into the hands they mend."""
    events = list(standing)
    of_bids, of_tricks = _changes(events)
    result, deal = [], 0
    for event in events:
        changes = (of_bids if isinstance(event, BidsRecorded) else of_tricks).get(deal, [])
        if isinstance(event, TricksRecorded) and event.cards is not None and any(map(_says_bids, changes)):
            # When it was recorded nobody was to bid, or on paper no bids stood; by what was corrected, somebody was.
            result.append(StandingEvent(_mended(BidsRecorded(event.cards, {}), changes)))
        if isinstance(event, BidsRecorded | TricksRecorded):
            result.append(StandingEvent(_mended(event, changes), corrected=deal in of_bids))
        elif not isinstance(event, Corrected):
            result.append(StandingEvent(event))
        deal += isinstance(event, TricksRecorded | Misdealt | Misplayed)
    return result


def _says_bids(changes: Mapping[str, Any]) -> bool:
    return bool(changes.get("bids") or changes.get("contract"))


_Changes = dict[int, list[Mapping[str, Any]]]


def _changes(events: Iterable[Done]) -> tuple[_Changes, _Changes]:
    """What corrections say of the bids and of the tricks of each deal, the void ones counted too.

    A correction of the open hand mends the bids that stand: not the tricks, which are yet to come, nor the
    bids of its repeat, should it be spoilt.
    """
    of_bids: _Changes = defaultdict(list)
    of_tricks: _Changes = defaultdict(list)
    deal, played = 0, list[int]()  # `played`: the deal of hand 1, 2 …
    for event in events:
        if isinstance(event, Corrected):
            recorded = event.hand <= len(played)
            mended = played[event.hand - 1] if recorded else deal
            of_bids[mended].append(event.changes)
            if recorded:
                of_tricks[mended].append(event.changes)
        elif isinstance(event, TricksRecorded):
            played.append(deal)
        deal += isinstance(event, TricksRecorded | Misdealt | Misplayed)
    return of_bids, of_tricks


def _mended(event: BidsRecorded | TricksRecorded, corrections: list[Mapping[str, Any]]) -> Done:
    if not corrections:
        return event
    known = _FIELDS[type(event)]
    for changes in corrections:
        mended = {name: _merged(name, getattr(event, name), value) for name, value in changes.items() if name in known}
        said = next((name for name in _OUTCOMES if mended.get(name) is not None), None)
        if said:  # the others follow from it, or are not known any more
            mended |= {name: None for name in _OUTCOMES if name != said}
        if "calls" in known and any(mended[name] != getattr(event, name) for name in mended.keys() & _SETTLED):
            mended["calls"] = ()  # they no longer end in what stands
        event = replace(event, **mended)
    return event


def _merged(name: str, old: Any, new: Any) -> Any:
    if name == "contract" and new is not None:
        return Contract.of(new)
    if name not in BY_PLAYER or new is None:
        return new
    return {player: value for player, value in {**(old or {}), **new}.items() if value is not None}
