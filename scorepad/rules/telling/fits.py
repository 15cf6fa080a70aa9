"""Finding the simple sum that numbers follow: a base and so much for each of some quantities, exactly or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from scorepad.rules.formula import tidy
from scorepad.rules.formula.tree import Number

Row = tuple[Sequence[int], Number]  # quantities of a hand, and its points


def fitted(rows: Iterable[Row]) -> list[Number] | None:
    """The base and the rate of each quantity, if all rows follow one sum; a rate that the rows leave open is 0.

    None where they follow none. There must be a row.
    """
    alike = {(*quantities, points) for quantities, points in rows}  # most hands say what another has said
    equations = [[Fraction(1), *map(Fraction, one)] for one in sorted(alike)]
    width = len(equations[0]) - 1
    solved: list[tuple[int, list[Fraction]]] = []
    for equation in equations:
        for column, known in solved:
            if equation[column]:
                equation = [ours - equation[column] * theirs for ours, theirs in zip(equation, known, strict=True)]
        column = next((at for at in range(width) if equation[at]), -1)
        if column >= 0:
            solved.append((column, [one / equation[column] for one in equation]))
        elif equation[-1]:
            return None
    rates = [Fraction(0)] * width
    for column, known in reversed(solved):
        rates[column] = known[-1] - sum(known[at] * rates[at] for at in range(width) if at != column)
    return [tidy(rate) for rate in rates]
