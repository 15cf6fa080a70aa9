"""A Pratt parser from the text of a formula to its tree, so that no text reaches Python's own parser.

Every error is a FormulaError with the position and a reason that a card player understands.
"""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import NamedTuple

from scorepad.errors import FormulaError, unknown_name
from scorepad.rules.formula.tree import (
    BINDING,
    COMPARE,
    FUNCTIONS,
    IF,
    MINUS,
    NOT,
    OR,
    PLUS,
    POWER,
    TRUMP_LETTERS,
    WORDS,
    Node,
    degree,
    depth,
    size,
)
from scorepad.words import _

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?)
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<text>'[^'"\\\r\n]*'|"[^"\\\r\n]*")
      | (?P<sign>\*\*|//|<=|>=|==|!=|[-+*/%<>(),])""",
    re.VERBOSE,
)
# Characters that users type instead of the operators.
_HINTS = {
    "=": "==", "^": "**", "×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "≤": "<=", "≥": ">=", "≠": "!=",
    "!": "not", "&": "and", "|": "or", "[": "(", "]": ")", "{": "(", "}": ")",
}  # fmt: skip


class Token(NamedTuple):
    """A token; its kind is number, name, text, sign or end, and words such as `and` are signs."""

    kind: str
    text: str
    at: int


def tokens(text: str) -> list[Token]:
    """Return the tokens of the text without spaces, followed by one of kind `end`."""
    result: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise FormulaError(at, _strange(text, at))
        piece = match.group()
        if match.lastgroup != "space":
            kind = "sign" if piece in WORDS else match.lastgroup
            result.append(Token(kind, piece, at))
        at = match.end()
    return [*result, Token("end", "", len(text))]


def _strange(text: str, at: int) -> str:
    """Return why the character at `at` is not allowed in a formula."""
    sign = text[at]
    if sign in {"'", '"'}:
        return _("This quoted text has no closing quote.")
    if hint := _HINTS.get(sign):
        return _("“{sign}” cannot be used here. Did you mean “{hint}”?").format(sign=sign, hint=hint)
    if not sign.isprintable():
        return _("There is an invisible character here (U+{code:04X}).").format(code=ord(sign))
    return _("“{sign}” cannot be used in a formula.").format(sign=sign)


MOST_CHARACTERS = 500
MOST_NODES = 200
MOST_DEPTH = 40
MOST_DEGREE = 200  # see tree.degree
MOST_NESTING = 45  # recursion depth of the parser, in brackets and operands
LARGEST_LITERAL = 1_000_000


def read(text: str, names: Collection[str], texts: Mapping[str, Collection[str]]) -> Node:
    """Return the tree of `text`.

    `texts` has the possible words of each name that is a word instead of a number.
    """
    if len(text) > MOST_CHARACTERS:
        raise FormulaError(
            MOST_CHARACTERS, _("A formula can have at most {most} characters.").format(most=MOST_CHARACTERS)
        )
    tree = _Parser(text, names, texts).whole()
    if depth(tree) > MOST_DEPTH:
        raise FormulaError(tree.at, _("This is nested too deeply. Split it into [terms]."))
    if size(tree) > MOST_NODES:
        raise FormulaError(tree.at, _("This formula has too many parts. Split it into [terms]."))
    if degree(tree, {}) > MOST_DEGREE:
        raise FormulaError(tree.at, _("The numbers of this formula can grow too large."))
    return tree


class _Parser:
    """A parser by top-down operator precedence (Pratt 1973).

    `binding` is the lowest precedence of the operators that an expression may contain.
    """

    def __init__(self, text: str, names: Collection[str], texts: Mapping[str, Collection[str]]) -> None:
        self.names, self.texts = names, texts
        self.tokens = tokens(text)
        self.place = 0
        self.nesting = 0

    @property
    def now(self) -> Token:
        return self.tokens[self.place]

    def next(self) -> Token:
        token = self.now
        self.place += 1
        return token

    def expect(self, sign: str, reason: str) -> None:
        if self.now.text != sign:
            raise FormulaError(self.now.at, reason)
        self.next()

    # --- grammar ---

    def whole(self) -> Node:
        if self.now.kind == "end":
            raise FormulaError(0, _("There is no formula here. Example: 10 + bid."))
        tree = self.number(self.expression(IF))
        if self.now.kind != "end":
            raise FormulaError(self.now.at, self.unexpected_token())
        return tree

    def unexpected_token(self) -> str:
        """Return why the current token cannot follow."""
        if self.now.text == ",":
            return _("A comma can only be inside the brackets of min and max. Write decimals as 0.5.")
        if self.now.text == ")":
            return _("This bracket closes nothing.")
        return _("“{piece}” cannot follow here. Is a sign such as + or * missing?").format(piece=self.now.text)

    def expression(self, binding: int) -> Node:
        self.nesting += 1
        if self.nesting > MOST_NESTING:
            raise FormulaError(self.now.at, _("This is nested too deeply. Split it into [terms]."))
        left = self.prefix(binding)
        while (own := self.holds()) >= binding:
            left = self.infix(left, own)
        self.nesting -= 1
        return left

    def holds(self) -> int:
        """Return the precedence of the current token, or 0 if it cannot continue an expression."""
        return BINDING.get(self.now.text, 0)

    def prefix(self, binding: int) -> Node:
        token = self.next()
        match token.kind, token.text:
            case "number", _digits:
                return self.literal(token)
            case "text", quoted:
                return Node("text", quoted[1:-1], at=token.at)
            case "name", _name:
                return self.named(token)
            case "sign", "(":
                inside = self.expression(IF)
                self.expect(")", _("A closing bracket is missing here."))
                return inside
            case "sign", "-":
                return Node("neg", parts=(self.number(self.expression(MINUS)),), at=token.at)
            case "sign", "+":
                return self.number(self.expression(MINUS))
            case "sign", "not":
                if binding > NOT:
                    raise FormulaError(token.at, _("Put brackets round “not …” here."))
                return Node("not", parts=(self.number(self.expression(NOT)),), at=token.at)
        reason = _("A number or a name is missing before “{sign}”.").format(sign=token.text)
        if token.kind == "end":
            reason = _("The formula stops too early. Something is missing at the end.")
        raise FormulaError(token.at, reason)

    def infix(self, left: Node, own: int) -> Node:
        if own == COMPARE:
            return self.comparison(left)
        token = self.next()
        self.number(left)
        if own == IF:
            return self.choice(left)
        if own == POWER:
            return self.power(left, token)
        right = self.number(self.expression(own + 1))
        return Node(token.text, parts=(left, right), at=left.at)

    def choice(self, yes: Node) -> Node:
        test = self.number(self.expression(OR))
        self.expect("else", _("After “if …” there must be an “else” with the value for the other case."))
        no = self.number(self.expression(IF))
        return Node("if", parts=(test, yes, no), at=yes.at)

    def power(self, base: Node, sign: Token) -> Node:
        token = self.next()
        if token.kind != "number" or token.text not in {"0", "1", "2", "3"}:
            raise FormulaError(
                token.at if token.kind != "end" else sign.at, _("After ** write 0, 1, 2 or 3, and only once.")
            )
        if self.holds() == POWER:
            raise FormulaError(self.now.at, _("After ** write 0, 1, 2 or 3, and only once."))
        return Node("power", int(token.text), (base,), base.at)

    def comparison(self, first: Node) -> Node:
        signs: list[str] = []
        parts = [first]
        while self.holds() == COMPARE:
            token = self.next()
            right = self.expression(PLUS)
            self.comparable(parts[-1], token, right)
            signs.append(token.text)
            parts.append(right)
        return Node("compare", tuple(signs), tuple(parts), first.at)

    # --- names, numbers and texts ---

    def literal(self, token: Token) -> Node:
        if self.now.kind == "name" and self.now.at == token.at + len(token.text):
            raise FormulaError(self.now.at, _("“{piece}” cannot follow a number.").format(piece=self.now.text))
        whole, _point, places = token.text.partition(".")
        if len(whole) > 12 or len(places) > 6 or int(whole) > LARGEST_LITERAL:
            reason = _("Numbers go up to {most} and have at most six decimals.")
            raise FormulaError(token.at, reason.format(most=f"{LARGEST_LITERAL:,}"))
        value = Fraction(token.text)
        return Node("number", value if value.denominator > 1 else value.numerator, at=token.at)

    def named(self, token: Token) -> Node:
        if self.now.text == "(":
            return self.call(token)
        if token.text in FUNCTIONS:
            raise FormulaError(token.at, _("“{name}” needs brackets: {name}(…).").format(name=token.text))
        if token.text in TRUMP_LETTERS:
            return Node("text", token.text, at=token.at)
        if token.text not in self.names:
            raise unknown_name(token.at, token.text, self.names)
        return Node("name", token.text, at=token.at)

    def call(self, token: Token) -> Node:
        if token.text in self.names:
            reason = _("“{name}” is a number. To multiply, write “{name} * (…)”.")
            raise FormulaError(token.at, reason.format(name=token.text))
        if token.text not in FUNCTIONS:
            raise unknown_name(token.at, token.text, FUNCTIONS)
        self.next()
        arguments = [self.number(self.expression(IF))]
        while self.now.text == ",":
            self.next()
            arguments.append(self.number(self.expression(IF)))
        self.expect(")", _("A closing bracket is missing here."))
        fewest, most = FUNCTIONS[token.text]
        if not fewest <= len(arguments) <= most:
            reason = _("“{name}” takes one number.") if most == 1 else _("“{name}” takes two to ten numbers.")
            raise FormulaError(token.at, reason.format(name=token.text))
        return Node(token.text, parts=tuple(arguments), at=token.at)

    def is_text(self, node: Node) -> bool:
        return node.kind == "text" or (node.kind == "name" and node.value in self.texts)

    def number(self, node: Node) -> Node:
        """Return `node`, or fail if it is a word where a number is needed."""
        if self.is_text(node):
            reason = _("“{name}” is a word, not a number. It can only be compared, as in “trump == H”.")
            raise FormulaError(node.at, reason.format(name=node.value))
        return node

    def comparable(self, left: Node, sign: Token, right: Node) -> None:
        if not self.is_text(left) and not self.is_text(right):
            return
        if sign.text not in {"==", "!="}:
            raise FormulaError(sign.at, _("Words can only be compared with == and !=."))
        if not self.is_text(left) or not self.is_text(right):
            raise FormulaError(sign.at, _("A word and a number can never be the same."))
        for name, word in ((left, right), (right, left)):
            if name.kind == "name" and word.kind == "text" and word.value not in self.texts[str(name.value)]:
                choices = ", ".join(sorted(choice for choice in self.texts[str(name.value)] if choice))
                reason = _("“{name}” is never “{word}”. It can be: {choices}.")
                raise FormulaError(word.at, reason.format(name=name.value, word=word.value, choices=choices))
