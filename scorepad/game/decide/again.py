"""Deciding again: a recorded event as the rules let it be recorded on a game, and which events conflict.

Undo and redo of an earlier event need it, too: they are allowed unless a later event depends on that one.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import assert_never

from scorepad.errors import FileError, RuleError, RuleFileError, nothing_to_redo, nothing_to_undo
from scorepad.game.decide import control, hands, paper, players, setup
from scorepad.game.state import events as e
from scorepad.game.state.history import History
from scorepad.game.state.record import Game
from scorepad.rules.scheme import Scheme
from scorepad.words import _

BESIDE_A_HAND = e.Adjusted | e.Commented | e.Corrected | e.Described | e.Renamed
"""Events on which no hand builds."""

ENDS_TAPPING = e.BidsRecorded | e.TricksRecorded | e.Misdealt | e.Misplayed
"""Events that end what is tapped for a hand."""


def decide_again(game: Game, event: e.Event) -> e.Event:
    """What `event` would be if it were decided on `game` now.

    Raises what the deciding function raises: RuleError, RuleFileError; FileError for an opening.
    """
    match event:
        case e.BidsRecorded():
            record: Callable[..., e.Event] = paper.record_bids if event.on_paper else hands.record_bids
            return record(
                game, event.bids, cards=event.cards, trump=event.trump, turned=event.turned, chosen_by=event.chosen_by,
                contract=event.contract, calls=event.calls, hook_waived=event.hook_waived, marks=event.marks,
            )  # fmt: skip
        case e.TricksRecorded() if _on_paper(game, event):
            return paper.record_tricks(
                game, event.points or {}, taken=event.taken, made=event.made, off=event.off, cancelled=event.cancelled,
                cards=event.cards, trump=event.trump, turned=event.turned, chosen_by=event.chosen_by, marks=event.marks,
            )  # fmt: skip
        case e.TricksRecorded():
            return hands.record_tricks(
                game, event.taken, made=event.made, off=event.off, cancelled=event.cancelled, trump=event.trump,
                turned=event.turned, chosen_by=event.chosen_by, marks=event.marks,
            )  # fmt: skip
        case e.Corrected(hand=hand, changes=changes):
            return hands.correct(game, hand, changes)
        case e.Misdealt(wrong_count=wrong_count):
            return hands.misdeal(game, wrong_count)
        case e.Misplayed(player=player):
            return hands.misplay(game, player)
        case e.Joined(name=name, before=before, points=points):
            return players.join(game, name, before=before, points=points)
        case e.Left(player=player):
            return players.leave(game, player)
        case e.Returned(player=player):
            return players.come_back(game, player)
        case e.Renamed(player=player, name=name):
            return players.rename(game, player, name)
        case e.Swapped(players=pair):
            return players.swap(game, *pair)
        case e.Adjusted(player=player, points=given, why=why):
            return players.adjust(game, player, given, why)
        case e.TotalsKnown(totals=totals):
            return paper.only_totals(game, totals)
        case e.Commented(text=text, hand=about):
            return players.comment(game, text, about)
        case e.Planned(cards=cards):
            return control.plan(game, cards)
        case e.ClosingAnnounced(hands=last):
            return control.announce_closing(game, last)
        case e.DealerSet(player=dealer, first_bidder=first_bidder):
            return players.set_dealer(game, dealer, first_bidder)
        case e.HouseChanged(house=house):
            return control.change_house(game, house)
        case e.SchemeChanged(scheme=scheme):
            return control.change_scheme(game, Scheme.from_dict(scheme))
        case e.Described(details=details):
            return setup.describe(game, recorded=True, **details)
        case e.Ended(moved=moved):
            return control.end(game, moved=moved)
        case e.Reopened():
            return control.reopen(game)
        case e.Undone(of=of):
            return undo(game, of)
        case e.Redone(of=of):
            return redo(game, of)
        case e.Opened():
            raise FileError(_("A game is opened once."))
        case never:
            assert_never(never)


def _on_paper(game: Game, tricks: e.TricksRecorded) -> bool:
    """Whether a hand is kept as on paper, by its points or by the bids before them."""
    return tricks.points is not None or bool(game.sheet.bids and game.sheet.bids.on_paper)


def undo(game: Game, of: int | None = None) -> e.Undone:
    """Return the event that takes back the event at the place `of`, or the last one.

    RuleError if it does not stand. RuleError if a later event depends on it.
    """
    history = game.history
    if of is None or of == history.places[-1]:
        return game.undo()
    if of not in history.places[1:]:
        raise nothing_to_undo()
    at = history.places.index(of)
    dependent = first_dependent(game, of)
    if dependent is not None:
        raise RuleError("undo", _("This cannot be undone, because a later entry depends on it."))
    return e.Undone(history.places[at])


def redo(game: Game, of: int | None = None) -> e.Redone:
    """Return the event that puts back the undone event at the place `of`, or the last one undone.

    RuleError if it is not undone. RuleError if it does not fit the later events.
    """
    history = game.history
    undone = dict(history.gone)
    if of is None or (history.redoable and of == history.gone[-1][0] and of > history.places[-1]):
        return game.redo()
    if of not in undone:
        raise nothing_to_redo()
    at, event = bisect(history.places, of), undone[of]
    standing = (*history.standing[:at], event, *history.standing[at:])
    if _dependent(event, history.standing[at:], standing, at) is not None:
        raise RuleError("redo", _("This cannot be redone, because it does not fit what was entered since."))
    return e.Redone(int(of))


def first_dependent(game: Game, of: int) -> int | None:
    """Return the place of the first later event that depends on the one at `of`, None if there is none."""
    history = game.history
    at = history.places.index(of)
    standing = (*history.standing[:at], *history.standing[at + 1 :])
    found = _dependent(history.standing[at], standing[at:], standing, at)
    return None if found is None else history.places[found + at + 1]


def _dependent(event: e.Done, later: Sequence[e.Done], standing: Sequence[e.Done], at: int) -> int | None:
    """Return which of the `later` events depends on `event`.

    Hands build on all but comments, names and the like. `standing` are the events as they would be. From `at` on,
    each is decided again and must come out the same.
    """
    for number, one in enumerate(later):
        if not isinstance(event, BESIDE_A_HAND) and not isinstance(one, BESIDE_A_HAND):
            return number
    so_far = Game.replay(standing[:at])
    for number, one in enumerate(standing[at:]):
        try:
            if decide_again(so_far, one) != one:
                return number
        except (RuleError, RuleFileError, LookupError):
            return number
        so_far = so_far.then(one)
    return None


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
