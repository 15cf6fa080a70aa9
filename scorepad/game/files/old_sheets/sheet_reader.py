"""The reader for a file of old sheets.

The headings decide which of three layouts it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorepad.errors import SheetUnreadable
from scorepad.game.files.old_sheets.cells import MOST_CELLS, Line
from scorepad.game.files.old_sheets.evenings import OldEvening
from scorepad.game.files.old_sheets.table_reader import evenings_of
from scorepad.game.files.old_sheets.tables import NO_CHOICES, Choices, Table, tables_in
from scorepad.game.state.dates import DayOrMonth
from scorepad.words import _


def evenings_in(
    lines: Sequence[Line], first: DayOrMonth | None = None, choices: Choices = NO_CHOICES
) -> list[OldEvening]:
    """Return all evenings in the rows of a spreadsheet.

    Raise SheetUnreadable if the rows are not a score sheet. Raise DateUnclear if a date is ambiguous and neither the
    other dates nor `first` say whether the day or the month comes first.
    """
    return evenings_in_tables(read_tables(lines, choices), first)


def read_tables(lines: Sequence[Line], choices: Choices = NO_CHOICES) -> list[Table]:
    """Return the tables in the rows of a spreadsheet. Raise SheetUnreadable if there are none."""
    if sum(len(line.cells) for line in lines) > MOST_CELLS:
        raise SheetUnreadable(_("This file is too large for a score sheet."))
    return tables_in(lines, choices)


def evenings_in_tables(tables: Sequence[Table], first: DayOrMonth | None = None) -> list[OldEvening]:
    """Return all evenings in these tables, as `evenings_in` does."""
    evenings = list(evenings_of(tables, first))
    if not evenings:
        raise SheetUnreadable(_("There is no evening below the first row. Example: date, Ann, Bob."))
    return evenings


# --- JSON of other score keepers ------------------------------------------------------------------------------

_COLUMNS = (
    "date", "round", "cards", "status", "dealer", "opens", "player", "bid", "tricks", "adjustment", "points", "running",
)  # fmt: skip


def is_other_keepers(data: object) -> bool:
    """Return whether JSON data is an evening from L'Escalier: players, and rounds with results."""
    return isinstance(data, dict) and isinstance(data.get("rounds"), list) and "players" in data


def evenings_of_rounds(data: Mapping[str, Any], first: DayOrMonth | None = None) -> list[OldEvening]:
    """Return the evenings in such data, converted to the rows of the CSV export first.

    Raise SheetUnreadable or DateUnclear, as `evenings_in` does.
    """
    rows, running = [Line(1, _COLUMNS)], _begun_with(data)
    for number, round_data in enumerate(data["rounds"], 1):
        if not isinstance(round_data, dict):
            raise SheetUnreadable(_("Round {number} cannot be read.").format(number=number))
        for result in _results(round_data.get("results")):
            values = {**round_data, **result, "round": number, "date": _day(data)}
            values |= (
                {"status": "sat_out"} if result.get("satOut") is True and round_data.get("status") == "played" else {}
            )
            values |= _running(running, result)
            rows.append(Line(len(rows) + 1, tuple(_cell(values.get(key)) for key in _COLUMNS)))
    return evenings_in(rows, first)


def _day(data: Mapping[str, Any]) -> str:
    """Return the date on which the game began."""
    game = data.get("game")
    return _cell(game.get("created"))[:10] if isinstance(game, dict) else _cell(data.get("date"))


def _begun_with(data: Mapping[str, Any]) -> dict[str, int | float]:
    """Return each player's points before the first round, or the points with which a late joiner began."""
    players = data["players"] if isinstance(data["players"], list) else []
    named = [
        player for player in players if isinstance(player, dict) and isinstance(player.get("carryIn"), int | float)
    ]
    return {_cell(player.get("name")): player["carryIn"] for player in named}


def _running(running: dict[str, int | float], result: Mapping[str, Any]) -> dict[str, int | float]:
    """Return the total after a result if the starting points are known.

    `running` is updated.
    """
    name, points = _cell(result.get("player")), result.get("points")
    if name not in running or not isinstance(points, int | float):
        return {}
    running[name] += points
    return {"running": running[name]}


def _results(given: object) -> Iterator[Mapping[str, Any]]:
    """Return the results of a round from a list or a mapping by player."""
    if isinstance(given, dict):
        given = [{"player": name, **result} for name, result in given.items() if isinstance(result, dict)]
    yield from (result for result in given if isinstance(result, dict)) if isinstance(given, list) else ()


def _cell(value: object) -> str:
    return "" if value is None else str(value).strip()
