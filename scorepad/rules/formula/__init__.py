"""The formula language of schemes: parsing, evaluation and JSON (design.md section 4).

A formula is parsed once into a tree and compiled once into Python closures. No text reaches Python's own parser.
Numbers are exact: int, or Fraction if a division leaves a remainder.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorepad.errors import FormulaError
from scorepad.rules.formula import parser
from scorepad.rules.formula.tree import TRUMP_LETTERS, Node, Number, names_in, show, to_json
from scorepad.words import _

Value = int | Fraction | str
Values = Mapping[str, Value]
Run = Callable[[Values], Any]

TEXTS: Mapping[str, Collection[str]] = {"trump": TRUMP_LETTERS}


def parse(text: str, names: Collection[str], texts: Mapping[str, Collection[str]] = TEXTS) -> Formula:
    """Return the formula in `text`, which may use `names`.

    `texts` has the possible words of each name that is a word instead of a number: {"trump": "CDHSN"}. Raise
    FormulaError with the position if the text is invalid.
    """
    return Formula(text, parser.read(text, names, texts))


@dataclass(frozen=True)
class Formula:
    """A parsed formula; two are equal if their trees are, regardless of spacing."""

    text: str = field(compare=False)
    tree: Node

    def __str__(self) -> str:
        return show(self.tree)

    @cached_property
    def run(self) -> Run:
        """Return the function that computes the value."""
        return _compiled(self.tree)

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the names that the formula reads."""
        return names_in(self.tree)

    def to_json(self) -> Any:
        """Return the tree as nested lists that a browser can evaluate."""
        return to_json(self.tree)

    def evaluate(self, values: Values) -> Number:
        """Return the value; truth is 1 or 0.

        Raise FormulaError for a division by zero.
        """
        try:
            result = self.run(values)
        except KeyError as error:
            raise FormulaError(0, _("“{name}” has no value here.").format(name=error.args[0])) from None
        return result if type(result) is int else simplify_number(result)

    def holds(self, values: Values) -> bool:
        """Return whether the value is not 0."""
        return self.evaluate(values) != 0


def evaluate_node(node: Node, values: Values) -> Number:
    """Return the value of a part of a formula, with truth as 1 or 0; the part must not be a word."""
    return simplify_number(_compiled(node)(values))


def simplify_number(number: Number) -> Number:
    """Return the number as an int if it is whole; truth becomes 1 or 0."""
    return number.numerator if number.denominator == 1 else number


# --- compiling: each node becomes one closure -----------------------------------------------------


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def _compiled(node: Node) -> Run:
    parts = [_compiled(part) for part in node.parts]
    match node.kind:
        case "number" | "text":
            value = node.value
            return lambda _values: value
        case "name":
            return operator.itemgetter(node.value)
        case "compare":
            assert isinstance(node.value, tuple)
            return _comparison(node.value, parts)
        case "power":
            (base,), exponent = parts, node.value
            return lambda values: base(values) ** exponent
        case "/" | "//" | "%":
            return _quotient(_DIVIDE[node.kind], parts[0], parts[1], node.parts[1].at)
        case "sum_to":
            return _sum_to(parts[0], node.at)
        case kind:
            return _OPERATIONS[kind](*parts)


_OPERATIONS: dict[str, Callable[..., Run]] = {
    "+": lambda a, b: lambda values: a(values) + b(values),
    "-": lambda a, b: lambda values: a(values) - b(values),
    "*": lambda a, b: lambda values: a(values) * b(values),
    "neg": lambda a: lambda values: -a(values),
    "not": lambda a: lambda values: 0 if a(values) else 1,
    "and": lambda a, b: lambda values: 1 if a(values) and b(values) else 0,
    "or": lambda a, b: lambda values: 1 if a(values) or b(values) else 0,
    "if": lambda test, yes, no: lambda values: yes(values) if test(values) else no(values),
    "abs": lambda a: lambda values: abs(a(values)),
    "min": lambda *parts: lambda values: min([part(values) for part in parts]),
    "max": lambda *parts: lambda values: max([part(values) for part in parts]),
}


def _comparison(signs: tuple[str, ...], parts: list[Run]) -> Run:
    """Return the function for `a < b <= c`, in which every neighbouring pair must hold."""
    if len(signs) == 1:
        compare, (left, right) = _COMPARE[signs[0]], parts
        return lambda values: compare(left(values), right(values))
    compares = [_COMPARE[sign] for sign in signs]

    def run(values: Values) -> bool:
        operands = [part(values) for part in parts]
        return all(compare(operands[at], operands[at + 1]) for at, compare in enumerate(compares))

    return run


def _quotient(divide: Callable[[Any, Any], Any], top: Run, bottom: Run, at: int) -> Run:
    def run(values: Values) -> Number:
        divisor = bottom(values)
        if not divisor:
            raise FormulaError(at, _("This divides by zero."))
        result: Number = divide(top(values), divisor)
        return result

    return run


def exact(top: Number, bottom: Number) -> Number:
    """Return top / bottom, as an int if it is whole."""
    return simplify_number(Fraction(top) / bottom)


_DIVIDE: dict[str, Callable[[Any, Any], Any]] = {"/": exact, "//": operator.floordiv, "%": operator.mod}


def _sum_to(part: Run, at: int) -> Run:
    def run(values: Values) -> int:
        number: Number = part(values)
        if number.denominator != 1:
            raise FormulaError(at, _("“sum_to” needs a whole number. Example: sum_to(bid)."))
        last = max(int(number), 0)
        return last * (last + 1) // 2  # 1 + 2 + … + last

    return run
