"""The reader for a file of old sheets.

The headings decide which of three layouts it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorepad.errors import SheetUnreadable
from scorepad.game.files.old_sheets.cells import MOST_CELLS, Line
from scorepad.game.files.old_sheets.evenings import (
    OldEvening,
    evenings_of_hands,
    evenings_of_players,
    evenings_of_totals,
)
from scorepad.game.files.old_sheets.headings import OF_A_PLAYER, Heads, heads_of, parse_heading, refuse_duplicates
from scorepad.game.state.dates import DayOrMonth
from scorepad.words import _

MOST_ABOVE = 50
"""The number of rows searched for the headings. A title, an address or empty rows may come first."""


def evenings_in(lines: Sequence[Line], first: DayOrMonth | None = None) -> list[OldEvening]:
    """Return all evenings in the rows of a spreadsheet.

    Raise SheetUnreadable if the rows are not a score sheet. Raise DateUnclear if a date is ambiguous and `first` does
    not say whether the day or the month comes first.
    """
    if sum(len(line.cells) for line in lines) > MOST_CELLS:
        raise SheetUnreadable(_("This file is too large for a score sheet."))
    begin = next((at for at, line in enumerate(lines[:MOST_ABOVE]) if _is_head(line)), None)
    if begin is None:
        raise SheetUnreadable(
            _(
                "The first row must name the columns. Examples: “date, Ann, Bob” for evenings, or “hand, "
                "cards, Ann bid, Ann taken” for hands."
            )
        )
    heads, rest = _heads(lines, begin), lines[begin + 1 :]
    if "player" in heads.of_all and heads.of_all.keys() & {*OF_A_PLAYER}:
        games = evenings_of_players(heads, rest, first)
    elif heads.of_players:
        games = evenings_of_hands(heads, rest, first)
    else:
        games = evenings_of_totals(heads, rest, first)
    evenings = list(games)
    if not evenings:
        raise SheetUnreadable(_("There is no evening below the first row. Example: date, Ann, Bob."))
    return evenings


def _is_head(line: Line) -> bool:
    heads = heads_of(line.cells)
    return bool(heads.of_players or (heads.of_all and len(heads.of_all) + len(heads.other) > 1))


def _heads(lines: Sequence[Line], at: int) -> Heads:
    """Return the headings in this row.

    Names may be in the row above, over the columns of each player.
    """
    cells = [*lines[at].cells]
    meanings, player_parts = [parse_heading(text) for text in cells], {("", part) for part in OF_A_PLAYER}
    if at and any(meanings.count(part) > 1 for part in player_parts):
        name = ""
        for column, text in enumerate(cells):
            name = lines[at - 1].cell(column) or name
            if meanings[column] in player_parts:
                cells[column] = f"{name} {text}"
    heads = heads_of(cells)
    if "player" not in heads.of_all:
        refuse_duplicates(heads, Line(lines[at].number, tuple(cells)))
    return heads


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
