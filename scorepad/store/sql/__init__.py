"""A store in a database that speaks SQL: the same statements for the file of one group and for the database of many."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorepad.errors import GameNotFound, RecordDamaged, StaleVersion, StoreUnavailable, game_exists
from scorepad.store.records import (
    Action,
    Batch,
    Chain,
    DraftField,
    Event,
    Facts,
    Mark,
    NewEvent,
    StoredEvent,
    Summary,
    check_chain,
    seal,
)
from scorepad.store.sql.engine import Engine, Sql, reading, reading_apart, writing
from scorepad.store.sql.listing import GAME, GameRow, Listing, game_row, write_line
from scorepad.store.sql.side_tables import Drafts, RuleFiles, Settings, must_be_in_draft, note_event
from scorepad.store.sql.spoilt import spoilt
from scorepad.store.sql.years import Years, write_facts
from scorepad.words import _


class SqlStore(Listing, Drafts, RuleFiles, Settings, Years):
    """What every `Store` (scorepad.store) in a database does alike; what it is kept in, the engine knows."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # --- writing ------------------------------------------------------------------------------------

    @writing
    def append(
        self,
        sql: Sql,
        game_id: str,
        event: Event,
        *,
        id: str,
        seen: int,
        after: str | None = None,
        by: str,
        at: str,
        summary: Summary,
        facts: Facts | None = None,
        clears_draft: bool = False,
        builds_on: DraftField | None = None,
        author: str = "",
        taps: Sequence[Action] = (),
        restores: int | None = None,
    ) -> int:
        one = Batch(game_id, [NewEvent(id, event, by, at)], seen, summary, facts, after)
        action = Action(author, by, at, clears=clears_draft, restores=restores)
        return _add(sql, one, action if author or clears_draft or restores is not None else None, taps, builds_on)

    @writing
    def append_all(
        self,
        sql: Sql,
        game_id: str,
        events: Sequence[NewEvent],
        *,
        seen: int,
        summary: Summary,
        facts: Facts | None = None,
    ) -> int:
        return _add(sql, Batch(game_id, events, seen, summary, facts))

    @writing
    def append_together(self, sql: Sql, batches: Sequence[Batch]) -> None:
        for batch in batches:
            _add(sql, batch)

    # --- reading ------------------------------------------------------------------------------------

    def load(self, game_id: str) -> list[StoredEvent]:
        chain = self.read(game_id)
        if chain.problems or not chain.sound:
            raise RecordDamaged(game_id, len(chain.sound) + 1, chain.problems)
        return chain.sound

    def read(self, game_id: str) -> Chain:
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
        return self.mark(game_id).version

    @reading
    def mark(self, sql: Sql, game_id: str) -> Mark:
        return game_row(sql, game_id).mark

    def changes(self) -> int:
        return self.engine.changes()

    @reading
    def version_of(self, sql: Sql, game_id: str, id: str) -> int | None:
        return _version_of(sql, game_id, id)

    # --- checking -------------------------------------------------------------------------------------

    def verify(self, game_id: str) -> list[str]:
        return self.read(game_id).problems

    def verify_all(self) -> list[str]:
        problems = self.verify_side_tables()
        for game_id in self.game_ids():
            problems += [
                _("Game {game}: {problem}").format(game=game_id, problem=text) for text in self._wrong(game_id)
            ]
        return problems

    def verify_side_tables(self) -> list[str]:
        raise NotImplementedError

    def spoilt_side_tables(self, *, forget: bool = False) -> list[str]:
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

    def _wrong(self, game_id: str) -> list[str]:
        try:
            return self.verify(game_id)
        except StoreUnavailable as error:  # this game's pages are broken; the others may be whole
            return [str(error)]

    def close(self) -> None:
        self.engine.close()


def _add(
    sql: Sql,
    batch: Batch,
    action: Action | None = None,
    taps: Sequence[Action] = (),
    builds_on: DraftField | None = None,
) -> int:
    """Add events to their game; inside a transaction, which undoes everything when this raises."""
    game_id, events, seen, summary, facts, after = batch
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
        raise game_exists(game_id)
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


def _version_of(sql: Sql, game_id: str, id: str) -> int | None:
    row = sql.execute(
        """SELECT seq FROM events
           WHERE {group_key = :group AND }id = ?
             AND game = (SELECT number FROM games WHERE {group_key = :group AND }id = ?)""",
        [id, game_id],
    ).fetchone()
    return row and int(row[0])


def events_or_wrecks(rows: Iterable[Sequence[Any]]) -> Iterator[StoredEvent]:
    """Events, whatever the disk has made of them: what is no JSON or no text stays in, and fails its hash."""
    for _version, _head, seq, id, at, by, text, previous, hash in rows:
        try:
            event: Any = json.loads(text) if isinstance(text, str) else None  # bytes are what the disk has made of it
        except (ValueError, RecursionError):  # the last of them for what is nested without end
            event = {"unreadable": str(text)}
        number = seq if isinstance(seq, int) else 0
        yield StoredEvent(str(id), number, str(at), str(by), event, str(previous), str(hash))
