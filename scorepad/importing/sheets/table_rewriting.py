"""Tables rewritten so that fewer layouts have to be read: tricks for other results, and rows of one player."""

from collections.abc import Mapping, Sequence

from scorepad.errors import SheetUnreadable
from scorepad.importing.sheets import cells
from scorepad.importing.sheets.cells import Line
from scorepad.importing.sheets.headings import Heads
from scorepad.importing.sheets.row_kinds import in_column
from scorepad.words import _


def rewrite_table(heads: Heads, rows: list[Line], *, has_hands: bool) -> tuple[Heads, list[Line]]:
    """Return the columns and rows of a table, with results as tricks and with a hand number in each row.

    A row with several players becomes one row per player if it `has_hands`. Raise SheetUnreadable if a row has no hand
    number although it needs one.
    """
    heads, rows = _with_tricks_for_differences(_with_tricks_for_made(heads, rows), rows)
    return _one_player_per_row(heads, rows) if heads.seats and has_hands else (heads, _with_hand_numbers(heads, rows))


def player_in(heads: Heads, line: Line) -> str:
    """Return the name in a row of one player."""
    return cells.text_of(line.cell(heads.of_all["player"]))


def _one_player_per_row(heads: Heads, rows: Sequence[Line]) -> tuple[Heads, list[Line]]:
    """Return a table whose rows have several players as one with one row per player."""
    width = max((len(line.cells) for line in rows), default=0)
    parts = list(dict.fromkeys(part for columns in heads.of_players.values() for part in columns))
    of_all = {**heads.of_all, "player": width, **{part: width + at for at, part in enumerate(parts, 1)}}
    labels = {**heads.labels, width: next(iter(heads.seats)), **{width + at: part for at, part in enumerate(parts, 1)}}
    long = []
    for line in rows:
        for seat, column in heads.seats.items():
            values = [line.cell(heads.of_players.get(seat, {}).get(part, width)) for part in parts]
            if line.cell(column) or any(values):
                empty = [""] * (width - len(line.cells))
                long.append(Line(line.number, (*line.cells, *empty, line.cell(column), *values)))
    return Heads(of_all, {}, {}, labels, {}), long


def _with_tricks_for_made(heads: Heads, rows: Sequence[Line]) -> Heads:
    """Return the columns with “made” as tricks, if it has numbers of tricks and no other column has."""
    columns = [parts["made"] for parts in heads.of_players.values() if "made" in parts and "taken" not in parts]
    if "made" in heads.of_all and "taken" not in heads.of_all:
        columns.append(heads.of_all["made"])
    texts = [line.cell(column) for line in rows for column in columns if line.cell(column)]
    if not texts or not all(map(str.isdigit, texts)):
        return heads
    if max(map(int, texts)) < 2 and not _add_to_cards(heads, rows, columns):
        return heads
    return _with_tricks_for(heads, "made")


def _with_tricks_for(heads: Heads, result: str) -> Heads:
    """Return the columns with tricks in those of another result, for players without tricks."""

    def renamed(parts: Mapping[str, int]) -> dict[str, int]:
        return {"taken" if part == result and "taken" not in parts else part: parts[part] for part in parts}

    of_players = {name: renamed(parts) for name, parts in heads.of_players.items()}
    return heads._replace(of_players=of_players, of_all=renamed(heads.of_all))


def _with_tricks_for_differences(heads: Heads, rows: list[Line]) -> tuple[Heads, list[Line]]:
    """Return the table with tricks for the differences between tricks and bids, if these have signs: +1, -1."""
    found = {column: parts for parts in (heads.of_all, *heads.of_players.values()) if (column := parts.get("off"))}
    texts = [line.cell(column) for line in rows for column in found]
    is_signed = any(text.startswith("+") for text in texts)
    if not is_signed or any("bid" not in parts or parts.keys() & {"taken", "made"} for parts in found.values()):
        return heads, rows
    with_tricks: list[Line] = []
    for line in rows:
        values = list(line.cells)
        for column, parts in found.items():
            bid, difference = (cells.number_or_none(line.cell(at)) for at in (parts["bid"], column))
            if bid is not None and difference is not None:
                values[column] = str(bid + difference)
        with_tricks.append(Line(line.number, tuple(values)))
    return _with_tricks_for(heads, "off"), with_tricks


def _with_hand_numbers(heads: Heads, rows: list[Line]) -> list[Line]:
    """Return rows of one player with the number of the hand, which may be written in the first row of a hand alone.

    Raise SheetUnreadable if a player has a second row below a number.
    """
    parts = [heads.of_all[part] for part in ("bid", "taken", "made", "off") if part in heads.of_all]
    column = heads.of_all.get("hand")
    if column is None or "player" not in heads.of_all:
        return rows
    numbered: list[Line] = []
    last, names = "", set[str]()
    for line in rows:
        if line.cell(column):
            names = names if line.cell(column) == last else set()
            last = line.cell(column)
        elif last and (any(map(line.cell, parts)) or (not parts and player_in(heads, line))):
            if player_in(heads, line) in names:
                label = heads.labels.get(column, "")
                raise SheetUnreadable(in_column(_("This row has no hand number."), label), line.number)
            line = Line(line.number, (*line.cells[:column], last, *line.cells[column + 1 :]))
        names.add(player_in(heads, line))
        numbered.append(line)
    return numbered


def _add_to_cards(heads: Heads, rows: Sequence[Line], columns: Sequence[int]) -> bool:
    """Return whether the numbers of each row add up to its cards."""
    if "cards" not in heads.of_all or len(columns) < 2:
        return False
    hands = [line for line in rows if any(line.cell(column) for column in columns)]
    sums = [sum(int(line.cell(column) or 0) for column in columns) for line in hands]
    return all(line.cell(heads.of_all["cards"]) == str(total) for line, total in zip(hands, sums, strict=True))
