"""The contract that an auction ends in (Murder: rules.md F)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any


@dataclass(frozen=True)
class Contract:
    """Who plays how many tricks and who doubled, as ids of players. The suit is the hand's trump."""

    declarer: str
    level: int
    doubler: str | None = None
    redoubled: bool = False
    also_doubled: tuple[str, ...] = ()  # where the table lets several double (rules.md MU-13)

    @property
    def doublers(self) -> tuple[str, ...]:
        """All who doubled, by id; none, one, or several where the table lets several."""
        first = () if self.doubler is None else (self.doubler,)
        return (*first, *self.also_doubled)

    def to_dict(self) -> dict[str, Any]:
        """As JSON data, CONTRACT_FIELDS and, where several doubled, `also_doubled`; `of` reads it."""
        data = {one.name: getattr(self, one.name) for one in fields(self)}
        also = data.pop("also_doubled")
        return {**data, "also_doubled": list(also)} if also else data

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Contract:
        """The contract of JSON data; TypeError for a key that is no field of it."""
        return cls(**{**data, "also_doubled": tuple(data.get("also_doubled", ()))})


CONTRACT_FIELDS = tuple(one.name for one in fields(Contract) if one.name != "also_doubled")
"""What a form, a file and a sheet say of a contract; where several doubled, they say so beside it."""


def doubled_by(contract: Contract, doublers: Iterable[str]) -> Contract:
    """`contract` with these as its doublers (ids, in the order in which they doubled), whoever they were before."""
    everybody = tuple(doublers)
    return replace(contract, doubler=next(iter(everybody), None), also_doubled=everybody[1:])
