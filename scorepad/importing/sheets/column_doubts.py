"""The columns of a table that headings and values do not explain for certain, so that the user is asked."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Literal

from scorepad.formats import letters_of
from scorepad.game.state.rows import Points
from scorepad.importing.sheets import cells
from scorepad.importing.sheets.cells import NOTHING, Line, number_or_none
from scorepad.importing.sheets.headings import OF_A_PLAYER, OF_ALL, Column, parse_heading, split_heading

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
    table.problems += [column for column in _numbers_of_no_player(table) if column not in table.problems]
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


# --- numbers that may be no points of a player ---------------------------------------------------------------

Numbers = Sequence[Points | None]

MOST_SEARCHED = 24
"""The number of columns up to which others are left out, because they may be derived themselves."""
_ENOUGH = 5  # rows in which sorted or repeated numbers are no coincidence


def are_numbers(values: Iterable[str]) -> bool:
    """Return whether at least half of the values are numbers."""
    known = [number_or_none(text) is not None or text.casefold() in NOTHING for text in values]
    return bool(known) and 2 * sum(known) >= len(known)


def _numbers_of_no_player(table: ColumnTable) -> list[Column]:
    """Return columns of numbers below an unknown heading that may be no player: counts, sums, averages and so on."""
    columns = {column.index: table.numbers(column) for column in table.columns if column.player}
    guessed = [
        column.index
        for column in table.columns
        if column.player and not column.is_chosen
        if letters_of(column.player) == letters_of(table.headings[column.index])
    ]
    are_evenings, doubtful = table.layout == "totals", set[int]()
    if are_evenings:
        first = next((column.index for column in table.columns if are_numbers(table.values(column))), 0)
        for index in guessed:
            is_at_edge = not index or not any(table.headings[index + 1 :])
            if _may_count_rows(columns[index], is_first=index == first, is_at_edge=is_at_edge):
                doubtful.add(index)
        few = {index for index in guessed if _has_few_values(columns[index])}
        doubtful |= few if 2 * len(few) < len(columns) else set()
        columns = {index: numbers for index, numbers in columns.items() if index not in doubtful}
    doubtful |= {index for index in columns if _may_be_derived(columns, index, are_evenings=are_evenings)} & {*guessed}
    return [table.columns[index] for index in sorted(doubtful)]


def _may_count_rows(numbers: Numbers, *, is_first: bool, is_at_edge: bool) -> bool:
    """Return whether a column may count the rows: 1, 2, 3, also falling, with gaps, or from 1 again.

    Fewer than three numbers count them only at the edge of the table, and few only from 1 or in the first such column.
    """
    known = [number for number in numbers if isinstance(number, int)]
    if any(isinstance(number, Fraction) for number in numbers):
        return False
    if len(known) < 3:
        return is_at_edge and len(known) == len(numbers) and known in ([1], [1, 2], [2, 1])
    steps = [after - before for before, after in pairwise(known)]
    restarts = known[0] == 1 and all(after in (before + 1, 1) for before, after in pairwise(known))
    is_sorted = len(known) >= _ENOUGH and (min(steps) > 0 or max(steps) < 0)
    return (
        ({*steps} in ({1}, {-1}) and (is_first or 1 in known or len(known) >= _ENOUGH))
        or (restarts and 3 * known.count(1) <= len(known))
        or (is_sorted and abs(known[-1] - known[0]) < 2 * len(known))
    )


def _is_average(value: Points, numbers: Sequence[Points]) -> bool:
    return round(float(value), 1) == round(float(sum(numbers)) / len(numbers), 1)


def _is_lead(value: Points, numbers: Sequence[Points]) -> bool:
    best, *others = sorted(numbers, reverse=True)
    return bool(others) and value == best - others[0]


_Fits = Callable[[Points, Sequence[Points]], bool]
_Way = tuple[_Fits, int]
_SUMS: Sequence[_Way] = ((lambda value, numbers: value == sum(numbers), 1), (_is_average, 1))
_OTHERS: Sequence[_Way] = (
    (lambda value, numbers: value == len(numbers), 3),
    (_is_lead, 2),
    (lambda value, numbers: value == max(numbers), 2),
    (lambda value, numbers: value == min(numbers), 3),
)
"""The ways to derive a number from others, and the rows from which it is no coincidence. Only sums and averages may be
missing in a row."""


def _may_be_derived(columns: Mapping[int, Numbers], index: int, *, are_evenings: bool) -> bool:
    """Return whether a column may be derived from some of the others. In tables of hands, it may be a sum or average.

    Up to two of the other columns are left out, because they may be derived themselves.
    """
    others = [other for other in columns if other != index]
    groups = [others, [other for other in others if other < index]]
    if are_evenings and len(columns) <= MOST_SEARCHED:
        groups += [[*left] for count in (1, 2) for left in combinations(others, max(0, len(others) - count))]
    ways = [(fits, rows, False) for fits, rows in _SUMS]
    ways += [(fits, rows, True) for fits, rows in _OTHERS] if are_evenings else []
    return any(
        _count_rows(columns, index, group, fits, in_all=in_all) >= rows + (len(group) < 3) + (not are_evenings)
        for group in groups
        if len(group) > 1
        for fits, rows, in_all in ways
    )


def _count_rows(columns: Mapping[int, Numbers], index: int, others: Sequence[int], fits: _Fits, *, in_all: bool) -> int:
    """Return the number of different rows in which a column is derived in this way, or 0 if it is not in one row."""
    rows: set[tuple[Points, ...]] = set()
    for at, value in enumerate(columns[index]):
        numbers = [number for other in others if (number := columns[other][at]) is not None]
        if not numbers or (value is None and not in_all):
            continue
        if value is None or not fits(value, numbers):
            return 0
        if len({value, *numbers}) > 1:  # equal numbers show nothing
            rows.add((value, *numbers))
    return len(rows)


def _has_few_values(numbers: Numbers) -> bool:
    """Return whether all rows have a number and most numbers are repeated, as for a year or a number of hands."""
    return len(numbers) >= _ENOUGH and None not in numbers and 10 * len({*numbers}) <= max(10, len(numbers))
