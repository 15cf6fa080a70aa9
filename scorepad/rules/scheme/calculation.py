"""The calculation of a formula for one hand, with its numbers filled in: `10 + 2 × 3 × 4`, as on paper.

A choice shows only the chosen branch. Operands without effect (`+ 0`, `× 1` of a rate or a flag) are omitted; a 1
of a number of tricks, cards or players stays. All
numbers are values of the formula and its parts; this module computes no points.
"""

from dataclasses import replace
from fractions import Fraction

from scorepad.formats import MINUS as MINUS_SIGN
from scorepad.formats import decimal, format_points
from scorepad.formula_names import COUNTED
from scorepad.rules.formula import Values, evaluate_node
from scorepad.rules.formula.tree import MINUS, PLUS, TIMES, Node, Number
from scorepad.words import _

MOST_PLACES = 6  # decimals; other numbers are shown as quotients
MOST_ADDED = 6  # the most numbers of sum_to that are written out

# Kinds in addition to tree.py: a counted number, and division rounded up.
_COUNT, _UP = "count", "up"
_POWER = "power"  # the value of a product that was a power
_WORDS, _ATOM, _OPERAND = 0, 11, MINUS + 1


def sum_of(node: Node, values: Values) -> str:
    """Return the calculation without its result, or only the result if there is nothing to compute."""
    return _text(_put_in(node, values), _WORDS)


def with_result(text: str, result: Number) -> str:
    """Return `10 + 4 = 14`, or only `14` if the text is the result."""
    result_text = format_number(result)
    return result_text if text == result_text else f"{text} = {result_text}"


def format_number(value: Number) -> str:
    """Return a number for display: exact, and as a quotient like (1 ÷ 3) if it has no short decimal form."""
    if 8 % value.denominator == 0:
        return format_points(value)
    places = decimal(value)
    if len(places.partition(".")[2]) > MOST_PLACES:
        return f"({format_points(value.numerator)} ÷ {value.denominator})"
    return places.replace("-", MINUS_SIGN)


def format_addition(before: Number, more: Number) -> str:
    """Return the sum of two numbers as text: `67 + 25`, `96 − 20`, `15`."""
    return _text(_sum("+", Node("number", before), Node("number", more)), _WORDS)


# --- filling in the numbers -------------------------------------------------------------------------------


def _put_in(node: Node, values: Values) -> Node:
    """Return a tree of numbers with the operators + - * / // power and sum_to."""
    value = evaluate_node(node, values)
    match node.kind:
        case "if":
            chosen = node.parts[1] if evaluate_node(node.parts[0], values) else node.parts[2]
            return _put_in(chosen, values)
        case "max" | "min":
            return next(_put_in(part, values) for part in node.parts if evaluate_node(part, values) == value)
        case "name":
            return Node(_COUNT if node.value in COUNTED else "number", value)
        case "+" | "-" | "*" | "neg" | "/" | "//" | "power" | "sum_to" if value != 0:
            parts = [_put_in(part, values) for part in node.parts]
            even = node.kind == "//" and evaluate_node(node.parts[0], values) == value * evaluate_node(
                node.parts[1], values
            )
            return _simplify(replace(node, kind="/") if even else node, parts)
        case _:
            return Node("number", value)


def _simplify(node: Node, parts: list[Node]) -> Node:
    match node.kind:
        case "+" | "-":
            return _sum(node.kind, *parts)
        case "*":
            return _times(*parts)
        case "neg":
            return _negative(parts[0])
        case "power":
            assert isinstance(node.value, int)
            base = product = parts[0]
            if node.value == 0 or _is(base, 1):
                return Node("number", 1)
            for _time in range(node.value - 1):  # 3 × 3, for readers who do not know powers
                product = Node("*", _POWER, (product, base))
            return product
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
    """Return `left + right` or `left - right`, without a zero and without a minus after the sign."""
    if _is(left, 0):
        return right if sign == "+" else _negative(right)
    if _is(right, 0):
        return left
    other = _without_minus(right)
    return Node({"+": "-", "-": "+"}[sign], None, (left, other)) if other else Node(sign, None, (left, right))


def _times(left: Node, right: Node) -> Node:
    for factor, other in ((left, right), (right, left)):
        if factor.kind == "number" and factor.value == 1:
            return other
    return Node("*", None, (left, right))


def _negative(node: Node) -> Node:
    if not node.parts:
        return Node(node.kind, -_number(node))
    if node.kind == "//" and node.parts[0].kind == "number":  # -(-15 // 2)
        top = _without_minus(node.parts[0])
        return Node(_UP, None, (top, node.parts[1])) if top else Node("neg", None, (node,))
    if node.kind == "*" and node.value != _POWER:  # -(5 * 3) is −5 × 3, but −(3 × 3) stays a square
        return replace(node, parts=(_negative(node.parts[0]), node.parts[1]))
    return _without_minus(node) or Node("neg", None, (node,))


def _without_minus(node: Node) -> Node | None:
    """Return the tree without its leading minus, or None if it has none."""
    match node.kind:
        case "number" | "count":
            return Node(node.kind, -_number(node)) if _number(node) < 0 else None
        case "neg":
            return node.parts[0]
        case "*" | "/":
            first = _without_minus(node.parts[0])
            return replace(node, parts=(first, node.parts[1])) if first else None
        case _:
            return None


# --- as text ------------------------------------------------------------------------------------------------


def _text(node: Node, binding: int) -> str:
    own, text = _bound(node)
    return f"({text})" if own < binding else text


def _bound(node: Node) -> tuple[int, str]:
    """Return the precedence of a node, and its text."""
    match node.kind:
        case "number" | "count":
            return (_ATOM if _number(node) >= 0 else MINUS), format_number(_number(node))
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
            quotient = f"{_text(node.parts[0], TIMES)} ÷ {_text(node.parts[1], _OPERAND)}"
            if kind == "/":
                return TIMES, quotient
            words = _("{quotient} rounded up") if kind == _UP else _("{quotient} rounded down")
            return _WORDS, words.format(quotient=quotient)


def _added(node: Node) -> str:
    """Return the sum 1 + 2 + 3 for a number, which may be a sum itself."""
    if node.parts:
        return _("1 + 2 + … up to {number}").format(number=_text(node, _WORDS))
    last = int(_number(node))
    return " + ".join(map(str, range(1, last + 1))) if last <= MOST_ADDED else f"1 + 2 + … + {last}"
