"""Columns of numbers that are no players: running numbers, and sums, averages and counts of the players' columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Literal, NamedTuple

from scorepad.game.files.old_sheets.cells import NOTHING, number_or_none
from scorepad.game.state.rows import Points

Certainty = Literal["certain", "possible", ""]
Numbers = Sequence[Points | None]

MOST_SEARCHED = 24
"""The number of columns up to which more than sums and averages of all columns are searched."""
_FEW = 2  # players: a sum of two others may be a coincidence
_ENOUGH, _MANY = 5, 10  # rows that are no coincidence


def is_counter(numbers: Numbers, *, is_leftmost: bool, is_unusual: bool) -> Certainty:
    """Return whether a column counts the rows.

    Five consecutive numbers are certain; so are 1, 2, 3, and three in the leftmost column of numbers, if their place or
    size `is_unusual` for a player. Less is possible. Numbers with gaps, or that begin with 1 again, are certain in ten
    rows.
    """
    known = [number for number in numbers if isinstance(number, int)]
    if not known or any(isinstance(number, Fraction) for number in numbers):
        return ""
    if len(known) < 3:
        return "possible" if is_unusual and known in ([1], [1, 2], [2, 1]) and len(numbers) == len(known) else ""
    steps = [after - before for before, after in pairwise(known)]
    if {*steps} in ({1}, {-1}) and (1 in known or is_leftmost or len(known) >= _ENOUGH):
        is_certain = len(known) >= _ENOUGH or (is_unusual and steps[0] == 1 and len(known) == len(numbers))
        return "certain" if is_certain else "possible"
    restarts = known[0] == 1 and 1 in steps and all(after in (before + 1, 1) for before, after in pairwise(known))
    is_sorted = len(known) >= _ENOUGH and (min(steps) > 0 or max(steps) < 0)
    if (restarts and 3 * known.count(1) <= len(known)) or (is_sorted and abs(known[-1] - known[0]) < 2 * len(known)):
        return "certain" if len(known) >= _MANY else "possible"
    return ""


def are_numbers(values: Iterable[str]) -> bool:
    """Return whether at least half of the values are numbers."""
    known = [number_or_none(text) is not None or text.casefold() in NOTHING for text in values]
    return bool(known) and 2 * sum(known) >= len(known)


def are_large(columns: Iterable[Numbers]) -> bool:
    """Return whether most numbers are larger than those that may count evenings or players."""
    large = [not -_MANY <= number <= _MANY for numbers in columns for number in numbers if number is not None]
    return 2 * sum(large) > len(large)


class Derived(NamedTuple):
    """The columns that are derived from others, and those that may be by coincidence."""

    certain: set[int]
    possible: set[int]


class _Way(NamedTuple):
    """A way to derive a number from those of the players: the test, and the rows that make it certain or possible.

    The rows are for two players and for more, 0 if it is never certain or possible.
    """

    fits: Callable[[Points, Sequence[Points]], bool]
    certain: tuple[int, int]
    possible: tuple[int, int]
    is_in_all_rows: bool = True
    is_searched: bool = False
    """Whether it may be possible among columns that are found by leaving out others."""


def _is_average(value: Points, numbers: Sequence[Points]) -> bool:
    return round(float(value), 1) == round(float(sum(numbers)) / len(numbers), 1)


def _is_lead(value: Points, numbers: Sequence[Points]) -> bool:
    best, *others = sorted(numbers, reverse=True)
    return bool(others) and value == best - others[0]


_BEST = _Way(lambda value, numbers: value == max(numbers), (_ENOUGH, _ENOUGH), (2, 2))
_COUNT = _Way(lambda value, numbers: value == len(numbers), (_ENOUGH, 3), (2, 1))
_WAYS = (
    _Way(lambda value, numbers: value == sum(numbers), (3, 2), (2, 1), is_in_all_rows=False, is_searched=True),
    _Way(_is_average, (3, 2), (2, 1), is_in_all_rows=False),
    _COUNT,
    _Way(_is_lead, (0, _ENOUGH), (3, 2)),
    _BEST,
    _Way(lambda value, numbers: value == min(numbers), (_ENOUGH, _ENOUGH), (3, 3)),
)
_WAYS_OF_SMALL = tuple(
    way._replace(certain=(_MANY, _MANY), possible=(0, 2) if way is _COUNT else way.possible) for way in _WAYS
)
"""For points such as 0 to 3, which are often equal or the sum of others by coincidence."""
_WAYS_OF_HANDS = tuple(way._replace(certain=(4, 2)) for way in _WAYS[:2])


def find_derived(columns: Mapping[int, Numbers], guessed: Collection[int], *, are_evenings: bool) -> Derived:
    """Return the `guessed` columns that are derived from the other columns, all by their index.

    In tables of hands, only sums and averages are recognized.
    """
    left = dict(columns)
    if not are_evenings or len(columns) > MOST_SEARCHED:
        return Derived(_take(left, guessed, _WAYS_OF_HANDS, is_searched=False), set())
    ways = _WAYS if are_large(columns.values()) else _WAYS_OF_SMALL
    certain = _take(left, guessed, ways, is_searched=True)
    swapped = {pair for index in certain for pair in _swapped(columns, left, guessed, index)}
    few = {index for index in guessed if index in left and _has_few_values(left[index])}
    doubtful = few if 2 * len(few) < len(left) else set()
    possible = _take(left, guessed, ways, is_searched=True, is_certain=False)
    return Derived(certain - swapped, possible | doubtful | swapped)


def _swapped(
    columns: Mapping[int, Numbers], left: Mapping[int, Numbers], guessed: Collection[int], index: int
) -> set[int]:
    """Return a derived column and those columns of players that may be derived from it instead."""
    others = [
        other
        for other in left
        if other in guessed
        if _is_derived({**left, index: columns[index]}, other, _BEST, is_searched=False, is_certain=False)
    ]
    return {index, *others} if others else set()


def _take(
    left: dict[int, Numbers],
    guessed: Collection[int],
    ways: Sequence[_Way],
    *,
    is_searched: bool,
    is_certain: bool = True,
) -> set[int]:
    """Remove the derived columns from `left`, and return them."""
    taken: set[int] = set()
    for way in (*ways, *ways):  # a sum may be found only without an average, and the other way round
        for index in guessed:
            if index in left and _is_derived(left, index, way, is_searched=is_searched, is_certain=is_certain):
                taken.add(index)
                del left[index]
    return taken


def _is_derived(columns: Mapping[int, Numbers], index: int, way: _Way, *, is_searched: bool, is_certain: bool) -> bool:
    others = [other for other in columns if other != index]
    before = [other for other in others if other < index]
    least = way.certain if is_certain else way.possible
    if is_searched and is_certain and None in columns[index]:
        least = (max(least[0], _ENOUGH), max(least[1], _ENOUGH))
    for of in (before, others):
        needed = least[len(of) > _FEW]
        if len(of) > 1 and needed and _count_rows(columns, index, of, way) >= needed:
            return True
    if not is_searched or not (is_certain or way.is_searched) or way.fits is _is_lead:
        return False
    for of in _without_some(others):
        needed = max(least[len(of) > _FEW], (3 if len(of) > _FEW else _ENOUGH) if is_certain else 1)
        if least[len(of) > _FEW] and _count_rows(columns, index, of, way) >= needed:
            return True
    return False


def _without_some(others: Sequence[int]) -> Iterator[list[int]]:
    """Yield the columns without one to three of them, which may be derived themselves; of many without one."""
    for count in (1, 2, 3) if len(others) < MOST_SEARCHED // 2 + 2 else (1,):
        for left_out in combinations(others, count):
            if len(others) - count > 1:
                yield [other for other in others if other not in left_out]


def _count_rows(columns: Mapping[int, Numbers], index: int, others: Sequence[int], way: _Way) -> int:
    """Return the number of different rows in which a column is derived in this way, or 0 if it is not in one row."""
    rows: set[tuple[Points, ...]] = set()
    for at, value in enumerate(columns[index]):
        numbers = [number for other in others if (number := columns[other][at]) is not None]
        if not numbers or (value is None and not way.is_in_all_rows):
            continue
        if value is None or not way.fits(value, numbers):
            return 0
        if len({value, *numbers}) > 1:  # equal numbers show nothing
            rows.add((value, *numbers))
    return len(rows)


def _has_few_values(numbers: Numbers) -> bool:
    """Return whether all rows have a number and most numbers are repeated, as for a year or a number of hands."""
    return len(numbers) >= _ENOUGH and None not in numbers and len({*numbers}) <= max(1, len(numbers) // _MANY)
