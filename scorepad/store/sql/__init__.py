"""The store as SQL, with the same statements for SQLite files and PostgreSQL."""

import contextlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scorepad.errors import GameNotFound, RecordDamaged, ScorepadError, StaleVersion, StoreUnavailable
from scorepad.store.records import Batch, Chain, Mark, StoredEvent, check_chain, seal
from scorepad.store.sql.drafts import Drafts, check_draft, note_event
from scorepad.store.sql.engine import Engine, Sql, reading, writing
from scorepad.store.sql.listing import GAME, GameRow, Listing, game_row, write_line
from scorepad.store.sql.side_tables import SideTables, damaged_rows, drop_damaged_rows, write_facts
from scorepad.words import _


class Store(Listing, Drafts, SideTables, ABC):
    """The complete interface of a store; the engine determines the database.

    The version of a game is the number of its events. `seen` is the version on which a decision was based. `id` is the
    id of an event, `by` names its author, and `at` is its time (ISO 8601, UTC).
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # --- writing ------------------------------------------------------------------------------------

    @writing
    def append(self, sql: Sql, batch: Batch) -> int:
        """Append events to a game; return its new version.

        Raise StaleVersion if the game has more events by now, or is a different game. Raise DraftChanged if the draft
        has changed. `seen=0` creates a game. Raise ScorepadError if it exists already.

        If the id of the last event exists already, the events were sent before. Then write nothing, and return the
        version of that event. Facts are saved with the events, as `keep_facts` does. Without facts, those of an earlier
        state remain.
        """
        return _add(sql, batch)

    @writing
    def append_together(self, sql: Sql, batches: Sequence[Batch]) -> None:
        """Append to several games or create them, in one transaction.

        Raise StaleVersion if one of them has more events by now. Skip a batch whose last event exists already: it was
        sent before.
        """
        for batch in batches:
            _add(sql, batch)

    # --- reading ------------------------------------------------------------------------------------

    def load(self, game_id: str) -> list[StoredEvent]:
        """Return the whole record of a game, in order and verified.

        Raise RecordDamaged if it fails a hash check.
        """
        chain = self.read(game_id)
        if chain.problems or not chain.sound:
            raise RecordDamaged(game_id, len(chain.sound) + 1, chain.problems)
        return chain.sound

    def read(self, game_id: str) -> Chain:
        """Return the record of a game that may be damaged: its intact events, and its problems."""
        query = """SELECT version, head, seq, e.id, at, by, event, previous, hash
                   FROM events AS e JOIN games ON games.group_key = e.group_key AND games.number = game
                   WHERE games.group_key = :group AND games.id = ? ORDER BY seq"""
        rows = self.engine.read(lambda sql: sql.execute(query, [game_id]).fetchall())
        version, head = (rows[0] if rows else self.mark(game_id))[:2]
        return check_chain(game_id, parse_events(rows), version, head)

    def version(self, game_id: str) -> int:
        """Return the number of events of a game.

        This is cheap enough to call twice a second for every phone.
        """
        return self.mark(game_id).version

    @reading
    def mark(self, sql: Sql, game_id: str) -> Mark:
        """Return the state of a game with one read: version, last hash and days in the trash.

        Only days on which Scorepad ran count. The first day is 1, and 0 means outside the trash.
        """
        return game_row(sql, game_id).mark

    def changes(self) -> int:
        """Return a number that differs if any program has written since the last call.

        This is cheap enough to call fifty times a second.
        """
        return self.engine.changes()

    @reading
    def version_of(self, sql: Sql, game_id: str, id: str) -> int | None:
        """Return the version that an event created; None for an unknown event id."""
        query = """SELECT seq FROM events WHERE group_key = :group AND id = ?
                   AND game = (SELECT number FROM games WHERE group_key = :group AND id = ?)"""
        row = sql.execute(query, [id, game_id]).fetchone()
        return row and int(row[0])

    # --- checking -------------------------------------------------------------------------------------

    def verify(self, game_id: str) -> list[str]:
        """Return the problems in the chain of a game, as sentences; [] for an intact chain."""
        try:
            return self.read(game_id).problems
        except StoreUnavailable as error:  # only the pages of this game may be damaged
            return [str(error)]

    def verify_all(self) -> list[str]:
        """Return the problems of the store and of all games, as sentences; [] for none.

        This includes games in the trash.
        """
        problems = self.verify_side_tables()
        for game_id in self.game_ids():
            problems += [
                _("Game {game}: {problem}").format(game=game_id, problem=problem) for problem in self.verify(game_id)
            ]
        return problems

    @abstractmethod
    def verify_side_tables(self) -> list[str]:
        """Return the problems outside the chains of games, as sentences.

        This covers the schema and custom rule files.
        """

    def spoilt_side_tables(self, *, forget: bool = False) -> list[str]:
        """Return the damaged draft fields, actions, settings and joined names, as sentences.

        Reads ignore these rows. `forget` deletes them.
        """
        messages = self.engine.apart(lambda sql: [row.damage for row in damaged_rows(sql)])
        if messages and forget:
            with contextlib.suppress(StoreUnavailable):
                self.engine.write(drop_damaged_rows)
        return messages

    # --- all of it ----------------------------------------------------------------------------------

    @abstractmethod
    def secret(self) -> bytes:
        """Return the 256-bit secret of these games, which is not part of any backup.

        Sessions, links and form tokens are derived from it.
        """

    @abstractmethod
    def size(self) -> int:
        """Return the storage size of the games in bytes, without backups."""

    @abstractmethod
    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        """Write a complete, verified backup to `path`.

        An existing file is replaced only after the backup has passed its check. Raise StoreUnavailable if that file
        holds games and the backup would hold none. Raise StoreDamaged if the backup fails its check. `even_damaged`
        skips the check, so that damaged games can be examined later.
        """

    def close(self) -> None:
        """Close the store."""
        self.engine.close()


def _add(sql: Sql, batch: Batch) -> int:
    """Append events to their game, within a transaction that an exception rolls back."""
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
        check_draft(sql, game_id, builds_on.hand, {builds_on.field: builds_on.value})
    place = sql.reserve_event_numbers(len(events))
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


_EVENT = """INSERT INTO events ({key}number, game, seq, id, at, by, event, previous, hash)
            VALUES ({group}?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def _begin(sql: Sql, game_id: str) -> GameRow:
    """Insert a game without events."""
    row = sql.execute(
        """INSERT INTO games ({key}number,
             id, version, head, title, rulebook, players, state, leader, hands, date, updated, place, searched)
           VALUES ({group}{next_number},
             ?, 0, '', '', '', '[]', 'running', '', 0, '', '', 0, '')
           ON CONFLICT ({key}id) DO NOTHING RETURNING number""",
        [game_id],
    ).fetchall()
    if not row:
        raise ScorepadError(_("There is already a game “{game}”.").format(game=game_id))
    return GameRow(row[0][0], game_id, 0, "")


def _game(sql: Sql, game_id: str, id: str) -> tuple[GameRow | None, int | None]:
    """Return a game, and the version created by the event with this id; None for either if unknown.

    Raise RecordDamaged if the last event of the game does not match it: nothing may be appended then.
    """
    row = sql.execute(
        f"""SELECT {GAME}, last.hash, sent.seq
            FROM games
            LEFT JOIN events AS last
              ON last.group_key = games.group_key AND last.game = games.number AND last.seq = version
            LEFT JOIN events AS sent
              ON sent.group_key = games.group_key AND sent.game = games.number AND sent.id = ?
            WHERE games.group_key = :group AND games.id = ?""",
        [id, game_id],
    ).fetchone()
    if row is None:
        return None, None
    *game, last, sent = row
    existing = GameRow(*game)
    if sent is None and last != existing.head:  # never append to a changed event
        raise RecordDamaged(game_id, existing.version, [_("The last event is not the one that was recorded last.")])
    return existing, sent


def parse_events(rows: Iterable[Sequence[Any]]) -> Iterator[StoredEvent]:
    """Yield events, even from damaged rows.

    A row with invalid JSON or a value of the wrong type yields an event that fails its hash check.
    """
    for _version, _head, seq, id, at, by, text, previous, hash in rows:
        try:
            event: Any = json.loads(text) if isinstance(text, str) else None  # bytes: a damaged value
        except (ValueError, RecursionError):  # RecursionError: JSON that is nested too deeply
            event = {"unreadable": str(text)}
        number = seq if isinstance(seq, int) else 0
        yield StoredEvent(str(id), number, str(at), str(by), event, str(previous), str(hash))
