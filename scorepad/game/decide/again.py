"""Deciding again: an event that somebody else wrote down, as the rules let it be recorded on a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from scorepad.errors import FileError
from scorepad.game.decide import control, hands, paper, players, setup, void_deals
from scorepad.game.state import events as e
from scorepad.game.state.record import Game
from scorepad.rules.scheme import Scheme
from scorepad.words import _


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
            return void_deals.misdeal(game, wrong_count)
        case e.Misplayed(player=player):
            return void_deals.misplay(game, player)
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
        case e.Undone():
            return game.undo()
        case e.Redone():
            return game.redo()
        case e.Opened():
            raise FileError(_("A game is opened once."))
        case never:
            assert_never(never)


def _on_paper(game: Game, tricks: e.TricksRecorded) -> bool:
    """Whether a hand is kept as on paper, by its points or by the bids before them."""
    return tricks.points is not None or bool(game.sheet.bids and game.sheet.bids.on_paper)
