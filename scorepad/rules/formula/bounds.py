"""The range of a formula's value, from the ranges of its names: exact interval arithmetic without a search.

bounds() proves a range or raises UnprovenError at the node that it cannot prove safe. An example is a division whose
divisor may be zero. The caller then narrows the ranges and tries again. On single values the result is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import floor, lcm
from typing import NamedTuple

from scorepad.rules.formula import Formula, exact, triangle
from scorepad.rules.formula.tree import Node, Number
from scorepad.words import _


class Range(NamedTuple):
    """The values from low to high, all multiples of 1/parts (0: unknown).

    `open`: the value depends on the property that the caller examines (see scheme.check.needs_tricks).
    """

    low: Number
    high: Number
    parts: int = 1
    open: bool = False

    @property
    def is_always_true(self) -> bool:
        """Return whether every value is true (not 0)."""
        return self.low > 0 or self.high < 0

    @property
    def is_always_zero(self) -> bool:
        """Return whether the only value is 0."""
        return self.low == 0 == self.high


Words = frozenset[str]
Domain = Mapping[str, Range | Words]
NO, YES, EITHER = Range(0, 0), Range(1, 1), Range(0, 1)


@dataclass
class UnprovenError(Exception):
    """A range that could not be proved, with the node of the formula."""

    node: Node
    reason: str


class OutOfWorkError(Exception):
    """The error for a formula that needs more steps than allowed."""


@dataclass
class Work:
    """A counter of the remaining steps, which limits the work for hostile text."""

    left: int

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfWorkError


def bounds(formula: Formula, domain: Domain, work: Work | None = None) -> Range:
    """Return the range of the formula's value when each name is within its own range.

    Raise UnprovenError or OutOfWorkError. Each node is computed at most once. `work` counts the steps over several
    calls for one formula.
    """
    return _range(formula.tree, domain, work)


def single(number: Number) -> Range:
    """Return the range of a single value."""
    return Range(number, number, number.denominator)


def span(low: Number, high: Number, parts: int, is_open: bool) -> Range:
    """Return a range; a single value is exact and never open."""
    return single(low) if low == high else Range(low, high, parts, is_open)


def _range(node: Node, domain: Domain, work: Work | None) -> Range:
    if work is not None:
        work.step()
    match node.kind:
        case "number":
            assert isinstance(node.value, int | Fraction)
            return single(node.value)
        case "name":
            value_range = domain[str(node.value)]
            assert isinstance(value_range, Range)
            return value_range
        case "compare":
            return _comparison(node, domain, work)
        case "if":
            return _if(node, domain, work)
        case "and" | "or":
            return _logic(node, domain, work)
    parts = [_range(part, domain, work) for part in node.parts]
    return _OPERATIONS[node.kind](node, *parts)


# --- choices --------------------------------------------------------------------------------------


def truth(values: Range) -> Range:
    """Return the range of the truth of a value: 1 if it is not 0, otherwise 0."""
    if values.is_always_true:
        return YES
    return NO if values.is_always_zero else EITHER._replace(open=values.open)


def _if(node: Node, domain: Domain, work: Work | None) -> Range:
    test = truth(_range(node.parts[0], domain, work))
    if test in (YES, NO):
        return _range(node.parts[1 if test == YES else 2], domain, work)
    return union(_range(node.parts[1], domain, work), _range(node.parts[2], domain, work), test.open)


def union(first: Range, other: Range, is_open: bool) -> Range:
    """Return the range that covers both ranges."""
    parts = lcm(first.parts, other.parts)
    return span(min(first.low, other.low), max(first.high, other.high), parts, is_open or first.open or other.open)


def _logic(node: Node, domain: Domain, work: Work | None) -> Range:
    """Return the range of `and` or `or`.

    The second operand is not computed if the first decides the result.
    """
    deciding = NO if node.kind == "and" else YES
    first = truth(_range(node.parts[0], domain, work))
    if first == deciding:
        return deciding
    second = truth(_range(node.parts[1], domain, work))
    if second == deciding:
        return deciding
    if first.low == first.high and second.low == second.high:
        return YES if deciding == NO else NO
    return EITHER._replace(open=first.open or second.open)


def _comparison(node: Node, domain: Domain, work: Work | None) -> Range:
    """Return the range of a comparison.

    Every operand is computed, as in scoring. An operand between two signs is computed once.
    """
    assert isinstance(node.value, tuple)
    operands = [_side(part, domain, work) for part in node.parts]
    pairs = {_pair(sign, operands[at], operands[at + 1]) for at, sign in enumerate(node.value)}
    if NO in pairs:
        return NO
    return YES if pairs == {YES} else EITHER._replace(open=any(pair.open for pair in pairs))


def _side(node: Node, domain: Domain, work: Work | None) -> Range | Words:
    """Return an operand of a comparison: its possible words, or the range of its numbers."""
    if node.kind == "text":
        return frozenset({str(node.value)})
    value = domain[str(node.value)] if node.kind == "name" else None
    return value if isinstance(value, frozenset) else _range(node, domain, work)


def _pair(sign: str, first: Range | Words, other: Range | Words) -> Range:
    if isinstance(first, frozenset):
        assert isinstance(other, frozenset)
        same = _same_words(first, other)
        return same if sign == "==" else _opposite(same)
    assert isinstance(other, Range)
    if sign in (">", "<="):  # a > b is b < a, and a <= b is its opposite
        first, other = other, first
    difference = _less(first, other)
    if sign in ("==", "!="):  # a != b is a < b or a > b
        more = _less(other, first)
        difference = YES if YES in (difference, more) else union(difference, more, False)
    return _opposite(difference) if sign in ("==", "<=", ">=") else difference


def _less(first: Range, other: Range) -> Range:
    if first.high < other.low:
        return YES
    return NO if first.low >= other.high else EITHER._replace(open=first.open or other.open)


def _opposite(values: Range) -> Range:
    return {YES: NO, NO: YES}.get(values, values)


def _same_words(first: Words, other: Words) -> Range:
    if not first & other:
        return NO
    return YES if len(first | other) == 1 else EITHER


# --- arithmetic -----------------------------------------------------------------------------------


def _plus(_node: Node, a: Range, b: Range) -> Range:
    return span(a.low + b.low, a.high + b.high, lcm(a.parts, b.parts), a.open or b.open)


def _minus(node: Node, a: Range, b: Range) -> Range:
    return _plus(node, a, _negative(node, b))


def _negative(_node: Node, a: Range) -> Range:
    return span(-a.high, -a.low, a.parts, a.open)


def _times(_node: Node, a: Range, b: Range) -> Range:
    corners = (a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    return span(min(corners), max(corners), a.parts * b.parts, a.open or b.open)


def _quotient(node: Node, a: Range, b: Range) -> Range:
    """Return the range of a / b; b must never be zero."""
    if b.low <= 0 <= b.high:
        raise UnprovenError(node.parts[1], _("This divides by zero."))
    corners = [exact(top, bottom) for top in (a.low, a.high) for bottom in (b.low, b.high)]
    parts = a.parts * abs(b.low.numerator) if b.low == b.high else 0
    return span(min(corners), max(corners), parts, a.open or b.open)


def _floor(node: Node, a: Range, b: Range) -> Range:
    quotient = _quotient(node, a, b)
    return span(floor(quotient.low), floor(quotient.high), 1, quotient.open)


def _rest(node: Node, a: Range, b: Range) -> Range:
    """Return the range of a % b, which has the sign of b and is smaller.

    If a // b has one value for the whole range, the result is exactly a - b * (a // b).
    """
    times = _floor(node, a, b)
    if times.low == times.high:
        return _minus(node, a, _times(node, b, times))
    return Range(min(0, b.low), max(0, b.high), lcm(a.parts, b.parts), times.open)


def _power(node: Node, a: Range) -> Range:
    exponent = node.value
    assert isinstance(exponent, int)
    base = _abs(node, a) if exponent == 2 else a  # so that the power is monotonic
    return span(base.low**exponent, base.high**exponent, base.parts**exponent, base.open)


def _abs(_node: Node, a: Range) -> Range:
    return span(max(0, a.low, -a.high), max(a.high, -a.low), a.parts, a.open)


def _extreme(pick: Callable[[Iterable[Number]], Number], _node: Node, *parts: Range) -> Range:
    """Return the range of the minimum or maximum of several values."""
    low, high = pick(part.low for part in parts), pick(part.high for part in parts)
    return span(low, high, lcm(*(part.parts for part in parts)), any(part.open for part in parts))


def _sum_to(node: Node, a: Range) -> Range:
    if a.parts != 1:
        raise UnprovenError(node, _("“sum_to” needs a whole number. Example: sum_to(bid)."))
    return span(triangle(int(a.low)), triangle(int(a.high)), 1, a.open)


def is_whole(values: Range, halves: bool) -> bool:
    """Return whether every value is whole, or with `halves` a multiple of a half."""
    return values.parts == 1 or (halves and values.parts == 2)


_OPERATIONS: dict[str, Callable[..., Range]] = {
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _quotient,
    "//": _floor,
    "%": _rest,
    "neg": _negative,
    "not": lambda _node, a: _opposite(truth(a)),
    "power": _power,
    "abs": _abs,
    "min": partial(_extreme, min),
    "max": partial(_extreme, max),
    "sum_to": _sum_to,
}
