"""How far a game has come along its ladder, and which hands are still to come.

Planned again each time it is asked, for the players at the table now: the ladder keeps its leg and goes on
from the last size (rules.md B1, MU-35), a typed plan is held to what the pack allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.ladder import Rung

ENDLESS_SHOWN = 40  # hands of an endless ladder that are worth planning ahead


class Coming(NamedTuple):
    """A hand to come: its cards, where it stands on the ladder (None: planned or announced), known to be the last."""

    cards: int
    place: Rung | None
    last: bool = False
    extra: bool = False  # dealt for a tie, or because a game that was over goes on


@dataclass(frozen=True)
class Schedule:
    """How far the ladder is played, and what was planned or announced instead of it."""

    place: Rung | None = None  # of the last hand that the ladder gave
    planned: tuple[int, ...] | None = None
    closing: int | None = None  # hands left since the last ones were announced
    last_cards: int = 0

    def coming(self, rulebook: Rulebook, players: int, limit: int, *, goes_on: bool = False) -> list[Coming]:
        """The hands to come: all that are planned, of the ladder so many that there are `limit`; none at its end.

        `goes_on`: a total alone ends the game, so hands of the last size follow until then (rules.md A13, item 5).
        """
        if self.closing is not None:
            return _ending(self._closing(rulebook, players, self.closing, goes_on))
        hands = self._planned(rulebook, players, limit)
        if goes_on:
            return self._filled(hands, rulebook.most_for(players), limit)
        return hands if rulebook.ladder.endless or len(hands) >= limit else _ending(hands)

    def _planned(self, rulebook: Rulebook, players: int, limit: int) -> list[Coming]:
        most = rulebook.most_for(players)
        typed = [Coming(min(cards, most), None) for cards in self.planned or ()]
        if self.planned is not None and not rulebook.ladder.endless:
            return typed
        top, left = rulebook.top_for(players), max(0, limit - len(typed))
        places = rulebook.ladder.rest(self.place, top=top, players=players, most=most, limit=left)
        return [*typed, *(Coming(place.cards, place) for place in places)]

    def _filled(self, hands: list[Coming], most: int, limit: int) -> list[Coming]:
        """With more of the last size until there are `limit`."""
        size = hands[-1].cards if hands else min(self.last_cards, most)
        return hands + [Coming(size, None)] * (limit - len(hands))

    def _closing(self, rulebook: Rulebook, players: int, hands: int, goes_on: bool) -> list[Coming]:
        """The announced last hands: the largest two in Murder, or only the last (MU-36), else as the ladder goes."""
        largest = min(hands, {"the largest hands": 2, "the largest hand": 1}.get(rulebook.closing, 0))
        top = rulebook.top_for(players)
        planned = self._planned(rulebook, players, hands)
        found = (self._filled(planned, rulebook.most_for(players), hands) if goes_on else planned)[: hands - largest]
        return [*found, *(Coming(max(1, top - left), None) for left in reversed(range(largest)))]

    def after(self, played: Coming | None, cards: int) -> Schedule:
        """Once a hand of `cards` has been played; `played` is what was to come, None for a hand beyond the end."""
        if played is None:
            return replace(self, last_cards=cards)
        return Schedule(
            place=self.place if played.place is None else Rung(played.place.leg, played.place.step, cards),
            planned=self.planned if self.planned is None or played.extra else self.planned[1:],
            closing=None if self.closing is None else max(0, self.closing - 1),
            last_cards=cards,
        )


def _ending(hands: list[Coming]) -> list[Coming]:
    """With the last of them known as the last."""
    return [*hands[:-1], *(one._replace(last=True) for one in hands[-1:])]
