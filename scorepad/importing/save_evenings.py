"""Saving of imported games without duplicates.

The games of one file are saved together or not at all. An imported game may add hands to a stored one.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorepad.errors import FileError, ScorepadError
from scorepad.formats import searchable
from scorepad.game.files.exporter import after_hand, as_entries
from scorepad.game.files.game_file import add_record
from scorepad.game.state import events as e
from scorepad.game.state.game import Game, played_rows
from scorepad.importing.prepared_games import PreparedGame
from scorepad.repository import GameRepository
from scorepad.repository.folding import new_event_id

MIN_COPY_HANDS = 3
"""Number of hands from which an incoming game that a stored game begins with counts as its older copy."""


def continue_game(stored: Game, incoming: Game) -> Game | None:
    """Return the stored game with the further hands and bids of an incoming one.

    Return None if the incoming game does not begin with the stored hands, or adds nothing. Return None also if its
    further hands cannot be recorded.
    """
    hands, incoming_hands = hands_of(stored), hands_of(incoming)
    if not hands or incoming_hands[: len(hands)] != hands or stored.sheet.rulebook.name != incoming.sheet.rulebook.name:
        return None
    if len(incoming_hands) == len(hands) and (incoming.sheet.bids is None or bids_of(incoming) == bids_of(stored)):
        return None
    if incoming.events[: len(stored.events)] == stored.events:
        return incoming
    more = after_hand(incoming, len(hands))
    if stored.sheet.bids is not None:
        at = next((at for at, event in enumerate(more) if isinstance(event, e.BidsRecorded)), None)
        if at is None or bids_of(stored) != _bids_key(incoming, more.pop(at)):
            return None
    try:
        game = add_record(stored, [{"reopen": {}}]) if stored.sheet.finished else stored
        sizes = [row.cards for row in played_rows(incoming.sheet)[len(hands) :]]
        sizes += [hand.cards for hand in incoming.sheet.coming()]
        if [hand.cards for hand in game.sheet.coming()][: len(sizes)] != sizes:
            game = add_record(game, [{"plan": {"cards": sizes}}])
        game = add_record(game, as_entries(incoming.names, more))
    except FileError:
        return None
    return game if hands_of(game) == incoming_hands and bids_of(game) == bids_of(incoming) else None


def is_older_copy(incoming: Game, stored: Game) -> bool:
    """Return whether a stored game begins with all hands and bids of an incoming one."""
    hands, stored_hands = hands_of(incoming), hands_of(stored)
    if len(stored_hands) == len(hands):
        return stored_hands == hands and bids_of(incoming) in (None, bids_of(stored))
    is_prefix = stored_hands[: len(hands)] == hands
    return is_prefix and (len(hands) >= MIN_COPY_HANDS or stored.events[: len(incoming.events)] == incoming.events)


def hands_of(game: Game) -> list[Any]:
    """Return the cards, bids, results and totals of each played hand.

    Players are identified by their names without capitals and accents.
    """
    return [
        [row.cards, *(_by_name(game, values) for values in (row.bids, row.made, row.totals))]
        for row in played_rows(game.sheet)
    ]


def bids_of(game: Game) -> Any:
    """Return the recorded bids of the current hand, or None."""
    return _bids_key(game, game.sheet.bids)


def _bids_key(game: Game, bids: e.Event | None) -> Any:
    return [bids.cards, _by_name(game, bids.bids), bids.trump] if isinstance(bids, e.BidsRecorded) else None


def _by_name(game: Game, values: Any) -> dict[str, str]:
    return {searchable(game.names[player]): str(value) for player, value in values.items()}


class Continuation(NamedTuple):
    """A stored game with the further hands of an incoming one.

    `seen` is the version of the stored game before.
    """

    game_id: str
    game: Game
    seen: int
    hands: int
    """The number of added hands."""


class _SavedEvening(NamedTuple):
    game_id: str
    players: frozenset[str]
    hands: int


class KnownEvenings:
    """The stored games and those of this import, to find duplicates."""

    def __init__(self, games: GameRepository) -> None:
        self._games = games
        self._of_day: dict[str, list[_SavedEvening]] = defaultdict(list)
        self._fingerprints: dict[str, tuple[str, str]] = {}
        """Fingerprint and first hand of each compared game, so that few games are loaded again."""
        self._asked: set[str] = set()
        self._went_on: dict[str, tuple[Game, int]] = {}
        for listed in games.kept():
            saved = _SavedEvening(listed.game_id, _normalized_names(listed.summary.players), listed.summary.hands)
            self._of_day[listed.summary.date].append(saved)

    def is_new(self, game: Game) -> bool:
        """Return whether a game is neither stored nor checked before in this import.

        A game without hands and totals is always new.
        """
        if not game.sheet.has_places:
            return True
        mark = fingerprint(game)
        if mark in self._asked:
            return False
        self._asked.add(mark)
        return self.find_duplicate(game) is None

    def find_duplicate(self, game: Game) -> str | None:
        """Return the id of the stored game that equals this one or is a newer copy of it.

        Return None if there is none, or if this game has no hands and totals.
        """
        if not game.sheet.has_places:
            return None
        wanted, players, hands = fingerprint(game), _normalized_names(game.names.values()), game.sheet.hands_played
        same_day = self._of_day[game.sheet.date]
        for saved in same_day:
            if saved.hands == hands and saved.players == players and self._fingerprints_of(saved.game_id)[0] == wanted:
                return saved.game_id
        for saved in same_day:
            if (
                0 < hands <= saved.hands
                and saved.players >= players
                and self._fingerprints_of(saved.game_id)[1] == _first_hand_key(game)
            ):
                for stored, _seen in self._load(saved.game_id):
                    if is_older_copy(game, stored):
                        return saved.game_id
        return None

    def find_continued(self, game: Game) -> Continuation | None:
        """Return the stored game that this one continues, with the added hands; None if there is none."""
        players, hands = _normalized_names(game.names.values()), game.sheet.hands_played
        for saved in self._of_day[game.sheet.date]:
            if (
                0 < saved.hands <= hands
                and saved.players <= players
                and self._fingerprints_of(saved.game_id)[1] == _first_hand_key(game)
            ):
                for stored, seen in self._load(saved.game_id):
                    longer = continue_game(stored, game)
                    if longer is not None:
                        return Continuation(saved.game_id, longer, seen, hands - saved.hands)
        return None

    def add(self, game_id: str, game: Game, seen: int = 0) -> None:
        """Add a saved game, or one that was continued from version `seen`."""
        saved = _SavedEvening(game_id, _normalized_names(game.names.values()), game.sheet.hands_played)
        of_day = self._of_day[game.sheet.date]
        of_day[:] = [*(other for other in of_day if other.game_id != game_id), saved]
        self._fingerprints[game_id] = fingerprint(game), _first_hand_key(game)
        if seen:
            self._went_on[game_id] = game, seen

    def written(self) -> None:
        """Discard the continued games in memory, because the store has them now."""
        self._went_on.clear()

    def _load(self, game_id: str) -> Iterator[tuple[Game, int]]:
        """Yield the game and its stored version; yield nothing if it cannot be read."""
        if game_id in self._went_on:
            yield self._went_on[game_id]
            return
        try:
            stored = self._games.load(game_id)
        except ScorepadError:
            return
        yield stored.game, stored.version

    def _fingerprints_of(self, game_id: str) -> tuple[str, str]:
        if game_id not in self._fingerprints:
            prints = ((fingerprint(game), _first_hand_key(game)) for game, _seen in self._load(game_id))
            self._fingerprints[game_id] = next(prints, ("", ""))
        return self._fingerprints[game_id]


def _first_hand_key(game: Game) -> str:
    return json.dumps(hands_of(game)[:1])


def _normalized_names(players: Collection[str]) -> frozenset[str]:
    return frozenset(map(searchable, players))


def fingerprint(game: Game) -> str:
    """Return the identity of a game: people, date, and all bids, tricks and points."""
    totals = {searchable(game.names[player]): str(total) for player, total in game.sheet.totals.items()}
    which = game.sheet.rulebook.name if game.sheet.only_totals else ""
    return json.dumps([game.sheet.date, which, hands_of(game), bids_of(game), totals], sort_keys=True)


@dataclass(frozen=True)
class Result:
    """The result of the import of a game: its id, or None if it was not saved.

    `already` marks a duplicate. `held` means that another game of the file is invalid, so none of them is saved.
    """

    evening: PreparedGame
    game_id: str | None = None
    already: bool = False
    held: bool = False
    continues: Continuation | None = None
    """The stored game that it continues, or would continue in a dry run."""

    @property
    def is_new(self) -> bool:
        """Return whether it was saved, or would be saved without `dry_run`."""
        return self.evening.kept is not None and not self.already and not self.held


class EveningSaver:
    """A writer that saves imported games in `games`.

    It skips duplicates unless `again` is set. With `dry_run` it writes nothing.
    """

    def __init__(self, games: GameRepository, *, by: str, again: bool = False, dry_run: bool = False) -> None:
        self._games, self._by, self._again, self._dry_run = games, by, again, dry_run
        self._known = KnownEvenings(games)

    def keep(self, evenings: Sequence[PreparedGame], event_id: str | None = None) -> list[Result]:
        """Save the games of one file, or none if one of them is invalid.

        With an `event_id`, a repeated request counts once.
        """
        games = [evening.kept.game for evening in evenings if evening.kept]
        if len(games) < len(evenings):
            return [Result(evening, held=True) for evening in evenings]
        new, going_on = [], dict[int, Continuation]()
        for at, game in enumerate(games):
            new.append(self._again or self._known.is_new(game))
            continuation = self._known.find_continued(game) if new[at] and not self._again else None
            if continuation:
                new[at], going_on[at] = False, continuation
                self._known.add(continuation.game_id, continuation.game, continuation.seen)
        ids = iter(self._write([game for game, fresh in zip(games, new, strict=True) if fresh], going_on, event_id))
        results = []
        for at, (evening, game) in enumerate(zip(evenings, games, strict=True)):
            if at in going_on:
                results.append(Result(evening, going_on[at].game_id, continues=going_on[at]))
            elif new[at]:
                results.append(Result(evening, next(ids)))
            else:
                results.append(Result(evening, self._known.find_duplicate(game), already=True))
        return results

    def _write(
        self, games: Sequence[Game], going_on: Mapping[int, Continuation], event_id: str | None
    ) -> Sequence[str | None]:
        if self._dry_run or not (games or going_on):
            return [None] * len(games)
        last = {continuation.game_id: continuation for continuation in going_on.values()}
        more = {
            game_id: (continuation.seen, continuation.game.events[continuation.seen :])
            for game_id, continuation in last.items()
        }
        beginning = [game.events for game in games]
        ids = self._games.append_together(more, beginning, by=self._by, event_id=event_id or new_event_id())
        self._known.written()
        for game_id, game in zip(ids, games, strict=True):
            self._known.add(game_id, game)
        return ids
