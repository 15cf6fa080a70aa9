"""A game whose rules nobody here knows: it has a name, and says whether high or low totals win.

A file writes `{"name": "Hearts", "winner": "low"}` for its rulebook. Totals, and hands with points as on paper, can
be kept of it; its own rules are the least that a game must have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KEYS = {"name", "winner"}
_LEAST = {"players": "2-10", "ladder": "1", "bidding": "none", "trump": "none"}


def is_named_only(data: object) -> bool:
    """Whether a rulebook's data says no more than that."""
    return isinstance(data, Mapping) and "name" in data and data.keys() <= _KEYS


def rulebook_data(named: Mapping[str, Any]) -> dict[str, Any]:
    """The data of its rulebook."""
    return {"name": named["name"], **_LEAST}


def scheme_data(named: Mapping[str, Any]) -> dict[str, Any]:
    """The data of its scheme, by which no hand gives anything."""
    return {"name": named["name"], "winner": named.get("winner", "high"), "points": [{"give": "0"}]}


def as_named(rulebook: Mapping[str, Any], scheme: Mapping[str, Any]) -> dict[str, Any] | None:
    """How a file writes the rulebook of a game that has only a name; None for any other."""
    if rulebook != rulebook_data(rulebook):
        return None
    low = {"name": rulebook["name"], "winner": "low"}
    return low if scheme == scheme_data(low) else {"name": rulebook["name"]}
