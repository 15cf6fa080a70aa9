"""The recorded values that an event changes, before and after it."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, assert_never

from scorepad.game.state import events as e
from scorepad.game.state.history import merge_corrections
from scorepad.words import ours

FieldValues = Mapping[str, Any]

Changing = e.Corrected | e.HouseChanged | e.SchemeChanged | e.Described
"""Events that replace recorded values."""


def new_values(event: Changing) -> FieldValues:
    """Return the values that a change sets."""
    match event:
        case e.Corrected(changes=values) | e.HouseChanged(house=values) | e.Described(details=values):
            return values
        case e.SchemeChanged(scheme=scheme):
            return {"name": ours(scheme["name"])}
        case never:
            assert_never(never)


def values_before(event: e.PlainEvent, standing: Iterable[e.PlainEvent]) -> FieldValues:
    """Return the values that `event` changes, as they are after the events in `standing`.

    The mapping is empty if the event changes no values.
    """
    if isinstance(event, e.Corrected):
        return _of_hand(event.hand, standing)
    known: dict[str, Any] = {}
    for earlier in standing if isinstance(event, Changing) else ():
        if isinstance(earlier, e.Opened):
            if isinstance(event, e.HouseChanged):
                known = {**earlier.rulebook, **earlier.house}
            elif isinstance(event, e.SchemeChanged):
                known = {"name": ours(earlier.scheme["name"])}
            else:
                known = {name: getattr(earlier, name) for name in e.HEAD}
        elif isinstance(earlier, Changing) and earlier.kind == event.kind:
            known |= new_values(earlier)
    return known


def _of_hand(number: int, standing: Iterable[e.PlainEvent]) -> FieldValues:
    """Return the bids and tricks of a hand with all corrections."""
    bids: e.Event | None = None
    played = 0
    for event, _corrected in merge_corrections(standing):
        if isinstance(event, e.BidsRecorded):
            bids = event
        elif isinstance(event, e.TricksRecorded):
            played += 1
            if played == number:
                return {**_set_fields(bids), **_set_fields(event)}
            bids = None
    return _set_fields(bids)


def _set_fields(event: e.Event | None) -> dict[str, Any]:
    """Return the fields of an event that have a value.

    A contract is a mapping, as in a correction.
    """
    values = {field.name: getattr(event, field.name) for field in fields(event)} if event is not None else {}
    if values.get("contract"):
        values["contract"] = values["contract"].to_dict()
    return {name: value for name, value in values.items() if value not in (None, {}, ())}
