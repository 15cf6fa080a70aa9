"""Conversion of events to and from JSON, for the store and for logs."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

from scorepad.errors import BrokenEvent
from scorepad.formats import parse_exact
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract


def _points(value: Any) -> Any:
    """Return points as exact numbers, by player or for one player; JSON has hundredths as floats."""
    if isinstance(value, Mapping):
        return {player: None if points is None else parse_exact(points) for player, points in value.items()}
    return parse_exact(value) if isinstance(value, float) else value


# Parsers of the fields whose types JSON lacks: tuples, contracts and fractions.
_READ: dict[str, Callable[[Any], Any]] = {
    "contract": lambda value: None if value is None else Contract.of(value),
    "players": lambda value: tuple(tuple(item) if isinstance(item, list) else item for item in value),
    "wrong_count": lambda value: None if value is None else tuple(value),
    "calls": tuple,
    "cards": lambda value: tuple(value) if isinstance(value, list) else value,
    "points": _points,
    "totals": _points,
    "changes": lambda value: {name: _points(item) if name == "points" else item for name, item in value.items()},
}


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    if isinstance(value, Contract):
        return value.to_dict()
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, dict):
        return {name: _json(item) for name, item in value.items()}
    return value


def to_json(event: e.Event) -> dict[str, Any]:
    """Return the event as JSON data: its kind and each field that differs from its default."""
    data: dict[str, Any] = {"kind": event.kind}
    for field in fields(event):
        value = getattr(event, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if value != default:
            data[field.name] = _json(value)
    return data


def from_json(data: Mapping[str, Any]) -> e.Event:
    """Return the event that `to_json` wrote; raise BrokenEvent for other data."""
    try:
        arguments = {
            name: _READ[name](value) if name in _READ else value for name, value in data.items() if name != "kind"
        }
        return e.KINDS[data["kind"]](**arguments)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BrokenEvent(data) from error
