"""The events of a game, and the contract that ends an auction (rules.md F).

Players are ids such as "p1". Numbers are tricks or points, as stated. An event records a decision and nothing that can
be computed from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar, get_args


@dataclass(frozen=True)
class Contract:
    """A contract with its declarer and doublers as player ids; the suit is the hand's trump."""

    declarer: str
    level: int
    doubler: str | None = None
    redoubled: bool = False
    also_doubled: tuple[str, ...] = ()  # if the table allows several doublers (rules.md MU-13)

    @property
    def doublers(self) -> tuple[str, ...]:
        """Return the ids of all doublers; several only if the table allows it."""
        first = () if self.doubler is None else (self.doubler,)
        return (*first, *self.also_doubled)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON data: CONTRACT_FIELDS and, for several doublers, `also_doubled`.

        `of` reads it.
        """
        data = {contract_field.name: getattr(self, contract_field.name) for contract_field in fields(self)}
        also = data.pop("also_doubled")
        return {**data, "also_doubled": list(also)} if also else data

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Contract:
        """Build a contract from JSON data; raise TypeError for an unknown key."""
        return cls(**{**data, "also_doubled": tuple(data.get("also_doubled", ()))})


CONTRACT_FIELDS = tuple(entry.name for entry in fields(Contract) if entry.name != "also_doubled")
"""The fields of a contract in forms, files and sheets, apart from `also_doubled` for several doublers."""


def replace_doublers(contract: Contract, doublers: Iterable[str]) -> Contract:
    """Return `contract` with only these doublers: ids in the order in which they doubled."""
    ordered = tuple(doublers)
    return replace(contract, doubler=next(iter(ordered), None), also_doubled=ordered[1:])


Bids = dict[str, int]
Marks = dict[str, dict[str, int | str]]
"""By player the values of marks: a number, 1 for a yes, or the id of a named player."""


def merge_marks(early: Mapping[str, Any], late: Mapping[str, Any]) -> dict[str, Any]:
    """Return all marks of a hand by player; those of `late` count if both have a mark."""
    return {player: {**early.get(player, {}), **late.get(player, {})} for player in (*early, *late)}


def replace_players(marks: Mapping[str, Any] | None, names: Mapping[str, str]) -> dict[str, Any] | None:
    """Return a player's marks with names instead of the ids of players in them; None if they are removed."""
    if marks is None:
        return None
    return {mark: names[value] if isinstance(value, str) else value for mark, value in marks.items()}


def change_bids(bids: Bids, changes: Mapping[str, int], sign: int = 1) -> Bids:
    """Return the bids after these changes by player; with `sign` -1, before them."""
    return {player: bid + sign * changes.get(player, 0) for player, bid in bids.items()}


BY_PLAYER = ("bids", "bid_changes", "taken", "made", "off", "marks", "points")
"""Fields of a hand that have a value for each player."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Head:
    """The head of a sheet, except its rules and players.

    A new field also needs an entry in `setup.HEAD_CHECKS`. Unset texts are "". `Opened` has these fields, and `Sheet`
    has their current values.
    """

    scorer: str = ""
    location: str = ""
    date: str = ""
    stake: int | None = None  # money per point, in the smallest coin
    until: str = ""  # the agreed quitting time, as local time: "13:00"


HEAD = ("first_dealer", *(entry.name for entry in fields(Head)))
"""Fields of an opening that can be changed later; only the first dealer (a player id) is required."""


@dataclass(frozen=True, kw_only=True)
class _RulesAndPlayers:
    rulebook: dict[str, Any]
    scheme: dict[str, Any]
    players: tuple[tuple[str, str], ...]  # (id, name), clockwise
    first_dealer: str
    house: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Opened(Head, _RulesAndPlayers):  # this order puts rules and players first in a file
    """The opening of a game, with its own copy of its rulebook and scheme."""

    kind: ClassVar[str] = "open"


@dataclass(frozen=True)
class BidsRecorded:
    """The bids of the current hand; its bidding has ended."""

    kind: ClassVar[str] = "bids"
    cards: int
    bids: Bids
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    contract: Contract | None = None
    calls: tuple[str, ...] = ()  # of the auction that ended in the contract, if recorded
    hook_waived: bool = False
    marks: Marks = field(default_factory=dict)
    on_paper: bool = False  # as on a paper sheet, against the rules; its tricks are from paper too


@dataclass(frozen=True)
class TricksRecorded:
    """The result of the current hand: the tricks, or only made bids, or only how far off each bid was.

    If players had a wrong number of cards, the result is only `wrong_count`, these players (rules.md X33).
    With `points` the hand is saved as on paper, regardless of the rules. These points count as written. Other players
    get the points by the rules. Bids and tricks may be incomplete.
    """

    kind: ClassVar[str] = "tricks"
    taken: dict[str, int] | None = None
    made: dict[str, bool] | None = None
    cancelled: int | None = None
    cards: int | None = None  # only if there are no bids, which would have them
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    marks: Marks = field(default_factory=dict)
    off: dict[str, int] | None = None  # 0 or more; if the side is known, `taken` is used instead
    points: dict[str, int | Fraction] | None = None  # as written on paper, at most hundredths; None: not from paper
    wrong_count: tuple[str, ...] | None = None
    bid_changes: Bids = field(default_factory=dict)  # −1 or 1 for a bid that a card changed during the play


@dataclass(frozen=True)
class Corrected:
    """A correction of a recorded hand.

    `changes` holds the fields that were wrong. Fields with a value for each player are merged player by player.
    """

    kind: ClassVar[str] = "correct"
    hand: int
    changes: dict[str, Any]


@dataclass(frozen=True)
class Misdealt:
    """A misdeal of the current hand, which is dealt again; the rulebook's penalties apply unless it is `free`."""

    kind: ClassVar[str] = "misdeal"
    wrong_count: tuple[str, ...] = ()
    free: bool = False


@dataclass(frozen=True)
class Misplayed:
    """A revoke in the current hand that cannot be retracted."""

    kind: ClassVar[str] = "misplay"
    player: str


@dataclass(frozen=True)
class Joined:
    """A player joining; without `points` the rulebook's late entry applies."""

    kind: ClassVar[str] = "join"
    player: str
    name: str
    before: str | None = None  # the new seat is just before this player's, clockwise; None: after the last seat
    points: int | None = None


@dataclass(frozen=True)
class Left:
    """A player leaving; the seat stays empty."""

    kind: ClassVar[str] = "leave"
    player: str


@dataclass(frozen=True)
class Returned:
    """A player returning to the same seat, with the old total or as the rulebook says."""

    kind: ClassVar[str] = "return"
    player: str


@dataclass(frozen=True)
class Renamed:
    """A change of a player's name."""

    kind: ClassVar[str] = "rename"
    player: str
    name: str


@dataclass(frozen=True)
class Swapped:
    """Two players changing seats."""

    kind: ClassVar[str] = "swap"
    players: tuple[str, str]


@dataclass(frozen=True)
class Adjusted:
    """A penalty or bonus in points, applied at this position in the record."""

    kind: ClassVar[str] = "adjust"
    player: str
    points: int
    why: str = ""


@dataclass(frozen=True)
class TotalsKnown:
    """The final totals of all players, at most hundredths, of a game without known hands.

    The game is over with this event.
    """

    kind: ClassVar[str] = "totals"
    totals: dict[str, int | Fraction]


@dataclass(frozen=True)
class Commented:
    """A comment by the scorer, about a hand or the whole game."""

    kind: ClassVar[str] = "comment"
    text: str
    hand: int | None = None


@dataclass(frozen=True)
class Planned:
    """The cards of each hand still to come."""

    kind: ClassVar[str] = "plan"
    cards: tuple[int, ...]


@dataclass(frozen=True)
class ClosingAnnounced:
    """The announced number of hands until the end; 0 cancels the announcement."""

    kind: ClassVar[str] = "closing"
    hands: int


@dataclass(frozen=True)
class DealerSet:
    """The dealer of the next hand and, if the two rotate separately, its first bidder."""

    kind: ClassVar[str] = "dealer"
    player: str | None = None
    first_bidder: str | None = None


@dataclass(frozen=True)
class HouseChanged:
    """House rules changed during the game, by their keys in the rulebook."""

    kind: ClassVar[str] = "house"
    house: dict[str, Any]


@dataclass(frozen=True)
class SchemeChanged:
    """A change of scheme for the whole game."""

    kind: ClassVar[str] = "scheme"
    scheme: dict[str, Any]


@dataclass(frozen=True)
class Described:
    """A change of the head of the sheet: any fields of HEAD."""

    kind: ClassVar[str] = "details"
    details: dict[str, Any]


@dataclass(frozen=True)
class Ended:
    """The end of the game, by decision of the players.

    If `moved`, the game continues at other tables and has no winner here.
    """

    kind: ClassVar[str] = "end"
    moved: bool = False


@dataclass(frozen=True)
class Reopened:
    """The continuation of a finished game."""

    kind: ClassVar[str] = "reopen"


@dataclass(frozen=True)
class Undone:
    """The undo of the event at position `of` in the record (from 1), or of the last event in effect."""

    kind: ClassVar[str] = "undo"
    of: int | None = None


@dataclass(frozen=True)
class Redone:
    """The redo of the undone event at position `of`, or of the last one; it takes its old position."""

    kind: ClassVar[str] = "redo"
    of: int | None = None


PlainEvent = (
    Opened | BidsRecorded | TricksRecorded | Corrected | Misdealt | Misplayed | Joined | Left | Returned | Renamed
    | Swapped | Adjusted | TotalsKnown | Commented | Planned | ClosingAnnounced | DealerSet | HouseChanged
    | SchemeChanged | Described | Ended | Reopened
)  # fmt: skip
"""All events except undo and redo; each is in effect until it is undone."""

Event = PlainEvent | Undone | Redone

PLAYER_FIELDS = frozenset({
    "player", "players", "before", "first_bidder", "wrong_count", "chosen_by", "declarer", "doubler", "first_dealer",
})  # fmt: skip
"""Fields of events and contracts that hold one or several player ids."""

KINDS: dict[str, type[Event]] = {event.kind: event for event in get_args(Event)}
"""The class of each event, by its kind in files."""
