"""What the store keeps: events of a record, chained by hashes, and the line that lists a game.

An event is a dict of JSON; the store neither reads nor changes it.
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
from scorepad.words import _, ours

Event = dict[str, Any]
State = Literal["running", "finished"]
Pile = Literal["running", "finished", "binned"]
"""Where a game is listed: by its state, or in the bin."""

RuleFileKind = Literal["scheme", "rulebook"]

PEOPLE = "people"
"""The setting that holds what was said of people."""

LEAGUE = "league"
"""The setting that holds the group's own league."""

OF_THE_COPY = (PEOPLE, LEAGUE)
"""Settings that open nothing, and come back with the games of a copy."""


class NewEvent(NamedTuple):
    """An event on its way into the store: `id` is made by whoever wrote it, so that sent twice it counts once."""

    id: str
    event: Event
    by: str
    at: str
    """When it was written: ISO 8601, UTC. Shown, never sorted by: clocks jump."""


class DraftField(NamedTuple):
    """One field of what is tapped for a hand and not yet recorded."""

    hand: int
    """The number of the hand, from 1."""
    field: str
    """Whose and what: "bid.p1", "calls"."""
    value: object | None
    """As JSON has it; None where nothing is tapped in the field."""


class Action(NamedTuple):
    """A change of the draft, or the author of an event, in the order in which they came; Undo goes by it.

    An action without `fields` stands for the event that made `version`.
    """

    author: str
    """The browser's session; "" if nobody's in particular."""
    by: str
    at: str
    """When it came: ISO 8601, UTC."""
    hand: int = 0
    fields: Mapping[str, tuple[Any, Any]] = {}
    """The value before and after, by field; None where nothing is tapped."""
    undoes: int | None = None
    """The number of the action that this one takes back."""
    redoes: int | None = None
    """The number of the undone action that this one puts back."""
    clears: bool = False
    """Whether the event ended the draft."""
    restores: int | None = None
    """The version of the event whose draft this event put back, as it undoes that one."""
    number: int = 0
    """Counts a game's actions from 1; given by the store."""
    version: int = 0
    """The version of the game on which a field was tapped, or which the event made; given by the store."""


class Mark(NamedTuple):
    """In which state a record is: how many events it has and the hash of the last one, which together tell it from
    every other state; and on how many days the game has lain in the bin, 0 where it does not."""

    version: int
    head: str
    days_binned: int = 0


class Moment(NamedTuple):
    """How a game stands at one instant: its mark, and what is tapped as `Store.draft` has it."""

    mark: Mark
    draft: Mapping[str, Any]


class Facts(NamedTuple):
    """What a game says to the years: a text, and a mark that tells in which state of the game it was worked out."""

    mark: str
    text: str


class Batch(NamedTuple):
    """Events to be put behind version `seen` of a game; 0 begins it. `summary` and `facts` are the game's with them.
    `after` is the hash of that version, where it is known: another game may have been put back in its place."""

    game_id: str
    events: Sequence[NewEvent]
    seen: int
    summary: Summary
    facts: Facts | None = None
    after: str | None = None
    action: Action | None = None
    """Whose the event is; whether it `clears` the draft, in the same transaction, or `restores` the draft that an event
    which it undoes had cleared."""
    taps: Sequence[Action] = ()
    """Changes of the draft that came just before the event."""
    builds_on: DraftField | None = None
    """What was tapped when the event was decided."""


class StoredEvent(NamedTuple):
    """One event of a record; `hash` covers everything beside it and the hash of the event before."""

    id: str
    seq: int
    """1-based, and the version of the game after this event."""
    at: str
    by: str
    event: Event
    previous: str
    """Hash of the event before, "" at the first."""
    hash: str


@dataclass(frozen=True)
class Summary:
    """The line that lists a game: written with each event, rebuilt by `scorepad check`, never read for scoring."""

    title: str
    rulebook: str
    players: list[str]
    state: State
    leader: str
    """Who leads, with commas where several do; "" before a hand is played."""
    hands: int
    """How many are played."""
    date: str
    """As the table has it, mostly ISO 8601."""

    @property
    def called(self) -> str:
        """The title as it is read: a location as it was written, a game in the language of who reads."""
        return ours(self.rulebook) if self.title == self.rulebook else self.title

    @property
    def heading(self) -> str:
        """`The Crown 2026-11-20`, or the title alone."""
        return " ".join(part for part in (self.called, short_day(self.date)) if part)


class Listed(NamedTuple):
    """A game in a list."""

    game_id: str
    summary: Summary
    updated: str
    """When its last event was written: ISO 8601, UTC."""
    place: int
    """Where it stands in the list: higher where it was played later, by its date and those of one date by their last
    events. What `Store.games` takes as `before` to go on from here."""
    sound: bool
    """Whether this line is as it was written; the record tells what it should be."""
    state: tuple[Any, Any]
    """Version and last hash of the record, as the disk has them."""


def seal(game_id: str, seq: int, previous: str, new: NewEvent) -> StoredEvent:
    """The stored event that `new` becomes as number `seq` of its game, behind the one whose hash is `previous`."""
    bare = StoredEvent(new.id, seq, new.at, new.by, new.event, previous, "")
    return bare._replace(hash=_hash(game_id, bare))


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def _hash(game_id: str, stored: StoredEvent) -> str:
    """SHA-256 (hex) over the hash before and the canonical JSON: sorted keys, no blanks, ASCII."""
    id, seq, at, by, event, previous, _sealed = stored
    text = _canonical({"game": game_id, "seq": seq, "id": id, "at": at, "by": by, "event": event})
    return sha256((previous + text).encode("ascii", "replace")).hexdigest()


def row_hash(*values: object) -> str:
    """SHA-256 (hex) of a row beside the record: an own rule file, a tap, a setting, a line of the list."""
    return sha256(_canonical(values).encode("ascii")).hexdigest()


def bears(hash: object, *values: object) -> bool:
    """Whether this is the hash of these values, whatever the disk has made of them."""
    try:
        return hash == row_hash(*values)
    except (TypeError, ValueError):  # bytes, or a number that is none
        return False


class Chain(NamedTuple):
    """A game's record as it was found."""

    sound: list[StoredEvent]
    """The events up to the first that is not as it was written, or not in its place."""
    problems: list[str]
    """What does not fit, as sentences; [] when the record is whole."""


def check_chain(game_id: str, stored: Iterable[StoredEvent], version: int, head: str) -> Chain:
    """Hold a game's events against each other and against its `version` and last hash, `head`."""
    sound: list[StoredEvent] = []
    problems: list[str] = []
    previous, number = "", 0
    for one in stored:
        number += 1
        if one.seq != number:
            problems.append(_("Event {number} is missing.").format(number=number))
            number = one.seq
        elif one.previous != previous:
            problems.append(_("Event {number} does not follow the one before it.").format(number=number))
        if not bears_its_hash(game_id, one):
            problems.append(_("Event {number} was changed.").format(number=number))
        previous = one.hash
        if not problems:
            sound.append(one)
    if number != version:
        problems.append(_("There are {number} events, not {version}.").format(number=number, version=version))
    elif previous != head:
        problems.append(_("The last event is not the one that was recorded last."))
    return Chain(sound, problems)


def bears_its_hash(game_id: str, stored: StoredEvent) -> bool:
    """Whether an event is as it was written."""
    try:
        return stored.hash == _hash(game_id, stored)
    except (TypeError, ValueError, RecursionError):  # bytes, a number that is none, a nest: none was ever written
        return False


class BackupFile(NamedTuple):
    """A copy of the games' file."""

    kind: str
    """"day", "month", "replaced": what a restore has put aside, or "older": as an earlier Scorepad had it."""
    number: int
    """Counts the copies of a kind, from 1: clocks jump, numbers do not."""
    stamp: str
    """The day (2026-11-20) or month (2026-11) it is of."""
    path: Path


class Restored(NamedTuple):
    """What a restore has done."""

    aside: Path | None
    """Where what was there before is now; None when there was nothing."""
    links_kept: bool
    """Whether the links of what was there before open the games that are there now."""
    copy_of: str = ""
    """Where the games went that were there before, and go on; "" where none went elsewhere."""


# --- where a game stands in the list -----------------------------------------------------------------------

_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?!\d)", re.ASCII)
_PLACES = 10**11
"""More than there are ever events; with the days of 9,999 years it stays below 10**18."""


_RUNNING = 4_000_000
"""Later than every day."""


def rank_of(state: object, played: object, updated: object, place: object) -> int:
    """Higher where a game was played later, highest while it goes on. `played` is the date as the table has it: where
    it begins with no day, month or year, the day on which the last event was written (`updated`) tells; `place` is that
    event's number."""
    day = (_day(str(played)) or _day(str(updated))) if state == "finished" else _RUNNING
    return day * _PLACES + (place % _PLACES if isinstance(place, int) else 0)


@functools.lru_cache(1000)  # the games of a page are of few days
def _day(text: str) -> int:
    """Days since the year 1; 0 where it is no date. The first of a month or year that is all there is."""
    found = _DAY.match(text)
    if found:
        year, month, day = (int(part or 1) for part in found.groups())
        with contextlib.suppress(ValueError):
            return date(year, month, day).toordinal()
    return 0
