"""Deciding recorded events again on another state of a game, and finding conflicts.

Undo and redo of an earlier event need this too: they are allowed unless a later event depends on it.
"""

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import assert_never

from scorepad.errors import FileError, RuleError, RuleFileError, nothing_to_redo, nothing_to_undo
from scorepad.game.decide import control, hands, paper, players, setup
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.game.state.history import History
from scorepad.rules.scheme import Scheme
from scorepad.words import _

INDEPENDENT_OF_HANDS = e.Adjusted | e.Commented | e.Corrected | e.Described | e.Renamed
"""Events that no hand depends on."""

ENDS_DRAFT = e.BidsRecorded | e.TricksRecorded | e.Misdealt | e.Misplayed
"""Events that end the draft of a hand."""


_DECIDERS: dict[type[e.Event], Callable[..., e.Event]] = {
    e.Corrected: hands.correct,
    e.Misdealt: hands.misdeal,
    e.Misplayed: hands.misplay,
    e.Left: players.leave,
    e.Returned: players.return_player,
    e.Renamed: players.rename,
    e.Adjusted: players.adjust,
    e.TotalsKnown: paper.only_totals,
    e.Commented: players.comment,
    e.Planned: control.plan,
    e.ClosingAnnounced: control.announce_closing,
    e.DealerSet: players.set_dealer,
    e.HouseChanged: control.change_house,
    e.Ended: control.end,
    e.Reopened: control.reopen,
}
"""Decision functions that take all fields of their event by name."""


def decide_again(game: Game, event: e.Event) -> e.Event:
    """Decide `event` again on the present state of `game`.

    Raise RuleError or RuleFileError if it is no longer allowed, and FileError for an opening.
    """
    given = dict(vars(event))
    match event:
        case e.BidsRecorded():
            record: Callable[..., e.Event] = paper.record_bids if given.pop("on_paper") else hands.record_bids
            return record(game, **given)
        case e.TricksRecorded() if _on_paper(game, event):
            return paper.record_tricks(game, **{**given, "points": event.points or {}})
        case e.TricksRecorded():
            del given["cards"], given["points"]
            return hands.record_tricks(game, **given)
        case e.Joined():
            del given["player"]
            return players.join(game, **given)
        case e.Swapped():
            return players.swap(game, *event.players)
        case e.SchemeChanged():
            return control.change_scheme(game, Scheme.from_dict(event.scheme))
        case e.Described():
            return setup.describe(game, recorded=True, **event.details)
        case e.Undone():
            return undo(game, event.of)
        case e.Redone():
            return redo(game, event.of)
        case e.Opened():
            raise FileError(_("A game is created once."))
    return _DECIDERS[type(event)](game, **given)


def _on_paper(game: Game, tricks: e.TricksRecorded) -> bool:
    """Return whether a hand is saved as on paper, because of its points or its bids."""
    return tricks.points is not None or bool(game.sheet.bids and game.sheet.bids.on_paper)


def undo(game: Game, of: int | None = None) -> e.Undone:
    """Return the event that undoes the event at position `of`, or the last one.

    Raise RuleError if that event is not in effect, or if a later event depends on it.
    """
    places = game.history.places
    if of is None or of == places[-1]:
        return game.undo()
    if of not in places[1:]:
        raise nothing_to_undo()
    if first_dependent(game, of) is not None:
        raise RuleError("undo", _("This cannot be undone, because a later entry depends on it."))
    return e.Undone(int(of))


def redo(game: Game, of: int | None = None) -> e.Redone:
    """Return the event that restores the undone event at position `of`, or the last one undone.

    Raise RuleError if that event is not undone, or if it does not fit the later events.
    """
    history = game.history
    undone = dict(history.gone)
    if of is None or (history.redoable and of == history.gone[-1][0] and of > history.places[-1]):
        return game.redo()
    if of not in undone:
        raise nothing_to_redo()
    at, event = bisect(history.places, of), undone[of]
    standing = (*history.standing[:at], event, *history.standing[at:])
    if _find_dependent(event, history.standing[at:], standing, at) is not None:
        raise RuleError("redo", _("This cannot be redone, because later entries contradict it."))
    return e.Redone(int(of))


def first_dependent(game: Game, of: int) -> int | None:
    """Return the position of the first later event that depends on the one at `of`, or None."""
    history = game.history
    at = history.places.index(of)
    standing = (*history.standing[:at], *history.standing[at + 1 :])
    offset = _find_dependent(history.standing[at], standing[at:], standing, at)
    return None if offset is None else history.places[offset + at + 1]


def _find_dependent(
    event: e.PlainEvent, later: Sequence[e.PlainEvent], standing: Sequence[e.PlainEvent], at: int
) -> int | None:
    """Return the index of the first event that depends on `event`, or None.

    Any two events outside INDEPENDENT_OF_HANDS depend on each other. `standing` holds the resulting events. Those from
    index `at` on are decided again and must come out the same.
    """
    for number, other in enumerate(later):
        if not isinstance(event, INDEPENDENT_OF_HANDS) and not isinstance(other, INDEPENDENT_OF_HANDS):
            return number
    so_far = Game.replay(standing[:at])
    for number, other in enumerate(standing[at:]):
        try:
            if decide_again(so_far, other) != other:
                return number
        except (RuleError, RuleFileError, LookupError):
            return number
        so_far = so_far.then(other)
    return None


_HAND = e.BidsRecorded | e.TricksRecorded | e.Misdealt | e.Misplayed
_SEATS = e.Joined | e.Left | e.Returned | e.Swapped | e.DealerSet
_RULES = e.HouseChanged | e.SchemeChanged
_COURSE = e.Planned | e.ClosingAnnounced | e.Ended | e.Reopened | e.TotalsKnown | e.HouseChanged
_TOTALS = e.Corrected | e.Adjusted | e.SchemeChanged
_HISTORY = e.Undone | e.Redone


def find_conflicts(game: Game, mine: e.Event, seen: int) -> list[int]:
    """Return the versions after `seen` whose events conflict with `mine`, which was decided on `seen`.

    An event that comes out different when decided again conflicts too. The caller compares the two.
    """
    history = History.of(game.events[:seen])
    open_hand, found = _open_hand(history), []
    for version, other in enumerate(game.events[seen:], seen + 1):
        if not isinstance(history.target_of(other), e.Commented) and _conflicts(mine, other, open_hand):
            found.append(version)
        history = history.after(other)
    return found


def _open_hand(history: History) -> int:
    return 1 + sum(isinstance(event, e.TricksRecorded) for event in history.standing)


def _conflicts(mine: e.Event, other: e.Event, open_hand: int) -> bool:
    """Return whether `other` conflicts with `mine`; this is the table of all pairs of kinds."""
    match mine:
        case e.Commented():
            return False
        case e.Renamed() | e.Adjusted():
            return isinstance(other, type(mine)) and other.player == mine.player
        case e.Corrected():
            return isinstance(other, _HISTORY) or (isinstance(other, e.Corrected) and other.hand == mine.hand)
        case e.SchemeChanged():
            return isinstance(other, _RULES)
        case e.Described():  # the form contains the complete head
            return isinstance(other, e.Described | _HISTORY)
        case e.BidsRecorded() | e.TricksRecorded() | e.Misdealt() | e.Misplayed():
            if isinstance(other, e.Corrected):
                return other.hand >= open_hand
            return _moves_dealer(other) or isinstance(
                other, _HAND | _SEATS | _RULES | _HISTORY | e.Ended | e.Reopened | e.TotalsKnown
            )
        case e.DealerSet():
            return _moves_dealer(other) or isinstance(other, _HAND | _SEATS | _COURSE | _HISTORY)
        case e.Joined() | e.Returned() | e.Ended(moved=True):  # these depend on the totals
            return isinstance(other, _HAND | _SEATS | _COURSE | _TOTALS | _HISTORY)
        case e.Left() | e.Swapped() | e.Planned() | e.ClosingAnnounced() | e.HouseChanged() | e.Ended() | e.Reopened():
            return isinstance(other, _HAND | _SEATS | _COURSE | _RULES | _HISTORY)
        case e.Undone() | e.Redone() | e.TotalsKnown() | e.Opened():  # these need the game exactly as it was at `seen`
            return True
        case never:
            assert_never(never)


def _moves_dealer(event: e.Event) -> bool:
    return isinstance(event, e.Described) and "first_dealer" in event.details


def find_duplicate(game: Game, mine: e.Event, seen: int) -> int | None:
    """Return the version at which another scorer recorded the same event after `seen`, or None.

    Return None if an undo or redo followed it, or if a conflicting event came before it.
    """
    open_hand = _open_hand(History.of(game.events[:seen]))
    for version, other in enumerate(game.events[seen:], seen + 1):
        if other == mine:
            return None if any(isinstance(later, _HISTORY) for later in game.events[version:]) else version
        if _conflicts(mine, other, open_hand):
            return None
    return None
