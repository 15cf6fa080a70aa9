"""JSON that people read and write.

Errors name the line and column. Each object of a list is on one line.
"""

import json
from functools import partial
from typing import Any

from scorepad.errors import FileError
from scorepad.words import _

MOST_BYTES = 10_000_000
"""Maximum bytes of a file: ten times the longest record. A browser's limit is lower (web/auth/access.py)."""


def parse(text: bytes | str) -> Any:
    """Return the data of a JSON text.

    Raise FileError for invalid JSON, for more than MOST_BYTES, and for a repeated key. The message names the line and
    column if they are known.
    """
    if len(text) > MOST_BYTES:
        raise FileError(_("This file is too long. The most is {most} MB.").format(most=MOST_BYTES // 1_000_000))
    try:
        text = text.decode("utf-8") if isinstance(text, bytes) else text
        data = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
        json.dumps(data, ensure_ascii=False).encode("utf-8")
        return data
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FileError(_("Line {line}: this is not UTF-8 text.").format(line=line)) from error
    except UnicodeEncodeError as error:  # a lone surrogate such as \ud800
        raise FileError(_("This file has an incomplete character.")) from error
    except json.JSONDecodeError as error:
        words = _("Line {line}, column {column}: this is not JSON: “{text}”.")
        rest = error.doc[error.pos : error.pos + 40].split()
        if not rest:
            words = _("Line {line}, column {column}: this is not JSON; its end is missing.")
        raise FileError(words.format(line=error.lineno, column=error.colno, text=" ".join(rest))) from error
    except RecursionError:
        raise FileError(_("This file is nested too deeply.")) from None
    except ValueError as error:  # int() refuses a number of thousands of digits
        raise FileError(_("This file holds a number that is too long.")) from error


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:  # json.loads would silently drop the first value
            raise FileError(_("“{key}” appears twice in one place.").format(key=key[:60]))
        result[key] = value
    return result


def _refuse_constant(name: str) -> Any:
    raise FileError(_("“{name}” is not a number.").format(name=name))


def serialize(data: Any, *, ascii_only: bool = False) -> str:
    """Return data as readable JSON: one line per key, and per object of a list."""

    dumps = partial(json.dumps, ensure_ascii=ascii_only)

    def text(value: object, indent: str = "") -> str:
        if not (isinstance(value, list) and value and all(isinstance(item, dict) for item in value)):
            return dumps(value)
        inside = ",\n".join(f"{indent}  {dumps(item)}" for item in value)
        return f"[\n{inside}\n{indent}]"

    if not isinstance(data, dict) or not data:
        return text(data) + "\n"
    inside = ",\n".join(f"  {dumps(key)}: {text(value, '  ')}" for key, value in data.items())
    return f"{{\n{inside}\n}}\n"
