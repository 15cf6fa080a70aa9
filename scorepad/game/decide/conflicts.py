"""Conflicts: which events, recorded since a scorer looked at a game, are in the way of what that scorer decided."""

from __future__ import annotations

from typing import assert_never

from scorepad.game.state import events as e
from scorepad.game.state.history import History
from scorepad.game.state.record import Game

_HAND = e.BidsRecorded | e.TricksRecorded | e.Misdealt | e.Misplayed
_SEATS = e.Joined | e.Left | e.Returned | e.Swapped | e.DealerSet
_RULES = e.HouseChanged | e.SchemeChanged
_COURSE = e.Planned | e.ClosingAnnounced | e.Ended | e.Reopened | e.TotalsKnown | e.HouseChanged
_TOTALS = e.Corrected | e.Adjusted | e.SchemeChanged
_HISTORY = e.Undone | e.Redone


def in_the_way(game: Game, mine: e.Event, seen: int) -> bool:
    """Return whether an event after version `seen` of the game conflicts with `mine`, which was decided on it.

    An event that is decided again and comes out different conflicts too; the caller compares both.
    """
    history = History.of(game.events[:seen])
    open_hand = _open_hand(history)
    for other in game.events[seen:]:
        if not isinstance(history.meant(other), e.Commented) and _conflicts(mine, other, open_hand):
            return True
        history = history.after(other)
    return False


def _open_hand(history: History) -> int:
    return 1 + sum(isinstance(one, e.TricksRecorded) for one in history.standing)


def _conflicts(mine: e.Event, other: e.Event, open_hand: int) -> bool:
    """Return whether `other` is in the way of `mine`: the table of all pairs of kinds."""
    match mine:
        case e.Commented():
            return False
        case e.Renamed() | e.Adjusted():
            return isinstance(other, type(mine)) and other.player == mine.player
        case e.Corrected():
            return isinstance(other, _HISTORY) or (isinstance(other, e.Corrected) and other.hand == mine.hand)
        case e.SchemeChanged():
            return isinstance(other, _RULES)
        case e.Described():  # the form holds the whole head
            return isinstance(other, e.Described | _HISTORY)
        case e.BidsRecorded() | e.TricksRecorded() | e.Misdealt() | e.Misplayed():
            if isinstance(other, e.Corrected):
                return other.hand >= open_hand
            return _moves_dealer(other) or isinstance(
                other, _HAND | _SEATS | _RULES | _HISTORY | e.Ended | e.Reopened | e.TotalsKnown
            )
        case e.DealerSet():
            return _moves_dealer(other) or isinstance(other, _HAND | _SEATS | _COURSE | _HISTORY)
        case e.Joined() | e.Returned() | e.Ended(moved=True):  # these go by the totals
            return isinstance(other, _HAND | _SEATS | _COURSE | _TOTALS | _HISTORY)
        case e.Left() | e.Swapped() | e.Planned() | e.ClosingAnnounced() | e.HouseChanged() | e.Ended() | e.Reopened():
            return isinstance(other, _HAND | _SEATS | _COURSE | _RULES | _HISTORY)
        case e.Undone() | e.Redone() | e.TotalsKnown() | e.Opened():  # these mean the game exactly as it was seen
            return True
        case never:
            assert_never(never)


def _moves_dealer(event: e.Event) -> bool:
    return isinstance(event, e.Described) and "first_dealer" in event.details


def recorded_as(game: Game, mine: e.Event, seen: int) -> int | None:
    """Return the version that another scorer made with the same event after version `seen`, if it counts still.

    Return None if another event in the way of `mine` came first.
    """
    open_hand = _open_hand(History.of(game.events[:seen]))
    for version, other in enumerate(game.events[seen:], seen + 1):
        if other == mine:
            return None if any(isinstance(one, _HISTORY) for one in game.events[version:]) else version
        if _conflicts(mine, other, open_hand):
            return None
    return None
