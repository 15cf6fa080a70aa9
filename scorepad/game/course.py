"""How far a game has come along its ladder, and which hands are still to come.

Planned again each time it is asked, for the players at the table now: the ladder keeps its leg and goes on
from the last size (rules.md B1, MU-35), a typed plan is held to what the pack allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from scorepad.rules.ladder import Place
from scorepad.rules.rulebook import Rulebook

ENDLESS_SHOWN = 40  # hands of an endless ladder that are worth planning ahead


class Coming(NamedTuple):
    """A hand to come: its cards, where it stands on the ladder (None: planned or announced), known to be the last."""

    cards: int
    place: Place | None
    last: bool = False
    extra: bool = False  # dealt for a tie, or because a game that was over goes on


@dataclass(frozen=True)
class Course:
    place: Place | None = None  # of the last hand that the ladder gave
    planned: tuple[int, ...] | None = None
    closing: int | None = None  # hands left since the last ones were announced
    last_cards: int = 0

    def coming(self, rulebook: Rulebook, players: int, limit: int = ENDLESS_SHOWN) -> list[Coming]:
        """The hands to come, at most `limit`; empty when the ladder has been played to its end."""
        if self.closing is not None:
            return self._closing(rulebook, players)
        most = rulebook.most_for(players)
        typed = [Coming(min(cards, most), None) for cards in self.planned or ()]
        endless = rulebook.ladder.endless
        if self.planned is None or endless:
            places = rulebook.ladder.rest(
                self.place, top=rulebook.top_for(players), players=players, most=most, limit=max(0, limit - len(typed))
            )
            typed += [Coming(place.cards, place) for place in places]
        if typed and not endless and len(typed) < limit:
            typed[-1] = typed[-1]._replace(last=True)
        return typed

    def _closing(self, rulebook: Rulebook, players: int) -> list[Coming]:
        """The announced last hands: the largest two in Murder, or only the last (MU-36), else as the ladder goes."""
        hands = self.closing or 0
        largest = min(hands, {"the largest hands": 2, "the largest hand": 1}.get(rulebook.closing, 0))
        found = replace(self, closing=None).coming(rulebook, players, hands)[: hands - largest]
        top = rulebook.top_for(players)
        found += [Coming(max(1, top - left), None) for left in reversed(range(largest))]
        return [*found[:-1], found[-1]._replace(last=True)] if found else []

    def after(self, played: Coming | None, cards: int) -> Course:
        """Once a hand of `cards` has been played; `played` is what was to come, None for a hand beyond the end."""
        if played is None:
            return replace(self, last_cards=cards)
        typed = self.planned and played.place is None and not played.extra
        return Course(
            place=self.place if played.place is None else Place(played.place.leg, played.place.step, cards),
            planned=self.planned[1:] if self.planned and typed else self.planned,
            closing=None if self.closing is None else max(0, self.closing - 1),
            last_cards=cards,
        )
