"""Records of a group: who holds them and where, shared where they are. Points compare within one scheme only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from scorepad.game.report.sheet_json import number
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import worth_of
from scorepad.game.years.bids import Boldest, Run
from scorepad.game.years.evening import Evening, Number, OneHand, Result
from scorepad.game.years.people import People
from scorepad.rules.numbers import exact
from scorepad.rules.scheme import Winner

Kind = Literal["boldest", "row", "total", "comeback", "closest"]

Seated = tuple[Evening, list[tuple[str, Result]]]


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
    by_points: dict[str, list[Seated]] = {}
    for evening, seats in seated:
        by_points.setdefault(evening.points_by, []).append((evening, seats))
    with_bids = sum(any(one.bids for one in evening.results) for evening, _seats in seated)
    found = [
        _record("boldest", "", None, with_bids, _of_hands(people, seated, lambda one: one.boldest)),
        _record("row", "", None, with_bids, _of_hands(people, seated, lambda one: one.run)),
    ]
    for own in sorted(by_points.values(), key=len, reverse=True):
        found += _of_scheme(people, own)
    return [one for one in found if one is not None]


def _of_scheme(people: People, own: Sequence[Seated]) -> list[Record | None]:
    scheme, winner = own[-1][0].scheme, own[-1][0].winner
    with_hands = sum(any(one.hands for one in evening.results) for evening, _seats in own)
    in_company = [(evening, seats) for evening, seats in own if len(seats) > 1]
    totals = [
        (result.total, _held([people.name(person)], evening))
        for evening, seats in own
        for person, result in seats
        if not people.is_hidden(person)
    ]
    return [
        _record("total", scheme, winner, len(own), totals, lambda total: worth_of(exact(total), winner)),
        _record("comeback", scheme, winner, with_hands, _of_hands(people, own, lambda one: one.comeback)),
        _record(
            "closest",
            scheme,
            winner,
            len(in_company),
            [gap for one in in_company if (gap := _gap(people, *one))],
            lambda gap: -gap,
        ),
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


def _of_hands(
    people: People, seated: Iterable[Seated], of: Callable[[Result], Boldest | Run | OneHand | None]
) -> list[Candidate]:
    """Everybody's best of one kind on each evening."""
    return [
        (one[0], _held([people.name(person)], evening, one))
        for evening, seats in seated
        for person, result in seats
        if (one := of(result)) is not None and not people.is_hidden(person)
    ]


def _held(people: Iterable[str], evening: Evening, of: Boldest | Run | OneHand | None = None) -> Held:
    return Held(
        tuple(people), evening.date, evening.place, evening.game, of and of.hand,
        of.cards if isinstance(of, Boldest) else None, of.game_id if of else evening.game_id,
    )  # fmt: skip


def _gap(people: People, evening: Evening, seats: Sequence[tuple[str, Result]]) -> Candidate | None:
    """Points between first and second: 0 where the first place is shared; None where one of them is hidden."""
    levels = sorted(result.level for _person, result in seats)
    near = [(person, result) for person, result in seats if result.level <= levels[1]]
    if any(people.is_hidden(person) for person, _result in near):
        return None
    first, last = (worth_of(exact(one.total), evening.winner) for one in (near[0][1], near[-1][1]))
    return number(first - last), _held([people.name(person) for person, _result in near], evening)
