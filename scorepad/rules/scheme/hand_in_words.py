"""What the names of the language say of one hand, in a card player's words: “declarer, made”, “2 over”, “no trumps”."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, cast

from scorepad.rules.cards import suit_name
from scorepad.rules.formula import Values
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.calculation import figure
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.words import _, ngettext

_RESULT = frozenset({"made", "missed", "under", "over_bid", "off"})
_CONTRACT = frozenset({"contract_made", "contract_off"})
FLAGS = frozenset(
    {"made", "missed", "under", "over_bid", "declarer", "doubler", "contract_made", "doubled", "redoubled", "last"}
)


Known = Literal["tricks", "off", "made"]
"""What a table has written down of a hand: the tricks, how far off a bid was on one side or the other, who made it."""


def said(read: Collection[str], compared: Collection[str], values: Values, *, known: Known) -> Iterator[str]:
    """Of the names that a formula looked at: the player's part, how the bid went, and what else it compared."""
    if "declarer" in read and values["declarer"]:
        yield _("declarer")
    if "doubler" in read and values["doubler"]:
        yield _("doubler")
    if _RESULT.intersection(read) or ("bidding" in read and not _bids(values)):
        yield _result(values, known)
    if _CONTRACT.intersection(read) and not values["declarer"]:
        yield _contract(values)
    yield from (_compared(name, values) for name in _COMPARED if name in compared)


def flags(true: Collection[str]) -> Iterator[str]:
    """The yes-and-no names among those that were looked at and true."""
    if "redoubled" in true:
        yield _("redoubled")
    elif "doubled" in true:
        yield _("doubled")
    if "last" in true:
        yield _("last hand")


def _bids(values: Values) -> bool:
    return bool(values["made"] or values["missed"])


def _result(values: Values, known: Known) -> str:
    """`made`, `zero made`, `one short`, `2 over`, `one off`, `no bid`"""
    off = cast(int, values["off"])
    if not _bids(values):
        return _("no bid")
    if values["made"]:
        return _("made") if values["bid"] else _("zero made")
    if known == "off":
        return ngettext("one off", "{count} off", off).format(count=off)
    if known == "made":
        return _("missed") if values["bid"] else _("zero missed")
    if values["under"]:
        return ngettext("one short", "{count} short", off).format(count=off)
    return ngettext("one over", "{count} over", off).format(count=off)


def _contract(values: Values) -> str:
    off = values["contract_off"]
    return _("contract missed by {count}").format(count=off) if off else _("contract made")


_NEWER = ("hand", "hands", "pack", "bids_total", "place_in_bidding", "makers_before")
_COMPARED = (*_NEWER, "cards", "players", "top", "trump", "total", "taken", "makers", "level", "made_run", "missed_run")


def _compared(name: str, values: Values) -> str:
    """A name that something hung on, with its value."""
    value = values[name]
    if name == "trump":
        return suit_name(str(value)) if value else ""
    count, number = int(cast(int, value)), figure(cast(Number, value))
    words = {
        "cards": ngettext("{number} card", "{number} cards", count),
        "players": _("{number} players"),
        "top": _("largest hand {number}"),
        "total": _("total {number}"),
        "taken": ngettext("{number} trick", "{number} tricks", count) if count else _("no trick"),
        "makers": _("{number} made it") if count else _("nobody made it"),
        "level": _("contract of {number}"),
        "made_run": _("{number} made in a row") if count > 1 else "",
        "missed_run": _("{number} missed in a row") if count > 1 else "",
        "hand": _("hand {number}"),
        "hands": ngettext("{number} hand on the ladder", "{number} hands on the ladder", count),
        "pack": _("a pack of {number} cards"),
        "bids_total": _("all bids together {number}"),
        "place_in_bidding": _("bid as number {number}") if count else _("bid with all others"),
        "makers_before": _("{number} made the hand before") if count else _("nobody made the hand before"),
    }
    return words[name].format(number=number)


def mark_in_words(scheme: PointsRules, mark: str) -> str:
    """What a scorer may note for it: `yes or no`, `a number`, `one of 0, 5, 10; 10 unless said`."""
    number = scheme.mark_number(mark)
    if scheme.marks[mark] != "number":
        return _("yes or no")
    if number.choices:
        choices = ", ".join(map(str, number.choices))
        return _("one of {choices}; {usual} unless said").format(choices=choices, usual=number.default)
    return _("a number; {usual} unless said").format(usual=number.default) if number.default else _("a number")
