"""Events to and from JSON: as the store keeps them, and as a log has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

from scorepad.errors import BrokenEvent
from scorepad.formats import exact
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract


def _points(value: Any) -> Any:
    """Points by player, or one player's; JSON has hundredths as a number with a point."""
    if isinstance(value, Mapping):
        return {player: None if one is None else exact(one) for player, one in value.items()}
    return exact(value) if isinstance(value, float) else value


# JSON knows no tuples, no records and no fractions: how a field comes back from it.
_READ: dict[str, Callable[[Any], Any]] = {
    "contract": lambda value: None if value is None else Contract.of(value),
    "players": lambda value: tuple(tuple(one) if isinstance(one, list) else one for one in value),
    "wrong_count": tuple,
    "calls": tuple,
    "cards": lambda value: tuple(value) if isinstance(value, list) else value,
    "points": _points,
    "totals": _points,
    "changes": lambda value: {name: _points(one) if name == "points" else one for name, one in value.items()},
}


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_json(one) for one in value]
    if isinstance(value, Contract):
        return value.to_dict()
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, dict):
        return {name: _json(one) for name, one in value.items()}
    return value


def to_json(event: e.Event) -> dict[str, Any]:
    """The event as JSON data: its kind, and every field that says something."""
    data: dict[str, Any] = {"kind": event.kind}
    for one in fields(event):
        value = getattr(event, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if value != default:
            data[one.name] = _json(value)
    return data


def from_json(data: Mapping[str, Any]) -> e.Event:
    """The event that `to_json` wrote; raises BrokenEvent for anything else."""
    try:
        given = {name: _READ[name](value) if name in _READ else value for name, value in data.items() if name != "kind"}
        return e.KINDS[data["kind"]](**given)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BrokenEvent(data) from error
