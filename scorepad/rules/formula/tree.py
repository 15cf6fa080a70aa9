"""The tree of a formula, and its conversion to text and to JSON.

The kinds of nodes:

kind                   value               parts
number                 int or Fraction     -
text                   "H", "all"          -  (suits are texts too)
name                   "bid"               -
neg, not               -                   operand
+ - * / // % and or    -                   left, right
power                  0 to 3              base
compare                ("<", "<=", …)      operands, one more than signs
if                     -                   test, yes, no
abs min max sum_to     -                   arguments
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scorepad.formats import decimal

Number = int | Fraction

TRUMP_LETTERS = frozenset("CDHSN")
FUNCTIONS = {"abs": (1, 1), "min": (2, 10), "max": (2, 10), "sum_to": (1, 1)}  # name: fewest, most arguments
WORDS = frozenset({"and", "or", "not", "if", "else"})

# Operator precedence, as in arithmetic and Python.
IF, OR, AND, NOT, COMPARE, PLUS, TIMES, MINUS, POWER, ATOM = range(1, 11)
BINDING = {
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), COMPARE),
    **dict.fromkeys(("*", "/", "//", "%"), TIMES),
    **dict.fromkeys(("+", "-"), PLUS),
    "if": IF,
    "or": OR,
    "and": AND,
    "**": POWER,
}
_KINDS = {**BINDING, "not": NOT, "compare": COMPARE, "neg": MINUS, "power": POWER}


@dataclass(frozen=True, slots=True)
class Node:
    """A node; `at` is its 0-based position in the text and does not affect equality."""

    kind: str
    value: Number | str | tuple[str, ...] | None = None
    parts: tuple[Node, ...] = ()
    at: int = field(default=0, compare=False)


def magnitude(number: Number) -> Number:
    """Return the absolute value; mypy cannot infer the type of abs(int | Fraction)."""
    return max(number, -number)


def names_in(node: Node) -> frozenset[str]:
    """Return all names that the tree reads."""
    if node.kind == "name":
        return frozenset({str(node.value)})
    return frozenset().union(*(names_in(part) for part in node.parts))


def depth(node: Node) -> int:
    """Return the number of levels from this node to the deepest leaf, both included."""
    return 1 + max((depth(part) for part in node.parts), default=0)


def size(node: Node) -> int:
    """Return the number of nodes."""
    return 1 + sum(size(part) for part in node.parts)


def degree(node: Node, known: Mapping[str, int]) -> int:
    """Return a bound for the number of digits of the value, which limits the work of any evaluation.

    `known` has the degrees of names that are formulas themselves (a scheme's terms). Sums count like products, because
    adding fractions multiplies their denominators.
    """
    parts = [degree(part, known) for part in node.parts]
    match node.kind:
        case "name":
            return known.get(str(node.value), 1)
        case "power":
            assert isinstance(node.value, int)
            return parts[0] * max(1, node.value)
        case "sum_to":
            return parts[0] * 2
        case "+" | "-" | "*" | "/" | "//" | "%":
            return sum(parts)
        case "if":
            return max(parts[1:])
        case "neg" | "abs" | "min" | "max":
            return max(parts)
        case _:
            return 1


# --- back to text ---------------------------------------------------------------------------------


def show(node: Node, binding: int = IF) -> str:
    """Return the canonical text of a node.

    It has brackets only if the surrounding operator, with precedence `binding`, requires them.
    """
    own = _KINDS.get(node.kind, ATOM)
    text = _show(node, own)
    return f"({text})" if own < binding else text


def _show(node: Node, own: int) -> str:
    parts = node.parts
    match node.kind:
        case "number":
            assert isinstance(node.value, int | Fraction)
            return decimal(node.value)  # exact: a literal has at most six decimals
        case "text":
            return _quoted(str(node.value))
        case "name":
            return str(node.value)
        case "neg":
            return "-" + show(parts[0], own)
        case "not":
            return "not " + show(parts[0], own)
        case "power":
            return f"{show(parts[0], ATOM)} ** {node.value}"
        case "if":
            return f"{show(parts[1], OR)} if {show(parts[0], OR)} else {show(parts[2])}"
        case "compare":
            assert isinstance(node.value, tuple)
            operands = [show(part, PLUS) for part in parts]
            return operands[0] + "".join(f" {sign} {operands[at]}" for at, sign in enumerate(node.value, 1))
        case kind if kind in FUNCTIONS:
            return f"{kind}({', '.join(show(part) for part in parts)})"
        case sign:
            return f"{show(parts[0], own)} {sign} {show(parts[1], own + 1)}"


def _quoted(text: str) -> str:
    if text in TRUMP_LETTERS:
        return text
    return f'"{text}"' if "'" in text else f"'{text}'"


# --- to JSON --------------------------------------------------------------------------------------


def to_json(node: Node) -> Any:
    """Return the tree as nested lists that a browser can evaluate."""
    parts = [to_json(part) for part in node.parts]
    match node.kind:
        case "number" if isinstance(node.value, Fraction):
            return ["fraction", node.value.numerator, node.value.denominator]
        case "number":
            return node.value
        case "text" | "name":
            return [node.kind, node.value]
        case "power":
            return ["power", parts[0], node.value]
        case "compare":
            assert isinstance(node.value, tuple)
            return ["compare", parts[0], *(x for at, sign in enumerate(node.value, 1) for x in (sign, parts[at]))]
        case _:
            return [node.kind, *parts]
