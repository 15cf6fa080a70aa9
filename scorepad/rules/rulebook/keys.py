"""The keys of a rulebook: what each may hold, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from scorepad.rules import field_readers
from scorepad.rules.field_readers import ByPlayers
from scorepad.rules.limits import MOST_CARDS
from scorepad.rules.rulebook.ladder import MOST_HANDS, Ladder
from scorepad.rules.rulebook.special_hands import read_specials
from scorepad.rules.rulebook.trumps import NO_TRUMP_HANDS, TURNED_JOKER, read_ranks, read_trump
from scorepad.words import _

BIDDING = ("in turn from the dealer's left", "in turn from the dealer", "together", "auction", "none")
LEADS = ("dealer's left", "dealer", "first bidder", "declarer's left")
DIRECTIONS = ("clockwise", "anticlockwise")
TIES = (
    "shared",
    "more hands of the last size",
    "more hands of the largest size",
    "most made bids",
    "largest sum of made bids",
    "fewest misses",
)
CLOSING = ("as the ladder goes", "the largest hands", "the largest hand")
LATE_ENTRY = ("half-way", "zero", "worst", "mean")
LATE_MEDIAN = ("mean of the middle two", "lower of the middle two")
LATE_ROUNDING = ("half to the worst", "half up", "down", "to quarters")
LATE_TOTALS = ("at the table", "everybody's")
RETURNING = ("with the old total", "as a newcomer")
SEATS_CHANGE = ("the ladder goes on", "the ladder begins anew")
SCORERS_TURN = ("next dealer", "scorer's left")
ONLY_PASSED = ("held to zero", "no bid")
DOUBLERS = ("one", "several")
ALL_PASS = ("first bidder", "dealer")
WRITES = ("tricks", "made")
ALL_CARDS, LEAVE_ONE = "all cards", "leave one"
SEVERAL_PACKS = "with several packs"
TWO_PACKS = 104  # cards
MOST_PACK = 1000


class Hook(NamedTuple):
    """Bids may not add up to the cards: in hands of `from_cards` and more, from hand number `from_hand` on."""

    on: bool = False
    from_cards: int = 1
    last_hand: bool = True
    from_hand: int = 1


class End(NamedTuple):
    """`how`: "after the ladder", "when announced", "exactly" or "reaching" (a total of `points`)."""

    how: str = "after the ladder"
    points: int = 0


class Forfeit(NamedTuple):
    """A missed bid of `bid` or more costs this, once per player and worth no points (rules.md D, pants rule)."""

    bid: int
    name: str


class AuctionRules(NamedTuple):
    """How a table reads what Murder's rules leave open about the auction; ours unless said (rules.md A1.5)."""

    only_passed: str = ONLY_PASSED[0]  # what somebody who named nothing is held to (MU-06)
    doublers: str = DOUBLERS[0]  # how many may double one contract (MU-13)
    doubler_names_numbers: bool = True  # while his own number sleeps (MU-16)
    all_pass: str = ALL_PASS[0]  # who then plays zero (MU-27)
    idle_numbers: bool = False  # numbers not above one's own are calls too (MU-33)
    numbers_restart_passes: bool = True  # as every other call does (MU-40)


_AUCTION: Mapping[str, Callable[[str, Any], Any]] = {
    "only_passed": field_readers.one_of(ONLY_PASSED),
    "doublers": field_readers.one_of(DOUBLERS),
    "doubler_names_numbers": field_readers.yes_no,
    "all_pass": field_readers.one_of(ALL_PASS),
    "idle_numbers": field_readers.yes_no,
    "numbers_restart_passes": field_readers.yes_no,
}


def _auction(where: str, value: object) -> AuctionRules:
    given = field_readers.table(where, value, _AUCTION)
    read = {name: _AUCTION[name](f"{where}.{name}", value) for name, value in given.items()}
    return AuctionRules(**read)


def _hook(where: str, value: object) -> Hook:
    if isinstance(value, bool):
        return Hook(value)
    given = field_readers.table(where, value, ("from", "from_hand", "last_hand"))
    return Hook(
        True,
        field_readers.whole(1, MOST_CARDS)(f"{where}.from", given.get("from", 1)),
        field_readers.yes_no(f"{where}.last_hand", given.get("last_hand", True)),
        field_readers.whole(1, MOST_HANDS)(f"{where}.from_hand", given.get("from_hand", 1)),
    )


def _end(where: str, value: object) -> End:
    if not isinstance(value, Mapping):
        return End(field_readers.one_of(("after the ladder", "when announced"))(where, value))
    given = field_readers.table(where, value, ("exactly", "reaching"))
    if len(given) != 1:
        raise field_readers.refuse(where, _("write one of { exactly = 100 } and { reaching = 100 }"))
    how, points = next(iter(given.items()))
    return End(how, field_readers.whole(-(10**6), 10**6)(f"{where}.{how}", points))


def _forfeit(where: str, value: object) -> Forfeit | None:
    given = field_readers.table(where, value, ("bid", "name"))
    if not given:
        return None
    bid = field_readers.whole(0, MOST_CARDS)(f"{where}.bid", given.get("bid"))
    return Forfeit(bid, field_readers.text(f"{where}.name", given.get("name")))


def _with_packs(where: str, value: object) -> bool | None:
    """A switch that can also say "with several packs": None, until the pack is known."""
    return None if value == SEVERAL_PACKS else field_readers.yes_no(where, value)


def _players(where: str, value: object) -> tuple[int, int]:
    """`"3-7"` or `"4"` (or the number 4): the fewest and the most players."""
    fewest = most = value if isinstance(value, int) else 0
    match = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:[-–]\s*([0-9]{1,2})\s*)?", value) if isinstance(value, str) else None
    if match:
        fewest, most = int(match[1]), int(match[2] or match[1])
    if not 2 <= fewest <= most <= 10:
        raise field_readers.refuse(where, _('this should be like "3-7": numbers of players from 2 to 10'))
    return fewest, most


def _top(where: str, value: object) -> ByPlayers | str:
    if isinstance(value, str):
        return field_readers.one_of((ALL_CARDS, LEAVE_ONE))(where, value)
    return field_readers.by_players(1, MOST_CARDS)(where, value)


def _ladder(where: str, value: object) -> Ladder:
    return Ladder.parse(field_readers.text(where, value))


def _short(where: str, value: object) -> str:
    given = field_readers.text(where, value)
    if len(given) > 200 or "\n" in given:
        raise field_readers.refuse(where, _("this should be one line of at most 200 characters"))
    return given


def read_key(where: str, value: object) -> str:
    if not re.fullmatch(r"[a-z0-9_]{0,60}", field_readers.text(where, value)):
        raise field_readers.refuse(where, _("a key is written in small letters, like oh_hell_500"))
    return str(value)


READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "name": _short,
    "source": field_readers.text,
    "about": field_readers.text,
    "notes": field_readers.texts,
    "unsure": field_readers.text,
    "scheme": read_key,
    "options": field_readers.scalars,
    "players": _players,
    "best": _short,
    "minutes": field_readers.whole(1, 1000),
    "pack": field_readers.by_players(4, MOST_PACK),
    "packs": field_readers.whole(1, 2),
    "ladder": _ladder,
    "top": _top,
    "trump": read_trump,
    "no_trump_turned": read_ranks,
    "turned_joker": field_readers.one_of(TURNED_JOKER),
    "no_trump_hands": field_readers.one_of(NO_TRUMP_HANDS),
    "super_trump": _with_packs,
    "write_trump": field_readers.yes_no,
    "bidding": field_readers.one_of(BIDDING),
    "auction": _auction,
    "hook": _hook,
    "leads": field_readers.one_of(LEADS),
    "direction": field_readers.one_of(DIRECTIONS),
    "scorer_deals": field_readers.yes_no,
    "scorers_turn": field_readers.one_of(SCORERS_TURN),
    "ties": field_readers.one_of(TIES),
    "ends": _end,
    "closing": field_readers.one_of(CLOSING),
    "seats_change": field_readers.one_of(SEATS_CHANGE),
    "late_entry": field_readers.one_of(LATE_ENTRY),
    "late_median": field_readers.one_of(LATE_MEDIAN),
    "late_rounding": field_readers.one_of(LATE_ROUNDING),
    "late_totals": field_readers.one_of(LATE_TOTALS),
    "returning": field_readers.one_of(RETURNING),
    "misdeal": partial(field_readers.points_table, keys=("dealer", "wrong_count")),
    "dealer_pays_both": field_readers.yes_no,
    "misplay": partial(field_readers.points_table, keys=("player",)),
    "void_moves_on": field_readers.yes_no,
    "forfeit": _forfeit,
    "cancelled": _with_packs,
    "writes": field_readers.one_of(WRITES),
    "special": read_specials,
}
KEYS = tuple(READERS)
