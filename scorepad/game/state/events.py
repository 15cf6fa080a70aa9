"""What can happen in a game: frozen records, to and from JSON.

Players are named by their ids ("p1"); numbers are tricks or points as said. An event says what somebody
decided and nothing that can be worked out from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

from scorepad.errors import BrokenEvent

Bids = dict[str, int]
Marks = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Contract:
    """Murder: who plays what, and who doubled. The denomination is the hand's trump."""

    declarer: str
    level: int
    doubler: str | None = None
    redoubled: bool = False
    also_doubled: tuple[str, ...] = ()  # where the table lets several double (rules.md MU-13)

    @property
    def doublers(self) -> tuple[str, ...]:
        first = () if self.doubler is None else (self.doubler,)
        return (*first, *self.also_doubled)

    def to_dict(self) -> dict[str, Any]:
        """As JSON data; `of` reads it again."""
        data = {one.name: getattr(self, one.name) for one in fields(self)}
        also = data.pop("also_doubled")
        return {**data, "also_doubled": list(also)} if also else data

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Contract:
        return cls(**{**data, "also_doubled": tuple(data.get("also_doubled", ()))})


def doubled_by(contract: Contract, doublers: Iterable[str]) -> Contract:
    """The same contract, doubled by these."""
    everybody = tuple(doublers)
    return replace(contract, doubler=next(iter(everybody), None), also_doubled=everybody[1:])


@dataclass(frozen=True)
class Opened:
    """A game is set up; it carries its own copy of its rulebook and scheme."""

    rulebook: dict[str, Any]
    scheme: dict[str, Any]
    players: tuple[tuple[str, str], ...]  # (id, name), clockwise
    first_dealer: str
    house: dict[str, Any] = field(default_factory=dict)
    scorer: str = ""
    location: str = ""
    date: str = ""
    stake: int | None = None  # money a point, in the smallest coin
    until: str = ""  # the agreed quitting time, by the clock on the wall: "13:00"


HEAD = ("first_dealer", "scorer", "location", "date", "stake", "until")  # of the sheet: what may be mended later


@dataclass(frozen=True)
class BidsRecorded:
    """Bidding of the open hand has ended."""

    cards: int
    bids: Bids
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    contract: Contract | None = None
    calls: tuple[str, ...] = ()  # of the auction that ended in the contract, where they were written down
    hook_waived: bool = False
    marks: Marks = field(default_factory=dict)


@dataclass(frozen=True)
class TricksRecorded:
    """The open hand has been played; either tricks taken or only who made it."""

    taken: dict[str, int] | None = None
    made: dict[str, bool] | None = None
    cancelled: int | None = None
    cards: int | None = None  # where nobody bid, so that no bids carry them
    trump: str | None = None
    turned: str | None = None
    chosen_by: str | None = None
    marks: Marks = field(default_factory=dict)


@dataclass(frozen=True)
class Corrected:
    """A hand recorded earlier is mended; `changes` holds the fields that were wrong, players merged one by one."""

    hand: int
    changes: dict[str, Any]


@dataclass(frozen=True)
class Misdealt:
    """The open hand was dealt wrong: penalties by the rulebook, then dealt again."""

    wrong_count: tuple[str, ...] = ()


@dataclass(frozen=True)
class Misplayed:
    """The open hand was spoilt by a revoke that cannot be wound back."""

    player: str


@dataclass(frozen=True)
class Joined:
    """Somebody sits down; without `points` the rulebook's late entry counts."""

    player: str
    name: str
    before: str | None = None  # the player whom the newcomer precedes clockwise; None: after the last seat
    points: int | None = None


@dataclass(frozen=True)
class Left:
    """Somebody gets up; the seat stays empty."""

    player: str


@dataclass(frozen=True)
class Returned:
    """Somebody who left takes the seat again, with the old total or as the rulebook says."""

    player: str


@dataclass(frozen=True)
class Renamed:
    """A player's name was wrong, or needs more letters."""

    player: str
    name: str


@dataclass(frozen=True)
class Swapped:
    """Two players change seats."""

    players: tuple[str, str]


@dataclass(frozen=True)
class Adjusted:
    """A penalty or a present of points, counted from where it stands."""

    player: str
    points: int
    why: str = ""


@dataclass(frozen=True)
class Commented:
    """A word by the scorer, about a hand or the evening."""

    text: str
    hand: int | None = None


@dataclass(frozen=True)
class Planned:
    """The hands still to come, as their sizes."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class ClosingAnnounced:
    """So many hands more and the game is over; 0 takes the word back."""

    hands: int


@dataclass(frozen=True)
class DealerSet:
    """Who deals the next hand (and, where the two rotate apart, who bids first)."""

    player: str | None = None
    first_bidder: str | None = None


@dataclass(frozen=True)
class HouseChanged:
    """House rules changed while the game runs: keys of the rulebook."""

    house: dict[str, Any]


@dataclass(frozen=True)
class SchemeChanged:
    """The whole game is counted by another scheme."""

    scheme: dict[str, Any]


@dataclass(frozen=True)
class Described:
    """The head of the sheet mended: any of HEAD."""

    details: dict[str, Any]


@dataclass(frozen=True)
class Ended:
    """The game is over because somebody says so, or `moved`: it goes on at other tables, and nobody has won here."""

    moved: bool = False


@dataclass(frozen=True)
class Reopened:
    """A finished game goes on."""


@dataclass(frozen=True)
class Undone:
    """The last thing that stands is taken back."""


@dataclass(frozen=True)
class Redone:
    """The last thing taken back stands again."""


Done = (
    Opened | BidsRecorded | TricksRecorded | Corrected | Misdealt | Misplayed | Joined | Left | Returned | Renamed
    | Swapped | Adjusted | Commented | Planned | ClosingAnnounced | DealerSet | HouseChanged | SchemeChanged
    | Described | Ended | Reopened
)  # fmt: skip
"""What somebody did; it stands until it is undone."""

Event = Done | Undone | Redone

PLAYER_FIELDS = frozenset({
    "player", "players", "before", "first_bidder", "wrong_count", "chosen_by", "declarer", "doubler", "first_dealer",
})  # fmt: skip
"""Fields of events and contracts that hold ids of players, one or several."""

KINDS: dict[str, type[Event]] = {
    "open": Opened,
    "bids": BidsRecorded,
    "tricks": TricksRecorded,
    "correct": Corrected,
    "misdeal": Misdealt,
    "misplay": Misplayed,
    "join": Joined,
    "leave": Left,
    "return": Returned,
    "rename": Renamed,
    "swap": Swapped,
    "adjust": Adjusted,
    "comment": Commented,
    "plan": Planned,
    "closing": ClosingAnnounced,
    "dealer": DealerSet,
    "house": HouseChanged,
    "scheme": SchemeChanged,
    "details": Described,
    "end": Ended,
    "reopen": Reopened,
    "undo": Undone,
    "redo": Redone,
}
KIND_OF: dict[type[Event], str] = {made: kind for kind, made in KINDS.items()}

# JSON knows no tuples and no records: how a field comes back from it.
_READ: dict[str, Callable[[Any], Any]] = {
    "contract": lambda value: None if value is None else Contract.of(value),
    "players": lambda value: tuple(tuple(one) if isinstance(one, list) else one for one in value),
    "wrong_count": tuple,
    "calls": tuple,
    "cards": lambda value: tuple(value) if isinstance(value, list) else value,
}


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_json(one) for one in value]
    if isinstance(value, Contract):
        return value.to_dict()
    return value


def to_json(event: Event) -> dict[str, Any]:
    """The event as JSON data: its kind, and every field that says something."""
    data: dict[str, Any] = {"kind": KIND_OF[type(event)]}
    for one in fields(event):
        value = getattr(event, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if value != default:
            data[one.name] = _json(value)
    return data


def from_json(data: Mapping[str, Any]) -> Event:
    """The event that `to_json` wrote; raises BrokenEvent for anything else."""
    try:
        given = {name: _READ[name](value) if name in _READ else value for name, value in data.items() if name != "kind"}
        return KINDS[data["kind"]](**given)
    except (KeyError, TypeError, AttributeError) as error:
        raise BrokenEvent(data) from error
