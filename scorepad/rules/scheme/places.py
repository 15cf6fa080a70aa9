"""Where in its TOML text a scheme is wrong."""

from __future__ import annotations

import re

from scorepad.errors import FormulaError, SchemeError
from scorepad.rules import toml_text


def placed(error: SchemeError, text: str) -> SchemeError:
    """The error with line and column of the key it names; of a formula, of the very place in it."""
    place = toml_text.locate(text, error.where) if error.where and error.line is None else None
    if place is None:
        return error
    line, column = place
    cause = error.__cause__
    quote = re.compile(r"""=\s*(["'])(?!\1\1)""").search(text.split("\n")[line - 1], column - 1)
    if isinstance(cause, FormulaError) and quote:
        column = _column(text.split("\n")[line - 1], quote.end(), quote[1], cause.at)
    found = SchemeError(error.where, error.reason, line, column)
    found.__cause__ = cause
    return found


def _column(line: str, start: int, quote: str, at: int) -> int:
    """The column (from 1) of character `at` of the quoted text that starts at `start`; `\\"` is one character."""
    escape = re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\." if quote == '"' else r"(?!)")
    for _character in range(at):
        match = escape.match(line, start)
        start = match.end() if match else start + 1
    return start + 1
