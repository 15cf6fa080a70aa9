"""The keys of a rulebook that are no house options: what each may hold, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from scorepad.rules import field_readers
from scorepad.rules.field_readers import MOST_CARDS, ByPlayers, read_told
from scorepad.rules.rulebook.ladder import MOST_HANDS, Ladder
from scorepad.rules.rulebook.ladder_text import parse_ladder
from scorepad.rules.rulebook.special_hands import read_specials
from scorepad.rules.rulebook.trumps import NO_TRUMP_HANDS, TURNED_JOKER, read_ranks, read_trump
from scorepad.words import _

ALL_CARDS, LEAVE_ONE = "all cards", "leave one"
SEVERAL_PACKS = "with several packs"
TWO_PACKS = 104  # cards
MOST_PACK = 1000
PLACES = (
    *("aim", "players", "pack", "rank", "deal", "hands", "trumps", "bidding", "trick", "points", "end", "ties"),
    *("mishaps", "table"),
)
"""Where a rulebook's own sentences are told; its `rank` stands instead of the usual rank of the cards."""
MOST_NAMES = 30


class End(NamedTuple):
    """`how`: "after the ladder", "when announced", "exactly" or "reaching" (a total of `points`)."""

    how: str = "after the ladder"
    points: int = 0


class Forfeit(NamedTuple):
    """A missed bid of `bid` or more costs this, once per player and worth no points (rules.md D, pants rule)."""

    bid: int
    name: str


def _end(where: str, value: object) -> End:
    if not isinstance(value, Mapping):
        return End(field_readers.one_of(("after the ladder", "when announced"))(where, value))
    given = field_readers.table(where, value, ("exactly", "reaching"))
    if len(given) != 1:
        raise field_readers.refuse(where, _("Write one of { exactly = 100 } and { reaching = 100 }."))
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
        raise field_readers.refuse(where, _('This should be like "3-7": numbers of players from 2 to 10.'))
    return fewest, most


def _top(where: str, value: object) -> ByPlayers | str:
    if isinstance(value, str):
        return field_readers.one_of((ALL_CARDS, LEAVE_ONE))(where, value)
    return field_readers.by_players(1, MOST_CARDS)(where, value)


def _ladder(where: str, value: object) -> Ladder:
    return parse_ladder(field_readers.text(where, value))


def _short(where: str, value: object) -> str:
    given = field_readers.text(where, value)
    if len(given) > 200 or "\n" in given:
        raise field_readers.refuse(where, _("This should be one line of at most 200 characters."))
    return given


def _names(where: str, value: object) -> tuple[str, ...]:
    names = tuple(_short(f"{where}[{count}]", one) for count, one in enumerate(field_readers.texts(where, value), 1))
    if len(names) > MOST_NAMES:
        raise field_readers.refuse(where, _("These are too many names; {most} are enough.").format(most=MOST_NAMES))
    return names


def read_key(where: str, value: object) -> str:
    """The key of a rule file: up to 60 small letters, digits and _; RulebookError for anything else."""
    if not re.fullmatch(r"[a-z0-9_]{0,60}", field_readers.text(where, value)):
        raise field_readers.refuse(where, _("A key is written in small letters, like oh_hell_500."))
    return str(value)


OTHER_KEYS: Mapping[str, Callable[[str, Any], Any]] = {
    "name": _short,
    "also": _names,
    "source": field_readers.text,
    "about": field_readers.text,
    "notes": field_readers.texts,
    "unsure": field_readers.text,
    "told": read_told(PLACES),
    "scheme": read_key,
    "options": field_readers.scalars,
    "players": _players,
    "best": _short,
    "minutes": field_readers.whole(1, 1000),
    "pack": field_readers.by_players(4, MOST_PACK),
    "packs": field_readers.whole(1, 2),
    "ladder": _ladder,
    "top": _top,
    "least_top": field_readers.whole(1, MOST_CARDS),
    "trump": read_trump,
    "no_trump_turned": read_ranks,
    "turned_joker": field_readers.one_of(TURNED_JOKER),
    "no_trump_hands": field_readers.one_of(NO_TRUMP_HANDS),
    "super_trump": _with_packs,
    "ends": _end,
    "late_hand": field_readers.whole(-1000, 1000),
    "misdeal": partial(field_readers.points_table, keys=("dealer", "wrong_count")),
    "misplay": partial(field_readers.points_table, keys=("player",)),
    "forfeit": _forfeit,
    "cancelled": _with_packs,
    "special": read_specials,
}


class Hook(NamedTuple):
    """Bids may not add up to the cards: in hands of `from_cards` and more, from hand number `from_hand` on."""

    on: bool = False
    from_cards: int = 1
    last_hand: bool = True
    from_hand: int = 1


def read_hook(where: str, value: object) -> Hook:
    """`true`, `false`, or a table like { from = 4, last_hand = false }; RulebookError for anything else."""
    if isinstance(value, bool):
        return Hook(value)
    given = field_readers.table(where, value, ("from", "from_hand", "last_hand"))
    return Hook(
        True,
        field_readers.whole(1, MOST_CARDS)(f"{where}.from", given.get("from", 1)),
        field_readers.yes_no(f"{where}.last_hand", given.get("last_hand", True)),
        field_readers.whole(1, MOST_HANDS)(f"{where}.from_hand", given.get("from_hand", 1)),
    )
