"""The games of a file as JSON, which the process that reads it sends to the one that asked."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from fractions import Fraction
from typing import Any

from scorepad import errors
from scorepad.errors import ScorepadError
from scorepad.game.state.dates import DayOrMonth
from scorepad.importing.files import FileEvening, evenings_in_file
from scorepad.importing.sheets.evenings import OldEvening, OldHand
from scorepad.importing.sheets.tables import Choices
from scorepad.importing.table_preview import ColumnPreview, TablePreview


def lines_of_file(name: str, data: bytes, first: DayOrMonth | None, columns: Choices) -> Iterator[str]:
    """Yield each game of a file as a line of JSON; see `evenings_in_file`."""
    return (json.dumps(evening, default=_plain) for evening in evenings_in_file(name, data, first, columns))


def evening_from_line(line: bytes) -> FileEvening:
    """Return the game in a line of JSON, with the same error if it has one."""
    data = json.loads(line)
    evening, error = data.get("evening"), data.get("error")
    return FileEvening(
        data["file"],
        evening and _evening(evening),
        data.get("game"),
        error and _error(error),
        tuple(map(_table, data.get("tables", ()))),
    )


def _plain(value: Any) -> Any:
    """Return a value that JSON does not know as one that it knows.

    Of a dataclass, return the fields that differ from their defaults.
    """
    match value:
        case Fraction():
            return str(value)
        case Mapping():
            return dict(value)
        case ScorepadError():
            return {"kind": type(value).__name__, "text": str(value), "fields": vars(value)}
    assert is_dataclass(value), value
    values = {field.name: getattr(value, field.name) for field in fields(value)}
    return {field.name: values[field.name] for field in fields(value) if not _is_default(field, values[field.name])}


def _is_default(field: Field[Any], value: object) -> bool:
    if field.default is MISSING:
        return field.default_factory is not MISSING and not value
    return type(value) is type(field.default) and value == field.default


def _error(data: Mapping[str, Any]) -> ScorepadError:
    kind: type[ScorepadError] = getattr(errors, data["kind"])
    error = kind.__new__(kind)
    error.args = (data["text"],)
    vars(error).update((name, _tuple(value)) for name, value in data["fields"].items())
    return error


def _evening(data: dict[str, Any]) -> OldEvening:
    hands = tuple(OldHand(**_values(OldHand, hand)) for hand in data.get("hands", ()))
    return OldEvening(**{**_values(OldEvening, data), "hands": hands})


def _values(kind: type[OldEvening | OldHand], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the fields. Points are whole numbers, or fractions written as texts."""
    return {
        field.name: {
            name: Fraction(points) if isinstance(points, str) else points for name, points in data[field.name].items()
        }
        if "Points" in str(field.type)
        else _tuple(data[field.name])
        for field in fields(kind)
        if field.name in data
    }


def _table(data: dict[str, Any]) -> TablePreview:
    columns = tuple(ColumnPreview(**{**column, "names": tuple(column["names"])}) for column in data["columns"])
    return TablePreview(**{**data, "columns": columns, "rows": tuple(map(tuple, data["rows"]))})


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
