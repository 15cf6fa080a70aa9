"""The repository: it loads games from a store, folds them, and appends events.

Pages and the command line use it. The store keeps events as JSON and does not interpret them. Games are independent of
stores. The repository converts between them, and adds list rows, times and unused ids.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scorepad.errors import GameNotFound, RecordDamaged, RuleError, StaleVersion, StoreUnavailable
from scorepad.game.decide import conflicts
from scorepad.game.decide.conflicts import ENDS_DRAFT
from scorepad.game.report.log_text import undo_refusal
from scorepad.game.state import events as e
from scorepad.game.state.event_json import to_json
from scorepad.game.state.game import Game
from scorepad.repository.folding import (
    RecordState,
    fold,
    fold_sound,
    game_id_for,
    ids_begun_by,
    new_event_id,
    new_game_id,
)
from scorepad.repository.statistics import StoredStatistics, facts_of, summary_of
from scorepad.repository.timeline import Step, Timeline, reverse_changes
from scorepad.store import Store
from scorepad.store.records import DEMO_GAME, Action, Batch, DraftField, Listed, Mark, NewEvent, Pile, seal
from scorepad.util.lru_cache import LruCache
from scorepad.words import _, language, ours

__all__ = ["GameRepository", "StoredGame", "damaged_words", "ids_begun_by", "summary_of"]

CHECK_CACHE_SIZE = 4_000
"""Number of games whose hash check is cached for the list, by version and last hash."""

GAME_CACHE_SIZE = 64
"""Number of folded games in the cache: the running games, and some archive pages. Each has at most about 100 kB."""

PAGE = 500
"""Number of list rows read at a time."""

_SAVED_PILES: tuple[Pile, ...] = ("running", "finished")

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class StoredGame:
    """A stored game.

    `version` is the number of its events, which a caller of `append` must have seen.
    """

    game: Game
    version: int
    game_id: str
    hash: str
    """The hash of the last event. With the version it identifies one state of the record."""

    damage: tuple[str, ...] = ()
    """The damage of the record, as sentences. `game` is then the readable part, and nothing may be appended."""

    @property
    def exportable_game(self) -> Game:
        """Return the game for export.

        Of a damaged game, return the intact beginning, with the damage named in its location.
        """
        if not self.damage:
            return self.game
        sheet = self.game.sheet
        location = f"{sheet.location or ours(sheet.rulebook.name)}, {damaged_words(sheet.hands_played)}"
        return self.game.then(e.Described({"location": location}))


class GameRepository:
    """The games of a store, thread-safe.

    `clock` returns aware times. All methods may raise GameNotFound and StoreUnavailable, and GameInTrash for a change
    of a game in the trash.
    """

    def __init__(self, store: Store, clock: Clock = lambda: datetime.now(UTC)) -> None:
        self.store = store
        self._clock = clock
        # By id and language, because a folded game contains translated sentences.
        self._folded: LruCache[tuple[str, str], tuple[Game, RecordState]] = LruCache(GAME_CACHE_SIZE)
        self._checked: LruCache[str, tuple[tuple[Any, Any], int | None]] = LruCache(CHECK_CACHE_SIZE)
        self.evenings = StoredStatistics(store, lambda game_id: self._load(game_id)[0])
        """The statistics of all finished games."""

    # --- one game -----------------------------------------------------------------------------------

    def load(self, game_id: str, mark: Mark | None = None) -> StoredGame:
        """Return a game.

        A `mark` that the caller has just read saves a query. Raise RecordDamaged if the record does not match its
        hashes.
        """
        game, (version, head) = self._load(game_id, mark)
        return StoredGame(game, version, game_id, head)

    def look(self, game_id: str, mark: Mark | None = None) -> StoredGame:
        """Return a game for reading; of a damaged one, the intact part and its `damage`.

        Raise RecordDamaged if even the first event is damaged.
        """
        try:
            return self.load(game_id, mark)
        except RecordDamaged as error:
            stored = self.store.read(game_id).sound
            game, version = fold_sound(stored)
            if game is None:
                raise
            return StoredGame(game, version, game_id, stored[version - 1].hash, error.problems)

    def damaged(self, lines: Iterable[Listed]) -> dict[str, int]:
        """Return the damaged games among these rows, with the number of hands before the damage."""
        checked = {line.game_id: self._hands_before_damage(line) for line in lines}
        return {game_id: hands for game_id, hands in checked.items() if hands is not None}

    def _hands_before_damage(self, line: Listed) -> int | None:
        state, hands = self._checked.get(line.game_id) or ((), None)
        if state != line.state:
            try:
                chain = self.store.read(line.game_id)
            except (GameNotFound, StoreUnavailable):  # deleted, or unreadable, as its own page reports
                return None
            hands = None
            if chain.problems:
                game, _version = fold_sound(chain.sound)
                hands = game.sheet.hands_played if game else 0
            self._checked.keep(line.game_id, (line.state, hands))
        return hands

    def clock_times(self, game_id: str) -> tuple[list[float], float]:
        """Return the time of each event and the current time, in minutes of local time."""
        stored = self.store.load(game_id)
        return [_local_minutes(datetime.fromisoformat(event.at)) for event in stored], _local_minutes(self._clock())

    def create(self, opened: e.Opened, *, by: str, event_id: str | None = None) -> str:
        """Create a game and return its id.

        With an `event_id`, a repeated request creates one game only.
        """
        return self.keep(Game.replay([opened]), by=by, event_id=event_id)

    def keep(self, game: Game, *, by: str, event_id: str | None = None, game_id: str | None = None) -> str:
        """Save a complete game, as an import does, and return its id, which is `game_id` if given.

        With an `event_id`, a repeated request saves one game only.
        """
        game_id = game_id or (new_game_id() if event_id is None else game_id_for(event_id))
        new = self._new_events(game.events, by, event_id or new_event_id())
        self.store.append(self._batch(game_id, 0, "", new, game))
        self._folded.keep((game_id, language()), (game, (len(new), chain_hash(game_id, 0, "", new))))
        return game_id

    def append(
        self,
        game_id: str,
        event: e.Event,
        *,
        seen: int,
        by: str,
        event_id: str | None = None,
        builds_on: DraftField | None = None,
        author: str = "",
        taps: Sequence[Action] = (),
    ) -> int:
        """Append an event that was decided on version `seen`, and return the new version.

        A repeated request with the same `event_id` counts once, and returns the version of the first one. Raise
        StaleVersion if the game has changed since `seen`. Recording bids or the result of a hand clears the draft, and
        undoing this restores it. The other arguments are as in `Batch`.
        """
        folded = self._folded.get((game_id, language()))
        game, (version, head) = folded if folded and folded[1][0] == seen else self._load(game_id)
        if version != seen:
            sent_before = None if event_id is None else self.store.version_of(game_id, event_id)
            if sent_before is None:
                raise StaleVersion(seen, version)
            return sent_before
        of_draft = isinstance(game.history.target_of(event), ENDS_DRAFT)
        restores = game.history.undone_position(event) if of_draft and isinstance(event, e.Undone) else None
        game, new = game.then(event), self._new_events([event], by, event_id or new_event_id())
        action = Action(author, by, new[0].at, clears=of_draft and restores is None, restores=restores)
        batch = self._batch(game_id, seen, head, new, game)._replace(
            action=action if author or of_draft else None,
            taps=[change._replace(at=new[0].at) for change in taps],
            builds_on=builds_on,
        )
        version = self.store.append(batch)
        # The next load compares this hash with the stored one.
        self._folded.keep((game_id, language()), (game, (version, chain_hash(game_id, seen, head, new))))
        return version

    def tap(self, game_id: str, action: Action, *, seen: int, checked: bool = False) -> None:
        """Change the draft at the current time; otherwise like `Store.change_draft`."""
        self.store.change_draft(game_id, action._replace(at=self._now()), seen=seen, checked=checked)

    def undo(self, stored: StoredGame, step: Step, *, by: str, author: str) -> None:
        """Undo a step.

        Raise RuleError if a later step depends on it, DraftChanged if the draft has changed in the meantime.
        """
        timeline = self.timeline(stored)
        later = timeline.dependent(step)
        if later is not None:
            raise RuleError("undo", undo_refusal(timeline.words(step), timeline.words(later)))
        if step.action is None:
            event = conflicts.undo(stored.game, step.version)
            self.append(stored.game_id, event, seen=stored.version, by=by, author=author)
        else:
            fields = reverse_changes(step.action.fields)
            action = step.action._replace(fields=fields, by=by, author=author, undoes=step.number, redoes=None)
            self.tap(stored.game_id, action, seen=stored.version, checked=True)

    def redo(self, stored: StoredGame, step: Step, *, by: str, author: str) -> None:
        """Redo an undone step.

        Raise RuleError if it conflicts with later steps.
        """
        if step.action is None:
            event = conflicts.redo(stored.game, step.version)
            self.append(stored.game_id, event, seen=stored.version, by=by, author=author)
        else:
            action = step.action._replace(by=by, author=author, undoes=None, redoes=step.number)
            self.tap(stored.game_id, action, seen=stored.version)

    def timeline(self, stored: StoredGame) -> Timeline:
        """Return the steps of a game for Undo and Redo."""
        return Timeline(stored.game, self.store.tapped(stored.game_id)[1])

    def append_together(
        self,
        going_on: Mapping[str, tuple[int, Sequence[e.Event]]],
        beginning: Sequence[Sequence[e.Event]],
        *,
        by: str,
        event_id: str,
    ) -> list[str]:
        """Append events to games and create other games, in one transaction.

        The events in `going_on` were decided on the given versions. Return the ids of the new games. With the same
        `event_id`, a repeated call counts once. Raise StaleVersion if one of the games has changed.
        """
        new_ids = ids_begun_by(event_id, len(beginning))
        batches = []
        for game_id, (seen, more) in going_on.items():
            stored = self.load(game_id)
            game = Game.replay([*stored.game.events, *more])
            batches.append(self._batch(game_id, seen, stored.hash, self._new_events(more, by, event_id), game))
        for game_id, events in zip(new_ids, beginning, strict=True):
            new = self._new_events(events, by, event_id)
            batches.append(self._batch(game_id, 0, "", new, Game.replay(events)))
        self.store.append_together(batches)
        return new_ids

    @staticmethod
    def _batch(game_id: str, seen: int, head: str, new: Sequence[NewEvent], game: Game) -> Batch:
        now = chain_hash(game_id, seen, head, new)
        facts = None if game_id == DEMO_GAME else facts_of(game, now)
        return Batch(game_id, new, seen, summary_of(game, game_id), facts, after=head if seen else None)

    # --- the list of games --------------------------------------------------------------------------

    def games(self, pile: Pile, *, limit: int = 50, before: int | None = None, search: str = "") -> list[Listed]:
        """Return the rows of a part of the list, as in `Store.games`.

        Rows that fail their hash check are first rebuilt from the record.
        """
        rows = self.store.games(pile, limit=limit, before=before, search=search)
        spoilt = [row.game_id for row in rows if not row.sound]
        for game_id in spoilt:
            with contextlib.suppress(RecordDamaged, GameNotFound, StoreUnavailable):  # show the row as it is
                self.rebuild_list_row(game_id)
        return self.store.games(pile, limit=limit, before=before, search=search) if spoilt else rows

    def all_list_rows(self, pile: Pile, *, search: str = "") -> list[Listed]:
        """Return all rows of a part of the list, last played first.

        `search` has the words that they must contain.
        """
        rows = more = self.games(pile, limit=PAGE, search=search)
        while len(more) == PAGE:
            more = self.games(pile, limit=PAGE, before=more[-1].place, search=search)
            rows = rows + more
        return rows

    def kept(self) -> list[Listed]:
        """Return running and finished games by date."""
        rows = [row for pile in _SAVED_PILES for row in self.all_list_rows(pile)]
        return sorted(rows, key=lambda row: (row.summary.date, row.place))

    def load_each(self, lines: Iterable[Listed], left_out: list[Listed]) -> Iterator[StoredGame]:
        """Yield these games, loaded one at a time; append damaged ones to `left_out`."""
        for line in lines:
            try:
                stored = self.load(line.game_id)
            except RecordDamaged:
                left_out.append(line)
            else:
                yield stored

    def rebuild_list_row(self, game_id: str) -> bool:
        """Rebuild the list row of a game if it differs from the record or is damaged.

        Return whether it was rebuilt.
        """
        stored = self.load(game_id)
        summary = summary_of(stored.game, game_id)
        if self.store.is_list_row_intact(game_id) and summary == self.store.summary(game_id):
            return False
        try:
            self.store.rewrite_summary(game_id, summary, seen=stored.version)
        except StaleVersion:  # a newer event has rewritten the row
            return False
        return True

    # --- helpers -------------------------------------------------------------------------------------

    def _load(self, game_id: str, mark: Mark | None = None) -> tuple[Game, RecordState]:
        folded = self._folded.get((game_id, language()))
        if folded and folded[1] == (mark or self.store.mark(game_id))[:2]:
            return folded  # otherwise another program has appended, or a backup was restored
        stored = self.store.load(game_id)
        state = stored[-1].seq, stored[-1].hash  # may have newer events than the mark
        game = fold(game_id, stored)
        return self._folded.keep((game_id, language()), (game, state))

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="seconds")

    def _new_events(self, events: Sequence[e.Event], by: str, last_id: str) -> list[NewEvent]:
        """Return events to append together.

        The last one has `last_id`, which identifies a repeated request.
        """
        at = self._now()
        ids = [new_event_id() for _event in events[1:]] + [last_id]
        return [NewEvent(event_id, to_json(event), by, at) for event_id, event in zip(ids, events, strict=True)]


def damaged_words(hands: int) -> str:
    """Return how far a damaged game is intact: `damaged after hand 6`."""
    return _("damaged after hand {hand}").format(hand=hands) if hands else _("damaged")


def chain_hash(game_id: str, seen: int, head: str, new: Sequence[NewEvent]) -> str:
    """Return the last hash of a game after `new` events.

    They follow version `seen`, whose hash is `head`.
    """
    for version, event in enumerate(new, seen + 1):
        head = seal(game_id, version, head, event).hash
    return head


def _local_minutes(at: datetime) -> float:
    """Return a local time in minutes since the year 1."""
    return (at.astimezone().replace(tzinfo=None) - datetime.min).total_seconds() / 60
