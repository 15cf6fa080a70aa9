"""Columns of numbers that are no players: running numbers, and sums, averages and counts of the players' columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Literal, NamedTuple

from scorepad.game.state.rows import Points

Certainty = Literal["certain", "possible", ""]
Numbers = Sequence[Points | None]

MOST_SEARCHED = 24
"""The number of columns up to which sums are searched that leave out other columns."""
_FEW = 2  # players: a sum of two others may be a coincidence
_ENOUGH, _MANY = 5, 10  # rows that are no coincidence


def is_counter(numbers: Numbers, *, is_leftmost: bool, is_at_edge: bool) -> Certainty:
    """Return whether a column counts the rows.

    Three consecutive numbers from 1 or in the leftmost column of numbers are certain, and five elsewhere. Less is
    possible in the first or last column. Numbers with gaps, or that begin with 1 again, are certain in ten rows.
    """
    known = [number for number in numbers if isinstance(number, int)]
    if not known or any(isinstance(number, Fraction) for number in numbers):
        return ""
    if len(known) < 3:
        return "possible" if is_at_edge and known in ([1], [1, 2], [2, 1]) and len(numbers) == len(known) else ""
    steps = [after - before for before, after in pairwise(known)]
    if {*steps} in ({1}, {-1}) and (1 in known or is_leftmost or len(known) >= _ENOUGH):
        return "certain" if len(known) in (len(numbers), *range(_ENOUGH, len(numbers))) else "possible"
    restarts = known[0] == 1 and 1 in steps and all(after in (before + 1, 1) for before, after in pairwise(known))
    is_sorted = len(known) >= _ENOUGH and (min(steps) > 0 or max(steps) < 0)
    if (restarts and 3 * known.count(1) <= len(known)) or (is_sorted and abs(known[-1] - known[0]) < 2 * len(known)):
        return "certain" if len(known) >= _MANY else "possible"
    return ""


class Derived(NamedTuple):
    """The columns that are derived from others, and those that may be by coincidence."""

    certain: set[int]
    possible: set[int]


def find_derived(columns: Mapping[int, Numbers], guessed: Collection[int], *, are_evenings: bool) -> Derived:
    """Return the `guessed` columns that are derived from the other columns, all by their index.

    In tables of hands, only sums and averages are recognized.
    """
    left = dict(columns)
    search = True
    while search:
        found = next((index for index in guessed if index in left and _is_derived(left, index, are_evenings)), None)
        search = found is not None
        left.pop(-1 if found is None else found, None)
    few = {index for index in left if _has_few_values(left[index])}
    doubtful = few if 2 * len(few) < len(left) else set()
    possible = {index for index in left if index in doubtful or _may_be_sum(left, index)}
    return Derived({*columns} - {*left}, possible & {*guessed} if are_evenings else set())


def _has_few_values(numbers: Numbers) -> bool:
    """Return whether all rows have a number and most numbers are repeated, as for a year or a number of hands."""
    return len(numbers) >= _ENOUGH and None not in numbers and len({*numbers}) <= max(1, len(numbers) // _MANY)


def _is_derived(columns: Mapping[int, Numbers], index: int, are_evenings: bool) -> bool:
    for others, is_searched in _sets_of_others(columns, index, are_evenings):
        needed = 2 if len(others) > _FEW and not is_searched else 3 if are_evenings else 4
        rows = _rows(columns, index, others)
        if len(rows) >= needed and any(len(rows) >= least and fits(rows) for least, fits in _ways(are_evenings)):
            return True
    return False


def _may_be_sum(columns: Mapping[int, Numbers], index: int) -> bool:
    """Return whether a column is the sum in too few rows to be certain."""
    return any(
        len(rows) >= (1 if len(others) > _FEW else 2) and any(value for value, _numbers in rows) and _are_sums(rows)
        for others, is_searched in _sets_of_others(columns, index, False)
        if (rows := _rows(columns, index, others)) and not is_searched
    )


def _sets_of_others(columns: Mapping[int, Numbers], index: int, are_evenings: bool) -> Iterator[tuple[list[int], bool]]:
    """Yield the columns of which one may be the sum, and whether some columns are left out by search."""
    others = [other for other in columns if other != index]
    before = [other for other in others if other < index]
    yield from ((of, False) for of in (before, others) if len(of) > 1)
    if are_evenings and len(others) <= MOST_SEARCHED:
        for count in (1, 2):
            for left_out in combinations(others, count):
                of = [other for other in others if other not in left_out]
                if len(of) > _FEW:
                    yield of, True


Row = tuple[Points, tuple[Points, ...]]


def _rows(columns: Mapping[int, Numbers], index: int, others: Sequence[int]) -> Collection[Row]:
    """Return the different rows with a number in this column and in others."""
    rows: dict[Row, None] = {}
    for at, value in enumerate(columns[index]):
        numbers = tuple(number for other in others if (number := columns[other][at]) is not None)
        if value is not None and numbers:
            rows[value, numbers] = None
            if len(rows) == 1 and not any(fits(rows) for _least, fits in _ways(True)):
                return ()  # the first row decides most columns
    return rows.keys()


def _are_sums(rows: Collection[Row]) -> bool:
    return all(value == sum(numbers) for value, numbers in rows)


def _are_sums_or_averages(rows: Collection[Row]) -> bool:
    return all(
        value == sum(numbers) or round(float(value), 1) == round(float(sum(numbers)) / len(numbers), 1)
        for value, numbers in rows
    )


def _ways(are_evenings: bool) -> list[tuple[int, Callable[[Collection[Row]], bool]]]:
    """Return the least number of rows and the test of each way in which a column can be derived."""
    ways: list[tuple[int, Callable[[Collection[Row]], bool]]] = [(0, _are_sums_or_averages)]
    if are_evenings:
        ways += [
            (3, lambda rows: all(value == len(numbers) for value, numbers in rows)),
            (3, lambda rows: all(value == _lead(numbers) for value, numbers in rows)),
            (_ENOUGH, lambda rows: all(value == max(numbers) for value, numbers in rows)),
            (_ENOUGH, lambda rows: all(value == min(numbers) for value, numbers in rows)),
        ]
    return ways


def _lead(numbers: Sequence[Points]) -> Points | None:
    """Return by how much the best number exceeds the second best."""
    second, best = sorted(numbers)[-2:] if len(numbers) > 1 else (None, None)
    return None if second is None or best is None else best - second
