"""The rows of a sheet: one for each played or void hand, late entry and adjustment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple

from scorepad.errors import RuleError
from scorepad.formats import format_points
from scorepad.formula_names import MOST_PACK
from scorepad.game.state.events import Bids, Contract, Marks, change_bids
from scorepad.rules.formula import Values
from scorepad.rules.rulebook.bidding_options import DASH_CALL
from scorepad.rules.rulebook.hook import NOT_THE_CARDS, forbidden_bids
from scorepad.words import _

Points = int | Fraction


@dataclass(frozen=True)
class OpenHand:
    """A hand before its bidding; `order` is the order of play from the first bidder.

    The dealer is not in `order` if the dealer sits out.
    """

    number: int
    cards: int
    dealer: str
    first_bidder: str | None  # None if all bid together or there are no bids
    order: tuple[str, ...]
    bidders: tuple[str, ...]  # the players in `order` who bid
    trump: str | None  # None: the rules do not set it
    hook: bool
    last: bool
    extra: bool  # a tie-break hand, or an extra one after reopening
    note: str = ""
    fixed_bid: int | None = None  # the bid that counts for every player
    options: dict[str, int | str] = field(default_factory=dict)
    hook_rule: str = NOT_THE_CARDS
    call_first: bool = False  # one player calls a number and trumps before the others bid
    may_bid: range = range(MOST_PACK)  # apart from the hook

    @property
    def sits_out(self) -> bool:
        """Return whether the dealer does not play this hand."""
        return self.dealer not in self.order

    def in_bid_order(self, contract: Contract | None, marks: Marks) -> OpenHand:
        """Return the hand with its bidders in the order of their bids (rules.md ES).

        Dash calls come before the call. The others follow the caller.
        """
        if not self.call_first or contract is None or contract.declarer not in self.bidders:
            return self
        at = self.bidders.index(contract.declarer)
        from_caller = self.bidders[at:] + self.bidders[:at]
        early = [player for player in self.bidders if marks.get(player, {}).get(DASH_CALL)]
        return replace(self, bidders=(*early, *(player for player in from_caller if player not in early)))

    @property
    def hooked(self) -> str | None:
        """Return the player whose bid the hook limits: the last bidder, or the dealer if all bid at once."""
        if not (self.hook and self.bidders):
            return None
        return self.dealer if self.first_bidder is None and self.dealer in self.bidders else self.bidders[-1]

    def forbidden(self, bids: Bids) -> tuple[int, ...]:
        """Return the bids that the hook forbids the hooked player; none until all other players have bid."""
        others = [player for player in self.bidders if player != self.hooked]
        if self.hooked is None or any(player not in bids for player in others):
            return ()
        allowed = range(self.may_bid[0], min(self.may_bid[-1], self.cards) + 1)
        return forbidden_bids(self.hook_rule, allowed, sum(bids[player] for player in others), self.cards)


@dataclass(frozen=True)
class HandRow:
    """A hand on the sheet: tricks in `bids` and `taken`, points in `points` and `totals`."""

    kind: ClassVar[str] = "hand"
    hand: int
    cards: int
    dealer: str
    first_bidder: str | None
    points: dict[str, Points]
    totals: dict[str, Points]
    bids: Bids = field(default_factory=dict)  # as they count, after `bid_changes`
    bid_changes: Bids = field(default_factory=dict)
    bidders: tuple[str, ...] = ()  # in turn; empty if all bid together or there are no bids
    taken: dict[str, int] | None = None
    made: dict[str, bool] = field(default_factory=dict)  # by bidder, without players in `asleep`
    off: dict[str, int] | None = None  # distances from the bids, if recorded; signed if `taken` is known
    asleep: tuple[str, ...] = ()  # players whose bids do not count: doublers, and those in `wrong_count`
    wrong_count: tuple[str, ...] | None = None  # players with a wrong number of cards, which ended the hand
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    contract: Contract | None = None
    calls: tuple[str, ...] = ()  # of the auction, if recorded
    cancelled: int | None = None
    marks: Marks = field(default_factory=dict)
    note: str = ""
    options: dict[str, int | str] = field(default_factory=dict)  # scheme options of this hand
    last: bool = False
    extra: bool = False
    void: bool = False
    void_by: str = ""  # "misdeal" or "misplay"
    hook: bool = False  # the bids must not add up to the cards
    hook_waived: bool = False
    corrected: bool = False
    problems: tuple[RuleError, ...] = ()
    paper: dict[str, Points] | None = None  # points as written on a paper sheet; None: not from paper
    by_rules: dict[str, Points] = field(default_factory=dict)  # points by the rules for a paper hand, if known
    doubts: tuple[RuleError, ...] = ()  # problems of a paper hand; they need no correction
    variables: dict[str, Values] = field(
        default_factory=dict, compare=False, repr=False
    )  # the scheme's input by player

    @property
    def spoken_bids(self) -> Bids:
        """Return the bids before a card changed them."""
        return change_bids(self.bids, self.bid_changes, -1)


class LateEntry(NamedTuple):
    """The points a late joiner starts with, and how they are calculated.

    `exact` is the value before rounding.
    """

    points: Points
    worst: Points
    median: Points
    exact: Points

    def in_words(self, number: Callable[[Points], str] = format_points, arrow: str = "→", *, low_wins: bool) -> str:
        """Return the half-way calculation as text.

        For example `lowest 12, median 41 → 26½, rounded to 26`; if the lowest total wins, `highest 14 …`.
        """
        if self.exact == self.points:
            lowest = _("lowest {worst}, median {median} {arrow} {points}")
            highest = _("highest {worst}, median {median} {arrow} {points}")
        else:
            lowest = _("lowest {worst}, median {median} {arrow} {exact}, rounded to {points}")
            highest = _("highest {worst}, median {median} {arrow} {exact}, rounded to {points}")
        numbers = {name: number(value) for name, value in self._asdict().items()}
        return (highest if low_wins else lowest).format(arrow=arrow, **numbers)


@dataclass(frozen=True)
class EntryRow:
    """A late entry: the points a late joiner starts with.

    `credit` is their calculation, if a rule gave them. If `back` is true, a returning player starts as a late joiner.
    `points` is then the change of the old total.
    """

    kind: ClassVar[str] = "entry"
    player: str
    points: dict[str, Points]
    totals: dict[str, Points]
    credit: LateEntry | None = None
    back: bool = False


@dataclass(frozen=True)
class AdjustRow:
    """A penalty or bonus."""

    kind: ClassVar[str] = "adjust"
    player: str
    points: dict[str, Points]
    totals: dict[str, Points]
    why: str = ""


Row = HandRow | EntryRow | AdjustRow


def merge_adjustments(rows: Iterable[Row]) -> list[Row]:
    """Return the rows as lines to display.

    Consecutive adjustments of different players for the same reason become one line.
    """
    lines: list[Row] = []
    for row in rows:
        last = lines[-1] if lines else None
        if (
            isinstance(last, AdjustRow) and isinstance(row, AdjustRow)
            and row.why and last.why == row.why and row.player not in last.points
        ):  # fmt: skip
            lines[-1] = replace(last, points={**last.points, **row.points}, totals=row.totals)
        else:
            lines.append(row)
    return lines


class Comment(NamedTuple):
    """A comment by the scorer; `hand` is None if it is about the whole game."""

    text: str
    hand: int | None


class Forfeit(NamedTuple):
    """A forfeit (losing the pants) and the hand in which the player incurred it."""

    player: str
    hand: int
    name: str
