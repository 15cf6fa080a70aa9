"""Where in its TOML text a scheme is wrong."""

from __future__ import annotations

import re

from scorepad.errors import FormulaError, SchemeError
from scorepad.rules import toml_text


def with_location(error: SchemeError, text: str) -> SchemeError:
    """The error with line and column of the key it names; of a formula, of the very place in it."""
    place = toml_text.locate(text, error.where)
    if place is None:
        return error
    line, column = place
    cause, typed = error.__cause__, text.split("\n")[line - 1]
    quote = re.compile(r"""=\s*(["'])(?!\1\1)""").search(typed, column)
    if isinstance(cause, FormulaError) and quote:
        column = _column(typed, quote.end(), cause.at)
    return SchemeError(error.where, error.reason, line, column)


def _column(line: str, start: int, at: int) -> int:
    """The column (from 1) of character `at` of the quoted text that starts at `start`; `\\"` is one character.

    In single quotes a backslash is no escape, and the first thing that is wrong with a formula.
    """
    escape = re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\.")
    for _character in range(at):
        match = escape.match(line, start)
        start = match.end() if match else start + 1
    return start + 1
