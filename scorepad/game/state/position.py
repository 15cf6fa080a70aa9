"""Position: where a game stands, as data and what follows from it; nothing here knows how it came there.

The hands to come are planned each time for the players now at the table: the ladder keeps its leg and goes on
from the last size (rules.md B1, MU-35), a typed plan is held to what the pack allows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scorepad.game.state import events as e
from scorepad.game.state.rows import AdjustRow, Comment, Forfeit, HandRow, Points, Row
from scorepad.game.state.scoring import Around, Run, asleep
from scorepad.game.state.seats import Rotation, Seats
from scorepad.game.state.standings import LateEntry, Place, late_entry, settlement, standings
from scorepad.rules.combined import end_with, never_ends_by_itself
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.keys import End
from scorepad.rules.rulebook.ladder import Rung
from scorepad.rules.scheme import Scheme

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


# What a hand adds for a player where the rulebook breaks ties by the record; more is better.
_TIE_BREAKS: dict[str, Callable[[HandRow, str], int]] = {
    "most made bids": lambda row, player: int(row.made.get(player, False)),
    "largest sum of made bids": lambda row, player: row.bids[player] if row.made.get(player) else 0,
    "fewest misses": lambda row, player: -int(row.made.get(player) is False),
}


def rulebook_with(rulebook: Mapping[str, Any], house: Mapping[str, Any]) -> Rulebook:
    """The rulebook of this data with these house rules; RulebookError where they cannot be. Read once for all."""
    return _read_rulebook(json.dumps(rulebook), json.dumps(house))


@lru_cache(maxsize=256)
def _read_rulebook(rulebook: str, house: str) -> Rulebook:
    return Rulebook.from_dict(json.loads(rulebook)).with_house(json.loads(house))


class Position(e.Head):
    """Rules, seats, rows, totals and turns of a game at one moment; `Sheet` folds events into it.

    Totals and points are whole, or Fractions where the scheme allows halves; players are their ids.
    """

    first_dealer: str

    def __init__(
        self, opened: e.Opened, rulebook: Rulebook, scheme: Scheme, options: Mapping[str, Any], head: Mapping[str, Any]
    ) -> None:
        self.rulebook = rulebook  # changes where a house rule is changed on the way
        self.scheme = scheme
        self.options = options  # of the scheme, as this table plays it
        self.names = dict(opened.players)
        self.seats = Seats.of(self.names)
        self._mend_head(head)
        self.rows: tuple[Row, ...] = ()
        self.totals: dict[str, Points] = dict.fromkeys(self.names, 0)
        self.comments: tuple[Comment, ...] = ()
        self.forfeits: tuple[Forfeit, ...] = ()
        self.bids: e.BidsRecorded | None = None  # of the open hand, once its bidding has ended
        self.before_bids: dict[str, Points] | None = None  # totals when they were written down
        self.hands_played = 0
        self.ended = False
        self.moved = False  # its players go on at other tables
        self.only_totals = False  # of this evening no hand is known
        self.schedule = Schedule()
        self._runs: dict[str, Run] = {}
        self._newcomers: frozenset[str] = frozenset()  # since the last hand: MU-25
        self.rotation = Rotation()
        self.reopened = False  # since the last hand
        self.makers_before: int | None = None  # how many made the hand before

    # The fields of a Head are frozen: a sheet's change by `_mend_head` alone, everything else of it freely.
    __setattr__ = object.__setattr__

    @property
    def head(self) -> dict[str, Any]:
        """The head of the sheet as it is now: every field of `events.HEAD` with its value."""
        return {name: getattr(self, name) for name in e.HEAD}

    def _mend_head(self, changed: Mapping[str, Any]) -> None:
        vars(self).update(changed)

    @property
    def top(self) -> int:
        """The largest hand of the ladder for the players now, in cards."""
        return self.rulebook.largest_for(len(self.seats.present))

    @property
    def around(self) -> Around:
        """What points may hang on besides the hand itself and the players' own records."""
        players = len(self.seats.present)
        return Around(len(self.rulebook.sizes(players)), self.rulebook.pack_for(players), self.makers_before or 0)

    @property
    def step(self) -> int:
        """1 where turns go round clockwise, -1 where they go the other way."""
        return -1 if self.rulebook.direction == "anticlockwise" else 1

    @property
    def has_places(self) -> bool:
        """Whether the totals say who stands where: a hand was scored, or they are all that is known."""
        return bool(self.hands_played) or self.only_totals

    @property
    def asleep(self) -> tuple[str, ...]:
        """Whose bids for the open hand sleep under a double."""
        return asleep(self.scheme, self.bids.contract) if self.bids else ()

    def scores(self, name: str) -> bool:
        """Whether the player of this name keeps the sheet."""
        return " ".join(self.scorer.split()).casefold() == name.casefold()

    def run_of(self, player: str) -> Run:
        """Bids made, or missed, in a row up to now, as the scheme counts them."""
        return self._runs.get(player, Run())

    @property
    def ends(self) -> End:
        """When the game is over, with the points that are played for."""
        return end_with(self.rulebook, self.scheme)

    @property
    def endless(self) -> bool:
        """Whether the hands go on until somebody says the last ones, or a total ends the game."""
        return never_ends_by_itself(self.rulebook, self.scheme)

    def scheduled(self, limit: int) -> list[Coming]:
        """So many of the hands that are to come, as long as no total ends the game; none at the end."""
        goes_on = self.ends.how == "exactly"
        return self.schedule.coming(self.rulebook, len(self.seats.present), limit, goes_on=goes_on)

    @property
    def low_wins(self) -> bool:
        """Whether the lowest total wins."""
        return self.scheme.winner == "low"

    @property
    def has_totals(self) -> bool:
        """Whether there is something to stand half-way in: a hand was scored, or all brought their totals (MU-39)."""
        brought = {row.player for row in self.rows if isinstance(row, AdjustRow)}
        return bool(self.hands_played) or brought.issuperset({*self.seats.present} - self._newcomers)

    def late_entry(self, player: str | None = None) -> LateEntry:
        """What somebody sitting down now begins with, by the rulebook; zero where there are no totals yet.

        `player` is their id, where they sat here before. The totals are those at the table, or of all who were (MU-25).
        """
        rules = self.rulebook
        among = self.seats.present if rules.late_totals == "at the table" else self.seats.everyone
        totals = [self.totals[one] for one in among if one not in self._newcomers and one != player]
        return late_entry(
            totals or [0], low_wins=self.low_wins, middle_of_two=rules.late_median, rounding=rules.late_rounding,
            rule=rules.late_entry if self.has_totals and totals else "zero",
            worst_is=rules.late_worst, missed=rules.late_hand * self.hands_played,
        )  # fmt: skip

    @property
    def totals_at_bidding(self) -> dict[str, Points]:
        """Totals that say who bids and whether the game goes on: as they were when the open hand's bids came."""
        return self.totals if self.before_bids is None else self.before_bids

    def standings(self, totals: Mapping[str, Points] | None = None) -> list[Place]:
        """Places by the totals of now, or by others of the same players."""
        return standings(self.totals if totals is None else totals, self.scheme.winner, self._tie_break())

    def _tie_break(self) -> dict[str, tuple[int, ...]]:
        count = _TIE_BREAKS.get(self.rulebook.ties)
        hands = [row for row in self.rows if isinstance(row, HandRow)]
        return {player: (sum(count(row, player) for row in hands),) for player in self.names} if count else {}

    def settlement(self) -> dict[str, int] | None:
        """Money as of now, in the smallest coin; None where no stake was agreed, or it is settled at other tables."""
        if self.stake is None or self.moved:
            return None
        in_seat_order = {player: self.totals[player] for player in self.seats.everyone}
        return settlement(in_seat_order, self.stake, low_wins=self.low_wins)
