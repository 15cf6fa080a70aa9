"""The line that lists a game, as its events make it."""

from __future__ import annotations

from scorepad.game.state.record import Game
from scorepad.store import Summary


def summary_of(game: Game) -> Summary:
    """The line that lists a game. Its title is where it is played, else its rulebook; nobody leads before a hand."""
    sheet = game.sheet
    first = [game.names[one.player] for one in sheet.standings() if one.place == 1]
    leaders = first if sheet.has_places and not sheet.moved else []
    return Summary(
        title=sheet.location or sheet.rulebook.name,
        rulebook=sheet.rulebook.name,
        players=[game.names[player] for player in sheet.seats.everyone],
        state="finished" if sheet.finished else "running",
        leader=", ".join(leaders),
        hands=sheet.hands_played,
        date=sheet.date,
    )
