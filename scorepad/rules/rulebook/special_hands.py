"""Hands with something of their own: a note, a trump, options of the scheme, a bid that everybody has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scorepad.rules import field_readers
from scorepad.rules.field_readers import MOST_CARDS
from scorepad.rules.rulebook.trumps import read_letter
from scorepad.words import _

KEYS = ("at", "note", "trump", "options", "bid")
MOST_SPECIALS = 60


@dataclass(frozen=True)
class Special:
    """`at`: "first", "last", "top" (hands of the top size), "8" or "8-11" (hand numbers), "8 cards".

    `trump` overrides the rulebook's way, `options` go to the scheme for this hand, `bid` is what everybody
    counts as having bid (then nobody is asked).
    """

    at: str = ""
    note: str = ""
    trump: str | None = None
    options: Mapping[str, bool | int | str] = field(default_factory=lambda: MappingProxyType({}))
    bid: int | None = None

    def falls_on(self, *, hand: int, cards: int, top: int, last: bool) -> bool:
        """True for the hand with this number (from 1), size, and place in the game."""
        if self.at in ("first", "last", "top"):
            return {"first": hand == 1, "last": last, "top": cards == top}[self.at]
        low, high = _numbers(self.at)
        return low <= (cards if self.at.endswith(" cards") else hand) <= high


def _numbers(at: str) -> tuple[int, int]:
    low, _dash, high = at.removesuffix(" cards").partition("-")
    return int(low), int(high or low)


def merged(specials: Iterable[Special]) -> Special:
    """Several on one hand become one: notes follow each other, the later trump and bid win."""
    notes, trump, bid, options = list[str](), None, None, dict[str, bool | int | str]()
    for special in specials:
        notes += [special.note] if special.note else []
        trump = special.trump if special.trump is not None else trump
        bid = special.bid if special.bid is not None else bid
        options |= special.options
    return Special(note=" ".join(notes), trump=trump, options=MappingProxyType(options), bid=bid)


def read_specials(where: str, value: object) -> tuple[Special, ...]:
    """The list of `[[special]]` tables, at most MOST_SPECIALS; RulebookError names the one that is wrong, from 1."""
    if not isinstance(value, list | tuple) or len(value) > MOST_SPECIALS:
        raise field_readers.refuse(
            where, _("This should be a list of tables, {most} at most.").format(most=MOST_SPECIALS)
        )
    return tuple(_read(f"{where}[{number}]", one) for number, one in enumerate(value, 1))


def _read(where: str, value: object) -> Special:
    given = field_readers.table(where, value, KEYS)
    return Special(
        at=_read_at(f"{where}.at", given.get("at")),
        note=field_readers.text(f"{where}.note", given.get("note", "")),
        trump=read_letter(f"{where}.trump", given["trump"]) if "trump" in given else None,
        options=field_readers.scalars(f"{where}.options", given.get("options", {})),
        bid=field_readers.whole(0, MOST_CARDS)(f"{where}.bid", given["bid"]) if "bid" in given else None,
    )


def _read_at(where: str, value: object) -> str:
    at = " ".join(field_readers.text(where, value).split()) if value is not None else ""
    if at in ("first", "last", "top") or re.fullmatch(r"[1-9][0-9]{0,2}(-[1-9][0-9]{0,2})?( cards)?", at):
        return at
    raise field_readers.refuse(where, _("Say which hand: first, last, top, 8, 8-11 or 8 cards."))
