"""A scheme with what a table of players settles, to be asked what a hand is worth."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.parts import Chosen
from scorepad.rules.scheme.scheme import Scheme
from scorepad.rules.scheme.variables import hand_variables

USUAL_TOP = 10  # cards, where nobody says how many


@dataclass(frozen=True)
class SchemeAsPlayed:
    """A scheme with what a table of players settles: its largest hand in cards, their number, its options, and the
    `sizes` of its hands, () for all up to the largest.

    Called with a bid (None: no bid), tricks taken and cards, and what else a situation has, it gives the points.
    """

    scheme: Scheme
    top: int = USUAL_TOP
    players: int = 4
    options: Mapping[str, Any] | None = None
    sizes: Collection[int] = ()

    def __call__(self, bid: int | None, taken: int, cards: int, **more: Any) -> Number:
        given = {"top": self.top, "players": self.players, "options": self._chosen, "marks": self._unmarked, **more}
        return self.scheme.points(hand_variables(bid=bid, taken=taken, cards=cards, **given))

    @property
    def hand_sizes(self) -> list[int]:
        """The cards of hands that a table of points may show, ascending."""
        return sorted({size for size in self.sizes if size <= self.top}) or [*range(1, self.top + 1)]

    # Once, not for every hand of a card: there are thousands.

    @cached_property
    def _chosen(self) -> Mapping[str, Chosen]:
        return self.scheme.option_values(self.options or {})

    @cached_property
    def _unmarked(self) -> Mapping[str, int]:
        return self.scheme.unmarked

    @property
    def by_contract(self) -> bool:
        """Whether it gives declarer, doubler and the others different points."""
        names = ("declarer", "doubler", "level", "contract_made", "contract_off", "doubled", "redoubled")
        return any(map(self.scheme.reads, names))
