"""Figures of one person over some evenings: the row of the table, head to heads, bids, and the page of all of them.

Shares are in per cent with one decimal. A share of too few cases is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple

from scorepad.formats import exact
from scorepad.game.state.standings import standings
from scorepad.game.statistics.evening import AtPlace, Evening, Number, OfSize, OneHand, Result, Tally, counted_alike
from scorepad.game.statistics.people import People, Seat, Seated, folded

FEWEST_EVENINGS = 5
FEWEST_BIDS = 20
FEWEST_ZEROS = 10
FEWEST_TOGETHER = 5


def share(part: float, whole: int, least: int = 1) -> float | None:
    """Return the share in per cent, a half rounded up; None of fewer than `least`. `part` is in halves at finest."""
    return (1000 * int(2 * part) + whole) // (2 * whole) / 10 if whole >= least else None


def of_bids(made: int, bids: int) -> float | None:
    """Return the share of bids that were made."""
    return share(made, bids, FEWEST_BIDS)


# --- a row of the table -------------------------------------------------------------------------------------


class PersonRow(NamedTuple):
    """One person over the evenings."""

    person: str
    evenings: int
    won: int
    beaten: float | None
    bids: int
    made: float | None
    zeros: int
    zeros_made: float | None


COLUMNS = PersonRow._fields


def person_row(person: str, results: Sequence[Result]) -> PersonRow:
    """Return the row of this person."""
    beaten, met = sum(one.beaten for one in results), sum(one.met for one in results)
    bids, made = sum(one.bids for one in results), sum(one.made for one in results)
    zeros, zeros_made = sum(one.zeros for one in results), sum(one.zeros_made for one in results)
    return PersonRow(
        person, len(results), sum(one.place == 1 for one in results),
        share(beaten, met) if len(results) >= FEWEST_EVENINGS else None,
        bids, of_bids(made, bids), zeros, share(zeros_made, zeros, FEWEST_ZEROS),
    )  # fmt: skip


def ordered(rows: Iterable[PersonRow], by: str) -> list[PersonRow]:
    """Sort rows by a column of COLUMNS, the most first, None last; people by name."""
    by_name = sorted(rows, key=lambda row: (-row.evenings, folded(row.person)))
    if by == "person":
        return sorted(by_name, key=lambda row: folded(row.person))

    def worth(row: PersonRow) -> float:
        value = getattr(row, by)
        return -1 if value is None else value

    return sorted(by_name, key=worth, reverse=True)


# --- head to heads ------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """How often somebody stood before `person` on `evenings` together, equal ones half."""

    person: str
    evenings: int
    before: float
    share: float | None

    @property
    def exact(self) -> Fraction:
        """The share of evenings, from 0 to 1."""
        return Fraction(self.before) / self.evenings


def pairs_of(people: People, person: str, met: Iterable[tuple[Result, Sequence[Seat]]]) -> list[Pair]:
    """Compare a person with each opponent who is not hidden, most evenings together first.

    `met` has the person's result of each evening, with all results of that evening.
    """
    before: dict[str, list[float]] = {}
    for own, seats in met:
        for other, result in seats:
            if other != person:
                ahead = 1 if own.level < result.level else 0.5 if own.level == result.level else 0
                before.setdefault(other, []).append(ahead)
    found = [
        Pair(people.name(other), len(halves), sum(halves), share(sum(halves), len(halves), FEWEST_TOGETHER))
        for other, halves in before.items()
        if not people.is_hidden(other)
    ]
    return sorted(found, key=lambda one: (-one.evenings, folded(one.person)))


def nemeses(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the opponents who mostly stood before, by the greatest share."""
    return _utmost([one for one in pairs if one.exact < Fraction(1, 2)], min)


def victims(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the opponents who mostly stood behind, by the greatest share."""
    return _utmost([one for one in pairs if one.exact > Fraction(1, 2)], max)


def _utmost(pairs: Iterable[Pair], utmost: Callable[[Iterable[Fraction]], Fraction]) -> list[Pair]:
    known = [one for one in pairs if one.share is not None]
    return [one for one in known if one.exact == utmost(other.exact for other in known)]


# --- bids ---------------------------------------------------------------------------------------------------

SIZES: tuple[tuple[int, int | None], ...] = ((1, 3), (4, 6), (7, 9), (10, None))
"""Groups of hands by their number of cards."""

Turn = Literal["first", "middle", "last"]
TURNS: tuple[Turn, ...] = ("first", "middle", "last")


class InHands(NamedTuple):
    """Bids in hands of `least` to `most` cards (None: and more), and the share of them that was made."""

    least: int
    most: int | None
    bids: int
    made: float | None


class InTurn(NamedTuple):
    """Bids said first, last, or between them, and the share of them that was made."""

    turn: Turn
    bids: int
    made: float | None


class AsNth(NamedTuple):
    """Bids said as the first, second, third …, and the share of them that was made."""

    place: int
    bids: int
    made: float | None


class Dealing(NamedTuple):
    """Bids as dealer and in other hands: `edge` in percentage points, None where either share is unknown."""

    bids: int
    made: float | None
    other_bids: int
    other_made: float | None
    edge: float | None


class Bidding(NamedTuple):
    """All figures about one person's bids; no list has a row without bids."""

    sizes: list[InHands]
    """Of SIZES."""
    cards: list[InHands]
    """Of each number of cards."""
    turns: list[InTurn]
    """Of TURNS, where players bid one after the other."""
    places: list[AsNth]
    dealing: Dealing


def bidding_of(results: Sequence[Result]) -> Bidding:
    """Return the figures about the bids of these evenings."""
    sizes = sorted(one for result in results for one in result.sizes)
    places = sorted(one for result in results for one in result.places)
    in_size = [
        (least, most, [one for one in sizes if least <= one.cards <= (most or one.cards)]) for least, most in SIZES
    ]
    in_turn = [(turn, [one for one in places if turn_of(one.place, one.bidders) == turn]) for turn in TURNS]
    return Bidding(
        sizes=[InHands(least, most, *_made(bids)) for least, most, bids in in_size if bids],
        cards=[InHands(cards, cards, *_made(bids)) for cards, bids in groupby(sizes, lambda one: one.cards)],
        turns=[InTurn(turn, *_made(bids)) for turn, bids in in_turn if bids],
        places=[AsNth(place, *_made(bids)) for place, bids in groupby(places, lambda one: one.place)],
        dealing=_dealing(results),
    )


def turn_of(place: int, bidders: int) -> Turn:
    """Return whether the bidder at this place, counted from 1, is the first, the last, or between them."""
    return "first" if place == 1 else "last" if place == bidders else "middle"


def _dealing(results: Sequence[Result]) -> Dealing:
    (bids, made) = _made(one.dealt for one in results)
    other_bids, other_made = _made(Tally(one.bids - one.dealt.bids, one.made - one.dealt.made) for one in results)
    edge = None if made is None or other_made is None else round(made - other_made, 1)
    return Dealing(bids, made, other_bids, other_made, edge)


def _made(counts: Iterable[Tally | OfSize | AtPlace]) -> tuple[int, float | None]:
    """Return the number of bids, and the share of them that was made."""
    found = [*counts]
    bids = sum(one.bids for one in found)
    return bids, of_bids(sum(one.made for one in found), bids)


LAST = 10

Own = tuple[Evening, Result]
"""An evening, and what it says of the person."""


class OneEvening(NamedTuple):
    """An evening of one person's: where they stood among how many."""

    date: str
    place: str
    game: str
    stood: int
    players: int
    total: Number
    game_id: str


class BestHand(NamedTuple):
    """A hand of one person's."""

    points: Number
    hand: int
    date: str
    game_id: str


class InScheme(NamedTuple):
    """Best and worst where points are counted alike; no hands where only totals are known."""

    scheme: str
    evenings: int
    best: OneEvening
    worst: OneEvening
    best_hand: BestHand | None
    worst_hand: BestHand | None
    comeback: BestHand | None
    """Most points behind whoever led, and after which hand, of an evening that was won after standing last."""


class LongestRow(NamedTuple):
    """Bids made one after the other on one evening, from this hand on."""

    bids: int
    hand: int
    date: str
    game_id: str


class Comebacks(NamedTuple):
    """Evenings won after standing last of at least three when a third was over, of all that were won."""

    evenings: int
    won: int


@dataclass(frozen=True)
class PersonPage:
    """What there is to say of one person."""

    row: PersonRow
    written: list[str]
    """Every way in which the name is written."""
    last: list[OneEvening]
    """The last ten evenings, the latest last."""
    schemes: list[InScheme]
    longest: LongestRow | None
    comebacks: Comebacks
    pairs: list[Pair]
    nemeses: list[Pair]
    victims: list[Pair]
    bidding: Bidding


def person_page(people: People, person: str, seated: Iterable[Seated]) -> PersonPage:
    """Return all figures about one person (a key that `people.find` gave) on these evenings."""
    found = [(evening, result, seats) for evening, seats in seated for one, result in seats if one == person]
    own, results = [(evening, result) for evening, result, _seats in found], [result for _, result, _ in found]
    pairs = pairs_of(people, person, ((result, seats) for _evening, result, seats in found))
    row = person_row(people.name(person), results)
    return PersonPage(
        row=row,
        written=people.spellings(person),
        last=[_line(evening, result) for evening, result in own[-LAST:]],
        schemes=[_in_scheme(evenings) for evenings in counted_alike(own)],
        longest=_longest(own),
        comebacks=Comebacks(sum(result.comeback is not None for result in results), row.won),
        pairs=pairs,
        nemeses=nemeses(pairs),
        victims=victims(pairs),
        bidding=bidding_of(results),
    )


def _line(evening: Evening, result: Result) -> OneEvening:
    return OneEvening(
        evening.date, evening.place, evening.game, result.place, len(evening.results), result.total, evening.game_id
    )


def _longest(own: Sequence[Own]) -> LongestRow | None:
    """Of equals the earliest."""
    runs = [(run, evening.date) for evening, result in own if (run := result.run)]
    longest, date = max(runs, key=lambda one: one[0].value, default=(None, ""))
    return longest and LongestRow(int(longest.value), longest.hand, date, longest.game_id)


def _in_scheme(own: Sequence[Own]) -> InScheme:
    latest = own[-1][0]
    totals = {str(at): exact(result.total) for at, (_evening, result) in enumerate(own)}
    by_total = [own[int(one.player)] for one in standings(totals, latest.winner)]
    sign = -1 if latest.winner == "low" else 1
    best = _hands((evening, result.best) for evening, result in own)
    worst = _hands((evening, result.worst) for evening, result in own)
    behind = _hands((evening, result.comeback) for evening, result in own)
    return InScheme(
        latest.scheme, len(own), _line(*by_total[0]), _line(*by_total[-1]),
        best_hand=max(reversed(best), key=lambda one: sign * one.points, default=None),
        worst_hand=min(worst, key=lambda one: sign * one.points, default=None),
        comeback=max(behind, key=lambda one: one.points, default=None),
    )  # fmt: skip


def _hands(found: Iterable[tuple[Evening, OneHand | None]]) -> list[BestHand]:
    return [BestHand(one.value, one.hand, evening.date, one.game_id) for evening, one in found if one]
