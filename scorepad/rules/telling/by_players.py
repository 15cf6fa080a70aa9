"""A number that hangs on how many play, said in a sentence for each number of players, or for some in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple


class Sentences(NamedTuple):
    """What is said of a value: for all players alike, for one number of players, for two that follow each other, for
    some from `fewest` to `most`."""

    alike: Callable[[int], str]
    one: Callable[[int], str]
    two: Callable[[int], str]
    some: Callable[[int], str]


def by_players(values: Mapping[int, int], said: Sentences) -> Iterator[str]:
    """`values` by the number of players, in order; neighbours with one value are told together."""
    groups = list[list[int]]()
    for number, value in values.items():
        if groups and values[groups[-1][0]] == value:
            groups[-1].append(number)
        else:
            groups.append([number])
    for group in groups:
        value = values[group[0]]
        if len(groups) == 1:
            yield said.alike(value)
        elif len(group) == 1:
            yield said.one(value).format(players=group[0])
        else:
            words = said.two if group[-1] == group[0] + 1 else said.some
            yield words(value).format(fewest=group[0], most=group[-1])
