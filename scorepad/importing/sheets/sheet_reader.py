"""The reader for a file of old sheets.

The headings decide which of three layouts it has.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorepad.errors import SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.state.dates import DayOrMonth
from scorepad.importing.sheets.cells import MOST_CELLS, Line
from scorepad.importing.sheets.evenings import OldEvening
from scorepad.importing.sheets.headings import MEANINGS, parse_heading
from scorepad.importing.sheets.row_kinds import in_column
from scorepad.importing.sheets.table_reader import evenings_of
from scorepad.importing.sheets.tables import NO_CHOICES, Choices, Table, tables_in
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
    evenings = evenings_of(tables, first)
    if not evenings:
        raise next(_unread_cells(tables), SheetUnreadable(_("There is no evening below the headings.")))
    return evenings


def _unread_cells(tables: Sequence[Table]) -> Iterator[SheetUnreadable]:
    """Yield an error for each cell with a text in a column whose heading may be the name of a player."""
    for table in tables:
        names = [column for column, text in enumerate(table.headings) if text and parse_heading(text) == ("", "")]
        for line in table.rows:
            for column in names:
                if text := line.cell(column):
                    reason = _("“{text}” is not a number. Example: 3.").format(text=text[:40])
                    yield SheetUnreadable(in_column(reason, table.headings[column]), line.number)


# --- JSON of other score keepers ------------------------------------------------------------------------------

_COLUMNS = (
    "date", "hand", "cards", "status", "dealer", "opens", "trump", "player", "bid", "taken", "made", "adjustment",
    "points", "total",
)  # fmt: skip
_LISTS = ("rounds", "hands", "deals")
_DAYS = ("date", "createdat", "created", "startedat", "finishedat")


def is_other_keepers(data: object) -> bool:
    """Return whether JSON data is a game of another score keeper: players, and rounds with their results."""
    return isinstance(data, dict) and "players" in data and bool(_rounds_of(data))


def evenings_of_rounds(data: Mapping[str, Any], first: DayOrMonth | None = None) -> list[OldEvening]:
    """Return the evenings in such data, converted to rows of one player first.

    The names of the keys are read as headings. Raise SheetUnreadable or DateUnclear, as `evenings_in` does.
    """
    rows, running, names = [Line(1, _COLUMNS)], _begun_with(data), _names_by_id(data["players"])
    players = list(dict.fromkeys(names.values()))
    for number, round_data in enumerate(_rounds_of(data), 1):
        if not isinstance(round_data, dict):
            raise SheetUnreadable(_("Round {number} cannot be read.").format(number=number))
        about = {_meaning(key): value for key, value in round_data.items() if not isinstance(value, list | dict)}
        about |= {"hand": number, "date": _day(data), "dealer": _dealer(round_data, names, players)}
        for player, result in _results(round_data, names, players).items():
            values = {**about, **result, "player": player}
            values |= {"status": "sat_out"} if result.get("satout") is True and about.get("status") == "played" else {}
            values |= _running(running, player, result)
            rows.append(Line(len(rows) + 1, tuple(_cell(values.get(key)) for key in _COLUMNS)))
    if not any(row.cell(_COLUMNS.index(key)) for row in rows[1:] for key in ("bid", "taken", "points", "total")):
        raise unknown_json()
    return evenings_in(rows, first)


def unknown_json() -> SheetUnreadable:
    """Return the error for JSON that is neither a game file nor a game of a score keeper that is understood."""
    return SheetUnreadable(_("This is JSON of another program. It has no rounds with bids or points of players."))


def _rounds_of(data: Mapping[str, Any]) -> list[Any]:
    """Return the rounds, or those of all players together; [] if there are none."""
    known = [value for key, value in data.items() if letters_of(key).endswith(_LISTS) and isinstance(value, list)]
    if known and known[0]:
        return known[0]
    players = [player for player in _dicts(data["players"]) if isinstance(player.get("rounds"), list)]
    columns = [[{**entry, "player": player.get("name")} for entry in _dicts(player["rounds"])] for player in players]
    return [{"results": list(results)} for results in zip(*columns, strict=False)]


def _meaning(key: str) -> str:
    """Return the meaning of a key such as “bets”, “tricks” or “roundNumber”, or its letters."""
    word = letters_of(key)
    return MEANINGS.get(word) or MEANINGS.get(word.removesuffix("s")) or word


def _names_by_id(players: object) -> dict[str, str]:
    """Return the names of the players by their names and ids, in the order of their seats."""
    if isinstance(players, dict):
        players = [{"id": key, **value} for key, value in players.items() if isinstance(value, dict)]
    names: dict[str, str] = {}
    for player in players if isinstance(players, list) else []:
        entry = player if isinstance(player, dict) else {"name": player}
        name = _cell(entry.get("name"))
        names |= {_cell(key): name for key in (name, entry.get("id")) if key is not None and name}
    return names


def _day(data: Mapping[str, Any]) -> str:
    """Return the date on which the game began."""
    game = data.get("game")
    known = {
        letters_of(key): _cell(value) for key, value in {**(game if isinstance(game, dict) else {}), **data}.items()
    }
    return next((known[key] for key in _DAYS if known.get(key)), "")[:10]


def _dealer(round_data: Mapping[str, Any], names: Mapping[str, str], players: Sequence[str]) -> str:
    known = {letters_of(key): value for key, value in round_data.items()}
    at = known.get("dealerindex")
    if isinstance(at, int) and 0 <= at < len(players):
        return players[at]
    dealer = _cell(known.get("dealer", known.get("dealerid")))
    return names.get(dealer, dealer)


def _begun_with(data: Mapping[str, Any]) -> dict[str, int | float]:
    """Return each player's points before the first round, or the points with which a late joiner began."""
    named = [player for player in _dicts(data["players"]) if isinstance(player.get("carryIn"), int | float)]
    return {_cell(player.get("name")): player["carryIn"] for player in named}


def _running(running: dict[str, int | float], name: str, result: Mapping[str, Any]) -> dict[str, int | float]:
    """Return the total after a result if the starting points are known.

    `running` is updated.
    """
    points = result.get("points")
    if name not in running or not isinstance(points, int | float):
        return {}
    running[name] += points
    return {"total": running[name]}


def _results(
    round_data: Mapping[str, Any], names: Mapping[str, str], players: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Return the values of a round by player.

    They are in objects of one player, or apart for bids, tricks and points; by name, by id, or in the order of players.
    """
    results: dict[str, dict[str, Any]] = {}
    for key, given in round_data.items():
        if isinstance(given, dict):
            pairs = [(who, value) for who, value in given.items() if who in names or not names]
        elif isinstance(given, list):
            seats = players if len(players) == len(given) else [""] * len(given)
            pairs = [(_named(value, seat), value) for seat, value in zip(seats, given, strict=True)]
        else:
            continue
        for who, value in pairs:
            of_player = {_meaning(part): cell for part, cell in value.items()} if isinstance(value, dict) else {}
            of_player |= {"made": not of_player["gotset"]} if isinstance(of_player.get("gotset"), bool) else {}
            if name := names.get(who, "" if names else who):
                results.setdefault(name, {}).update(of_player or {_meaning(key): value})
    return results


def _named(result: object, seat: str) -> str:
    """Return the name or id of the player whom an object of a player names, otherwise the player of the seat."""
    if not isinstance(result, dict):
        return seat
    return next(
        (_cell(result[key]) for key in ("player", "name", "playerId", "player_id", "id") if key in result), seat
    )


def _dicts(given: object) -> list[dict[str, Any]]:
    return [entry for entry in given if isinstance(entry, dict)] if isinstance(given, list) else []


def _cell(value: object) -> str:
    return "" if value is None else str(value).strip()
