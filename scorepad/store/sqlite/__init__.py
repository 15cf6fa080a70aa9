"""The store in one SQLite file: the record of each game, a chain of events that is only ever added to."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from scorepad.errors import (
    BackupWithoutGames,
    GameExists,
    GameNotFound,
    RecordDamaged,
    StaleVersion,
    StoreDamaged,
    StoreUnavailable,
)
from scorepad.store.records import (
    Batch,
    Chain,
    DraftField,
    Event,
    Facts,
    NewEvent,
    StoredEvent,
    Summary,
    check_chain,
    seal,
)
from scorepad.store.sqlite.connection import Connection
from scorepad.store.sqlite.copies import holds_games
from scorepad.store.sqlite.failures import refusal
from scorepad.store.sqlite.listing import Listing, must_not_be_binned, write_line
from scorepad.store.sqlite.migrations import unlike_ours
from scorepad.store.sqlite.secret import secret_beside
from scorepad.store.sqlite.side_tables import (
    Drafts,
    RuleFiles,
    Settings,
    changed_rule_files,
    forget_draft,
    must_be_in_draft,
    spoilt,
)
from scorepad.store.sqlite.years import Years, write_facts
from scorepad.words import _


class SqliteStore(Listing, Drafts, RuleFiles, Settings, Years):
    """A `Store` (scorepad.store) in the file at `path`; with `made` it is made where there is none, else NothingKept is
    raised."""

    def __init__(self, path: Path, *, made: bool = True) -> None:
        self._connection = Connection(path, made=made)

    # --- writing ------------------------------------------------------------------------------------

    def append(
        self,
        game_id: str,
        event: Event,
        *,
        id: str,
        seen: int,
        by: str,
        at: str,
        summary: Summary,
        facts: Facts | None = None,
        clears_draft: bool = False,
        builds_on: DraftField | None = None,
    ) -> int:
        one = Batch(game_id, [NewEvent(id, event, by, at)], seen, summary, facts)
        with self._connection.writing() as sqlite:
            return _add(sqlite, one, clears_draft, builds_on)

    def append_all(
        self, game_id: str, events: Sequence[NewEvent], *, seen: int, summary: Summary, facts: Facts | None = None
    ) -> int:
        with self._connection.writing() as sqlite:
            return _add(sqlite, Batch(game_id, events, seen, summary, facts))

    def append_together(self, batches: Sequence[Batch]) -> None:
        with self._connection.writing() as sqlite:
            for batch in batches:
                _add(sqlite, batch)

    # --- reading ------------------------------------------------------------------------------------

    def load(self, game_id: str) -> list[StoredEvent]:
        chain = self.read(game_id)
        if chain.problems or not chain.sound:
            raise RecordDamaged(game_id, len(chain.sound) + 1, chain.problems)
        return chain.sound

    def read(self, game_id: str) -> Chain:
        with self._connection.reading() as sqlite:
            rows = sqlite.execute(_EVENTS, [game_id]).fetchall()
            version, head = rows[0][:2] if rows else _mark(sqlite, game_id)
        return check_chain(game_id, events_or_wrecks(rows), version, head)

    def version(self, game_id: str) -> int:
        return self.mark(game_id)[0]

    def mark(self, game_id: str) -> tuple[int, str]:
        with self._connection.reading() as sqlite:
            return _mark(sqlite, game_id)

    def changes(self) -> int:
        with self._connection.reading() as sqlite:  # which writes nothing: what we write ourselves counts too
            return int(sqlite.execute("PRAGMA data_version").fetchone()[0])

    def version_of(self, game_id: str, id: str) -> int | None:
        with self._connection.reading() as sqlite:
            return _version_of(sqlite, game_id, id)

    # --- checking and copying -------------------------------------------------------------------------

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
        problems = []
        with self._connection.apart() as sqlite:  # takes its time, and the line that pages read by stays free
            said = [text for (text,) in sqlite.execute("PRAGMA integrity_check(20)")]
            if said != ["ok"]:
                problems += [_("The file is damaged: {said}").format(said=text) for text in said]
            orphans = len(sqlite.execute("PRAGMA foreign_key_check").fetchall())
            changed = changed_rule_files(sqlite)
            missing, foreign = unlike_ours(sqlite)
        if orphans:
            problems.append(_("{number} rows belong to no game.").format(number=orphans))
        problems += [_("The file has lost its “{name}”.").format(name=name) for name in missing]
        problems += [_("Something foreign works in the file: “{name}”.").format(name=name) for name in foreign]
        return problems + [_("Your own rules “{key}” were changed.").format(key=key) for key in changed]

    def spoilt_side_tables(self, *, forget: bool = False) -> list[str]:
        with self._connection.apart() as sqlite:
            told = [one.told for one in spoilt(sqlite)]
        if told and forget:
            with contextlib.suppress(StoreUnavailable), self._connection.writing() as sqlite:
                for one in spoilt(sqlite):  # as they are now: somebody may have tapped again meanwhile
                    sqlite.execute(one.drop, one.key)
        return told

    def _wrong(self, game_id: str) -> list[str]:
        try:
            return self.verify(game_id)
        except StoreUnavailable as error:  # this game's pages are broken; the others may be whole
            return [str(error)]

    # --- all of it ----------------------------------------------------------------------------------

    @property
    def file(self) -> Path:
        """Where the games are kept; copies are kept beside it."""
        return self._connection.path

    def secret(self) -> bytes:
        return secret_beside(self.file)

    def size(self) -> int:
        return self._connection.size()

    def again(self) -> Callable[[], SqliteStore]:
        return partial(SqliteStore, self.file, made=False)

    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection.copy_to(unfinished)
            with contextlib.closing(SqliteStore(unfinished)) as copy:
                if not even_damaged and copy.verify_all():
                    raise StoreDamaged(str(self._connection.path))
            if path.exists() and holds_games(path) and not holds_games(unfinished):
                raise BackupWithoutGames(str(path))
            os.replace(unfinished, path)
        except OSError as error:
            raise refusal(error, path) from error
        finally:
            unfinished.unlink(missing_ok=True)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """A while in which nobody writes, here or in another program."""
        with self._connection.writing():
            yield

    def close(self) -> None:
        self._connection.close()


_EVENTS = """SELECT version, head, seq, e.id, at, by, event, previous, hash
             FROM events AS e JOIN games ON games.number = game WHERE games.id = ? ORDER BY seq"""


def _add(
    sqlite: sqlite3.Connection, batch: Batch, clears_draft: bool = False, builds_on: DraftField | None = None
) -> int:
    """Add events to their game; inside a transaction, which undoes everything when this raises."""
    game_id, events, seen, summary, facts = batch
    sent_before = _version_of(sqlite, game_id, events[-1].id)
    if sent_before is not None:
        return sent_before
    number, version, head = _begin(sqlite, game_id) if seen == 0 else _game(sqlite, game_id)
    if version != seen:
        raise StaleVersion(seen, version)
    must_not_be_binned(sqlite, game_id)
    if builds_on is not None:
        must_be_in_draft(sqlite, game_id, builds_on)
    place = 0
    for new in events:
        stored = seal(game_id, version + 1, head, new)
        place = _insert(sqlite, number, stored)
        version, head = stored.seq, stored.hash
    write_line(sqlite, number, summary, version=version, head=head, updated=events[-1].at, place=place)
    if facts is not None:
        write_facts(sqlite, {game_id: facts})
    if clears_draft:
        forget_draft(sqlite, number)
    return version


def _insert(sqlite: sqlite3.Connection, number: int, stored: StoredEvent) -> int:
    """Write an event of the game of this number; the event's own number over all games."""
    id, seq, at, by, event, previous, hash = stored
    query = "INSERT INTO events (game, seq, id, at, by, event, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    return sqlite.execute(query, [number, seq, id, at, by, json.dumps(event), previous, hash]).lastrowid or 0


def _begin(sqlite: sqlite3.Connection, game_id: str) -> tuple[int, int, str]:
    """A game without events: number, version 0, no hash."""
    row = sqlite.execute(
        """INSERT OR IGNORE INTO games
           (id, version, head, title, rulebook, players, state, leader, hands, date, updated, place, searched)
           VALUES (?, 0, '', '', '', '[]', 'running', '', 0, '', '', 0, '') RETURNING number""",
        [game_id],
    ).fetchall()
    if not row:
        raise GameExists(game_id)
    return row[0][0], 0, ""


def _game(sqlite: sqlite3.Connection, game_id: str) -> tuple[int, int, str]:
    """Number, version and last hash of a game."""
    row = sqlite.execute("SELECT number, version, head FROM games WHERE id = ?", [game_id]).fetchone()
    if row is None:
        raise GameNotFound(game_id)
    number, version, head = row
    last = sqlite.execute("SELECT hash FROM events WHERE game = ? AND seq = ?", [number, version]).fetchone()
    if last != (head,):  # nothing is ever put behind what was changed
        raise RecordDamaged(game_id, version, [_("The last event is not the one that was recorded last.")])
    return number, version, head


def _version_of(sqlite: sqlite3.Connection, game_id: str, id: str) -> int | None:
    query = "SELECT seq FROM events WHERE id = ? AND game = (SELECT number FROM games WHERE id = ?)"
    row = sqlite.execute(query, [id, game_id]).fetchone()
    return row and int(row[0])


def _mark(sqlite: sqlite3.Connection, game_id: str) -> tuple[int, str]:
    row = sqlite.execute("SELECT version, head FROM games WHERE id = ?", [game_id]).fetchone()
    if row is None:
        raise GameNotFound(game_id)
    version, head = row
    return (version, head) if isinstance(version, int) else (0, "")  # what the record itself does not bear out


def events_or_wrecks(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredEvent]:
    """Events, whatever the disk has made of them: what is no JSON or no text stays in, and fails its hash."""
    for _version, _head, seq, id, at, by, text, previous, hash in rows:
        try:
            event: Any = json.loads(text) if isinstance(text, str) else None  # bytes are what the disk has made of it
        except (ValueError, RecursionError):  # the last of them for what is nested without end
            event = {"unreadable": str(text)}
        number = seq if isinstance(seq, int) else 0
        yield StoredEvent(str(id), number, str(at), str(by), event, str(previous), str(hash))
