"""The rows of a sheet: one for every hand played or void, every late entry and every adjustment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple

from scorepad.errors import RuleError
from scorepad.game.state.events import Bids, Contract, Marks
from scorepad.rules.formula import Values

Points = int | Fraction


@dataclass(frozen=True)
class OpenHand:
    """What is known of a hand before anybody bids; `order` is the order of play from the first bidder."""

    number: int
    cards: int
    dealer: str
    first_bidder: str | None  # None where nobody bids first (all together, or no bids)
    order: tuple[str, ...]
    bidders: tuple[str, ...]  # those of `order` who bid
    trump: str | None  # None: not settled by the rules
    hook: bool
    last: bool
    extra: bool  # dealt because of a tie
    note: str = ""
    fixed_bid: int | None = None  # everybody counts as bidding this
    options: dict[str, int | str] = field(default_factory=dict)

    def forbidden(self, bids: Bids) -> int | None:
        """The hook's number for the last bidder, once all others have bid; None where every number is free."""
        if not (self.hook and self.bidders) or any(one not in bids for one in self.bidders[:-1]):
            return None
        left = self.cards - sum(bids[one] for one in self.bidders[:-1])
        return left if left >= 0 else None


@dataclass(frozen=True)
class HandRow:
    """A hand on the sheet. Tricks in `bids` and `taken`, points in `points` and `totals`."""

    kind: ClassVar[str] = "hand"
    hand: int
    cards: int
    dealer: str
    first_bidder: str | None
    points: dict[str, Points]
    totals: dict[str, Points]
    bids: Bids = field(default_factory=dict)
    bidders: tuple[str, ...] = ()  # one after the other; nobody where they bid all together, or not at all
    taken: dict[str, int] | None = None
    made: dict[str, bool] = field(default_factory=dict)  # of those who bid, but for whose bid slept
    off: dict[str, int] | None = None  # where the table writes how far off a bid is: under 0 too if `taken` is known
    asleep: tuple[str, ...] = ()  # doublers, whose own bids do not count
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    contract: Contract | None = None
    calls: tuple[str, ...] = ()  # of its auction, where they were written down
    cancelled: int | None = None
    marks: Marks = field(default_factory=dict)
    note: str = ""
    options: dict[str, int | str] = field(default_factory=dict)  # of its own, for the scheme
    last: bool = False
    extra: bool = False
    void: bool = False
    void_by: str = ""  # "misdeal" or "misplay"
    hook: bool = False  # the bids were not to add up to the cards
    hook_waived: bool = False
    corrected: bool = False
    problems: tuple[RuleError, ...] = ()
    paper: dict[str, Points] | None = None  # points as written on an old sheet; None: the hand is not kept so
    by_rules: dict[str, Points] = field(default_factory=dict)  # beside them, where they can be worked out
    doubts: tuple[RuleError, ...] = ()  # what cannot be of a hand on paper: nobody has to mend it
    variables: dict[str, Values] = field(
        default_factory=dict, compare=False, repr=False
    )  # as the scheme was given them


@dataclass(frozen=True)
class EntryRow:
    """A late entry: what the newcomer begins with. `exact` is the half-way value before rounding.

    Where somebody is `back` and begins as a newcomer, `points` are what that changes in the old total.
    """

    kind: ClassVar[str] = "entry"
    player: str
    points: dict[str, Points]
    totals: dict[str, Points]
    worst: Points | None = None
    median: Points | None = None
    exact: Points | None = None
    back: bool = False


@dataclass(frozen=True)
class AdjustRow:
    """A penalty or a present."""

    kind: ClassVar[str] = "adjust"
    player: str
    points: dict[str, Points]
    totals: dict[str, Points]
    why: str = ""


Row = HandRow | EntryRow | AdjustRow


def as_lines(rows: Iterable[Row]) -> list[Row]:
    """The rows as lines to look at: points given to several for one reason, one after the other, stand in one."""
    lines: list[Row] = []
    for row in rows:
        last = lines[-1] if lines else None
        if isinstance(last, AdjustRow) and isinstance(row, AdjustRow) and _go_together(last, row):
            lines[-1] = replace(last, points={**last.points, **row.points}, totals=row.totals)
        else:
            lines.append(row)
    return lines


def _go_together(one: AdjustRow, other: AdjustRow) -> bool:
    return bool(one.why) and one.why == other.why and not one.points.keys() & other.points.keys()


class Comment(NamedTuple):
    """A word of the scorer's; without a hand it is about the evening."""

    text: str
    hand: int | None


class Forfeit(NamedTuple):
    """Somebody lost the pants, in this hand."""

    player: str
    hand: int
    name: str
