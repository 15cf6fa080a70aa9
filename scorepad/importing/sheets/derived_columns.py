"""Columns of numbers that may be no players: numbers of the rows, and sums, averages and counts of other columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from scorepad.game.state.rows import Points
from scorepad.importing.sheets.cells import NOTHING, number_or_none

Numbers = Sequence[Points | None]

MOST_SEARCHED = 24
"""The number of columns up to which others are left out, because they may be derived themselves."""
_ENOUGH = 5  # rows in which sorted or repeated numbers are no coincidence


def are_numbers(values: Iterable[str]) -> bool:
    """Return whether at least half of the values are numbers."""
    known = [number_or_none(text) is not None or text.casefold() in NOTHING for text in values]
    return bool(known) and 2 * sum(known) >= len(known)


def may_count_rows(numbers: Numbers, *, is_first: bool, is_at_edge: bool) -> bool:
    """Return whether a column may count the rows: 1, 2, 3, also falling, with gaps, or from 1 again.

    Fewer than three numbers count them only at the edge of the table, and few only from 1 or in the first such column.
    """
    known = [number for number in numbers if number is not None]
    if any(isinstance(number, Fraction) for number in known):
        return False
    if len(known) < 3:
        return is_at_edge and len(known) == len(numbers) and known in ([1], [1, 2], [2, 1])
    steps = [after - before for before, after in pairwise(known)]
    restarts = known[0] == 1 and all(after in (before + 1, 1) for before, after in pairwise(known))
    is_sorted = len(known) >= _ENOUGH and (min(steps) > 0 or max(steps) < 0)
    if {*steps} in ({1}, {-1}) and (is_first or 1 in known or len(known) >= _ENOUGH):
        return True
    if is_sorted and max(known) - min(known) < 2 * len(known):
        return True
    return restarts and 3 * known.count(1) <= len(known)


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


def may_be_derived(columns: Mapping[int, Numbers], index: int, *, are_evenings: bool) -> bool:
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


def has_few_values(numbers: Numbers) -> bool:
    """Return whether all rows have a number and most numbers are repeated, as for a year or a number of hands."""
    return len(numbers) >= _ENOUGH and None not in numbers and 10 * len({*numbers}) <= max(10, len(numbers))
