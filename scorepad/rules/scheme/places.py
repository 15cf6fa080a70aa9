"""Where in its TOML text a scheme is wrong."""

from __future__ import annotations

import re

from scorepad.errors import FormulaError, SchemeError
from scorepad.rules import toml_text


def placed(error: SchemeError, text: str) -> SchemeError:
    """The error with line and column of the key it names; of a formula, of the very place in it."""
    place = toml_text.locate(text, error.where)
    if place is None:
        return error
    line, column = place
    cause, typed = error.__cause__, text.split("\n")[line - 1]
    quote = re.compile(r"""=\s*(["'])(?!\1\1)""").search(typed, column - 1)
    if isinstance(cause, FormulaError) and quote:
        column = _column(typed, quote.end(), quote[1], cause.at)
    return SchemeError(error.where, error.reason, line, column)


def _column(line: str, start: int, quote: str, at: int) -> int:
    """The column (from 1) of character `at` of the quoted text that starts at `start`; `\\"` is one character."""
    escape = re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\." if quote == '"' else r"(?!)")
    for _character in range(at):
        match = escape.match(line, start)
        start = match.end() if match else start + 1
    return start + 1
