"""Writer for the JSON of BG Stats: plays of board games with each player's total."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from scorepad.errors import FileError
from scorepad.game.report.sheet_files import number
from scorepad.game.state.game import Game
from scorepad.game.state.rows import Points
from scorepad.words import _, ours


def bg_stats_json(games: Iterable[Game]) -> dict[str, Any]:
    """Return finished games as BG Stats reads them: players, games, locations, and plays with totals.

    Raise FileError for a game that is not finished.
    """
    plays: list[dict[str, Any]] = []
    players, locations, kinds = _Register(), _Register(), _Register()
    low: dict[str, bool] = {}
    for game in games:
        sheet = game.sheet
        if not sheet.finished:
            raise FileError(_("BG Stats takes only finished games. End the game first."))
        kind = ours(sheet.rulebook.name)
        low[kind] = sheet.low_wins
        place = {"locationRefId": locations.id_of(sheet.location)} if sheet.location else {}
        plays.append(
            {"uuid": _uuid(repr(game.events)), "playDate": f"{sheet.date} 00:00:00" if sheet.date else "",
             "gameRefId": kinds.id_of(kind), **place, "rounds": sheet.hands_played, "ignored": False,
             "playerScores": _scores_of(game, players)}
        )  # fmt: skip
    return {
        "players": players.entries(),
        "locations": locations.entries(),
        "games": [
            {**entry, "highestWins": not low[entry["name"]], "noPoints": False, "cooperative": False}
            for entry in kinds.entries()
        ],
        "plays": plays,
    }


def _scores_of(game: Game, players: _Register) -> list[dict[str, Any]]:
    sheet = game.sheet
    places = {standing.player: standing.place for standing in sheet.standings()}
    return [
        {"playerRefId": players.id_of(game.names[player]), "score": _score(sheet.totals[player]),
         "winner": player in sheet.winners, "rank": places[player], "seatOrder": seat}
        for seat, player in enumerate(sheet.seats.everyone, 1) if player in places
    ]  # fmt: skip


def _score(points: Points) -> str:
    return str(number(points))


class _Register:
    """Names with the numbers and ids by which plays refer to them."""

    def __init__(self) -> None:
        self._names: list[str] = []

    def id_of(self, name: str) -> int:
        if name not in self._names:
            self._names.append(name)
        return self._names.index(name) + 1

    def entries(self) -> list[dict[str, Any]]:
        return [{"id": at, "uuid": _uuid(name), "name": name} for at, name in enumerate(self._names, 1)]


def _uuid(text: str) -> str:
    """Return the same id for the same text, so that BG Stats recognises it the next time."""
    digits = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]))
