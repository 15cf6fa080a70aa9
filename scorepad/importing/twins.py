"""The same evening brought in twice is noticed: the same people, date and hands, and what goes on from there."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from scorepad.errors import ScorepadError
from scorepad.game.state.record import Game
from scorepad.importing.continuing import bids_of, continued, hands_of, is_older_copy
from scorepad.repository import GameRepository
from scorepad.slug import searchable


class Continued(NamedTuple):
    """A stored game with the further hands of an incoming one, and the version it had before."""

    game_id: str
    game: Game
    seen: int
    hands: int
    """How many were added."""


class _Kept(NamedTuple):
    game_id: str
    players: frozenset[str]
    hands: int


class KnownEvenings:
    """The evenings that are kept and those asked about, by which one that is brought in again is known."""

    def __init__(self, games: GameRepository) -> None:
        self._games = games
        self._of_day: dict[str, list[_Kept]] = defaultdict(list)
        self._prints: dict[str, tuple[str, str]] = {}
        """Fingerprint and first hand of each game, so that few are loaded again."""
        self._asked: set[str] = set()
        self._went_on: dict[str, tuple[Game, int]] = {}
        for one in games.kept():
            kept = _Kept(one.game_id, _folded(one.summary.players), one.summary.hands)
            self._of_day[one.summary.date].append(kept)

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
        """The id of the game that this one is already, or is an older copy of. None for one without any hand."""
        if not game.sheet.has_places:
            return None
        wanted, players, hands = fingerprint(game), _folded(game.names.values()), game.sheet.hands_played
        kept = self._of_day[game.sheet.date]
        for one in kept:
            if one.hands == hands and one.players == players and self._print(one.game_id)[0] == wanted:
                return one.game_id
        for one in kept:
            if 0 < hands <= one.hands and one.players >= players and self._print(one.game_id)[1] == _first(game):
                for stored, _seen in self._load(one.game_id):
                    if is_older_copy(game, stored):
                        return one.game_id
        return None

    def continued_by(self, game: Game) -> Continued | None:
        """Return the stored game that this one continues, with what it adds."""
        players, hands = _folded(game.names.values()), game.sheet.hands_played
        for one in self._of_day[game.sheet.date]:
            if 0 < one.hands <= hands and one.players <= players and self._print(one.game_id)[1] == _first(game):
                for stored, seen in self._load(one.game_id):
                    longer = continued(stored, game)
                    if longer is not None:
                        return Continued(one.game_id, longer, seen, hands - one.hands)
        return None

    def add(self, game_id: str, game: Game, seen: int = 0) -> None:
        """One more is kept, or goes on from version `seen`."""
        kept = _Kept(game_id, _folded(game.names.values()), game.sheet.hands_played)
        of_day = self._of_day[game.sheet.date]
        of_day[:] = [*(one for one in of_day if one.game_id != game_id), kept]
        self._prints[game_id] = fingerprint(game), _first(game)
        if seen:
            self._went_on[game_id] = game, seen

    def written(self) -> None:
        """What goes on is stored now."""
        self._went_on.clear()

    def _load(self, game_id: str) -> Iterator[tuple[Game, int]]:
        """The game and its stored version, unless it cannot be read."""
        if game_id in self._went_on:
            yield self._went_on[game_id]
            return
        try:
            stored = self._games.load(game_id)
        except ScorepadError:
            return
        yield stored.game, stored.version

    def _print(self, game_id: str) -> tuple[str, str]:
        if game_id not in self._prints:
            found = ((fingerprint(game), _first(game)) for game, _seen in self._load(game_id))
            self._prints[game_id] = next(found, ("", ""))
        return self._prints[game_id]


def _first(game: Game) -> str:
    return json.dumps(hands_of(game)[:1])


def _folded(players: Collection[str]) -> frozenset[str]:
    return frozenset(map(searchable, players))


def fingerprint(game: Game) -> str:
    """What makes an evening this one: people, date, and what everybody bid, took and had in each hand."""
    totals = {searchable(game.names[player]): str(total) for player, total in game.sheet.totals.items()}
    which = game.sheet.rulebook.name if game.sheet.only_totals else ""
    return json.dumps([game.sheet.date, which, hands_of(game), bids_of(game), totals], sort_keys=True)
