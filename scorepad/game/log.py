"""A game's whole log as JSON data: every event, the corrected and undone ones too.

A log from another machine is data like any other: each event is decided again on the game so far, so that
what could not have been recorded is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorepad.errors import BrokenEvent, FileError, LawError, RuleError
from scorepad.game import events as e
from scorepad.game import hands, running, setting_up, table
from scorepad.game.reading import Work, sound_scheme
from scorepad.game.record import Game
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _

MOST_EVENTS = 5_000


def read_log(data: object) -> Game:
    """The game of a log; FileError names the event (1-based) that does not fit."""
    if not isinstance(data, list) or not data or len(data) > MOST_EVENTS:
        raise FileError(_("a log is a list of 1 to {most} events").format(most=MOST_EVENTS), field="log")
    game: Game | None = None
    work = Work()
    for number, one in enumerate(data, 1):
        try:
            event = e.from_json(one)
            if game is None:
                game = _opening(event)
            else:
                work.spend(game, event)
                game = game.then(decided_again(game, event))
        except FileError as error:
            raise FileError(error.reason, number, error.field) from error
        except (RuleError, LawError, BrokenEvent) as error:
            raise FileError(str(error), number) from error
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError) as error:
            raise FileError(_("this event cannot be read"), number) from error
    assert game is not None
    return game


def _opening(event: e.Event) -> Game:
    if not isinstance(event, e.Opened):
        raise FileError(_("a log begins with the opening of its game"))
    return Game.replay([open_again(event)])


def open_again(event: e.Opened) -> e.Opened:
    """The opening as it would be decided today."""
    scheme = sound_scheme(event.scheme)
    names = dict(event.players)
    again = setting_up.open_game(
        Rulebook.from_dict(event.rulebook), scheme, list(names.values()), first_dealer=names.get(event.first_dealer),
        house=event.house, scorer=event.scorer, location=event.location, date=event.date, stake=event.stake,
        until=event.until,
    )  # fmt: skip
    if again.players != event.players:
        raise FileError(_("the players of this log are not numbered p1, p2 …"), field="players")
    if again != event:
        raise FileError(_("the opening of this game is not as Scorepad writes it"))
    return again


def decided_again(game: Game, event: e.Event) -> e.Event:
    """The same event as the rules let it be recorded on `game`; raises what they refuse."""
    match event:
        case e.BidsRecorded():
            return hands.record_bids(
                game, event.bids, cards=event.cards, trump=event.trump, turned=event.turned, chosen_by=event.chosen_by,
                contract=event.contract, calls=event.calls, hook_waived=event.hook_waived, marks=event.marks,
            )  # fmt: skip
        case e.TricksRecorded():
            return hands.record_tricks(
                game, event.taken, made=event.made, cancelled=event.cancelled, trump=event.trump, turned=event.turned,
                chosen_by=event.chosen_by, marks=event.marks,
            )  # fmt: skip
        case e.SchemeChanged():
            return running.change_scheme(game, sound_scheme(event.scheme))
        case e.Opened():
            raise FileError(_("a game is opened once"))
    return _table_again(game, event)


def _table_again(game: Game, event: Any) -> e.Event:
    again: dict[type[e.Event], Callable[[], e.Event]] = {
        e.Corrected: lambda: hands.correct(game, event.hand, event.changes),
        e.Misdealt: lambda: hands.misdeal(game, event.wrong_count),
        e.Misplayed: lambda: hands.misplay(game, event.player),
        e.Joined: lambda: table.join(game, event.name, before=event.before, points=event.points),
        e.Left: lambda: table.leave(game, event.player),
        e.Returned: lambda: table.come_back(game, event.player),
        e.Renamed: lambda: table.rename(game, event.player, event.name),
        e.Swapped: lambda: table.swap(game, *event.players),
        e.Adjusted: lambda: table.adjust(game, event.player, event.points, event.why),
        e.Commented: lambda: table.comment(game, event.text, event.hand),
        e.Planned: lambda: running.plan(game, event.cards),
        e.ClosingAnnounced: lambda: running.announce_closing(game, event.hands),
        e.DealerSet: lambda: table.set_dealer(game, event.player, event.first_bidder),
        e.HouseChanged: lambda: running.change_house(game, event.house),
        e.Described: lambda: setting_up.describe(game, **event.details),
        e.Ended: lambda: running.end(game, moved=event.moved),
        e.Reopened: lambda: running.reopen(game),
        e.Undone: game.undo,
        e.Redone: game.redo,
    }
    return again[type(event)]()
