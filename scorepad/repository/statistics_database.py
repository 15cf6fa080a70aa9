"""The SQLite file of all finished games that `scorepad years --sqlite` writes."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.errors import RecordDamaged, ScorepadError, file_unwritable
from scorepad.formats import year_of
from scorepad.game.report.sheet_files import number
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.sheet import Sheet
from scorepad.game.statistics.evening import Result
from scorepad.game.statistics.people import People
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.repository import GameRepository

APPLICATION_ID = 0x59454152
"""The SQLite application id ("YEAR") of a statistics file. Only files with this id are overwritten."""

SCHEMA = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hidden INTEGER);
CREATE TABLE names (name TEXT, person INTEGER REFERENCES people (id), PRIMARY KEY (name, person));
CREATE TABLE evenings (id TEXT PRIMARY KEY, date TEXT, year TEXT, place TEXT, game TEXT, points_by TEXT,
    players INTEGER, moved INTEGER);
CREATE TABLE results (evening TEXT REFERENCES evenings (id), person INTEGER REFERENCES people (id), name TEXT,
    place INTEGER, total REAL, met INTEGER, beaten REAL, hands INTEGER, bids INTEGER, made INTEGER, zeros INTEGER,
    zeros_made INTEGER, money INTEGER, PRIMARY KEY (evening, person));
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

Seats = dict[str, tuple[int, Result]]
"""The person and the result of each name of a game."""


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
        text = _("{path} has other content, so nothing was written. Choose another file, or move this one away.")
        raise ScorepadError(text.format(path=file))


def _fill(db: sqlite3.Connection, games: GameRepository, counted: Counted) -> tuple[int, list[RecordDamaged]]:
    db.executescript(f"PRAGMA application_id = {APPLICATION_ID}; {SCHEMA}")
    people = games.evenings.years().people
    numbers = {key: at for at, key in enumerate(people, 1)}
    _insert(db, "people", ((at, people.name(key), people.is_hidden(key)) for key, at in numbers.items()))
    _insert(db, "names", ((name, at) for key, at in numbers.items() for name in people.written_as(key)))
    seats = {
        evening.game_id: {result.name: (numbers[key], result) for key, result in results}
        for evening, results in people.seated
    }
    count, left_out = 0, []
    for game_id in counted([game_id for game_id, _head in games.store.heads("finished")]):
        try:
            game = games.load(game_id).game
        except RecordDamaged as error:
            left_out.append(error)
        else:
            seated = seats.get(game_id, {})
            _insert_game(db, game_id, game.sheet, seated, _person_numbers(game, people, numbers, seated))
            count += 1
    db.commit()
    return count, left_out


def _insert(db: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _insert_game(
    db: sqlite3.Connection, game_id: str, sheet: Sheet, seats: Seats, persons: Mapping[str, int | None]
) -> None:
    """Insert the rows of a game.

    The hands before a split have their own row in `evenings`, without results.
    """
    of_game = (sheet.date, year_of(sheet.date), sheet.location, sheet.rulebook.name, sheet.scheme.name)
    _insert(db, "evenings", [(game_id, *of_game, len(sheet.names), bool(sheet.moved))])
    _insert(db, "results", (
        (game_id, at, result.name, result.place, result.total, result.met, result.beaten, result.hands, result.bids,
         result.made, result.zeros, result.zeros_made, result.money)
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


def _person_numbers(game: Game, people: People, numbers: dict[str, int], seats: Seats) -> dict[str, int | None]:
    """Return the person of each player.

    The value is None for a player without results, and for two players who became one person after a split.
    """
    persons = {
        player: seats[name][0] if name in seats else numbers.get(people.find(name) or "")
        for player, name in game.names.items()
    }
    counts = Counter(persons.values())
    return {player: None if counts[at] > 1 else at for player, at in persons.items()}
