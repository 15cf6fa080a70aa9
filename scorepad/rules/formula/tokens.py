"""A formula's text cut into its pieces: numbers, names, quoted texts and signs."""

from __future__ import annotations

import re
from typing import NamedTuple

from scorepad.errors import FormulaError
from scorepad.rules.formula.tree import WORDS
from scorepad.words import _

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?)
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<text>'[^'"\\\r\n]*'|"[^"\\\r\n]*")
      | (?P<sign>\*\*|//|<=|>=|==|!=|[-+*/%<>(),])""",
    re.VERBOSE,
)
# Signs people type instead of ours.
_HINTS = {
    "=": "==",
    "^": "**",
    "×": "*",
    "·": "*",
    "÷": "/",
    ":": "/",
    "−": "-",
    "–": "-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "!": "not",
    "&": "and",
    "|": "or",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
}


class Token(NamedTuple):
    """A piece of the text; kind is number, name, text, sign or end. Words such as `and` are signs."""

    kind: str
    text: str
    at: int


def tokens(text: str) -> list[Token]:
    """The pieces of the text, without spaces, closed by one of kind `end`."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise FormulaError(text, at, _strange(text, at))
        piece = match.group()
        if match.lastgroup != "space":
            kind = "sign" if piece in WORDS else match.lastgroup
            found.append(Token(kind, piece, at))
        at = match.end()
    return [*found, Token("end", "", len(text))]


def _strange(text: str, at: int) -> str:
    """Why the character at `at` cannot stand in a formula."""
    sign = text[at]
    if sign in {"'", '"'}:
        return _("This quoted text has no closing quote.")
    if hint := _HINTS.get(sign):
        return _("“{sign}” cannot be used here. Did you mean “{hint}”?").format(sign=sign, hint=hint)
    if not sign.isprintable():
        return _("There is an invisible character here (U+{code:04X}).").format(code=ord(sign))
    return _("“{sign}” cannot be used in a formula.").format(sign=sign)
