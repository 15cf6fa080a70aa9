"""The state of a game at one moment, and the values derived from it.

The hands to come are computed each time for the players at the table. The ladder keeps its leg and continues from the
last size (rules.md B1, MU-35). A typed plan is limited to what the pack allows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scorepad.game.state import events as e
from scorepad.game.state.rows import AdjustRow, Comment, Forfeit, HandRow, LateEntry, OpenHand, Points, Row
from scorepad.game.state.scoring import HandContext, Run, suspended_bidders
from scorepad.game.state.seats import Rotation, Seats
from scorepad.game.state.standings import Place, late_entry, standings
from scorepad.rules.game_properties import end_with
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.keys import End
from scorepad.rules.rulebook.ladder import Rung
from scorepad.rules.scheme import Scheme
from scorepad.words import _

ENDLESS_SHOWN = 40  # hands of an endless ladder to plan ahead


class Coming(NamedTuple):
    """A hand to come: its cards, its position on the ladder, and whether it is known to be the last.

    `place` is None for a hand that does not come from the ladder.
    """

    cards: int
    place: Rung | None
    last: bool = False
    extra: bool = False  # a tie-break hand, or an extra one after reopening


@dataclass(frozen=True)
class Schedule:
    """The progress on the ladder, and the plan or closing that replaces it."""

    place: Rung | None = None  # of the last hand from the ladder
    planned: tuple[int, ...] | None = None
    closing: int | None = None  # hands left of the announced closing
    last_cards: int = 0

    def coming(self, rulebook: Rulebook, players: int, limit: int, *, goes_on: bool = False) -> list[Coming]:
        """Return the hands to come: all planned hands, then ladder hands up to `limit`; none at its end.

        `goes_on`: only a total ends the game, so hands of the last size follow (rules.md A13, item 5).
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
        """Return the hands with more of the last size, up to `limit`."""
        size = hands[-1].cards if hands else min(self.last_cards, most)
        return hands + [Coming(size, None)] * (limit - len(hands))

    def _closing(self, rulebook: Rulebook, players: int, hands: int, goes_on: bool) -> list[Coming]:
        """Return the announced last hands.

        In Murder the largest two come last, or only the largest (MU-36). The others follow the ladder.
        """
        largest = min(hands, {"the largest hands": 2, "the largest hand": 1}.get(rulebook.closing, 0))
        top = rulebook.top_for(players)
        planned = self._planned(rulebook, players, hands)
        first_hands = (self._filled(planned, rulebook.most_for(players), hands) if goes_on else planned)[
            : hands - largest
        ]
        return [*first_hands, *(Coming(max(1, top - left), None) for left in reversed(range(largest)))]

    def after(self, played: Coming | None, cards: int) -> Schedule:
        """Return the schedule after a hand of `cards`.

        `played` is the hand that was to come, or None for a hand beyond the end.
        """
        if played is None:
            return replace(self, last_cards=cards)
        return Schedule(
            place=self.place if played.place is None else played.place._replace(cards=cards),
            planned=self.planned if self.planned is None or played.extra else self.planned[1:],
            closing=None if self.closing is None else max(0, self.closing - 1),
            last_cards=cards,
        )


def _ending(hands: list[Coming]) -> list[Coming]:
    """Return the hands with the last one marked as the last."""
    return [*hands[:-1], *(hand._replace(last=True) for hand in hands[-1:])]


# What a hand adds to a player's tie-break value; the higher sum wins.
_TIE_BREAKS: dict[str, Callable[[HandRow, str], int]] = {
    "most made bids": lambda row, player: int(row.made.get(player, False)),
    "largest sum of made bids": lambda row, player: row.bids[player] if row.made.get(player) else 0,
    "fewest misses": lambda row, player: -int(row.made.get(player) is False),
}


def rulebook_with(rulebook: Mapping[str, Any], house: Mapping[str, Any]) -> Rulebook:
    """Return the rulebook of this data with these house rules; raise RuleFileError if they are invalid.

    The result is cached.
    """
    return _read_rulebook(json.dumps(rulebook), json.dumps(house))


@lru_cache(maxsize=256)
def _read_rulebook(rulebook: str, house: str) -> Rulebook:
    return Rulebook.from_dict(json.loads(rulebook)).with_house(json.loads(house))


class Position:
    """The rules, seats, rows, totals and turns of a game at one moment.

    `Sheet` folds events into it. Totals and points are ints, or Fractions if the scheme allows halves. Players are ids.
    """

    first_dealer: str
    scorer: str
    location: str
    date: str
    stake: int | None
    until: str

    def __init__(
        self, opened: e.Opened, rulebook: Rulebook, scheme: Scheme, options: Mapping[str, Any], head: Mapping[str, Any]
    ) -> None:
        self.rulebook = rulebook  # replaced if a house rule changes during the game
        self.scheme = scheme
        self.options = options  # the scheme's options at this table
        self.names = dict(opened.players)
        self.seats = Seats.of(self.names)
        vars(self).update(head)  # the fields of `events.HEAD`
        self.rows: tuple[Row, ...] = ()
        self.totals: dict[str, Points] = dict.fromkeys(self.names, 0)
        self.comments: tuple[Comment, ...] = ()
        self.forfeits: tuple[Forfeit, ...] = ()
        self.bids: e.BidsRecorded | None = None  # of the current hand, once recorded
        self.before_bids: dict[str, Points] | None = None  # totals when the bids were recorded
        self.hands_played = 0
        self.ended = False
        self.moved = False  # the players continue at other tables
        self.only_totals = False  # no hand of this game is known
        self.schedule = Schedule()
        self._runs: dict[str, Run] = {}
        self._newcomers: frozenset[str] = frozenset()  # players who joined since the last hand: MU-25
        self.rotation = Rotation()
        self.reopened = False  # since the last hand
        self.makers_before: int | None = None  # number of players who made the previous hand
        self.washouts = 0  # hands in a row, up to the previous one, whose bidders all missed

    @property
    def head(self) -> dict[str, Any]:
        """Return the current head of the sheet: every field of `events.HEAD` with its value."""
        return {name: getattr(self, name) for name in e.HEAD}

    @property
    def top(self) -> int:
        """Return the largest hand of the ladder for the players present, in cards."""
        return self.rulebook.largest_for(len(self.seats.present))

    @property
    def around(self) -> HandContext:
        """Return values that points may depend on, besides the hand and the players' own records."""
        players = len(self.seats.present)
        sizes, pack = self.rulebook.sizes(players), self.rulebook.pack_for(players)
        return HandContext(len(sizes), pack, self.makers_before or 0, self.washouts)

    @property
    def step(self) -> int:
        """Return 1 if turns go clockwise, -1 if they go anticlockwise."""
        return -1 if self.rulebook.direction == "anticlockwise" else 1

    @property
    def has_places(self) -> bool:
        """Return whether the totals give standings: a hand was scored, or only totals are known."""
        return bool(self.hands_played) or self.only_totals

    @property
    def asleep(self) -> tuple[str, ...]:
        """Return the players whose bids for the current hand are asleep under a double."""
        return suspended_bidders(self.scheme, self.bids.contract) if self.bids else ()

    def is_scorer(self, name: str) -> bool:
        """Return whether the player with this name is the scorer."""
        return " ".join(self.scorer.split()).casefold() == name.casefold()

    def note_on(self, hand: OpenHand) -> str:
        """Return the text to show before the bids of a hand: its note, and the dealer who sits out."""
        away = _("{name} deals and sits out.").format(name=self.names[hand.dealer]) if hand.sits_out else ""
        return " ".join(filter(None, (hand.note, away)))

    def run_of(self, player: str) -> Run:
        """Return the player's current streak, as the scheme counts it."""
        return self._runs.get(player, Run())

    @property
    def ends(self) -> End:
        """Return when the game is over, with the target points."""
        return end_with(self.rulebook, self.scheme)

    @property
    def endless(self) -> bool:
        """Return whether hands continue until a closing is announced or a total ends the game."""
        return self.rulebook.ladder.endless or isinstance(self.scheme.winner, tuple)

    def scheduled(self, limit: int) -> list[Coming]:
        """Return the hands to come, up to `limit` from the ladder, if no total ends the game.

        There are none at the end.
        """
        goes_on = self.ends.how == "exactly"
        return self.schedule.coming(self.rulebook, len(self.seats.present), limit, goes_on=goes_on)

    @property
    def low_wins(self) -> bool:
        """Return whether the lowest total wins."""
        return self.scheme.winner == "low"

    @property
    def has_totals(self) -> bool:
        """Return whether late entry can use the totals.

        It can once a hand was scored, or if all players brought totals (MU-39).
        """
        brought = {row.player for row in self.rows if isinstance(row, AdjustRow)}
        return bool(self.hands_played) or brought.issuperset({*self.seats.present} - self._newcomers)

    def counted_totals(self, player: str | None = None) -> list[Points]:
        """Return the totals from which a player who joins now starts (MU-25).

        They are those at the table or those of all players. `player` is the id of a returning player.
        """
        rules = self.rulebook
        among = self.seats.present if rules.late_totals == "at the table" else self.seats.everyone
        left_out = {player, *(self._newcomers if rules.late_together == "from the old totals" else ())}
        return [self.totals[other] for other in among if other not in left_out]

    def late_entry(self, player: str | None = None, more: Iterable[Points] = ()) -> LateEntry:
        """Return the late entry of a player who joins now; 0 points if there are no totals yet.

        `player` is the id of a returning player. `more` are further totals that count, for example of other tables.
        """
        rules, totals = self.rulebook, [*self.counted_totals(player), *more]
        return late_entry(
            totals or [0], low_wins=self.low_wins, middle_of_two=rules.late_median, rounding=rules.late_rounding,
            rule=rules.late_entry if self.has_totals and totals else "zero",
            worst_is=rules.late_worst, missed=rules.late_hand * self.hands_played,
        )  # fmt: skip

    @property
    def totals_at_bidding(self) -> dict[str, Points]:
        """Return the totals that decide who bids and whether the game continues.

        They are the totals at the current hand's bidding.
        """
        return self.totals if self.before_bids is None else self.before_bids

    def standings(self, totals: Mapping[str, Points] | None = None) -> list[Place]:
        """Return the standings by the current totals, or by other totals of the same players."""
        count = _TIE_BREAKS.get(self.rulebook.ties)
        hands = [row for row in self.rows if isinstance(row, HandRow)] if count else []
        tie_break = {player: sum(count(row, player) for row in hands) for player in self.names} if count else {}
        return standings(self.totals if totals is None else totals, self.scheme.winner, tie_break)

    @property
    def leaders(self) -> list[str]:
        """Return the players in first place; none if there are no places or all players are level."""
        places = self.standings() if self.has_places else []
        first = [place.player for place in places if place.place == 1]
        return first if len(first) < len(places) else []
