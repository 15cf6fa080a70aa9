"""The same evening brought in twice is noticed: the same people, date and hands."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection

from scorepad.errors import ScorepadError
from scorepad.game.state.record import Game, played_rows
from scorepad.repository import GameRepository
from scorepad.slug import searchable


class KnownEvenings:
    """The evenings that are kept and those asked about, by which one that is brought in again is known."""

    def __init__(self, games: GameRepository) -> None:
        self._games = games
        self._alike: dict[str, list[str]] = defaultdict(list)
        self._prints: dict[str, str] = {}
        self._asked: set[str] = set()
        for one in games.kept():
            self._alike[_roughly(one.summary.date, one.summary.players, one.summary.hands)].append(one.game_id)

    def is_new(self, game: Game) -> bool:
        """Whether it is neither kept nor was asked about before; one without any hand or total always is."""
        if not game.sheet.has_places:
            return True
        mark = fingerprint(game)
        if mark in self._asked:
            return False
        self._asked.add(mark)
        return self.twin_of(game) is None

    def twin_of(self, game: Game) -> str | None:
        """The id of the game that this one is already: the same people, date and hands. None for one without any."""
        if not game.sheet.has_places:
            return None
        wanted = fingerprint(game)
        return next((one for one in self._alike[_roughly_of(game)] if self._print(one) == wanted), None)

    def add(self, game_id: str, game: Game) -> None:
        """One more is kept."""
        self._alike[_roughly_of(game)].append(game_id)
        self._prints[game_id] = fingerprint(game)

    def _print(self, game_id: str) -> str:
        if game_id not in self._prints:
            try:
                self._prints[game_id] = fingerprint(self._games.load(game_id).game)
            except ScorepadError:
                self._prints[game_id] = ""
        return self._prints[game_id]


def _roughly_of(game: Game) -> str:
    return _roughly(game.sheet.date, game.names.values(), game.sheet.hands_played)


def _roughly(date: str, players: Collection[str], hands: int) -> str:
    return json.dumps([date, sorted(map(searchable, players)), hands])


def fingerprint(game: Game) -> str:
    """What makes an evening this one: people, date, and what everybody bid, took and had in each hand."""
    names = {player: searchable(name) for player, name in game.names.items()}
    rows = [
        [row.cards, *({names[player]: value for player, value in one.items()} for one in (row.bids, row.made))]
        for row in played_rows(game.sheet)
    ]
    totals = {names[player]: str(total) for player, total in game.sheet.totals.items()}
    which = game.sheet.rulebook.name if game.sheet.only_totals else ""
    return json.dumps([game.sheet.date, which, rows, totals], sort_keys=True)
