"""The evenings of a file kept, all of them or none, and each once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.game.state.record import Game
from scorepad.importing.evenings import Incoming
from scorepad.importing.twins import KnownEvenings
from scorepad.repository import GameRepository


@dataclass(frozen=True)
class Result:
    """What became of an evening: the id of its game, None where it was not kept; `already`: it was there before;
    `held`: another of its file cannot be kept, and a file is never kept by half."""

    evening: Incoming
    game_id: str | None = None
    already: bool = False
    held: bool = False

    @property
    def is_new(self) -> bool:
        """Whether it is kept now, or would be."""
        return self.evening.kept is not None and not self.already and not self.held


class Keeping:
    """Keeps evenings in `games`, but those that are there unless `again`. With `dry_run` nothing is written."""

    def __init__(self, games: GameRepository, *, by: str, again: bool = False, dry_run: bool = False) -> None:
        self._games, self._by, self._again, self._dry_run = games, by, again, dry_run
        self._known = KnownEvenings(games)

    def keep(self, evenings: Sequence[Incoming], event_id: str | None = None) -> list[Result]:
        """Keep the evenings of one file, none where one of them cannot be; with an `event_id`, sent twice they are kept
        once."""
        games = [one.kept.game for one in evenings if one.kept]
        if len(games) < len(evenings):
            return [Result(one, held=True) for one in evenings]
        new = [self._again or self._known.is_new(game) for game in games]
        ids = iter(self._write([game for game, fresh in zip(games, new, strict=True) if fresh], event_id))
        return [
            Result(one, next(ids)) if fresh else Result(one, self._known.twin_of(game), already=True)
            for one, game, fresh in zip(evenings, games, new, strict=True)
        ]

    def _write(self, games: Sequence[Game], event_id: str | None) -> Sequence[str | None]:
        if self._dry_run or not games:
            return [None] * len(games)
        ids = self._games.keep_all(games, by=self._by, event_id=event_id)
        for game_id, game in zip(ids, games, strict=True):
            self._known.add(game_id, game)
        return ids
