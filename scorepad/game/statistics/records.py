"""Records of a group: who holds them and where, shared where they are. Points compare within one scheme only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from scorepad.formats import exact
from scorepad.game.report.sheet_files import number
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import worth_of
from scorepad.game.statistics.evening import Evening, Number, OneHand, Result, counted_alike
from scorepad.game.statistics.people import People, Seat, Seated
from scorepad.game.statistics.words import known_by, total
from scorepad.rules.scheme import Winner
from scorepad.words import _, ngettext, ours

Kind = Literal["boldest", "row", "total", "comeback", "closest"]


class Held(NamedTuple):
    """Where a record was set: by one, or on a close evening by those who stood there."""

    people: tuple[str, ...]
    date: str
    place: str
    game: str
    hand: int | None
    """The hand: of a row its first, of a comeback the one after which it began; None where it is the evening's."""
    cards: int | None
    """Of the boldest bid: cards in the hand."""
    game_id: str


class Record(NamedTuple):
    """The most of something (of the closest evening, the least); several hold it where they did alike."""

    kind: Kind
    scheme: str
    """By which its points are counted; "" for bids, which compare across all games."""
    winner: Winner | None
    """Of that scheme."""
    value: Number
    """Tricks of the boldest bid, bids of a row, else points: a total, between the leader and who came back, between
    first and second."""
    evenings: int
    """On which it rests."""
    held: tuple[Held, ...]
    """The earliest first."""


Candidate = tuple[Number, Held]
"""What would be a record, and where."""


def records(people: People, seated: Sequence[Seated]) -> list[Record]:
    """Those of bids, then those of each scheme, the one of most evenings first; who is hidden holds none."""
    with_bids = sum(any(one.bids for one in evening.results) for evening, _seats in seated)
    found = [
        _record("boldest", "", None, with_bids, _of_hands(people, seated, lambda one: one.boldest)),
        _record("row", "", None, with_bids, _of_hands(people, seated, lambda one: one.run)),
    ]
    for own in counted_alike(seated):
        found += _of_scheme(people, own)
    return [one for one in found if one is not None]


def _of_scheme(people: People, own: Sequence[Seated]) -> list[Record | None]:
    scheme, winner = own[-1][0].scheme, own[-1][0].winner
    with_hands = sum(any(one.hands for one in evening.results) for evening, _seats in own)
    in_company = [(evening, seats) for evening, seats in own if len(seats) > 1]
    gaps = [gap for one in in_company if (gap := _gap(people, *one))]
    totals = [
        (result.total, _held([people.name(person)], evening))
        for evening, seats in own
        for person, result in seats
        if not people.is_hidden(person)
    ]
    return [
        _record("total", scheme, winner, len(own), totals, lambda total: worth_of(exact(total), winner)),
        _record("comeback", scheme, winner, with_hands, _of_hands(people, own, lambda one: one.comeback)),
        _record("closest", scheme, winner, len(in_company), gaps, lambda gap: -gap),
    ]


def _record(
    kind: Kind,
    scheme: str,
    winner: Winner | None,
    evenings: int,
    found: Sequence[Candidate],
    worth: Callable[[Number], Points | float] = lambda value: value,
) -> Record | None:
    best = max((value for value, _held in found), key=worth, default=None)
    if best is None:
        return None
    return Record(kind, scheme, winner, best, evenings, tuple(held for value, held in found if value == best))


def _of_hands(people: People, seated: Iterable[Seated], of: Callable[[Result], OneHand | None]) -> list[Candidate]:
    """Everybody's best of one kind on each evening."""
    return [
        (one.value, _held([people.name(person)], evening, one))
        for evening, seats in seated
        for person, result in seats
        if (one := of(result)) is not None and not people.is_hidden(person)
    ]


def _held(people: Iterable[str], evening: Evening, of: OneHand | None = None) -> Held:
    return Held(
        tuple(people), evening.date, evening.place, evening.game, of and of.hand, of and of.cards,
        of.game_id if of else evening.game_id,
    )  # fmt: skip


def _gap(people: People, evening: Evening, seats: Sequence[Seat]) -> Candidate | None:
    """Points between first and second: 0 where the first place is shared; None where one of them is hidden."""
    levels = sorted(result.level for _person, result in seats)
    near = [(person, result) for person, result in seats if result.level <= levels[1]]
    if any(people.is_hidden(person) for person, _result in near):
        return None
    first, last = (worth_of(exact(one.total), evening.winner) for one in (near[0][1], near[-1][1]))
    return number(first - last), _held([people.name(person) for person, _result in near], evening)


# --- in words: the same on the page and on the command line --------------------------------------------------

MOST = 20
"""Holders of one record that are shown; data and spreadsheets have all of them."""


def groups(found: Iterable[Record]) -> list[tuple[str, list[Record]]]:
    """Group records under the name of their scheme, or under bids."""
    told: list[tuple[str, list[Record]]] = []
    for one in found:
        if not told or one.kind == "total":  # with which those of a scheme begin
            told.append((ours(one.scheme) or _("Bids, across all games"), []))
        told[-1][1].append(one)
    return told


def title_of(record: Record) -> str:
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


def value_of(record: Record, held: Held) -> str:
    """Return the value in words: `8 of 9`."""
    points = total(record.value)
    match record.kind:
        case "boldest":
            return _("{bid} of {cards}").format(bid=points, cards=held.cards)
        case "comeback":
            return _("{points} behind").format(points=points)
        case "closest":
            return _("{points} apart").format(points=points) if record.value else _("level")
    return points


def where_set(record: Record, held: Held) -> str:
    """Return the place or the game, the date and the hand: `Mill, 2026-03-06, hand 9`."""
    hand = {"row": _("from hand {hand} on"), "comeback": _("after hand {hand}")}.get(record.kind, _("hand {hand}"))
    said = "" if held.hand is None else hand.format(hand=held.hand)
    return ", ".join([*known_by(held), *([said] if said else [])])


def and_more(record: Record) -> str:
    """Return how many holders are not shown: `13 more did as well`, or ""."""
    more = len(record.held) - MOST
    return ngettext("{count} more did as well", "{count} more did as well", more).format(count=more) if more > 0 else ""


def rests_on(record: Record) -> str:
    """Return `of 63 evenings`."""
    return ngettext("of {count} evening", "of {count} evenings", record.evenings).format(count=record.evenings)
