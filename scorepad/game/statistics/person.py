"""Statistics of one person: the row of the table, comparison with opponents, bids, and the page.

Shares are percentages with one decimal. A share is None if it has too few cases.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import inf
from typing import Literal, NamedTuple

from scorepad.formats import parse_exact
from scorepad.game.state.standings import standings
from scorepad.game.statistics.evening import AtPlace, Evening, Number, OfSize, OneHand, Result, Tally, counted_alike
from scorepad.game.statistics.people import People, Seat, Seated, folded
from scorepad.game.statistics.rating import Rating

FEWEST_EVENINGS = 5
FEWEST_BIDS = 20
FEWEST_ZEROS = 10
FEWEST_TOGETHER = 5


def share(part: float, whole: int, least: int = 1) -> float | None:
    """Return the share in per cent, with halves rounded up, or None if `whole` is below `least`.

    `part` is a multiple of 0.5.
    """
    return (1000 * int(2 * part) + whole) // (2 * whole) / 10 if whole >= least else None


def of_bids(made: int, bids: int) -> float | None:
    """Return the percentage of bids that were made."""
    return share(made, bids, FEWEST_BIDS)


# --- a row of the table -------------------------------------------------------------------------------------


class PersonRow(NamedTuple):
    """One person's figures over all evenings."""

    person: str
    evenings: int
    won: int
    beaten: float | None
    bids: int
    made: float | None
    zeros: int
    zeros_made: float | None
    rating: int | None = None
    rating_spread: int | None = None
    """The uncertainty of the rating, one standard deviation."""
    money: int | None = None
    """The sum of all settlements in the smallest coin, or None if there is none."""


COLUMNS = PersonRow._fields


def person_row(person: str, results: Sequence[Result], rating: Rating | None = None) -> PersonRow:
    """Return the row of this person."""
    beaten, met = sum(result.beaten for result in results), sum(result.met for result in results)
    bids, made = sum(result.bids for result in results), sum(result.made for result in results)
    zeros, zeros_made = sum(result.zeros for result in results), sum(result.zeros_made for result in results)
    money = [result.money for result in results if result.money is not None]
    return PersonRow(
        person, len(results), sum(result.place == 1 for result in results),
        share(beaten, met) if len(results) >= FEWEST_EVENINGS else None,
        bids, of_bids(made, bids), zeros, share(zeros_made, zeros, FEWEST_ZEROS),
        rating and rating.value, rating and rating.spread, sum(money) if money else None,
    )  # fmt: skip


def ordered(rows: Iterable[PersonRow], by: str) -> list[PersonRow]:
    """Sort rows by a column of COLUMNS in descending order with None last, or people by name."""
    by_name = sorted(rows, key=lambda row: (-row.evenings, folded(row.person)))
    if by == "person":
        return sorted(by_name, key=lambda row: folded(row.person))

    def worth(row: PersonRow) -> float:
        value = getattr(row, by)
        return -inf if value is None else value

    return sorted(by_name, key=worth, reverse=True)


# --- comparison with opponents ------------------------------------------------------------------------------


class Pair(NamedTuple):
    """How often a player finished before `person` on their `evenings` together.

    Equal totals count half.
    """

    person: str
    evenings: int
    before: float
    share: float | None


def pairs_of(people: People, person: str, met: Iterable[tuple[Result, Sequence[Seat]]]) -> list[Pair]:
    """Compare a person with each opponent who is not hidden.

    Opponents with most evenings together come first.

    `met` has the person's result on each evening, with all results of that evening.
    """
    before: dict[str, list[float]] = {}
    for own_result, seats in met:
        for other, result in seats:
            if other != person:
                ahead = 1 if own_result.level < result.level else 0.5 if own_result.level == result.level else 0
                before.setdefault(other, []).append(ahead)
    pairs = [
        Pair(people.name(other), len(halves), sum(halves), share(sum(halves), len(halves), FEWEST_TOGETHER))
        for other, halves in before.items()
        if not people.is_hidden(other)
    ]
    return sorted(pairs, key=lambda pair: (-pair.evenings, folded(pair.person)))


def rivals(pairs: Iterable[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Return the nemeses and the favourite victims, by share.

    These are the opponents behind whom, and before whom, the person finished most often.
    """
    shares = {pair: pair.before / pair.evenings for pair in pairs if pair.share is not None}
    least, most = min(shares.values(), default=0.5), max(shares.values(), default=0.5)
    nemeses = [pair for pair, share in shares.items() if share == least < 0.5]
    return nemeses, [pair for pair, share in shares.items() if share == most > 0.5]


# --- bids ---------------------------------------------------------------------------------------------------

SIZES: tuple[tuple[int, int | None], ...] = ((1, 3), (4, 6), (7, 9), (10, None))
"""Groups of hands by their number of cards."""

Turn = Literal["first", "middle", "last"]
TURNS: tuple[Turn, ...] = ("first", "middle", "last")


class InHands(NamedTuple):
    """Bids in hands of `least` to `most` cards (None: no limit), and the share made."""

    least: int
    most: int | None
    bids: int
    made: float | None


class InTurn(NamedTuple):
    """Bids said first, last or between, and the share made."""

    turn: Turn
    bids: int
    made: float | None


class AsNth(NamedTuple):
    """Bids said as the first, second, third …, and the share made."""

    place: int
    bids: int
    made: float | None


class Dealing(NamedTuple):
    """Bids as dealer and in other hands.

    `edge` is the difference in percentage points, or None if unknown.
    """

    bids: int
    made: float | None
    other_bids: int
    other_made: float | None
    edge: float | None


class Bidding(NamedTuple):
    """All figures about one person's bids.

    Lists have no rows without bids.
    """

    sizes: list[InHands]
    """By the groups in SIZES."""
    cards: list[InHands]
    """By each number of cards."""
    turns: list[InTurn]
    """By TURNS, for hands in which players bid in turn."""
    places: list[AsNth]
    dealing: Dealing


def bidding_of(results: Sequence[Result]) -> Bidding:
    """Return the figures about the bids of these evenings."""
    sizes = sorted(size for result in results for size in result.sizes)
    places = sorted(place for result in results for place in result.places)
    in_size = [
        (least, most, [size for size in sizes if least <= size.cards <= (most or size.cards)]) for least, most in SIZES
    ]
    in_turn = [(turn, [place for place in places if turn_of(place.place, place.bidders) == turn]) for turn in TURNS]
    return Bidding(
        sizes=[InHands(least, most, *_made(bids)) for least, most, bids in in_size if bids],
        cards=[InHands(cards, cards, *_made(bids)) for cards, bids in groupby(sizes, lambda size: size.cards)],
        turns=[InTurn(turn, *_made(bids)) for turn, bids in in_turn if bids],
        places=[AsNth(place, *_made(bids)) for place, bids in groupby(places, lambda row: row.place)],
        dealing=_dealing(results),
    )


def turn_of(place: int, bidders: int) -> Turn:
    """Return whether the bidder at this place (from 1) is the first, the last, or between them."""
    return "first" if place == 1 else "last" if place == bidders else "middle"


def _dealing(results: Sequence[Result]) -> Dealing:
    (bids, made) = _made(result.dealt for result in results)
    other_bids, other_made = _made(
        Tally(result.bids - result.dealt.bids, result.made - result.dealt.made) for result in results
    )
    edge = None if made is None or other_made is None else round(made - other_made, 1)
    return Dealing(bids, made, other_bids, other_made, edge)


def _made(counts: Iterable[Tally | OfSize | AtPlace]) -> tuple[int, float | None]:
    """Return the number of bids, and the share made."""
    tallies = [*counts]
    bids = sum(tally.bids for tally in tallies)
    return bids, of_bids(sum(tally.made for tally in tallies), bids)


LAST = 10

Own = tuple[Evening, Result]
"""An evening, and the person's result."""


class OneEvening(NamedTuple):
    """One evening of a person.

    `stood` is the place among the `players`.
    """

    date: str
    place: str
    game: str
    stood: int
    players: int
    total: Number
    game_id: str


class BestHand(NamedTuple):
    """One hand of a person."""

    points: Number
    hand: int
    date: str
    game_id: str


class InScheme(NamedTuple):
    """The best and worst results with the same scoring.

    Hands are None if only totals are known.
    """

    scheme: str
    evenings: int
    best: OneEvening
    worst: OneEvening
    best_hand: BestHand | None
    worst_hand: BestHand | None
    comeback: BestHand | None
    """The largest deficit to the leader on a won evening, after standing last, and the hand after which it was."""


class LongestRow(NamedTuple):
    """The longest row of made bids on one evening, from this hand on."""

    bids: int
    hand: int
    date: str
    game_id: str


class Comebacks(NamedTuple):
    """The number of comebacks, and of all evenings won.

    A comeback is an evening won after the player was alone in last place of at least 3. It counts from one third of
    the game on.
    """

    evenings: int
    won: int


class PersonPage(NamedTuple):
    """The content of one person's page."""

    row: PersonRow
    written: list[str]
    """All spellings of the name."""
    last: list[OneEvening]
    """The last 10 evenings, the latest last."""
    schemes: list[InScheme]
    longest: LongestRow | None
    comebacks: Comebacks
    pairs: list[Pair]
    nemeses: list[Pair]
    victims: list[Pair]
    bidding: Bidding
    ratings: tuple[int, ...]
    """The rating after each game that counts for it, the latest last; empty if there is none."""


def person_page(people: People, person: str, seated: Iterable[Seated], rating: Rating | None = None) -> PersonPage:
    """Return all figures about one person, given by a key from `people.find`, on these evenings."""
    played = [(evening, result, seats) for evening, seats in seated for key, result in seats if key == person]
    own_evenings = [(evening, result) for evening, result, _seats in played]
    results = [result for _evening, result, _seats in played]
    pairs = pairs_of(people, person, ((result, seats) for _evening, result, seats in played))
    nemeses, victims = rivals(pairs)
    row = person_row(people.name(person), results, rating)
    return PersonPage(
        row=row,
        written=people.spellings(person),
        last=[_line(evening, result) for evening, result in own_evenings[-LAST:]],
        schemes=[_in_scheme(evenings) for evenings in counted_alike(own_evenings)],
        longest=_longest(own_evenings),
        comebacks=Comebacks(sum(result.comeback is not None for result in results), row.won),
        pairs=pairs,
        nemeses=nemeses,
        victims=victims,
        bidding=bidding_of(results),
        ratings=rating.line if rating else (),
    )


def _line(evening: Evening, result: Result) -> OneEvening:
    return OneEvening(
        evening.date, evening.place, evening.game, result.place, len(evening.results), result.total, evening.game_id
    )


def _longest(own: Sequence[Own]) -> LongestRow | None:
    """Return the longest row of made bids, or None.

    Of equal rows, the earliest counts.
    """
    runs = [(run, evening.date) for evening, result in own if (run := result.run)]
    longest, date = max(runs, key=lambda entry: entry[0].value, default=(None, ""))
    return longest and LongestRow(int(longest.value), longest.hand, date, longest.game_id)


def _in_scheme(own: Sequence[Own]) -> InScheme:
    latest = own[-1][0]
    totals = {str(at): parse_exact(result.total) for at, (_evening, result) in enumerate(own)}
    by_total = [own[int(standing.player)] for standing in standings(totals, latest.winner)]
    sign = -1 if latest.winner == "low" else 1
    best = _hands((evening, result.best) for evening, result in own)
    worst = _hands((evening, result.worst) for evening, result in own)
    behind = _hands((evening, result.comeback) for evening, result in own)
    return InScheme(
        latest.scheme, len(own), _line(*by_total[0]), _line(*by_total[-1]),
        best_hand=max(reversed(best), key=lambda hand: sign * hand.points, default=None),
        worst_hand=min(worst, key=lambda hand: sign * hand.points, default=None),
        comeback=max(behind, key=lambda hand: hand.points, default=None),
    )  # fmt: skip


def _hands(best_hands: Iterable[tuple[Evening, OneHand | None]]) -> list[BestHand]:
    return [BestHand(hand.value, hand.hand, evening.date, hand.game_id) for evening, hand in best_hands if hand]
