"""The evenings of a file kept, all of them or none, and each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorepad.game.state.record import Game
from scorepad.importing.evenings import Incoming
from scorepad.importing.twins import Continued, KnownEvenings
from scorepad.repository import GameRepository
from scorepad.repository.ids import new_event_id


@dataclass(frozen=True)
class Result:
    """What became of an evening: the id of its game, None where it was not kept; `already`: it was there before;
    `held`: another of its file cannot be kept, and a file is never kept by half."""

    evening: Incoming
    game_id: str | None = None
    already: bool = False
    held: bool = False
    continues: Continued | None = None
    """The stored game that it continues, or would."""

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
        new, going_on = [], dict[int, Continued]()
        for at, game in enumerate(games):
            new.append(self._again or self._known.is_new(game))
            found = self._known.continued_by(game) if new[at] and not self._again else None
            if found:
                new[at], going_on[at] = False, found
                self._known.add(found.game_id, found.game, found.seen)
        ids = iter(self._write([game for game, fresh in zip(games, new, strict=True) if fresh], going_on, event_id))
        results = []
        for at, (one, game) in enumerate(zip(evenings, games, strict=True)):
            if at in going_on:
                results.append(Result(one, going_on[at].game_id, continues=going_on[at]))
            elif new[at]:
                results.append(Result(one, next(ids)))
            else:
                results.append(Result(one, self._known.twin_of(game), already=True))
        return results

    def _write(
        self, games: Sequence[Game], going_on: Mapping[int, Continued], event_id: str | None
    ) -> Sequence[str | None]:
        if self._dry_run or not (games or going_on):
            return [None] * len(games)
        last = {one.game_id: one for one in going_on.values()}
        more = {game_id: (one.seen, one.game.events[one.seen :]) for game_id, one in last.items()}
        beginning = [game.events for game in games]
        ids = self._games.append_together(more, beginning, by=self._by, event_id=event_id or new_event_id())
        self._known.written()
        for game_id, game in zip(ids, games, strict=True):
            self._known.add(game_id, game)
        return ids
