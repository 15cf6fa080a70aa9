"""A formula as the sum it was in one hand: the numbers put in, `10 + 2 × 3 × 4`, as one would write it on paper.

Of a choice only what was chosen is left, and what changes nothing (`+ 0`, `× 1` of a rate or a flag) is left out. No
number is worked out here: each is what the formula itself gives.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from scorepad.formats import MINUS as MINUS_SIGN
from scorepad.formats import decimal, written
from scorepad.rules.formula import Values, evaluated
from scorepad.rules.formula.tree import MINUS, PLUS, TIMES, Node, Number
from scorepad.words import _

# A 1 of these is a number of tricks, cards or players, and stays in a product; a rate of 1 says nothing.
COUNTED = frozenset({"bid", "taken", "off", "cards", "players", "makers", "level", "contract_off"})
MOST_PLACES = 6  # digits of a decimal; a ninth has no end
MOST_ADDED = 6  # numbers of sum_to that are written out

# More kinds than in tree.py: a counted 1, and division rounded up.
_COUNT, _UP = "count", "up"
_POWER = "power"  # value of a product that was one
_WORDS, _ATOM, _OPERAND = 0, 11, MINUS + 1


def sum_of(node: Node, values: Values) -> str:
    """Return the sum without its result, or the result alone if there is nothing to compute."""
    return _text(_put_in(node, values), _WORDS)


def with_result(text: str, result: Number) -> str:
    """`10 + 4 = 14`, and `14` where that is all there is to say."""
    shown = figure(result)
    return shown if text == shown else f"{text} = {shown}"


def figure(value: Number) -> str:
    """Return a number for people: exact, as a fraction if there is no sign for it."""
    if 8 % value.denominator == 0:
        return written(value)
    places = decimal(value)
    if len(places.partition(".")[2]) > MOST_PLACES:
        return f"({written(value.numerator)} ÷ {value.denominator})"
    return places.replace("-", MINUS_SIGN)


def joined(before: Number, more: Number) -> str:
    """`67 + 25`, `96 − 20`, `15`: something added to a number."""
    return _text(_sum("+", Node("number", before), Node("number", more)), _WORDS)


# --- the numbers put in -----------------------------------------------------------------------------------


def _put_in(node: Node, values: Values) -> Node:
    """Return a tree of numbers, + - * / // power and sum_to."""
    value = evaluated(node, values)
    match node.kind:
        case "if":
            chosen = node.parts[1] if evaluated(node.parts[0], values) else node.parts[2]
            return _put_in(chosen, values)
        case "max" | "min":
            return next(_put_in(part, values) for part in node.parts if evaluated(part, values) == value)
        case "name":
            return Node(_COUNT if node.value in COUNTED else "number", value)
        case "+" | "-" | "*" | "neg" | "/" | "//" | "power" | "sum_to" if value != 0:
            parts = [_put_in(part, values) for part in node.parts]
            even = node.kind == "//" and evaluated(node.parts[0], values) == value * evaluated(node.parts[1], values)
            return _reckoned(replace(node, kind="/") if even else node, parts)
        case _:
            return Node("number", value)


def _reckoned(node: Node, parts: list[Node]) -> Node:
    match node.kind:
        case "+" | "-":
            return _sum(node.kind, *parts)
        case "*":
            return _times(*parts)
        case "neg":
            return _negative(parts[0])
        case "power":
            assert isinstance(node.value, int)
            return _power(parts[0], node.value)
        case "/" | "sum_to" if _is(parts[-1], 1):
            return parts[0]
        case kind:
            return Node(kind, None, tuple(parts))


def _number(node: Node) -> Number:
    assert isinstance(node.value, int | Fraction)
    return node.value


def _is(node: Node, value: int) -> bool:
    return not node.parts and node.value == value


def _sum(sign: str, left: Node, right: Node) -> Node:
    """`left + right` or `left - right`, without a zero and without a minus behind the sign."""
    if _is(left, 0):
        return right if sign == "+" else _negative(right)
    if _is(right, 0):
        return left
    other = _turned(right)
    return Node({"+": "-", "-": "+"}[sign], None, (left, other)) if other else Node(sign, None, (left, right))


def _times(left: Node, right: Node) -> Node:
    for one, other in ((left, right), (right, left)):
        if one.kind == "number" and one.value == 1:
            return other
    return Node("*", None, (left, right))


def _negative(node: Node) -> Node:
    if not node.parts:
        return Node(node.kind, -_number(node))
    if node.kind == "//" and node.parts[0].kind == "number":  # -(-15 // 2)
        top = _turned(node.parts[0])
        return Node(_UP, None, (top, node.parts[1])) if top else Node("neg", None, (node,))
    if node.kind == "*" and node.value != _POWER:  # -(5 * 3) is −5 × 3, but −(3 × 3) stays a square
        return replace(node, parts=(_negative(node.parts[0]), node.parts[1]))
    return _turned(node) or Node("neg", None, (node,))


def _turned(node: Node) -> Node | None:
    """Return the tree without the minus that it begins with; None if it begins with none."""
    match node.kind:
        case "number" | "count":
            return Node(node.kind, -_number(node)) if _number(node) < 0 else None
        case "neg":
            return node.parts[0]
        case "*" | "/":
            first = _turned(node.parts[0])
            return replace(node, parts=(first, node.parts[1])) if first else None
        case _:
            return None


def _power(base: Node, exponent: int) -> Node:
    """3 × 3: readers need not know powers."""
    if exponent == 0 or _is(base, 1):
        return Node("number", 1)
    found = base
    for _time in range(exponent - 1):
        found = Node("*", _POWER, (found, base))
    return found


# --- as text ------------------------------------------------------------------------------------------------


def _text(node: Node, binding: int) -> str:
    own, text = _bound(node)
    return f"({text})" if own < binding else text


def _bound(node: Node) -> tuple[int, str]:
    """Return the text, and how tightly it holds together."""
    match node.kind:
        case "number" | "count":
            return (_ATOM if _number(node) >= 0 else MINUS), figure(_number(node))
        case "neg":
            return MINUS, MINUS_SIGN + _text(node.parts[0], _OPERAND)
        case "+":
            return PLUS, " + ".join(_text(part, PLUS) for part in node.parts)
        case "-":
            return PLUS, f"{_text(node.parts[0], PLUS)} {MINUS_SIGN} {_text(node.parts[1], TIMES)}"
        case "*":
            first, second = node.parts
            return TIMES, f"{_text(first, TIMES)} × {_text(second, TIMES if second.kind == '*' else _OPERAND)}"
        case "sum_to":
            return (_WORDS if node.parts[0].parts else PLUS), _added(node.parts[0])
        case kind:
            return _divided(kind, node.parts)


def _divided(kind: str, parts: tuple[Node, ...]) -> tuple[int, str]:
    quotient = f"{_text(parts[0], TIMES)} ÷ {_text(parts[1], _OPERAND)}"
    if kind == "/":
        return TIMES, quotient
    words = _("{quotient} rounded up") if kind == _UP else _("{quotient} rounded down")
    return _WORDS, words.format(quotient=quotient)


def _added(node: Node) -> str:
    """1 + 2 + 3, of a number that may be a sum itself."""
    if node.parts:
        return _("1 + 2 + … up to {number}").format(number=_text(node, _WORDS))
    last = int(_number(node))
    return " + ".join(map(str, range(1, last + 1))) if last <= MOST_ADDED else f"1 + 2 + … + {last}"
