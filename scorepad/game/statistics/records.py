"""Records of a group, with all their holders.

Points are compared within one scheme only.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from scorepad.formats import parse_exact
from scorepad.game.report.sheet_files import number
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import ranking_value
from scorepad.game.statistics.evening import Evening, Number, OneHand, Result, counted_alike
from scorepad.game.statistics.people import People, Seat, Seated
from scorepad.game.statistics.statistics_text import evening_label, total
from scorepad.rules.scheme import Winner
from scorepad.words import _, ngettext, ours

Kind = Literal["boldest", "row", "total", "comeback", "closest"]


class Held(NamedTuple):
    """The holders of a record, and the evening and hand on which they set it.

    For the closest evening, the holders are the players in first and second place.
    """

    people: tuple[str, ...]
    date: str
    place: str
    game: str
    hand: int | None
    """The first hand of a row, or the hand after which a comeback began. None for records of a whole evening."""
    cards: int | None
    """Cards in the hand of the boldest bid."""
    game_id: str


class Record(NamedTuple):
    """The highest value of a kind, or the lowest for the closest evening.

    Equal values share the record.
    """

    kind: Kind
    scheme: str
    """The scheme of the points, or "" for bids, which are comparable across all games."""
    winner: Winner | None
    """The winner by that scheme."""
    value: Number
    """Tricks of the boldest bid, the number of bids in a row, or points."""
    evenings: int
    """The number of evenings compared."""
    held: tuple[Held, ...]
    """The earliest first."""


Candidate = tuple[Number, Held]
"""A value that may be a record, and its holders."""


def records(people: People, seated: Sequence[Seated]) -> list[Record]:
    """Return the records of bids, then those of each scheme.

    The scheme with the most evenings comes first. Hidden people hold no records.
    """
    with_bids = sum(any(result.bids for result in evening.results) for evening, _seats in seated)
    entries = [
        _record("boldest", "", None, with_bids, _of_hands(people, seated, lambda result: result.boldest)),
        _record("row", "", None, with_bids, _of_hands(people, seated, lambda result: result.run)),
    ]
    for evenings in counted_alike(seated):
        entries += _of_scheme(people, evenings)
    return [entry for entry in entries if entry is not None]


def _of_scheme(people: People, own: Sequence[Seated]) -> list[Record | None]:
    scheme, winner = own[-1][0].scheme, own[-1][0].winner
    with_hands = sum(any(result.hands for result in evening.results) for evening, _seats in own)
    in_company = [(evening, seats) for evening, seats in own if len(seats) > 1]
    gaps = [gap for entry in in_company if (gap := _gap(people, *entry))]
    totals = [
        (result.total, _held([people.name(person)], evening))
        for evening, seats in own
        for person, result in seats
        if not people.is_hidden(person)
    ]
    return [
        _record("total", scheme, winner, len(own), totals, lambda total: ranking_value(parse_exact(total), winner)),
        _record("comeback", scheme, winner, with_hands, _of_hands(people, own, lambda row: row.comeback)),
        _record("closest", scheme, winner, len(in_company), gaps, lambda gap: -gap),
    ]


def _record(
    kind: Kind,
    scheme: str,
    winner: Winner | None,
    evenings: int,
    candidates: Sequence[Candidate],
    worth: Callable[[Number], Points | float] = lambda value: value,
) -> Record | None:
    best = max((value for value, _held in candidates), key=worth, default=None)
    if best is None:
        return None
    return Record(kind, scheme, winner, best, evenings, tuple(held for value, held in candidates if value == best))


def _of_hands(people: People, seated: Iterable[Seated], of: Callable[[Result], OneHand | None]) -> list[Candidate]:
    """Return each person's best hand of one kind on each evening."""
    return [
        (hand.value, _held([people.name(person)], evening, hand))
        for evening, seats in seated
        for person, result in seats
        if (hand := of(result)) is not None and not people.is_hidden(person)
    ]


def _held(people: Iterable[str], evening: Evening, of: OneHand | None = None) -> Held:
    return Held(
        tuple(people), evening.date, evening.place, evening.game, of and of.hand, of and of.cards,
        of.game_id if of else evening.game_id,
    )  # fmt: skip


def _gap(people: People, evening: Evening, seats: Sequence[Seat]) -> Candidate | None:
    """Return the points between first and second, with the holders.

    The gap is 0 if players share first place. Return None if one of the holders is hidden.
    """
    levels = sorted(result.level for _person, result in seats)
    leaders = [(person, result) for person, result in seats if result.level <= levels[1]]
    if any(people.is_hidden(person) for person, _result in leaders):
        return None
    worth = [ranking_value(parse_exact(result.total), evening.winner) for _person, result in leaders]
    return number(worth[0] - worth[-1]), _held([people.name(person) for person, _result in leaders], evening)


# --- in words, for the page and the command line -------------------------------------------------------------

MOST = 20
"""The most holders of one record on a page. Exports have all of them."""


def groups(records: Iterable[Record]) -> list[tuple[str, list[Record]]]:
    """Group records under the name of their scheme, or under bids."""
    sections: list[tuple[str, list[Record]]] = []
    for record in records:
        if not sections or record.kind == "total":  # the first record of a scheme
            sections.append((ours(record.scheme) or _("Bids, across all games"), []))
        sections[-1][1].append(record)
    return sections


def title_of(record: Record) -> str:
    """Return the title of a record."""
    match record.kind:
        case "boldest":
            return _("Boldest bid made")
        case "row":
            return _("Longest run of bids made")
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
            return _("{points} apart").format(points=points) if record.value else _("tied")
    return points


def where_set(record: Record, held: Held) -> list[str]:
    """Return the place or the game, the date and the hand: `["Mill", "6 Mar 2026", "hand 9"]`."""
    hand = {"row": _("from hand {hand} on"), "comeback": _("after hand {hand}")}.get(record.kind, _("hand {hand}"))
    hand_text = "" if held.hand is None else hand.format(hand=held.hand)
    return [*evening_label(held), *([hand_text] if hand_text else [])]


def and_more(record: Record) -> str:
    """Return how many holders are not shown: `13 more did as well`, or ""."""
    more = len(record.held) - MOST
    text = ngettext("{count} more did the same", "{count} more did the same", more)
    return text.format(count=more) if more > 0 else ""


def rests_on(record: Record) -> str:
    """Return `of 63 evenings`."""
    return ngettext("of {count} evening", "of {count} evenings", record.evenings).format(count=record.evenings)
