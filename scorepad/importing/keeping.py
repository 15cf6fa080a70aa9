"""The evenings of a file kept, all of them or none, and each once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.importing.evenings import Incoming
from scorepad.importing.twins import KnownEvenings, fingerprint
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
        self._in_this: set[str] = set()  # of a dry run, which keeps none to be known again by

    def keep(self, evenings: Sequence[Incoming], event_id: str | None = None) -> list[Result]:
        """Keep the evenings of one file, none where one of them cannot be; with an `event_id`, sent twice they are kept
        once."""
        if any(one.kept is None for one in evenings):
            return [Result(one, held=True) for one in evenings]
        twins = [self._twin(one) for one in evenings]
        new = [one for one, twin in zip(evenings, twins, strict=True) if twin is None]
        ids = iter(self._write(new, event_id))
        return [
            Result(one, twin or next(ids), already=twin is not None) if twin != "" else Result(one, None, already=True)
            for one, twin in zip(evenings, twins, strict=True)
        ]

    def _twin(self, evening: Incoming) -> str | None:
        """The id of the game that this one is already, "" where it is in what would be kept of a dry run."""
        assert evening.kept is not None
        game = evening.kept.game
        if self._again:
            return None
        mark = fingerprint(game)
        seen = mark in self._in_this and game.sheet.has_places
        self._in_this.add(mark)
        return self._known.twin_of(game) or ("" if seen else None)

    def _write(self, evenings: Sequence[Incoming], event_id: str | None) -> Sequence[str | None]:
        games = [one.kept.game for one in evenings if one.kept]
        if self._dry_run or not games:
            return [None] * len(games)
        ids = self._games.keep_all(games, by=self._by, event_id=event_id)
        for game_id, game in zip(ids, games, strict=True):
            self._known.add(game_id, game)
        return ids
