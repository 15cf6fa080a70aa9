"""A game's whole log as JSON data: every event, the corrected and undone ones too.

A log from another machine is data like any other: each event is decided again on the game so far, so that
what could not have been recorded is refused.
"""

from __future__ import annotations

from dataclasses import fields

from scorepad.errors import BrokenEvent, FileError, RuleError, RuleFileError
from scorepad.game.decide import setup
from scorepad.game.decide.again import decide_again
from scorepad.game.files.untrusted_input import WorkBudget, sound_scheme
from scorepad.game.state import events as e
from scorepad.game.state.event_json import from_json
from scorepad.game.state.record import Game
from scorepad.rules.numbers import is_whole
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _

MOST_EVENTS = 5_000


def read_log(data: object) -> Game:
    """The game of a log; FileError names the event (1-based) that does not fit."""
    if not isinstance(data, list) or not data or len(data) > MOST_EVENTS:
        raise FileError(_("A log is a list of 1 to {most} events.").format(most=MOST_EVENTS), field="log")
    game: Game | None = None
    budget = WorkBudget()
    for number, one in enumerate(data, 1):
        try:
            event = from_json(one)
            if game is None:
                game = _opening(event)
            else:
                budget.spend(game, event)
                if isinstance(event, e.SchemeChanged):
                    sound_scheme(event.scheme)
                game = game.then(decide_again(game, event))
        except FileError as error:
            raise FileError(error.reason, number, error.field) from error
        except RuleError as error:
            hand = _hand_of(game, event)
            raise (FileError.of_hand(error, number, hand) if hand else FileError(str(error), number)) from error
        except (RuleFileError, BrokenEvent) as error:
            raise FileError(str(error), number) from error
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError) as error:
            raise FileError(_("This event cannot be read."), number) from error
    assert game is not None
    return game


def _hand_of(game: Game | None, event: e.Event) -> int | None:
    """The number of the hand that an event is about, where it is about one."""
    match event:
        case e.BidsRecorded() | e.TricksRecorded() if game is not None:
            return game.sheet.hands_played + 1
        case e.Corrected(hand=hand):
            return hand if is_whole(hand) else None
    return None


def _opening(event: e.Event) -> Game:
    if not isinstance(event, e.Opened):
        raise FileError(_("A log begins with the opening of its game."))
    return Game.replay([open_again(event)])


def open_again(event: e.Opened) -> e.Opened:
    """The opening as it would be decided today; FileError where that is not what it says."""
    scheme = sound_scheme(event.scheme)
    names = dict(event.players)
    head = {one.name: getattr(event, one.name) for one in fields(e.Head)}
    again = setup.open_game(
        Rulebook.from_dict(event.rulebook), scheme, list(names.values()), first_dealer=names.get(event.first_dealer),
        house=event.house, recorded=True, **head,
    )  # fmt: skip
    if again.players != event.players:
        raise FileError(_("The players of this log are not numbered p1, p2 …"), field="players")
    if again != event:
        raise FileError(_("The opening of this game is not as Scorepad writes it."))
    return again
