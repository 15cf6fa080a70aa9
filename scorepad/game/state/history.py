"""The events in effect: undo and redo applied, corrections merged into their hands.

Events are never removed from a record. The events in effect are computed each time. An undo can therefore be undone,
and a correction of hand 3 affects all later hands.
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
    Event,
    Joined,
    Misdealt,
    Misplayed,
    Opened,
    PlainEvent,
    Redone,
    Renamed,
    TricksRecorded,
    Undone,
)

_AUCTION_FIELDS = {"bids", "contract", "trump"}  # fields that the calls of an auction determine
_FIELDS = {kind: {field.name for field in fields(kind)} for kind in (BidsRecorded, TricksRecorded)}
_OUTCOMES = ("made", "off", "taken", "wrong_count")  # alternative fields for the result of a hand


class History(NamedTuple):
    """The events in effect, oldest first, and the undone events, the last undone last."""

    standing: tuple[PlainEvent, ...]
    places: tuple[int, ...] = ()
    """The position in the record, from 1, of each event in effect."""
    gone: tuple[tuple[int, PlainEvent], ...] = ()
    """Each undone event after its position in the record."""
    redoable: int = 0
    """The number of events undone since the last event that is not an undo or redo."""
    length: int = 0
    """The number of events in the record."""

    @property
    def undone(self) -> tuple[PlainEvent, ...]:
        """Return the events undone since the last event that is not an undo or redo, the last undone last."""
        return tuple(event for _place, event in self.gone[len(self.gone) - self.redoable :])

    @classmethod
    def of(cls, events: Iterable[Event]) -> History:
        """Build the history of a game's events, oldest first."""
        history = cls(())
        for event in events:
            history = history.after(event)
        return history

    def after(self, event: Event) -> History:
        """Return the history with one more event.

        An undo or redo must have an event to act on.
        """
        length = self.length + 1
        match event:
            case Undone(of=of):
                at = -1 if of is None else self.places.index(of)
                gone = (*self.gone, (self.places[at], self.standing[at]))
                return History(
                    _remove_at(self.standing, at), _remove_at(self.places, at), gone, self.redoable + 1, length
                )
            case Redone(of=of):
                index = -1 if of is None else [place for place, _event in self.gone].index(of)
                place, done = self.gone[index]
                at = bisect(self.places, place)
                standing = (*self.standing[:at], done, *self.standing[at:])
                places = (*self.places[:at], place, *self.places[at:])
                redoable = self.redoable - (index % len(self.gone) >= len(self.gone) - self.redoable)
                return History(standing, places, _remove_at(self.gone, index), redoable, length)
        return History((*self.standing, event), (*self.places, length), self.gone, 0, length)

    def target_of(self, event: Event) -> PlainEvent:
        """Return the event that an undo or redo acts on, otherwise `event` itself."""
        match event:
            case Undone(of=of):
                return self.standing[-1 if of is None else self.places.index(of)]
            case Redone(of=of):
                return self.gone[-1][1] if of is None else dict(self.gone)[of]
        return event

    def undone_position(self, undone: Undone) -> int:
        """Return the position of the event that an undo retracts."""
        return self.places[-1] if undone.of is None else undone.of


_Item = TypeVar("_Item")


def _remove_at(items: tuple[_Item, ...], at: int) -> tuple[_Item, ...]:
    at %= len(items)
    return (*items[:at], *items[at + 1 :])


class EffectiveEvent(NamedTuple):
    """An event in effect; `corrected` if its hand was corrected later."""

    event: PlainEvent
    corrected: bool = False


def merge_corrections(standing: Iterable[PlainEvent]) -> list[EffectiveEvent]:
    """Return the events in effect, with corrections merged into their hands."""
    events = list(standing)
    of_bids, of_tricks = _changes(events)
    result, deal = [], 0
    for event in events:
        changes = (of_bids if isinstance(event, BidsRecorded) else of_tricks).get(deal, [])
        says_bids = any(change.get("bids") or change.get("contract") for change in changes)
        if isinstance(event, TricksRecorded) and event.cards is not None and says_bids:
            # No bids were recorded, because no player was to bid or the paper sheet had none. The correction adds bids.
            result.append(EffectiveEvent(_apply_corrections(BidsRecorded(event.cards, {}), changes)))
        if isinstance(event, BidsRecorded | TricksRecorded):
            result.append(EffectiveEvent(_apply_corrections(event, changes), corrected=deal in of_bids))
        elif not isinstance(event, Corrected):
            result.append(EffectiveEvent(event))
        deal += isinstance(event, TricksRecorded | Misdealt | Misplayed)
    return result


_Changes = dict[int, list[Mapping[str, Any]]]


def _changes(events: Iterable[PlainEvent]) -> tuple[_Changes, _Changes]:
    """Return the changes by deal: those of recorded bids and those of recorded tricks.

    Void deals count as deals. A correction of the current hand changes only its recorded bids. It does not change its
    tricks, which are still to come. If the deal becomes void, it does not change the bids of the repeated hand.
    """
    of_bids: _Changes = defaultdict(list)
    of_tricks: _Changes = defaultdict(list)
    deal, played = 0, list[int]()  # `played`: the deals of hands 1, 2 …
    for event in events:
        if isinstance(event, Corrected):
            recorded = event.hand <= len(played)
            corrected = played[event.hand - 1] if recorded else deal
            of_bids[corrected].append(event.changes)
            if recorded:
                of_tricks[corrected].append(event.changes)
        elif isinstance(event, TricksRecorded):
            played.append(deal)
        deal += isinstance(event, TricksRecorded | Misdealt | Misplayed)
    return of_bids, of_tricks


def _apply_corrections(event: BidsRecorded | TricksRecorded, corrections: list[Mapping[str, Any]]) -> PlainEvent:
    if not corrections:
        return event
    known = _FIELDS[type(event)]
    for changes in corrections:
        merged = {name: _merged(name, getattr(event, name), value) for name, value in changes.items() if name in known}
        outcome = next((name for name in _OUTCOMES if merged.get(name) is not None), None)
        if outcome:  # the other outcomes follow from it or are no longer known
            merged |= {name: None for name in _OUTCOMES if name != outcome}
        if "calls" in known and any(merged[name] != getattr(event, name) for name in merged.keys() & _AUCTION_FIELDS):
            merged["calls"] = ()  # the old calls no longer lead to this bidding
        event = replace(event, **merged)
    return event


def _merged(name: str, old: Any, new: Any) -> Any:
    if name == "contract" and new is not None:
        return Contract.of(new)
    if name == "wrong_count":
        return new and tuple(new)
    if name not in BY_PLAYER or new is None:
        return new
    return {player: value for player, value in {**(old or {}), **new}.items() if value is not None}


def names_in(events: Iterable[Event]) -> dict[str, str]:
    """Return the last name of each player that these events name."""
    names: dict[str, str] = {}
    for event in events:
        if isinstance(event, Opened):
            names = dict(event.players)
        elif isinstance(event, Joined | Renamed):
            names[event.player] = event.name
    return names
