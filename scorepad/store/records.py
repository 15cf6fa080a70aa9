"""Data types of the store: hash-chained events, and the list row of a game.

An event is a JSON dict. The store neither interprets nor changes it.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple

from scorepad.formats import short_day
from scorepad.words import _, ngettext, ours

Event = dict[str, Any]
State = Literal["running", "finished", "demo"]
Pile = Literal["running", "finished", "binned"]
"""Where a game is listed: by its state, or in the trash. The demo game is in no pile."""

DEMO_GAME = "demo"
"""The id of the demo game. No other game has it, since all other ids have 11 characters."""

RuleFileKind = Literal["scheme", "rulebook"]

PEOPLE = "people"
"""The setting that holds display names and hidden people."""

LEAGUE = "league"
"""The setting that holds the group's league."""

COLUMNS = "columns"
"""The setting that holds the meanings of columns that users chose for imported tables."""

OF_THE_COPY = (PEOPLE, LEAGUE)
"""Settings that grant no access. A restore takes them from the backup."""


class NewEvent(NamedTuple):
    """An event to be stored.

    The author of the event creates its `id`, so that an event that is sent twice counts once.
    """

    id: str
    event: Event
    by: str
    at: str
    """Time of writing: ISO 8601, UTC. For display only. Never sort by it, since clocks jump."""


def orphan_rows(number: int) -> str:
    """Return the problem that rows of a table belong to no game."""
    text = ngettext("{number} row belongs to no game.", "{number} rows belong to no game.", number)
    return text.format(number=number)


class DraftField(NamedTuple):
    """One field of the draft of a hand."""

    hand: int
    """The number of the hand, from 1."""
    field: str
    """The kind of entry and its player: "bid.p1", "calls"."""
    value: object | None
    """A JSON value; None if the field is empty."""


class Action(NamedTuple):
    """A change of the draft, or the author of an event; Undo works on these.

    Actions are in order of arrival. An action without `fields` represents the event that created `version`.
    """

    author: str
    """The browser session; "" for no particular session."""
    by: str
    at: str
    """Time of arrival: ISO 8601, UTC."""
    hand: int = 0
    fields: Mapping[str, tuple[Any, Any]] = {}
    """The values before and after, by field; None for an empty field."""
    undoes: int | None = None
    """The number of the action that this one undoes."""
    redoes: int | None = None
    """The number of the undone action that this one redoes."""
    clears: bool = False
    """Whether the event ended the draft."""
    restores: int | None = None
    """The version of the undone event. This event restored the draft that it had ended."""
    number: int = 0
    """Counts the actions of a game from 1; set by the store."""
    version: int = 0
    """The version of the game at a change of the draft, or the version that the event created. Set by the store."""


class Mark(NamedTuple):
    """The state of a record: number of events, hash of the last event, days in the trash.

    Version and hash together identify the state. `days_binned` is 0 for a game outside the trash.
    """

    version: int
    head: str
    days_binned: int = 0


class Snapshot(NamedTuple):
    """A snapshot of a game: its mark, and its draft as returned by `Store.draft`."""

    mark: Mark
    draft: Mapping[str, Any]


class Facts(NamedTuple):
    """The facts of one game for the statistics.

    `mark` identifies the state of the game from which `text` was computed.
    """

    mark: str
    text: str


class Batch(NamedTuple):
    """Events to append to version `seen` of a game.

    A `seen` of 0 creates the game. `summary` and `facts` describe the game with the new events. `after` is the hash of
    version `seen`, if known: a restore may have replaced the game by another one.
    """

    game_id: str
    events: Sequence[NewEvent]
    seen: int
    summary: Summary
    facts: Facts | None = None
    after: str | None = None
    action: Action | None = None
    """The author of the event. With `clears`, the same transaction deletes the draft. With `restores`, it restores the
    draft that the undone event had cleared."""
    taps: Sequence[Action] = ()
    """Changes of the draft that came just before the event."""
    builds_on: DraftField | None = None
    """The draft field on which the event was based."""


class StoredEvent(NamedTuple):
    """One event of a record.

    `hash` covers all other fields, including the hash of the previous event.
    """

    id: str
    seq: int
    """The number of the event, from 1; also the version of the game after it."""
    at: str
    by: str
    event: Event
    previous: str
    """Hash of the previous event; "" for the first event."""
    hash: str


@dataclass(frozen=True)
class Summary:
    """The list row of a game.

    The store writes it with each event, and `scorepad check` rebuilds it. Scoring never reads it.
    """

    title: str
    rulebook: str
    players: list[str]
    state: State
    leader: str
    """The leading players, separated by commas; "" before the first hand."""
    hands: int
    """Number of hands played."""
    date: str
    """As entered by the players, usually ISO 8601."""

    @property
    def called(self) -> str:
        """Return the title: a location as entered, or a rulebook name in the reader's language."""
        return ours(self.rulebook) if self.title == self.rulebook else self.title

    @property
    def heading(self) -> str:
        """Return the title with the date (`The Crown 20 Nov 2026`), or the title alone."""
        return " ".join(part for part in (self.called, short_day(self.date)) if part)


class Listed(NamedTuple):
    """A game in a list."""

    game_id: str
    summary: Summary
    updated: str
    """Time of the last event: ISO 8601, UTC."""
    place: int
    """Position in the list: higher for a later date, then for a later last event. Pass it to `Store.games` as `before`
    to read the next games."""
    sound: bool
    """Whether this row passes its hash check. If not, it can be rebuilt from the record."""
    state: tuple[Any, Any]
    """Version and last hash of the record, as read from the database."""


def seal(game_id: str, seq: int, previous: str, new: NewEvent) -> StoredEvent:
    """Return `new` as stored event number `seq` of its game, after the event with hash `previous`."""
    bare = StoredEvent(new.id, seq, new.at, new.by, new.event, previous, "")
    return bare._replace(hash=_hash(game_id, bare))


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def _hash(game_id: str, stored: StoredEvent) -> str:
    """Return the SHA-256 (hex) of the previous hash and canonical JSON: sorted keys, no blanks, ASCII."""
    id, seq, at, by, event, previous, _sealed = stored
    text = _canonical({"game": game_id, "seq": seq, "id": id, "at": at, "by": by, "event": event})
    return sha256((previous + text).encode("ascii", "replace")).hexdigest()


def row_hash(*values: object) -> str:
    """Return the SHA-256 (hex) of a row outside the record.

    Such rows are custom rule files, draft fields, settings and list rows.
    """
    return sha256(_canonical(values).encode("ascii")).hexdigest()


def verify_hash(hash: object, *values: object) -> bool:
    """Return whether this is the hash of these values; False if they cannot be hashed."""
    try:
        return hash == row_hash(*values)
    except (TypeError, ValueError):  # bytes or NaN
        return False


class Chain(NamedTuple):
    """The record of a game as read from the database."""

    sound: list[StoredEvent]
    """The events before the first one that was changed or is out of order."""
    problems: list[str]
    """The problems found, as sentences; [] for an intact record."""


def check_chain(game_id: str, stored: Iterable[StoredEvent], version: int, head: str) -> Chain:
    """Verify a game's events against each other and against its `version` and last hash, `head`."""
    sound: list[StoredEvent] = []
    problems: list[str] = []
    previous, number = "", 0
    for event in stored:
        number += 1
        if event.seq != number:
            problems.append(_("Event {number} is missing.").format(number=number))
            number = event.seq
        elif event.previous != previous:
            problems.append(_("Event {number} does not follow the one before it.").format(number=number))
        if not verify_event_hash(game_id, event):
            problems.append(_("Event {number} was changed.").format(number=number))
        previous = event.hash
        if not problems:
            sound.append(event)
    if number != version:
        text = ngettext("There is {number} event, not {version}.", "There are {number} events, not {version}.", number)
        problems.append(text.format(number=number, version=version))
    elif previous != head:
        problems.append(_("The last event is not the one that was recorded last."))
    return Chain(sound, problems)


def verify_event_hash(game_id: str, stored: StoredEvent) -> bool:
    """Return whether an event matches its hash."""
    try:
        return stored.hash == _hash(game_id, stored)
    except (TypeError, ValueError, RecursionError):  # bytes, NaN, deep nesting: never written by Scorepad
        return False


class BackupFile(NamedTuple):
    """A backup of the games' file."""

    kind: str
    """One of "day", "month", "replaced" (put aside by a restore) and "older" (made before a migration)."""
    number: int
    """Counts the backups of a kind, from 1. Unlike dates, numbers do not depend on the clock."""
    stamp: str
    """The day (2026-11-20) or month (2026-11) of the backup."""
    path: Path


class Restored(NamedTuple):
    """The result of a restore."""

    aside: Path | None
    """Where the previous games are now; None if there were none."""
    links_kept: bool
    """Whether the previous links open the restored games."""
    copy_of: str = ""
    """Where the original games moved to and continue; "" if they did not move."""


# --- position in the list -----------------------------------------------------------------------

_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?!\d)", re.ASCII)
_PLACES = 10**11
"""More than the number of events in any store. With the days of 9,999 years, a rank stays below 10**18."""


_RUNNING = 4_000_000
"""A day number after every date."""


def rank_of(state: object, played: object, updated: object, place: object) -> int:
    """Return the sort key of a game: higher if it was played later, highest while it is running.

    `played` is the date as entered. If it does not begin with a date, the day of the last event (`updated`) counts. A
    year alone, or a year and month, is a date too. `place` is the number of the last event.
    """
    day = (_day(str(played)) or _day(str(updated))) if state == "finished" else _RUNNING
    return day * _PLACES + (place % _PLACES if isinstance(place, int) else 0)


@functools.lru_cache(1000)  # the games of one page share a few dates
def _day(text: str) -> int:
    """Return the number of days since the year 1; 0 for a text without a valid date.

    A missing month or day counts as the first.
    """
    match = _DAY.match(text)
    if match:
        year, month, day = (int(part or 1) for part in match.groups())
        with contextlib.suppress(ValueError):
            return date(year, month, day).toordinal()
    return 0
