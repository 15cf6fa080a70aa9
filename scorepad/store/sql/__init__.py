"""A store in a database that speaks SQL: the same statements for the file of one group and for the database of many."""

from __future__ import annotations

import contextlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scorepad.errors import GameNotFound, RecordDamaged, ScorepadError, StaleVersion, StoreUnavailable
from scorepad.store.records import (
    Batch,
    Chain,
    Mark,
    StoredEvent,
    check_chain,
    seal,
)
from scorepad.store.sql.drafts import Drafts, must_be_in_draft, note_event
from scorepad.store.sql.engine import Engine, Sql, reading, reading_apart, writing
from scorepad.store.sql.listing import GAME, GameRow, Listing, game_row, write_line
from scorepad.store.sql.side_tables import SideTables, spoilt, write_facts
from scorepad.words import _


class Store(Listing, Drafts, SideTables, ABC):
    """What the rest of the house may ask of a store; what it is kept in, the engine knows.

    A game's version is the number of its events; `seen` is the version at which something was decided. `id` is an
    event's own, `by` names who wrote it, `at` is when (ISO 8601, UTC).
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # --- writing ------------------------------------------------------------------------------------

    @writing
    def append(self, sql: Sql, batch: Batch) -> int:
        """Add events to a game; its new version. StaleVersion when the game has gone on since, or is another one;
        DraftChanged when the draft has. `seen=0` begins a game: ScorepadError when another event began it.

        An id of the last event that is already kept means that they were sent before: answered with its version,
        nothing written. Facts are kept with the events, as `keep_facts` does; where there are none, those of an earlier
        state stay.
        """
        return _add(sql, batch)

    @writing
    def append_together(self, sql: Sql, batches: Sequence[Batch]) -> None:
        """Add to several games, begin others: all of it in one write, or nothing. StaleVersion where one has gone on.

        A batch whose last event is kept already was sent before: nothing is written for it again.
        """
        for batch in batches:
            _add(sql, batch)

    # --- reading ------------------------------------------------------------------------------------

    def load(self, game_id: str) -> list[StoredEvent]:
        """The whole record of a game, in order, its hashes verified. RecordDamaged when it is not as it was written."""
        chain = self.read(game_id)
        if chain.problems or not chain.sound:
            raise RecordDamaged(game_id, len(chain.sound) + 1, chain.problems)
        return chain.sound

    def read(self, game_id: str) -> Chain:
        """The record of a game that may be damaged: what is sound of it, and what is wrong."""
        rows = self._events(game_id)
        version, head = (rows[0] if rows else self.mark(game_id))[:2]
        return check_chain(game_id, events_or_wrecks(rows), version, head)

    @reading
    def _events(self, sql: Sql, game_id: str) -> list[Any]:
        """The events of a game, each with its version and last hash; [] where there are none."""
        query = """SELECT version, head, seq, e.id, at, by, event, previous, hash
                   FROM events AS e JOIN games ON {games.group_key = e.group_key AND }games.number = game
                   WHERE {games.group_key = :group AND }games.id = ? ORDER BY seq"""
        return sql.execute(query, [game_id]).fetchall()

    def version(self, game_id: str) -> int:
        """How many events the game has; cheap enough to ask twice a second for every phone."""
        return self.mark(game_id).version

    @reading
    def mark(self, sql: Sql, game_id: str) -> Mark:
        """In which state a game is, by one read: its version, its last hash, and on how many days on which Scorepad ran
        it has lain in the bin: 1 on the first, 0 when it does not."""
        return game_row(sql, game_id).mark

    def changes(self) -> int:
        """A number that is another one whenever anybody, here or in another program, has written anything since this
        store was last asked; cheap enough to ask fifty times a second."""
        return self.engine.changes()

    @reading
    def version_of(self, sql: Sql, game_id: str, id: str) -> int | None:
        """The version an event made when it was recorded, None when no event bears this id."""
        query = """SELECT seq FROM events WHERE {group_key = :group AND }id = ?
                   AND game = (SELECT number FROM games WHERE {group_key = :group AND }id = ?)"""
        row = sql.execute(query, [id, game_id]).fetchone()
        return row and int(row[0])

    # --- checking -------------------------------------------------------------------------------------

    def verify(self, game_id: str) -> list[str]:
        """What is wrong in the chain of a game, as sentences; [] when it is whole."""
        try:
            return self.read(game_id).problems
        except StoreUnavailable as error:  # this game's pages are broken; the others may be whole
            return [str(error)]

    def verify_all(self) -> list[str]:
        """What is wrong in the file and in any game, binned ones too, as sentences; [] when all is whole."""
        problems = self.verify_side_tables()
        for game_id in self.game_ids():
            problems += [_("Game {game}: {problem}").format(game=game_id, problem=one) for one in self.verify(game_id)]
        return problems

    @abstractmethod
    def verify_side_tables(self) -> list[str]:
        """What is wrong in the file apart from the chains of games, as sentences: its build, own rule files."""

    def spoilt_side_tables(self, *, forget: bool = False) -> list[str]:
        """Which taps, settings and joined names are not as they were kept, as sentences; they count no more. `forget`
        throws them away."""
        told = self._told_spoilt()
        if told and forget:
            with contextlib.suppress(StoreUnavailable):
                self._forget_spoilt()
        return told

    @reading_apart
    def _told_spoilt(self, sql: Sql) -> list[str]:
        return [one.told for one in spoilt(sql)]

    @writing
    def _forget_spoilt(self, sql: Sql) -> None:
        for one in spoilt(sql):  # as they are now: somebody may have tapped again meanwhile
            sql.execute(one.drop, one.key)

    # --- all of it ----------------------------------------------------------------------------------

    @abstractmethod
    def secret(self) -> bytes:
        """256 random bits of these games' own, from which sessions, links and seals of forms are made; in no copy."""

    @abstractmethod
    def size(self) -> int:
        """Bytes that the games take where they are kept, without copies."""

    @abstractmethod
    def again(self) -> Callable[[], Store]:
        """What opens these games once more in another process: it can be pickled."""

    @abstractmethod
    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        """Write a whole, checked copy to `path`; a file of that name is replaced when the copy is good, not before.

        StoreUnavailable when that file holds games and the copy would hold none; StoreDamaged when the copy is not
        whole. `even_damaged` takes what there is, unchecked, to be looked at later.
        """

    def close(self) -> None:
        """Let go of what is open."""
        self.engine.close()


def _add(sql: Sql, batch: Batch) -> int:
    """Add events to their game; inside a transaction, which undoes everything when this raises."""
    game_id, events, seen, summary, facts, after, action, taps, builds_on = batch
    game, sent_before = _game(sql, game_id, events[-1].id)
    if sent_before is not None:
        return int(sent_before)
    if seen == 0:
        game = _begin(sql, game_id)
    if game is None:
        raise GameNotFound(game_id)
    version: int = game.version
    head: str = game.head
    if version != seen or after not in (None, head):
        raise StaleVersion(seen, version)
    game.must_not_be_binned()
    if builds_on is not None:
        must_be_in_draft(sql, game_id, builds_on.hand, {builds_on.field: builds_on.value})
    place = sql.take_places(len(events))
    rows = []
    for at, new in enumerate(events, place - len(events) + 1):
        id, version, when, by, event, previous, head = seal(game_id, version + 1, head, new)
        rows.append((at, game.number, version, id, when, by, json.dumps(event), previous, head))
    sql.executemany(_EVENT, rows)
    write_line(sql, game, summary, version=version, head=head, updated=events[-1].at, place=place)
    if facts is not None:
        write_facts(sql, {game_id: facts})
    if action is not None:
        note_event(sql, game, version, action, taps)
    return version


_EVENT = """INSERT INTO events ({group_key, }number, game, seq, id, at, by, event, previous, hash)
            VALUES ({:group, }?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def _begin(sql: Sql, game_id: str) -> GameRow:
    """A game without events."""
    row = sql.execute(
        """INSERT INTO games ({group_key, number, }
             id, version, head, title, rulebook, players, state, leader, hands, date, updated, place, searched)
           VALUES ({:group, (SELECT place + 1 FROM groups WHERE group_key = :group), }
             ?, 0, '', '', '', '[]', 'running', '', 0, '', '', 0, '')
           ON CONFLICT ({group_key, }id) DO NOTHING RETURNING number""",
        [game_id],
    ).fetchall()
    if not row:
        raise ScorepadError(_("There is a game “{game}” already.").format(game=game_id))
    return GameRow(row[0][0], game_id, 0, "")


def _game(sql: Sql, game_id: str, id: str) -> tuple[GameRow | None, int | None]:
    """A game, None where there is none, and the version that the event of this id made; RecordDamaged where nothing is
    to be put behind its last event."""
    row = sql.execute(
        f"""SELECT {GAME}, last.hash, sent.seq
            FROM games
            LEFT JOIN events AS last
              ON {{last.group_key = games.group_key AND }}last.game = games.number AND last.seq = version
            LEFT JOIN events AS sent
              ON {{sent.group_key = games.group_key AND }}sent.game = games.number AND sent.id = ?
            WHERE {{games.group_key = :group AND }}games.id = ?""",
        [id, game_id],
    ).fetchone()
    if row is None:
        return None, None
    *game, last, sent = row
    found = GameRow(*game)
    if sent is None and last != found.head:  # nothing is ever put behind what was changed
        raise RecordDamaged(game_id, found.version, [_("The last event is not the one that was recorded last.")])
    return found, sent


def events_or_wrecks(rows: Iterable[Sequence[Any]]) -> Iterator[StoredEvent]:
    """Events, whatever the disk has made of them: what is no JSON or no text stays in, and fails its hash."""
    for _version, _head, seq, id, at, by, text, previous, hash in rows:
        try:
            event: Any = json.loads(text) if isinstance(text, str) else None  # bytes are what the disk has made of it
        except (ValueError, RecursionError):  # the last of them for what is nested without end
            event = {"unreadable": str(text)}
        number = seq if isinstance(seq, int) else 0
        yield StoredEvent(str(id), number, str(at), str(by), event, str(previous), str(hash))
