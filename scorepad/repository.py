"""Shelf: games taken out of a store, folded, and put back. What the pages and the command line both stand on.

The store keeps events as JSON and never reads them; a game knows nothing of stores. Here the one becomes the
other, with the summary that lists a game, a time for each event and ids nobody has used.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import secrets
import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from scorepad.errors import BrokenEvent, GameNotFound, RecordDamaged, StaleVersion, StoreUnavailable
from scorepad.game.state import events as e
from scorepad.game.state.event_json import from_json, to_json
from scorepad.game.state.record import Game
from scorepad.store import Batch, Entry, Listed, NewEvent, Pile, Store, Summary, Tap
from scorepad.store.records import seal

FOLDED = 64
"""Games kept folded: an evening's table, its spectators and some archive pages; about 100 kB each at most."""

PAGE = 500
_KEPT: tuple[Pile, ...] = ("running", "finished")

Clock = Callable[[], datetime]
Mark = tuple[int, str]


@dataclass(frozen=True)
class StoredGame:
    """A game as it stands in the store; `version` is how many events it has, and what `add` must have seen."""

    game: Game
    version: int
    game_id: str
    hash: str
    """Of the last event: with the version it tells one state of the record from every other."""

    damage: tuple[str, ...] = ()
    """What is wrong with its record, as sentences: then `game` is what is sound of it, and nothing may be added."""


class GameRepository:
    """The games of a store. All methods may be called from many threads; `clock` gives aware times."""

    def __init__(self, store: Store, clock: Clock = lambda: datetime.now(UTC)) -> None:
        self.store = store
        self._clock = clock
        self._folded: OrderedDict[str, tuple[Mark, Game]] = OrderedDict()
        self._lock = threading.Lock()  # of what is folded

    def load(self, game_id: str) -> StoredGame:
        """The game as it stands. GameNotFound; RecordDamaged when its record is not as it was written."""
        game, mark = self._load(game_id)
        return StoredGame(game, mark[0], game_id, mark[1])

    def _load(self, game_id: str) -> tuple[Game, Mark]:
        game = None
        if game_id in self._folded:
            mark = self.store.mark(game_id)
            game = self._seen_before(game_id, mark)
        if game is None:
            entries = self.store.load(game_id)
            mark = entries[-1].seq, entries[-1].hash  # may have grown since we asked
            game = _folded(game_id, entries)
            self._remember(game_id, mark, game)
        return game, mark

    def look(self, game_id: str) -> StoredGame:
        """The same to look at only: of a damaged game what is sound. RecordDamaged when not even its opening is."""
        try:
            return self.load(game_id)
        except RecordDamaged as error:
            entries = self.store.read(game_id).sound
            game, version = _sound(entries)
            if game is None:
                raise
            return StoredGame(game, version, game_id, entries[version - 1].hash, error.problems)

    def clock_times(self, game_id: str) -> tuple[list[float], float]:
        """When each event was written down, and now: minutes by the clock on the wall beside this machine."""
        entries = self.store.load(game_id)
        return [_on_the_wall(datetime.fromisoformat(one.at)) for one in entries], _on_the_wall(self._clock())

    def create(self, opened: e.Opened, *, by: str, event_id: str | None = None) -> str:
        """Begin a game; its id. With an `event_id` the same opening sent twice is one game."""
        game = Game.replay([opened])
        game_id = new_game_id() if event_id is None else _game_id_for(event_id)
        version = self.store.create(
            game_id, to_json(opened), id=event_id or _new_event_id(), by=by, at=self._now(), summary=summary_of(game)
        )
        if event_id is None:
            self._remember_written(game_id, version, game)
        return game_id

    def add(
        self,
        game_id: str,
        event: e.Event,
        *,
        seen: int,
        by: str,
        event_id: str | None = None,
        clears_draft: bool = False,
        builds_on: Tap | None = None,
    ) -> int:
        """Put down an event decided on version `seen`; the new version.

        Sent again with the same `event_id` it counts once: the version it made is answered. StaleVersion when the
        game has gone on since. `clears_draft` and `builds_on` as `Store.append` has them.
        """
        game, (version, head) = self._load(game_id)
        if version != seen:
            sent_before = None if event_id is None else self.store.version_of(game_id, event_id)
            if sent_before is None:
                raise StaleVersion(seen, version)
            return sent_before
        game, [new] = game.then(event), self._to_keep([event], by, event_id or _new_event_id())
        version = self.store.append(
            game_id, new.event, id=new.id, seen=seen, by=by, at=new.at, summary=summary_of(game),
            clears_draft=clears_draft, builds_on=builds_on,
        )  # fmt: skip
        written = seal(game_id, seen + 1, head, new)  # by whose hash it is known whether just this stands there
        self._remember(game_id, (written.seq, written.hash), game)
        return version

    def keep_all(self, game: Game, *, by: str, event_id: str | None = None) -> str:
        """Keep a whole game, as an import does; its id. With `event_id`, sent twice is one."""
        game_id = new_game_id() if event_id is None else _game_id_for(event_id)
        new = self._to_keep(game.events, by, event_id or _new_event_id())
        version = self.store.append_all(game_id, new, seen=0, summary=summary_of(game))
        if event_id is None:
            self._remember_written(game_id, version, game)
        return game_id

    def keep_together(
        self,
        going_on: Mapping[str, tuple[int, Sequence[e.Event]]],
        beginning: Sequence[Sequence[e.Event]],
        *,
        by: str,
        event_id: str,
    ) -> list[str]:
        """Add events to games, each decided on the version beside them, and begin others, in one write; the new ids.

        Sent again with the same `event_id` it counts once. StaleVersion when one of the games has gone on since.
        """
        new_ids = ids_begun_by(event_id, len(beginning))
        games = {game_id: (self.load(game_id).game.events, seen, more) for game_id, (seen, more) in going_on.items()}
        games |= {game_id: ((), 0, events) for game_id, events in zip(new_ids, beginning, strict=True)}
        batches = []
        for game_id, (before, seen, more) in games.items():
            new = self._to_keep(more, by, event_id)
            batches.append(Batch(game_id, new, seen, summary_of(Game.replay([*before, *more]))))
        self.store.append_together(batches)
        return new_ids

    def _to_keep(self, events: Sequence[e.Event], by: str, last_id: str) -> list[NewEvent]:
        """Events put down together: the last bears the id by which it is known that they were sent before."""
        at, ids = self._now(), [_new_event_id() for _event in events[1:]] + [last_id]
        return [NewEvent(one, to_json(event), by, at) for one, event in zip(ids, events, strict=True)]

    def games(self, pile: Pile, *, limit: int = 50, before: int | None = None, search: str = "") -> list[Listed]:
        """Lines of a pile as `Store.games` tells them; one that is not as it was written is made anew first."""
        found = self.store.games(pile, limit=limit, before=before, search=search)
        spoilt = [one.game_id for one in found if not one.sound]
        for game_id in spoilt:
            with contextlib.suppress(RecordDamaged, GameNotFound, StoreUnavailable):  # then it is shown as it is
                self.mend_summary(game_id)
        return self.store.games(pile, limit=limit, before=before, search=search) if spoilt else found

    def all_games(self, left_out: list[Listed]) -> Iterator[StoredGame]:
        """Running and finished games by their dates, one loaded after the other; into `left_out` comes whose record is
        damaged."""
        found: list[Listed] = []
        for pile in _KEPT:
            before = None
            while more := self.games(pile, limit=PAGE, before=before):
                found += more
                before = more[-1].place
        for one in sorted(found, key=lambda one: (one.summary.date, one.place)):
            try:
                stored = self.load(one.game_id)
            except RecordDamaged:
                left_out.append(one)
            else:
                yield stored

    def mend_summary(self, game_id: str) -> bool:
        """Write the line that lists a game anew from its events, where it differs or was spoilt; whether it was."""
        stored = self.load(game_id)
        summary = summary_of(stored.game)
        if self.store.line_holds(game_id) and summary == self.store.summary(game_id):
            return False
        try:
            self.store.rewrite_summary(game_id, summary, seen=stored.version)
        except StaleVersion:  # gone on meanwhile, which has written its line
            return False
        return True

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="seconds")

    def _seen_before(self, game_id: str, mark: Mark) -> Game | None:
        with self._lock:
            known, game = self._folded.get(game_id, (None, None))
            if known != mark:  # written on by another program, or put back from a backup
                return None
            self._folded.move_to_end(game_id)
            return game

    def _remember_written(self, game_id: str, version: int, game: Game) -> None:
        mark = self.store.mark(game_id)
        if mark[0] == version:  # else another program was quick
            self._remember(game_id, mark, game)

    def _remember(self, game_id: str, mark: Mark, game: Game) -> None:
        with self._lock:
            self._folded[game_id] = mark, game
            self._folded.move_to_end(game_id)
            while len(self._folded) > FOLDED:
                self._folded.popitem(last=False)


def summary_of(game: Game) -> Summary:
    """The line that lists a game. Its title is where it is played, else its rulebook; nobody leads before a hand."""
    sheet = game.sheet
    first = [game.names[one.player] for one in sheet.standings() if one.place == 1]
    leaders = first if sheet.hands_played and not sheet.moved else []
    return Summary(
        title=sheet.location or sheet.rulebook.name,
        rulebook=sheet.rulebook.name,
        players=[game.names[player] for player in sheet.seats.everyone],
        state="finished" if sheet.finished else "running",
        leader=", ".join(leaders),
        hands=sheet.hands_played,
        date=sheet.date,
    )


def new_game_id() -> str:
    """64 random bits as 11 characters for addresses; never with a dash in front, which a command line would misread."""
    while True:
        game_id = secrets.token_urlsafe(8)
        if game_id[0] not in "-_":
            return game_id


def _game_id_for(event_id: str) -> str:
    """The same id for the same event, in the shape of the others."""
    digest = hashlib.sha256(event_id.encode("utf-8", "replace")).digest()
    return "g" + base64.urlsafe_b64encode(digest[:8]).decode("ascii").rstrip("=")[:10]


def ids_begun_by(event_id: str, count: int) -> list[str]:
    """The ids of the games that `Shelf.keep_together` begins with an event of this id."""
    return [_game_id_for(f"{event_id} {number}") for number in range(1, count + 1)]


def _on_the_wall(at: datetime) -> float:
    """Minutes since a midnight long ago, as the clocks here would count them."""
    return (at.astimezone().replace(tzinfo=None) - datetime.min).total_seconds() / 60


def _new_event_id() -> str:
    return uuid.uuid4().hex


def _folded(game_id: str, entries: Sequence[Entry]) -> Game:
    events: list[e.Event] = []
    for entry in entries:
        event = _readable(entry, first=not events)
        if event is None:
            raise RecordDamaged(game_id, entry.seq)
        events.append(event)
    try:
        return Game.replay(events)
    except Exception as error:  # whatever the fold stumbles over in a record that was never decided
        raise RecordDamaged(game_id, _sound(entries)[1] + 1) from error


def _readable(entry: Entry, *, first: bool) -> e.Event | None:
    """The event of an entry; None when it says nothing to us, or where no such event can stand."""
    try:
        event = from_json(entry.event)
    except BrokenEvent:
        return None
    return event if isinstance(event, e.Opened) == first else None


def _sound(entries: Iterable[Entry]) -> tuple[Game | None, int]:
    """The game of the longest beginning of these entries that can be folded, and how many they are."""
    game: Game | None = None
    number = 0
    for entry in entries:
        event = _readable(entry, first=game is None)
        try:
            game = game.then(event) if game and event else Game.replay([event] if event else [])
        except Exception:  # as above
            break
        number += 1
    return game, number
