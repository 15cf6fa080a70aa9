"""The records of a group in words: the same on the page and on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorepad.game.years.records import Held, Record
from scorepad.game.years.words import known_by, total
from scorepad.words import _, ngettext, ours

MOST = 20
"""Of those who share a record so many are told one by one; data and spreadsheets have them all."""


class Holder(NamedTuple):
    """Who holds a record, where, and what it is: `Cat` · `Mill, 2026-03-06, hand 9` · `8 of 9`."""

    people: str
    where: str
    value: str
    game_id: str
    hand: int | None


class Told(NamedTuple):
    """A record in words; of how many evenings it is one."""

    title: str
    evenings: int
    holders: list[Holder]
    """The first MOST of those who share it."""
    more: int
    """How many share it beside these."""


class RecordGroup(NamedTuple):
    """Records that go together: those of bids, or those of one scheme."""

    title: str
    records: list[Told]


def groups(records: Iterable[Record]) -> list[RecordGroup]:
    """All records, as they stand: each under its scheme, or under bids."""
    found: list[RecordGroup] = []
    for one in records:
        if not found or one.kind == "total":  # with which those of a scheme begin
            found.append(RecordGroup(ours(one.scheme) or _("Bids, across all games"), []))
        found[-1].records.append(told(one))
    return found


def told(record: Record) -> Told:
    """One record."""
    holders = [
        Holder(", ".join(held.people), where(record, held), value(record, held), held.game_id, held.hand)
        for held in record.held[:MOST]
    ]
    return Told(title(record), record.evenings, holders, len(record.held) - len(holders))


def title(record: Record) -> str:
    """What it is a record of."""
    match record.kind:
        case "boldest":
            return _("Boldest bid made")
        case "row":
            return _("Longest row of bids made")
        case "comeback":
            return _("Biggest comeback")
        case "closest":
            return _("Closest evening")
    if isinstance(record.winner, tuple):
        return _("Total nearest to {points}").format(points=record.winner[1])
    return _("Lowest total") if record.winner == "low" else _("Highest total")


def value(record: Record, held: Held) -> str:
    """What it stands at."""
    points = total(record.value)
    match record.kind:
        case "boldest":
            return _("{bid} of {cards}").format(bid=points, cards=held.cards)
        case "comeback":
            return _("{points} behind").format(points=points)
        case "closest":
            return _("{points} apart").format(points=points) if record.value else _("level")
    return points


def where(record: Record, held: Held) -> str:
    """Where it was set: place, or game, date and hand."""
    hand = {"row": _("from hand {hand} on"), "comeback": _("after hand {hand}")}.get(record.kind, _("hand {hand}"))
    said = "" if held.hand is None else hand.format(hand=held.hand)
    return ", ".join([*known_by(held), *([said] if said else [])])


def and_more(one: Told) -> str:
    """`13 more did as well`; "" where there is nobody else."""
    return (
        ngettext("{count} more did as well", "{count} more did as well", one.more).format(count=one.more)
        if one.more
        else ""
    )


def rests_on(one: Told) -> str:
    """`of 63 evenings`."""
    return ngettext("of {count} evening", "of {count} evenings", one.evenings).format(count=one.evenings)
