"""What may be recorded of a deal that does not count: a misdeal, a revoke."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad import errors
from scorepad.game.decide.hands import open_hand
from scorepad.game.state.events import Misdealt, Misplayed
from scorepad.game.state.record import Game


def misdeal(game: Game, wrong_count: Iterable[str] = ()) -> Misdealt:
    """The open hand was dealt wrong; `wrong_count` are the players who held a wrong number of cards (MU-29).

    RuleError where there is no open hand, RuleError for a player who is not in it.
    """
    hand, wrong = open_hand(game), tuple(wrong_count)
    for player in wrong:
        if player not in hand.order:
            raise errors.not_at_the_table("wrong_count", game.names.get(player, player))
    return Misdealt(wrong)


def misplay(game: Game, player: str) -> Misplayed:
    """The open hand was spoilt by a revoke of `player`; RuleError where they do not play in it."""
    if player not in open_hand(game).order:
        raise errors.not_at_the_table("player", game.names.get(player, player))
    return Misplayed(player)
