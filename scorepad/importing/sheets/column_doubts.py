"""The columns of a table that headings and values do not explain for certain, so that the user is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from scorepad.game.state.rows import Points
from scorepad.importing.sheets import cells
from scorepad.importing.sheets.cells import Line, number_or_none
from scorepad.importing.sheets.column_codes import Column
from scorepad.importing.sheets.derived_columns import are_numbers
from scorepad.importing.sheets.headings import OF_A_PLAYER, OF_ALL, parse_heading, split_heading

Layout = Literal["hands", "players", "seats", "totals"]
"""What a row is: a hand of all players, a hand of one player, or an evening with totals.

In “seats”, a row is a hand or an evening, and cells name its players: “Player 1, Score 1, Player 2, Score 2”.
"""


class ColumnTable:
    """The columns of a table with its headings and rows, as far as they are known."""

    headings: Sequence[str]
    rows: Sequence[Line]
    columns: list[Column]
    problems: list[Column]
    """The columns that are not certain."""
    seats: dict[str, int]
    """The columns with the names of the players by their labels, if a row has several."""
    layout: Layout

    @property
    def players(self) -> list[str]:
        """Return the players who have columns, in the order of the columns."""
        return list(dict.fromkeys(column.player for column in self.columns if column.player))

    def values(self, column: Column) -> list[str]:
        """Return the texts of a column without empty cells."""
        return [text for row in self.rows if (text := row.cell(column.index))]

    def has(self, meaning: str) -> bool:
        """Return whether a column has this meaning."""
        return any(column.meaning == meaning for column in self.columns)

    def numbers(self, column: Column) -> list[Points | None]:
        """Return the numbers of a column, one for each row; None for other texts."""
        return [number_or_none(row.cell(column.index)) for row in self.rows if not row.empty]


def add_doubts(table: ColumnTable) -> None:
    """Add the doubtful columns of a table to its problems."""
    names = _names_in_cells(table)  # with them, other columns have the same heading, such as “Points”
    table.problems += [column for column in names if column not in table.problems]
    for find in () if names else (_falling_hands, _totals_alone, _names_with_words, _duplicates, _gaps):
        table.problems += [column for column in find(table) if column not in table.problems]


def _falling_hands(table: ColumnTable) -> Iterator[Column]:
    """Yield a column of hands whose numbers fall: they are probably the cards."""
    for column in () if table.has("cards") else table.columns:
        if column.meaning == "hand" and not column.is_chosen:
            numbers = [number for number in table.numbers(column) if number is not None]
            steps = [(before, after) for before, after in pairwise(numbers) if before != after]
            falls = [after for before, after in steps if after < before]
            if falls and (len(falls) == len(steps) or not {*falls} <= {1, numbers[0]}):
                yield column


def _names_in_cells(table: ColumnTable) -> list[Column]:
    """Return columns of texts directly before each column of numbers: “First, Points, Second, Points”.

    If no column says whose the bids or points are, return these.
    """
    if table.layout not in ("totals", "players"):
        return []
    parts = [parse_heading(heading)[1] in OF_A_PLAYER for heading in table.headings]
    numbers = [column for column in table.columns if are_numbers(table.values(column))]
    results = [column for column in numbers if column.player or parts[column.index]]
    before = [table.columns[column.index - 1] for column in results if column.index]
    texts = [{*table.values(column)} for column in before if column.meaning in ("ignored", "player")]
    if len(texts) == len(results) > 1 and len(set().union(*texts)) < sum(map(len, texts)):
        return [column for column in before if not column.is_chosen] or results
    return [] if table.players or table.layout == "players" else results


def _totals_alone(table: ColumnTable) -> list[Column]:
    """Return all columns of numbers if no heading says that the rows are evenings."""
    meanings = {column.meaning for column in table.columns if not column.player or column.is_chosen}
    has_numbers = any(parse_heading(heading)[1] == "number" for heading in table.headings)
    is_known = has_numbers or meanings & {*OF_ALL, *OF_A_PLAYER} - {"player"}
    return [] if is_known or table.layout != "totals" else [column for column in table.columns if column.player]


def _names_with_words(table: ColumnTable) -> list[Column]:
    """Return columns such as “Ann xyz, Ann abc, Bob xyz, Bob abc”, which are hardly names of players."""
    guessed = [column for column in table.columns if column.player == cells.text_of(table.headings[column.index])]
    splits = {column: [*split_heading(column.player)] for column in guessed if not column.is_chosen}
    words = {column: pairs[len(pairs) // 2 - 1] for column, pairs in splits.items() if pairs}
    repeated = [Counter(pair[at] for pair in words.values()) for at in (0, 1)]
    return [*words] if all(sum(count > 1 for count in counts.values()) > 1 for counts in repeated) else []


def _duplicates(table: ColumnTable) -> Iterator[Column]:
    """Yield columns that have the meaning of another column, because one of them would be lost."""
    columns = [column for column in table.columns if column.label not in table.seats]
    for column in columns:
        same = [table.values(other) for other in columns if other.code == column.code]
        is_alone = len(same) < 2 or column.meaning in ("", "ignored")
        differs = any(map(are_numbers, same)) and len({*map(tuple, same)}) > 1
        if not is_alone and (column.player or column.is_chosen or differs):
            yield column


def _gaps(table: ColumnTable) -> list[Column]:
    """Return the columns of a player who has no results and no points, unlike the other players."""
    parts: dict[str, set[str]] = {}
    for column in table.columns:
        if column.player and table.values(column):
            parts.setdefault(column.player, set()).add(column.meaning)
    unscored = {
        player
        for player, known in parts.items()
        if not known & {"points", "total"} and not ("bid" in known and known & {"taken", "made", "off"})
    }
    if table.layout != "hands" or unscored == {*parts}:
        return []
    return [column for column in table.columns if column.player in unscored]
