"""Data derived from games: list rows, and the statistics of all finished games.

Both are stored with the event that changes them. Facts that are not stored for the current state of a game are
computed. The owner joins the names of one person, renames people, and hides them. This changes no game.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.errors import (
    PersonUnknown,
    RecordDamaged,
    SamePerson,
    ScorepadError,
    file_unwritable,
    name_of_another,
    not_a_years_file,
    people_met,
    quote_value,
)
from scorepad.game.decide.setup import new_name
from scorepad.game.decide.splitting import MOST_TABLES
from scorepad.game.report.archive_filter import year_of
from scorepad.game.report.sheet_files import number
from scorepad.game.state.game import Game, played_rows
from scorepad.game.statistics import evening
from scorepad.game.statistics.evening import Evening, Result, evening_of, merge_moved
from scorepad.game.statistics.group_statistics import GroupStatistics
from scorepad.game.statistics.people import (
    NO_DECISIONS,
    RECENT_EVENINGS,
    Decisions,
    People,
    folded,
    from_text,
    suggest_players,
    to_text,
)
from scorepad.game.statistics.statistics_text import evening_label
from scorepad.repository.folding import ids_begun_by
from scorepad.store import Store
from scorepad.store.records import PEOPLE, Facts, Summary
from scorepad.util import thread_slots
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.repository import GameRepository

WRITE_BATCH = 100
"""Games computed between two writes. An interruption loses at most these."""

MAX_SUGGESTED = 200
"""Maximum number of names that a new game offers."""

Head = tuple[str, str]
"""The id of a game and the hash of its last event."""


class StoredStatistics:
    """The statistics of a store, thread-safe.

    `load` returns a game or raises RecordDamaged. Any name of a person identifies the person. Methods raise
    PersonUnknown for an unknown name.
    """

    def __init__(self, store: Store, load: Callable[[str], Game]) -> None:
        self._store, self._load = store, load
        self._lock = threading.Lock()
        self._asked = -1
        self._state: tuple[list[Head], dict[str, str], Decisions] = [], {}, NO_DECISIONS
        self._evenings: dict[Head, Evening | None] = {}
        self._went_on: dict[Head, list[str]] = {}
        self._years = GroupStatistics()

    def years(self) -> GroupStatistics:
        """Return the statistics of the current games.

        `left_out` has the errors of damaged games without stored facts.
        """
        with thread_slots.locked(self._lock):
            changes = self._store.changes()  # read first, so that the next call sees later writes
            if changes != self._asked:
                self._refresh()
                self._asked = changes
            return self._years

    def recent_people(self) -> People:
        """Return the people of the latest games, from the stored facts.

        The time does not grow with the number of games.
        """
        heads = self._store.heads("finished", latest=RECENT_EVENINGS)
        facts = self._store.facts([game_id for game_id, _head in heads])
        texts = [
            facts[game_id].text for game_id, head in heads if game_id in facts and facts[game_id].mark == mark_of(head)
        ]
        evenings = [parsed for text in texts if (parsed := evening.from_text(text, "")) and not parsed.moved]
        return People(evenings, self._store.joined(), from_text(self._store.setting(PEOPLE)))

    def _refresh(self) -> None:
        state = self._store.heads("finished"), self._store.joined(), from_text(self._store.setting(PEOPLE))
        if state == self._state:
            return
        left_out = self._read(state[0])
        evenings = {head: cached for head in state[0] if (cached := self._evenings.get(head))}
        split = {head: entry for head, entry in evenings.items() if entry.moved}
        onward = {}
        for head in split:
            try:
                onward[head[0]] = self._split_games(head)
            except RecordDamaged as error:
                left_out.append(error)
        merged = merge_moved([*evenings.values()], onward)
        self._years = GroupStatistics(
            sorted(merged, key=lambda entry: entry.date), *state[1:], [*split.values()], left_out
        )
        self._state = state

    def _read(self, heads: list[Head]) -> list[RecordDamaged]:
        """Read or compute the facts of these games, and return the errors of damaged ones."""
        left_out = []
        known = {head: self._evenings[head] for head in heads if head in self._evenings}
        unknown = [head for head in heads if head not in known]
        stored = self._store.facts([game_id for game_id, _head in unknown] if len(unknown) < WRITE_BATCH else None)
        new: dict[str, Facts] = {}
        for game_id, head in unknown:
            facts = stored.get(game_id)
            if facts is None or facts.mark != mark_of(head):
                try:
                    text = evening.to_text(evening_of(self._load(game_id)))
                except RecordDamaged as error:  # retried after the next change of the store
                    left_out.append(error)
                    continue
                facts = new[game_id] = Facts(mark_of(head), text)
            known[game_id, head] = evening.from_text(facts.text, game_id)
            if len(new) == WRITE_BATCH:
                self._store.keep_facts(new)
                new = {}
        if new:
            self._store.keep_facts(new)
        self._evenings = known
        return left_out

    def _split_games(self, head: Head) -> list[str]:
        """Return the ids of games that may have started when this game was split."""
        if head not in self._went_on:
            ids = [event.id for event in self._store.load(head[0]) if event.event.get("moved")]
            self._went_on[head] = [game_id for event_id in ids for game_id in ids_begun_by(event_id, MOST_TABLES)]
        return self._went_on[head]

    # --- one name, one person -------------------------------------------------------------------------

    def join(self, name: str, person: str) -> None:
        """Record that `name` is `person`, whose name is shown from now on.

        Raise AlreadyOne if they are joined, ScorepadError if both sat at one table.
        """
        people = self.years().people
        first, second = find_person(people, name), find_person(people, person)
        if first == second:
            raise SamePerson(name, person)
        shared_evening = people.met(first, second)
        if shared_evening is not None:
            raise people_met(name, person, " ".join(evening_label(shared_evening)))
        own = first if folded(name) == folded(people.name(first)) else people.own(name)
        self._store.join(own, people.written(second))

    def part(self, name: str) -> None:
        """Separate `name` from the person it was joined to.

        Raise ScorepadError if it was not joined.
        """
        own = self.years().people.own(name)
        if not self._store.part(own):
            raise ScorepadError(_("{name} is joined to nobody.").format(name=quote_value(name)))
        self._say(lambda people, settings: settings._replace(names=_remove_display_name(people, settings, own)))

    def tell_apart(self, name: str, other: str) -> None:
        """Record that two similar names are two people.

        Raise AlreadyOne if they are joined.
        """

        def apart(people: People, decisions: Decisions) -> Decisions:
            pair = find_person(people, name), find_person(people, other)
            if len(set(pair)) == 1:
                raise SamePerson(name, other)
            return decisions.apart(*pair)

        self._say(apart)

    # --- one person -----------------------------------------------------------------------------------

    def rename(self, name: str, new: str) -> None:
        """Give a person a new display name, also if later games use it.

        Raise RuleError for an invalid name, ScorepadError if another person has it.
        """
        new = new_name(new, [], field="new")

        def rename(people: People, decisions: Decisions) -> Decisions:
            person = find_person(people, name)
            if is_of_another(people, person, new):
                raise name_of_another(new)
            own = people.own(new)
            if people.person(own) != person:
                self._store.join(own, people.written(person))
            return decisions.called(person, None if new == people.written(person) else new)

        self._say(rename)

    def hide(self, name: str) -> None:
        """Hide a person in the tables.

        Results against this person still count.
        """
        self._say(lambda people, settings: settings.with_hidden(find_person(people, name), True))

    def show_again(self, name: str) -> None:
        """Show a hidden person in the tables again."""
        self._say(lambda people, settings: settings.with_hidden(find_person(people, name), False))

    # --- at a new game --------------------------------------------------------------------------------

    def suggested_names(self, without: Iterable[str] = ()) -> list[str]:
        """Return the names to offer for a new game, except `without`."""
        return suggest_players(self.recent_people(), self._store.known_names(limit=MAX_SUGGESTED), without)

    def _say(self, change: Callable[[People, Decisions], Decisions]) -> None:
        """Change the settings of names.

        Retry on the new settings if another device has changed them.
        """
        while True:
            stored = self._store.setting(PEOPLE)
            settings = from_text(stored)
            new = change(self.years().people, settings)
            if new == settings or self._store.swap_setting(PEOPLE, stored, to_text(new)):
                return


def find_person(people: People, name: str) -> str:
    """Return the person with this name, or raise PersonUnknown."""
    person = people.find(name)
    if person is None:
        raise PersonUnknown(name)
    return person


def is_of_another(people: People, person: str, name: str) -> bool:
    """Return whether another person has this name or spelling.

    Former names are free.
    """
    other = people.find(name)
    if other in (None, person):
        return False
    own = people.own(name)
    return own in people.by_name(str(other)) or folded(name) == folded(people.name(str(other)))


def _remove_display_name(people: People, decisions: Decisions, own: str) -> dict[str, str]:
    """Return the display names, except this name for another person."""
    return {person: name for person, name in decisions.names.items() if people.own(name) != own or person == own}


# --- stored with each event ---------------------------------------------------------------------------------


def summary_of(game: Game) -> Summary:
    """Return the list row of a game.

    Its title is the location, otherwise the rulebook. No player leads before the first hand.
    """
    sheet = game.sheet
    first = [game.names[standing.player] for standing in sheet.standings() if standing.place == 1]
    leaders = first if sheet.has_places and not sheet.moved else []
    return Summary(
        title=sheet.location or sheet.rulebook.name,
        rulebook=sheet.rulebook.name,
        players=[game.names[player] for player in sheet.seats.everyone],
        state="finished" if sheet.finished else "running",
        leader=", ".join(leaders),
        hands=sheet.hands_played,
        date=sheet.date,
    )


def mark_of(head: str) -> str:
    """Return the mark of stored facts: their format and the state of the game."""
    return f"{evening.FORM} {head}"


def facts_of(game: Game, head: str) -> Facts | None:
    """Return the facts of a finished game whose last hash is `head`; None for a running game."""
    return Facts(mark_of(head), evening.to_text(evening_of(game))) if game.sheet.finished else None


APPLICATION_ID = 0x59454152
"""The SQLite application id ("YEAR") of a statistics file. Only files with this id are overwritten."""

SCHEMA = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hidden INTEGER);
CREATE TABLE names (name TEXT, person INTEGER REFERENCES people (id), PRIMARY KEY (name, person));
CREATE TABLE evenings (id TEXT PRIMARY KEY, date TEXT, year TEXT, place TEXT, game TEXT, points_by TEXT,
    players INTEGER, moved INTEGER);
CREATE TABLE results (evening TEXT REFERENCES evenings (id), person INTEGER REFERENCES people (id), name TEXT,
    place INTEGER, total REAL, met INTEGER, beaten REAL, hands INTEGER, bids INTEGER, made INTEGER, zeros INTEGER,
    zeros_made INTEGER, PRIMARY KEY (evening, person));
CREATE TABLE hands (evening TEXT REFERENCES evenings (id), hand INTEGER, cards INTEGER,
    dealer INTEGER REFERENCES people (id), trump TEXT, PRIMARY KEY (evening, hand));
CREATE TABLE points (evening TEXT REFERENCES evenings (id), hand INTEGER, person INTEGER REFERENCES people (id),
    bid INTEGER, taken INTEGER, made INTEGER, points REAL, total REAL, PRIMARY KEY (evening, hand, person));
CREATE INDEX idx_results_person ON results (person);
CREATE INDEX idx_points_person ON points (person);
CREATE INDEX idx_evenings_date ON evenings (date);
"""

Counted = Callable[[list[str]], Iterable[str]]
"""A function that iterates over ids of games and reports the progress."""


def write_years(games: GameRepository, file: Path, counted: Counted = iter) -> tuple[int, list[RecordDamaged]]:
    """Write all finished games to `file`, completely or not at all.

    Return the number of games, and the errors of damaged ones. Raise ScorepadError if `file` is not a statistics file
    or cannot be written.
    """
    _check_overwritable(file)
    try:
        with tempfile.TemporaryDirectory(dir=file.parent) as folder:
            made = Path(folder) / "years.db"
            with contextlib.closing(sqlite3.connect(made)) as sqlite:
                result = _fill(sqlite, games, counted)
            os.replace(made, file)
    except OSError as error:
        raise file_unwritable(str(file), error.strerror or str(error)) from error
    return result


def _check_overwritable(file: Path) -> None:
    if not file.exists() or (file.is_file() and file.stat().st_size == 0):
        return
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as sqlite:
            (mark,) = sqlite.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error:
        mark = None
    if mark != APPLICATION_ID:
        raise not_a_years_file(str(file))


def _fill(db: sqlite3.Connection, games: GameRepository, counted: Counted) -> tuple[int, list[RecordDamaged]]:
    db.executescript(f"PRAGMA application_id = {APPLICATION_ID}; {SCHEMA}")
    people = games.evenings.years().people
    numbers = {key: at for at, key in enumerate(people, 1)}
    _insert(db, "people", ((at, people.name(key), people.is_hidden(key)) for key, at in numbers.items()))
    _insert(db, "names", ((name, at) for key, at in numbers.items() for name in people.written_as(key)))
    seats = {
        evening.game_id: {result.name: (numbers[key], result) for key, result in seated}
        for evening, seated in people.seated
    }
    count, left_out = 0, []
    for game_id in counted([game_id for game_id, _head in games.store.heads("finished")]):
        try:
            game = games.load(game_id).game
        except RecordDamaged as error:
            left_out.append(error)
        else:
            _insert_game(db, game_id, game, people, numbers, seats.get(game_id, {}))
            count += 1
    db.commit()
    return count, left_out


def _insert(db: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _insert_game(
    db: sqlite3.Connection,
    game_id: str,
    game: Game,
    people: People,
    numbers: dict[str, int],
    seats: dict[str, tuple[int, Result]],
) -> None:
    """Insert the rows of a game.

    The hands before a split have their own row in `evenings`, without results.
    """
    sheet, persons = game.sheet, _person_numbers(game, people, numbers, seats)
    of_game = (sheet.date, year_of(sheet.date), sheet.location, sheet.rulebook.name, sheet.scheme.name)
    _insert(db, "evenings", [(game_id, *of_game, len(sheet.names), bool(sheet.moved))])
    _insert(db, "results", (
        (game_id, at, result.name, result.place, result.total, result.met, result.beaten, result.hands, result.bids,
         result.made, result.zeros, result.zeros_made)
        for at, result in seats.values()
    ))  # fmt: skip
    played = played_rows(sheet)
    _insert(db, "hands", ((game_id, row.hand, row.cards, persons.get(row.dealer), row.trump) for row in played))
    _insert(db, "points", (
        (game_id, row.hand, persons[player], row.bids.get(player), (row.taken or {}).get(player), row.made.get(player),
         number(row.points[player]), number(row.totals[player]))
        for row in played
        for player in row.points
        if persons[player] is not None
    ))  # fmt: skip


def _person_numbers(
    game: Game, people: People, numbers: dict[str, int], seats: dict[str, tuple[int, Result]]
) -> dict[str, int | None]:
    """Return the person of each player.

    The value is None for a player without results, and for two players who became one person after a split.
    """
    persons = {
        player: seats[name][0] if name in seats else numbers.get(people.find(name) or "")
        for player, name in game.names.items()
    }
    counts = Counter(persons.values())
    return {player: None if counts[at] > 1 else at for player, at in persons.items()}
