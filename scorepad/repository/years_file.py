"""The years as plain tables, for whoever asks them in SQL: people, names, evenings, results, hands, points."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import sqlite_utils

from scorepad.errors import FileUnwritable, NotAYearsFile, RecordDamaged
from scorepad.game.report.archive import year_of
from scorepad.game.report.sheet_json import number
from scorepad.game.state.record import Game, played_rows
from scorepad.game.years.people import People
from scorepad.repository import GameRepository

MARK = 0x59454152
"""The application id of such a file ("YEAR"): only what bears it is written over."""

AT_ONCE = 200
"""Games whose hands are written in one go."""

Counted = Callable[[list[str]], Iterable[str]]
"""Goes through the ids of games and tells how far it is."""


def write_years(games: GameRepository, file: Path, counted: Counted = iter) -> tuple[int, list[RecordDamaged]]:
    """Write all finished games to `file`, whole or not at all. Return the number of evenings, and why damaged games
    are left out. NotAYearsFile where `file` holds something else, FileUnwritable."""
    _must_be_ours(file)
    try:
        with tempfile.TemporaryDirectory(dir=file.parent) as folder:
            made = Path(folder) / "years.db"
            with contextlib.closing(sqlite3.connect(made)) as sqlite:
                found = _fill(sqlite_utils.Database(sqlite), games, counted)
            os.replace(made, file)
    except OSError as error:
        raise FileUnwritable(str(file), error.strerror or str(error)) from error
    return found


def _must_be_ours(file: Path) -> None:
    if not file.exists() or (file.is_file() and file.stat().st_size == 0):
        return
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as sqlite:
            (mark,) = sqlite.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error:
        mark = None
    if mark != MARK:
        raise NotAYearsFile(str(file))


def _fill(db: sqlite_utils.Database, games: GameRepository, counted: Counted) -> tuple[int, list[RecordDamaged]]:
    db.execute(f"PRAGMA application_id = {MARK}")
    people = games.evenings.years().people
    numbers = {key: at for at, key in enumerate(people, 1)}
    _tables(db)
    rows = ({"id": at, "name": people.name(key), "hidden": int(people.is_hidden(key))} for key, at in numbers.items())
    db.table("people").insert_all(rows)
    db.table("names").insert_all(
        {"name": one, "person": at} for key, at in numbers.items() for one in people.written_as(key)
    )
    seats = {
        evening.game_id: {result.name: (numbers[key], result) for key, result in seated}
        for evening, seated in people.seated
    }
    waiting: dict[str, list[dict[str, Any]]] = {}
    count, left_out = 0, []
    for game_id in counted([one for one, _head in games.store.heads("finished")]):
        try:
            game = games.load(game_id).game
        except RecordDamaged as error:
            left_out.append(error)
        else:
            for table, row in _rows(game_id, game, people, numbers, seats.get(game_id, {})):
                waiting.setdefault(table, []).append(row)
            count += 1
        if len(waiting.get("evenings", ())) >= AT_ONCE:
            _write(db, waiting)
    _write(db, waiting)
    for table, columns in (("results", ["person"]), ("points", ["person"]), ("evenings", ["date"])):
        db.table(table).create_index(columns)
    return count, left_out


def _tables(db: sqlite_utils.Database) -> None:
    db.table("people").create({"id": int, "name": str, "hidden": int}, pk="id", not_null=("name",))
    db.table("names").create(
        {"name": str, "person": int}, pk=("name", "person"), foreign_keys=[("person", "people", "id")]
    )
    evenings = {"id": str, "date": str, "year": str, "place": str, "game": str, "points_by": str, "players": int,
                "moved": int}  # fmt: skip
    db.table("evenings").create(evenings, pk="id")
    of_evening, of_person = ("evening", "evenings", "id"), ("person", "people", "id")
    results = {"evening": str, "person": int, "name": str, "place": int, "total": float, "met": int, "beaten": float,
               "hands": int, "bids": int, "made": int, "zeros": int, "zeros_made": int}  # fmt: skip
    db.table("results").create(results, pk=("evening", "person"), foreign_keys=[of_evening, of_person])
    hands = {"evening": str, "hand": int, "cards": int, "dealer": int, "trump": str}
    db.table("hands").create(hands, pk=("evening", "hand"), foreign_keys=[of_evening, ("dealer", "people", "id")])
    points = {"evening": str, "hand": int, "person": int, "bid": int, "taken": int, "made": int, "points": float,
              "total": float}  # fmt: skip
    db.table("points").create(points, pk=("evening", "hand", "person"), foreign_keys=[of_evening, of_person])


def _write(db: sqlite_utils.Database, waiting: dict[str, list[dict[str, Any]]]) -> None:
    for table, rows in waiting.items():
        db.table(table).insert_all(rows)
    waiting.clear()


def _rows(
    game_id: str, game: Game, people: People, numbers: dict[str, int], seats: dict[str, tuple[int, Any]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """A game's rows with the names of their tables; hands played before a table was split are of its own evening, which
    has no results."""
    sheet = game.sheet
    yield "evenings", {
        "id": game_id, "date": sheet.date, "year": year_of(sheet.date), "place": sheet.location,
        "game": sheet.rulebook.name, "points_by": sheet.scheme.name, "players": len(sheet.names),
        "moved": int(bool(sheet.moved)),
    }  # fmt: skip
    for at, one in seats.values():
        yield "results", {
            "evening": game_id, "person": at, "name": one.name, "place": one.place, "total": one.total,
            "met": one.met, "beaten": one.beaten, "hands": one.hands, "bids": one.bids, "made": one.made,
            "zeros": one.zeros, "zeros_made": one.zeros_made,
        }  # fmt: skip
    whose = _whose(game, people, numbers, seats)
    for row in played_rows(sheet):
        yield "hands", {
            "evening": game_id, "hand": row.hand, "cards": row.cards, "dealer": whose.get(row.dealer),
            "trump": row.trump,
        }  # fmt: skip
        for player in row.points:
            if whose[player] is not None:
                yield "points", {
                    "evening": game_id, "hand": row.hand, "person": whose[player], "bid": row.bids.get(player),
                    "taken": (row.taken or {}).get(player), "made": row.made.get(player),
                    "points": number(row.points[player]), "total": number(row.totals[player]),
                }  # fmt: skip


def _whose(
    game: Game, people: People, numbers: dict[str, int], seats: dict[str, tuple[int, Any]]
) -> dict[str, int | None]:
    """Who each player is. None of whom no evening tells, and of two who would be one: joined since their table was
    split."""
    found = {
        player: seats[name][0] if name in seats else numbers.get(people.find(name) or "")
        for player, name in game.names.items()
    }
    often = Counter(found.values())
    return {player: None if often[at] > 1 else at for player, at in found.items()}
