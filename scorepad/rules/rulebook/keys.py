"""The keys of a rulebook that are not house options: the types of their values, and their readers."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from scorepad.errors import RuleFileError
from scorepad.formula_names import MOST_CARDS
from scorepad.rules import field_readers
from scorepad.rules.field_readers import ByPlayers
from scorepad.rules.rulebook.ladder import MOST_HANDS
from scorepad.rules.rulebook.ladder_by_players import AnyLadder, parse_ladders, text_of_table
from scorepad.words import _

_SPECIAL_KEYS = ("at", "note", "trump", "options", "bid")
MOST_SPECIALS = 60


@dataclass(frozen=True)
class Special:
    """A special hand.

    `at` is "first", "last", "middle" (of one pass; the earlier one of two), "top" (hands of the top size), "8" or
    "8-11" (hand numbers), or "8 cards". `trump` overrides the rulebook's trump, and `options` override options of the
    scheme. `bid` is the bid of all players, who then do not bid themselves.
    """

    at: str = ""
    note: str = ""
    trump: str | None = None
    options: Mapping[str, bool | int | str] = field(default_factory=lambda: MappingProxyType({}))
    bid: int | None = None

    def falls_on(self, *, hand: int, cards: int, top: int, last: bool, hands: int = 0) -> bool:
        """Return whether this applies to the hand with this number (from 1) and size.

        `top` is the largest size of the game. `last` is True for the last hand. `hands` are those of one pass.
        """
        named = {"first": hand == 1, "last": last, "top": cards == top, "middle": hand == (hands + 1) // 2}
        if self.at in named:
            return named[self.at]
        low, high = _numbers(self.at)
        return low <= (cards if self.at.endswith(" cards") else hand) <= high


def _numbers(at: str) -> tuple[int, int]:
    low, _dash, high = at.removesuffix(" cards").partition("-")
    return int(low), int(high or low)


FOREHEAD: Mapping[str, tuple[str, ...]] = {
    "never": (), "one card": ("1 cards",), "first": ("first",), "last": ("last",), "first and last": ("first", "last"),
}  # fmt: skip
"""The hands in which the only card is held on the forehead, as places of special hands."""
_FOREHEAD_NOTE = "Hold your card on your forehead without looking at it."


def forehead_hands(when: str) -> tuple[Special, ...]:
    """Return the special hands for a value of `forehead`; they count only if they have one card."""
    return tuple(Special(at=at, note=_FOREHEAD_NOTE) for at in FOREHEAD[when])


def merge_specials(specials: Iterable[Special]) -> Special:
    """Return one Special for all specials of a hand.

    Their notes are joined. A later trump, bid or option replaces an earlier one.
    """
    notes, trump, bid, options = list[str](), None, None, dict[str, bool | int | str]()
    for special in specials:
        notes += [special.note] if special.note else []
        trump = special.trump if special.trump is not None else trump
        bid = special.bid if special.bid is not None else bid
        options |= special.options
    return Special(note=" ".join(notes), trump=trump, options=MappingProxyType(options), bid=bid)


def read_specials(where: str, value: object) -> tuple[Special, ...]:
    """Return the list of `[[special]]` tables, at most MOST_SPECIALS.

    RuleFileError names the number of the invalid table, counted from 1.
    """
    if not isinstance(value, list | tuple) or len(value) > MOST_SPECIALS:
        raise RuleFileError(where, _("This should be a list of tables, {most} at most.").format(most=MOST_SPECIALS))
    return tuple(_read(f"{where}[{number}]", item) for number, item in enumerate(value, 1))


def _read(where: str, value: object) -> Special:
    given = field_readers.table(where, value, _SPECIAL_KEYS)
    at = " ".join(field_readers.text(f"{where}.at", given.get("at", "")).split())
    if not re.fullmatch(r"first|last|middle|top|[1-9][0-9]{0,2}(-[1-9][0-9]{0,2})?( cards)?", at):
        raise RuleFileError(f"{where}.at", _("Name the hand: first, last, middle, top, 8, 8-11 or 8 cards."))
    return Special(
        at=at,
        note=field_readers.text(f"{where}.note", given.get("note", "")),
        trump=field_readers.text(f"{where}.trump", given["trump"]) if "trump" in given else None,
        options=field_readers.scalars(f"{where}.options", given.get("options", {})),
        bid=field_readers.whole(0, MOST_CARDS)(f"{where}.bid", given["bid"]) if "bid" in given else None,
    )


ALL_CARDS, LEAVE_ONE = "all cards", "leave one"
SEVERAL_PACKS = "with several packs"
ONE_PACK = 52  # cards
TWO_PACKS = 104
MOST_PACK = 1000
PLACES = (
    *("aim", "players", "pack", "rank", "deal", "hands", "trumps", "bidding", "trick", "points", "end", "ties"),
    *("mishaps", "table"),
)
"""The sections for a rulebook's own sentences. Those of `rank` replace the usual sentence about the ranks."""
MOST_NAMES = 30


class End(NamedTuple):
    """The end of a game.

    `how` is "after the ladder", "when announced", "exactly" or "reaching" (a total of `points`).
    """

    how: str = "after the ladder"
    points: int = 0


class Forfeit(NamedTuple):
    """The forfeit for the first missed bid of `bid` or more (rules.md D, pants rule).

    Each player owes it once, and it costs no points.
    """

    bid: int
    name: str


def read_end(where: str, value: object) -> End:
    if not isinstance(value, Mapping):
        return End(field_readers.one_of(("after the ladder", "when announced"))(where, value))
    given = field_readers.table(where, value, ("exactly", "reaching"))
    if len(given) != 1:
        raise RuleFileError(where, _("Write either { exactly = 100 } or { reaching = 100 }."))
    how, points = next(iter(given.items()))
    return End(how, field_readers.whole(-(10**6), 10**6)(f"{where}.{how}", points))


def read_forfeit(where: str, value: object) -> Forfeit | None:
    given = field_readers.table(where, value, ("bid", "name"))
    if not given:
        return None
    bid = field_readers.whole(0, MOST_CARDS)(f"{where}.bid", given.get("bid"))
    return Forfeit(bid, field_readers.text(f"{where}.name", given.get("name")))


def read_switch(where: str, value: object) -> bool | None:
    """Return a yes/no value. None stands for "with several packs", which is resolved when the pack is known."""
    return None if value == SEVERAL_PACKS else field_readers.yes_no(where, value)


def read_players(where: str, value: object) -> tuple[int, int]:
    """Return the fewest and the most players of `"3-7"`, `"4"` or the number 4."""
    fewest = most = value if isinstance(value, int) else 0
    match = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:[-–]\s*([0-9]{1,2})\s*)?", value) if isinstance(value, str) else None
    if match:
        fewest, most = int(match[1]), int(match[2] or match[1])
    if not 2 <= fewest <= most <= 10:
        raise RuleFileError(where, _('This must be numbers of players from 2 to 10, like "3-7".'))
    return fewest, most


def read_top(where: str, value: object) -> ByPlayers | str:
    if isinstance(value, str):
        return field_readers.one_of((ALL_CARDS, LEAVE_ONE))(where, value)
    return field_readers.by_players(1, MOST_CARDS)(where, value)


def read_ladder(where: str, value: object) -> AnyLadder:
    """Return a ladder, or ladders by the number of players, as a text or as a table by numbers."""
    text = text_of_table(where, value) if isinstance(value, Mapping) else field_readers.text(where, value)
    return parse_ladders(text)


def read_ladders(where: str, value: object) -> Mapping[str, str]:
    """Return other ladders that a table may choose, as texts by name."""
    given = field_readers.table(where, value)
    if len(given) > MOST_NAMES:
        raise RuleFileError(where, _("These are too many names. The most is {most}.").format(most=MOST_NAMES))
    return {read_line(where, name): str(read_ladder(f"{where}.{name[:40]}", ladder)) for name, ladder in given.items()}


def read_line(where: str, value: object) -> str:
    given = field_readers.text(where, value)
    if len(given) > 200 or "\n" in given:
        raise RuleFileError(where, _("This must be one line of at most 200 characters."))
    return given


def read_names(where: str, value: object) -> tuple[str, ...]:
    names = tuple(
        read_line(f"{where}[{count}]", item) for count, item in enumerate(field_readers.texts(where, value), 1)
    )
    if len(names) > MOST_NAMES:
        raise RuleFileError(where, _("These are too many names. The most is {most}.").format(most=MOST_NAMES))
    return names


def read_key(where: str, value: object) -> str:
    """Return the key of a rule file: up to 60 small letters, digits and _.

    Raise RuleFileError for anything else.
    """
    if not re.fullmatch(r"[a-z0-9_]{0,60}", field_readers.text(where, value)):
        raise RuleFileError(where, _("A key has small letters, digits and _. Example: oh_hell_500."))
    return str(value)


read_misdeal = partial(field_readers.points_table, keys=("dealer", "wrong_count"))
read_told = partial(field_readers.read_section_sentences, places=PLACES)
read_misplay = partial(field_readers.points_table, keys=("player",))


class Hook(NamedTuple):
    """The rule that the bids may not add up to the cards.

    It applies to hands of `from_cards` or more, from hand number `from_hand` on. `last_hand`: it applies to the last
    hand too.
    """

    on: bool = False
    from_cards: int = 1
    last_hand: bool = True
    from_hand: int = 1


def read_hook(where: str, value: object) -> Hook:
    """Return the hook for `true`, `false`, or a table like { from = 4, last_hand = false }.

    Raise RuleFileError for anything else.
    """
    if isinstance(value, bool):
        return Hook(value)
    given = field_readers.table(where, value, ("from", "from_hand", "last_hand"))
    return Hook(
        True,
        field_readers.whole(1, MOST_CARDS)(f"{where}.from", given.get("from", 1)),
        field_readers.yes_no(f"{where}.last_hand", given.get("last_hand", True)),
        field_readers.whole(1, MOST_HANDS)(f"{where}.from_hand", given.get("from_hand", 1)),
    )
