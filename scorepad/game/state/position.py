"""Position: where a game stands, as data and what follows from it; nothing here knows how it came there."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from scorepad.game.state import events as e
from scorepad.game.state.rows import AdjustRow, Comment, Forfeit, HandRow, Points, Row
from scorepad.game.state.schedule import Coming, Schedule
from scorepad.game.state.scoring import Around, Run, asleep
from scorepad.game.state.seats import Rotation, Seats
from scorepad.game.state.standings import LateEntry, Place, late_entry, settlement, standings
from scorepad.rules.combined import end_with, never_ends_by_itself
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.keys import End
from scorepad.rules.scheme import Scheme

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

    rulebook: Rulebook
    scheme: Scheme
    options: Mapping[str, Any]  # of the scheme, as this table plays it
    first_dealer: str

    def __init__(
        self,
        opened: e.Opened,
        rulebook: Rulebook,
        scheme: Scheme,
        options: Mapping[str, Any],
        head: Mapping[str, Any],
    ) -> None:
        self.rulebook = rulebook  # changes where a house rule is changed on the way
        self.scheme = scheme
        self.options = options
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
        return Around(self.rulebook.hands_for(players), self.rulebook.pack_for(players), self.makers_before or 0)

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
