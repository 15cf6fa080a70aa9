"""Formulas computed with symbols for unknown numbers: exact sums of products.

A symbol is any number from 0 up. A formula cannot be computed if it depends on a condition that differs among such
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scorepad.rules.formula.tree import Node

Product = tuple[str, ...]
"""Symbols that are multiplied with each other, in alphabetical order; () is 1."""

Sum = Mapping[Product, Fraction]
"""The coefficient of each product, which is never 0."""


class NotExpressibleError(Exception):
    """The error for a formula that is not one sum of products for all values of its symbols."""


def number(value: int | Fraction) -> Sum:
    """Return a sum that is a constant."""
    return {(): Fraction(value)} if value else {}


def letter(name: str) -> Sum:
    return {(name,): Fraction(1)}


def plus(left: Sum, right: Sum, times: int | Fraction = 1) -> Sum:
    """Return `left` plus `times` times `right`."""
    products = {**left, **right}
    added = {product: left.get(product, Fraction(0)) + times * right.get(product, Fraction(0)) for product in products}
    return {product: count for product, count in added.items() if count}


def minus(left: Sum, right: Sum) -> Sum:
    return plus(left, right, -1)


def multiplied(left: Sum, right: Sum) -> Sum:
    result: Sum = {}
    for product, count in left.items():
        result = plus(result, {tuple(sorted(product + other)): count * more for other, more in right.items()})
    return result


def least(expression: Sum) -> Fraction | None:
    """Return the least value of a sum, or None if it is unknown."""
    constant = expression.get((), Fraction(0))
    return constant if all(count > 0 for product, count in expression.items() if product) else None


def most(expression: Sum) -> Fraction | None:
    """Return the greatest value of a sum, or None if it is unknown."""
    least_negated = least(minus({}, expression))
    return None if least_negated is None else -least_negated


class SymbolicValues:
    """An evaluator of formulas with symbols.

    `names` has the value of each name, a word or a sum. `terms` has the tree of each name that is a formula.
    """

    def __init__(self, names: Mapping[str, Sum | str], terms: Mapping[str, Node]) -> None:
        self.names, self.terms = names, terms

    def sum_of(self, node: Node) -> Sum:
        """Return the value of a tree. Raise NotExpressibleError if it is not one sum."""
        match node.kind, node.value:
            case "number", int() | Fraction() as value:
                return number(value)
            case "name", str() as name:
                return self._named(name)
            case "power", int() as exponent:
                return self._power(self.sum_of(node.parts[0]), exponent)
            case "if", _:
                test, yes, no = node.parts
                return self.sum_of(yes if self.holds(test) else no)
            case "and" | "or" | "not" | "compare", _:
                return number(self.holds(node))
            case kind, _:
                return self._reckoned(kind, [self.sum_of(part) for part in node.parts])

    def _named(self, name: str) -> Sum:
        if name in self.terms:
            return self.sum_of(self.terms[name])
        value = self.names.get(name)
        if value is None or isinstance(value, str):
            raise NotExpressibleError(name)
        return value

    def _power(self, base: Sum, exponent: int) -> Sum:
        result = number(1)
        for _time in range(exponent):
            result = multiplied(result, base)
        return result

    def _reckoned(self, kind: str, parts: list[Sum]) -> Sum:
        first, *others = parts
        match kind:
            case "+":
                return plus(first, others[0])
            case "-":
                return minus(first, others[0])
            case "*":
                return multiplied(first, others[0])
            case "neg":
                return minus({}, first)
            case "/" if set(others[0]) == {()}:
                return plus({}, first, 1 / others[0][()])
            case "abs":
                return first if _is(least(first), ">=") else minus({}, self._known(first, "<="))
            case "sum_to":
                return {} if _is(most(first), "<=") else self._triangle(first)
            case "min" | "max":
                for other in others:
                    first = self._chosen(kind, first, other)
                return first
        raise NotExpressibleError(kind)

    def _known(self, expression: Sum, sign: str) -> Sum:
        if not _is(least(expression) if sign == ">=" else most(expression), sign):
            raise NotExpressibleError(sign)
        return expression

    def _triangle(self, last: Sum) -> Sum:
        return plus({}, plus(multiplied(self._known(last, ">="), last), last), Fraction(1, 2))

    def _chosen(self, kind: str, left: Sum, right: Sum) -> Sum:
        smaller, larger = (left, right) if _compared(minus(right, left), ">=") else (right, left)
        return smaller if kind == "min" else larger

    # --- conditions ---

    def holds(self, node: Node) -> bool:
        """Return whether a condition holds, if the answer is the same for all values of the symbols.

        Raise NotExpressibleError if it differs or cannot be decided.
        """
        match node.kind:
            case "and":
                return all(self.holds(part) for part in node.parts)
            case "or":
                return any(self.holds(part) for part in node.parts)
            case "not":
                return not self.holds(node.parts[0])
            case "compare":
                assert isinstance(node.value, tuple)
                pairs = zip(node.parts, node.value, node.parts[1:], strict=False)
                return all(self._compares(left, str(sign), right) for left, sign, right in pairs)
        return _compared(self.sum_of(node), "!=")

    def _compares(self, left: Node, sign: str, right: Node) -> bool:
        words = [self._word(left), self._word(right)]
        if None not in words:
            return (words[0] == words[1]) is (sign == "==")
        return _compared(minus(self.sum_of(left), self.sum_of(right)), sign)

    def _word(self, node: Node) -> str | None:
        value = node.value if node.kind == "text" else self.names.get(str(node.value)) if node.kind == "name" else None
        return value if isinstance(value, str) else None


def _is(bound: Fraction | None, sign: str) -> bool:
    """Return whether a bound of a sum proves that the sum is below, above, at most or at least 0."""
    if bound is None:
        return False
    return {"<": bound < 0, ">": bound > 0, "<=": bound <= 0, ">=": bound >= 0}[sign]


def _compared(difference: Sum, sign: str) -> bool:
    """Return whether a difference is below, above, equal … to 0.

    Raise NotExpressibleError if that depends on the symbols.
    """
    low, high = least(difference), most(difference)
    if sign in ("==", "!="):
        if difference and not _is(low, ">") and not _is(high, "<"):
            raise NotExpressibleError(sign)
        return (not difference) is (sign == "==")
    opposite = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[sign]
    if _is(high if "<" in sign else low, sign):
        return True
    if _is(high if "<" in opposite else low, opposite):
        return False
    raise NotExpressibleError(sign)
