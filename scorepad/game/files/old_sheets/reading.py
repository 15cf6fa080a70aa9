"""A file of old sheets as evenings: which of the ways to write them it is, its heads tell."""

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
from scorepad.game.files.old_sheets.headings import OF_A_PLAYER, Heads, heads_of, meant, refuse_twice
from scorepad.game.state.dates import DayOrMonth
from scorepad.words import _

MOST_ABOVE = 50
"""Rows above the heads: a title, an address, empty ones."""


def evenings_in(lines: Sequence[Line], first: DayOrMonth | None = None) -> list[OldEvening]:
    """All evenings of a spreadsheet's rows. SheetUnreadable where they are no score sheet, DateUnclear where `first`
    must say whether the day or the month stands first."""
    if sum(len(line.cells) for line in lines) > MOST_CELLS:
        raise SheetUnreadable(_("This file is larger than any pile of score sheets."))
    begin = next((at for at, line in enumerate(lines[:MOST_ABOVE]) if _is_head(line)), None)
    if begin is None:
        raise SheetUnreadable(
            _(
                "The first row says what stands in the columns: “date, Ann, Bob” above evenings, or “hand, cards, Ann "
                "bid, Ann taken” above hands."
            )
        )
    heads, rest = _heads(lines, begin), lines[begin + 1 :]
    if "player" in heads.of_all and heads.of_all.keys() & {*OF_A_PLAYER}:
        found = evenings_of_players(heads, rest, first)
    elif heads.of_players:
        found = evenings_of_hands(heads, rest, first)
    else:
        found = evenings_of_totals(heads, rest, first)
    evenings = list(found)
    if not evenings:
        raise SheetUnreadable(_("There is no evening below the first row."))
    return evenings


def _is_head(line: Line) -> bool:
    heads = heads_of(line.cells)
    return bool(heads.of_players or (heads.of_all and len(heads.of_all) + len(heads.other) > 1))


def _heads(lines: Sequence[Line], at: int) -> Heads:
    """The heads of this row. Names may stand in a row of their own, above bid and points of each."""
    cells = [*lines[at].cells]
    said, of_one = [meant(text) for text in cells], {("", part) for part in OF_A_PLAYER}
    if at and any(said.count(part) > 1 for part in of_one):
        name = ""
        for column, text in enumerate(cells):
            name = lines[at - 1].cell(column) or name
            if said[column] in of_one:
                cells[column] = f"{name} {text}"
    heads = heads_of(cells)
    if "player" not in heads.of_all:
        refuse_twice(heads, Line(lines[at].number, tuple(cells)))
    return heads


# --- other keepers' JSON ------------------------------------------------------------------------------------

_COLUMNS = (
    "date", "round", "cards", "status", "dealer", "opens", "player", "bid", "tricks", "adjustment", "points", "running",
)  # fmt: skip


def is_other_keepers(data: object) -> bool:
    """Whether JSON data is an evening as L'Escalier writes it: players, and rounds with a result of each."""
    return isinstance(data, dict) and isinstance(data.get("rounds"), list) and "players" in data


def evenings_of_rounds(data: Mapping[str, Any], first: DayOrMonth | None = None) -> list[OldEvening]:
    """The evening of such data, read as the rows that its CSV has. SheetUnreadable, DateUnclear."""
    rows, running = [Line(1, _COLUMNS)], _begun_with(data)
    for number, one in enumerate(data["rounds"], 1):
        if not isinstance(one, dict):
            raise SheetUnreadable(_("Round {number} cannot be read.").format(number=number))
        for result in _results(one.get("results")):
            told = {**one, **result, "round": number, "date": _day(data)}
            told |= {"status": "sat_out"} if result.get("satOut") is True and one.get("status") == "played" else {}
            told |= _running(running, result)
            rows.append(Line(len(rows) + 1, tuple(_cell(told.get(key)) for key in _COLUMNS)))
    return evenings_in(rows, first)


def _day(data: Mapping[str, Any]) -> str:
    """The day on which the game was begun."""
    game = data.get("game")
    return _cell(game.get("created"))[:10] if isinstance(game, dict) else _cell(data.get("date"))


def _begun_with(data: Mapping[str, Any]) -> dict[str, int | float]:
    """What everybody has before the first round, or has brought who came later."""
    players = data["players"] if isinstance(data["players"], list) else []
    named = [one for one in players if isinstance(one, dict) and isinstance(one.get("carryIn"), int | float)]
    return {_cell(one.get("name")): one["carryIn"] for one in named}


def _running(running: dict[str, int | float], result: Mapping[str, Any]) -> dict[str, int | float]:
    """The total after a result, where what everybody began with is told; `running` moves on."""
    name, points = _cell(result.get("player")), result.get("points")
    if name not in running or not isinstance(points, int | float):
        return {}
    running[name] += points
    return {"running": running[name]}


def _results(given: object) -> Iterator[Mapping[str, Any]]:
    """The results of a round, in a list or by player."""
    if isinstance(given, dict):
        given = [{"player": name, **one} for name, one in given.items() if isinstance(one, dict)]
    yield from (one for one in given if isinstance(one, dict)) if isinstance(given, list) else ()


def _cell(value: object) -> str:
    return "" if value is None else str(value).strip()
