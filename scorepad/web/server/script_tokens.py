"""The tokens of a script: what stands between its white space and comments, as far as our own scripts go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<gap>(?:\s|//[^\n]*|/\*.*?\*/)+)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<regex>/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*)
    |(?P<word>[\w$]+)
    |(?P<sign>=>|\?\.|\.\.\.|[^\s\w"'`])""",
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE = re.compile(r"[`}](?:\\.|\$(?!\{)|[^`\\$])*(?:`|(\$\{))", re.DOTALL)
"""A piece of a template literal: from its beginning, or the end of a place in it, up to the next place or its end."""

_SIGNS_BEFORE_REGEX = set("(,=:[!&|?{};+-*%<>~^") | {"=>", "..."}
_WORDS_BEFORE_REGEX = {"return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "await", "yield"}


class Token(NamedTuple):
    """`kind` is "gap", "text" (also a piece of a template literal), "regex", "word" (a number too) or "sign"."""

    kind: str
    text: str


def tokens(script: str) -> Iterator[Token]:
    """All tokens; put together they are the script again. ValueError at what is none."""
    at, before = 0, Token("sign", ";")
    braces = [0]  # open ones, in all and in each place of a template literal
    while at < len(script):
        one, begins_place = _next(script, at, before, in_place=len(braces) > 1 and not braces[-1])
        if one.kind == "text" and one.text[0] == "}":
            braces.pop()
        if begins_place:
            braces.append(0)
        if one.text in ("{", "}"):
            braces[-1] += 1 if one.text == "{" else -1
        at += len(one.text)
        before = before if one.kind == "gap" else one
        yield one


def _next(script: str, at: int, before: Token, *, in_place: bool) -> tuple[Token, bool]:
    """The token at a place of the script, and whether a place in a template literal begins after it."""
    if script[at] == "`" or (in_place and script[at] == "}"):
        piece = _TEMPLATE.match(script, at)
        if piece:
            return Token("text", piece[0]), bool(piece[1])
    else:
        found = _TOKEN.match(script, at)
        if found and found.lastgroup == "regex" and not _may_begin_regex(before):
            return Token("sign", "/"), False
        if found and found.lastgroup:
            return Token(found.lastgroup, found[0]), False
    raise ValueError(f"not understood: {script[at : at + 40]}")


def _may_begin_regex(before: Token) -> bool:
    known = _WORDS_BEFORE_REGEX if before.kind == "word" else _SIGNS_BEFORE_REGEX
    return before.text in known or before.text.endswith("${")
