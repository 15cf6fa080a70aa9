"""The evenings of a file kept, all of them or none, and each once: a stored game may go on with further hands."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorepad.errors import FileError, ScorepadError
from scorepad.formats import searchable
from scorepad.game.files.exporter import after_hand, as_entries
from scorepad.game.files.game_file import with_record
from scorepad.game.state import events as e
from scorepad.game.state.record import Game, played_rows
from scorepad.importing.evenings import Incoming
from scorepad.repository import GameRepository
from scorepad.repository.folding import new_event_id

SURE = 3
"""Hands after which an incoming game that a stored one begins with is an older copy and no other game."""


def continued(stored: Game, incoming: Game) -> Game | None:
    """Return the stored game with the further hands and bids of an incoming one.

    None if the incoming game does not begin with the stored hands, or has nothing in addition.
    """
    hands, there = hands_of(stored), hands_of(incoming)
    if not hands or there[: len(hands)] != hands or stored.sheet.rulebook.name != incoming.sheet.rulebook.name:
        return None
    if len(there) == len(hands) and (incoming.sheet.bids is None or bids_of(incoming) == bids_of(stored)):
        return None
    if incoming.events[: len(stored.events)] == stored.events:
        return incoming
    more = after_hand(incoming, len(hands))
    if stored.sheet.bids is not None:
        at = next((at for at, event in enumerate(more) if isinstance(event, e.BidsRecorded)), None)
        if at is None or bids_of(stored) != _named(incoming, more.pop(at)):
            return None
    try:
        game = with_record(stored, [{"reopen": {}}]) if stored.sheet.finished else stored
        sizes = [row.cards for row in played_rows(incoming.sheet)[len(hands) :]]
        sizes += [hand.cards for hand in incoming.sheet.coming()]
        if [hand.cards for hand in game.sheet.coming()][: len(sizes)] != sizes:
            game = with_record(game, [{"plan": {"cards": sizes}}])
        game = with_record(game, as_entries(incoming.names, more))
    except FileError:
        return None
    return game if hands_of(game) == there and bids_of(game) == bids_of(incoming) else None


def is_older_copy(incoming: Game, stored: Game) -> bool:
    """Return whether a stored game begins with all hands and bids of an incoming one."""
    hands, there = hands_of(incoming), hands_of(stored)
    if len(there) == len(hands):
        return there == hands and bids_of(incoming) in (None, bids_of(stored))
    begins = there[: len(hands)] == hands
    return begins and (len(hands) >= SURE or stored.events[: len(incoming.events)] == incoming.events)


def hands_of(game: Game) -> list[Any]:
    """Return the cards, bids, results and totals of each played hand, by names without capitals and accents."""
    return [
        [row.cards, *(_by_name(game, one) for one in (row.bids, row.made, row.totals))]
        for row in played_rows(game.sheet)
    ]


def bids_of(game: Game) -> Any:
    """Return the recorded bids of the current hand, None without any."""
    return _named(game, game.sheet.bids)


def _named(game: Game, bids: e.Event | None) -> Any:
    return [bids.cards, _by_name(game, bids.bids), bids.trump] if isinstance(bids, e.BidsRecorded) else None


def _by_name(game: Game, values: Any) -> dict[str, str]:
    return {searchable(game.names[player]): str(value) for player, value in values.items()}


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
    """The saved evenings and the ones in this import, to find duplicates."""

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
        """Return the id of the game that this one is already, or is an older copy of. None for one without any hand."""
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
        """Add a saved evening, or one that was continued from version `seen`."""
        kept = _Kept(game_id, _folded(game.names.values()), game.sheet.hands_played)
        of_day = self._of_day[game.sheet.date]
        of_day[:] = [*(one for one in of_day if one.game_id != game_id), kept]
        self._prints[game_id] = fingerprint(game), _first(game)
        if seen:
            self._went_on[game_id] = game, seen

    def written(self) -> None:
        """Record that a continued evening is stored now."""
        self._went_on.clear()

    def _load(self, game_id: str) -> Iterator[tuple[Game, int]]:
        """Yield the game and its stored version, unless it cannot be read."""
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
    """Return the identity of an evening: people, date, and all bids, tricks and points."""
    totals = {searchable(game.names[player]): str(total) for player, total in game.sheet.totals.items()}
    which = game.sheet.rulebook.name if game.sheet.only_totals else ""
    return json.dumps([game.sheet.date, which, hands_of(game), bids_of(game), totals], sort_keys=True)


@dataclass(frozen=True)
class Result:
    """The result for an evening: the id of its game, or None if it was not saved.

    `already`: it existed before. `held`: another evening of its file cannot be saved, and a file is saved completely
    or not at all.
    """

    evening: Incoming
    game_id: str | None = None
    already: bool = False
    held: bool = False
    continues: Continued | None = None
    """The stored game that it continues, or would."""

    @property
    def is_new(self) -> bool:
        """Return whether it was saved, or would be."""
        return self.evening.kept is not None and not self.already and not self.held


class Keeping:
    """Keeps evenings in `games`, but those that are there unless `again`. With `dry_run` nothing is written."""

    def __init__(self, games: GameRepository, *, by: str, again: bool = False, dry_run: bool = False) -> None:
        self._games, self._by, self._again, self._dry_run = games, by, again, dry_run
        self._known = KnownEvenings(games)

    def keep(self, evenings: Sequence[Incoming], event_id: str | None = None) -> list[Result]:
        """Save the evenings of one file, or none if one of them is invalid.

        With an `event_id`, a repeated request counts once.
        """
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
