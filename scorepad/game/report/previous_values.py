"""What stood before a change, so that the log can tell it as old → new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, assert_never

from scorepad.game.state import events as e
from scorepad.game.state.history import with_corrections

FieldValues = Mapping[str, Any]

Changing = e.Corrected | e.HouseChanged | e.SchemeChanged | e.Described
"""Events that put something in the place of what stood there."""


def values_before(event: e.Done, standing: Iterable[e.Done]) -> FieldValues:
    """The values that `event` changes, as the events that stand had them; nothing for an event that changes none."""
    return _replaced_by(event, standing) if isinstance(event, Changing) else {}


def _replaced_by(event: Changing, standing: Iterable[e.Done]) -> FieldValues:
    match event:
        case e.Corrected(hand=hand):
            return _of_hand(hand, standing)
        case e.HouseChanged():
            return _of_house(standing)
        case e.Described():
            return _of_head(standing)
        case e.SchemeChanged():
            schemes = [one.scheme for one in standing if isinstance(one, e.Opened | e.SchemeChanged)]
            return {"name": schemes[-1]["name"]}
        case never:
            assert_never(never)


def _of_hand(number: int, standing: Iterable[e.Done]) -> FieldValues:
    """A hand's bids and tricks, mended as often as it was."""
    bids: e.Event | None = None
    played = 0
    for event, _corrected in with_corrections(standing):
        if isinstance(event, e.BidsRecorded):
            bids = event
        elif isinstance(event, e.TricksRecorded):
            played += 1
            if played == number:
                return {**_fields_said(bids), **_fields_said(event)}
            bids = None
    return _fields_said(bids)


def _fields_said(event: e.Event | None) -> dict[str, Any]:
    """The fields of an event that say something; a contract as the correction of one says it."""
    found = {one.name: getattr(event, one.name) for one in fields(event)} if event is not None else {}
    if found.get("contract"):
        found["contract"] = found["contract"].to_dict()
    return {name: value for name, value in found.items() if value not in (None, {}, ())}


def _of_house(standing: Iterable[e.Done]) -> FieldValues:
    """The rulebook's keys as the table played them."""
    known: dict[str, Any] = {}
    for event in standing:
        if isinstance(event, e.Opened):
            known = {**event.rulebook, **event.house}
        elif isinstance(event, e.HouseChanged):
            known |= event.house
    return known


def _of_head(standing: Iterable[e.Done]) -> FieldValues:
    head: dict[str, Any] = {}
    for event in standing:
        if isinstance(event, e.Opened):
            head = {name: getattr(event, name) for name in e.HEAD}
        elif isinstance(event, e.Described):
            head |= event.details
    return head
