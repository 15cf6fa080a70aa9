"""What can happen in a game: frozen records, and the contract that an auction ends in (rules.md F).

Players are named by their ids ("p1"); numbers are tricks or points as said. An event says what somebody
decided and nothing that can be worked out from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar, get_args


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


Bids = dict[str, int]
Marks = dict[str, dict[str, int]]

BY_PLAYER = ("bids", "taken", "made", "off", "marks", "points")
"""Fields of a hand that say something of each player."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Head:
    """What stands above a sheet besides its rules and players. A field more belongs here and into `setup.HEAD_CHECKS`.

    Texts are "" where nothing was said; `Opened` has these fields, and so has the `Sheet`, as they are now.
    """

    scorer: str = ""
    location: str = ""
    date: str = ""
    stake: int | None = None  # money a point, in the smallest coin
    until: str = ""  # the agreed quitting time, by the clock on the wall: "13:00"


HEAD = ("first_dealer", *(one.name for one in fields(Head)))
"""Fields of an opening that may be mended later, of which only the first dealer (a player's id) must be there."""


@dataclass(frozen=True, kw_only=True)
class _RulesAndPlayers:
    rulebook: dict[str, Any]
    scheme: dict[str, Any]
    players: tuple[tuple[str, str], ...]  # (id, name), clockwise
    first_dealer: str
    house: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Opened(Head, _RulesAndPlayers):  # in this order a file says who plays by which rules before where and when
    """A game is set up; it carries its own copy of its rulebook and scheme."""

    kind: ClassVar[str] = "open"


@dataclass(frozen=True)
class BidsRecorded:
    """Bidding of the open hand has ended."""

    kind: ClassVar[str] = "bids"
    cards: int
    bids: Bids
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    contract: Contract | None = None
    calls: tuple[str, ...] = ()  # of the auction that ended in the contract, where they were written down
    hook_waived: bool = False
    marks: Marks = field(default_factory=dict)
    on_paper: bool = False  # as an old sheet has them, and not as the rules let them be: its tricks are kept so too


@dataclass(frozen=True)
class TricksRecorded:
    """The open hand has been played: the tricks taken, or only who made it, or only how far off each bid was.

    With `points` it is kept as on paper, whatever the rules say: these count as they are written there, the points of
    the others as the rules give them; bids and tricks are those that are known.
    """

    kind: ClassVar[str] = "tricks"
    taken: dict[str, int] | None = None
    made: dict[str, bool] | None = None
    cancelled: int | None = None
    cards: int | None = None  # where nobody bid, so that no bids carry them
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    marks: Marks = field(default_factory=dict)
    off: dict[str, int] | None = None  # 0 and more: where the side is known, so are the tricks
    points: dict[str, int | Fraction] | None = None  # as written on paper, at most hundredths; None: there is no paper


@dataclass(frozen=True)
class Corrected:
    """A hand recorded earlier is mended; `changes` holds the fields that were wrong, players merged one by one."""

    kind: ClassVar[str] = "correct"
    hand: int
    changes: dict[str, Any]


@dataclass(frozen=True)
class Misdealt:
    """The open hand was dealt wrong: penalties by the rulebook, then dealt again."""

    kind: ClassVar[str] = "misdeal"
    wrong_count: tuple[str, ...] = ()


@dataclass(frozen=True)
class Misplayed:
    """The open hand was spoilt by a revoke that cannot be wound back."""

    kind: ClassVar[str] = "misplay"
    player: str


@dataclass(frozen=True)
class Joined:
    """Somebody sits down; without `points` the rulebook's late entry counts."""

    kind: ClassVar[str] = "join"
    player: str
    name: str
    before: str | None = None  # the player whom the newcomer precedes clockwise; None: after the last seat
    points: int | None = None


@dataclass(frozen=True)
class Left:
    """Somebody gets up; the seat stays empty."""

    kind: ClassVar[str] = "leave"
    player: str


@dataclass(frozen=True)
class Returned:
    """Somebody who left takes the seat again, with the old total or as the rulebook says."""

    kind: ClassVar[str] = "return"
    player: str


@dataclass(frozen=True)
class Renamed:
    """A player's name was wrong, or needs more letters."""

    kind: ClassVar[str] = "rename"
    player: str
    name: str


@dataclass(frozen=True)
class Swapped:
    """Two players change seats."""

    kind: ClassVar[str] = "swap"
    players: tuple[str, str]


@dataclass(frozen=True)
class Adjusted:
    """A penalty or a present of points, counted from where it stands."""

    kind: ClassVar[str] = "adjust"
    player: str
    points: int
    why: str = ""


@dataclass(frozen=True)
class TotalsKnown:
    """Of this evening only the totals are known, at most hundredths, everybody's; it is over with them."""

    kind: ClassVar[str] = "totals"
    totals: dict[str, int | Fraction]


@dataclass(frozen=True)
class Commented:
    """A word by the scorer, about a hand or the evening."""

    kind: ClassVar[str] = "comment"
    text: str
    hand: int | None = None


@dataclass(frozen=True)
class Planned:
    """The hands still to come, as their sizes."""

    kind: ClassVar[str] = "plan"
    cards: tuple[int, ...]


@dataclass(frozen=True)
class ClosingAnnounced:
    """So many hands more and the game is over; 0 takes the word back."""

    kind: ClassVar[str] = "closing"
    hands: int


@dataclass(frozen=True)
class DealerSet:
    """Who deals the next hand (and, where the two rotate apart, who bids first)."""

    kind: ClassVar[str] = "dealer"
    player: str | None = None
    first_bidder: str | None = None


@dataclass(frozen=True)
class HouseChanged:
    """House rules changed while the game runs: keys of the rulebook."""

    kind: ClassVar[str] = "house"
    house: dict[str, Any]


@dataclass(frozen=True)
class SchemeChanged:
    """The whole game is counted by another scheme."""

    kind: ClassVar[str] = "scheme"
    scheme: dict[str, Any]


@dataclass(frozen=True)
class Described:
    """The head of the sheet mended: any of HEAD."""

    kind: ClassVar[str] = "details"
    details: dict[str, Any]


@dataclass(frozen=True)
class Ended:
    """The game is over because somebody says so, or `moved`: it goes on at other tables, and nobody has won here."""

    kind: ClassVar[str] = "end"
    moved: bool = False


@dataclass(frozen=True)
class Reopened:
    """A finished game goes on."""

    kind: ClassVar[str] = "reopen"


@dataclass(frozen=True)
class Undone:
    """An event is taken back: the one at the place `of` in the record (from 1), or the last one that stands."""

    kind: ClassVar[str] = "undo"
    of: int | None = None


@dataclass(frozen=True)
class Redone:
    """An event that was taken back stands again, in its old place: the one at `of`, or the last one taken back."""

    kind: ClassVar[str] = "redo"
    of: int | None = None


Done = (
    Opened | BidsRecorded | TricksRecorded | Corrected | Misdealt | Misplayed | Joined | Left | Returned | Renamed
    | Swapped | Adjusted | TotalsKnown | Commented | Planned | ClosingAnnounced | DealerSet | HouseChanged
    | SchemeChanged | Described | Ended | Reopened
)  # fmt: skip
"""What somebody did; it stands until it is undone."""

Event = Done | Undone | Redone

PLAYER_FIELDS = frozenset({
    "player", "players", "before", "first_bidder", "wrong_count", "chosen_by", "declarer", "doubler", "first_dealer",
})  # fmt: skip
"""Fields of events and contracts that hold ids of players, one or several."""

KINDS: dict[str, type[Event]] = {one.kind: one for one in get_args(Event)}
"""Every event's class by the word that stands for it in a file."""
