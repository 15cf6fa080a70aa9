"""What would change: totals and places before and after something that is not recorded yet."""

from __future__ import annotations

from typing import NamedTuple

from scorepad.game.state.events import Event
from scorepad.game.state.record import Game
from scorepad.game.state.rows import Points


class Change(NamedTuple):
    """A player's running total and place, as they stand and as they would be."""

    player: str
    total: Points
    becomes: Points
    place: int
    place_then: int


def changes(game: Game, event: Event) -> list[Change]:
    """Whose total or place `event` would change, in seat order; the event must be one that was decided on this game."""
    before, after = game.sheet, game.then(event).sheet
    now = {one.player: one.place for one in before.standings()}
    then = {one.player: one.place for one in after.standings()}
    found = [
        Change(player, before.totals[player], after.totals[player], now[player], then[player])
        for player in before.seats.everyone
    ]
    return [one for one in found if (one.total, one.place) != (one.becomes, one.place_then)]
