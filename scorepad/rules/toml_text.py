"""Parsing and writing of rule files as TOML, with the line and column of each error.

tomllib reports the position of a syntax error. For an invalid value this module searches for the key.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from scorepad.errors import RuleFileError, shorten
from scorepad.words import _

MOST_TEXT = 100_000  # characters

Built = TypeVar("Built")
Path = tuple[str, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"""\s*["']?([\w.-]+?)["']?\s*=""")
# The time and memory of tomllib grow with the square of the dots in a key. A key in a rule file has two dots at most.
# This search takes linear time: it begins at word starts and never backtracks, even on a line that is all dashes.
_TOO_MANY_DOTS = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){9}")
_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def read(text: str, build: Callable[[Mapping[str, Any]], Built]) -> Built:
    """Parse a text, and return what `build` makes of its data.

    A RuleFileError of `build` gets the line and column of the key that it names.
    """
    data = parse(text)
    try:
        return build(data)
    except RuleFileError as error:
        set_location(error, text)
        raise


def parse(text: str) -> dict[str, Any]:
    """Return the data of a TOML text.

    Raise RuleFileError with the position of the error.
    """
    if len(text) > MOST_TEXT:
        raise RuleFileError("", _("This file is too long. The most is {most} characters.").format(most=MOST_TEXT))
    if _TOO_MANY_DOTS.search(text):
        raise RuleFileError("", _("A key here has too many dots."))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RuleFileError("", _("This file is nested too deeply.")) from None
    except ValueError as error:
        match = _AT.search(str(error))
        line, column = (int(match[1]), int(match[2])) if match and match[1] else (None, None)
        words = _("This is not TOML: “{text}”.")
        if re.search("[Tt]wice|[Dd]uplicate|overwrite|mutate|redefine", str(error)):
            words = _("This name appears twice: “{text}”.")
        shown = text.split("\n")[line - 1].strip() if line else ""
        if not shown:
            words = _("This is not TOML; its end is missing.")
        raise RuleFileError("", words.format(text=shorten(shown, 60)), line, column) from None


def locate(text: str, where: str) -> tuple[int, int] | None:
    """Return the line and column (1-based) of a key path like `special[2].trump`, or None.

    `special[2]` is the second `[[special]]`. A key inside `{ … }` is found on its line. If only the beginning of the
    path exists, return the position of that.
    """
    path = tuple(re.findall(r"[^.\[\]]+", where))
    position: tuple[int, int] | None = None
    best = 0
    for start, line, column, rest in _keys(text):
        if path[: len(start)] == start and len(start) > best:
            best, position = len(start), (line, column)
            inner = (
                re.search(rf"""[{{,]\s*["']?({re.escape(path[best])})["']?\s*=""", rest) if len(path) > best else None
            )
            if inner:
                return line, column + inner.start(1)
    return position


def _keys(text: str) -> Iterator[tuple[Path, int, int, str]]:
    """Yield the path, line and column of every key and table header, and the rest of the line."""
    table: Path = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line)
        if header:
            name = header[2]
            counts[name] = counts.get(name, 0) + 1
            table = (*name.split("."), str(counts[name])) if header[1] == "[[" else tuple(name.split("."))
            yield table, number, header.start(1) + 1, ""
            continue
        key = _KEY.match(line)
        if key:
            yield (*table, *key[1].split(".")), number, key.start(1) + 1, line[key.start(1) :]


def set_location(error: RuleFileError, text: str) -> None:
    """Set the line and column of the key that the error names, or of the error inside the quoted text of that key."""
    place = locate(text, error.where)
    if place is None or error.line is not None:
        return
    error.line, error.column = place
    line = text.split("\n")[error.line - 1]
    quote = re.compile(r"""=\s*(["'])(?!\1\1)""").search(line, error.column)
    if error.at is not None and quote:
        error.column = _column(line, quote.end(), error.at)


def _column(line: str, start: int, at: int) -> int:
    """Return the column (from 1) of character `at` of the quoted text at `start`.

    An escape sequence such as `\\"` counts as one character.
    """
    escape = re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\.")
    for _character in range(at):
        match = escape.match(line, start)
        start = match.end() if match else start + 1
    return start + 1


# --- writing ----------------------------------------------------------------------------------------------


def format_toml(data: Mapping[str, Any]) -> str:
    """Return the data of a rule file as TOML text, one key per line.

    Lists of tables come last, each table under a `[[header]]`. Parsing the text returns the same data, except for keys
    with the value None, which TOML does not have.
    """
    given = {key: value for key, value in data.items() if value is not None}
    last = {
        key: value
        for key, value in given.items()
        if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value)
    }
    lines = [f"{_key(key)} = {_value(value)}" for key, value in given.items() if key not in last]
    for key, tables in last.items():
        for table in tables:
            pairs = (f"{_key(name)} = {_value(value)}" for name, value in table.items() if value is not None)
            lines += ["", f"[[{_key(key)}]]", *pairs]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(entry)}" for key, entry in value.items() if entry is not None)
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def _quoted(text: str) -> str:
    """Return the text quoted as in JSON; TOML also requires an escape for U+007F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
