"""An evening as an old sheet has it: nothing is worked out, and nothing refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scorepad.game.state.rows import Points


@dataclass(frozen=True)
class OldHand:
    """A hand as it was written down, by names; what nobody wrote is left out. `line` is that of the file."""

    line: int
    players: tuple[str, ...] = ()
    """Who sat at the table, as far as the row tells."""
    number: int | None = None
    cards: int | None = None
    dealer: str = ""
    first_bidder: str = ""
    trump: str | None = None
    bids: Mapping[str, int] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)
    made: Mapping[str, bool] = field(default_factory=dict)
    points: Mapping[str, Points] = field(default_factory=dict)
    totals: Mapping[str, Points] = field(default_factory=dict)
    """After the hand."""
    adjustments: Mapping[str, Points] = field(default_factory=dict)
    """Given beside the hand, and in none of its points."""
    remark: str = ""

    @property
    def played(self) -> bool:
        """Whether bids or a result stand there: else it is points alone, a penalty or what somebody begins with."""
        return bool(self.bids or self.taken or self.made)


@dataclass(frozen=True)
class OldEvening:
    """One game of an old sheet; either its hands are known, or its totals alone."""

    line: int
    date: str = ""
    """As 2026-11-20, "" where nobody wrote it."""
    place: str = ""
    game: str = ""
    """By whatever name the sheet calls it."""
    scheme: str = ""
    scorer: str = ""
    players: tuple[str, ...] = ()
    """All who ever sat there, in the order of their columns."""
    hands: tuple[OldHand, ...] = ()
    totals: Mapping[str, Points] = field(default_factory=dict)

    def renamed(self, names: Mapping[str, str]) -> OldEvening:
        """The evening with other names for people: those in `names`, by the name they have."""
        return _renamed(self, names) if names else self


def _renamed(one: Any, names: Mapping[str, str]) -> Any:
    """An evening or a hand with `names` wherever one of a player stands."""
    changed: dict[str, Any] = {}
    for part in fields(one):
        value = getattr(one, part.name)
        if part.name == "hands":
            changed[part.name] = tuple(_renamed(hand, names) for hand in value)
        elif part.name == "players":
            changed[part.name] = tuple(names.get(name, name) for name in value)
        elif part.name in ("dealer", "first_bidder", "scorer"):
            changed[part.name] = names.get(value, value)
        elif isinstance(value, Mapping):
            changed[part.name] = {names.get(name, name): told for name, told in value.items()}
    return replace(one, **changed)
